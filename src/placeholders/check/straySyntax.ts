import { pipeFamilyOf } from '../pipes/pipeParts.ts';
import { isChoiceArgument } from '../read/icu.ts';
import { separatesForms } from '../read/wikitext.ts';
import { literal } from '../read/looseToken.ts';
import type { Message } from '../read/readMessage.ts';
import { errorAt, type Placeholder, type PlaceholderSyntax, type Problem } from '../read/placeholder.ts';
import { isReusable } from './placeholderKeys.ts';
import { coveredBy } from './ranges.ts';
import { TextIndex } from './textIndex.ts';
import type { Unbracketed } from './unbracket.ts';

/** A cheap check first: a search that ignores case is slow. */
const firstOfBracket = /[[\]&［］【】〔〕〖〗「」『』《》〈〉]/u;
const brackets = /[[\]［］【】〔〕〖〗「」『』《》〈〉]|&#(?:9[13]|x5[bd]);|&[lr](?:brack|sqb);/iu;

const escapedBrackets =
  '(?:&#91;|&#x5b;|&lbrack;|&lsqb;){3,}|(?:&#93;|&#x5d;|&rbrack;|&rsqb;){3,}|([〔〕〖〗「」『』《》〈〉])\\1{2,}';
const threeBrackets = new RegExp(`\\[{3,}|\\]{3,}|${escapedBrackets}`, 'giu');
/** Two square brackets, or three full-width or escaped ones, since a source may have pairs of those. */
const twoBrackets = new RegExp(`\\[{2,}|\\]{2,}|［{3,}|］{3,}|【{3,}|】{3,}|${escapedBrackets}`, 'giu');

/**
 * Returns errors for remaining brackets: three in a row, two if the source has none, or one that touches a placeholder.
 * Runs that the source has itself, such as `「「「`, are text.
 */
export function bracketsLeft(source: string, { text, placeholders }: Message): readonly Problem[] {
  if (!firstOfBracket.test(text) || !brackets.test(text)) return [];
  const runs = /［［|【【|\[\[|\]\]|］］|】】/u.test(source) ? threeBrackets : twoBrackets;
  const sourceRuns = Array.from(source.matchAll(runs), ([run]) => run);
  const problems: Problem[] = [];
  for (const { 0: run, index } of text.matchAll(runs)) {
    const inSource = sourceRuns.indexOf(run);
    if (inSource < 0) problems.push(errorAt('brackets-remaining', run, index));
    else sourceRuns.splice(inSource, 1);
  }
  if (problems.length > 0 || /[[\]［］]/u.test(source)) return problems;
  for (const { start, end } of placeholders) {
    const [before = '', after = ''] = [text[start - 1], text[end]];
    if (before === '[' || before === '［') problems.push(errorAt('brackets-remaining', before, start - 1));
    if (after === ']' || after === '］') problems.push(errorAt('brackets-remaining', after, end));
  }
  return problems;
}

/** Brackets of any script, which a translation may use instead of square ones. */
const [anyOpening, anyClosing] = [/[[(［【〔〖「『《〈（<«“„‹]/gu, /[\])］】〕〗」』》〉）>»”“›]/gu];

/**
 * Returns a warning if a square bracket of the source next to a placeholder was lost: it cannot be distinguished from
 * the protecting ones if some of them are missing.
 */
export function lostBrackets(source: Message, translation: Message): readonly Problem[] {
  if (!/[[\]]/u.test(source.text)) return [];
  const isLost = (pattern: RegExp): boolean =>
    outside(translation, pattern, '').length < outside(source, pattern, '').length;
  const opening = source.placeholders.find(({ start }) => source.text[start - 1] === '[');
  const closing = source.placeholders.find(({ end }) => source.text[end] === ']');
  const lost = { kind: 'brackets-lost', severity: 'warning' } as const;
  const problems: Problem[] = [];
  if (opening !== undefined && isLost(anyOpening))
    problems.push({ ...lost, text: '[', sourceStart: opening.start - 1 });
  if (closing !== undefined && isLost(anyClosing)) problems.push({ ...lost, text: ']', sourceStart: closing.end });
  return problems;
}

const bracedFamilies = new Set<PlaceholderSyntax>(['icu', 'brace', 'dotnet', 'fluent', 'vscode']);
const formattedFamilies = new Set<PlaceholderSyntax>(['printf', 'python-percent', 'java-date']);

interface Stray {
  /** A character that every match contains: a text without it is not searched. */
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
  // Where `{{x}}` is .NET's escape of `{x}`, a single brace begins or ends a placeholder, or throws a FormatException.
  {
    needs: '{',
    pattern: /(?<!\{)\{(?:\{\{){0,100}(?!\{)[^{}]{0,200}\}?/gu,
    counts: (syntaxes, source) => syntaxes.includes('dotnet') && escapesBraces(source),
  },
  {
    needs: '}',
    pattern: /(?<!\})\}(?:\}\}){0,100}(?!\})/gu,
    counts: (syntaxes, source) => syntaxes.includes('dotnet') && escapesBraces(source),
  },
  // vue-i18n refuses a message with an `@` that begins no link, and reads `|` as the end of a plural form.
  { needs: '@', pattern: /@/gu, counts: (syntaxes) => syntaxes.includes('vue-link') },
  {
    needs: '|',
    pattern: /\|/gu,
    counts: (syntaxes, source) => syntaxes.includes('vue-link') && !source.text.includes('|'),
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
  // A bar separates the forms of a plural; Symfony reads a doubled one as text.
  {
    needs: '|',
    pattern: /(?<!\|)\|(?!\|)/gu,
    counts: (syntaxes) => pipeFamilyOf(syntaxes) !== undefined,
  },
  // The beginning of an element.
  { needs: '<', pattern: /<[A-Za-z/!?][^<>\s]{0,80}/gu, counts: (syntaxes) => syntaxes.includes('tag') },
];

/** Matches all that such a character can be. */
const needed = new RegExp(`[${literal(strays.map(({ needs }) => needs).join(''))}]`, 'u');

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
  if (!needed.test(translation.text)) return [];
  const problems: Problem[] = [];
  for (const { needs, pattern, counts } of strays) {
    if (!translation.text.includes(needs)) continue;
    const matches = outside(translation, pattern, needs);
    if (matches.length === 0 || !counts(syntaxes, source)) continue;
    const unproven = needs === '%' ? outsideRuns(matches, proven) : matches;
    const inSource = outside(source, pattern, needs).length;
    problems.push(...unproven.slice(inSource).map(({ text, start }) => errorAt('stray-syntax', text, start)));
  }
  return problems.length < 2 ? problems : withoutInner(problems);
}

function outsideRuns<Item extends { readonly start: number }>(
  items: readonly Item[],
  proven: Unbracketed['proven'],
): readonly Item[] {
  const isInside = coveredBy(proven.map(({ start, run }) => ({ start, text: run.text })));
  return items.filter(({ start }) => !isInside(start));
}

function escapesBraces({ text, placeholders }: Message): boolean {
  return text.includes('{{') && placeholders.some(({ syntax }) => syntax === 'dotnet');
}

/**
 * Returns a warning for an ampersand that was doubled in the source: Qt and KDE show `&&` as `&`, and underline the
 * character after a single one.
 */
export function halvedAmpersands(
  source: Message,
  translation: Message,
  syntaxes: readonly PlaceholderSyntax[],
): readonly Problem[] {
  if (!syntaxes.includes('qt') || !source.text.includes('&&')) return [];
  const doubled = (message: Message): number => outside(message, /&&/gu, '&').length;
  const lost = doubled(source) - doubled(translation);
  if (lost <= 0) return [];
  const single = (message: Message): ReturnType<typeof outside> => outside(message, /(?<!&)&(?!&)/gu, '&');
  const added = single(translation).slice(single(source).length, single(source).length + lost);
  return added.map(({ text, start }) => ({ ...errorAt('stray-syntax', text, start), severity: 'warning' }));
}

/** Excludes the end of an expression that is already reported. */
function withoutInner(problems: readonly Problem[]): readonly Problem[] {
  const inner = new Set<Problem>();
  let around: Problem | undefined;
  for (const problem of problems.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0) || b.text.length - a.text.length)) {
    const start = problem.start ?? 0;
    const aroundStart = around?.start ?? 0;
    const aroundEnd = aroundStart + (around?.text.length ?? 0);
    const isWithin = aroundStart < start && start < aroundEnd;
    if (around !== undefined && isWithin && around.text.length > problem.text.length) inner.add(problem);
    if (around === undefined || start + problem.text.length > aroundEnd) around = problem;
  }
  return problems.filter((problem) => !inner.has(problem));
}

/**
 * Returns errors for placeholders of the source whose characters appear more times in the translation: next to certain
 * words the search does not recognize them, but a program that replaces text may. Tags and entities are compared by
 * meaning, an ICU message may use an argument in more branches, and a name may be used any number of times.
 */
export function repeatedTokens(source: Message, translation: Message): readonly Problem[] {
  const isCounted = (placeholder: Placeholder): boolean =>
    placeholder.syntax !== 'tag' &&
    placeholder.syntax !== 'entity' &&
    (placeholder.syntax !== 'icu' || isChoiceArgument(placeholder.text)) &&
    !isReusable(placeholder);
  const counted = source.placeholders.filter(isCounted);
  if (counted.length === 0) return [];
  const tokens = [...new Set(counted.map(({ text }) => text))];
  const [offsetsByToken, sourceOffsets] = [offsetsOf(translation.text, tokens), offsetsOf(source.text, tokens)];
  const separators = new Set(counted.filter(separatesForms).map(({ text }) => text));
  const problems: Problem[] = [];
  for (const text of tokens) {
    const offsets = offsetsByToken.get(text) ?? [];
    let allowed = sourceOffsets.get(text)?.length ?? 0;
    // The translation may have more forms.
    if (separators.has(text)) allowed += countSeparators(translation) - countSeparators(source);
    for (const start of offsets.slice(Math.max(0, allowed))) problems.push(errorAt('extra-placeholder', text, start));
  }
  return problems;
}

function countSeparators({ placeholders }: Message): number {
  return placeholders.filter(separatesForms).length;
}

/** Up to this many parts, searching a text for each of them is faster than building an index. */
const fewParts = 8;

/** Returns where each of the parts is in a text. Equal parts do not overlap. */
function offsetsOf(text: string, parts: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const offsets = new Map<string, number[]>(parts.map((part) => [part, []]));
  const add = (part: string, offset: number): void => {
    const earlierOffsets = offsets.get(part);
    if ((earlierOffsets?.at(-1) ?? -Infinity) + part.length <= offset) earlierOffsets?.push(offset);
  };
  if (parts.length <= fewParts) {
    for (const part of parts)
      for (let offset = text.indexOf(part); offset >= 0; offset = text.indexOf(part, offset + 1)) add(part, offset);
    return offsets;
  }
  const index = new TextIndex(parts);
  for (let offset = 0; offset < text.length; offset += 1)
    for (const match of index.matchesAt(text, offset)) add(match.text, offset);
  return offsets;
}

/** Returns matches that do not overlap a placeholder. Each contains `needs`; '' if no character is in all of them. */
function outside(
  { text, placeholders }: Message,
  pattern: RegExp,
  needs: string,
): readonly { readonly text: string; readonly start: number }[] {
  const result: { text: string; start: number }[] = [];
  let lastEnd = 0;
  let nextNeeded = text.indexOf(needs);
  for (let index = 0; nextNeeded >= 0 && index <= placeholders.length; index += 1) {
    const start = placeholders[index]?.start ?? text.length;
    if (nextNeeded < start) {
      for (const match of text.slice(lastEnd, start).matchAll(pattern))
        result.push({ text: match[0], start: lastEnd + match.index });
    }
    lastEnd = placeholders[index]?.end ?? start;
    if (nextNeeded < lastEnd) nextNeeded = text.indexOf(needs, lastEnd);
  }
  return result;
}
