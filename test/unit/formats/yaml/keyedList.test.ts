import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { yaml } from '../../../../src/formats/yaml/yaml.ts';

function write(target: string, texts: Readonly<Record<string, string>>, sourceText: string): string {
  const context = { sourceText, sourceLocale: 'en', targetLocale: 'de' };
  return applyEdits(target, yaml.write(target, new Map(Object.entries(texts)), context));
}

describe('lists in YAML whose items have identifiers', () => {
  const source = `faq:
  - id: 1
    open: true
    question: Why?
    answer: So.
  # Asked often.
  - id: 2
    open: false
    question: When?
    answer: Now.
menu: [{ key: nav.home, label: Home }, { key: nav.help, label: Help me }]
plans:
  - name: Basic plan
    price: $5
`;

  it('have them as keys, and not as texts', () => {
    assert.deepEqual(
      yaml.read(source).map(({ id, text }) => `${id}=${text}`),
      [
        'faq.id=1.question=Why?',
        'faq.id=1.answer=So.',
        'faq.id=2.question=When?',
        'faq.id=2.answer=Now.',
        'menu.nav\\.home.label=Home',
        'menu.nav\\.help.label=Help me',
        'plans.0.name=Basic plan',
        'plans.0.price=$5',
      ],
    );
  });

  it('get a translation in the item with its identifier, in any order', () => {
    const target = `faq:
  - id: 3
    question: Alt?
  - id: 2
    question: ''
    answer: Jetzt.
menu: [{ key: nav.help, label: Hilfe }]
`;
    const texts = { 'faq.id=1.answer': 'Darum.', 'faq.id=2.question': 'Wann?', 'menu.nav\\.home.label': 'Start' };
    assert.equal(
      write(target, texts, source),
      `faq:
  - id: 3
    question: Alt?
  - id: 1
    open: true
    answer: Darum.
  - id: 2
    question: 'Wann?'
    answer: Jetzt.
menu: [{ key: nav.home, label: Start }, { key: nav.help, label: Hilfe }]
`,
    );
  });

  it('keep their identifiers and values in a new file', () => {
    assert.equal(
      write('', { 'faq.id=2.question': 'Wann?', 'menu.nav\\.help.label': 'Hilfe' }, source),
      `faq:
  # Asked often.
  - id: 2
    open: false
    question: Wann?
menu: [{ key: nav.help, label: Hilfe }]
`,
    );
  });

  it('are not mixed with items that have none', () => {
    assert.throws(() => write('faq:\n  - question: Was?\n', { 'faq.id=2.question': 'Wann?' }, source), FormatError);
    assert.throws(() => write('faq:\n  - id: 2\n    answer: x\n', { 'faq.1.question': 'Wann?' }, source), FormatError);
    assert.equal(
      write('faq: []\n', { 'faq.id=2.question': 'Wann?' }, source),
      'faq:\n  - id: 2\n    open: false\n    question: Wann?\n',
    );
  });
});
