import { numberedIds } from '../kit/numberedIds.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import { isElement, type XmlElement } from '../xml/xmlTree.ts';
import type { LocaleFiles, XliffDocument, XliffFile } from './xliffDocument.ts';

/** A document, a file or a group, with its content in its order. */
export interface XliffContainer {
  readonly kind: 'container';
  /** Equal in source and targets, and different from every unit's. */
  readonly key: string;
  readonly element: XmlElement;
  /** The parent of the children: the element itself, or the body of an XLIFF 1.2 file; undefined if that is missing. */
  readonly content: XmlElement | undefined;
  readonly children: readonly XliffNode[];
}

/** A `<trans-unit>` or `<unit>`. */
export interface XliffUnit {
  readonly kind: 'unit';
  readonly key: string;
  readonly element: XmlElement;
  /** One in XLIFF 1.2; all those of the unit in XLIFF 2. */
  readonly segments: readonly XliffSegment[];
}

export type XliffNode = XliffContainer | XliffUnit;

/** An element with a source and a target: a `<trans-unit>`, or one of a unit's `<segment>`s. */
export interface XliffSegment {
  /** The id of its unit in the locale file. */
  readonly id: string;
  readonly file: XliffFile;
  readonly unit: XmlElement;
  /** The parent of source and target. */
  readonly element: XmlElement;
  readonly source: XmlElement;
  readonly target: XmlElement | undefined;
  /** Where a missing target is inserted: after the source, or after XLIFF 1.2's segmented source. */
  readonly elementBeforeTarget: XmlElement;
  /** `translate="no"` on it or around it. */
  readonly isFixed: boolean;
  /** Set if an earlier unit has the same id; undefined for a unique id. */
  readonly twin: Twin | undefined;
}

/** An earlier unit with the same id in the file. The second `save` is the unit `save.2`, the third one `save.3`. */
export interface Twin {
  /** `save` */
  readonly sharedId: string;
  /** The id of the unit before it: `save.2` for the third one. */
  readonly previousId: string;
}

/** The units of some files of a document, as a tree; `root` is the document. */
export interface XliffTree {
  readonly document: XliffDocument;
  readonly root: XliffContainer;
  /** In the document's order. */
  readonly segments: readonly XliffSegment[];
  /** The target language of the files, if it is not the requested one. */
  readonly foreignLocale: string | undefined;
}

/** The file whose units are being read, and the segments read so far. */
interface FileReading {
  readonly document: XliffDocument;
  readonly file: XliffFile;
  /** The keys before a unit's own; empty in a document of one file. */
  readonly path: readonly string[];
  readonly uniqueId: (proposedId: string) => string;
  readonly segments: XliffSegment[];
}

/**
 * Builds the tree of the units of files. Ids are those of the units; in a document of several files, where XLIFF
 * allows them to repeat, the file's name precedes them (`original` in XLIFF 1, `id` in XLIFF 2; its number if names
 * are missing or repeat).
 */
export function treeOf(document: XliffDocument, { files, foreignLocale }: LocaleFiles): XliffTree {
  const segments: XliffSegment[] = [];
  const uniqueId = numberedIds('.');
  const names = fileNames(document, files);
  const children = files.map((file, index): XliffContainer => {
    const { element } = file;
    const name = names[index] ?? '';
    const key = `file ${name}`;
    const content = document.version === 1 ? childNamed(element, `${document.prefix}body`) : element;
    const reading: FileReading = { document, file, path: files.length > 1 ? [name] : [], uniqueId, segments };
    const isFixed = element.attributes['translate'] === 'no';
    return { kind: 'container', key, element, content, children: nodesOf(content, key, isFixed, reading) };
  });
  const root: XliffContainer = { kind: 'container', key: '', element: document.root, content: document.root, children };
  return { document, root, segments, foreignLocale };
}

/** A different name for each file; `''` for the only one of a document, whose ids do not contain it. */
function fileNames({ version }: XliffDocument, files: readonly XliffFile[]): readonly string[] {
  if (files.length < 2) return [''];
  const nameAttribute = version === 1 ? 'original' : 'id';
  const names = files.map(({ element }) => element.attributes[nameAttribute] ?? '');
  const areUnique = new Set(names).size === names.length && !names.includes('');
  return areUnique ? names : files.map((_, index) => String(index + 1));
}

function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.filter(isElement).find((child) => child.name === name);
}

/** The units and groups in an element; none in a missing one. Fixed: marked as not to be translated. */
function nodesOf(
  parent: XmlElement | undefined,
  parentKey: string,
  isParentFixed: boolean,
  reading: FileReading,
): readonly XliffNode[] {
  const { prefix, version } = reading.document;
  const nodes: XliffNode[] = [];
  let groupCount = 0;
  for (const child of parent?.children ?? []) {
    if (child.kind !== 'element') continue;
    const { name, attributes } = child;
    const { id, resname, translate } = attributes;
    const isFixed = translate === undefined ? isParentFixed : translate === 'no';
    if (name === `${prefix}group`) {
      groupCount += 1;
      const key = `${parentKey} group ${id ?? resname ?? attributes['name'] ?? groupCount}`;
      const children = nodesOf(child, key, isFixed, reading);
      nodes.push({ kind: 'container', key, element: child, content: child, children });
      continue;
    }
    let unit: XliffUnit | undefined;
    if (version === 1 && name === `${prefix}trans-unit`) unit = transUnit(child, isFixed, reading);
    if (version === 2 && name === `${prefix}unit`) unit = unitOf(child, isFixed, reading);
    if (unit !== undefined) nodes.push(unit);
  }
  return nodes;
}

/** XLIFF 1.2, 2.3: a `<trans-unit>` has a source, perhaps segmented, and perhaps a target; proposals are ignored. */
function transUnit(element: XmlElement, isFixed: boolean, reading: FileReading): XliffUnit | undefined {
  const { file, document } = reading;
  const { prefix, text } = document;
  let source: XmlElement | undefined;
  let elementBeforeTarget: XmlElement | undefined;
  let target: XmlElement | undefined;
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    if (child.name === `${prefix}source`) {
      source ??= child;
      elementBeforeTarget = source;
    } else if (child.name === `${prefix}target`) target ??= child;
    else if (child.name === `${prefix}seg-source`) elementBeforeTarget = child;
  }
  if (source === undefined || elementBeforeTarget === undefined) return undefined;
  const { id: unitId, resname } = element.attributes;
  const key = unitId ?? resname ?? text.slice(source.innerStart, source.innerEnd);
  // `?` for a unit without any key.
  const proposedId = joinKeyPath([...reading.path, key]) || '?';
  const id = reading.uniqueId(proposedId);
  const twin = twinOf(id, proposedId);
  const elements = { unit: element, element, source, target, elementBeforeTarget };
  const segment: XliffSegment = { id, file, ...elements, isFixed, twin };
  reading.segments.push(segment);
  return { kind: 'unit', key: id, element, segments: [segment] };
}

/** XLIFF 2, 4.2.2.6: a `<unit>` contains segments (a source, perhaps a target), with ignorable content between them. */
function unitOf(element: XmlElement, isFixed: boolean, reading: FileReading): XliffUnit | undefined {
  const { file, document, path, uniqueId } = reading;
  const { prefix } = document;
  const elements = element.children.filter(isElement).filter((child) => child.name === `${prefix}segment`);
  if (!elements.some((segment) => childNamed(segment, `${prefix}source`) !== undefined)) return undefined;
  const { id: ownId, name = '' } = element.attributes;
  const proposedId = joinKeyPath([...path, ownId ?? name]) || '?';
  const unitId = uniqueId(proposedId);
  const hasOneSegment = elements.length === 1;
  const twin = hasOneSegment ? twinOf(unitId, proposedId) : undefined;
  const segments: XliffSegment[] = [];
  for (const [index, segment] of elements.entries()) {
    const source = childNamed(segment, `${prefix}source`);
    if (source === undefined) continue;
    const target = childNamed(segment, `${prefix}target`);
    const segmentKey = segment.attributes['id'] ?? `s${index + 1}`;
    const id = hasOneSegment ? unitId : uniqueId(`${unitId}.${joinKeyPath([segmentKey])}`);
    const segmentElements = { unit: element, element: segment, source, target, elementBeforeTarget: source };
    segments.push({ id, file, ...segmentElements, isFixed, twin });
  }
  reading.segments.push(...segments);
  return { kind: 'unit', key: unitId, element, segments };
}

/** A `proposedId` of `?` is that of a unit without any key: those are always distinguished by their order. */
function twinOf(id: string, proposedId: string): Twin | undefined {
  if (proposedId === '?' || id === proposedId) return undefined;
  // `a.3` → `a.2` → `a`
  const previousNumber = Number(id.slice(proposedId.length + 1)) - 1;
  const previousId = previousNumber === 1 ? proposedId : `${proposedId}.${previousNumber}`;
  return { sharedId: proposedId, previousId };
}
