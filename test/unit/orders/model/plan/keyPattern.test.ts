import assert from 'node:assert/strict';
import type { Unit } from '../../../../../src/formats/format.ts';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { exactKeys, idsMatching, parseKeyPattern } from '../../../../../src/orders/model/plan/keyPattern.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { memoryProject } from '../../memoryProject.ts';

function selects(pattern: string, id: string): boolean {
  return parseKeyPattern(pattern)?.matches(id) === true;
}

describe('exactKeys', () => {
  it('selects exactly the keys, whatever characters they contain', () => {
    const { matches } = exactKeys(['a.*', 'Yes, please', 'cart.item']);
    assert.ok(matches('a.*') && matches('Yes, please'));
    assert.ok(matches('cart.item#other'), 'a plural has all its forms');
    assert.ok(!matches('a.b') && !matches('Yes') && !matches('cart.items') && !matches('cart'));
  });
});

describe('parseKeyPattern', () => {
  it('compares whole keys, in which an asterisk stands for any characters', () => {
    assert.ok(selects('checkout.*', 'checkout.pay.now'));
    assert.ok(!selects('checkout.*', 'checkouts'));
    assert.ok(!selects('checkout.*', 'my.checkout.pay'));
    assert.ok(selects('*.title', 'a.b.title'));
    assert.ok(selects('a*b*c', 'a1b2bc'));
    assert.ok(!selects('a*bc*c', 'abc'));
    assert.ok(!selects('ab*ba', 'aba'));
    assert.ok(selects('title', 'title'));
    assert.ok(!selects('title', 'titles'));
    assert.ok(!selects('a.b', 'a-b'));
  });

  it('accepts several patterns, separated by commas', () => {
    const pattern = parseKeyPattern(' cart.* ,, *.title ');
    assert.equal(pattern?.text, 'cart.*, *.title');
    assert.deepEqual(
      ['cart.pay', 'home.title', 'home.text'].filter((id) => pattern.matches(id)),
      ['cart.pay', 'home.title'],
    );
  });

  it('selects everything without a pattern', () => {
    for (const text of ['', '  ', ' , ,']) assert.equal(parseKeyPattern(text), undefined);
  });

  it('selects the forms of a plural by its key, and keys with a dot by their names', () => {
    assert.ok(selects('cart.items', 'cart.items#one'));
    assert.ok(selects('a.b', String.raw`a\.b`));
    const units = ['cart.items#one', 'cart.items#other', 'home'].map((id) => ({ id }) as Unit);
    assert.deepEqual([...idsMatching(units, parseKeyPattern('cart.*')!)], ['cart.items#one', 'cart.items#other']);
  });

  it('does not hang on a pattern with many asterisks', () => {
    assert.ok(!selects(`${'*a'.repeat(2000)}b`, 'a'.repeat(200_000)));
  });
});

describe('planOrder with a key pattern', () => {
  it('orders the missing strings with these keys, and no others', async () => {
    const project = memoryProject({
      'locales/en.json': { cart: { pay: 'Pay', item_one: 'item', item_other: 'items' }, home: 'Home' },
      'locales/ja.json': { cart: { pay: '払う' } },
    });
    const source = await openSourceFile(project, 'locales/en.json', { patterns: [], sourceLocale: 'en' });
    const { jobs, skipped } = await planOrder({
      source,
      targets: [await openTargetFile(source, 'ja')],
      only: idsMatching(source.units, parseKeyPattern('cart.*')!),
      history: { inFlight: new Set(), delivered: new Map() },
      languages: ['en', 'ja'],
    });
    assert.deepEqual(
      jobs.flatMap(({ units }) => units.map(({ key }) => key)),
      ['cart.item#other'],
    );
    assert.ok([...jobs.flatMap(({ units }) => units), ...skipped].every(({ key = '' }) => key.startsWith('cart.')));
  });
});
