import { once } from '../../base/once.ts';
import type { WriteContext } from '../kit/localeFormat.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { memberOfNestedId, splitKeyPath } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import type { JsonDialect, JsonNewEntries } from './jsonDialect.ts';
import { copiedMembers } from './markRoles.ts';
import { isContainer, liveMembers, valueAt, type JsonContainer, type JsonMember, type JsonNode } from './jsonTree.ts';
import {
  containerAt,
  hasPluralSet,
  hasSourceText,
  keyAt,
  keyIn,
  pathOf,
  textKeyOf,
  unitIn,
  type UnitPath,
} from './jsonUnits.ts';

/** The values to write, as a tree of keys like the file's own: a text, a copy of a value, or children. */
export interface WantedNode {
  /** The text to write here. */
  text: string | undefined;
  /** A part of another file to copy here. */
  readonly copy?: Copied | undefined;
  children: Map<string, WantedNode> | undefined;
  /** The children's keys are indexes of an array; needed only if no file has that array. */
  isList?: true;
}

/** A value of another file, with that file's text. */
export interface Copied {
  readonly text: string;
  readonly node: JsonNode;
}

/** The files that ids refer to: the target, if it exists, and the source, parsed on first use. */
export interface KnownFiles {
  readonly target: JsonContainer | undefined;
  readonly source: () => JsonContainer;
}

/** The same, with the source's text. */
interface FilesAndText extends KnownFiles {
  readonly sourceText: string;
}

/** Creates a node without a text and without children. */
export function newWantedNode(): WantedNode {
  return { text: undefined, children: undefined };
}

/** Returns the child of a node with a key, which is created if it does not exist. */
export function wantedChildOf(wanted: WantedNode, key: string): WantedNode {
  wanted.children ??= new Map<string, WantedNode>();
  let child = wanted.children.get(key);
  if (child === undefined) {
    child = newWantedNode();
    wanted.children.set(key, child);
  }
  return child;
}

/** The containers of both files, and the node of the wanted tree, for units with one prefix. */
interface Section {
  readonly keys: readonly string[];
  readonly target: JsonContainer | undefined;
  readonly source: () => JsonContainer | undefined;
  readonly wanted: () => WantedNode;
}

/**
 * Returns the tree of all wanted texts. Throws FormatError for two texts for one location, and for an id that no file
 * has, unless it is a further form of a plural set in the source.
 */
export function wantedTree(change: WantedChange, files: KnownFiles, dialect: JsonDialect): WantedNode {
  const { context } = change;
  const root = newWantedNode();
  const filesWithText = { ...files, sourceText: context.sourceText };
  const sections = new Map<string | undefined, Section>();
  /** Ids with the same prefix share a section, which is looked up only once. */
  const sectionOf = (prefix: string | undefined): Section => {
    let section = sections.get(prefix);
    if (section === undefined) {
      section = newSection(prefix, root, filesWithText, dialect);
      sections.set(prefix, section);
    }
    return section;
  };
  let entryForm: JsonNewEntries | undefined;
  const placeOf = (id: string): { readonly section: Section; readonly location: TextLocation } | undefined => {
    const path = pathOf(id, dialect);
    if (path === undefined) return undefined;
    const section = sectionOf(path.prefix);
    const location = locationInTarget(path, section, dialect) ?? locationInSource(path, section, dialect);
    return location && { section, location };
  };
  /** Adds a text to the tree. */
  const addText = (text: string, id: string): void => {
    // Orders of earlier versions name a variant of inlang's message format by its key.
    const place = placeOf(id) ?? placeOf(memberOfNestedId(id) ?? id);
    if (place === undefined) throw unknownUnit(id, context);
    const { section, location } = place;
    const wanted = wantedChildOf(section.wanted(), location.key);
    if (location.isNew && dialect.newEntries !== undefined) {
      entryForm ??= dialect.newEntries(files.source(), files.target);
      addEntry(wanted, { id, key: location.key, text, form: entryForm }, { files, dialect, context });
    } else setText(wanted, location.textKey, text, id);
  };
  change.replaced.forEach(addText);
  change.added.forEach(addText);
  return root;
}

function unknownUnit(id: string, { sourceLocale, targetLocale }: WriteContext): Error {
  return refusal(because('unit-unknown', id, sourceLocale, targetLocale));
}

/** Returns the section of ids with this prefix; see `UnitPath`. */
function newSection(prefix: string | undefined, root: WantedNode, files: FilesAndText, dialect: JsonDialect): Section {
  let keys: readonly string[] = [];
  if (prefix !== undefined) keys = splitKeyPath(prefix) ?? [];
  return {
    keys,
    target: files.target && containerAt(files.target, keys, dialect),
    source: once(() => containerAt(files.source(), keys, dialect)),
    wanted: once(() => wantedSection(keys, root, files)),
  };
}

/** Returns the node of a container; a container that the target lacks gets the metadata of the source's texts. */
function wantedSection(
  keys: readonly string[],
  root: WantedNode,
  { target, source, sourceText }: FilesAndText,
): WantedNode {
  let wanted = root;
  let node: JsonNode | undefined = target;
  for (const [index, key] of keys.entries()) {
    wanted = wantedChildOf(wanted, key);
    node = valueAt(node, key);
    if (isContainer(node) && node.members.length > 0) continue;
    // The target lacks this container, or it is empty.
    let sourceNode: JsonNode | undefined = source();
    for (const outerKey of keys.slice(0, index + 1)) sourceNode = valueAt(sourceNode, outerKey);
    if (isContainer(sourceNode)) for (const part of copiedMembers(sourceNode)) copyPart(wanted, part, sourceText);
  }
  return wanted;
}

/** Adds a member of the source to be copied. */
function copyPart(wanted: WantedNode, { key, value }: JsonMember, sourceText: string): void {
  wanted.children ??= new Map<string, WantedNode>();
  wanted.children.set(key, { text: undefined, copy: { text: sourceText, node: value }, children: undefined });
}

/** The location of a text in its section. */
interface TextLocation {
  readonly key: string;
  /** `message` if the target has `{ "message": text }` under the key; undefined if the value is the text, or new. */
  readonly textKey: string | undefined;
  /** The target has no such unit. */
  readonly isNew: boolean;
}

/** The location of a unit that the target has; undefined for any other. */
function locationInTarget(path: UnitPath, { target }: Section, dialect: JsonDialect): TextLocation | undefined {
  const member = target && unitIn(target, path, dialect)?.member;
  if (member === undefined) return undefined;
  // An object that the target has is kept, and gets the text inside.
  return { key: member.key, textKey: textKeyOf(member.value, dialect), isNew: false };
}

/** The location of a unit that the target lacks: the source has the unit, or its plural set (for a further form). */
function locationInSource(path: UnitPath, section: Section, dialect: JsonDialect): TextLocation | undefined {
  const source = section.source();
  if (source === undefined) return undefined;
  const member = unitIn(source, path, dialect)?.member;
  if (member === undefined && !hasPluralSet(source, path, dialect) && !hasSourceText(source, path.key))
    return undefined;
  return { key: member?.key ?? keyAt(source, path), textKey: undefined, isNew: true };
}

/** An entry that the target lacks. */
interface NewEntry {
  readonly id: string;
  /** As the source spells it. */
  readonly key: string;
  readonly text: string;
  readonly form: JsonNewEntries;
}

/** What all new entries of a change share. */
interface Writing {
  readonly files: KnownFiles;
  readonly dialect: JsonDialect;
  readonly context: WriteContext;
}

/** Adds a new entry to a file whose entries are objects: the text, and the parts of the source's entry to be copied. */
function addEntry(entry: WantedNode, { id, key, text, form }: NewEntry, { files, dialect, context }: Writing): void {
  const { textKey, copies } = form;
  setText(entry, textKey, text, id);
  const isInTarget = files.target !== undefined && keyIn(files.target, key, dialect) !== undefined;
  if (textKey === undefined || isInTarget) return;
  const original = valueAt(files.source(), key);
  if (original?.kind !== 'object') return;
  for (const part of liveMembers(original)) {
    if (part.key !== textKey && copies(part.key)) copyPart(entry, part, context.sourceText);
  }
}

/** `textKey`: the key of the text in an object; undefined if the value is the text. */
function setText(wanted: WantedNode, textKey: string | undefined, text: string, id: string): void {
  let textNode = wanted;
  if (textKey !== undefined) textNode = wantedChildOf(wanted, textKey);
  if (textNode.text !== undefined && textNode.text !== text) throw refusal(because('two-translations', id));
  textNode.text = text;
}
