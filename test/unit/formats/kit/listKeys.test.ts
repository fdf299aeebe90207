import assert from 'node:assert/strict';
import { listKeysOf } from '../../../../src/formats/kit/listKeys.ts';

type Element = Readonly<Record<string, unknown>>;

function keysOf(elements: readonly (Element | string)[]): readonly string[] | undefined {
  const fields = elements.map((element) => {
    if (typeof element === 'string') return undefined;
    return new Map(
      Object.entries(element).map(([name, value]) => [
        name.toLowerCase(),
        typeof value === 'string' || typeof value === 'number' ? { name, value: String(value) } : undefined,
      ]),
    );
  });
  return listKeysOf(fields)?.keys;
}

describe('listKeysOf', () => {
  const identified: readonly (readonly [string, readonly Element[], readonly string[]])[] = [
    ['go-i18n, before version 2', [{ id: 'hi', translation: 'Hi' }], ['hi']],
    [
      'gettext’s texts as ids',
      [
        { id: 'Good bye', text: '' },
        { id: 'Hello', text: '' },
      ],
      ['Good bye', 'Hello'],
    ],
    [
      '.NET',
      [
        { Key: 'Title', Value: 'x' },
        { Key: 'WelcomeMessage', Value: 'y' },
      ],
      ['Title', 'WelcomeMessage'],
    ],
    [
      'names of resources',
      [
        { name: 'app_title', value: 'x' },
        { name: 'ok', value: 'OK' },
      ],
      ['app_title', 'ok'],
    ],
    ['POEditor', [{ term: 'Save changes', definition: '', context: '' }], ['Save changes']],
    [
      'keys of a program',
      [
        { key: 'title', question: 'x' },
        { key: 'subtitle', question: 'y' },
      ],
      ['title', 'subtitle'],
    ],
    [
      'codes of errors',
      [
        { code: 'E101', message: 'x' },
        { code: 'E7', message: 'y' },
      ],
      ['E101', 'E7'],
    ],
    [
      'an id before a name',
      [
        { name: 'app.a', id: 'x' },
        { name: 'app.b', id: 'y' },
      ],
      ['x', 'y'],
    ],
  ];
  for (const [title, elements, keys] of identified)
    it(`finds the identifiers of ${title}`, () => {
      assert.deepEqual(keysOf(elements), keys);
    });

  it('spells an identifier that is only digits with its name, because positions were keys before', () => {
    assert.deepEqual(
      keysOf([
        { id: 2, text: 'b' },
        { id: '1', text: 'a' },
      ]),
      ['id=2', 'id=1'],
    );
  });

  it('numbers elements that repeat an identifier', () => {
    assert.deepEqual(keysOf([{ id: 'a' }, { id: 'b' }, { id: 'a' }]), ['a', 'b', 'a.2']);
    assert.equal(keysOf([{ id: 'a' }, { id: 'a' }, { id: 'a' }]), undefined);
  });

  const positional: readonly (readonly [string, readonly (Element | string)[]])[] = [
    ['no elements', []],
    ['texts', ['a', 'b']],
    ['an element without an identifier', [{ id: 'a', text: 'x' }, { text: 'y' }]],
    [
      'names that are texts',
      [
        { name: 'Basic plan', price: '$5' },
        { name: 'Pro plan', price: '$9' },
      ],
    ],
    [
      'names of colors',
      [
        { name: 'red', hex: '#f00' },
        { name: 'blue', hex: '#00f' },
      ],
    ],
    [
      'a menu',
      [
        { name: 'E-Mail', text: 'Write to us' },
        { name: 'Fax', text: 'Send' },
      ],
    ],
    [
      'properties of a product',
      [
        { key: 'Size', value: 'Large' },
        { key: 'Color', value: 'Red' },
      ],
    ],
    ['questions', [{ question: 'Why?', answer: 'So.' }]],
  ];
  for (const [title, elements] of positional)
    it(`leaves positions to ${title}`, () => {
      assert.equal(keysOf(elements), undefined);
    });
});
