import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits, invertEdits } from '../../../../../src/formats/formats.ts';
import type { TextEdit } from '../../../../../src/formats/format.ts';
import { isTargetPath, openSourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { memoryProject } from '../../memoryProject.ts';
import { writeUnits } from '../../../../../src/orders/units/files/composeDelivery.ts';

const settings = { patterns: [], sourceLocale: 'en' };

const edits = fc
  .array(fc.record({ gap: fc.nat(4), length: fc.nat(4), text: fc.string({ unit: 'grapheme', maxLength: 5 }) }), {
    maxLength: 6,
  })
  .map((parts) => {
    let at = 0;
    return parts.map(({ gap, length, text }): TextEdit => {
      const start = at + gap;
      at = start + length;
      return { start, end: at, text };
    });
  });

describe('writeUnits', () => {
  it('inverts any edits', () => {
    fc.assert(
      fc.property(edits, fc.string({ minLength: 60, maxLength: 80 }), (made, before) => {
        assert.equal(applyEdits(applyEdits(before, made), invertEdits(before, made)), before);
      }),
    );
  });

  it('writes the units that the format can represent, and none of a job with one that it cannot', async () => {
    const source = await openSourceFile(
      memoryProject({ 'locales/en.json': { a: 'A', b: 'B', c: 'C', d: { e: 'E' }, f: 'F' } }),
      'locales/en.json',
      settings,
    );
    let tries = 0;
    const counting = {
      ...source,
      format: {
        ...source.format,
        write: (...call: Parameters<typeof source.format.write>) => {
          tries += 1;
          return source.format.write(...call);
        },
      },
    };
    const units = [
      { jobId: '1', key: 'a', text: '一' },
      { jobId: '2', key: 'gone', text: '二' },
      { jobId: '2', key: 'b', text: '二' },
      { jobId: '3', key: 'd.e', text: '三' },
      { jobId: '4', key: 'c', text: 'half \uD83D' },
      { jobId: '5', key: 'f', text: '五' },
    ];
    const written = await writeUnits({
      source: counting,
      targetFile: 'locales/ja.json',
      targetText: '{}',
      targetLocale: 'ja',
      units,
    });
    assert.deepEqual(JSON.parse(applyEdits('{}', written.edits)), { a: '一', d: { e: '三' }, f: '五' });
    assert.deepEqual(
      written.units.map(({ jobId }) => jobId),
      ['1', '3', '5'],
    );
    assert.deepEqual(
      written.refused.map(({ key }) => key),
      ['gone', 'b', 'c'],
    );
    assert.deepEqual(
      written.unwritable.map(({ key }) => key),
      ['gone', 'c'],
    );
    assert.ok(tries < 15, String(tries));
    const none = await writeUnits({
      source,
      targetFile: 'locales/ja.json',
      targetText: '{}',
      targetLocale: 'ja',
      units: units.slice(1, 3),
    });
    assert.deepEqual(none.units, []);
  });
});

describe('isTargetPath', () => {
  it('accepts only the paths of a project’s translations', async () => {
    const source = await openSourceFile(
      memoryProject({ 'locales/en.json': '{}', 'locales/zh-CN.json': '{}', 'locales/pt_BR.json': '{}' }),
      'locales/en.json',
      settings,
    );
    assert.deepEqual(
      [isTargetPath(source, 'locales/zh-CN.json', 'zh-Hans'), isTargetPath(source, 'locales/ja.json', 'ja')],
      [true, true],
    );
    for (const [path, locale] of [
      ['locales/en.json', 'en'],
      ['locales/en.json', 'ja'],
      ['locales/ja.json', 'fr'],
      ['other/ja.json', 'ja'],
      ['locales/../locales/ja.json', 'ja'],
      ['package.json', 'ja'],
    ] as const) {
      assert.equal(isTargetPath(source, path, locale), false, `${path} for ${locale}`);
    }
  });
});
