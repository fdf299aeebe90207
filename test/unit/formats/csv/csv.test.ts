import assert from 'node:assert/strict';
import fc from 'fast-check';
import Papa from 'papaparse';
import { englishReason } from '../../../builders/englishReason.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { csv, csvTexts } from '../../../../src/formats/csv/csv.ts';
import { csvKind } from '../../../../src/formats/csv/csvKind.ts';
import { anyText } from '../../../laws/hostileStrings.ts';

describe('reading CSV', () => {
  it('recognizes columns by their names', () => {
    const file =
      'Key;English;Deutsch;Chinese (Simplified);Notes;Char limit\na;A;;;note;10\n;no key;;;;\nb;"x;""y""";Z;;;\n';
    assert.deepEqual(csv.locales?.(file), { source: 'en', targets: ['de', 'zh-Hans'], all: true });
    assert.deepEqual(csv.read(file), [
      { id: 'a', text: 'A', note: 'note', maxChars: 10, start: 60, end: 61 },
      { id: 'b', text: 'x;"y"', start: 86, end: 95 },
    ]);
    assert.deepEqual(
      csv.read(file, 'de').map(({ text }) => text),
      ['', 'Z'],
    );
    assert.deepEqual(
      csv.read(file, 'ja').map(({ text, start, end }) => [text, end - start]),
      [
        ['', 0],
        ['', 0],
      ],
    );
  });

  it('detects the source locale', () => {
    assert.equal(csv.locales?.('key,de,en,fr\n')?.source, 'en');
    assert.equal(csv.locales?.('key,fr,en,de\n')?.source, 'fr');
    assert.equal(csv.locales?.('key,pt_BR,es\n')?.source, 'pt_BR');
    assert.deepEqual(csv.locales?.('id,source,target\n'), { source: undefined, targets: [] });
  });

  it('reads the source or target column of a pair', () => {
    const file = 'context,source,target,fuzzy\nmenu,File,Datei,True\n,Open,,\n';
    assert.deepEqual(
      csv.read(file).map(({ id, text }) => [id, text]),
      [
        ['menu.File', 'File'],
        ['Open', 'Open'],
      ],
    );
    assert.deepEqual(
      csv.read(file, 'de').map(({ text, needsWork }) => [text, needsWork]),
      [
        ['Datei', true],
        ['', undefined],
      ],
    );
  });

  it('distinguishes locale files from other tables', () => {
    const kinds: readonly [string, string | undefined][] = [
      ['key,en,de\n', 'csv'],
      ['keys\ten\tes\n', 'csv'],
      ['sep=;\nid;en;de\n', 'csv'],
      [',en,fr\n', 'csv'],
      ['source,target\n', 'csv'],
      ['key,value\n', 'csv-texts'],
      ['string_id,translation,comment\n', 'csv-texts'],
      ['key,en,de,owner,team,link\n', 'csv'],
      ['key,en,de,owner,team,link,status\n', undefined],
      ['name,age\n', undefined],
      ['id,name,price,is,stock\n', undefined],
      ['a,b\n', undefined],
      ['', undefined],
      ['text\n', undefined],
      ['date,value,unit\n', undefined],
      ['key,value,other\n', undefined],
    ];
    for (const [file, kind] of kinds) assert.equal(csvKind(file), kind, file);
  });

  it('refuses broken quotes with their location', () => {
    const at = (file: string, line: number, column: number, reason: RegExp): void => {
      assert.throws(
        () => csv.read(file),
        (error) =>
          error instanceof FormatError &&
          error.line === line &&
          error.column === column &&
          reason.test(englishReason(error.reason)),
      );
    };
    at('key,en,de\na,"x,y\n', 2, 3, /never closed/);
    at('key,en,de\na,"x"z,y\n', 2, 6, /closing quote/);
    at('name,age\n', 1, 1, /doesn’t say/);
    assert.throws(() => csvTexts.read('key,en,de\n'), FormatError);
  });

  it('reads cells like papaparse', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        (pairs, delimiter, newline) => {
          const rows = pairs.map((pair, index) => [`k${index}`, ...pair]);
          const file = Papa.unparse([['key', 'en', 'de'], ...rows], { delimiter, newline });
          assert.deepEqual(
            csv.read(file, 'de').map(({ id, text }) => [id, text]),
            rows.map(([key, , text]) => [key, text]),
          );
        },
      ),
    );
  });
});

describe('writing CSV', () => {
  it('quotes a cell if it was quoted before or needs quotes', () => {
    const file = 'key,en,de\r\na,A,x\r\nb,B,"y"\r\nc,C\r\nd,D,\r\n';
    assert.equal(
      write(csv, file, { a: 'p,q', b: 'z', c: 'w', d: 'say "x"\nnow' }, 'de', file),
      'key,en,de\r\na,A,"p,q"\r\nb,B,"z"\r\nc,C,w\r\nd,D,"say ""x""\nnow"\r\n',
    );
  });

  it('writes cells that papaparse reads the same way', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(',', ';', '\t'), (text, delimiter) => {
        const file = ['key,en,de', 'a,A,x', 'b,B,"y"', 'c,C,'].join('\n').replaceAll(',', delimiter);
        const written = write(csv, file, { a: text, b: text, c: text }, 'de', file);
        const { data } = Papa.parse<string[]>(written, { delimiter, newline: '\n' });
        assert.deepEqual(
          data.map((row) => row[2]),
          ['de', text, text, text],
        );
      }),
    );
  });

  it('adds a last column for a locale without a column', () => {
    const file = 'key,en,pt_BR\na,A,x\nb,"B, c"\n,,\nc,C,z';
    assert.equal(
      write(csv, file, { a: 'q', c: 'r' }, 'zh-TW', file),
      'key,en,pt_BR,zh_TW\na,A,x,q\nb,"B, c"\n,,,\nc,C,z,r',
    );
    const named = '"Key","English (en)","German (de)"\n"a","A","B"\n';
    assert.equal(
      write(csv, named, { a: 'C' }, 'fr', named),
      '"Key","English (en)","German (de)","French (fr)"\n"a","A","B","C"\n',
    );
  });

  it('inserts rows in the source’s order, and creates files', () => {
    const source = 'key,value,comment\na,A,of a\nb,"B",\nc,C,"x, y"\n';
    assert.equal(
      write(csvTexts, 'key,value,comment\nb,X,\n', { a: 'P', c: 'Q;' }, 'de', source),
      'key,value,comment\na,P,of a\nb,X,\nc,Q;,"x, y"\n',
    );
    assert.equal(write(csvTexts, '', { c: 'Q', a: 'P' }, 'de', source), 'key,value,comment\na,P,of a\nc,Q,"x, y"\n');
    assert.equal(
      write(csv, '', { Open: 'Öffnen' }, 'de', 'source,target\nFile,\nOpen,\n'),
      'source,target\nOpen,Öffnen\n',
    );
    assert.equal(write(csv, '', { a: 'Z' }, 'de', 'key,en,fr,note\na,A,B,n\nb,C,D,\n'), 'key,de,note\na,Z,n\n');
  });
});

function write(
  format: typeof csv,
  target: string,
  texts: Record<string, string>,
  targetLocale: string,
  sourceText: string,
): string {
  return applyEdits(
    target,
    format.write(target, new Map(Object.entries(texts)), { sourceText, sourceLocale: 'en', targetLocale }),
  );
}
