import assert from 'node:assert/strict';
import { applyEdits, formatFor } from '../../../src/formats/formats.ts';

describe('formatFor', () => {
  const cases: readonly [string, string | undefined][] = [
    ['locales/en.json', 'json'],
    ['locales\\en.JSON', 'json'],
    ['i18n/de.jsonc', 'json'],
    ['package.nls.json', 'package-nls'],
    ['ext/package.nls.pt-br.json', 'package-nls'],
    ['l10n/bundle.l10n.ja.json', 'package-nls'],
    ['_locales/en/messages.json', undefined],
    ['src/messages.json', 'json'],
    ['de.po', undefined],
    ['json', undefined],
  ];
  for (const [path, id] of cases) {
    it(`takes ${path} for ${id ?? 'nothing it knows'}`, async () => {
      assert.equal((await formatFor(path, '{}'))?.id, id);
    });
  }
});

describe('applyEdits', () => {
  it('replaces, inserts and deletes in one pass', () => {
    const edits = [
      { start: 0, end: 0, text: '<' },
      { start: 1, end: 3, text: 'X' },
      { start: 3, end: 3, text: '!' },
      { start: 4, end: 5, text: '' },
    ];
    assert.equal(applyEdits('abcdef', edits), '<aX!df');
    assert.equal(applyEdits('abc', []), 'abc');
  });

  for (const [what, edits] of [
    ['unsorted', [{ start: 2, end: 2, text: '' }, { start: 1, end: 1, text: '' }]],
    ['overlapping', [{ start: 0, end: 2, text: '' }, { start: 1, end: 3, text: '' }]],
    ['reversed', [{ start: 2, end: 1, text: '' }]],
    ['beyond the end', [{ start: 2, end: 4, text: '' }]],
  ] as const) {
    it(`refuses edits that are ${what}`, () => {
      assert.throws(() => applyEdits('abc', edits), RangeError);
    });
  }
});
