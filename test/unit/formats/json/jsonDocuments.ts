import fc from 'fast-check';
import { joinKeyPath } from '../../../../src/formats/kit/unitId.ts';

/** A JSON value whose objects keep any order of keys. */
export type Tree = string | number | boolean | null | readonly Tree[] | ReadonlyMap<string, Tree>;

/** Texts that files, escapes and editors get wrong. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '"',
    '\\',
    '\\u00e9',
    '\r\n',
    '\n',
    '\t',
    '🎉',
    '𝒳',
    'שלום',
    'e\u0301',
    ']]>',
    '\u2028\u2029',
    '\u0085\u007f',
    '\ufeff',
    '// no',
    '/* no */',
    '{',
    ',',
    "'",
    '</b>',
  ),
);

/** Keys, with the characters that ids escape and without plural suffixes, which have tests of their own. */
export const key: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'c',
      'title',
      'save',
      'a.b',
      'x#one',
      'back\\slash',
      '__proto__',
      'constructor',
      'kéy',
      '',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).filter((name) => !name.includes('_')) },
);

const level = fc.letrec<{ tree: Tree; object: ReadonlyMap<string, Tree> }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: text },
    { weight: 1, arbitrary: fc.constantFrom(1, -2.5e3, true, false, null) },
    { weight: 2, arbitrary: tie('object') },
    { weight: 1, arbitrary: fc.array(tie('tree'), { maxLength: 4 }) },
  ),
  object: fc
    .uniqueArray(fc.tuple(key, tie('tree')), { maxLength: 6, selector: ([name]) => name })
    .map((entries) => new Map(entries)),
}));

export const document: fc.Arbitrary<ReadonlyMap<string, Tree>> = level.object;

/** The style in which a document is written; `noise` decides wherever there is a choice. */
export interface Hand {
  readonly eol: string;
  readonly indent: string;
  readonly colon: string;
  readonly oneLine: boolean;
  readonly comments: boolean;
  readonly trailingComma: boolean;
  readonly finalLineEnd: boolean;
  readonly odd: boolean;
  readonly noise: readonly number[];
}

export const hand: fc.Arbitrary<Hand> = fc.record({
  eol: fc.constantFrom('\n', '\r\n', '\r'),
  indent: fc.constantFrom('  ', '    ', '\t', ' ', ''),
  colon: fc.constantFrom(': ', ':', ' : ', ' :'),
  oneLine: fc.boolean(),
  comments: fc.boolean(),
  trailingComma: fc.boolean(),
  finalLineEnd: fc.boolean(),
  odd: fc.boolean(),
  noise: fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 40 }),
});

/** Writes a document as a person might. */
export function writeDocument(tree: ReadonlyMap<string, Tree>, hand: Hand): string {
  let turn = 0;
  const chance = (outOf: number): boolean => ((hand.noise[turn++ % hand.noise.length] ?? 0) + turn) % outOf === 0;
  const blanks = (): string => {
    if (!hand.odd || !chance(3)) return '';
    return chance(2) ? '  ' : '\t';
  };
  const lineEnd = (): string => (hand.odd && chance(5) ? hand.eol + hand.eol : hand.eol);

  const value = (node: Tree, indent: string): string => {
    if (node instanceof Map)
      return members(
        [...node].map(([name, child]) => [JSON.stringify(name) + hand.colon + blanks(), child] as const),
        '{}',
        indent,
      );
    if (Array.isArray(node))
      return members(
        (node as readonly Tree[]).map((child) => ['', child] as const),
        '[]',
        indent,
      );
    return JSON.stringify(node);
  };
  const members = (list: readonly (readonly [string, Tree])[], brackets: string, indent: string): string => {
    const inLine = hand.oneLine || (brackets === '[]' && chance(2));
    const inner = indent + hand.indent;
    let out = brackets.charAt(0);
    if (hand.comments && !inLine && chance(6)) out += ' // inside';
    list.forEach(([name, child], index) => {
      if (inLine) out += index === 0 ? blanks() : ` ${blanks()}`;
      else out += lineEnd() + (hand.comments && chance(4) ? `${inner}// before${hand.eol}` : '') + inner;
      if (hand.comments && chance(7)) out += '/* at */ ';
      out += name + value(child, inner) + blanks();
      if (index < list.length - 1 || hand.trailingComma) out += `,${hand.odd && chance(4) ? ' ' : ''}`;
      if (hand.comments && chance(5)) out += inLine ? ' /* after */' : ' // after';
    });
    if (inLine) out += blanks();
    else if (list.length > 0 || out.length > 1) out += lineEnd() + indent;
    return out + brackets.charAt(1);
  };
  const head = hand.comments && chance(2) ? `// licence${hand.eol}` : '';
  return head + value(tree, '') + (hand.finalLineEnd ? hand.eol : '');
}

/** The texts of a document by id, in order. A text with an empty key at the root has no id. */
export function textsOf(tree: Tree, path: readonly string[] = []): Map<string, string> {
  if (typeof tree === 'string') return new Map(path.length === 1 && path[0] === '' ? [] : [[joinKeyPath(path), tree]]);
  const items: readonly Tree[] = Array.isArray(tree) ? tree : [];
  const entries: readonly (readonly [string, Tree])[] =
    tree instanceof Map
      ? [...(tree as ReadonlyMap<string, Tree>)]
      : items.map((child, index) => [String(index), child] as const);
  return new Map(entries.flatMap(([name, child]) => [...textsOf(child, [...path, name])]));
}

/**
 * The document without some of its members; `keep` is called for every member of an object and for the end of every
 * array.
 */
export function prune(tree: ReadonlyMap<string, Tree>, keep: () => boolean): Map<string, Tree> {
  const value = (node: Tree): Tree => {
    if (node instanceof Map) return prune(node as ReadonlyMap<string, Tree>, keep);
    if (!Array.isArray(node)) return node;
    const list = (node as readonly Tree[]).map(value);
    while (list.length > 0 && !keep()) list.pop();
    return list;
  };
  return new Map([...tree].filter(() => keep()).map(([name, child]) => [name, value(child)]));
}
