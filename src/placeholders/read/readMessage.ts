import { dollarBraces } from './dollarBraces.ts';
import { families, type Family } from './families.ts';
import { fluentPlaceables } from './fluentPlaceables.ts';
import { choiceArguments, hasNumberedArgumentsOnly, isMessageOfWords, parseIcu, type IcuMessage } from './icu.ts';
import { codeSpans } from './codeSpans.ts';
import { quotable, type ApostropheRule } from './apostropheRule.ts';
import { literal } from './looseToken.ts';
import { replaceSpans } from './replaceSpans.ts';
import { termSearch } from './terms.ts';
import { wikitext, wordFunction } from './wikitext.ts';
import { userPatternSearch, type Span } from '../pattern/userPattern.ts';
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
  readonly next: (from: number) => Span | undefined;
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
  const set = familySetOf(syntaxes);
  if (within === undefined && set.trigger?.test(text) === false) return { text, placeholders: [] };
  const finders = findersFor(text, set);
  if (!set.has('icu') && within === undefined) return { text, placeholders: scan(text, finders) };
  const parsed = quotable(text, apostrophes);
  const icu = readIcu(parsed, syntaxes, finders, within);
  if (!icu) return { text, placeholders: scan(text, withoutQuoted(parsed, finders)) };
  const isNumbered = set.has('brace') || set.has('dotnet');
  if (within === undefined && isNumbered && hasNumberedArgumentsOnly(text, icu))
    return { text, placeholders: scan(text, finders) };

  // Quoted braces of an ICU message are text, so only braces that are invalid in ICU remain for the brace family.
  const otherFinders = withoutBraces(text, finders, (match) => !beyondIcu.test(match));
  const icuFinder: Finder = {
    syntax: 'icu',
    next: nextOf([...icu.skeleton, ...icu.simple].sort((a, b) => a.start - b.start)),
  };
  const placeholders = scan(text, [icuFinder, ...otherFinders], icu.skeleton);
  if (within !== undefined) return { text, placeholders, icu, within };
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
  const whole = parseIcu(text, within);
  if (whole || !text.includes('{')) return whole;
  const notBraces = finders.filter(({ syntax }) => syntax !== 'brace' && syntax !== 'dotnet' && syntax !== 'vscode');
  const withoutOthers = maskSpans(text, scan(text, notBraces));
  const masked = parseIcu(withoutOthers, within);
  if (masked || !syntaxes.includes('brace')) return masked;
  const braces = scan(withoutOthers, findersFor(withoutOthers, familySetOf(braceAlone)));
  const otherBraces = braces.filter((placeholder) => beyondIcu.test(placeholder.text));
  return parseIcu(maskSpans(withoutOthers, otherBraces), within);
}

function maskSpans(text: string, spans: readonly Span[]): string {
  return replaceSpans(text, spans, ({ start, end }) => 'x'.repeat(end - start));
}

/**
 * `'{'words'}'` has no argument, while libraries other than ICU fill in the name in `'{name}'`. Three apostrophes are
 * MessageFormat's for a quoted brace in quotes.
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
  readonly ofProject: readonly Extract<PlaceholderSyntax, object>[];
  readonly rows: readonly Family[];
  /**
   * A text that this does not match has no placeholder. Absent if a pattern or a term of the project may match
   * anything.
   */
  readonly trigger?: RegExp;
}

/** The required substrings of the families that no row describes. */
const neededByReaders: readonly (readonly [PlaceholderSyntax, string])[] = [
  ['icu', '{'],
  ['fluent', '{'],
  ['code-span', '`'],
  ['dollar-brace', '${'],
  ['wikitext', '$'],
  ['wikitext', '{{'],
  ['wikitext', '[['],
];

/**
 * A cache of the most recent sets. A project has few, but the journal's lists are equal without being identical
 * objects.
 */
let familySets: readonly FamilySet[] = [];
const maxFamilySets = 16;

function familySetOf(syntaxes: readonly PlaceholderSyntax[]): FamilySet {
  const cached = familySets.find((one) => isSameList(one.syntaxes, syntaxes));
  if (cached) return cached;
  const set = makeFamilySet(syntaxes);
  familySets = [set, ...familySets.slice(0, maxFamilySets - 1)];
  return set;
}

function isSameList(one: readonly PlaceholderSyntax[], other: readonly PlaceholderSyntax[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  return one.every((syntax, index) => isEqualSyntax(syntax, other[index]));
}

function makeFamilySet(syntaxes: readonly PlaceholderSyntax[]): FamilySet {
  const ofProject = syntaxes.filter((syntax) => typeof syntax === 'object');
  const rows = families.filter(({ syntax }) => syntaxes.includes(syntax));
  const familiesOfText = new Set(syntaxes);
  const has = (syntax: PlaceholderSyntax): boolean => familiesOfText.has(syntax);
  if (ofProject.length > 0) return { syntaxes, has, ofProject, rows };
  const needed = new Set([
    ...rows.flatMap(({ needs }) => needs),
    ...neededByReaders.flatMap(([syntax, need]) => (syntaxes.includes(syntax) ? need : [])),
  ]);
  // Without any family nothing can be found, and an empty pattern would match.
  const trigger = needed.size === 0 ? /(?!)/u : new RegExp(Array.from(needed, literal).join('|'), 'u');
  return { syntaxes, has, ofProject, rows, trigger };
}

/**
 * Returns finders for the project's own patterns first, then for the readers' results, then for the table's rows in
 * order.
 */
function findersFor(text: string, { has, ofProject, rows }: FamilySet): readonly Finder[] {
  const finders = ofProject.map((syntax): Finder => ({
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

/** `%1s` of Qt's QString::arg, a number and the word after it, which is a width and a conversion for printf. */
const numberBeforeWord = /^%[1-9]\d?[A-Za-z]/u;

/** Leaves to another family of the same text what only that one reads. */
function withoutFormsOfOthers(text: string, finder: Finder, has: FamilySet['has']): Finder {
  const { syntax } = finder;
  if (syntax === 'printf' && has('qt')) return filtered(text, finder, (match) => !numberBeforeWord.test(match));
  if ((syntax === 'mustache' || syntax === 'brace') && has('wikitext'))
    return filtered(text, finder, (match) => !wordFunction.test(match));
  return finder;
}

/**
 * The number of the text in which each ASCII character was last seen: cheaper than searching a text for the
 * requirements of each family.
 */
const lastSeen = new Uint32Array(128);
let textCount = 0;

/** Returns the families whose requirements a text meets; all requirements begin with an ASCII character. */
function possibleFamilies(text: string, rows: readonly Family[]): readonly Family[] {
  textCount = (textCount + 1) >>> 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < lastSeen.length) lastSeen[code] = textCount;
  }
  return rows.filter(({ needs }) =>
    needs.some((part) => lastSeen[part.charCodeAt(0)] === textCount && (part.length === 1 || text.includes(part))),
  );
}

function familyFinder(text: string, { syntax, pattern, accept, escape }: Family): Finder {
  const accepts = accept?.(text);
  return {
    syntax,
    next(from) {
      pattern.lastIndex = from;
      for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
        if (match[0] === escape) continue;
        if (!accepts || accepts(match[0])) return { start: match.index, end: match.index + match[0].length };
        // A range that is not a placeholder as a whole may contain the start of one.
        pattern.lastIndex = match.index + 1;
      }
      return undefined;
    },
  };
}

function filtered(text: string, finder: Finder, keep: (match: string) => boolean): Finder {
  return {
    syntax: finder.syntax,
    next(from) {
      let span = finder.next(from);
      while (span && !keep(text.slice(span.start, span.end))) span = finder.next(span.start + 1);
      return span;
    },
  };
}

/**
 * Returns the first of the sorted spans that starts at or after an offset. Offsets only increase, until a search begins
 * at 0 again.
 */
function nextOf(spans: readonly Span[]): Finder['next'] {
  let index = 0;
  return (from) => {
    if (from === 0) index = 0;
    while (index < spans.length && (spans[index]?.start ?? 0) < from) index += 1;
    return spans[index];
  };
}

/**
 * Merges the finders' results. Only ICU's own pieces may overlap `skeleton`, because the parser has confirmed it, while
 * `{{name}}` in `one {{name}}` only looks like Mustache.
 */
function scan(text: string, finders: readonly Finder[], skeleton: readonly Span[] = []): readonly Placeholder[] {
  const placeholders: Placeholder[] = [];
  const cursors = finders.map((finder) => ({ finder, span: finder.next(0) }));
  const reachesIntoSkeleton = overlapWith(skeleton);
  for (;;) {
    let [best] = cursors;
    for (const cursor of cursors) if (precedes(cursor.span, best?.span)) best = cursor;
    if (!best?.span) return placeholders;
    const { start, end } = best.span;
    const { syntax } = best.finder;
    if (syntax !== 'icu' && reachesIntoSkeleton(best.span)) {
      best.span = best.finder.next(start + 1);
      continue;
    }
    placeholders.push({ start, end, text: text.slice(start, end), syntax });
    for (const cursor of cursors) {
      if (cursor.span && cursor.span.start < end) cursor.span = cursor.finder.next(end);
    }
  }
}

function precedes(span: Span | undefined, other: Span | undefined): boolean {
  if (!span) return false;
  return !other || span.start < other.start || (span.start === other.start && span.end > other.end);
}

/** Returns a function that says whether a span overlaps one of the sorted spans; called with increasing starts. */
function overlapWith(sorted: readonly Span[]): (span: Span) => boolean {
  let index = 0;
  return (span) => {
    while (index < sorted.length && (sorted[index]?.end ?? 0) <= span.start) index += 1;
    const piece = sorted[index];
    return piece !== undefined && piece.start < span.end;
  };
}
