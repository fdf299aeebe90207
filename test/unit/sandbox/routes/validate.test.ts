import assert from 'node:assert/strict';
import { RefusedError } from '../../../../src/sandbox/http/errors.ts';
import type { QuotedFile } from '../../../../src/sandbox/records/quotedFiles.ts';
import { readJobs, readOrderOptions, type JobUse } from '../../../../src/sandbox/routes/validate.ts';

const good = { body_src: 'Hello world', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' };
const quoted: QuotedFile = {
  identifier: 'a'.repeat(64),
  filename: 'guide.md',
  mimeType: 'text/markdown',
  lcSrc: 'en',
  lcTgt: 'fr',
  tier: 'pro',
  unitCount: 200,
  cents: 2000,
  at: 0,
};
const toOrder: JobUse = {
  kind: 'order',
  files: {
    find: (identifier) => (identifier === quoted.identifier ? quoted : undefined),
    noteOrdered: () => undefined,
  },
};

function errorOf(data: Readonly<Record<string, unknown>>, use = toOrder): RefusedError['err'] {
  try {
    readOrderOptions(data, readJobs(data, use));
  } catch (error) {
    if (error instanceof RefusedError) return error.err;
    throw error;
  }
  return assert.fail('it was accepted');
}

/** Returns the error codes of one job with these fields changed. */
function codesOf(changes: Readonly<Record<string, unknown>>, use = toOrder): readonly number[] {
  const err = errorOf({ jobs: { job_1: { ...good, ...changes } } }, use) as Readonly<
    Record<string, readonly { readonly code: number; readonly msg: string }[]>
  >;
  assert.deepEqual(Object.keys(err), ['job_1']);
  return err['job_1']!.map(({ code, msg }) => {
    assert.notEqual(msg, '');
    return code;
  });
}

describe('sandbox/validate', () => {
  const jobCases: readonly (readonly [codes: readonly number[], changes: Record<string, unknown>])[] = [
    [[1300], { type: '' }],
    [[1300], { type: null }],
    [[1301], { type: 'audio' }],
    [[1804], { type: 'file' }],
    [[1302], { type: 'file', identifier: '' }],
    [[1302], { type: 'file', identifier: 5 }],
    [[1303], { type: 'file', identifier: 'f'.repeat(64) }],
    [[1303, 1751], { type: 'file', identifier: 'f'.repeat(64), custom_data: 'x'.repeat(1025) }],
    [[1350], { body_src: undefined }],
    [[1350], { body_src: '' }],
    [[1351], { body_src: 5 }],
    [[1351], { body_src: '\ud800' }],
    [[1351], { body_src: 'Hello [[[name' }],
    [[1351], { body_src: 'Hello [[[name]] there' }],
    [[1351], { body_src: 'Hello [[[a]]] and [[[b' }],
    [[1351], { body_src: 'Hello [[[a [[[b]]] c]]]' }],
    [[1352], { body_src: 'PK\u0003\u0004\u0000' }],
    [[1400], { lc_src: undefined }],
    [[1450], { lc_tgt: null }],
    [[1500], { tier: '' }],
    [[1304], { tier: 'machine' }],
    [[1551], { lc_tgt: 'en' }],
    [[1551], { lc_src: 'bg' }],
    [[1551], { lc_tgt: 'xx' }],
    [[1551], { lc_tgt: 7 }],
    [[1601], { callback_url: 'not a url' }],
    [[1601], { callback_url: 'https://user:secret@example.com/' }],
    [[1601], { callback_url: 'ftp://example.com/' }],
    [[1651], { auto_approve: 2 }],
    [[1651], { auto_approve: 'yes' }],
    [[1701], { use_preferred: -1 }],
    [[1701], { use_preferred: 1, lc_tgt: 'de' }],
    [[1751], { custom_data: 'é'.repeat(513) }],
    [[1758], { custom_data: { id: 1 } }],
    [[1851], { as_group: 'x' }],
    [[2010], { attachments: [{ url: 'file:///etc/passwd' }] }],
    [[2010], { attachments: 'x' }],
    [[2010], { attachments: [{ filename: 'a.png', mime_type: 'image/png' }] }],
    [[2010], { attachments: [{ url: 'https://example.com/a.png', filename: 'a.png', mime_type: 'picture' }] }],
    [[2010], { attachments: [{ url: 'https://example.com/a.png' }, null] }],
    [[2752], { tone: 'x'.repeat(129) }],
    [[2753], { purpose: 'x'.repeat(129) }],
    [[400], { comment: 'x'.repeat(25_001) }],
    [[400], { comment: '😀'.repeat(25_001) }],
    [[404], { glossary_id: 116 }],
    [[400], { glossary_id: 'terms' }],
    [[400], { max_chars: 0 }],
    [[400], { position: 1.5 }],
    [[400], { services: ['edit'] }],
    [[400], { force: 'maybe' }],
    [[1350, 1400, 1450, 1500], { body_src: null, lc_src: null, lc_tgt: null, tier: null }],
    [[1304, 1758, 1651], { tier: 'ultra', custom_data: 3, auto_approve: 9 }],
  ];
  for (const [codes, changes] of jobCases) {
    it(`answers ${codes.join(', ')} to ${JSON.stringify(changes).slice(0, 60)}`, () => {
      assert.deepEqual(codesOf(changes), codes);
    });
  }

  const orderCases: readonly (readonly [code: number, data: Record<string, unknown>])[] = [
    [1800, {}],
    [1800, { jobs: {} }],
    [1800, { jobs: [] }],
    [1800, { jobs: 'job' }],
    [1851, { jobs: [good], as_group: 2 }],
    [1901, { jobs: [good], process: 'x' }],
    [1950, { jobs: [good, { ...good, lc_tgt: 'fr' }], as_group: 1 }],
    [1950, { jobs: [good, { ...good, tier: 'pro' }], as_group: '1' }],
    [400, { jobs: [good], comment: 'x'.repeat(25_001) }],
    [400, { jobs: [good], reference_id: -1 }],
    [400, { jobs: [good], reference_id: 'ours' }],
    [2010, { jobs: [good], attachments: [{ url: 'mailto:a@example.com' }] }],
    [2752, { jobs: [good], tone: 'x'.repeat(129) }],
    [2753, { jobs: [good], purpose: 5 }],
  ];
  for (const [code, data] of orderCases) {
    it(`answers ${code} to the order ${JSON.stringify(data).slice(0, 60)}`, () => {
      assert.equal(errorOf(data).code, code);
    });
  }

  it('refuses file jobs in a quote of texts', () => {
    assert.deepEqual(codesOf({ type: 'file' }, { kind: 'quote' }), [1803]);
    assert.deepEqual(codesOf({ type: 'file', file_key: 'file_1' }, { kind: 'quote' }), [1801]);
  });

  it('accepts every text whose brackets are closed', () => {
    for (const body_src of [
      '[[[[%s]]]]',
      '[[[[[0]]][[[x]]]]',
      'a[b[c[0]]] = 1',
      '[[[]]]',
      '[[one]] ]]]',
      '[[[a]]] [[[b]]]',
    ]) {
      assert.equal(readJobs({ jobs: [{ ...good, body_src }] }, toOrder).get('0')?.work.bodySrc, body_src);
    }
  });

  it('counts code points of comments, tones and purposes', () => {
    const jobs = [{ ...good, comment: '😀'.repeat(25_000), tone: '😀'.repeat(128), purpose: 'x'.repeat(128) }];
    assert.equal(readJobs({ jobs }, toOrder).size, 1);
  });

  it('reads a file job with languages, tier and price from its quote', () => {
    const job = readJobs(
      {
        jobs: {
          doc: {
            type: 'file',
            identifier: quoted.identifier,
            comment: 'Formal.',
            force: 1,
            lc_tgt: 'de',
            services: ['translation', 'edit'],
          },
        },
      },
      toOrder,
    ).get('doc');
    assert.deepEqual(job, {
      force: true,
      work: {
        slug: 'guide.md',
        bodySrc: '',
        lcSrc: 'en',
        lcTgt: 'fr',
        tier: 'pro',
        unitCount: 200,
        cents: 2000,
        edit: false,
        autoApprove: false,
        comment: 'Formal.',
        file: { identifier: quoted.identifier, filename: 'guide.md' },
      },
    });
  });

  it('reads an order with all fields', () => {
    const data = {
      jobs: [good, good],
      as_group: '1',
      process: 1,
      comment: 'All of it soon.',
      purpose: 'Business',
      tone: '',
      reference_id: '0',
      attachments: [{ url: 'https://example.com/a.png', filename: 'a.png', mime_type: 'image/png' }],
    };
    assert.deepEqual(readOrderOptions(data, readJobs(data, toOrder)), {
      asGroup: true,
      comment: 'All of it soon.',
      purpose: 'Business',
      referenceId: 0,
      attachments: [{ url: 'https://example.com/a.png', filename: 'a.png', mimeType: 'image/png' }],
    });
  });

  it('names every invalid job by its key, or by its index in an array', () => {
    assert.deepEqual(Object.keys(errorOf({ jobs: { a: good, b: {}, c: 'x' } })), ['b', 'c']);
    assert.deepEqual(Object.keys(errorOf({ jobs: [good, {}] })), ['1']);
  });

  it('accepts keys that are names of built-in object properties', () => {
    const data = JSON.parse('{"jobs":{"__proto__":{}}}') as Record<string, unknown>;
    assert.deepEqual(Object.keys(errorOf(data)), ['__proto__']);
  });

  it('reads a job with all fields, including numbers and flags as text', () => {
    const everything = {
      ...good,
      slug: 'title',
      comment: 'note',
      custom_data: 'é'.repeat(512),
      callback_url: 'https://example.com/x?y=1',
      auto_approve: '1',
      force: 1,
      max_chars: '80',
      position: 3,
      use_preferred: 1,
      as_group: 1,
      tone: 'Formal',
      purpose: 'Business',
      services: ['translation', 'edit'],
      attachments: [{ url: 'https://example.com/a.png', filename: 'a.png', mime_type: 'image/png' }],
      glossary_id: 115,
    };
    assert.deepEqual(readJobs({ jobs: { job_1: everything } }).get('job_1'), {
      force: true,
      work: {
        slug: 'title',
        bodySrc: 'Hello world',
        lcSrc: 'en',
        lcTgt: 'ja',
        tier: 'standard',
        unitCount: 2,
        cents: 21,
        autoApprove: true,
        position: 3,
        comment: 'note',
        customData: everything.custom_data,
        callbackUrl: everything.callback_url,
        maxChars: 80,
        edit: true,
        grouped: true,
        usePreferred: true,
        purpose: 'Business',
        tone: 'Formal',
        glossaryId: 115,
        attachments: [{ url: 'https://example.com/a.png', filename: 'a.png', mimeType: 'image/png' }],
      },
    });
  });

  it('accepts `body`, and uses the beginning of the text as the title', () => {
    const job = readJobs({ jobs: [{ ...good, body_src: undefined, body: 'A rather long text' }] }).get('0');
    assert.equal(job?.work.bodySrc, 'A rather long text');
    assert.equal(job.work.slug, 'A rather lon...');
  });
});
