import assert from 'node:assert/strict';
import { formatWireJson, integerOfId, parseWireJson } from '../../../../src/service/interface/wireJson.ts';

describe('parseWireJson', () => {
  it('keeps the digits of integers above 2^53', () => {
    assert.deepEqual(parseWireJson('{"job_id":9007199254740993,"jobs":[18446744073709551615, -9007199254740993 ]}'), {
      job_id: '9007199254740993',
      jobs: ['18446744073709551615', '-9007199254740993'],
    });
    assert.equal(parseWireJson('12345678901234567890'), '12345678901234567890');
  });

  it('reads everything else as JSON.parse does', () => {
    const values = [
      9007199254740991,
      1.5e300,
      0.1234567890123456,
      1234567890123456.5,
      '9007199254740993',
      'a "9007199254740993" \\',
      '\\"9007199254740993, 9007199254740993\\\\',
      { '9007199254740993': ['x\u2028', '\\\\"', null, true] },
    ];
    for (const value of values) {
      const json = JSON.stringify([value, '9007199254740993', value]);
      assert.deepEqual(parseWireJson(json), JSON.parse(json));
    }
    for (const broken of ['{"a":9007199254740993', '[9007199254740993,]', '9007199254740993 1', '"9007199254740993'])
      assert.throws(() => parseWireJson(broken), SyntaxError);
  });

  it('reads a long text with many numbers in linear time', () => {
    const text = '\\"'.repeat(200_000) + '9007199254740993 '.repeat(20_000);
    assert.deepEqual(parseWireJson(`{"text":${JSON.stringify(text)},"id":9007199254740993}`), {
      text,
      id: '9007199254740993',
    });
  });
});

describe('formatWireJson', () => {
  it('formats a bigint as an integer, and everything else as JSON.stringify does', () => {
    const id = integerOfId('9007199254740993');
    assert.equal(
      formatWireJson({ ids: [{ job_id: id }], text: '"9007199254740993"' }),
      '{"ids":[{"job_id":9007199254740993}],"text":"\\"9007199254740993\\""}',
    );
    const value = { a: [1, undefined, 'x'], b: undefined };
    assert.equal(formatWireJson(value), JSON.stringify(value));
  });
});

describe('integerOfId', () => {
  it('converts integers without loss, and nothing else', () => {
    assert.equal(integerOfId('659079'), 659079);
    assert.equal(integerOfId('18446744073709551615'), 18446744073709551615n);
    for (const id of ['007', '0', '', '-1', '1.0', '1e3', 'abc', '１']) assert.equal(integerOfId(id), undefined, id);
  });
});
