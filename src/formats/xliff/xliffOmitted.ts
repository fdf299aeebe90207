import type { OmittedEntry } from '../kit/localeFormat.ts';
import { because } from '../reasons/reason.ts';
import { containsWords } from '../xml/elementsWithWords.ts';
import { isElement, type XmlElement } from '../xml/xmlTree.ts';
import { isMonolingual } from './xliffDocument.ts';
import type { XliffContainer, XliffTree } from './xliffTree.ts';

/**
 * Returns the units with a text that are not read: those without a source, whose translation nobody can check, and those
 * outside of the element that contains a file's units. `isSource`: the source texts are read.
 */
export function* omittedIn({ document, root, segments }: XliffTree, isSource: boolean): Iterable<OmittedEntry> {
  const { text, prefix, version } = document;
  if (isSource)
    for (const { id, unit, source, lacksSource, file } of segments)
      if (lacksSource && !isMonolingual(file) && containsWords(text, source))
        yield { key: id, start: unit.start, reason: because('entry-no-source') };
  const read = new Set(segments.map(({ unit }) => unit));
  const name = version === 1 ? `${prefix}trans-unit` : `${prefix}unit`;
  const containers = new Set(contentsIn(root));
  for (const { element: file } of root.children) {
    for (const [unit, parent] of unitsBelow(file, name)) {
      if (read.has(unit) || !textsOf(unit, prefix).some((element) => containsWords(text, element))) continue;
      const { id, resname } = unit.attributes;
      const isPlaced = containers.has(parent);
      const key = id ?? resname;
      yield {
        ...(key !== undefined && { key }),
        start: unit.start,
        reason: because(isPlaced ? 'entry-no-source' : 'entry-kind'),
      };
    }
  }
}

function contentsIn({ content, children }: XliffContainer): readonly XmlElement[] {
  const inner = children.flatMap((child) => (child.kind === 'container' ? contentsIn(child) : []));
  return content === undefined ? inner : [content, ...inner];
}

/** Returns the units below an element with their parents. */
function unitsBelow(parent: XmlElement, name: string): readonly (readonly [unit: XmlElement, parent: XmlElement])[] {
  return parent.children
    .filter(isElement)
    .flatMap((child) => (child.name === name ? [[child, parent] as const] : unitsBelow(child, name)));
}

/** Returns the sources and targets in a unit. */
function textsOf(parent: XmlElement, prefix: string): readonly XmlElement[] {
  return parent.children.filter(isElement).flatMap((child) => {
    if (child.name === `${prefix}source` || child.name === `${prefix}target`) return [child];
    return child.name === `${prefix}segment` ? textsOf(child, prefix) : [];
  });
}
