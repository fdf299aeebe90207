import { isPluralElement, isSelectElement, isLiteralElement, parse } from '@formatjs/icu-messageformat-parser';
import type { Location, MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { IcuBranchKind } from './placeholder.ts';
import type { Span } from '../pattern/compileUserPattern.ts';

/** CLDR's order. Intl lists the categories of a locale in different orders in different versions of Node. */
export const categoryOrder: readonly string[] = cldrPluralCategories;

/** A message of ICU MessageFormat 1, parsed. */
export interface IcuMessage {
  readonly elements: readonly MessageFormatElement[];
  /** The syntax of plural, selectordinal and select around and between their branches. */
  readonly skeleton: readonly Span[];
  /** Whole simple arguments, and `#` if it means a number. */
  readonly simple: readonly Span[];
}

/**
 * Parses a message; returns undefined if it is not one, or has no argument. Tags belong to the tag family, and a
 * missing `other` is accepted here: a source must be readable to be protected. `within`: the text is one branch of a
 * message, even without an argument.
 */
export function parseIcu(text: string, within?: IcuBranchKind): IcuMessage | undefined {
  if (within === undefined && !text.includes('{')) return undefined;
  if (within === undefined && simpleMessage.test(text)) return readSimple(text);
  const elements = within === undefined ? parseElements(text) : parseBranch(text, within);
  if (elements === undefined) return undefined;
  const skeleton: Span[] = [];
  const simple: Span[] = [];
  collectSpans(elements, skeleton, simple);
  if (within === undefined && skeleton.length + simple.length === 0) return undefined;
  return { elements, skeleton, simple };
}

/** Most messages are words and arguments without a type: `Hello {name}!`. */
const simpleMessage = /^[^{}'#]*(?:\{\s*\w{1,100}\s*\}[^{}'#]*)+$/u;

/** Reads a message that `simpleMessage` matches. The parser is called only if its elements are needed. */
function readSimple(text: string): IcuMessage {
  let elements: readonly MessageFormatElement[] | undefined;
  const simple: Span[] = [];
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1))
    simple.push({ start, end: text.indexOf('}', start) + 1 });
  return {
    get elements() {
      return (elements ??= parseElements(text) ?? []);
    },
    skeleton: [],
    simple,
  };
}

/** `{0,choice,0#none|1#one file}` of ICU and Java, which the parser rejects. */
const choiceArgument = /\{\s{0,8}[\w.-]{1,60}\s{0,8},\s{0,8}choice\s{0,8},(?:[^{}]|\{[^{}]{0,400}\}){0,4000}\}/gu;
/** `{0,choice,`. */
const choiceHead = String.raw`\{[^{},]{1,80},\s{0,8}choice\s{0,8},`;
/** A limit and the sign that compares with it, `1#` or `1<` (java.text.ChoiceFormat.applyPattern). */
const choiceLimit = String.raw`\s{0,8}[-+]?(?:\d{1,20}(?:\.\d{1,20})?|∞)\s{0,8}[#<≤]`;
/** Every piece of the syntax of an argument: `{0,choice,0#`, `|1#`, `}`. */
const choiceSyntax = new RegExp(String.raw`^${choiceHead}${choiceLimit}|\|${choiceLimit}|\}$`, 'gu');
/** A text that is one such piece, or a whole argument without limits. */
const choicePiece = new RegExp(String.raw`^(?:${choiceHead}|\|${choiceLimit}$|\}$)`, 'u');

/** Whether a placeholder is a piece of such an argument, for which a parsed message has no element. */
export function isChoiceArgument(text: string): boolean {
  return choicePiece.test(text);
}

/**
 * Returns the syntax of the `choice` arguments in a text: the head with the first limit, each bar with the next limit,
 * and the closing brace. The words between them are text. An argument without limits is one range.
 */
export function choiceArguments(text: string): readonly Span[] {
  if (!text.includes('choice')) return [];
  return [...text.matchAll(choiceArgument)].flatMap(({ index, 0: match }) => {
    const pieces = [...match.matchAll(choiceSyntax)];
    if (pieces[0]?.index !== 0) return [{ start: index, end: index + match.length }];
    return pieces.map((piece) => ({ start: index + piece.index, end: index + piece.index + piece[0].length }));
  });
}

/** The names of a text's arguments with a complete choice: `0` of `{0,choice,0#none|1#one}`, nothing of `{0,choice,0none}`. */
export function completeChoices(text: string): ReadonlySet<string> {
  const names = [...text.matchAll(choiceArgument)].flatMap(([match]) => {
    const pieces = match.match(choiceSyntax) ?? [];
    // Without the braces around the argument, and without other arguments in its words.
    const ranges = match
      .slice(1, -1)
      .replace(/\{[^{}]*\}/gu, ' ')
      .split('|').length;
    const [, name = ''] = /^\{\s*([\w.-]+)/u.exec(match) ?? [];
    // The pieces are the head with the first limit, one bar for each further range, and the end.
    return pieces.length === ranges + 1 ? [name] : [];
  });
  return new Set(names);
}

/** Whether a text reads as a message without any argument: braces in it are quoted. */
export function isMessageOfWords(text: string): boolean {
  return parseElements(text)?.every(isLiteralElement) ?? false;
}

/** `Use {{name}}`: the first brace has no argument's name, so this is no message; detected without an exception. */
const certainlyNoMessage = /^[^'{]*\{\s*[{}]/u;

function parseElements(text: string): readonly MessageFormatElement[] | undefined {
  if (certainlyNoMessage.test(text)) return undefined;
  try {
    return parse(text, {
      captureLocation: true,
      ignoreTag: true,
      requiresOtherClause: false,
      shouldParseSkeletons: false,
    });
  } catch {
    // A SyntaxError means that this is not an ICU message; a RangeError, that it is nested too deeply.
    return undefined;
  }
}

/** Parses a branch within a choice: `a} other {b` and `a {` would change the choice, so they are no branches. */
function parseBranch(text: string, within: IcuBranchKind): readonly MessageFormatElement[] | undefined {
  const textBefore = within === 'select' ? '{x,select,other{' : '{x,plural,other{';
  const [choice, ...furtherElements] = parseElements(`${textBefore}${text}}}`) ?? [];
  if (choice === undefined || furtherElements.length > 0) return undefined;
  if (!isPluralElement(choice) && !isSelectElement(choice)) return undefined;
  const { other: branch, ...furtherBranches } = choice.options;
  if (branch === undefined || Object.keys(furtherBranches).length > 0) return undefined;
  // The branch ends after its closing brace.
  const expectedEnd = textBefore.length + text.length + 1;
  if (spanOf(branch).end !== expectedEnd) return undefined;
  moveBy(branch.value, -textBefore.length);
  return branch.value;
}

function moveBy(elements: readonly MessageFormatElement[], distance: number): void {
  for (const { location } of withinAll(elements)) {
    if (location === undefined) continue;
    location.start.offset += distance;
    location.end.offset += distance;
  }
}

/** Elements, and the branches and elements within them. */
function withinAll(elements: readonly MessageFormatElement[]): readonly { readonly location?: Location }[] {
  return elements.flatMap((element) => {
    if (!isPluralElement(element) && !isSelectElement(element)) return [element];
    return [element, ...Object.values(element.options).flatMap((option) => [option, ...withinAll(option.value)])];
  });
}

/** The location of an element in the parsed text. */
export function spanOf(element: {
  readonly location?: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };
}): Span {
  return { start: element.location?.start.offset ?? 0, end: element.location?.end.offset ?? 0 };
}

/** Whether all arguments are numbered ones without a type, as in .NET, Python and Java. */
export function hasNumberedArgumentsOnly(text: string, message: IcuMessage): boolean {
  if (message.skeleton.length > 0) return false;
  return message.simple.every(({ start, end }) => /^\{\s*\d+\s*\}$/u.test(text.slice(start, end)));
}

/** Adds the spans of all elements to `skeleton` and `simple`; see `IcuMessage`. */
function collectSpans(elements: readonly MessageFormatElement[], skeleton: Span[], simple: Span[]): void {
  for (const element of elements) {
    if (isPluralElement(element) || isSelectElement(element)) {
      const { start, end } = spanOf(element);
      let pieceStart = start;
      // Objects list numeric keys first, so locations determine the order.
      const branches = Object.values(element.options).map((option) => ({ option, span: spanOf(option) }));
      for (const { option, span } of branches.sort((a, b) => a.span.start - b.span.start)) {
        // A branch's span includes its braces, which belong to the skeleton: `{n, plural, one {`, `} other {`, `}}`.
        skeleton.push({ start: pieceStart, end: span.start + 1 });
        collectSpans(option.value, skeleton, simple);
        pieceStart = span.end - 1;
      }
      skeleton.push({ start: pieceStart, end });
    } else if (!isLiteralElement(element)) {
      // An argument, or `#`.
      simple.push(spanOf(element));
    }
  }
}
