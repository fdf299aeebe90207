import assert from 'node:assert/strict';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { play } from '../../../../src/formats/play/play.ts';

function write(text: string, translations: Readonly<Record<string, string>>): string {
  const context = { sourceText: text, sourceLocale: 'en', targetLocale: 'fr' };
  return applyEdits(text, play.write(text, new Map(Object.entries(translations)), context));
}

describe('play', () => {
  // The rules of play.api.i18n.Messages.MessagesParser.
  for (const [lines, text] of [
    ['a=b', 'b'],
    ['  a.b-c = b c  ', 'b c'],
    ['a=one \\\n  two', 'one   two'],
    ['a=one\\ntwo', 'one\ntwo'],
    ['a=C:\\\\temp', 'C:\\temp'],
    ['a=it\\d', 'it\\d'],
    ['a=b # no comment', 'b # no comment'],
    ['a=', ''],
  ] as const) {
    it(`reads ${JSON.stringify(lines)}`, () => {
      assert.deepEqual(
        play.read(`${lines}\n`).map((unit) => unit.text),
        [text],
      );
    });
  }

  for (const line of [' # indented', 'no sign', 'a b = c']) {
    it(`refuses ${JSON.stringify(line)}, as Play does, and names its line`, () => {
      assert.throws(
        () => play.read(`a=b\n${line}\n`),
        (error) => error instanceof FormatError && error.line === 2,
      );
    });
  }

  it('replaces a message on several lines', () => {
    assert.equal(write('a = one \\\n  two\nb=c\n', { a: 'un\n\\ deux' }), 'a = un\\n\\\\ deux\nb=c\n');
  });

  it('refuses whitespace that Play would remove', () => {
    assert.throws(() => write('a=b\n', { a: ' b' }), FormatError);
  });
});
