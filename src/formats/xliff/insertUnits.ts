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
  mergeFiles(target, source, { target, created, translations, layout, edits });
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

/**
 * Inserts the units of the new file that the target lacks: into its file with the same name; else into those that have
 * other units of the file, or, if the source has only one, into any; else as a new file.
 */
function mergeFiles(target: XliffTree, source: XliffTree, merging: Merging): void {
  const newFiles = new Map<string, XliffNode>();
  for (const [index, file] of merging.created.root.children.entries()) {
    const sourceFile = source.root.children[index];
    if (file.kind !== 'container' || sourceFile?.kind !== 'container' || !isWanted(file, merging.translations))
      continue;
    const targetFiles = filesFor(sourceFile, target, source);
    if (targetFiles.length > 0) merge(targetFiles, sourceFile, file, merging);
    else newFiles.set(file.key, file);
  }
  if (newFiles.size === 0) return;
  const order = source.root.children.map(({ key }) => key);
  insertMissing(placedNodes([target.root]), { order, missing: newFiles, parent: target.document.root }, merging);
}

/** Returns the files of the target into which units of a file of the source are inserted. */
function filesFor(sourceFile: XliffContainer, target: XliffTree, source: XliffTree): readonly XliffContainer[] {
  const targetFiles = containersIn(target.root);
  const namesakes = targetFiles.filter(({ fileName }) => fileName === sourceFile.fileName);
  const counterparts = namesakes.filter(({ key }) => key === sourceFile.key);
  if (namesakes.length > 0) return counterparts.length > 0 ? counterparts : namesakes;
  const sourceKeys = new Set(unitKeysIn(sourceFile));
  const filesWithUnits = targetFiles.filter((file) => unitKeysIn(file).some((key) => sourceKeys.has(key)));
  if (filesWithUnits.length > 0) return filesWithUnits;
  const sourceNames = new Set(containersIn(source.root).map(({ fileName }) => fileName));
  return sourceNames.size === 1 ? targetFiles : [];
}

function containersIn({ children }: XliffContainer): readonly XliffContainer[] {
  return children.filter((child) => child.kind === 'container');
}

function unitKeysIn({ children }: XliffContainer): readonly string[] {
  return children.flatMap((child) => (child.kind === 'unit' ? [child.key] : unitKeysIn(child)));
}

/** Inserts the units of a container of the new file that the target's containers lack, in the source's order. */
function merge(
  targets: readonly XliffContainer[],
  source: XliffContainer,
  created: XliffContainer,
  merging: Merging,
): void {
  const targetNodes = placedNodes(targets);
  const sourceNodes = new Map(source.children.map((child) => [child.key, child]));
  const missing = new Map<string, XliffNode>();
  for (const node of created.children) {
    if (!isWanted(node, merging.translations)) continue;
    const targetNode = targetNodes.get(node.key)?.node;
    const sourceNode = sourceNodes.get(node.key);
    if (targetNode === undefined) missing.set(node.key, node);
    else if (targetNode.kind === 'container' && node.kind === 'container' && sourceNode?.kind === 'container')
      merge([targetNode], sourceNode, node, merging);
    // A segment is missing in a unit that the target has.
    else throw refusal(because('xliff-segments', node.key));
  }
  if (missing.size === 0) return;
  const parent = targets.find(({ content }) => content !== undefined)?.content;
  if (parent === undefined) {
    const { text } = merging.target.document;
    throw formatErrorAt(text, targets[0]?.element.start ?? 0, because('xliff-no-body'));
  }
  insertMissing(targetNodes, { order: [...sourceNodes.keys()], missing, parent }, merging);
}

/** A node of the target, and the element that contains it. */
interface PlacedNode {
  readonly node: XliffNode;
  readonly parent: XmlElement;
}

/** Returns the children of containers by their keys. */
function placedNodes(containers: readonly XliffContainer[]): ReadonlyMap<string, PlacedNode> {
  const nodes = new Map<string, PlacedNode>();
  for (const { content, children } of containers)
    if (content !== undefined) for (const node of children) nodes.set(node.key, { node, parent: content });
  return nodes;
}

/** Nodes that the target lacks. */
interface MissingNodes {
  /** The keys of the source's nodes, in its order. */
  readonly order: readonly string[];
  readonly missing: ReadonlyMap<string, XliffNode>;
  /** The element for nodes that have no neighbor in the target. */
  readonly parent: XmlElement;
}

function insertMissing(
  targetNodes: ReadonlyMap<string, PlacedNode>,
  { order, missing, parent }: MissingNodes,
  { target, created, layout, edits }: Merging,
): void {
  // `''`, which is no node's key: there is no node on that side of the place.
  for (const { ids, after = '', before = '' } of insertionPlaces(order, targetNodes, missing)) {
    const nodeAbove = targetNodes.get(after);
    const nodeBelow = targetNodes.get(before);
    const parentOfNeighbor = (nodeAbove ?? nodeBelow)?.parent ?? parent;
    const location = locationBetween(parentOfNeighbor, nodeAbove?.node.element, nodeBelow?.node.element);
    const elements = ids.flatMap((id) => missing.get(id)?.element ?? []);
    const render = (indent: string | undefined): readonly string[] =>
      elements.map((element) => layOutElement(created.document.text, element, indent, layout));
    edits.push(insertElements(target.document.text, location, layout, render));
  }
}

/** Units are copied with their sources and notes, which have the same meaning only in a file of the same kind. */
function refuseOtherShape(target: XliffTree, source: XliffTree): void {
  const { version, prefix } = target.document;
  if (version !== source.document.version) throw refusal(because('xliff-versions', version, source.document.version));
  if (prefix !== source.document.prefix) throw refusal(because('xliff-prefixes'));
}
