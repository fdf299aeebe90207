import type { TextEdit } from '../kit/localeFormat.ts';
import { childIndex, commentAfterIndex, commentsAboveIndex } from './xmlSiblings.ts';
import type { XmlElement } from './xmlTree.ts';

/** The edit that removes an element, with the whitespace and comments above it, and a comment after it on its line. */
export function elementRemoval(text: string, parent: XmlElement, element: XmlElement): TextEdit {
  const index = childIndex(parent, element);
  const firstNode = commentsAboveIndex(text, parent, index)[0] ?? element;
  const lastNode = commentAfterIndex(text, parent, index) ?? element;
  return { start: firstNode.start - whitespaceBefore(text, firstNode.start).length, end: lastNode.end, text: '' };
}

/** The spaces, tabs and line ends before an offset. */
export function whitespaceBefore(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && ' \t\r\n'.includes(text.charAt(start - 1))) start -= 1;
  return text.slice(start, offset);
}
