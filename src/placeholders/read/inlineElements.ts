import type { Span } from '../pattern/compileUserPattern.ts';
import { replaceSpans } from './replaceSpans.ts';

/** Elements of XLIFF that represent a piece of the original's markup: programs read their ids only. */
const inlineElements = ['x', 'ph', 'pc', 'g', 'bx', 'ex', 'bpt', 'ept', 'it', 'sc', 'ec'];
export const xliffElements: ReadonlySet<string> = new Set(inlineElements);

/** Attributes of such elements that only translators read. */
export const noteAttributes = /^(?:equiv(?:-text|Start|End)?|disp(?:Start|End)?|ctype|type|subType)$/u;

/** `<x id="INTERPOLATION" equiv-text="{{minutes}}"/>` */
const startTag = new RegExp(
  String.raw`<(?:${inlineElements.join('|')})` +
    String.raw`(?:\s{1,80}[\w:.-]{1,60}\s{0,8}=\s{0,8}(?:"[^"<]{0,8000}"|'[^'<]{0,8000}')){1,20}\s{0,80}\/?>`,
  'gu',
);
/** The name of an attribute, and its value with its quotes. */
const attribute = /([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/gu;

/**
 * Replaces what only translators read in XLIFF's inline elements by as many letters. Braces there are no syntax of a
 * message: Angular writes `<x id="INTERPOLATION" equiv-text="{{minutes}}"/>`, and as `equiv-text` of `<x id="ICU"/>` the
 * whole plural that the element stands for, which is a string of its own.
 */
export function withoutElementNotes(text: string): string {
  return replaceSpans(text, elementsWithNotes(text), (element) =>
    element.text.replace(attribute, (whole, name: string, equals: string, value: string) =>
      noteAttributes.test(name) ? name + equals + 'x'.repeat(value.length) : whole,
    ),
  );
}

/** Returns the start tags and empty elements of XLIFF in a text that describe what they stand for. */
export function elementsWithNotes(text: string): readonly (Span & { readonly text: string })[] {
  // Most texts have none, so nothing is searched in them.
  if (!(text.includes('equiv') || text.includes('disp'))) return [];
  return Array.from(text.matchAll(startTag), ({ 0: tag, index }) => {
    return { start: index, end: index + tag.length, text: tag };
  });
}
