import { withLineEnd } from '../kit/lineEnd.ts';
import type { XmlElement, XmlNode } from './xmlTree.ts';
import { levelOf, type XmlLayout } from './xmlSiblings.ts';

/** How a file lays out elements that contain elements: the whitespace between them. */
export interface ElementLayout extends XmlLayout {
  /**
   * The whitespace before a child, by the names of parent and child: `unit source`, or `unit /` before the closing tag.
   * It is spaces on the line, or `newLine`.
   */
  readonly gaps: ReadonlyMap<string, string>;
  /** Whitespace in such an element is text, even if the element contains only elements. */
  readonly isText: (element: XmlElement) => boolean;
}

/** Stands for a line end and the indentation of the child's level. */
const newLine = '\n';

/** This many elements are enough to detect a file's layout. */
const enoughElements = 50;

/** Elements of a file, from which its layout is detected. */
export interface SampleElements extends Pick<ElementLayout, 'lineEnd' | 'isText'> {
  readonly text: string;
  readonly elements: readonly XmlElement[];
  /** The indentation of a level if no element shows it. */
  readonly fallbackLevel: string;
}

/** The layout that elements of a file show. */
export function elementLayout({ text, elements, isText, lineEnd, fallbackLevel }: SampleElements): ElementLayout {
  const gaps = new Map<string, string>();
  let level: string | undefined;
  for (const element of elements.slice(0, enoughElements)) {
    level ??= levelOf(text, element);
    collectGaps(text, element, isText, gaps);
  }
  return { lineEnd, level: level ?? fallbackLevel, gaps, isText };
}

/** Returns an element of another file in this file's layout. `indent`: the whitespace before it, if it begins lines. */
export function layOutElement(
  text: string,
  element: XmlElement,
  indent: string | undefined,
  layout: ElementLayout,
): string {
  if (!containsElements(text, element, layout.isText))
    return withLineEnd(text.slice(element.start, element.end), layout.lineEnd);
  const childIndent = indent === undefined ? undefined : indent + layout.level;
  let result = withLineEnd(text.slice(element.start, element.innerStart), layout.lineEnd);
  let gapStart = element.innerStart;
  for (const child of element.children) {
    result += gapOf(text.slice(gapStart, child.start), gapName(element, child), childIndent, layout);
    if (child.kind === 'element') result += layOutElement(text, child, childIndent, layout);
    else result += withLineEnd(text.slice(child.start, child.end), layout.lineEnd);
    gapStart = child.end;
  }
  result += gapOf(text.slice(gapStart, element.innerEnd), gapName(element), indent, layout);
  return result + text.slice(element.innerEnd, element.end);
}

/** Returns this file's gap with a name; if it shows none, a gap like `whitespace`, which is there in the other file. */
function gapOf(whitespace: string, name: string, indent: string | undefined, { gaps, lineEnd }: ElementLayout): string {
  const usualGap = gaps.get(name) ?? gapKind(whitespace);
  if (usualGap !== newLine) return usualGap;
  return indent === undefined ? '' : lineEnd + indent;
}

/** Returns spaces as they are, and a line end for whitespace with one, whatever the indentation after it. */
function gapKind(whitespace: string): string {
  return /[\r\n]/.test(whitespace) ? newLine : whitespace;
}

/** Adds the gaps of an element to `gaps`, by name. The first gap with each name is used for all. */
function collectGaps(
  text: string,
  element: XmlElement,
  isText: (element: XmlElement) => boolean,
  gaps: Map<string, string>,
): void {
  if (!containsElements(text, element, isText)) return;
  let gapStart = element.innerStart;
  const addGap = (name: string, gapEnd: number): void => {
    if (!gaps.has(name)) gaps.set(name, gapKind(text.slice(gapStart, gapEnd)));
  };
  for (const child of element.children) {
    addGap(gapName(element, child), child.start);
    if (child.kind === 'element') collectGaps(text, child, isText, gaps);
    gapStart = child.end;
  }
  addGap(gapName(element), element.innerEnd);
}

/** Returns the name of the gap before a child, or before the closing tag: `unit source`, `unit /`. */
function gapName(parent: XmlElement, child?: XmlNode): string {
  if (child === undefined) return `${parent.name} /`;
  // `unit ` before a comment, which has no name.
  return child.kind === 'element' ? `${parent.name} ${child.name}` : `${parent.name} `;
}

/** Whether an element contains elements, with only whitespace between them. */
function containsElements(text: string, element: XmlElement, isText: (element: XmlElement) => boolean): boolean {
  const { children } = element;
  if (!children.some((child) => child.kind === 'element') || isText(element)) return false;
  let previousEnd = element.innerStart;
  for (const child of children) {
    if (child.kind === 'cdata' || text.slice(previousEnd, child.start).trim() !== '') return false;
    previousEnd = child.end;
  }
  return text.slice(previousEnd, element.innerEnd).trim() === '';
}
