import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  formatCustomData,
  parseCustomData,
  type CustomData,
} from '../../../../../src/orders/model/order/customData.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';

const data: CustomData = {
  project: 'a1b2c3d4',
  intent: '0123456789ab',
  number: 7,
  sourceHash: '0123456789abcdef',
  locale: 'zh-Hant-TW',
  file: 'locales/en.json',
  key: 'nav.home',
};

const passage: CustomData = {
  project: 'a1b2c3d4',
  intent: '0123456789ab',
  number: 1,
  sourceHash: '0123456789abcdef',
  locale: 'ja',
};

describe('customData', () => {
  it('writes compact JSON, and parses it to the same data', () => {
    assert.equal(
      formatCustomData(data),
      '{"ht":1,"p":"a1b2c3d4","i":"0123456789ab","n":7,"h":"0123456789abcdef",' +
        '"l":"zh-Hant-TW","f":"locales/en.json","k":"nav.home"}',
    );
    assert.deepEqual(parseCustomData(formatCustomData(data)), data);
    assert.deepEqual(parseCustomData(formatCustomData(passage)), passage);
  });

  it('never exceeds 1024 bytes, and keeps as many members as fit', () => {
    const long = { ...data, key: '鍵'.repeat(400) };
    const text = formatCustomData(long);
    assert.ok(Buffer.byteLength(text) <= 1024);
    assert.deepEqual(parseCustomData(text), {
      ...passage,
      number: 7,
      locale: 'zh-Hant-TW',
      file: 'locales/en.json',
      keyHash: hashText(long.key),
    });
    const longer = formatCustomData({ ...long, file: `${'pfad/'.repeat(300)}en.json` });
    assert.ok(Buffer.byteLength(longer) <= 1024);
    assert.equal(parseCustomData(longer)?.file, undefined);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 2000 }),
        fc.string({ unit: 'grapheme', maxLength: 2000 }),
        (file, key) => {
          const written = formatCustomData({ ...data, file, key });
          const read = parseCustomData(written);
          assert.ok(Buffer.byteLength(written) <= 1024);
          assert.equal(read?.sourceHash, data.sourceHash);
          if (read?.key !== undefined) assert.equal(read.key, key);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('ignores data that this extension did not write', () => {
    const own = JSON.parse(formatCustomData(data)) as object;
    const foreign = [
      '',
      '{',
      '[]',
      'null',
      '"ht"',
      '12',
      '{}',
      '{"ht":2}',
      '{"ht":1}',
      JSON.stringify({ ...own, n: '7' }),
    ];
    const hostile = [
      JSON.stringify({ ...own, n: 1.5 }),
      JSON.stringify({ ...own, f: ['locales/en.json'] }),
      `{"x":"${'x'.repeat(1_000_000)}",${formatCustomData(data).slice(1)}`,
      '['.repeat(100_000),
      '{"__proto__":{"ht":1,"p":"a","i":"b","n":1,"h":"c","l":"ja"}}',
    ];
    for (const text of [undefined, ...foreign, ...hostile])
      assert.equal(parseCustomData(text), undefined, text?.slice(0, 80));
    const members = formatCustomData({ ...data, number: 1 }).slice(1);
    const polluting = `{"__proto__":{"file":"evil"},"constructor":1,${members}`;
    assert.deepEqual(parseCustomData(polluting), { ...data, number: 1 });
    assert.equal(({} as { file?: string }).file, undefined);
  });
});
