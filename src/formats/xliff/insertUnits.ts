import type { TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { refusal } from '../kit/provenFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';
import { elementLayout, layOutElement, type ElementLayout } from '../xml/elementLayout.ts';
import { insertElements, levelOf, locationBetween } from '../xml/xmlSiblings.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { isWanted } from './createdText.ts';
import type { XliffContainer, XliffNode, XliffTree } from './xliffTree.ts';

/** The insertion into a target, taken from a new file with the same translations. */
export interface Insertion {
  readonly target: XliffTree;
  readonly source: XliffTree;
  /** Contains the translations, and possibly more units of the source. */
  readonly created: XliffTree;
  readonly translations: ReadonlyMap<string, string>;
}

/** Edits that insert the units (and groups and files) that the target lacks in the source's order. */
export function insertUnits({ target, source, created, translations }: Insertion): readonly TextEdit[] {
  refuseOtherShape(target, source);
  const { text } = target.document;
  const layout = elementLayout({
    text,
    elements: target.segments.map(({ unit }) => unit),
    isText,
    lineEnd: lineEndOf(text),
    fallbackLevel: fallbackLevel(target, source),
  });
  const edits: TextEdit[] = [];
  merge(target.root, source.root, created.root, { target, created, translations, layout, edits });
  return edits;
}

/** Elements in which whitespace is text. */
const textNames: ReadonlySet<string> = new Set(['source', 'target', 'seg-source', 'note', 'data', 'context']);

function isText({ name }: XmlElement): boolean {
  const nameWithoutPrefix = name.slice(name.indexOf(':') + 1);
  return textNames.has(nameWithoutPrefix);
}

/** The indentation of a level if no unit of the target shows it. */
function fallbackLevel(target: XliffTree, source: XliffTree): string {
  const [levelOfFile] = target.root.children.flatMap(({ element }) => levelOf(target.document.text, element) ?? []);
  const [sourceSegment] = source.segments;
  return levelOfFile ?? (sourceSegment && levelOf(source.document.text, sourceSegment.unit)) ?? '  ';
}

/** The input of a merge, and its edits so far. */
interface Merging {
  readonly target: XliffTree;
  readonly created: XliffTree;
  readonly translations: ReadonlyMap<string, string>;
  readonly layout: ElementLayout;
  readonly edits: TextEdit[];
}

/** Inserts the units of a container of the new file that the target's container lacks, in the source's order. */
function merge(target: XliffContainer, source: XliffContainer, created: XliffContainer, merging: Merging): void {
  const targetNodes = nodesByKey(target);
  const sourceNodes = nodesByKey(source);
  const missing = new Map<string, XliffNode>();
  for (const node of created.children) {
    if (!isWanted(node, merging.translations)) continue;
    const targetNode = targetNodes.get(node.key);
    const sourceNode = sourceNodes.get(node.key);
    if (targetNode === undefined) missing.set(node.key, node);
    else if (targetNode.kind === 'container' && node.kind === 'container' && sourceNode?.kind === 'container')
      merge(targetNode, sourceNode, node, merging);
    // A segment is missing in a unit that the target has.
    else throw refusal(because('xliff-segments', node.key));
  }
  if (missing.size === 0) return;
  const { document } = merging.target;
  if (target.content === undefined) throw formatErrorAt(document.text, target.element.start, because('xliff-no-body'));
  const createdText = merging.created.document.text;
  // `''`, which is no node's key: there is no node on that side of the place.
  for (const { ids, after = '', before = '' } of insertionPlaces([...sourceNodes.keys()], targetNodes, missing)) {
    const location = locationBetween(target.content, targetNodes.get(after)?.element, targetNodes.get(before)?.element);
    const elements = ids.flatMap((id) => missing.get(id)?.element ?? []);
    const render = (indent: string | undefined): readonly string[] =>
      elements.map((element) => layOutElement(createdText, element, indent, merging.layout));
    merging.edits.push(insertElements(document.text, location, merging.layout, render));
  }
}

function nodesByKey({ children }: XliffContainer): ReadonlyMap<string, XliffNode> {
  return new Map(children.map((child) => [child.key, child]));
}

/** Units are copied with their sources and notes, which have the same meaning only in a file of the same kind. */
function refuseOtherShape(target: XliffTree, source: XliffTree): void {
  const { version, prefix } = target.document;
  if (version !== source.document.version) throw refusal(because('xliff-versions', version, source.document.version));
  if (prefix !== source.document.prefix) throw refusal(because('xliff-prefixes'));
  const targetFileCount = target.root.children.length;
  const sourceFileCount = source.root.children.length;
  // The ids of units include the file in a document of several files, but not in one of a single file.
  const haveOtherIds = targetFileCount > 1 !== sourceFileCount > 1;
  if (haveOtherIds) throw refusal(because('xliff-files', targetFileCount, sourceFileCount));
}
