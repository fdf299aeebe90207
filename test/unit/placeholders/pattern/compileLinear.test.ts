import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileLinear, PatternError } from '../../../../src/placeholders/pattern/compileLinear.ts';
import {
  StepLimitError,
  searchLinear,
  type StepCounter,
  type Span,
} from '../../../../src/placeholders/pattern/searchLinear.ts';

function spans(pattern: string, text: string, steps: StepCounter = { remaining: 1e6 }): readonly Span[] {
  const program = compileLinear(pattern);
  const found: Span[] = [];
  for (let from = 0; ;) {
    const span = searchLinear(program, text, from, steps);
    if (span === undefined) return found;
    found.push(span);
    from = span.end;
  }
}

/** Returns the matches of JavaScript's own engine, without empty ones. */
function nativeSpans(pattern: string, text: string): readonly Span[] {
  return [...text.matchAll(new RegExp(pattern, 'gv'))]
    .filter(([match]) => match !== '')
    .map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}

/**
 * Whether an atom may match the empty text. Repetitions of such atoms may end elsewhere in JavaScript, which doesn't
 * count empty repetitions.
 */
function mayBeEmpty(atom: string): boolean {
  return /\(\?[=!<]|\\[bB]|[\^$](?!a)/u.test(atom) || new RegExp(`^(?:${atom})$`, 'v').test('');
}

const patterns = fc.letrec<{ atom: string; piece: string; pattern: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'a',
      'b',
      '_',
      '.',
      '\\w',
      '\\W',
      '[ab]',
      '[^a]',
      '[\\w--a]',
      '\\b',
      '\\B',
      '^',
      '$',
      '\\u{1F600}',
      '😀',
      '\\x61',
      '\\p{L}',
      ' ',
    ),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(${inner})`),
    fc
      .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('pattern'))
      .map(([open, inner]) => `(?:${open}${inner}))`),
  ),
  piece: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,2}?', '{2,}'))
    .map(([atom, times]) => (mayBeEmpty(atom) ? atom : atom + times)),
  pattern: fc
    .array(
      fc.array(tie('piece'), { minLength: 0, maxLength: 3 }).map((pieces) => pieces.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((options) => options.join('|')),
}));

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '_', ' ', '😀', '\n', 'é'), maxLength: 12 });

describe('searchLinear', () => {
  it("finds the same matches as JavaScript's engine", () => {
    fc.assert(
      fc.property(patterns.pattern, texts, (pattern, text) => {
        let found: readonly Span[];
        try {
          found = spans(pattern, text);
        } catch (error) {
          fc.pre(!(error instanceof PatternError));
          throw error;
        }
        assert.deepEqual(found, nativeSpans(pattern, text));
      }),
      { numRuns: 800 },
    );
  });

  it('takes a number of steps proportional to the text, whatever the pattern', () => {
    const hostile = [
      '(a|aa)+$',
      '(a+)+b',
      '(?:a|a)*b',
      '(.*)*x',
      '(\\w+\\s?)+$',
      '^(a?){30}a{30}$',
      'a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaab',
      '(?:\\w+\\.)*\\w+!',
      '.*.*.*.*.*x',
      '(?:a{1,5}){1,9}b',
      '((a*)*)*b',
      '(?<x>a*){9}b',
      'a*a*a*a*b',
      '(?:(?:a|b)|(?:a|b))+c',
      '\\s+$',
    ];
    for (const pattern of hostile) {
      for (const unit of ['a', 'a ', 'ab', ' ']) {
        const text = unit.repeat(2000);
        const { instructions } = compileLinear(pattern);
        const steps = { remaining: text.length * instructions.length * 2 };
        assert.doesNotThrow(() => spans(`(?:${pattern})!`, text, steps), `${pattern} on ${unit}`);
      }
    }
  });

  it('stops if lookarounds or repeated searches take more steps', () => {
    for (const pattern of ['(?=[^]*x)(?=[^]*y)a', 'a(?:[^]*b)?', '(?<=^[^]*)z?a']) {
      assert.throws(() => spans(pattern, 'a'.repeat(5000), { remaining: 5000 * 100 }), StepLimitError, pattern);
    }
  });

  it('rejects unsupported, invalid and too large patterns', () => {
    for (const pattern of [
      '(a)\\1',
      '(?<x>a)\\k<x>',
      '(?i:a)',
      '[\\q{abc}]',
      '\\p{RGI_Emoji}',
      '(?:a{100}){100}',
      'a{401}',
    ])
      assert.throws(() => compileLinear(pattern), PatternError, pattern);
    for (const pattern of ['(', '[', 'a**', '\\', '(?<a>x)(?<a>y)', '{'])
      assert.throws(() => compileLinear(pattern), SyntaxError, pattern);
  });

  it('accepts patterns that are valid only with the flag u', () => {
    assert.deepEqual(spans('[(]x[|]', 'a(x|'), [{ start: 1, end: 4 }]);
  });
});
