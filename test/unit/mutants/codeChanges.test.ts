import assert from 'node:assert/strict';
import { applyChange, codeChanges } from '../../mutants/codeChanges.ts';

/** Returns a text with each of its changes, and the kind of the change. */
function changed(text: string): readonly string[] {
  return codeChanges(text).map((change) => `${change.kind}: ${applyChange(text, change)}`);
}

describe('codeChanges', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['if (a) b;', ['negated condition: if (!(a)) b;', 'removed statement: if (a) ;']],
    ['const x = a ? b : c;', ['negated condition: const x = !(a) ? b : c;']],
    ['const x = a && b;', ['other operator: const x = a || b;']],
    ['const x = a <= b;', ['other operator: const x = a < b;']],
    ['const x = a === b;', ['other operator: const x = a !== b;']],
    ['const x = 1;', ['other number: const x = 2;', 'other number: const x = (0);']],
    ['const x = true;', ['other constant: const x = false;']],
    ['await a();', ['removed statement: ;', 'dropped await: void a();']],
    ['const x = [...a, b];', ['removed spread: const x = [...[], b];']],
    ['const x = { ...a };', ['removed spread: const x = { ...{} };']],
    ['const x = f(a, /* b */ b);', ['swapped arguments: const x = f(b, /* b */ a);']],
  ];
  for (const [text, expected] of cases) {
    it(`returns the changes of ${text}`, () => {
      assert.deepEqual(changed(text), expected);
    });
  }

  it('returns early from functions with several statements', () => {
    const early = changed('const f = () => { const x = a; return x; };').filter((each) => each.startsWith('early'));
    assert.equal(early[1], 'early return: const f = () => { return undefined; const x = a; return x; };');
    assert.deepEqual(changed('const f = () => { return a; };'), []);
  });

  it('changes no types, imports and lines of the log', () => {
    for (const text of [
      "import a from 'a';",
      'type A = 1 | true;',
      'interface A { a: 1 }',
      'log(a, 1);',
      'context.log(a, 1);',
    ])
      assert.deepEqual(changed(text), [], text);
  });
});
