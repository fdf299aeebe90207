import assert from 'node:assert/strict';
import { decodeQuotedFiles } from '../../../../src/service/decode/decodeQuote.ts';
import { unwrapEnvelope, type EnvelopeContext } from '../../../../src/service/decode/envelope.ts';
import { ServiceError } from '../../../../src/service/interface/serviceError.ts';

function open(body: string | Uint8Array, status = 200, context: EnvelopeContext = {}): unknown {
  return unwrapEnvelope({ status, body: typeof body === 'string' ? new TextEncoder().encode(body) : body }, context);
}

function failure(body: string | Uint8Array, status = 200, context: EnvelopeContext = {}): ServiceError {
  try {
    open(body, status, context);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('No failure.');
}

const error = (err: unknown): string => JSON.stringify({ opstat: 'error', err });

describe('unwrapEnvelope', () => {
  it('returns a response of any type', () => {
    assert.deepEqual(open('{"opstat":"ok","response":{"a":1}}'), { a: 1 });
    assert.deepEqual(open('{"opstat":"ok","response":[]}'), []);
    assert.equal(open('{"opstat":"ok"}'), undefined);
    assert.deepEqual(open('[{"unit_count":1}]'), [{ unit_count: 1 }]);
  });

  it('ignores a byte order mark', () => {
    assert.deepEqual(open('\uFEFF{"opstat":"ok","response":{}}'), {});
  });

  it('accepts a dictionary without an envelope only if `bare` is set', () => {
    assert.deepEqual(open('{"0":{"unit_count":1}}', 200, { bare: true }), { 0: { unit_count: 1 } });
    assert.equal(failure('{"0":{"unit_count":1}}').reason, 'unreadable');
    assert.equal(failure('{"opstat":"error","err":{"code":1000}}', 200, { bare: true }).reason, 'authentication');
  });

  it('accepts a successful body with an error status', () => {
    assert.deepEqual(open('{"opstat":"ok","response":{"a":1}}', 500), { a: 1 });
  });

  describe('f: several concatenated objects', () => {
    const broken = '{"opstat":"error","err":{"code":500,"msg":"a } \\" { b"}}';
    it('reads the last one if it is successful', () => {
      assert.deepEqual(open(`${broken}${broken}\n{"opstat":"ok","response":{"a":"}{"}}`), { a: '}{' });
    });
    it('reads the last one if it is an error', () => {
      assert.equal(failure(`${broken}{"opstat":"error","err":{"code":2650,"msg":""}}`).code, 2650);
    });
    for (const [what, tail] of [
      ['half an object', '{"opstat":"ok","resp'],
      ['half a string', '{"opstat":"ok'],
      ['a page', '<html></html>'],
    ] as const) {
      it(`refuses ${what} at the end`, () => {
        assert.equal(failure(broken + tail).reason, 'unreadable');
      });
    }
  });

  describe('shapes of err', () => {
    it('a: reads a code and a message', () => {
      const found = failure(error({ code: 2700, msg: 'not enough credits' }));
      assert.deepEqual(
        [found.reason, found.outcome, found.code, found.serviceMessage, found.httpStatus],
        ['credits', 'refused', 2700, 'not enough credits', 200],
      );
    });
    it('g: reads a code that is a string', () => {
      assert.equal(failure(error({ code: '1000', msg: '' })).reason, 'authentication');
    });
    it('b: reads errors of single jobs by key', () => {
      const found = failure(
        error({
          job_a: [
            { code: 1350, msg: 'body' },
            { code: '1400', msg: 'source' },
          ],
          job_b: [{ code: 1551, msg: 'pair' }],
        }),
      );
      assert.equal(found.reason, 'invalid');
      assert.equal(found.outcome, 'refused');
      assert.deepEqual(found.jobErrors?.get('job_a'), [
        { code: 1350, message: 'body' },
        { code: 1400, message: 'source' },
      ]);
      assert.deepEqual([...(found.jobErrors?.keys() ?? [])], ['job_a', 'job_b']);
    });
    it('h: reads the error of one file in a successful answer', () => {
      const answer = open(
        '{"opstat":"ok","response":{"jobs":{"a":{"err":{"filename":"a.xyz","code":"1802","key":"a"}}}}}',
      );
      assert.deepEqual(decodeQuotedFiles(answer, [{ key: 'a', filename: 'a.xyz' }]), [
        { kind: 'failed', key: 'a', filename: 'a.xyz', code: 1802, meaning: 'file-unsupported', message: '' },
      ]);
    });
    it('reads a list of errors of a call without jobs', () => {
      const found = failure(error([{ code: 2100, msg: 'job' }]));
      assert.deepEqual([found.reason, found.code, found.serviceMessage], ['not-found', 2100, 'job']);
    });
    it('b: reads errors of single jobs by position', () => {
      const context = { jobKeys: ['a', 'b'] };
      for (const err of [
        { 1: [{ code: 1551, msg: '' }] },
        [null, [{ code: 1551, msg: '' }]],
        [null, { code: 1551, msg: '' }],
      ]) {
        assert.deepEqual([...(failure(error(err), 200, context).jobErrors?.keys() ?? [])], ['b'], JSON.stringify(err));
      }
    });
    it('c: reads a message without a code, with unknown outcome', () => {
      const found = failure(error({ msg: 'no rows in result set' }));
      assert.deepEqual(
        [found.reason, found.outcome, found.code, found.serviceMessage],
        ['service', 'unknown', undefined, 'no rows in result set'],
      );
      assert.equal(failure(error({ msg: 'x' }), 500).reason, 'unavailable');
    });
    for (const body of [
      error({}),
      error(null),
      error('went wrong'),
      error([]),
      '{"opstat":"error"}',
      '{"opstat":"failure"}',
    ]) {
      it(`d: takes ${body} as an error with few details`, () => {
        const found = failure(body);
        assert.equal(found.reason, 'service');
        assert.equal(found.outcome, 'unknown');
      });
    }
    it('reads err in an ok without a response, or with an empty one, as an error', () => {
      for (const response of ['', ',"response":{}', ',"response":[]', ',"response":null']) {
        assert.equal(failure(`{"opstat":"ok","err":{"code":2100,"msg":""}${response}}`).reason, 'not-found');
      }
      assert.deepEqual(open('{"opstat":"ok","err":{},"response":{"a":1}}'), { a: 1 });
    });
  });

  describe('the meaning of a code', () => {
    const table = [
      [1100, 'authentication', 'refused'],
      [1551, 'invalid', 'refused'],
      [1754, 'duplicate-submit', 'unknown'],
      [2100, 'not-found', 'refused'],
      [2750, 'not-found', 'refused'],
      [2250, 'wrong-state', 'refused'],
      [2650, 'wrong-state', 'refused'],
      [2800, 'unavailable', 'unknown'],
      [404, 'not-found', 'unknown'],
      [400, 'invalid', 'unknown'],
      [500, 'unavailable', 'unknown'],
      [9999, 'service', 'unknown'],
    ] as const;
    for (const [code, reason, outcome] of table) {
      it(`${code} is ${reason}, ${outcome}`, () => {
        const found = failure(error({ code, msg: '' }));
        assert.deepEqual([found.reason, found.outcome], [reason, outcome]);
      });
    }
    it('one ambiguous job makes the outcome of the order unknown', () => {
      assert.equal(failure(error({ a: [{ code: 1551, msg: '' }], b: [{ code: 500, msg: '' }] })).outcome, 'unknown');
    });
  });

  describe('e: other answers', () => {
    const table = [
      ['', 200, 'unreadable'],
      ['<html>Bad gateway</html>', 200, 'unreadable'],
      ['<html>Bad gateway</html>', 502, 'unavailable'],
      ['', 503, 'unavailable'],
      ['slow down', 429, 'throttled'],
      ['{"opstat":"ok","resp', 200, 'unreadable'],
      ['{"response":{}}', 200, 'unreadable'],
      ['"ok"', 200, 'unreadable'],
      ['null', 200, 'unreadable'],
    ] as const;
    for (const [body, status, reason] of table) {
      it(`${JSON.stringify(body)} with ${status} is ${reason}`, () => {
        const found = failure(body, status);
        assert.deepEqual([found.reason, found.outcome, found.httpStatus], [reason, 'unknown', status]);
      });
    }
    it('rejects bytes that are not UTF-8', () => {
      assert.equal(failure(Buffer.from('{"opstat":"ok","response":"\xe9"}', 'latin1')).reason, 'unreadable');
    });
  });

  it('removes echoed secrets from the error', () => {
    const context = { redact: (text: string) => text.replaceAll('SECRET', '…') };
    assert.equal(
      failure(error({ code: 1000, msg: 'key SECRET is wrong' }), 200, context).serviceMessage,
      'key … is wrong',
    );
    const page = failure('<p>/v2/x?api_key=abc&amp;api_sig=def not found, SECRET</p>', 404, context).serviceMessage;
    assert.match(page ?? '', /not found/);
    assert.doesNotMatch(page ?? '', /SECRET|abc|def/);
  });
});
