import type { Message } from '../read/readMessage.ts';
import type { Placeholder, PlaceholderSyntax, Problem } from '../read/placeholder.ts';
import type { Unbracketed } from './unbracket.ts';

const brackets = /[[\]［］【】]|&#(?:9[13]|x5[bd]);|&[lr](?:brack|sqb);/iu;

const threeBrackets = /\[{3,}|\]{3,}|(?:&#91;|&#x5b;|&lbrack;|&lsqb;){3,}|(?:&#93;|&#x5d;|&rbrack;|&rsqb;){3,}/giu;
/** Two square brackets, or three full-width or escaped ones, since a source may have pairs of those. */
const twoBrackets =
  /\[{2,}|\]{2,}|［{3,}|］{3,}|【{3,}|】{3,}|(?:&#91;|&#x5b;|&lbrack;|&lsqb;){3,}|(?:&#93;|&#x5d;|&rbrack;|&rsqb;){3,}/giu;

/**
 * Returns errors for remaining brackets: three in a row, two if the source has none, or one that touches a placeholder.
 */
export function bracketsLeft(source: string, { text, placeholders }: Message): readonly Problem[] {
  if (!brackets.test(text)) return [];
  const runs = /［［|【【|\[\[|\]\]|］］|】】/u.test(source) ? threeBrackets : twoBrackets;
  const problems = Array.from(text.matchAll(runs), (match) => error('brackets-remaining', match[0], match.index));
  if (problems.length > 0 || /[[\]［］]/u.test(source)) return problems;
  for (const { start, end } of placeholders) {
    const [before = '', after = ''] = [text[start - 1], text[end]];
    if (before === '[' || before === '［') problems.push(error('brackets-remaining', before, start - 1));
    if (after === ']' || after === '］') problems.push(error('brackets-remaining', after, end));
  }
  return problems;
}

const bracedFamilies = new Set<PlaceholderSyntax>(['icu', 'brace', 'dotnet', 'fluent', 'vscode']);
const formattedFamilies = new Set<PlaceholderSyntax>(['printf', 'python-percent', 'java-date']);

interface Stray {
  readonly needs: string;
  readonly pattern: RegExp;
  /** Whether such a character is syntax for the program that reads the text. */
  readonly counts: (syntaxes: readonly PlaceholderSyntax[], source: Message) => boolean;
}

const strays: readonly Stray[] = [
  // An expression, or the beginning of one, which an ICU parser rejects and which MDX and Fluent evaluate.
  {
    needs: '{',
    pattern: /\{[^{}]{0,200}\}|\{/gu,
    counts: (syntaxes) => syntaxes.some((syntax) => bracedFamilies.has(syntax)),
  },
  { needs: '}', pattern: /\}/gu, counts: (syntaxes) => syntaxes.some((syntax) => bracedFamilies.has(syntax)) },
  // A text with `%s` in it is formatted, so `100 %` must be `100 %%`.
  {
    needs: '%',
    pattern: /%/gu,
    counts: (_, { placeholders }) => placeholders.some(({ syntax }) => formattedFamilies.has(syntax)),
  },
  // In Fluent, a line that begins with a variant or an attribute.
  { needs: '[', pattern: /\n[^\S\n]*\*?\[[^[\]\n]{1,80}\]/gu, counts: (syntaxes) => syntaxes.includes('fluent') },
  // The beginning of an element.
  { needs: '<', pattern: /<[A-Za-z/!?][^<>\s]{0,80}/gu, counts: (syntaxes) => syntaxes.includes('tag') },
];

/**
 * Returns errors for syntax characters that belong to no placeholder and are more than in the source. A `%s` that came
 * back in its own brackets (`proven`) is a placeholder, even if a preceding digit hides it from the search.
 */
export function straySyntax(
  source: Message,
  translation: Message,
  proven: Unbracketed['proven'],
  syntaxes: readonly PlaceholderSyntax[],
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const { needs, pattern, counts } of strays) {
    if (!translation.text.includes(needs)) continue;
    const isProven = (start: number): boolean =>
      needs === '%' && proven.some(({ start: from, run }) => from <= start && start < from + run.text.length);
    const found = outside(translation, pattern, needs).filter(({ start }) => !isProven(start));
    if (found.length === 0 || !counts(syntaxes, source)) continue;
    const own = outside(source, pattern, needs).length;
    problems.push(...found.slice(own).map(({ text, start }) => error('stray-syntax', text, start)));
  }
  return withoutInner(problems);
}

/** Excludes the end of an expression that is already reported. */
function withoutInner(problems: readonly Problem[]): readonly Problem[] {
  const inner = new Set<Problem>();
  let around: Problem | undefined;
  for (const problem of problems.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0) || b.text.length - a.text.length)) {
    const [start, end] = [problem.start ?? 0, (around?.start ?? 0) + (around?.text.length ?? 0)];
    if (around !== undefined && (around.start ?? 0) < start && end > start && around.text.length > problem.text.length)
      inner.add(problem);
    if (around === undefined || start + problem.text.length > end) around = problem;
  }
  return problems.filter((problem) => !inner.has(problem));
}

/**
 * Returns errors for placeholders of the source whose characters appear more times in the translation: next to certain
 * words the search does not recognize them, but a program that replaces text may. Tags and entities are compared by
 * meaning, and an ICU message may use an argument in more branches.
 */
export function repeatedTokens(source: Message, translation: Message): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const { text, syntax } of source.placeholders) {
    if (seen.has(text) || syntax === 'tag' || syntax === 'entity' || syntax === 'icu') continue;
    seen.add(text);
    const offsets = offsetsOf(translation.text, text);
    // The source has at least one.
    if (offsets.length <= 1) continue;
    const surplus = offsets.length - offsetsOf(source.text, text).length;
    if (surplus > 0) problems.push(...offsets.slice(-surplus).map((start) => error('extra-placeholder', text, start)));
  }
  return problems;
}

function offsetsOf(text: string, part: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) offsets.push(at);
  return offsets;
}

/** Returns matches that do not overlap a placeholder. */
function outside(
  { text, placeholders }: Message,
  pattern: RegExp,
  needs: string,
): readonly { readonly text: string; readonly start: number }[] {
  const result: { text: string; start: number }[] = [];
  let from = 0;
  for (const { start, end } of [...placeholders, { start: text.length, end: text.length }] satisfies readonly Pick<
    Placeholder,
    'start' | 'end'
  >[]) {
    const between = text.slice(from, start);
    if (between.includes(needs))
      for (const match of between.matchAll(pattern)) result.push({ text: match[0], start: from + match.index });
    from = end;
  }
  return result;
}

function error(kind: Problem['kind'], text: string, start: number): Problem {
  return { kind, severity: 'error', text, start };
}
