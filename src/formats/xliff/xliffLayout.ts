import { withLineEnd } from '../lineEnd.ts';
import type { XmlLayout } from '../xml/xmlSiblings.ts';
import { levelOf } from '../xml/xmlSiblings.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import type { XliffTree } from './xliffTree.ts';

/** How a file lays out its units. */
export interface UnitLayout extends XmlLayout {
  /** What stands before a child, by the names of parent and child (`/` for the closing tag): blanks on the line, or a line end and the blanks of its level. */
  readonly gaps: ReadonlyMap<string, string>;
}

const LINE = '\n';

/** So many units show a file's habits. */
const ENOUGH_UNITS = 50;

/** Their blanks are text. */
const textNames: ReadonlySet<string> = new Set(['source', 'target', 'seg-source', 'note', 'data', 'context']);

export function unitLayout({ document, segments, root }: XliffTree, lineEnd: string, fallback: string): UnitLayout {
  const gaps = new Map<string, string>();
  let level: string | undefined;
  for (const { unit } of segments.slice(0, ENOUGH_UNITS)) {
    level ??= levelOf(document.text, unit);
    collectGaps(document.text, unit, gaps);
  }
  level ??= root.children.map(({ element }) => levelOf(document.text, element)).find((each) => each !== undefined);
  return { lineEnd, level: level ?? fallback, gaps };
}

/** An element of another file, laid out as this one lays out its own. `indent` are the blanks before it; undefined when it shares its line. */
export function laidOut(text: string, element: XmlElement, indent: string | undefined, layout: UnitLayout): string {
  if (!holdsElements(text, element)) return withLineEnd(text.slice(element.start, element.end), layout.lineEnd);
  const inner = indent === undefined ? undefined : indent + layout.level;
  let result = withLineEnd(text.slice(element.start, element.innerStart), layout.lineEnd);
  let position = element.innerStart;
  for (const child of element.children) {
    result += gap(text.slice(position, child.start), gapName(element, child.kind === 'element' ? child.name : ''), inner, layout);
    result += child.kind === 'element' ? laidOut(text, child, inner, layout) : withLineEnd(text.slice(child.start, child.end), layout.lineEnd);
    position = child.end;
  }
  return result + gap(text.slice(position, element.innerEnd), gapName(element, '/'), indent, layout) + text.slice(element.innerEnd, element.end);
}

function gap(own: string, name: string, indent: string | undefined, { gaps, lineEnd }: UnitLayout): string {
  const habit = gaps.get(name) ?? (/[\r\n]/.test(own) ? LINE : own);
  if (habit !== LINE) return habit;
  return indent === undefined ? '' : lineEnd + indent;
}

/** The first gap of a kind stands for all. */
function collectGaps(text: string, element: XmlElement, gaps: Map<string, string>): void {
  if (!holdsElements(text, element)) return;
  let position = element.innerStart;
  const add = (name: string, end: number): void => {
    const blanks = text.slice(position, end);
    if (!gaps.has(name)) gaps.set(name, /[\r\n]/.test(blanks) ? LINE : blanks);
  };
  for (const child of element.children) {
    add(gapName(element, child.kind === 'element' ? child.name : ''), child.start);
    if (child.kind === 'element') collectGaps(text, child, gaps);
    position = child.end;
  }
  add(gapName(element, '/'), element.innerEnd);
}

function gapName(parent: XmlElement, child: string): string {
  return `${parent.name} ${child}`;
}

/** Whether there are elements in it, and nothing but blanks between them. */
function holdsElements(text: string, element: XmlElement): boolean {
  const { children } = element;
  if (textNames.has(element.name.slice(element.name.indexOf(':') + 1)) || !children.some((child) => child.kind === 'element')) return false;
  let position = element.innerStart;
  for (const child of children) {
    if (child.kind === 'cdata' || text.slice(position, child.start).trim() !== '') return false;
    position = child.end;
  }
  return text.slice(position, element.innerEnd).trim() === '';
}
