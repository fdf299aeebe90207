import { joinKeyPath, numberedIds } from '../kit/unitId.ts';
import { isElement, type XmlElement } from '../xml/xmlTree.ts';
import type { LocaleFiles, XliffDocument, XliffFile } from './xliffDocument.ts';

/** A document, a file or a group, with its content in its order. */
export interface XliffContainer {
  readonly kind: 'container';
  /** Equal in source and targets, and different from every unit's. */
  readonly key: string;
  /** The name of the file, as `fileNameOf` returns it; that of its file for a group, `''` for the document. */
  readonly fileName: string;
  readonly element: XmlElement;
  /** The parent of the children: the element itself, or the body of an XLIFF 1.2 file; undefined if that is missing. */
  readonly content: XmlElement | undefined;
  readonly children: readonly XliffNode[];
}

/** A `<trans-unit>` or `<unit>`. */
export interface XliffUnit {
  readonly kind: 'unit';
  /** The id of its unit in the locale file, and the beginning of the ids of several segments. */
  readonly key: string;
  /** The key without the name of its file, and without a number if it is a twin. */
  readonly keyInFile: string;
  /** The name of its file, as `fileNameOf` returns it. */
  readonly fileName: string;
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
  /** It has only a target, which `source` is, too: Symfony reads such units if they have a `resname`. */
  readonly lacksSource: boolean;
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
  /** The names of the files in the ids of their units, by the order of `root`'s children; `''` for none. */
  readonly namesInIds: readonly string[];
  /** The target language of the files, if it is not the requested one. */
  readonly foreignLocale: string | undefined;
}

/** The file whose units are being read, and the segments read so far. */
interface FileReading {
  readonly document: XliffDocument;
  readonly file: XliffFile;
  readonly fileName: string;
  /** The keys before a unit's own; empty in a document of one file. */
  readonly path: readonly string[];
  readonly uniqueId: (proposedId: string) => string;
  readonly segments: XliffSegment[];
}

/**
 * Builds the tree of the units of files. Ids are those of the units; in a document of several files, where XLIFF
 * allows them to repeat, the file's name precedes them: see `namesInIdsOf`. `namesInIds`: those of the source, for
 * files that were copied from it.
 */
export function treeOf(
  document: XliffDocument,
  { files, foreignLocale }: LocaleFiles,
  namesInIds = namesInIdsOf(document, files),
): XliffTree {
  const segments: XliffSegment[] = [];
  const uniqueId = numberedIds('.');
  const children = files.map((file, index): XliffContainer => {
    const { element } = file;
    const name = namesInIds[index] ?? '';
    const fileName = fileNameOf(document, element);
    const content = contentOf(document, element);
    const path = name === '' ? [] : [name];
    const reading: FileReading = { document, file, fileName, path, uniqueId, segments };
    const isFixed = element.attributes['translate'] === 'no';
    const nodes = nodesOf(content, 'file', isFixed, reading);
    return { kind: 'container', key: `file ${name}`, fileName, element, content, children: nodes };
  });
  const { root: element } = document;
  const root: XliffContainer = { kind: 'container', key: '', fileName: '', element, content: element, children };
  return { document, root, segments, namesInIds, foreignLocale };
}

/** Returns the name of a file: `original` in XLIFF 1, `id` in XLIFF 2; `''` if it has none. */
function fileNameOf({ version }: XliffDocument, { attributes }: XmlElement): string {
  return attributes[version === 1 ? 'original' : 'id'] ?? '';
}

/** Returns the element that contains the units of a file. */
function contentOf({ version, prefix }: XliffDocument, file: XmlElement): XmlElement | undefined {
  return version === 1 ? childNamed(file, `${prefix}body`) : file;
}

/**
 * Returns the names of files in the ids of their units: none for the only file of a document, and for several with one
 * name, of which each continues the one before it: some platforms add new units in a second file. Numbers, if the names
 * don't distinguish units with the same key, or some are missing.
 */
function namesInIdsOf(document: XliffDocument, files: readonly XliffFile[]): readonly string[] {
  if (files.length < 2) return [''];
  const names = files.map(({ element }) => fileNameOf(document, element));
  const differentNames = new Set(names);
  const someAreMissing = names.includes('') && differentNames.size > 1;
  if (someAreMissing || !areDistinguished(document, files)) return files.map((_, index) => String(index + 1));
  return differentNames.size === 1 ? names.map(() => '') : names;
}

/** Whether no two files with the same name have units with the same key. */
function areDistinguished(document: XliffDocument, files: readonly XliffFile[]): boolean {
  const filesByName = Map.groupBy(files, ({ element }) => fileNameOf(document, element));
  return [...filesByName.values()].every((filesOfName) => {
    if (filesOfName.length === 1) return true;
    const keysOfFiles = filesOfName.map(({ element }) => unitKeysIn(document, contentOf(document, element)));
    const keyCount = keysOfFiles.reduce((count, keys) => count + keys.size, 0);
    return new Set(keysOfFiles.flatMap((keys) => [...keys])).size === keyCount;
  });
}

function unitKeysIn(document: XliffDocument, parent: XmlElement | undefined): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const child of parent?.children ?? []) {
    if (child.kind !== 'element') continue;
    if (child.name === `${document.prefix}group`) for (const key of unitKeysIn(document, child)) keys.add(key);
    else if (isUnitElement(document, child)) keys.add(unitKeyOf(document, child));
  }
  return keys;
}

function isUnitElement({ prefix, version }: XliffDocument, { name }: XmlElement): boolean {
  return name === (version === 1 ? `${prefix}trans-unit` : `${prefix}unit`);
}

/** Returns the key of a unit: its id, else its name, else in XLIFF 1 its source text. */
function unitKeyOf({ text, prefix, version }: XliffDocument, element: XmlElement): string {
  const { id, resname, name } = element.attributes;
  if (version === 2) return id ?? name ?? '';
  if (id !== undefined) return id;
  const source = childNamed(element, `${prefix}source`);
  return resname ?? (source === undefined ? '' : text.slice(source.innerStart, source.innerEnd));
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
  const { document, fileName } = reading;
  const { prefix, version } = document;
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
      nodes.push({ kind: 'container', key, fileName, element: child, content: child, children });
      continue;
    }
    if (!isUnitElement(document, child)) continue;
    const unit = version === 1 ? transUnit(child, isFixed, reading) : unitOf(child, isFixed, reading);
    if (unit !== undefined) nodes.push(unit);
  }
  return nodes;
}

/**
 * XLIFF 1.2, 2.3: a `<trans-unit>` has a source, perhaps segmented, and perhaps a target; proposals are ignored. One
 * without a source is read, too, so that no second unit with its id is inserted.
 */
function transUnit(element: XmlElement, isFixed: boolean, reading: FileReading): XliffUnit | undefined {
  const { file, fileName, document } = reading;
  const { prefix } = document;
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
  const lacksSource = source === undefined;
  source ??= target;
  elementBeforeTarget ??= target;
  if (source === undefined || elementBeforeTarget === undefined) return undefined;
  const keyInFile = unitKeyOf(document, element);
  // `?` for a unit without any key.
  const proposedId = joinKeyPath([...reading.path, keyInFile]) || '?';
  const id = reading.uniqueId(proposedId);
  const twin = twinOf(id, proposedId);
  const elements = { unit: element, element, source, lacksSource, target, elementBeforeTarget };
  const segment: XliffSegment = { id, file, ...elements, isFixed, twin };
  reading.segments.push(segment);
  return { kind: 'unit', key: id, keyInFile, fileName, element, segments: [segment] };
}

/** XLIFF 2, 4.2.2.6: a `<unit>` contains segments (a source, perhaps a target), with ignorable content between them. */
function unitOf(element: XmlElement, isFixed: boolean, reading: FileReading): XliffUnit | undefined {
  const { file, fileName, document, path, uniqueId } = reading;
  const { prefix } = document;
  const elements = element.children.filter(isElement).filter((child) => child.name === `${prefix}segment`);
  if (!elements.some((segment) => childNamed(segment, `${prefix}source`) !== undefined)) return undefined;
  const keyInFile = unitKeyOf(document, element);
  const proposedId = joinKeyPath([...path, keyInFile]) || '?';
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
    segments.push({ id, file, ...segmentElements, lacksSource: false, isFixed, twin });
  }
  reading.segments.push(...segments);
  return { kind: 'unit', key: unitId, keyInFile, fileName, element, segments };
}

/** A `proposedId` of `?` is that of a unit without any key: those are always distinguished by their order. */
function twinOf(id: string, proposedId: string): Twin | undefined {
  if (proposedId === '?' || id === proposedId) return undefined;
  // `a.3` → `a.2` → `a`
  const previousNumber = Number(id.slice(proposedId.length + 1)) - 1;
  const previousId = previousNumber === 1 ? proposedId : `${proposedId}.${previousNumber}`;
  return { sharedId: proposedId, previousId };
}
