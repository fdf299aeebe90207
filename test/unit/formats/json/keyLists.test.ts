import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { FormatError, type LocaleFormat } from '../../../../src/formats/format.ts';
import { json, jsonPlurals } from '../../../../src/formats/json/json.ts';
import { json5 } from '../../../../src/formats/json5/json5.ts';

function textsOf(file: unknown, locale?: string, format: LocaleFormat = json): readonly string[] {
  return format.read(JSON.stringify(file), locale).map(({ id, text }) => `${id}=${text}`);
}

function write(
  target: unknown,
  translations: Readonly<Record<string, string>>,
  source: unknown,
  format: LocaleFormat = json,
): unknown {
  const text = target === undefined ? '' : JSON.stringify(target, null, 2);
  const context = { sourceText: JSON.stringify(source, null, 2), sourceLocale: 'en', targetLocale: 'de' };
  return JSON.parse(applyEdits(text, format.write(text, new Map(Object.entries(translations)), context)));
}

describe('lists whose elements have identifiers', () => {
  const message = (id: string, translation: string): unknown => ({ id, message: id, translation });
  const english = {
    language: 'en',
    messages: [message('Hello {Name}', 'Hello {Name}'), message('Good bye', 'Good bye')],
  };
  const german = { language: 'de', messages: [message('Good bye', 'Auf Wiedersehen'), message('Hello {Name}', '')] };

  it('writes a translation of gotext to the message with its id, in any order', () => {
    assert.deepEqual(textsOf(german, 'de'), [
      'messages.Good bye.translation=Auf Wiedersehen',
      'messages.Hello {Name}.translation=',
    ]);
    assert.deepEqual(write(german, { 'messages.Hello {Name}.translation': 'Hallo {Name}' }, english), {
      language: 'de',
      messages: [message('Good bye', 'Auf Wiedersehen'), message('Hello {Name}', 'Hallo {Name}')],
    });
  });

  it('refuses a position that an earlier version ordered', () => {
    assert.throws(() => write(german, { 'messages.1.translation': 'Hallo' }, english), FormatError);
  });

  it('reads the message of gotext where its translation is empty or missing, in the source alone', () => {
    const extracted = { language: 'en', messages: [message('Good bye', ''), { id: 'n', message: 'None' }] };
    assert.deepEqual(textsOf(extracted), ['messages.Good bye.translation=Good bye', 'messages.n.translation=None']);
    assert.deepEqual(textsOf(extracted, 'de'), ['messages.Good bye.translation=']);
    const texts = { 'messages.Good bye.translation': 'Tschüss', 'messages.n.translation': 'Keine' };
    assert.deepEqual(write({ language: 'de', messages: [] }, texts, extracted), {
      language: 'de',
      messages: [message('Good bye', 'Tschüss'), { id: 'n', message: 'None', translation: 'Keine' }],
    });
  });

  it('inserts an element in the source’s order, with its identifier and its values that are no texts', () => {
    const source = {
      faq: [
        { id: 1, isOpen: true, question: 'Why?', answer: 'So.' },
        { id: 2, isOpen: false, question: 'When?', answer: 'Now.' },
        { id: 3, isOpen: true, question: 'Who?', answer: 'You.' },
      ],
    };
    const target = {
      faq: [
        { id: 3, isOpen: true, question: 'Wer?' },
        { id: 7, question: 'Alt?' },
      ],
    };
    const texts = { 'faq.id=2.question': 'Wann?', 'faq.id=3.answer': 'Du.' };
    for (const format of [json, json5, jsonPlurals])
      assert.deepEqual(write(target, texts, source, format), {
        faq: [
          { id: 2, isOpen: false, question: 'Wann?' },
          { id: 3, isOpen: true, question: 'Wer?', answer: 'Du.' },
          { id: 7, question: 'Alt?' },
        ],
      });
  });

  it('creates a list with the wanted elements only', () => {
    const source = [
      { id: 'a', translation: 'A' },
      { id: 'b', translation: { one: '1', other: 'n' } },
    ];
    assert.deepEqual(textsOf(source, undefined, jsonPlurals), [
      'a.translation=A',
      'b.translation#one=1',
      'b.translation#other=n',
    ]);
    assert.deepEqual(write(undefined, { 'b.translation#other': 'n', 'b.translation#one': '1' }, source, jsonPlurals), [
      { id: 'b', translation: { one: '1', other: 'n' } },
    ]);
  });

  it('keeps elements that repeat an identifier apart', () => {
    const source = [
      { key: 'a.b', value: 'One' },
      { key: 'a.b', value: 'Two' },
    ];
    assert.deepEqual(textsOf(source), ['a\\.b.value=One', 'a\\.b\\.2.value=Two']);
    const target = [{ key: 'a.b', value: 'Eins' }];
    assert.deepEqual(write(target, { 'a\\.b\\.2.value': 'Zwei' }, source), [
      { key: 'a.b', value: 'Eins' },
      { key: 'a.b', value: 'Zwei' },
    ]);
  });

  it('refuses to mix elements with and without identifiers', () => {
    const source = {
      list: [
        { id: 'a', text: 'A' },
        { id: 'b', text: 'B' },
      ],
    };
    assert.throws(() => write({ list: [{ text: 'x' }] }, { 'list.b.text': 'y' }, source), /list-ids-differ|identifier/);
    assert.deepEqual(write({ list: [] }, { 'list.b.text': 'y' }, source), { list: [{ id: 'b', text: 'y' }] });
  });
});
