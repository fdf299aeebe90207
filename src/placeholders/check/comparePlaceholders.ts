import { compareIcu } from './compareIcu.ts';
import { isChoiceArgument } from '../read/icu.ts';
import { compareTags } from './compareTags.ts';
import { withoutEqual } from './withoutEqual.ts';
import type { Unbracketed } from './unbracket.ts';
import type { Message } from '../read/readMessage.ts';
import type { Placeholder, PlaceholderSyntax, Problem, ProblemKind } from '../read/placeholder.ts';

interface Extra {
  readonly text: string;
  readonly start: number;
  /** Absent if only its brackets identify it as a placeholder. */
  readonly syntax?: Placeholder['syntax'];
}

/** A placeholder that the translation lacks, and its location in the source. */
interface Missing {
  readonly text: string;
  readonly sourceStart?: number;
}

/**
 * Returns errors for every placeholder, tag and entity that the translation lacks, adds or alters, and for ICU and tag
 * structure. Compares what the program will read: the placeholders found in the restored text, regardless of brackets.
 */
export function comparePlaceholders(
  source: Message,
  translation: Message,
  { proven, surplus, altered }: Omit<Unbracketed, 'text'>,
  syntaxes: readonly PlaceholderSyntax[],
): readonly Problem[] {
  const icu = compareIcu(source, translation);
  // A translation without arguments lacks all of the message's arguments.
  const isIcu =
    source.icu !== undefined &&
    (translation.icu !== undefined || source.icu.skeleton.length > 0 || /[{}]/u.test(translation.text));
  const isIcuBroken = isIcu && icu === undefined;
  const isInTree = (placeholder: Placeholder): boolean =>
    isIcu && placeholder.syntax === 'icu' && !isChoiceArgument(placeholder.text);
  const isCompared = (placeholder: Placeholder): boolean => placeholder.syntax !== 'tag' && !isInTree(placeholder);
  const wanted = source.placeholders.filter(isCompared);
  // Pieces of a broken ICU message look like placeholders of other families, so only one problem is reported.
  const wantedTexts = new Set(wanted.map(({ text }) => text));
  const found = translation.placeholders.filter(
    (placeholder) =>
      isCompared(placeholder) && !(isIcuBroken && isBraced(placeholder) && !wantedTexts.has(placeholder.text)),
  );

  const unequal = { missing: withoutEqual(wanted, found, textOf), extra: withoutEqual(found, wanted, textOf) };
  const different = withoutProven(unequal, proven, translation);
  const missing: Missing[] = [
    ...different.missing.map(({ text, start }) => ({ text, sourceStart: start })),
    ...(icu?.missing ?? []).map((text) => inSource(source, text)),
  ];
  let extra = [
    ...different.extra,
    ...hiddenAmong(surplus, translation),
    ...(icu?.extra ?? []).map(({ text, start }): Extra => ({ text, start, syntax: 'icu' })),
  ];

  const problems: Problem[] = [];
  if (isIcuBroken) problems.push(error('icu-broken', translation.text, 0));
  for (const { start, text, run } of altered) {
    problems.push(error('changed-placeholder', text, start));
    for (const placeholder of run.placeholders) removeFirst(missing, (one) => one.text === placeholder.text);
    extra = extra.filter((one) => one.start < start || one.start >= start + text.length);
  }
  const alike = Map.groupBy(missing, ({ text }) => looseKey(text));
  const changed = new Set<Missing>();
  for (const one of extra) {
    const [before] = removeFirst(alike.get(looseKey(one.text)) ?? [], ({ text }) => text !== one.text);
    if (before === undefined) {
      problems.push({
        ...error('extra-placeholder', one.text, one.start),
        severity: one.syntax === 'entity' || isTerm(one.syntax) ? 'warning' : 'error',
      });
    } else {
      changed.add(before);
      problems.push(error('changed-placeholder', one.text, one.start));
    }
  }
  problems.push(
    ...missing
      .filter((one) => !changed.has(one))
      .map((one): Problem => ({ kind: 'missing-placeholder', severity: 'error', ...one })),
  );
  problems.push(
    ...orderProblems(
      wanted,
      [...found, ...different.hidden].sort((a, b) => a.start - b.start),
      problems.length === 0,
    ),
  );
  return [...problems, ...compareTags(source, translation, syntaxes)];
}

/**
 * Locates a missing part of an ICU message: a whole argument, or the head of a plural, which is the beginning of a
 * placeholder.
 */
function inSource({ text, placeholders }: Message, missing: string): Missing {
  const candidate = placeholders.find(({ start, syntax }) => syntax === 'icu' && text.startsWith(missing, start));
  return candidate === undefined ? { text: missing } : { text: missing, sourceStart: candidate.start };
}

/**
 * Returns additional placeholders that the search does not find, such as those next to a digit, or a plural's `#`
 * outside of the plural.
 */
function hiddenAmong(surplus: Unbracketed['surplus'], { placeholders }: Message): readonly Extra[] {
  return surplus
    .filter(
      (candidate) =>
        !placeholders.some(
          ({ start, end }) => start < candidate.start + candidate.text.length && end > candidate.start,
        ),
    )
    .map(({ start, text }) => ({ start, text }));
}

function locatePlaceholders(runs: Unbracketed['proven']): readonly Required<Extra>[] {
  return runs.flatMap(({ start, run }) =>
    run.placeholders.map(({ text, start: own, syntax }) => ({ text, start: start + own - run.start, syntax })),
  );
}

/**
 * Whether a program fills in a placeholder after any character, as in `50%s`: in these families, the search checks the
 * preceding character only to distinguish placeholders from words. In the others, it is significant: `{{0}}` is not a
 * placeholder in .NET.
 */
function isFilledAnywhere({ text, syntax }: Pick<Placeholder, 'text' | 'syntax'>): boolean {
  return (
    syntax === 'printf' ||
    syntax === 'java-date' ||
    syntax === 'url' ||
    syntax === 'vue-link' ||
    (syntax === 'laravel' && text.startsWith(':')) ||
    isTerm(syntax)
  );
}

/** Terms are not filled in by programs, so translations may add endings to them, and repeat them. */
function isTerm(syntax: PlaceholderSyntax | undefined): boolean {
  return typeof syntax === 'object' && 'term' in syntax;
}

/** An ending that a language adds to a word: `https://example.com-ban`. */
const wordEnding = /^[-\p{L}\p{M}]{1,20}$/u;

/**
 * Accepts a placeholder that came back in its brackets even if adjacent words now hide it from the search, unless the
 * search finds another placeholder there. A URL ends where its brackets ended.
 */
function withoutProven(
  { missing, extra }: { readonly missing: readonly Placeholder[]; readonly extra: readonly Extra[] },
  proven: Unbracketed['proven'],
  translation: Message,
): {
  readonly missing: readonly Placeholder[];
  readonly extra: readonly Extra[];
  readonly hidden: readonly Required<Extra>[];
} {
  if (missing.length === 0) return { missing, extra, hidden: [] };
  const candidates = [...locatePlaceholders(proven)];
  const hidden: Required<Extra>[] = [];
  let rest = extra;
  const stillMissing = missing.filter((placeholder) => {
    const at = candidates.findIndex(({ text, start, syntax }) => {
      if (text !== placeholder.text || !isFilledAnywhere({ text, syntax })) return false;
      const over = translation.placeholders.filter((other) => other.start < start + text.length && other.end > start);
      if (over.length === 0) return true;
      return (
        syntax === 'url' &&
        over.every(
          (other) => other.start === start && other.syntax === 'url' && wordEnding.test(other.text.slice(text.length)),
        )
      );
    });
    if (at < 0) return true;
    const [candidate] = candidates.splice(at, 1);
    if (candidate) hidden.push(candidate);
    if (candidate) rest = rest.filter((one) => one.syntax !== 'url' || one.start !== candidate.start);
    return false;
  });
  return { missing: stillMissing, extra: rest, hidden };
}

/**
 * Returns an error for positional placeholders, and for template statements, in another order, which would change their
 * meaning.
 */
function orderProblems(
  wanted: readonly Placeholder[],
  found: readonly Required<Extra>[],
  isComplete: boolean,
): readonly Problem[] {
  if (!isComplete) return [];
  return [isPositional, isStatement].flatMap((isOrdered) => {
    const before = wanted.filter(isOrdered);
    const moved = found.filter(isOrdered).find(({ text }, index) => text !== before[index]?.text);
    return moved ? [error('order-changed', moved.text, moved.start)] : [];
  });
}

/** Unnumbered `%s %d`. */
function isPositional({ text, syntax }: Required<Extra>): boolean {
  return (syntax === 'printf' || syntax === 'java-date') && text !== '%%' && !/^%\d+\$/u.test(text);
}

/** `{% if %}`, `<% end %>`, `{{#each}}`, `{{/each}}`, `{{else}}`: all except those that only print a value. */
function isStatement({ text, syntax }: Required<Extra>): boolean {
  if (syntax === 'template') return !/^(?:<%[=-]|<\?=|\{!!)/u.test(text);
  return syntax === 'mustache' && /^\{\{[~-]?\s*(?:[#/^]|else\b)/u.test(text);
}

function isBraced({ syntax }: Placeholder): boolean {
  return syntax === 'icu' || syntax === 'brace' || syntax === 'dotnet' || syntax === 'vscode' || syntax === 'mustache';
}

/**
 * Returns a key that is equal for placeholders that differ only in case, whitespace or width: one is an altered form of
 * the other.
 */
function looseKey(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]+/gu, '')
    .toLowerCase();
}

/** Removes and returns the first item that matches, if any. */
function removeFirst<Item>(items: Item[], matches: (item: Item) => boolean): readonly Item[] {
  const at = items.findIndex(matches);
  return at < 0 ? [] : items.splice(at, 1);
}

function textOf({ text }: Placeholder): string {
  return text;
}

function error(kind: ProblemKind, text: string, start: number): Problem {
  return { kind, severity: 'error', text, start };
}
