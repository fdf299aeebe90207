import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { FormatError, type LocaleFormat } from '../../../../src/formats/format.ts';
import { typescript } from '../../../../src/formats/module/module.ts';
import { php } from '../../../../src/formats/php/php.ts';

function write(format: LocaleFormat, target: string, texts: Readonly<Record<string, string>>, source: string): string {
  const context = { sourceText: source, sourceLocale: 'en', targetLocale: 'de' };
  return applyEdits(target, format.write(target, new Map(Object.entries(texts)), context));
}

describe('lists in code whose elements have identifiers', () => {
  const module = (elements: string): string => `export default {\n  faq: [\n${elements}  ],\n};\n`;
  const source = module(
    "    { id: 1, isOpen: true, question: 'Why?', answer: 'So.' },\n    { id: 2, isOpen: false, question: 'When?' },\n",
  );

  it('have them as keys, and not as texts', () => {
    const texts = (format: LocaleFormat, text: string): readonly string[] => format.read(text).map(({ id }) => id);
    assert.deepEqual(texts(typescript, source), ['faq.id=1.question', 'faq.id=1.answer', 'faq.id=2.question']);
    assert.deepEqual(
      texts(
        php,
        "<?php return [['key' => 'nav.home', 'label' => 'Home'], array('key' => 'nav.help', 'label' => 'x')];",
      ),
      ['nav\\.home.label', 'nav\\.help.label'],
    );
    assert.deepEqual(texts(php, "<?php return ['plans' => [['name' => 'Basic plan', 'price' => '$5']]];"), [
      'plans.0.name',
      'plans.0.price',
    ]);
  });

  it('get a translation in the element with its identifier, in any order', () => {
    const target = module("    { id: 2, isOpen: false, question: '' },\n    { id: 7, question: 'Alt?' },\n");
    assert.equal(
      write(typescript, target, { 'faq.id=2.question': 'Wann?', 'faq.id=1.answer': 'Darum.' }, source),
      module(
        "    { id: 1, isOpen: true, answer: 'Darum.' },\n    { id: 2, isOpen: false, question: 'Wann?' },\n" +
          "    { id: 7, question: 'Alt?' },\n",
      ),
    );
    const english = "<?php\nreturn [\n    ['id' => 'a', 'text' => 'One'],\n    ['id' => 'b', 'text' => 'Two'],\n];\n";
    assert.equal(
      write(
        php,
        "<?php\nreturn [\n    ['id' => 'b', 'text' => ''],\n];\n",
        { 'b.text': 'Zwei', 'a.text': 'Eins' },
        english,
      ),
      english.replace('One', 'Eins').replace('Two', 'Zwei'),
    );
  });

  it('are not mixed with elements that have none', () => {
    const target = module("    { question: 'Alt?' },\n");
    assert.throws(() => write(typescript, target, { 'faq.id=2.question': 'Wann?' }, source), FormatError);
    assert.throws(() => write(typescript, source, { 'faq.3.question': 'Wann?' }, target), FormatError);
    assert.equal(
      write(typescript, 'export default {\n  faq: [],\n};\n', { 'faq.id=2.question': 'Wann?' }, source),
      module("    { id: 2, isOpen: false, question: 'Wann?' },\n"),
    );
  });
});
