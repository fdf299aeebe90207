import assert from 'node:assert/strict';
import type { NewFile } from '../../../../src/service/interface/records.ts';
import { credentials, err, failureOf, ok, withClient, type Received, type Respond } from '../localService.ts';

const options = { sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' } as const;

function file(key: string, content: string | Uint8Array = key, more: Partial<NewFile> = {}): NewFile {
  return {
    key,
    filename: `${key}.md`,
    content: typeof content === 'string' ? Buffer.from(content) : content,
    ...options,
    ...more,
  };
}

interface SentForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Contents by file key. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly types: ReadonlyMap<string, string>;
}

/** Reads the form with another implementation. */
async function formOf({ headers, bytes }: Received): Promise<SentForm> {
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const fields: Record<string, string> = {};
  const files = new Map<string, Buffer>();
  const types = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else {
      files.set(name, Buffer.from(await value.arrayBuffer()));
      types.set(name, value.type);
    }
  }
  const { jobs } = JSON.parse(fields['data'] ?? '{}') as { readonly jobs: SentForm['jobs'] };
  return { fields, jobs, files, types };
}

const quotedEntry = {
  credits: '2.40',
  unit_count: '48',
  eta: '7200',
  identifier: 'f00d',
  lc_src: 'en',
  lc_src_detected: 'en',
  currency: 'USD',
  type: 'file',
};

/** Answers every job of the form with the result of `answer`. */
function answering(answer: (key: string, sent: SentForm) => unknown): Respond {
  return (response, received, index) => {
    void formOf(received).then((sent) => {
      ok({ jobs: Object.fromEntries(Object.keys(sent.jobs).map((key) => [key, answer(key, sent)])) })(
        response,
        received,
        index,
      );
    });
  };
}

describe('quoting files', () => {
  it('sends a form with the four fields and a part for each file, named by its file key', async () => {
    await withClient(
      answering(() => quotedEntry),
      async (client, service) => {
        const binary = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
        const sent = [
          file('guide', '# Guide\r\n--form-', {
            title: 'Guide',
            comment: 'é',
            mimeType: 'text/markdown; charset=utf-8',
          }),
          file('slides', binary, { filename: 'slides.pptx' }),
        ];
        await client.service.quoteFiles(sent);
        assert.equal(service.received.length, 1);
        const [received] = service.received;
        assert.equal(`${received!.method} ${received!.path}`, 'POST /v2/translate/service/quote/file');
        const { fields, jobs, files, types } = await formOf(received!);
        assert.deepEqual(Object.keys(fields), ['api_key', 'api_sig', 'ts', 'data']);
        assert.equal(fields['api_key'], credentials.apiKey);
        assert.deepEqual(jobs, {
          guide: {
            type: 'file',
            file_key: 'file_1',
            lc_src: 'en',
            lc_tgt: 'ja',
            tier: 'standard',
            slug: 'Guide',
            comment: 'é',
          },
          slides: { type: 'file', file_key: 'file_2', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' },
        });
        assert.equal(files.get('file_1')?.toString(), '# Guide\r\n--form-');
        assert.deepEqual(files.get('file_2'), Buffer.from(binary));
        assert.match(types.get('file_1') ?? '', /^text\/markdown/);
        assert.equal(types.get('file_2'), 'application/octet-stream');
        assert.equal(received!.query.size, 0);
      },
    );
  });

  for (const [filename, header] of [
    ['plain name.md', 'filename="plain name.md"'],
    ['日本.md', 'filename="日本.md"'],
    ['a"b.txt', 'filename="a%22b.txt"'],
    ['a\r\nx: y.txt', 'filename="a%0D%0Ax: y.txt"'],
    ['100% %22.txt', 'filename="100% %22.txt"'],
    ["it's (1)*.txt", `filename="it's (1)*.txt"`],
    ["é's.txt", `filename="é's.txt"`],
    ['🎉.srt', 'filename="🎉.srt"'],
    ['\ud83d.srt', 'filename="\ufffd.srt"'],
  ] as const) {
    it(`names a file ${JSON.stringify(filename)} in plain UTF-8`, async () => {
      await withClient(
        answering(() => quotedEntry),
        async (client, service) => {
          await client.service.quoteFiles([file('a', 'x', { filename })]);
          assert.ok(
            service.received[0]?.body.includes(`content-disposition: form-data; name="file_1"; ${header}\r\n`),
            service.received[0]?.body,
          );
        },
      );
    });
  }

  const expected = {
    kind: 'quoted',
    credits: 2.4,
    unitCount: 48,
    etaSeconds: 7200,
    currency: 'USD',
    detectedLanguage: 'en',
    identifier: 'f00d',
  };

  it('returns the quotes in the order of the files, with all fields', async () => {
    const respond: Respond = ok({
      jobs: {
        b: quotedEntry,
        a: { ...quotedEntry, credits: 1, order_id: 9, title: 'T', body: 'Text', custom_data: 'mine' },
      },
    });
    await withClient(respond, async (client) => {
      assert.deepEqual(await client.service.quoteFiles([file('a'), file('b')]), [
        { ...expected, key: 'a', credits: 1, orderId: '9', title: 'T', text: 'Text', customData: 'mine' },
        { ...expected, key: 'b' },
      ]);
    });
  });

  for (const [what, jobs] of [
    ['an array', [quotedEntry, { err: { filename: 'x', code: '1802', key: 'b', msg: 'no' } }]],
    ['a dictionary by position', { 0: quotedEntry, 1: { err: { code: 1802, msg: 'no' } } }],
    ['a dictionary', { b: { err: { filename: 'x', code: 1802, key: 'b', msg: 'no' } }, a: quotedEntry }],
  ] as const) {
    it(`returns a failed entry and quotes the rest: ${what}`, async () => {
      await withClient(ok({ jobs }), async (client) => {
        assert.deepEqual(await client.service.quoteFiles([file('a'), file('b')]), [
          { ...expected, key: 'a' },
          { kind: 'failed', key: 'b', filename: 'b.md', code: 1802, meaning: 'file-unsupported', message: 'no' },
        ]);
      });
    });
  }

  it('treats a file without an answer, or with a short error, as failed', async () => {
    await withClient(
      ok({ jobs: { a: quotedEntry, c: { err: { filename: 'c.md', key: 'c' } }, d: null } }),
      async (client) => {
        const quoted = await client.service.quoteFiles(['a', 'b', 'c', 'd'].map((key) => file(key)));
        assert.deepEqual(
          quoted.map(({ kind, key }) => [kind, key]),
          [
            ['quoted', 'a'],
            ['failed', 'b'],
            ['failed', 'c'],
            ['failed', 'd'],
          ],
        );
      },
    );
  });

  it('quotes the others again if some files made the whole call fail', async () => {
    const respond: Respond = (response, received, index) => {
      void formOf(received).then(({ jobs }) => {
        const keys = Object.keys(jobs);
        const bad = keys.find((key) => key.startsWith('bad'));
        (bad === undefined
          ? ok({ jobs: Object.fromEntries(keys.map((key) => [key, quotedEntry])) })
          : err({ [bad]: [{ code: 1802, msg: 'no such ending' }] }))(response, received, index);
      });
    };
    await withClient(respond, async (client, service) => {
      const quoted = await client.service.quoteFiles(['a', 'bad_1', 'b', 'bad_2'].map((key) => file(key)));
      assert.deepEqual(
        quoted.map((entry) => [entry.key, entry.kind, entry.kind === 'failed' ? entry.code : '']),
        [
          ['a', 'quoted', ''],
          ['bad_1', 'failed', 1802],
          ['b', 'quoted', ''],
          ['bad_2', 'failed', 1802],
        ],
      );
      assert.equal(service.received.length, 3);
    });
  });

  it('rejects if the service refuses the whole call', async () => {
    await withClient(err({ code: 1000, msg: '' }), async (client, service) => {
      assert.equal((await failureOf(client.service.quoteFiles([file('a'), file('b')]))).reason, 'authentication');
      assert.equal(service.received.length, 1);
    });
  });

  it('sends calls of at most 50 files', async () => {
    await withClient(
      answering((key, { jobs, files }) => ({
        ...quotedEntry,
        identifier: files.get(String(jobs[key]?.['file_key']))?.toString(),
      })),
      async (client, service) => {
        const files = Array.from({ length: 120 }, (_, index) => file(`file-${index}`));
        const quoted = await client.service.quoteFiles(files);
        assert.deepEqual(
          quoted.map((entry) => entry.kind === 'quoted' && entry.identifier),
          files.map(({ key }) => key),
        );
        const counts = await Promise.all(service.received.map(async (received) => (await formOf(received)).files.size));
        assert.deepEqual(counts, [50, 50, 20]);
        const names = await Promise.all(
          service.received.map(async (received) => [...(await formOf(received)).files.keys()]),
        );
        assert.ok(names.flat().every((name) => /^[a-z0-9_-]+$/.test(name)));
      },
    );
  }).timeout(10_000);

  it('uses the other path if `wireNames` says so, and is retried after transient errors', async () => {
    const respond: Respond = (response, received, index) => {
      (index === 0 ? err({ code: 2800, msg: '' }) : answering(() => quotedEntry))(response, received, index);
    };
    await withClient(
      respond,
      async (client, service) => {
        await client.service.quoteFiles([file('a')]);
        assert.deepEqual(
          service.received.map(({ path }) => path),
          ['/v2/translate/service/quote', '/v2/translate/service/quote'],
        );
      },
      { wireNames: { fileQuote: 'quote' } },
    );
  });

  it('sends nothing without files, and refuses invalid files before sending', async () => {
    await withClient(ok({}), async (client, service) => {
      assert.deepEqual(await client.service.quoteFiles([]), []);
      for (const wrong of [
        { filename: '' },
        { filename: 'a/b.md' },
        { filename: 'a\\b.md' },
        { mimeType: 'text/plain\r\nx: y' },
        { key: '7' },
        { comment: 'x'.repeat(25_001) },
      ]) {
        const failure = await failureOf(client.service.quoteFiles([file('a'), file('b', 'x', wrong)]));
        assert.deepEqual([failure.reason, failure.outcome], ['invalid', 'not-sent'], JSON.stringify(wrong));
      }
      assert.equal((await failureOf(client.service.quoteFiles([file('a'), file('a')]))).reason, 'invalid');
      assert.equal(service.received.length, 0);
    });
  });

  it('removes echoed keys from a failed entry', async () => {
    await withClient(ok({ jobs: { a: { err: { code: 1802, msg: `bad ${credentials.apiKey}` } } } }), async (client) => {
      assert.deepEqual(await client.service.quoteFiles([file('a')]), [
        { kind: 'failed', key: 'a', filename: 'a.md', code: 1802, meaning: 'file-unsupported', message: 'bad …' },
      ]);
    });
  });
});
