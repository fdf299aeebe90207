import { present } from '../../base/present.ts';
import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement, PluralElement, SelectElement } from '@formatjs/icu-messageformat-parser';
import { quotable, readApostrophes, type ApostropheRule } from '../read/apostropheRule.ts';
import { spanOf } from '../read/icu.ts';
import { elementsWithNotes, withoutElementNotes } from '../read/inlineElements.ts';
import type { IcuChoice, IcuNode, IcuOption, IcuPiece, IcuPosition } from './messageTree.ts';
import { foreignBraces, maskSpans } from '../read/readMessage.ts';
import type { Span } from '../pattern/compileUserPattern.ts';

/**
 * Returns the message in pieces; undefined if it does not parse, or if a choice has no `other`, which only Angular's
 * selects may lack. Tags are text here, and so are apostrophes if the rule says so. Braces that only another library
 * reads are text, too.
 */
export function readIcuTree(text: string, apostrophes?: ApostropheRule): readonly IcuNode[] | undefined {
  const textToParse = withoutElementNotes(quotable(text, apostrophes));
  const elementsOfXliff = elementsWithNotes(text);
  const elements = parseElements(textToParse);
  if (elements !== undefined) return readNodes({ text, foreign: elementsOfXliff }, elements, 'top');
  const braces = foreignBraces(textToParse);
  const maskedText = maskSpans(textToParse, braces);
  const maskedElements = braces.length === 0 ? undefined : parseElements(maskedText);
  // A quotation that goes on after such braces could not be divided there.
  if (maskedElements === undefined || hasQuoted(braces, maskedText, maskedElements)) return undefined;
  const foreign = [...elementsOfXliff, ...braces].sort((a, b) => a.start - b.start);
  return readNodes({ text, foreign }, maskedElements, 'top');
}

/** Whether apostrophes quote one of these parts of a message. `isPlural`: the elements are those of a plural's branch. */
function hasQuoted(
  parts: readonly Span[],
  text: string,
  elements: readonly MessageFormatElement[],
  isPlural = false,
): boolean {
  return elements.some((element) => {
    if (isPluralElement(element) || isSelectElement(element))
      return Object.values(element.options).some(({ value }) =>
        hasQuoted(parts, text, value, isPluralElement(element)),
      );
    if (!isLiteralElement(element)) return false;
    const { start, end } = spanOf(element);
    const partsOfElement = parts.filter((part) => part.start >= start && part.end <= end);
    return partsOfElement.some(
      (part) => readApostrophes(text.slice(start, part.start + 1), 'icu-and-tags', isPlural).at(-1)?.quoted === true,
    );
  });
}

/** A message, and the parts of its literal text that only another program reads. */
interface MessageText {
  readonly text: string;
  readonly foreign: readonly Span[];
}

/** Angular's name for the value of a select. Without a case for the value, it shows nothing (`getCaseIndex`). */
const angularSelect = /\{\s*VAR_SELECT/u;

function parseElements(text: string): readonly MessageFormatElement[] | undefined {
  try {
    const elements = parse(text, {
      captureLocation: true,
      ignoreTag: true,
      requiresOtherClause: !angularSelect.test(text),
      shouldParseSkeletons: false,
    });
    return everyPluralHasOther(elements) ? elements : undefined;
  } catch {
    // A SyntaxError means that this is not an ICU message; a RangeError, that it is nested too deeply.
    return undefined;
  }
}

function everyPluralHasOther(elements: readonly MessageFormatElement[]): boolean {
  return elements.every((element) => {
    if (!isPluralElement(element) && !isSelectElement(element)) return true;
    if (isPluralElement(element) && element.options['other'] === undefined) return false;
    return Object.values(element.options).every(({ value }) => everyPluralHasOther(value));
  });
}

/** The plural whose number a `#` shows. */
interface Plural {
  readonly start: number;
  readonly argument: string;
  readonly offset: number;
}

function readNodes(
  message: MessageText,
  elements: readonly MessageFormatElement[],
  position: IcuPosition,
  plural?: Plural,
): readonly IcuNode[] {
  return elements.flatMap((element): readonly IcuNode[] => {
    const { start, end } = spanOf(element);
    if (isPluralElement(element) || isSelectElement(element)) return [readChoice(message, element)];
    if (isPoundElement(element) && plural !== undefined) return [{ kind: 'number', ...plural }];
    if (isLiteralElement(element)) return readLiteral(message, { start, end }, position);
    return [{ kind: 'argument', raw: message.text.slice(start, end) }];
  });
}

/** Returns a literal text, divided at the parts of it that only another program reads. */
function readLiteral({ text, foreign }: MessageText, { start, end }: Span, position: IcuPosition): readonly IcuPiece[] {
  const pieces: IcuPiece[] = [];
  let offset = start;
  for (const part of foreign) {
    if (part.start < start || part.end > end) continue;
    if (offset < part.start) pieces.push({ kind: 'literal', raw: text.slice(offset, part.start), position });
    pieces.push({ kind: 'foreign', raw: text.slice(part.start, part.end) });
    offset = part.end;
  }
  if (offset < end) pieces.push({ kind: 'literal', raw: text.slice(offset, end), position });
  return pieces;
}

function readChoice(message: MessageText, element: PluralElement | SelectElement): IcuChoice {
  const { text } = message;
  const { start, end } = spanOf(element);
  const argument = element.value;
  const isPlural = isPluralElement(element);
  const offset = isPlural ? element.offset : 0;
  // Objects list numeric keys first, so locations determine the order.
  const branches = Object.entries(element.options).map(([selector, { value, location }]) => ({
    selector,
    value,
    span: spanOf(present({ location })),
  }));
  branches.sort((a, b) => a.span.start - b.span.start);

  const firstBranch = branches[0];
  // `{n, plural, one `: the head is `{n, plural,`.
  const beforeFirstBranch = text.slice(start, firstBranch?.span.start);
  const firstSelectorStart = beforeFirstBranch.lastIndexOf(firstBranch?.selector ?? '');
  const head = beforeFirstBranch.slice(0, firstSelectorStart).trimEnd();

  let lastEnd = start + head.length;
  const options: IcuOption[] = [];
  for (const { selector, value, span } of branches) {
    // ` one `: whitespace, the selector, and whitespace.
    const selectorAndSpace = text.slice(lastEnd, span.start);
    const selectorStart = selectorAndSpace.lastIndexOf(selector);
    const content = isPlural
      ? readNodes(message, value, 'plural', { start, argument, offset })
      : readNodes(message, value, 'select');
    const lead = selectorAndSpace.slice(0, selectorStart);
    const gap = selectorAndSpace.slice(selectorStart + selector.length);
    options.push({ lead, selector, gap, content });
    lastEnd = span.end;
  }
  const type = isPlural ? (element.pluralType ?? 'cardinal') : 'select';
  const tail = text.slice(lastEnd, end);
  return { kind: 'choice', start, argument, type, offset, head, options, defaultSelector: 'other', tail };
}
