import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { xliff } from '../../../../src/formats/xliff/xliff.ts';

/** A `<file>`: its original, and its units. */
type FileSpec = readonly [original: string, units: readonly string[]];

/** A document of XLIFF 1.2 or 2.0. */
function document(version: 1 | 2, language: string | undefined, files: readonly FileSpec[]): string {
  const target = language === undefined ? '' : ` ${version === 1 ? 'target-language' : 'trgLang'}="${language}"`;
  if (version === 2) {
    const parts = files.map(([id, units]) => `  <file id="${id}">\n${units.join('')}  </file>\n`);
    return `<xliff version="2.0" srcLang="en"${target}>\n${parts.join('')}</xliff>\n`;
  }
  const parts = files.map(
    ([original, units]) =>
      `  <file source-language="en"${target} original="${original}">\n    <body>\n${units.join('')}    </body>\n  </file>\n`,
  );
  return `<xliff version="1.2">\n${parts.join('')}</xliff>\n`;
}

function unitOf(version: 1 | 2): (id: string, target?: string) => string {
  return (id, target) => {
    const source = `<source>Text ${id}</source>`;
    const content = target === undefined ? source : `${source}<target>${target}</target>`;
    if (version === 1) return `      <trans-unit id="${id}">${content}</trans-unit>\n`;
    return `    <unit id="${id}"><segment>${content}</segment></unit>\n`;
  };
}

function read(text: string, source: string): unknown {
  return xliff.read(text, 'de', source).map(({ id, text: translation }) => [id, translation]);
}

function write(text: string, source: string, translations: Record<string, string>): string {
  const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de' };
  return applyEdits(text, xliff.write(text, new Map(Object.entries(translations)), context));
}

for (const version of [1, 2] as const) {
  const unit = unitOf(version);
  const german = (...files: readonly FileSpec[]): string => document(version, 'de', files);

  describe(`XLIFF ${version} with several files`, () => {
    const source = document(version, undefined, [['app', [unit('a'), unit('b'), unit('c')]]]);

    it('finds the strings of one file of the source in several of the target, with its name or others', () => {
      const expected = [
        ['a', 'A'],
        ['b', 'B'],
      ];
      for (const secondName of ['app', 'other', '']) {
        const target = german(['app', [unit('a', 'A')]], [secondName, [unit('b', 'B')]]);
        assert.deepEqual(read(target, source), expected, secondName);
      }
    });

    it('writes and inserts strings in such a target', () => {
      for (const secondName of ['app', 'other']) {
        const target = german(['app', [unit('a', 'A')]], [secondName, [unit('c', 'C')]]);
        assert.equal(
          write(target, source, { a: 'Ä', b: 'B', c: 'Z' }),
          german(['app', [unit('a', 'Ä'), unit('b', 'B')]], [secondName, [unit('c', 'Z')]]),
        );
      }
    });

    it('inserts next to the neighbor, in whichever file that is', () => {
      const target = german(['app', [unit('a', 'A')]], ['app', [unit('b', 'B')]]);
      assert.equal(
        write(target, source, { c: 'C' }),
        german(['app', [unit('a', 'A')]], ['app', [unit('b', 'B'), unit('c', 'C')]]),
      );
    });

    it('reads the last of several units with an id that the source has once, and writes that one', () => {
      const target = german(['app', [unit('a', 'Alt'), unit('b', 'B')]], ['app', [unit('a', 'Neu')]]);
      assert.deepEqual(
        xliff
          .read(target, 'de', source)
          .filter(({ id }) => id === 'a')
          .map(({ text }) => text),
        ['Neu'],
      );
      assert.equal(
        write(target, source, { a: 'Neuer', c: 'C' }),
        german(['app', [unit('a', 'Alt'), unit('b', 'B'), unit('c', 'C')]], ['app', [unit('a', 'Neuer')]]),
      );
    });

    it('fills a unit of the target that has no source', () => {
      if (version === 2) return; // There, the schema and all readers require it.
      const target = german(['app', ['      <trans-unit id="a" resname="a"><target>A</target></trans-unit>\n']]);
      assert.deepEqual(read(target, source), [['a', 'A']]);
      assert.deepEqual(xliff.read(target), []);
      assert.equal(write(target, source, { a: 'Ä' }), target.replace('>A<', '>Ä<'));
      // Of a file in the source language, the targets are the texts.
      const english = document(1, 'en', [
        ['app', ['      <trans-unit id="a" resname="a"><target>A</target></trans-unit>\n']],
      ]);
      assert.deepEqual(
        xliff.read(english).map(({ id, text }) => [id, text]),
        [['a', 'A']],
      );
      assert.equal(write('', english, { a: 'Ä' }), target.replace('>A<', '>Ä<'));
    });

    const divided = document(version, undefined, [
      ['app', [unit('a'), unit('b')]],
      ['web', [unit('a'), unit('c')]],
    ]);

    it('distinguishes equal ids in different files', () => {
      assert.deepEqual(
        xliff.read(divided).map(({ id }) => id),
        ['app.a', 'app.b', 'web.a', 'web.c'],
      );
      const target = german(['web', [unit('a', 'W'), unit('c', 'C')]], ['app', [unit('a', 'A')]]);
      assert.deepEqual(read(target, divided), [
        ['web.a', 'W'],
        ['web.c', 'C'],
        ['app.a', 'A'],
      ]);
      assert.equal(
        write(target, divided, { 'app.b': 'B', 'web.a': 'Ä' }),
        german(['web', [unit('a', 'Ä'), unit('c', 'C')]], ['app', [unit('a', 'A'), unit('b', 'B')]]),
      );
    });

    it('finds the strings of several files in one of the target, and adds the file that it lacks', () => {
      const target = german(['app', [unit('b', 'B')]]);
      assert.deepEqual(read(target, divided), [['app.b', 'B']]);
      assert.equal(
        write(target, divided, { 'app.a': 'A', 'web.a': 'W' }),
        german(['app', [unit('a', 'A'), unit('b', 'B')]], ['web', [unit('a', 'W')]]),
      );
      const single = german(['all', [unit('b', 'B'), unit('c', 'C')]]);
      assert.deepEqual(read(single, divided), [
        ['app.b', 'B'],
        ['web.c', 'C'],
      ]);
    });

    it('keeps the ids of a source whose files have one name and equal ids', () => {
      const twice = document(version, undefined, [
        ['app', [unit('a')]],
        ['app', [unit('a')]],
      ]);
      assert.deepEqual(
        xliff.read(twice).map(({ id }) => id),
        ['1.a', '2.a'],
      );
      const target = german(['app', [unit('a', 'A')]], ['app', []]);
      assert.deepEqual(read(target, twice), [['1.a', 'A']]);
      assert.equal(write(target, twice, { '2.a': 'Ä' }), german(['app', [unit('a', 'A')]], ['app', [unit('a', 'Ä')]]));
    });
  });
}
