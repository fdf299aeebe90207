import {
  parse,
  type Entry,
  type Junk,
  type Message,
  type Pattern,
  type SelectExpression,
  type Term,
} from '@fluent/syntax';
import type { FormatError, PluralCategory } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { joinNotes } from '../kit/unitFrom.ts';
import { isPluralCategory } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { fluentReason } from './fluentReason.ts';

/** More than any message nests; the parser's stack is sufficient for it. */
const maxDepth = 100;

/** Maximum number of consecutive whitespace characters and line ends. */
const maxWhitespace = 1000;

/** A range of UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A value, or an attribute with its value. */
export interface FluentPart {
  /** The attribute's name; undefined for the message's own value. */
  readonly name: string | undefined;
  /** Start of the attribute's dot, or of the value. */
  readonly start: number;
  readonly pattern: Span;
  readonly plural: FluentPlural | undefined;
}

/** A pattern that consists only of a choice among the plural forms of a number. */
export interface FluentPlural {
  readonly ordinal: boolean;
  /** `n` of `{ $n -> … }` and `{ NUMBER($n) -> … }`; undefined if no variable selects the form. */
  readonly countName: string | undefined;
  readonly variants: readonly FluentVariant[];
}

/** One of the plural forms: `*[other] { $count } files`. */
export interface FluentVariant {
  readonly category: PluralCategory;
  /** From the bracket, or the asterisk before it, to the value's end. */
  readonly start: number;
  readonly isDefault: boolean;
  readonly pattern: Span;
}

/** A message, a term (its name begins with a hyphen), or a standalone comment. */
export interface FluentEntry {
  /** Undefined for a comment. */
  readonly name: string | undefined;
  /** Includes its comment. */
  readonly start: number;
  readonly end: number;
  /** Start of the name. */
  readonly nameStart: number;
  /** After the equals sign. */
  readonly valueStart: number;
  /** The value first, if any. */
  readonly parts: readonly FluentPart[];
  readonly hasComment: boolean;
  /** For the translator: its own comment, its group's and the file's. */
  readonly note: string | undefined;
  /** Number of its group, counted in the file; 0 before the first group. */
  readonly group: number;
  /** It is the comment that begins the group. */
  readonly isGroup: boolean;
}

/**
 * Parses a Fluent file (Fluent Syntax 1.0). Throws FormatError for what the parser calls junk, unless it is only a
 * message without a text.
 */
export function parseFluent(text: string): readonly FluentEntry[] {
  refuseExcess(text);
  const entries: FluentEntry[] = [];
  let group = 0;
  const body = parseBody(text);
  const fileComments = body.filter((entry) => entry.type === 'ResourceComment').map(({ content }) => content);
  let sharedComments = joinSharedComments(fileComments);
  for (const entry of body) {
    if (entry.type === 'Junk') {
      const offsets = emptyMessage(text, entry);
      if (offsets === undefined) throw junkError(text, entry);
      entries.push({ ...offsets, parts: [], hasComment: false, note: sharedComments, group, isGroup: false });
      continue;
    }
    if (entry.type === 'Message' || entry.type === 'Term') {
      entries.push(entryOf(text, entry, sharedComments, group));
      continue;
    }
    const isGroup = entry.type === 'GroupComment';
    if (isGroup) {
      group += 1;
      sharedComments = joinSharedComments([entry.content, ...fileComments]);
    }
    const { start, end } = spanOf(entry);
    const offsets = { start, end, nameStart: start, valueStart: end };
    entries.push({ ...offsets, name: undefined, parts: [], hasComment: false, note: undefined, group, isGroup });
  }
  return entries;
}

/**
 * Maximum length of comments about many messages, in UTF-16 units: each message's note repeats them, and a longer text
 * would not be read next to each text.
 */
const maxSharedNote = 2000;

/** Returns the comments of a group and of the file; undefined if they are empty. */
function joinSharedComments(comments: readonly string[]): string | undefined {
  let note = '';
  for (const comment of comments) {
    if (comment.trim() === '') continue;
    if (note !== '') note += '\n';
    note += comment;
    if (note.length > maxSharedNote) return `${note.slice(0, maxSharedNote).toWellFormed()}…`;
  }
  return note || undefined;
}

function parseBody(text: string): readonly Entry[] {
  try {
    return parse(text, { withSpans: true }).body;
  } catch (error) {
    if (error instanceof RangeError) throw formatErrorAt(text, 0, because('parser-limit'));
    throw error;
  }
}

/**
 * Returns the offsets of a message that has no text yet (`save =`). Fluent's runtime ignores it and reads the rest of
 * the file; a text that is written takes its place.
 */
function emptyMessage(
  text: string,
  junk: Junk,
): Pick<FluentEntry, 'name' | 'start' | 'end' | 'nameStart' | 'valueStart'> | undefined {
  const { start, end } = spanOf(junk);
  const match = /^((-?[A-Za-z][\w-]*) *=)( *)\s*$/.exec(text.slice(start, end));
  if (match === null) return undefined;
  const [, beginning = '', name = '', spaces = ''] = match;
  const valueStart = start + beginning.length;
  return { name, start, end: valueStart + spaces.length, nameStart: start, valueStart };
}

function junkError(text: string, junk: Junk): FormatError {
  const [annotation] = junk.annotations;
  const { start } = spanOf(annotation ?? junk);
  return formatErrorAt(text, Math.min(start, text.length), fluentReason(annotation));
}

function entryOf(text: string, entry: Message | Term, sharedComments: string | undefined, group: number): FluentEntry {
  const { start, end } = spanOf(entry);
  const nameSpan = spanOf(entry.id);
  let nameStart = nameSpan.start;
  // The hyphen of a term is not part of its identifier.
  if (entry.type === 'Term') nameStart -= 1;
  // The parser builds its own string character by character, which makes lookups slow.
  const name = text.slice(nameStart, nameSpan.end);
  const valueStart = text.indexOf('=', nameSpan.end) + 1;
  const parts: FluentPart[] = [];
  if (entry.value !== null) parts.push(partOf(text, undefined, spanOf(entry.value).start, entry.value));
  for (const attribute of entry.attributes)
    parts.push(partOf(text, attribute.id.name, spanOf(attribute).start, attribute.value));
  const comment = entry.comment?.content ?? '';
  const note = joinNotes(comment.trim() === '' ? undefined : comment, sharedComments);
  const hasComment = entry.comment !== null;
  return { name, start, end, nameStart, valueStart, parts, hasComment, note, group, isGroup: false };
}

function partOf(text: string, name: string | undefined, start: number, pattern: Pattern): FluentPart {
  return { name, start, pattern: spanOf(pattern), plural: pluralOf(text, pattern) };
}

/** Returns the plural forms of a pattern whose variants are plural categories, with `other` as the default. */
export function pluralOf(text: string, pattern: Pattern): FluentPlural | undefined {
  const [placeable] = pattern.elements;
  if (pattern.elements.length !== 1 || placeable?.type !== 'Placeable') return undefined;
  const { expression } = placeable;
  if (expression.type !== 'SelectExpression') return undefined;
  const variants: FluentVariant[] = [];
  for (const { key, value, default: isDefault, span } of expression.variants) {
    const category = key.type === 'Identifier' ? key.name : '';
    // `other`, and nothing else, is the default.
    const isDefaultAsUsual = isDefault === (category === 'other');
    if (!isPluralCategory(category) || !isDefaultAsUsual) return undefined;
    if (variants.some((variant) => variant.category === category)) return undefined;
    variants.push({ category, start: span?.start ?? 0, isDefault, pattern: spanOf(value) });
  }
  return { ordinal: isOrdinal(text, expression), countName: countName(expression), variants };
}

function countName({ selector }: SelectExpression): string | undefined {
  const value = selector.type === 'FunctionReference' ? selector.arguments.positional[0] : selector;
  return value?.type === 'VariableReference' ? value.id.name : undefined;
}

/** Whether a selector is for ordinal numbers: `NUMBER($place, type: "ordinal")`. */
function isOrdinal(text: string, { selector }: SelectExpression): boolean {
  if (selector.type !== 'FunctionReference') return false;
  const { start, end } = spanOf(selector);
  return /\btype *: *"ordinal"/.test(text.slice(start, end));
}

function spanOf(node: { readonly span?: Span }): Span {
  return node.span ?? { start: 0, end: 0 };
}

/**
 * Refuses excessive nesting and whitespace. A brace in a quoted literal is counted too, so the count restarts at each
 * entry. Whitespace is limited because the parser's time is quadratic in the length of a run of it.
 */
function refuseExcess(text: string): void {
  let depth = 0;
  let whitespace = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const char = text.charCodeAt(offset);
    if (char === space || char === lineFeed || char === carriageReturn) whitespace += 1;
    else whitespace = 0;
    if (whitespace > maxWhitespace) throw formatErrorAt(text, offset, because('fluent-too-much-space', maxWhitespace));
    if (char === openingBrace) depth += 1;
    else if (char === closingBrace) depth -= 1;
    else if (char === lineFeed && beginsEntry(text.charCodeAt(offset + 1))) depth = 0;
    else continue;
    // Only braces and new entries change the depth.
    if (depth > maxDepth) throw formatErrorAt(text, offset, because('structure-too-deep', maxDepth));
  }
}

/** Whether an entry can begin with the character: a letter, a hyphen or a number sign. */
function beginsEntry(char: number): boolean {
  const isLowerCase = char >= 0x61 && char <= 0x7a;
  const isLetter = isLowerCase || (char >= 0x41 && char <= 0x5a);
  return isLetter || char === hyphen || char === numberSign;
}

const space = 32;
const numberSign = 35;
const hyphen = 45;
const openingBrace = 123;
const closingBrace = 125;
const lineFeed = 10;
const carriageReturn = 13;
