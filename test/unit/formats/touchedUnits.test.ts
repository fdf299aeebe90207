import assert from 'node:assert/strict';
import type { Unit } from '../../../src/formats/format.ts';
import { keySpan, unitsBetween } from '../../../src/formats/touchedUnits.ts';
import { offsetAt, positionsIn } from '../../../src/base/text/textPositions.ts';

const text = '{\n  "home": "Home", "cart": "Cart",\r\n  "menu": {\n    "open": "Open"\n  }\n}\n';
const units = ['home', 'cart', 'menu.open'].map((id): Unit => {
  const value = JSON.stringify(id.replace('menu.', '').replace(/^./u, (letter) => letter.toUpperCase()));
  const start = text.indexOf(value);
  return { id, text: JSON.parse(value) as string, start, end: start + value.length };
});

describe('unitsBetween', () => {
  const at = (part: string): readonly string[] => {
    const offset = text.indexOf(part);
    return unitsBetween(text, units, offset, offset).map(({ id }) => id);
  };

  it('finds the string whose value or key is at the cursor', () => {
    assert.deepEqual(at('Home"'), ['home']);
    assert.deepEqual(at('home"'), ['home']);
    assert.deepEqual(at('cart"'), ['cart']);
    assert.deepEqual(at('open"'), ['menu.open']);
  });

  it('finds nothing on a line without a value', () => {
    assert.deepEqual(at('"menu"'), []);
    assert.deepEqual(at('{'), []);
  });

  it('finds every string of a selection', () => {
    assert.deepEqual(
      unitsBetween(text, units, 0, text.length).map(({ id }) => id),
      ['home', 'cart', 'menu.open'],
    );
  });

  it('takes time proportional to the text, also if that is one line', () => {
    const count = 20_000;
    const parts = Array.from({ length: count }, (_, index) => `"key${index}":"Text ${index}"`);
    const line = `{${parts.join(',')}}`;
    let offset = 1;
    const all = parts.map((part, index): Unit => {
      const start = offset + part.indexOf(':') + 1;
      const end = offset + part.length;
      offset = end + 1;
      return { id: `key${index}`, text: `Text ${index}`, start, end };
    });
    const last = all.at(-1)!;
    assert.deepEqual(unitsBetween(line, all, last.start - 3, last.start - 3), [last]);
  });
});

describe('keySpan', () => {
  it('is the key next to the value', () => {
    assert.deepEqual(
      units.map((unit) => text.slice(keySpan(text, unit).start, keySpan(text, unit).end)),
      ['home', 'cart', 'open'],
    );
  });

  it('is the value if its line has no key', () => {
    const po = 'msgid "cart"\nmsgstr "Cart"\n';
    const unit: Unit = { id: 'other', text: 'Cart', start: 20, end: 26 };
    assert.deepEqual([keySpan(po, unit).start, keySpan(po, unit).end], [20, 26]);
  });
});

describe('positions', () => {
  it('convert offsets and back, whatever the line ends', () => {
    const positionOf = positionsIn(text);
    for (const { start } of units) assert.equal(offsetAt(text, positionOf(start)), start);
    assert.deepEqual(positionOf(units[2]!.start), { line: 3, character: 12 });
    assert.equal(offsetAt(text, { line: 99, character: 0 }), text.length);
  });
});
