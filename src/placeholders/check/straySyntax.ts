import { pipeFamilyOf } from '../pipes/pipeParts.ts';
import { isVueFamily } from '../pipes/vueRules.ts';
import { isChoiceArgument } from '../read/icu.ts';
import { separatesForms } from '../read/wikitext.ts';
import { literal } from '../read/looseToken.ts';
import { placeholderRuns } from '../read/runs.ts';
import type { Message } from '../read/readMessage.ts';
import { asWarning, errorAt, type Placeholder, type PlaceholderSyntax, type Problem } from '../read/placeholder.ts';
import { isReusable } from './placeholderKeys.ts';
import { coveredBy } from './ranges.ts';
import { readsMessageFormat } from './reader.ts';
import { TextIndex } from '../../base/text/textIndex.ts';
import type { BracketFindings } from './unbracket.ts';

/** Matches the first character of a match of `brackets`: a cheap check, since a search that ignores case is slow. */
const firstOfBracket = /[[\]&［］【】〔〕〖〗「」『』《》〈〉]/u;
const brackets = /[[\]［］【】〔〕〖〗「」『』《》〈〉]|&#(?:9[13]|x5[bd]);|&[lr](?:brack|sqb);/iu;

/** Three or more brackets, escaped for markup or of another script: `&#91;&#91;&#91;`, `「「「`. */
const escapedBrackets =
  '(?:&#91;|&#x5b;|&lbrack;|&lsqb;){3,}|(?:&#93;|&#x5d;|&rbrack;|&rsqb;){3,}|([〔〕〖〗「」『』《》〈〉])\\1{2,}';
/** Three or more of any form, one of them square: `】]］`. Only others, such as `」】』`, may be text. */
const mixedBrackets = String.raw`(?=【*[[［])[[［【]{3,}|(?=】*[\]］])[\]］】]{3,}`;
const threeBrackets = new RegExp(`${mixedBrackets}|\\[{3,}|\\]{3,}|${escapedBrackets}`, 'giu');
/** Two or more square brackets, or three or more of other scripts or escaped: pairs such as `「「` may be text. */
const twoBrackets = new RegExp(
  `${mixedBrackets}|\\[{2,}|\\]{2,}|［{3,}|］{3,}|【{3,}|】{3,}|${escapedBrackets}`,
  'giu',
);

/**
 * Returns errors for remaining brackets: three in a row, also two if the source has no pairs, and a single one that
 * touches a placeholder if the source has no brackets. Rows that the source has, such as `「「「`, are text.
 */
export function bracketsLeft(source: string, translation: Message): readonly Problem[] {
  return [...squareBracketsLeft(source, translation), ...otherBracketsLeft(source, translation)];
}

/** Two equal brackets of any other kind in a row, `((`, or three characters that enclose text on both sides, `***`. */
const otherBrackets = /([()（）⸨⸩❨❩<>＜＞‹›«»⟨⟩⟪⟫❮❯❰❱{}｛｝❲❳⟬⟭“”„])\1+|([*"_|~=])\2{2,}/gu;

/** Returns errors for rows of other brackets around a placeholder that the source lacks: `(((%s)))`, `<<%s>>`. */
function otherBracketsLeft(source: string, { text, placeholders }: Message): readonly Problem[] {
  if (placeholders.length === 0 || text.search(otherBrackets) < 0) return [];
  const rows = [...text.matchAll(otherBrackets)].filter(({ 0: row }) => !source.includes(row));
  const problems: Problem[] = [];
  for (const { start, end } of placeholderRuns(text, placeholders)) {
    const before = rows.find(({ 0: row, index }) => index + row.length === start);
    const after = rows.find(({ index }) => index === end);
    if (before !== undefined && after !== undefined)
      problems.push(
        errorAt('brackets-remaining', before[0], before.index),
        errorAt('brackets-remaining', after[0], after.index),
      );
  }
  return problems;
}

function squareBracketsLeft(source: string, { text, placeholders }: Message): readonly Problem[] {
  if (!firstOfBracket.test(text) || !brackets.test(text)) return [];
  const sourceHasPairs = /［［|【【|\[\[|\]\]|］］|】】/u.test(source);
  const manyBrackets = sourceHasPairs ? threeBrackets : twoBrackets;
  /** The rows of brackets in the source that have not been found in the translation yet. */
  const unmatchedRows = Array.from(source.matchAll(manyBrackets), ([match]) => match);
  const problems: Problem[] = [];
  for (const { 0: match, index } of text.matchAll(manyBrackets)) {
    const sourceIndex = unmatchedRows.indexOf(match);
    if (sourceIndex < 0) problems.push(errorAt('brackets-remaining', match, index));
    else unmatchedRows.splice(sourceIndex, 1);
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

/** Warns if a bracket next to a placeholder, as in `[%s]`, was lost: it may have been taken for a protecting one. */
export function lostBrackets(source: Message, translation: Message): readonly Problem[] {
  if (!/[[\]]/u.test(source.text)) return [];
  // '': the brackets that a pattern matches have no character in common.
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

const familiesWithBraces = new Set<PlaceholderSyntax>(['icu', 'brace', 'dotnet', 'fluent', 'vscode']);
const hasBraces = (syntaxes: readonly PlaceholderSyntax[]): boolean =>
  syntaxes.some((syntax) => familiesWithBraces.has(syntax));
const formattedFamilies = new Set<PlaceholderSyntax>(['printf', 'python-percent', 'java-date']);

/** A kind of stray syntax. */
interface Stray {
  /** A character that every match contains: a text without it is not searched. */
  readonly character: string;
  readonly pattern: RegExp;
  /** Whether a match is syntax for the program that reads the text. */
  readonly isSyntax: (syntaxes: readonly PlaceholderSyntax[], source: Message) => boolean;
}

const strays: readonly Stray[] = [
  // An expression, or the beginning of one, which an ICU parser rejects and which MDX and Fluent evaluate.
  { character: '{', pattern: /\{[^{}]{0,200}\}|\{/gu, isSyntax: hasBraces },
  // Where `{{x}}` is .NET's escape of `{x}`, an odd number of braces (`{x`, `{{{x` and, below, `x}`) begins or ends a
  // placeholder, or throws a FormatException.
  {
    character: '{',
    pattern: /(?<!\{)\{(?:\{\{){0,100}(?!\{)[^{}]{0,200}\}?/gu,
    isSyntax: (syntaxes, source) => syntaxes.includes('dotnet') && escapesBraces(source),
  },
  {
    character: '}',
    pattern: /(?<!\})\}(?:\}\}){0,100}(?!\})/gu,
    isSyntax: (syntaxes, source) => syntaxes.includes('dotnet') && escapesBraces(source),
  },
  // vue-i18n refuses a message with an `@` that begins no link, and reads `|` as the end of a plural form.
  { character: '@', pattern: /@/gu, isSyntax: (syntaxes) => syntaxes.includes('vue-link') },
  {
    character: '|',
    pattern: /\|/gu,
    isSyntax: (syntaxes, source) => syntaxes.includes('vue-link') && !source.text.includes('|'),
  },
  { character: '}', pattern: /\}/gu, isSyntax: hasBraces },
  // A text with `%s` in it is formatted, so `100 %` must be `100 %%`.
  {
    character: '%',
    pattern: /%/gu,
    isSyntax: (_, { placeholders }) => placeholders.some(({ syntax }) => formattedFamilies.has(syntax)),
  },
  // In Fluent, a line that begins with a variant: `[few]`, `*[other]`.
  { character: '[', pattern: /\n[^\S\n]*\*?\[[^[\]\n]{1,80}\]/gu, isSyntax: (syntaxes) => syntaxes.includes('fluent') },
  // A bar separates the forms of a plural; Symfony reads a doubled one as text.
  {
    character: '|',
    pattern: /(?<!\|)\|(?!\|)/gu,
    // Symfony reads bars only if the program passes `%count%`; a plural that shows no number is compared by its forms.
    isSyntax: (syntaxes, source) => {
      const family = pipeFamilyOf(syntaxes);
      return family === 'symfony-plural' ? source.text.includes('%count%') : family !== undefined;
    },
  },
  // The beginning of an element; the source may have words in angle brackets, `< Unknown >`.
  {
    character: '<',
    pattern: /<(?:[A-Za-z/!?]|\s\p{L}(?=[^<>\n]{0,80}>))[^<>\s]{0,80}/gu,
    // The usage of a command has words in angle brackets that no program reads: `/<command> <player>`.
    isSyntax: (syntaxes, source) => syntaxes.includes('tag') && !usedCommand.test(source.text),
  },
];

/** Matches the characters of all kinds. */
const anyStrayCharacter = new RegExp(`[${literal(strays.map(({ character }) => character).join(''))}]`, 'u');

/**
 * Returns errors for syntax characters that belong to no placeholder and are more than in the source. A `%s` that came
 * back in its own brackets (`proven`) is a placeholder, even if a preceding digit hides it from the search.
 */
export function straySyntax(
  source: Message,
  translation: Message,
  proven: BracketFindings['proven'],
  syntaxes: readonly PlaceholderSyntax[],
): readonly Problem[] {
  if (!anyStrayCharacter.test(translation.text)) return [];
  const problems: Problem[] = [];
  for (const { character, pattern, isSyntax } of strays) {
    if (!translation.text.includes(character)) continue;
    const matches = outside(translation, pattern, character);
    if (matches.length === 0 || !isSyntax(syntaxes, source)) continue;
    let unproven = matches;
    if (character === '%') unproven = outsideRuns(matches, proven);
    if (character === '|') unproven = matches.filter(({ start }) => !isDanda(translation.text, start, syntaxes));
    const sourceCount = outside(source, pattern, character).length;
    // As many as in the source are text, wherever they are.
    const surplus = unproven.slice(sourceCount);
    const isQuoted = ({ start }: { readonly start: number }): boolean =>
      readsMessageFormat(syntaxes) && isQuotedBrace(translation.text, start);
    problems.push(
      ...surplus.map((match) => {
        const problem = errorAt('stray-syntax', match.text, match.start);
        return isQuoted(match) ? asWarning(problem) : problem;
      }),
    );
  }
  return problems.length < 2 ? problems : withoutInner(problems);
}

/** Whether a brace is in apostrophes, `'{'`, which java.text.MessageFormat shows as the brace alone. */
export function isQuotedBrace(text: string, start: number): boolean {
  return text.slice(start - 1, start + 2) === "'{'";
}

/** The scripts of India whose sentences end in a danda, `।`, for which many keyboards only have a bar. */
const sentenceBeforeBar = /[\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Telu}][)"'”’]?\s?$/u;

/** Whether a bar ends a sentence, as a danda does. vue-i18n would take what follows for another form. */
function isDanda(text: string, start: number, syntaxes: readonly PlaceholderSyntax[]): boolean {
  const textAfter = text.slice(start + 1);
  if (!/^(?:\s|$)/u.test(textAfter) || !sentenceBeforeBar.test(text.slice(0, start))) return false;
  return textAfter.trim() === '' || !syntaxes.some(isVueFamily);
}

/** Returns the items outside the runs that came back in their brackets. */
function outsideRuns<Item extends { readonly start: number }>(
  items: readonly Item[],
  proven: BracketFindings['proven'],
): readonly Item[] {
  const isInside = coveredBy(proven.map(({ start, run }) => ({ start, text: run.text })));
  return items.filter(({ start }) => !isInside(start));
}

/** Whether a source has .NET's escape of a brace: `{{x}}`. */
function escapesBraces({ text, placeholders }: Message): boolean {
  return text.includes('{{') && placeholders.some(({ syntax }) => syntax === 'dotnet');
}

/** `/<command>` at the beginning of a usage text: servers of Minecraft replace it (Bukkit's `plugin.yml`, "usage"). */
const usedCommand = /^(?:\p{L}{1,20}:\s?)?\/<command>(?=\s|$)/u;

/** Returns an error if the name of the command is lost: to translators, it is a word like the ones after it. */
export function lostCommand(source: Message, translation: Message): readonly Problem[] {
  if (!usedCommand.test(source.text) || translation.text.includes('<command>')) return [];
  const sourceStart = source.text.indexOf('<command>');
  return [{ kind: 'tag-broken', severity: 'error', text: '<command>', sourceStart }];
}

/** Warns of `&` for `&&`: Qt and KDE show `&&` as `&`, and underline the character after a single one. */
export function halvedAmpersands(
  source: Message,
  translation: Message,
  syntaxes: readonly PlaceholderSyntax[],
): readonly Problem[] {
  if (!syntaxes.includes('qt') || !source.text.includes('&&')) return [];
  const countDoubled = (message: Message): number => outside(message, /&&/gu, '&').length;
  const lostCount = countDoubled(source) - countDoubled(translation);
  if (lostCount <= 0) return [];
  const singleIn = (message: Message): ReturnType<typeof outside> => outside(message, /(?<!&)&(?!&)/gu, '&');
  const sourceCount = singleIn(source).length;
  // As many as in the source are meant to be single.
  const halved = singleIn(translation).slice(sourceCount, sourceCount + lostCount);
  return halved.map(({ text, start }) => ({ ...errorAt('stray-syntax', text, start), severity: 'warning' }));
}

/** Excludes problems within another one: the `}` of a `{name}` that is already reported. */
function withoutInner(problems: readonly Problem[]): readonly Problem[] {
  const innerProblems = new Set<Problem>();
  const sorted = problems.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0) || b.text.length - a.text.length);
  let outer: Problem | undefined;
  for (const problem of sorted) {
    const start = problem.start ?? 0;
    const outerStart = outer?.start ?? 0;
    const outerEnd = outerStart + (outer?.text.length ?? 0);
    const isWithin = outerStart < start && start < outerEnd;
    if (outer !== undefined && isWithin && outer.text.length > problem.text.length) innerProblems.add(problem);
    if (outer === undefined || start + problem.text.length > outerEnd) outer = problem;
  }
  return problems.filter((problem) => !innerProblems.has(problem));
}

/**
 * Returns errors for placeholders of the source whose characters appear more times in the translation: next to certain
 * words the search does not recognize them, but a program that replaces text may. Tags and entities are compared by
 * meaning, an ICU message may use an argument in more branches, and a name may be used any number of times.
 */
export function repeatedTokens(source: Message, translation: Message): readonly Problem[] {
  const isCounted = (placeholder: Placeholder): boolean => {
    const { syntax, text } = placeholder;
    if (syntax === 'tag' || syntax === 'entity') return false;
    if (syntax === 'icu' && !isChoiceArgument(text)) return false;
    return !isReusable(placeholder);
  };
  const counted = source.placeholders.filter(isCounted);
  if (counted.length === 0) return [];
  const tokens = [...new Set(counted.map(({ text }) => text))];
  const [offsetsByToken, sourceOffsets] = [offsetsOf(translation.text, tokens), offsetsOf(source.text, tokens)];
  const separators = new Set(counted.filter(separatesForms).map(({ text }) => text));
  const problems: Problem[] = [];
  for (const text of tokens) {
    const offsets = offsetsByToken.get(text) ?? [];
    let allowedCount = sourceOffsets.get(text)?.length ?? 0;
    // A translation with more forms has more separators: `|` in `{{PLURAL:$1|one|few|other}}`.
    if (separators.has(text)) allowedCount += countSeparators(translation) - countSeparators(source);
    for (const start of offsets.slice(Math.max(0, allowedCount)))
      problems.push(errorAt('extra-placeholder', text, start));
  }
  return problems;
}

function countSeparators({ placeholders }: Message): number {
  return placeholders.filter(separatesForms).length;
}

/** Up to this many parts, searching a text for each of them is faster than building an index. */
const fewParts = 8;

/** Returns the offsets of each part in a text. Equal parts do not overlap. */
function offsetsOf(text: string, parts: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const offsets = new Map<string, number[]>(parts.map((part) => [part, []]));
  const add = (part: string, offset: number): void => {
    const offsetsOfPart = offsets.get(part);
    // -Infinity: the part was not found before.
    const lastEnd = (offsetsOfPart?.at(-1) ?? -Infinity) + part.length;
    if (lastEnd <= offset) offsetsOfPart?.push(offset);
  };
  if (parts.length <= fewParts) {
    for (const part of parts) {
      for (let offset = text.indexOf(part); offset >= 0; offset = text.indexOf(part, offset + 1)) add(part, offset);
    }
    return offsets;
  }
  const index = new TextIndex(parts);
  for (let offset = 0; offset < text.length; offset += 1) {
    for (const match of index.matchesAt(text, offset)) add(match.text, offset);
  }
  return offsets;
}

/** Returns matches that overlap no placeholder. All contain `character`, which is '' if they have none in common. */
function outside(
  { text, placeholders }: Message,
  pattern: RegExp,
  character: string,
): readonly { readonly text: string; readonly start: number }[] {
  const matches: { text: string; start: number }[] = [];
  let lastEnd = 0;
  let characterOffset = text.indexOf(character);
  // One round for the text before each placeholder, and a last one for the text after all of them.
  for (let index = 0; characterOffset >= 0 && index <= placeholders.length; index += 1) {
    const start = placeholders[index]?.start ?? text.length;
    if (characterOffset < start) {
      for (const match of text.slice(lastEnd, start).matchAll(pattern))
        matches.push({ text: match[0], start: lastEnd + match.index });
    }
    lastEnd = placeholders[index]?.end ?? start;
    if (characterOffset < lastEnd) characterOffset = text.indexOf(character, lastEnd);
  }
  return matches;
}
