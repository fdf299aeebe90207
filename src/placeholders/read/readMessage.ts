import { dollarBraces } from './dollarBraces.ts';
import { families, type Family } from './families.ts';
import { fluentPlaceables } from './fluentPlaceables.ts';
import { choiceArguments, hasNumberedArgumentsOnly, isMessageOfWords, parseIcu, type IcuMessage } from './icu.ts';
import { codeSpans } from './codeSpans.ts';
import { withoutElementNotes } from './inlineElements.ts';
import { quotable, type ApostropheRule } from './apostropheRule.ts';
import { literal } from './looseToken.ts';
import { replaceSpans } from './replaceSpans.ts';
import { termSearch } from './terms.ts';
import { wikitext, wordFunction } from './wikitext.ts';
import { userPatternSearch, type Span } from '../pattern/compileUserPattern.ts';
import {
  isEqualSyntax,
  type FormNumber,
  type IcuBranchKind,
  type Placeholder,
  type PlaceholderSyntax,
} from './placeholder.ts';

/** A text, its placeholders in order, and its parsed form when it is an ICU message whose arguments are among them. */
export interface Message {
  readonly text: string;
  readonly placeholders: readonly Placeholder[];
  readonly icu?: IcuMessage;
  /** The text is a branch of an ICU message; `icu` is present whenever it can be one. */
  readonly within?: IcuBranchKind;
  /** See `ProtectedText`. */
  readonly exactIsCategory?: true;
  /** See `ProtectedText`. */
  readonly numbers?: readonly FormNumber[];
}

/** Finds the next placeholder of one family at or after an offset. Called with increasing offsets. */
interface Finder {
  readonly syntax: PlaceholderSyntax;
  readonly next: (searchStart: number) => Span | undefined;
}

/** Brace placeholders that are not valid in an ICU message: `{user.name}`, `{first-name}`, `{}`. */
const beyondIcu = /^\{(?:\}|[\w$]{0,100}[.-][\w.$-]{0,1000}\}$)/u;

/**
 * Finds the placeholders of a text in one pass from left to right: the earlier start wins, then the longer match, then
 * the order of the table of families. `apostrophes`: if `literal`, they quote nothing in an ICU message. Throws an Error
 * for an invalid pattern of the project.
 */
export function readMessage(
  text: string,
  syntaxes: readonly PlaceholderSyntax[],
  within?: IcuBranchKind,
  apostrophes?: ApostropheRule,
): Message {
  const familySet = familySetOf(syntaxes);
  if (within === undefined && familySet.trigger?.test(text) === false) return { text, placeholders: [] };
  const finders = findersFor(text, familySet);
  // A branch is always read as ICU.
  if (!familySet.has('icu') && within === undefined) return { text, placeholders: scan(text, finders) };
  // `{0,choice,0#none|1#one}` has words, which the family of braces would take for a part of its name.
  const choices = familySet.has('icu') ? choiceArguments(text) : [];
  const textToParse = withoutElementNotes(quotable(text, apostrophes));
  const icu = readIcu(textToParse, syntaxes, finders, within);
  if (!icu) return { text, placeholders: scan(text, withoutQuoted(textToParse, finders), choices) };
  // `{0} of {1}` need not be a message of ICU.
  const hasNumberedFamily = familySet.has('brace') || familySet.has('dotnet');
  if (within === undefined && hasNumberedFamily && hasNumberedArgumentsOnly(text, icu))
    return { text, placeholders: scan(text, finders, choices) };

  // Quoted braces of an ICU message are text: the brace family only finds what ICU cannot read, such as `{user.name}`.
  const otherFinders = withoutBraces(text, finders, (match) => !beyondIcu.test(match));
  const icuFinder: Finder = {
    syntax: 'icu',
    next: nextOf([...icu.skeleton, ...icu.simple].sort((a, b) => a.start - b.start)),
  };
  const placeholders = scan(text, [icuFinder, ...otherFinders], icu.skeleton);
  if (within !== undefined) return { text, placeholders, icu, within };
  // If other families have found all its arguments, the text is no message.
  if (placeholders.some(({ syntax }) => syntax === 'icu')) return { text, placeholders, icu };
  return { text, placeholders };
}

const braceAlone: readonly PlaceholderSyntax[] = ['brace'];

/**
 * Parses the text as ICU. If it does not parse because it also has placeholders of other families (`{{name}}`), parses
 * it with those masked. Offsets are preserved.
 */
function readIcu(
  text: string,
  syntaxes: readonly PlaceholderSyntax[],
  finders: readonly Finder[],
  within: IcuBranchKind | undefined,
): IcuMessage | undefined {
  const message = parseIcu(text, within);
  if (message || !text.includes('{')) return message;
  // What these families find, such as `{0}`, may be an argument of the message.
  const otherFinders = finders.filter(({ syntax }) => syntax !== 'brace' && syntax !== 'dotnet' && syntax !== 'vscode');
  const maskedText = maskSpans(text, scan(text, otherFinders));
  const maskedMessage = parseIcu(maskedText, within);
  if (maskedMessage) return maskedMessage;
  // A message was divided into branches although the file has no family for its other braces.
  if (within !== undefined) return parseIcu(maskSpans(text, foreignBraces(text)), within);
  // Only braces such as `{user.name}` can still be invalid.
  return syntaxes.includes('brace') ? parseIcu(maskSpans(maskedText, invalidBraces(maskedText))) : undefined;
}

/** Returns braces that are no syntax of ICU messages: `{{name}}`, `{% if %}` and `{user.name}` of another library. */
export function foreignBraces(text: string): readonly Span[] {
  const templates = scan(text, findersFor(text, familySetOf(bracesOfTemplates)));
  return [...templates, ...invalidBraces(maskSpans(text, templates))].sort((a, b) => a.start - b.start);
}

const bracesOfTemplates: readonly PlaceholderSyntax[] = ['mustache', 'template'];

function invalidBraces(text: string): readonly Span[] {
  const braces = scan(text, findersFor(text, familySetOf(braceAlone)));
  return braces.filter((placeholder) => beyondIcu.test(placeholder.text));
}

/** Replaces each span by as many letters. */
export function maskSpans(text: string, spans: readonly Span[]): string {
  return replaceSpans(text, spans, ({ start, end }) => 'x'.repeat(end - start));
}

/**
 * Makes the brace family ignore braces that ICU reads as quoted: `'{'words'}'` has no argument. `'{name}'` is found,
 * because libraries other than ICU fill it in; but not `'''{0}'''`, MessageFormat's way to write a brace in quotes.
 */
function withoutQuoted(text: string, finders: readonly Finder[]): readonly Finder[] {
  const isTripled = text.includes("'''{");
  if (!(isTripled || text.includes("{'")) || !isMessageOfWords(text)) return finders;
  if (isTripled) return finders.filter(({ syntax }) => syntax !== 'brace' && syntax !== 'dotnet');
  return withoutBraces(text, finders, (match) => match.startsWith("{'"));
}

/** Makes the finder of the brace family ignore some of its matches. */
function withoutBraces(
  text: string,
  finders: readonly Finder[],
  isIgnored: (match: string) => boolean,
): readonly Finder[] {
  return finders.map((finder) => {
    if (finder.syntax !== 'brace') return finder;
    return filtered(text, finder, (match) => !isIgnored(match));
  });
}

/** The search for a set of families, prepared once. */
interface FamilySet {
  readonly syntaxes: readonly PlaceholderSyntax[];
  readonly has: (syntax: PlaceholderSyntax) => boolean;
  /** Patterns and terms of the project. */
  readonly projectSyntaxes: readonly Extract<PlaceholderSyntax, object>[];
  /** The rows of the table of families. */
  readonly rows: readonly Family[];
  /** A text that does not match has no placeholder. Absent if a pattern or term of the project may match anything. */
  readonly trigger?: RegExp;
}

/** Families without a row in the table, and a substring that a text with one of their placeholders has. */
const neededByReaders: readonly (readonly [PlaceholderSyntax, string])[] = [
  ['icu', '{'],
  ['fluent', '{'],
  ['code-span', '`'],
  ['dollar-brace', '${'],
  ['wikitext', '$'],
  ['wikitext', '{{'],
  ['wikitext', '[['],
];

/** The most recent sets. The journal's lists of families are equal without being identical objects. */
let familySets: readonly FamilySet[] = [];
const maxFamilySets = 16;

function familySetOf(syntaxes: readonly PlaceholderSyntax[]): FamilySet {
  const cachedSet = familySets.find((familySet) => isSameList(familySet.syntaxes, syntaxes));
  if (cachedSet) return cachedSet;
  const newSet = makeFamilySet(syntaxes);
  familySets = [newSet, ...familySets.slice(0, maxFamilySets - 1)];
  return newSet;
}

function isSameList(a: readonly PlaceholderSyntax[], b: readonly PlaceholderSyntax[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  return a.every((syntax, index) => isEqualSyntax(syntax, b[index]));
}

function makeFamilySet(syntaxes: readonly PlaceholderSyntax[]): FamilySet {
  const projectSyntaxes = syntaxes.filter((syntax) => typeof syntax === 'object');
  const rows = families.filter(({ syntax }) => syntaxes.includes(syntax));
  const familiesOfText = new Set(syntaxes);
  const has = (syntax: PlaceholderSyntax): boolean => familiesOfText.has(syntax);
  // Without `trigger`: a pattern or term of the project may match anything.
  if (projectSyntaxes.length > 0) return { syntaxes, has, projectSyntaxes, rows };
  const neededParts = new Set(rows.flatMap(({ needs }) => needs));
  for (const [syntax, part] of neededByReaders) if (has(syntax)) neededParts.add(part);
  // Without any family nothing can be found, and an empty pattern would match.
  const matchesNothing = /(?!)/u;
  const trigger = neededParts.size === 0 ? matchesNothing : new RegExp(Array.from(neededParts, literal).join('|'), 'u');
  return { syntaxes, has, projectSyntaxes, rows, trigger };
}

/** Returns finders for the project's patterns, then for the families with readers, then for the table's rows. */
function findersFor(text: string, { has, projectSyntaxes, rows }: FamilySet): readonly Finder[] {
  const finders = projectSyntaxes.map((syntax): Finder => ({
    syntax,
    next: 'term' in syntax ? termSearch(syntax.term, text) : userPatternSearch(syntax.pattern, text),
  }));
  if (has('code-span')) finders.push({ syntax: 'code-span', next: nextOf(codeSpans(text)) });
  if (has('fluent')) finders.push({ syntax: 'fluent', next: nextOf(fluentPlaceables(text)) });
  if (has('icu') && text.includes('choice')) finders.push({ syntax: 'icu', next: nextOf(choiceArguments(text)) });
  if (has('wikitext')) finders.push({ syntax: 'wikitext', next: nextOf(wikitext(text)) });
  if (has('dollar-brace') && text.includes('${'))
    finders.push({ syntax: 'dollar-brace', next: nextOf(dollarBraces(text)) });
  for (const family of possibleFamilies(text, rows))
    finders.push(withoutFormsOfOthers(text, familyFinder(text, family), has));
  return finders;
}

/** `%1s`: for Qt, the placeholder `%1` before a word with `s`; for printf, a width and a conversion. */
const numberBeforeWord = /^%[1-9]\d?[A-Za-z]/u;

/** Makes a finder ignore matches that are placeholders of another family of the text. */
function withoutFormsOfOthers(text: string, finder: Finder, has: FamilySet['has']): Finder {
  const { syntax } = finder;
  if (syntax === 'printf' && has('qt')) {
    // `%%1` is a percentage in Turkish: Qt has no escape, and reads a sign and `%1`.
    const isSignBeforeNumber = (match: string, end: number): boolean =>
      match === '%%' && /^[1-9]/u.test(text.slice(end));
    return filtered(text, finder, (match, end) => !numberBeforeWord.test(match) && !isSignBeforeNumber(match, end));
  }
  // `{{PLURAL:$1|…}}`
  if ((syntax === 'mustache' || syntax === 'brace') && has('wikitext'))
    return filtered(text, finder, (match) => !wordFunction.test(match));
  return finder;
}

/** For each ASCII character, the number of the last text with it. Cheaper than a search for all required substrings. */
const lastTextWith = new Uint32Array(128);
let textCount = 0;

/** Returns the families whose required substrings a text contains; nearly all begin with an ASCII character. */
function possibleFamilies(text: string, rows: readonly Family[]): readonly Family[] {
  // `>>> 0`: starts again at 0 after the largest number that the array can hold.
  textCount = (textCount + 1) >>> 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code < lastTextWith.length) lastTextWith[code] = textCount;
  }
  const contains = (part: string): boolean => {
    const firstCode = part.charCodeAt(0);
    if (firstCode >= lastTextWith.length) return text.includes(part);
    return lastTextWith[firstCode] === textCount && (part.length === 1 || text.includes(part));
  };
  return rows.filter(({ needs }) => needs.some(contains));
}

function familyFinder(text: string, { syntax, pattern, accept }: Family): Finder {
  const accepts = accept?.(text);
  return {
    syntax,
    next(searchStart) {
      pattern.lastIndex = searchStart;
      for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
        if (!accepts || accepts(match[0])) return { start: match.index, end: match.index + match[0].length };
        // A rejected match may contain the start of a placeholder.
        pattern.lastIndex = match.index + 1;
      }
      return undefined;
    },
  };
}

/** Returns a finder of those matches that meet a condition. */
function filtered(text: string, finder: Finder, condition: (match: string, end: number) => boolean): Finder {
  return {
    syntax: finder.syntax,
    next(searchStart) {
      let span = finder.next(searchStart);
      while (span && !condition(text.slice(span.start, span.end), span.end)) span = finder.next(span.start + 1);
      return span;
    },
  };
}

/** Returns the first of the sorted spans from an offset on. Offsets only increase, until a search begins again at 0. */
function nextOf(spans: readonly Span[]): Finder['next'] {
  let index = 0;
  return (searchStart) => {
    if (searchStart === 0) index = 0;
    while (index < spans.length && (spans[index]?.start ?? 0) < searchStart) index += 1;
    return spans[index];
  };
}

/**
 * Merges the finders' results. Only ICU's own pieces may overlap `skeleton`, because the parser has confirmed it, while
 * `{{name}}` in `one {{name}}` only looks like Mustache.
 */
function scan(text: string, finders: readonly Finder[], skeleton: readonly Span[] = []): readonly Placeholder[] {
  const placeholders: Placeholder[] = [];
  /** Each finder with its next placeholder. */
  const cursors = finders.map((finder) => ({ finder, span: finder.next(0) }));
  const reachesIntoSkeleton = overlapWith(skeleton);
  for (;;) {
    let [nextCursor] = cursors;
    for (const cursor of cursors) if (precedes(cursor.span, nextCursor?.span)) nextCursor = cursor;
    if (!nextCursor?.span) return placeholders;
    const { start, end } = nextCursor.span;
    const { syntax } = nextCursor.finder;
    if (syntax !== 'icu' && reachesIntoSkeleton(nextCursor.span)) {
      nextCursor.span = nextCursor.finder.next(start + 1);
      continue;
    }
    placeholders.push({ start, end, text: text.slice(start, end), syntax });
    for (const cursor of cursors) {
      if (cursor.span && cursor.span.start < end) cursor.span = cursor.finder.next(end);
    }
  }
}

/** Whether a span starts earlier than another one, or at the same offset and is longer. */
function precedes(span: Span | undefined, other: Span | undefined): boolean {
  if (!span) return false;
  return !other || span.start < other.start || (span.start === other.start && span.end > other.end);
}

/** Returns a function that tells whether a span overlaps one of the sorted spans; called with increasing starts. */
function overlapWith(sorted: readonly Span[]): (span: Span) => boolean {
  let index = 0;
  return (span) => {
    while (index < sorted.length && (sorted[index]?.end ?? 0) <= span.start) index += 1;
    const piece = sorted[index];
    return piece !== undefined && piece.start < span.end;
  };
}
