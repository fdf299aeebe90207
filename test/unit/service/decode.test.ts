import assert from 'node:assert/strict';
import {
  decodeComments,
  decodeFeedback,
  decodeJob,
  decodeJobs,
  decodeJobStubs,
  decodeOrder,
  decodeRevision,
  decodeRevisions,
} from '../../../src/service/decode/decodeJobs.ts';
import { decodeQuote } from '../../../src/service/decode/decodeQuote.ts';
import { decodePlacedOrder } from '../../../src/service/decode/decodePlacedOrder.ts';
import {
  decodeBalance,
  decodeGlossaries,
  decodeGlossary,
  decodeLanguagePairs,
  decodeLanguages,
  decodePreferredTranslators,
  decodeStats,
  decodeUnitCounts,
} from '../../../src/service/decode/decodeService.ts';
import type { NewTextJob, UnreadableRow } from '../../../src/service/interface/records.ts';
import { UndecodableError } from '../../../src/service/decode/schemas.ts';
import { ServiceError } from '../../../src/service/interface/serviceError.ts';

/** A context that fails the test if a list entry cannot be read. */
const strict = {
  report: ({ problem }: UnreadableRow): void => {
    assert.fail(problem);
  },
};

const wire = {
  job_id: '659079',
  order_id: '155',
  status: 'reviewable',
  lc_src: 'en',
  lc_tgt: 'ja',
  tier: 'standard',
  body_src: 'Save [[[{name}]]]',
  body_tgt: '[[[{name}]]] を保存',
  slug: 'title',
  unit_count: '8',
  credits: '0.24',
  currency: 'USD',
  eta: -1,
  ctime: 1_484_000_000,
  auto_approve: '0',
  position: 1,
  custom_data: '{"v":1}',
  file_download_ready: false,
};

function sent(key: string, text = key): NewTextJob {
  return { key, text, sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' };
}

function undecodable(message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof UndecodableError);
    assert.match(error.message, message);
    return true;
  };
}

describe('decoding a job', () => {
  it('reads a full record', () => {
    assert.deepEqual(decodeJob({ job: wire }), {
      id: '659079',
      orderId: '155',
      status: 'reviewable',
      sourceLanguage: 'en',
      targetLanguage: 'ja',
      tier: 'standard',
      sourceText: 'Save [[[{name}]]]',
      translatedText: '[[[{name}]]] を保存',
      title: 'title',
      unitCount: 8,
      credits: 0.24,
      currency: 'USD',
      createdAt: 1_484_000_000_000,
      autoApprove: false,
      customData: '{"v":1}',
      position: 1,
    });
  });

  it('reads numbers and decimal strings alike', () => {
    const numbers = {
      ...wire,
      job_id: 659079,
      order_id: 155,
      unit_count: 8,
      credits: 0.24,
      ctime: '1484000000',
      auto_approve: 0,
      position: '1',
      eta: '-1',
    };
    assert.deepEqual(decodeJob({ job: numbers }), decodeJob({ job: wire }));
  });

  it('reads a minimal record', () => {
    assert.deepEqual(decodeJob({ job: { job_id: 1, status: 'duplicate' } }), {
      id: '1',
      status: 'duplicate',
      sourceLanguage: '',
      targetLanguage: '',
      tier: '',
      sourceText: '',
      unitCount: 0,
      credits: 0,
      autoApprove: false,
    });
  });

  it('treats null as absent', () => {
    const job = decodeJob({
      job: {
        ...wire,
        body_tgt: null,
        currency: null,
        custom_data: null,
        callback_url: null,
        eta: null,
        order_id: null,
        slug: null,
      },
    });
    for (const name of ['translatedText', 'currency', 'customData', 'callbackUrl', 'etaSeconds', 'orderId', 'title'])
      assert.ok(!(name in job), name);
  });

  it('normalizes two spellings and keeps unknown statuses', () => {
    const statuses = ['cancelled', 'held', 'canceled', 'unpaid', 'something new'].map(
      (status) => decodeJob({ job: { ...wire, status } }).status,
    );
    assert.deepEqual(statuses, ['canceled', 'hold', 'canceled', 'unpaid', 'something new']);
  });

  it('reads flags of every kind, and an eta', () => {
    for (const on of [1, '1', true]) assert.equal(decodeJob({ job: { ...wire, auto_approve: on } }).autoApprove, true);
    for (const off of [0, '0', false, null, 'no'])
      assert.equal(decodeJob({ job: { ...wire, auto_approve: off } }).autoApprove, false);
    assert.equal(decodeJob({ job: { ...wire, eta: '3600' } }).etaSeconds, 3600);
  });

  it('keeps text that looks empty', () => {
    assert.equal(decodeJob({ job: { ...wire, body_tgt: '' } }).translatedText, '');
    assert.equal(decodeJob({ job: { ...wire, body_tgt: ' \n' } }).translatedText, ' \n');
  });

  it('reads the addresses of a file, and that it is ready', () => {
    const of = (fields: object): unknown => decodeJob({ job: { ...wire, ...fields } }).file;
    assert.equal(of({}), undefined);
    assert.equal(of({ file_download_ready: true }), undefined, 'Text jobs have the flag, too.');
    assert.equal(of({ file_url_src: '', file_url_tgt: null }), undefined);
    assert.deepEqual(of({ type: 'file' }), { ready: false });
    assert.deepEqual(of({ file_url_src: 'https://a/s', file_download_ready: false }), {
      sourceUrl: 'https://a/s',
      ready: false,
    });
    assert.deepEqual(of({ file_url_src: 'https://a/s', file_url_tgt: 'https://a/t', file_download_ready: '1' }), {
      sourceUrl: 'https://a/s',
      targetUrl: 'https://a/t',
      ready: true,
    });
  });

  it('reads a job without a status', () => {
    assert.equal(decodeJob({ job: { ...wire, status: undefined } }).status, '');
  });

  it('reads jobs as an array and as a dictionary', () => {
    const other = { ...wire, job_id: 2 };
    for (const jobs of [[wire, other], { a: wire, b: other }])
      assert.deepEqual(
        decodeJobs({ jobs }, strict).map(({ id }) => id),
        ['659079', '2'],
      );
    assert.deepEqual(decodeJobs({ jobs: {} }, strict), []);
  });

  it('omits a price or a length that is not a plain decimal, and reads the rest', () => {
    for (const bad of ['', ' ', 'much', '1,234.50', '1.234,50', '1,5', -1, '-0.05', {}, [], true]) {
      const job = decodeJob({ job: { ...wire, credits: bad, unit_count: bad } });
      assert.deepEqual(
        [job.credits, job.unitCount, job.translatedText],
        [undefined, undefined, wire.body_tgt],
        JSON.stringify(bad),
      );
    }
    assert.deepEqual(
      [
        decodeJob({ job: { ...wire, credits: null } }).credits,
        decodeJob({ job: { ...wire, credits: ' 1234.50 ' } }).credits,
      ],
      [0, 1234.5],
    );
  });

  it('reports the jobs that cannot be read, with their ids, and reads the others', () => {
    const reported: UnreadableRow[] = [];
    const bad = [
      { ...wire, job_id: 7, status: {} },
      { ...wire, job_id: undefined },
      null,
      'x',
      { ...wire, job_id: ' 8 ', body_src: 5 },
      { ...wire, order_id: [] },
    ];
    const jobs = decodeJobs({ jobs: [wire, ...bad, { ...wire, job_id: 9 }] }, { report: (row) => reported.push(row) });
    assert.deepEqual(
      jobs.map(({ id }) => id),
      ['659079', '9'],
    );
    assert.deepEqual(
      reported.map(({ id }) => id),
      ['7', undefined, undefined, undefined, '8', '659079'],
    );
    assert.match(reported[0]!.problem, /^response\.jobs\[1\]\.status is of type object, expected a string/);
  });

  for (const [response, message] of [
    [{ jobs: 'none' }, /^response\.jobs is a string/],
    [undefined, /^response is absent/],
  ] as const) {
    it(`names the location: ${message.source}`, () => {
      assert.throws(() => decodeJobs(response, strict), undecodable(message));
    });
  }
});

describe('decoding an order', () => {
  const order = {
    order_id: 155,
    total_credits: '1.20',
    total_units: '30',
    total_jobs: '6',
    currency: 'USD',
    as_group: 0,
    jobs_queued: '0',
    jobs_available: ['1', 2],
    jobs_approved: [],
  };

  it('reads lists by status', () => {
    assert.deepEqual(
      decodeOrder(
        { order: { ...order, jobs_cancelled: ['3'], jobs_held: ['4'], jobs_revising: ['5'] } },
        '155',
        strict,
      ),
      {
        id: '155',
        totalCredits: 1.2,
        totalUnits: 30,
        totalJobs: 6,
        currency: 'USD',
        queuedCount: 0,
        jobIds: { available: ['1', '2'], approved: [], canceled: ['3'], hold: ['4'], revising: ['5'] },
      },
    );
  });

  for (const [queued, count] of [
    [3, 3],
    ['3', 3],
    [['7', '8'], 2],
    [[], 0],
    [null, 0],
    [undefined, 0],
  ] as const) {
    it(`reads jobs_queued ${JSON.stringify(queued)} as ${count}`, () => {
      assert.equal(decodeOrder({ order: { ...order, jobs_queued: queued } }, '155', strict).queuedCount, count);
    });
  }

  it('keeps the ids of queued jobs if the order has them', () => {
    assert.deepEqual(decodeOrder({ order: { ...order, jobs_queued: [7] } }, '155', strict).jobIds['queued'], ['7']);
  });

  it('joins both spellings of one status, and reads dictionaries and null as lists', () => {
    const { jobIds } = decodeOrder(
      { order: { ...order, jobs_canceled: { 0: '1' }, jobs_cancelled: ['2'], jobs_pending: null } },
      '155',
      strict,
    );
    assert.deepEqual(jobIds['canceled'], ['1', '2']);
    assert.equal(jobIds['pending'], undefined);
  });

  it('counts the jobs if the total is missing', () => {
    assert.equal(
      decodeOrder({ order: { order_id: 1, jobs_queued: 3, jobs_pending: ['1'] } }, '155', strict).totalJobs,
      4,
    );
  });

  it('reports a list, an id and a count that cannot be read, and reads the others', () => {
    const problems: string[] = [];
    const context = { report: ({ problem }: UnreadableRow) => problems.push(problem) };
    const bad = {
      ...order,
      order_id: undefined,
      total_credits: '1,234.50',
      jobs_available: ['1', ''],
      jobs_approved: 'none',
      jobs_pending: ['3'],
      jobs_queued: 'some',
      jobs_x$y: 5,
    };
    assert.deepEqual(decodeOrder({ order: bad }, '155', context), {
      id: '155',
      totalUnits: 30,
      totalJobs: 6,
      currency: 'USD',
      jobIds: { available: ['1'], approved: [], pending: ['3'], x$y: [] },
    });
    assert.equal(problems.length, 4);
    assert.match(problems.join('\n'), /jobs_available\[1\] is an empty string, expected an id/);
    assert.doesNotMatch(problems.join('\n'), /x\$y/, 'Names from the service must not be repeated.');
  });
});

describe('decoding a placed order', () => {
  const known = { ...wire, body_src: 'a' };

  it('reads an order of new jobs', () => {
    const placed = decodePlacedOrder(
      { order_id: 5, job_count: '2', credits_used: '0.10', currency: 'USD' },
      [sent('a'), sent('b')],
      strict,
    );
    assert.deepEqual(placed, { orderId: '5', jobCount: 2, creditsUsed: 0.1, currency: 'USD', knownJobs: new Map() });
  });

  const shapes: Readonly<Record<string, unknown>> = {
    'an array by key': { a: [known] },
    'a job by key': { a: known },
    'an array of arrays, shorter than the order': [[known]],
    'an array of jobs, shorter than the order': [known],
    'an array in the places of the order': [[known], null],
    'a dictionary by position': { 0: [known], 1: [] },
  };
  for (const [what, jobs] of Object.entries(shapes)) {
    it(`reads known jobs: ${what}`, () => {
      const placed = decodePlacedOrder(
        { order_id: 5, job_count: 2, credits_used: '0.00', jobs },
        [sent('b'), sent('a')].toReversed(),
        strict,
      );
      assert.deepEqual(
        [...placed.knownJobs].map(([key, found]) => [key, found.map(({ id }) => id)]),
        [['a', ['659079']]],
      );
    });
  }

  it('reads several known jobs with the same text', () => {
    const placed = decodePlacedOrder({ jobs: { a: [known, { ...known, job_id: 2 }] } }, [sent('a')], strict);
    assert.deepEqual(
      placed.knownJobs.get('a')?.map(({ id }) => id),
      ['659079', '2'],
    );
  });

  it('returns the jobs of the identical job for a repeated one', () => {
    const response = {
      order_id: 1,
      credits_used: 0,
      jobs: { b: { duplicate: 'a' }, a: [known], c: { duplicate: 'd' } },
    };
    const { knownJobs } = decodePlacedOrder(
      response,
      ['a', 'b', 'c', 'd'].map((key) => sent(key)),
      strict,
    );
    assert.deepEqual(knownJobs.get('b'), knownJobs.get('a'));
    assert.deepEqual(knownJobs.get('c'), []);
  });

  it('reads known jobs of an order with files, by key and by position', () => {
    const files = [{ key: 'f', identifier: 'abc' }, sent('a')];
    for (const jobs of [{ f: [known] }, [[known], null]]) {
      assert.deepEqual(
        [...decodePlacedOrder({ order_id: 5, credits_used: 0, jobs }, files, strict).knownJobs.keys()],
        ['f'],
        JSON.stringify(jobs),
      );
    }
  });

  it('needs no order id and no price if every job was known', () => {
    for (const order_id of [undefined, null, '', 0, '0']) {
      const placed = decodePlacedOrder({ order_id, jobs: { a: [known] } }, [sent('a')], strict);
      assert.equal('orderId' in placed, false);
      assert.deepEqual([placed.creditsUsed, placed.jobCount], [0, 1]);
    }
  });

  it('refuses an order without a readable price, and an empty answer', () => {
    assert.throws(
      () => decodePlacedOrder({ order_id: 5 }, [sent('a')], strict),
      undecodable(/^response\.credits_used is absent/),
    );
    assert.throws(() => decodePlacedOrder({}, [sent('a')], strict), undecodable(/^response\.order_id is absent/));
    for (const credits_used of ['', '1,234.50', -1, {}])
      assert.throws(
        () => decodePlacedOrder({ order_id: 5, credits_used }, [sent('a')], strict),
        undecodable(/^response\.credits_used is/),
      );
  });

  it('reads an order although a known job cannot be read or was not sent', () => {
    const reported: UnreadableRow[] = [];
    const context = { report: (row: UnreadableRow) => reported.push(row) };
    const placed = decodePlacedOrder(
      {
        order_id: 5,
        credits_used: 0,
        jobs: { zzz: [{ ...known, body_src: 'of nobody' }], a: [{ ...known, status: 5 }] },
      },
      [sent('x'), sent('a')],
      context,
    );
    assert.deepEqual([placed.orderId, placed.knownJobs.get('a')], ['5', undefined]);
    assert.deepEqual(
      reported.map(({ id }) => id),
      ['659079', '659079'],
    );
  });
});

const entry = { credits: 0.24, unit_count: 8, eta: 7200, currency: 'USD', type: 'text', lc_src_detected: '' };

describe('decoding a quote', () => {
  it('returns custom data', () => {
    assert.equal(decodeQuote({ jobs: { a: { ...entry, custom_data: 'mine' } } }, [sent('a')])[0]?.customData, 'mine');
  });

  it('removes secrets from the errors of single jobs', () => {
    const jobs = { a: { err: { code: 1551, msg: 'no SECRET' } } };
    assert.throws(
      () => decodeQuote({ jobs }, [sent('a')], { redact: (text) => text.replaceAll('SECRET', '…') }),
      (error) =>
        error instanceof ServiceError &&
        error.serviceMessage === 'no …' &&
        error.jobErrors?.get('a')?.[0]?.message === 'no …',
    );
  });

  it('matches by key, and by position in an array', () => {
    const expected = [
      { key: 'a', credits: 0.24, unitCount: 8, etaSeconds: 7200, currency: 'USD' },
      { key: 'b', credits: 0.5, unitCount: 8, etaSeconds: 7200, currency: 'USD', detectedLanguage: 'en' },
    ];
    const second = { ...entry, credits: '0.5', lc_src_detected: 'en' };
    for (const jobs of [{ b: second, a: entry }, [entry, second], { 0: entry, 1: second }]) {
      assert.deepEqual(decodeQuote({ jobs }, [sent('a'), sent('b')]), expected);
    }
  });

  it('names the jobs with a missing or unreadable price', () => {
    const unpriced = (jobs: unknown, problem: RegExp): void => {
      assert.throws(
        () => decodeQuote({ jobs }, [sent('a'), sent('b')]),
        (error) => {
          assert.ok(error instanceof ServiceError);
          const [[key, [entry]] = ['', []]] = error.jobErrors ?? [];
          assert.deepEqual(
            [error.reason, error.meaning, error.isFinal, error.jobErrors?.size, key, entry?.meaning],
            ['unreadable', 'price-unreadable', true, 1, 'b', 'price-unreadable'],
          );
          assert.match(entry?.message ?? '', problem);
          return true;
        },
      );
    };
    unpriced({ a: entry }, /^response\.jobs\.b is absent/);
    unpriced({ a: entry, b: { unit_count: 1 } }, /^response\.jobs\.b\.credits is absent/);
    for (const credits of ['', '1,234.50', -0.24, {}])
      unpriced({ a: entry, b: { ...entry, credits } }, /^response\.jobs\.b\.credits is/);
  });

  it('reports jobs that were refused in an answer with opstat ok', () => {
    const jobs = { a: entry, b: { err: { code: '1551', msg: 'pair', key: 'b' } } };
    assert.throws(
      () => decodeQuote({ jobs }, [sent('a'), sent('b')]),
      (error) => {
        assert.ok(error instanceof ServiceError);
        assert.deepEqual([error.reason, error.outcome], ['invalid', 'refused']);
        assert.deepEqual(error.jobErrors, new Map([['b', [{ code: 1551, message: 'pair' }]]]));
        return true;
      },
    );
  });
});

describe('decoding the rest', () => {
  it('job lists', () => {
    assert.deepEqual(decodeJobStubs([{ job_id: 1, ctime: 5 }, { job_id: '2', ctime: '6' }, { job_id: '3' }], strict), [
      { id: '1', createdAt: 5000 },
      { id: '2', createdAt: 6000 },
      { id: '3' },
    ]);
  });

  it('revisions', () => {
    assert.deepEqual(decodeRevisions({ job_id: '1', revisions: [{ rev_id: '9', ctime: 5 }] }, strict), [
      { id: '9', createdAt: 5000 },
    ]);
    assert.deepEqual(decodeRevision({ revision: { body_tgt: null, ctime: '5' } }), {
      translatedText: '',
      createdAt: 5000,
    });
  });

  it('feedback, where 0 means no rating', () => {
    assert.deepEqual(decodeFeedback({ feedback: { rating: '3.0', for_translator: 'x' } }), {
      rating: 3,
      forTranslator: 'x',
    });
    assert.deepEqual(decodeFeedback({ feedback: { rating: '0.0', for_translator: null } }), {});
  });

  it('comments', () => {
    assert.deepEqual(decodeComments({ thread: [{ author: 'worker', body: null, ctime: 5 }] }, strict), [
      { author: 'worker', body: '', createdAt: 5000 },
    ]);
  });

  it('languages and pairs', () => {
    assert.deepEqual(
      decodeLanguages(
        [
          { language: 'Japanese', localized_name: '日本語', lc: 'ja', unit_type: 'character' },
          { lc: 'xx', unit_type: 'word' },
        ],
        strict,
      ),
      [
        { code: 'ja', name: 'Japanese', localizedName: '日本語', unitType: 'character' },
        { code: 'xx', name: 'xx', localizedName: 'xx', unitType: 'word' },
      ],
    );
    assert.deepEqual(decodeLanguagePairs([{ lc_src: 'en', lc_tgt: 'ja', tier: 'pro', unit_price: '0.0700' }], strict), [
      { source: 'en', target: 'ja', tier: 'pro', unitPrice: 0.07 },
    ]);
  });

  it('reports a row of a list that cannot be read, and reads the others', () => {
    const pair = { lc_src: 'en', lc_tgt: 'ja', tier: 'pro', unit_price: '0.05' };
    const lists: readonly (readonly [
      unknown,
      unknown,
      (rows: unknown, context: { readonly report: (row: UnreadableRow) => void }) => readonly unknown[],
    ])[] = [
      [pair, { ...pair, unit_price: '' }, decodeLanguagePairs],
      [pair, { ...pair, unit_price: -0.05 }, decodeLanguagePairs],
      [{ lc: 'en' }, { language: 'English' }, decodeLanguages],
      [
        { lc_src: 'en', lc_tgt: 'ja', tier: 'pro', translators: [] },
        { lc_src: 'en', lc_tgt: 'ja', tier: 'pro', translators: 'all' },
        decodePreferredTranslators,
      ],
      [{ id: 1 }, { id: {} }, decodeGlossaries],
      [{ job_id: 1 }, { ctime: 5 }, decodeJobStubs],
    ];
    for (const [good, bad, decode] of lists) {
      const reported: UnreadableRow[] = [];
      assert.equal(decode([good, bad, good], { report: (row) => reported.push(row) }).length, 2, JSON.stringify(bad));
      assert.match(reported.map(({ problem }) => problem).join(), /^response\[1\]\.\w+ is [^,]+(?:, expected [^,]+)?$/);
    }
  });

  it('unit counts, one for each text', () => {
    assert.throws(() => decodeUnitCounts([], 1), undecodable(/^response has 0 unit counts, expected 1/));
  });

  describe('lists, as arrays and as dictionaries', () => {
    const lists: Readonly<Record<string, readonly [item: unknown, decode: (list: unknown) => readonly unknown[]]>> = {
      jobs: [wire, (jobs) => decodeJobs({ jobs }, strict)],
      'job lists': [{ job_id: 1 }, (rows) => decodeJobStubs(rows, strict)],
      revisions: [{ rev_id: 1 }, (revisions) => decodeRevisions({ revisions }, strict)],
      comments: [{ author: 'customer', body: 'x' }, (thread) => decodeComments({ thread }, strict)],
      languages: [{ lc: 'en', unit_type: 'word' }, (rows) => decodeLanguages(rows, strict)],
      'language pairs': [
        { lc_src: 'en', lc_tgt: 'ja', tier: 'pro', unit_price: 1 },
        (rows) => decodeLanguagePairs(rows, strict),
      ],
      'unit counts': [
        { text: 'x', lc: 'en', unit_type: 'word', unit_count: 1 },
        (counts) => decodeUnitCounts(counts, 2),
      ],
      'preferred translators': [
        { lc_src: 'en', lc_tgt: 'ja', tier: 'pro', translators: { 0: { id: 1 }, 1: { id: 2 } } },
        (rows) => decodePreferredTranslators(rows, strict),
      ],
      glossaries: [{ id: 1 }, (rows) => decodeGlossaries(rows, strict)],
      'ids of an order': [
        '1',
        (ids) => decodeOrder({ order: { order_id: 1, jobs_pending: ids } }, '155', strict).jobIds['pending'] ?? [],
      ],
      quotes: [entry, (jobs) => decodeQuote({ jobs }, [sent('a'), sent('b')])],
    };
    for (const [what, [item, decode]] of Object.entries(lists)) {
      it(what, () => {
        const fromArray = decode([item, item]);
        assert.equal(fromArray.length, 2);
        assert.deepEqual(decode({ 0: item, 1: item }), fromArray);
        if (what !== 'ids of an order') assert.throws(() => decode('none'), UndecodableError);
      });
    }
  });

  it('glossaries', () => {
    const glossary = {
      id: 115,
      customer_user_id: '50110',
      source_language_id: 8,
      source_language_code: 'en-US',
      target_languages: [
        [14, 'ja'],
        ['15', 'zh-tw'],
      ],
      is_public: '0',
      unit_count: '133',
      description: null,
      ctime: '2012-07-19 02:57:10.526565',
      title: '1342666627_50110.csv',
      status: 1,
    };
    const expected = {
      id: '115',
      title: '1342666627_50110.csv',
      sourceLanguage: 'en-US',
      targetLanguages: ['ja', 'zh-tw'],
      unitCount: 133,
      isPublic: false,
      createdAt: '2012-07-19 02:57:10.526565',
    };
    assert.deepEqual(decodeGlossary(glossary), expected);
    assert.deepEqual(
      decodeGlossaries(
        [
          {
            ...glossary,
            target_languages: { 0: { 0: 14, 1: 'ja' }, 1: 'zh-tw' },
            description: 'Terms',
            is_public: true,
          },
        ],
        strict,
      ),
      [{ ...expected, description: 'Terms', isPublic: true }],
    );
    assert.deepEqual(decodeGlossary({ id: '1' }), {
      id: '1',
      title: '',
      sourceLanguage: '',
      targetLanguages: [],
      unitCount: 0,
      isPublic: false,
    });
    assert.throws(() => decodeGlossary({ title: 'x' }), undecodable(/^response\.id is absent/));
  });

  it('the account', () => {
    assert.deepEqual(
      decodeStats({
        credits_spent: '-1023.31',
        user_since: 1_234_089_500,
        currency: 'USD',
        billing_type: '',
        customer_type: 'Retail',
      }),
      {
        creditsSpent: -1023.31,
        userSince: 1_234_089_500_000,
        currency: 'USD',
        customerType: 'Retail',
      },
    );
    assert.deepEqual(decodeBalance({ credits: '25.32', currency: null }), { credits: 25.32 });
    assert.deepEqual(
      decodePreferredTranslators(
        [{ lc_src: 'en', lc_tgt: 'ja', tier: 'pro', translators: [{ id: 8596, last_login: 1_375_824_155 }] }],
        strict,
      ),
      [{ source: 'en', target: 'ja', tier: 'pro', translators: [{ id: '8596', lastLogin: 1_375_824_155_000 }] }],
    );
  });
});
