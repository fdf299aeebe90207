import assert from 'node:assert/strict';
import { ini } from '../../../../src/formats/ini/ini.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';

function write(text: string, translations: Readonly<Record<string, string>>, sourceText = text): string {
  const context = { sourceText, sourceLocale: 'en', targetLocale: 'fr' };
  return applyEdits(text, ini.write(text, new Map(Object.entries(translations)), context));
}

describe('ini', () => {
  // What PHP 8.2's parse_ini_file returns in raw mode, after Joomla's replacement of \".
  for (const [line, text] of [
    ['A="He said \\"hi\\""', 'He said "hi"'],
    ['A=plain ; comment', 'plain'],
    ['A="semi ; in" ; comment', 'semi ; in'],
    ['A="inner "quote" x"', 'inner "quote" x'],
    ['A = "spaced" ', 'spaced'],
    ['A="a"_QQ_"b"_QQ_"c"', 'a"b"c'],
    ['A="tail\\"', 'tail\\'],
    ["A='single'", "'single'"],
    ['A=', ''],
  ] as const) {
    it(`reads ${line}`, () => {
      assert.deepEqual(
        ini.read(`${line}\n`).map((unit) => unit.text),
        [text],
      );
    });
  }

  it('does not offer a value whose quote is never closed', () => {
    assert.equal(ini.read('A="open\n')[0]?.translatable, false);
  });

  it('keeps the way of writing of each value, and the comment after it', () => {
    assert.equal(write('A="x" ; note\nB=y\n', { A: 'a "b"', B: 'c' }), 'A="a \\"b\\"" ; note\nB=c\n');
  });

  it('quotes a text that would be cut off without quotes', () => {
    assert.equal(write('B=y\n', { B: 'c; d' }), 'B="c; d"\n');
  });

  it('inserts each entry into its section, and adds missing sections in the source’s order', () => {
    const source = '[a]\none="1"\ntwo="2"\n\n[b]\none="3"\n\n[c]\none="4"\n';
    assert.equal(
      write('[a]\ntwo="II"\n\n[c]\none="IV"\n', { 'a.one': 'I', 'b.one': 'III' }, source),
      '[a]\none="I"\ntwo="II"\n\n[b]\none="III"\n\n[c]\none="IV"\n',
    );
  });
});
