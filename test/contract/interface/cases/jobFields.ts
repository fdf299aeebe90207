import assert from 'node:assert/strict';
import { listenForCallbacks } from '../callbackListener.ts';
import type { ContractCases } from '../contractCase.ts';
import { markdown, orderFile } from '../files.ts';
import {
  approvedJob,
  finish,
  idsIn,
  languagePairs,
  orderJob,
  orderJobs,
  quotedEntry,
  readJob,
  reviewableJob,
  start,
  statusOf,
  textJob,
  wireNow,
} from '../jobs.ts';
import { fields, integer, okFields, string, wireCents, wireDecimal, wireInteger } from '../replies.ts';

/** §2: the record that GET job returns. */
export const jobFieldCases: ContractCases = {
  '§2 Job, row 1: job_id': async (service) => {
    const orderId = await orderJobs(service, textJob(), textJob({ body_src: 'Another text' }));
    const ids = await idsIn(service, orderId, 'jobs_available');
    const read = await Promise.all(
      ids.map(async (id) => wireInteger(service.wire, (await readJob(service, id))['job_id'])),
    );
    assert.deepEqual(read, ids.map(Number));
    assert.equal(new Set(read).size, 2);
  },

  '§2 Job, row 2: order_id': async (service) => {
    const first = await orderJobs(service, textJob());
    const second = await orderJobs(service, textJob({ body_src: 'Another text' }));
    for (const orderId of [first, second]) {
      const [id] = await idsIn(service, orderId, 'jobs_available');
      assert.equal(wireInteger(service.wire, (await readJob(service, string(id)))['order_id']), Number(orderId));
    }
    assert.notEqual(first, second);
  },

  '§2 Job, row 3: credits': async (service) => {
    const job = textJob({ tier: 'pro' });
    const quoted = await quotedEntry(service, job);
    const read = await readJob(service, await orderJob(service, job));
    const pair = (await languagePairs(service)).find(
      ({ lc_src, lc_tgt, tier }) => lc_src === 'en' && lc_tgt === 'ja' && tier === 'pro',
    );
    assert.ok(wireCents(service.wire, read['credits']) > 0);
    assert.equal(wireCents(service.wire, read['credits']), wireCents('contract', quoted['credits']));
    assert.equal(
      wireCents(service.wire, read['credits']),
      Math.round(
        wireDecimal(service.wire, fields(pair)['unit_price']) * wireInteger(service.wire, read['unit_count']) * 100,
      ),
    );
  },

  '§2 Job, row 4: currency': async (service) => {
    const currency = string((await readJob(service, await orderJob(service)))['currency']);
    assert.match(currency, /^[A-Z]{3}$/u);
    assert.equal(currency, okFields(await service.get('/v2/account/balance'))['currency']);
  },

  '§2 Job, row 5: tier': async (service) => {
    for (const tier of ['standard', 'pro'])
      assert.equal((await readJob(service, await orderJob(service, { tier })))['tier'], tier);
  },

  '§2 Job, row 6: lc_src, lc_tgt': async (service) => {
    const { lc_src, lc_tgt } = await readJob(
      service,
      await orderJob(service, { body_src: 'こんにちは', lc_src: 'ja', lc_tgt: 'pt-br' }),
    );
    assert.deepEqual([lc_src, lc_tgt], ['ja', 'pt-br']);
  },

  '§2 Job, row 7: unit_count': async (service) => {
    const words = await readJob(
      service,
      await orderJob(service, { body_src: 'Four words, of text! [[[not these two]]]' }),
    );
    assert.equal(wireInteger(service.wire, words['unit_count']), 4);
    const characters = await readJob(
      service,
      await orderJob(service, { body_src: '日本語。', lc_src: 'ja', lc_tgt: 'en' }),
    );
    assert.equal(wireInteger(service.wire, characters['unit_count']), 3);
  },

  '§2 Job, row 8: slug': async (service) => {
    assert.equal(
      (await readJob(service, await orderJob(service, { slug: 'greeting.hello – 挨拶' })))['slug'],
      'greeting.hello – 挨拶',
    );
  },

  '§2 Job, row 9: auto_approve': async (service) => {
    assert.equal(wireInteger(service.wire, (await readJob(service, await orderJob(service)))['auto_approve']), 0);
    assert.equal(
      wireInteger(
        service.wire,
        (await readJob(service, await orderJob(service, { body_src: 'Other', auto_approve: 1 })))['auto_approve'],
      ),
      1,
    );
  },

  // Recorded: seconds until completion, and -1 if nothing is expected.
  '§2 Job, row 10: eta': async (service) => {
    const id = await orderJob(service);
    assert.ok(integer((await readJob(service, id))['eta']) > 0);
    await start(service, id);
    const pending = integer((await readJob(service, id))['eta']);
    assert.ok(pending > 0);
    await service.pass(60);
    assert.equal(
      integer((await readJob(service, id))['eta']),
      pending - 60,
      'The estimate must decrease by a minute per minute.',
    );
    await finish(service, id);
    assert.equal(integer((await readJob(service, id))['eta']), -1);
  },

  '§2 Job, row 11: callback_url': async (service) => {
    await using listener = await listenForCallbacks();
    assert.equal(
      (await readJob(service, await orderJob(service, { callback_url: listener.url })))['callback_url'],
      listener.url,
    );
    assert.ok(!('callback_url' in (await readJob(service, await orderJob(service, { body_src: 'Without one' })))));
  },

  '§2 Job, row 12: body_src': async (service) => {
    const text = ' “A & B” <b>100 %</b>\n\t[[[{name}]]] \\ 日本 😀 العربية + ';
    assert.equal((await readJob(service, await orderJob(service, { body_src: text })))['body_src'], text);
  },

  '§2 Job, row 13: body_tgt': async (service) => {
    const id = await orderJob(service);
    assert.ok(!('body_tgt' in (await readJob(service, id))), 'The field must be absent without a translation.');
    await start(service, id);
    await finish(service, id, '翻訳 & “こんにちは” 😀\n');
    assert.equal((await readJob(service, id))['body_tgt'], '翻訳 & “こんにちは” 😀\n');
    const made = string(
      (await readJob(service, await reviewableJob(service, { body_src: 'Hello [[[{name}]]]' })))['body_tgt'],
    );
    assert.ok(made.includes('[[[{name}]]]') && made !== 'Hello [[[{name}]]]');
  },

  '§2 Job, row 14: ctime': async (service) => {
    const before = await wireNow(service);
    const id = await orderJob(service);
    const created = integer((await readJob(service, id))['ctime']);
    assert.ok(created >= before && created <= (await wireNow(service)));
    await service.pass(3600);
    await start(service, id);
    assert.equal(
      integer((await readJob(service, id))['ctime']),
      created,
      'It must be the time of creation, not of a change.',
    );
  },

  '§2 Job, row 15: status': async (service) => {
    const id = await orderJob(service);
    const seen = [await statusOf(service, id)];
    await start(service, id);
    seen.push(await statusOf(service, id));
    await finish(service, id);
    seen.push(await statusOf(service, id));
    seen.push(await statusOf(service, await approvedJob(service, { body_src: 'Another text' })));
    assert.deepEqual(seen, ['available', 'pending', 'reviewable', 'approved']);
  },

  '§2 Job, row 16: file_download_ready': async (service) => {
    const id = await orderFile(service);
    assert.equal((await readJob(service, id))['file_download_ready'], false);
    await start(service, id);
    await finish(service, id);
    assert.equal((await readJob(service, id))['file_download_ready'], true);
    assert.ok(
      [false, undefined].includes(
        (await readJob(service, await approvedJob(service)))['file_download_ready'] as boolean | undefined,
      ),
    );
  },

  '§2 Job, row 17: file_url_src, file_url_tgt': async (service) => {
    const id = await orderFile(service);
    const waiting = await readJob(service, id);
    assert.equal(
      (await fetch(string(waiting['file_url_tgt']))).status,
      404,
      'The translation must not be available before it is completed.',
    );
    await start(service, id);
    await finish(service, id);
    const job = await readJob(service, id);
    for (const name of ['file_url_src', 'file_url_tgt']) assert.equal(job[name], waiting[name], name);
    const source = await fetch(string(job['file_url_src']));
    assert.deepEqual([source.status, await source.text()], [200, markdown.content]);
    const target = await fetch(string(job['file_url_tgt']));
    assert.equal(target.status, 200);
    const translated = await target.text();
    assert.ok(translated !== '' && translated !== markdown.content);
    const text = await readJob(service, await approvedJob(service));
    assert.ok(!('file_url_src' in text) && !('file_url_tgt' in text), 'The field must be present only for file jobs.');
  },
};
