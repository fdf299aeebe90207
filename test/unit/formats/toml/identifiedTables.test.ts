import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { toml } from '../../../../src/formats/toml/toml.ts';

function write(target: string, texts: Readonly<Record<string, string>>, sourceText: string): string {
  const context = { sourceText, sourceLocale: 'en', targetLocale: 'de' };
  return applyEdits(target, toml.write(target, new Map(Object.entries(texts)), context));
}

describe('arrays of tables in TOML whose elements have identifiers', () => {
  const source = `title = "FAQ"

[[faq]]
id = 1
open = true
question = "Why?"
[faq.more]
text = "Because"

[[faq]]
id = 2
open = false
question = "When?"

[[messages]]
id = "cart"
one = "One item"
other = "Many items"

[[plans]]
name = "Basic plan"
`;

  it('have them as keys, and not as texts', () => {
    assert.deepEqual(
      toml.read(source).map(({ id, text }) => `${id}=${text}`),
      [
        'title=FAQ',
        'faq.id=1.question=Why?',
        'faq.id=1.more.text=Because',
        'faq.id=2.question=When?',
        'messages.cart#one=One item',
        'messages.cart#other=Many items',
        'plans.0.name=Basic plan',
      ],
    );
  });

  it('get a translation in the element with its identifier, in any order', () => {
    const target = '[[faq]]\nid = 2\nquestion = ""\n\n[[faq]]\nid = 3\nquestion = "Alt?"\n';
    assert.equal(
      write(
        target,
        { 'faq.id=2.question': 'Wann?', 'faq.id=1.question': 'Warum?', 'faq.id=1.more.text': 'Darum' },
        source,
      ),
      '[[faq]]\nid = 1\nopen = true\nquestion = "Warum?"\n\n[faq.more]\ntext = "Darum"\n\n' +
        '[[faq]]\nid = 2\nquestion = "Wann?"\n\n[[faq]]\nid = 3\nquestion = "Alt?"\n',
    );
  });

  it('keep their identifiers and values in a new file', () => {
    assert.equal(
      write('', { 'faq.id=2.question': 'Wann?', 'messages.cart#other': 'x', 'messages.cart#one': 'y' }, source),
      '[[faq]]\nid = 2\nopen = false\nquestion = "Wann?"\n\n[[messages]]\nid = "cart"\none = "y"\nother = "x"\n',
    );
  });

  it('are not mixed with elements that have none', () => {
    assert.throws(() => write('[[faq]]\nquestion = "Was?"\n', { 'faq.id=2.question': 'Wann?' }, source), FormatError);
  });
});
