import { present } from '../../base/present.ts';
import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement, PluralElement, SelectElement } from '@formatjs/icu-messageformat-parser';
import { quotable, type ApostropheRule } from '../read/apostropheRule.ts';
import { spanOf } from '../read/icu.ts';
import type { IcuPosition } from './escapeLiterals.ts';

/** A part of a message. All parts as written, joined, are the message. */
export type IcuNode = IcuPiece | IcuChoice;

/** A part of a message outside choices, or in one branch of a choice. */
export type IcuPiece =
  | { readonly kind: 'literal'; readonly raw: string; readonly position: IcuPosition }
  /** `{name}`, `{price, number}`. */
  | { readonly kind: 'argument'; readonly raw: string }
  /** `#`: the number of the plural that starts at this offset of the text. */
  | { readonly kind: 'number'; readonly start: number; readonly argument: string; readonly offset: number };

export interface IcuChoice {
  readonly kind: 'choice';
  /** UTF-16 offset in the message; identifies the choice within it. */
  readonly start: number;
  readonly argument: string;
  readonly type: 'cardinal' | 'ordinal' | 'select';
  /** Subtracted from the number before `#` and the plural category are determined. */
  readonly offset: number;
  /** From the opening brace to the whitespace before the first selector. */
  readonly head: string;
  readonly options: readonly IcuOption[];
  /** From the end of the last branch to the closing brace. */
  readonly tail: string;
}

export interface IcuOption {
  /** Whitespace before the selector. */
  readonly lead: string;
  /** `few`, `=0`, `female`. */
  readonly selector: string;
  /** Whitespace between the selector and its opening brace. */
  readonly gap: string;
  readonly content: readonly IcuNode[];
  /** Set if the message does not have this plural category; the content is that of its `other`. */
  readonly isAdded?: true;
}

/**
 * Returns the message in pieces; undefined if it does not parse, or if a choice has no `other`. Tags are text here, and
 * so are apostrophes if the rule says so.
 */
export function readIcuTree(text: string, apostrophes?: ApostropheRule): readonly IcuNode[] | undefined {
  try {
    const elements = parse(quotable(text, apostrophes), {
      captureLocation: true,
      ignoreTag: true,
      requiresOtherClause: true,
      shouldParseSkeletons: false,
    });
    return readNodes(text, elements, 'top');
  } catch {
    // A SyntaxError means that this is not an ICU message; a RangeError, that it is nested too deeply.
    return undefined;
  }
}

/** The plural whose number a `#` shows. */
interface Plural {
  readonly start: number;
  readonly argument: string;
  readonly offset: number;
}

function readNodes(
  text: string,
  elements: readonly MessageFormatElement[],
  position: IcuPosition,
  plural?: Plural,
): readonly IcuNode[] {
  return elements.map((element): IcuNode => {
    const { start, end } = spanOf(element);
    const raw = text.slice(start, end);
    if (isPluralElement(element) || isSelectElement(element)) return readChoice(text, element);
    if (isPoundElement(element) && plural !== undefined) return { kind: 'number', ...plural };
    if (isLiteralElement(element)) return { kind: 'literal', raw, position };
    return { kind: 'argument', raw };
  });
}

function readChoice(text: string, element: PluralElement | SelectElement): IcuChoice {
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
      ? readNodes(text, value, 'plural', { start, argument, offset })
      : readNodes(text, value, 'select');
    const lead = selectorAndSpace.slice(0, selectorStart);
    const gap = selectorAndSpace.slice(selectorStart + selector.length);
    options.push({ lead, selector, gap, content });
    lastEnd = span.end;
  }
  const type = isPlural ? (element.pluralType ?? 'cardinal') : 'select';
  return { kind: 'choice', start, argument, type, offset, head, options, tail: text.slice(lastEnd, end) };
}
