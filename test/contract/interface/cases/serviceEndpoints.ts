import assert from 'node:assert/strict';
import type { ContractCases } from '../contractCase.ts';
import { fileJob, markdown, orderQuotedFiles, quoteFiles } from '../files.ts';
import { languagePairs, textJob } from '../jobs.ts';
import { fields, integer, list, ok, okFields, refused, refusedWith, string, wireDecimal } from '../replies.ts';
import type { Service } from '../service.ts';

const texts = [
  { text: 'One two [[[three]]]', lc: 'en' },
  { text: '日本語。', lc: 'ja' },
  { text: '', lc: 'fr' },
];
const counted = [
  { text: 'One two [[[three]]]', lc: 'en', unit_type: 'word', unit_count: 2 },
  { text: '日本語。', lc: 'ja', unit_type: 'character', unit_count: 3 },
  { text: '', lc: 'fr', unit_type: 'word', unit_count: 0 },
];

function postTexts(service: Service, body: string): ReturnType<Service['send']> {
  return service.send('POST', '/service/unit_count', {
    body,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
  });
}

/** §4: rows 9 to 13. */
export const serviceEndpointCases: ContractCases = {
  '§4 Service endpoints, row 9: GET /v2/translate/service/language_pairs': async (service) => {
    const all = list(ok(await service.send('GET', '/v2/translate/service/language_pairs'))).map((entry) =>
      fields(entry),
    );
    const japanese = list(ok(await service.send('GET', '/v2/translate/service/language_pairs?lc_src=ja'))).map(
      (entry) => fields(entry),
    );
    assert.ok(japanese.length > 0 && japanese.length < all.length);
    assert.deepEqual(
      japanese,
      all.filter(({ lc_src }) => lc_src === 'ja'),
    );
    assert.deepEqual(ok(await service.send('GET', '/v2/translate/service/language_pairs?lc_src=tlh')), []);
    for (const entry of japanese)
      for (const name of ['lc_src', 'lc_tgt', 'tier', 'currency', 'unit_price']) assert.ok(name in entry, name);
  },

  '§4 Service endpoints, row 10: GET /v2/translate/service/languages': async (service) => {
    const languages = list(ok(await service.send('GET', '/v2/translate/service/languages'))).map((entry) =>
      fields(entry),
    );
    assert.deepEqual(
      languages,
      ok(
        await service.send(
          'GET',
          `/v2/translate/service/languages?${new URLSearchParams({ api_key: service.keys().api_key }).toString()}`,
        ),
      ),
    );
    const codes = new Set(languages.map(({ lc }) => lc));
    assert.equal(codes.size, languages.length);
    assert.ok(languages.length >= 37, 'The number differs from that of a recorded answer.');
    for (const pair of await languagePairs(service)) assert.ok(codes.has(pair['lc_src']) && codes.has(pair['lc_tgt']));
  },

  '§4 Service endpoints, row 11: POST /v2/translate/service/quote': async (service) => {
    const jobs = {
      'greeting.hello': textJob({ custom_data: 'mine' }),
      'キー & more': textJob({ body_src: 'こんにちは', lc_src: 'ja', lc_tgt: 'en', tier: 'pro' }),
    };
    const quoted = fields(okFields(await service.post('/v2/translate/service/quote', { jobs }))['jobs']);
    assert.deepEqual(Object.keys(quoted).sort(), Object.keys(jobs).sort());
    const [first, second] = [fields(quoted['greeting.hello']), fields(quoted['キー & more'])];
    assert.deepEqual([integer(first['unit_count']), integer(second['unit_count'])], [4, 5]);
    assert.deepEqual([first['lc_src_detected'], second['lc_src_detected']].map(string), ['en', 'ja']);
    assert.deepEqual([first['custom_data'], 'custom_data' in second], ['mine', false]);
    for (const entry of [first, second]) {
      assert.ok(wireDecimal('contract', entry['credits']) > 0 && integer(entry['eta']) > 0);
      assert.match(string(entry['currency']), /^[A-Z]{3}$/u);
      assert.equal(entry['type'], 'text');
    }
    const asked = list(okFields(await service.post('/v2/translate/service/quote', { jobs: [textJob()] }))['jobs']);
    assert.equal(asked.length, 1, 'An array must be answered with an array.');
    refusedWith(1800, await service.post('/v2/translate/service/quote', {}));
    refusedWith(
      1450,
      await service.post('/v2/translate/service/quote', {
        jobs: { a: textJob(), b: { ...textJob(), lc_tgt: undefined } },
      }),
    );
    assert.deepEqual(ok(await service.get('/v2/translate/jobs')), [], 'A quote must not place an order.');
  },

  '§4 Service endpoints, row 12: POST /v2/translate/service/quote/file': async (service) => {
    const jobs = { good: fileJob('file_1'), bad: fileJob('file_2'), page: fileJob('file_3', { tier: 'pro' }) };
    const files = [
      markdown,
      { key: 'file_2', filename: 'program.exe', content: new Uint8Array([77, 90, 0, 1, 255]) },
      {
        key: 'file_3',
        filename: 'page.html',
        content: '<html><body><p>Just three words</p></body></html>',
        mimeType: 'text/html',
      },
    ];
    const quoted = fields(okFields(await quoteFiles(service, jobs, files))['jobs']);
    assert.deepEqual(Object.keys(quoted).sort(), ['bad', 'good', 'page']);
    const identifiers = new Set<string>();
    for (const key of ['good', 'page']) {
      const entry = fields(quoted[key]);
      assert.ok(
        wireDecimal(service.wire, entry['credits']) > 0 &&
          integer(entry['eta']) > 0 &&
          integer(entry['unit_count']) > 0,
      );
      assert.deepEqual([entry['lc_src'], entry['type']], ['en', 'file']);
      assert.match(string(entry['currency']), /^[A-Z]{3}$/u);
      string(entry['lc_src_detected']);
      identifiers.add(string(entry['identifier']));
    }
    assert.equal(identifiers.size, 2);
    const failed = fields(fields(quoted['bad'])['err']);
    assert.deepEqual([failed['filename'], integer(failed['code']), failed['key']], ['program.exe', 1802, 'bad']);
    // Newer clients post files to the other quote.
    const older = fields(
      okFields(await quoteFiles(service, { good: fileJob('file_1') }, [markdown], '/v2/translate/service/quote'))[
        'jobs'
      ],
    );
    string(fields(older['good'])['identifier']);
    refused(await quoteFiles(service, {}, [markdown]));
    await orderQuotedFiles(service, [...identifiers]);
  },

  '§4 Service endpoints, row 13: GET (heading) /service/unit_count (no /v2/translate prefix)': async (service) => {
    const posted = await postTexts(service, JSON.stringify(texts));
    assert.deepEqual([posted.httpStatus, posted.body], [200, counted]);
    const query = new URLSearchParams({ data: JSON.stringify(texts) }).toString();
    assert.deepEqual((await service.send('GET', `/service/unit_count?${query}`)).body, counted);
    assert.deepEqual(
      (
        await service.send('POST', '/service/unit_count', {
          body: new URLSearchParams({ data: JSON.stringify(texts) }),
        })
      ).body,
      counted,
    );
    assert.deepEqual((await postTexts(service, JSON.stringify({ data: texts }))).body, counted);
    assert.deepEqual((await postTexts(service, '[]')).body, []);
    refusedWith(1250, await service.send('GET', '/service/unit_count'));
    for (const body of ['[', '{"data":"text"}', '[{"text":"no language"}]', '[7]'])
      refused(await postTexts(service, body));
  },

  '§4 Service endpoints, rule 1: Note: endpoint 9 lists api_key, api_sig and ts': async (service) => {
    const bare = ok(await service.send('GET', '/v2/translate/service/language_pairs?lc_src=en'));
    assert.deepEqual(ok(await service.get('/v2/translate/service/language_pairs', { lc_src: 'en' })), bare);
    const { api_key } = service.keys();
    assert.deepEqual(
      ok(
        await service.send(
          'GET',
          `/v2/translate/service/language_pairs?${new URLSearchParams({ lc_src: 'en', api_key }).toString()}`,
        ),
      ),
      bare,
    );
  },
};
