import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import {
  approvedJob,
  feedbackOf,
  finish,
  languagePairs,
  orderJob,
  reviewableJob,
  revisionsOf,
  thread,
  wireNow,
} from '../jobs.ts';
import {
  fields,
  integer,
  list,
  ok,
  okEmpty,
  okFields,
  string,
  wireCents,
  wireDecimal,
  wireInteger,
} from '../replies.ts';

/** §2: all other records. */
export const recordCases: ContractCases = {
  '§2 Other records, row 1: Revision list entry': async (service) => {
    const now = await wireNow(service);
    const [entry, ...others] = await revisionsOf(service, await reviewableJob(service));
    assert.ok(wireInteger(service.wire, entry?.['rev_id']) > 0);
    assert.equal(integer(entry?.['ctime']), now);
    assert.deepEqual(others, []);
  },

  '§2 Other records, row 2: Revision': async (service) => {
    const now = await wireNow(service);
    const id = await reviewableJob(service);
    const [entry] = await revisionsOf(service, id);
    const { revision } = okFields(await service.get(`/v2/translate/job/${id}/revision/${String(entry?.['rev_id'])}`));
    assert.ok(string(fields(revision)['body_tgt']) !== '');
    assert.equal(integer(fields(revision)['ctime']), now);
  },

  // Recorded: the rating is "3.0".
  '§2 Other records, row 3: Feedback': async (service) => {
    for (const rating of [1, 5]) {
      const id = await reviewableJob(service, { body_src: `Rated ${rating}` });
      okEmpty(
        await service.put(`/v2/translate/job/${id}`, {
          action: 'approve',
          rating,
          for_translator: 'Thank you & “bye”.',
        }),
      );
      const feedback = await feedbackOf(service, id);
      assert.deepEqual(
        [wireDecimal(service.wire, feedback['rating']), feedback['for_translator']],
        [rating, 'Thank you & “bye”.'],
      );
    }
  },

  '§2 Other records, row 4: Comment': async (service) => {
    const now = await wireNow(service);
    const id = await orderJob(service);
    okEmpty(await service.post(`/v2/translate/job/${id}/comment`, { body: 'Is this formal?' }));
    ok(await service.control(`/jobs/${id}/comment`, { body: 'It is.' }));
    const comments = await thread(service, `/v2/translate/job/${id}/comments`);
    assert.deepEqual(
      comments.map(({ author, body }) => [author, body]),
      [
        ['customer', 'Is this formal?'],
        ['translator', 'It is.'],
      ],
    );
    for (const comment of comments) assert.equal(integer(comment['ctime']), now);
  },

  '§2 Other records, row 5: Language': async (service) => {
    const languages = list(ok(await service.send('GET', '/v2/translate/service/languages'))).map((entry) =>
      fields(entry),
    );
    for (const { lc, language, localized_name, unit_type } of languages) {
      assert.match(string(lc), /^[a-z]{2}(?:-[a-z]{2})?$/u);
      assert.ok(string(language) !== '' && string(localized_name) !== '');
      assert.ok(unit_type === 'word' || unit_type === 'character');
    }
    const byCode = new Map(languages.map((language) => [language['lc'], language]));
    assert.deepEqual(
      [byCode.get('ja')?.['language'], byCode.get('ja')?.['localized_name'], byCode.get('ja')?.['unit_type']],
      ['Japanese', '日本語', 'character'],
    );
    assert.equal(byCode.get('fr')?.['unit_type'], 'word');
  },

  '§2 Other records, row 6: Language pair': async (service) => {
    const pairs = await languagePairs(service);
    for (const { lc_src, lc_tgt, tier, currency, unit_price } of pairs) {
      assert.notEqual(string(lc_src), string(lc_tgt));
      assert.ok(tier === 'standard' || tier === 'pro');
      assert.match(string(currency), /^[A-Z]{3}$/u);
      assert.ok(wireDecimal(service.wire, unit_price) > 0);
    }
    assert.equal(
      new Set(pairs.map(({ lc_src, lc_tgt, tier }) => `${String(lc_src)} ${String(lc_tgt)} ${String(tier)}`)).size,
      pairs.length,
    );
  },

  '§2 Other records, row 7: Account stats': async (service) => {
    const before = okFields(await service.get('/v2/account/stats'));
    assert.equal(wireCents(service.wire, before['credits_spent']), 0);
    assert.ok(integer(before['user_since']) <= (await wireNow(service)));
    for (const name of ['currency', 'billing_type', 'customer_type']) string(before[name]);
    await orderJob(service);
    assert.ok(wireCents(service.wire, okFields(await service.get('/v2/account/stats'))['credits_spent']) > 0);
  },

  '§2 Other records, row 8: Account me': async (service) => {
    const me = okFields(await service.get('/v2/account/me'));
    for (const name of ['email', 'full_name', 'display_name', 'language_code'])
      assert.ok(string(me[name]) !== '', name);
    assert.match(string(me['email']), /@/u);
  },

  '§2 Other records, row 9: Balance': async (service) => {
    const balance = okFields(await service.get('/v2/account/balance'));
    assert.ok(wireDecimal(service.wire, balance['credits']) > 0);
    assert.match(string(balance['currency']), /^[A-Z]{3}$/u);
  },

  '§2 Other records, row 10: Preferred translators entry': async (service) => {
    const pairs = await languagePairs(service);
    const entries = list(ok(await service.get('/v2/account/preferred_translators'))).map((entry) => fields(entry));
    assert.ok(entries.length > 0);
    for (const { lc_src, lc_tgt, tier, translators } of entries) {
      assert.ok(pairs.some((pair) => pair['lc_src'] === lc_src && pair['lc_tgt'] === lc_tgt && pair['tier'] === tier));
      for (const translator of list(translators).map((entry) => fields(entry))) {
        assert.ok(integer(translator['id']) > 0);
        assert.ok(integer(translator['last_login']) > 0);
      }
    }
  },

  '§2 Other records, row 11: Unit count entry': async (service) => {
    const items = [
      { text: 'Two words', lc: 'en' },
      { text: '日本語', lc: 'ja' },
    ];
    const reply = await service.send('POST', '/service/unit_count', {
      body: JSON.stringify(items),
      headers: { 'content-type': 'application/json' },
    });
    const counted = list(reply.body).map((entry) => fields(entry));
    assert.deepEqual(
      counted.map((entry) => [entry['text'], entry['lc'], entry['unit_type'], integer(entry['unit_count'])]),
      [
        ['Two words', 'en', 'word', 2],
        ['日本語', 'ja', 'character', 3],
      ],
    );
  },

  '§2 Other records, rule 1: The format of ctime inside revision records: not': async (service) => {
    const id = await approvedJob(service);
    const now = await wireNow(service);
    const [entry] = await revisionsOf(service, id);
    assert.equal(typeof entry?.['ctime'], 'number');
    assert.ok(Math.abs(integer(entry?.['ctime']) - now) < 60, 'Unix seconds');
    await service.pass(10);
    const second = await reviewableJob(service, { body_src: 'Later' });
    await service.put(`/v2/translate/job/${second}`, { action: 'revise', comment: 'Again.' });
    await service.pass(10);
    await finish(service, second, 'また');
    const times = (await revisionsOf(service, second)).map((revision) => integer(revision['ctime']) - now);
    assert.deepEqual(times, [10, 20]);
  },
};
