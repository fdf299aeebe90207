import assert from 'node:assert/strict';
import { hostileStrings } from '../../laws/hostileStrings.ts';
import { compareReadings, writeEveryText, type WrittenFile } from '../../verify/writtenFile.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const any = (): Promise<boolean> => Promise.resolve(true);

describe('writeEveryText', () => {
  it('replaces every text of a locale file', async () => {
    const written = await writeEveryText('locales/fr.json', bytes('{ "a": "Un", "b": { "c": "Deux" }, "n": 3 }'), any);
    assert.ok(written);
    const after = JSON.parse(new TextDecoder().decode(written.after)) as { a: string; b: { c: string }; n: number };
    assert.deepEqual(
      written.texts.map((text) => text.after),
      [after.a, after.b.c],
    );
    assert.ok(after.a.startsWith('Un') && after.a !== 'Un' && after.n === 3);
  });

  it('writes a harmless text where the format refuses one that is hard to write', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `K${index}="text ${index}"`).join('\n');
    const written = await writeEveryText('language/fr-FR/fr-FR.ini', bytes(many), any);
    assert.ok(written);
    const after = new TextDecoder().decode(written.after).split('\n');
    assert.deepEqual([after.length, written.texts.length, written.refused], [200, 200, 0]);
    // Line breaks are refused; the other texts are still the ones that are hard to write.
    const isHarmless = (index: number): boolean => written.texts[index]?.after === `text ${index} é${index}`;
    const lineBreak = hostileStrings.indexOf('\n');
    assert.ok(isHarmless(lineBreak) && !isHarmless(lineBreak - 1) && !isHarmless(hostileStrings.indexOf('é')));
  });

  it('skips a file whose format is not wanted', async () => {
    const formats: string[] = [];
    const written = await writeEveryText('locales/fr.json', bytes('{ "a": "Un" }'), (format) => {
      formats.push(format);
      return Promise.resolve(false);
    });
    assert.deepEqual([written, formats], [undefined, ['json']]);
  });

  it('returns undefined for a file that is not a locale file', async () => {
    assert.equal(await writeEveryText('src/main.c', bytes('int main;'), any), undefined);
  });
});

describe('compareReadings', () => {
  const file: WrittenFile = {
    formatId: 'json',
    before: bytes(''),
    after: bytes(''),
    refused: 0,
    texts: [
      { id: 'a', before: 'one', after: 'one é' },
      { id: 'b', before: 'a <b>bold</b> one', after: 'a <b>bold</b> one é' },
    ],
  };
  const compare = (
    after: Readonly<Record<string, string>> | string,
    before: Readonly<Record<string, string>> = original,
  ) => compareReadings(file, { values: before }, typeof after === 'string' ? { error: after } : { values: after });
  const original = { a: 'one', b: 'a bold one', c: 'kept' };

  it('counts the texts that the other program reads as written', () => {
    assert.deepEqual(compare({ a: 'one é', b: 'a bold one é', c: 'kept' }), { same: 2, unseen: 0, violations: [] });
  });

  it('counts a text that the other program does not read', () => {
    assert.deepEqual(compare({ a: 'one é', c: 'kept' }, { a: 'one', c: 'kept' }), {
      same: 1,
      unseen: 1,
      violations: [],
    });
  });

  for (const [what, after] of [
    ['another text', { a: 'one ?', b: 'a bold one é', c: 'kept' }],
    ['a changed value that was not written', { a: 'one é', b: 'a bold one é', c: 'lost' }],
    ['a value that disappeared', { a: 'one é', b: 'a bold one é' }],
    ['a new value', { a: 'one é', b: 'a bold one é', c: 'kept', d: 'new' }],
    ['a refusal', 'line 3: not JSON'],
  ] as const) {
    it(`reports ${what}`, () => {
      assert.equal(compare(after)?.violations.length, 1);
    });
  }

  it('returns undefined for a file that the program did not accept before', () => {
    assert.equal(compareReadings(file, { error: 'no' }, { error: 'no' }), undefined);
  });
});
