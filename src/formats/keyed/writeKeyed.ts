import { insertionPlaces } from '../kit/insertionOrder.ts';
import { lineEndOf, withLineEnd } from '../kit/lineEnd.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import type { WantedChange } from '../kit/provenFormat.ts';
import { placesInSections, type Sections } from '../kit/sections.ts';
import { sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { attributeEdit, attributeRemoval } from '../xml/xmlAttribute.ts';
import { encodeByHabit, encodingHabit, type EncodingHabit } from '../xml/xmlReferences.ts';
import {
  elementSections,
  indentAt,
  insertElements,
  levelOf,
  locationAtEnd,
  locationBetween,
  type SiblingLocation,
  type XmlLayout,
} from '../xml/xmlSiblings.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { encodeLikeElement, isCData, rawValueEdit } from '../xml/xmlValue.ts';
import type { KeyedKind, KeyedShape } from './keyedShapes.ts';
import type { KeyedEntry, KeyedFile } from './parseKeyed.ts';

/** How a file writes its entries. */
interface KeyedStyle {
  readonly habit: EncodingHabit;
  readonly layout: XmlLayout;
  readonly shape: KeyedShape;
}

/** The edits for a wanted change. Throws FormatError for what the file cannot represent. */
export function writeKeyed(
  change: WantedChange,
  fileOf: (text: string) => KeyedFile,
  kind: KeyedKind,
): readonly TextEdit[] {
  if (change.text === '') return createKeyed(change, fileOf(change.context.sourceText), kind);
  const target = fileOf(change.text);
  const source = change.added.size === 0 ? undefined : fileOf(change.context.sourceText);
  const style = styleOf(target, source ?? target);
  const edits: TextEdit[] = [];
  for (const [id, translation] of change.replaced) {
    const entry = target.entries.get(id);
    // An unchanged text is among those to be replaced if only its state changes, which these files do not record.
    if (entry === undefined || translation === change.present.get(id)?.text) continue;
    edits.push(valueEditOf(target.text, entry, translation, style.habit));
  }
  if (source !== undefined) edits.push(...insertionEdits({ target, source }, change.added, style));
  return sortEdits(edits);
}

/** The edit that writes an entry's text. */
function valueEditOf(
  text: string,
  { element, value, attribute }: KeyedEntry,
  translation: string,
  habit: EncodingHabit,
): TextEdit {
  if (attribute !== undefined) return attributeEdit(text, element, attribute, translation);
  const valueElement = value ?? element;
  return rawValueEdit(text, valueElement, encodeLikeElement(text, valueElement, translation, habit));
}

interface Files {
  readonly target: KeyedFile;
  readonly source: KeyedFile;
}

/** Inserts the added entries into their groups, and the groups that are missing. */
function insertionEdits(files: Files, added: ReadonlyMap<string, string>, style: KeyedStyle): readonly TextEdit[] {
  const { target, source } = files;
  const edits: TextEdit[] = [];
  const missingGroups = new Set<string>();
  const addedByGroup = Map.groupBy(added.keys(), (id) => source.entries.get(id)?.group ?? '');
  for (const [group, ids] of addedByGroup) {
    const parent = target.groups.get(group);
    if (parent === undefined) missingGroups.add(group);
    else
      edits.push(
        ...entryInsertions(files, { group, parent }, new Map(ids.map((id) => [id, added.get(id) ?? ''])), style),
      );
  }
  if (missingGroups.size === 0) return edits;
  const { root } = target.document;
  const places = insertionPlaces([...source.groups.keys()], new Set(target.groups.keys()), missingGroups);
  for (const { ids: groups, after, before } of places) {
    const [previous, next] = [target.groups.get(after ?? ''), target.groups.get(before ?? '')];
    const location = locationOf(root, previous, next);
    const render = (indent: string | undefined): readonly string[] =>
      groups.map((group) => renderGroup(source, group, { added, style, indent }));
    edits.push(insertElements(target.text, location, style.layout, render));
  }
  return edits;
}

function locationOf(
  parent: XmlElement,
  previous: XmlElement | undefined,
  next: XmlElement | undefined,
  belowHeading?: number,
): SiblingLocation {
  if (previous === undefined && next === undefined) return locationAtEnd(parent);
  return locationBetween(parent, previous, next, belowHeading);
}

/** Inserts entries into a group that the target has. */
function entryInsertions(
  { target, source }: Files,
  { group, parent }: { readonly group: string; readonly parent: XmlElement },
  added: ReadonlyMap<string, string>,
  style: KeyedStyle,
): readonly TextEdit[] {
  const idsIn = ({ entries }: KeyedFile): readonly string[] =>
    [...entries.values()].filter((entry) => entry.group === group).map(({ id }) => id);
  const places = insertionPlaces(idsIn(source), new Set(idsIn(target)), new Set(added.keys()));
  return placesInSections(places, () => sectionsIn(source, group), sectionsIn(target, group)).map((place) => {
    const { ids, after, before, at: belowHeading } = place;
    // `''` is no entry's id.
    const [previous, next] = [target.entries.get(after ?? '')?.element, target.entries.get(before ?? '')?.element];
    return insertElements(target.text, locationOf(parent, previous, next, belowHeading), style.layout, (indent) =>
      ids.map((id) => renderEntry(source, id, { translation: added.get(id) ?? '', style, indent })),
    );
  });
}

function sectionsIn({ text, document, groups, entries }: KeyedFile, group: string): Sections {
  const ids = new Map([...entries.values()].map(({ id, element }) => [element, id]));
  return elementSections(text, groups.get(group) ?? document.root, (element) => ids.get(element) ?? '');
}

/** How an element is rendered; `indent`: that of its line, undefined if it shares one. */
interface Rendering {
  readonly style: KeyedStyle;
  readonly indent: string | undefined;
}

/** Renders a new entry like the source's, or in the shape of the target if the source has another one. */
function renderEntry(
  source: KeyedFile,
  id: string,
  { translation, style, indent }: Rendering & { readonly translation: string },
): string {
  const entry = source.entries.get(id);
  if (entry === undefined) return '';
  const { habit, layout, shape } = style;
  if (shape.root !== source.shape.root) {
    const name = shape.entry ?? entry.key;
    const children = [
      [shape.valueChild, encodeByHabit(translation, habit)],
      [shape.keyChild, encodeByHabit(entry.key, habit)],
    ].map(([child, content]) => `<${child}>${content}</${child}>`);
    const separator = indent === undefined ? '' : layout.lineEnd + indent;
    const lines = children.map((child) => separator + (indent === undefined ? '' : layout.level) + child);
    return `<${name}>${lines.join('')}${separator}</${name}>`;
  }
  const { text } = source;
  const { element } = entry;
  const edit = valueEditOf(text, entry, translation, habit);
  // The lines of the element get the target's indentation; those of its text stay as they are.
  const indented = (part: string): string => {
    const sourceIndent = indentAt(text, element.start);
    const withEnds = withLineEnd(part, layout.lineEnd);
    if (indent === undefined || sourceIndent === undefined) return withEnds;
    return withEnds.replaceAll(`${layout.lineEnd}${sourceIndent}`, `${layout.lineEnd}${indent}`);
  };
  return indented(text.slice(element.start, edit.start)) + edit.text + indented(text.slice(edit.end, element.end));
}

/** Renders a group of the source with its added entries. */
function renderGroup(
  source: KeyedFile,
  group: string,
  { added, style, indent }: Rendering & { readonly added: ReadonlyMap<string, string> },
): string {
  const element = source.groups.get(group);
  if (element === undefined) return '';
  const { lineEnd, level } = style.layout;
  const entryIndent = indent === undefined ? undefined : indent + level;
  const entries = [...source.entries.values()].filter((entry) => entry.group === group && added.has(entry.id));
  const rendered = entries.map(({ id }) =>
    renderEntry(source, id, { translation: added.get(id) ?? '', style, indent: entryIndent }),
  );
  const openingTag = source.text.slice(element.start, element.innerStart);
  const lines = rendered.map((entry) => (entryIndent === undefined ? entry : lineEnd + entryIndent + entry));
  return `${openingTag}${lines.join('')}${indent === undefined ? '' : lineEnd + indent}</${element.name}>`;
}

function createKeyed(change: WantedChange, source: KeyedFile, kind: KeyedKind): readonly TextEdit[] {
  const { added, context } = change;
  const { text, document, shape } = source;
  const [translationShape] = kind.shapes;
  const { root } = document;
  const style = { ...styleOf(source, source), shape: kind.frame === undefined ? shape : translationShape };
  const { lineEnd, level } = style.layout;
  const [firstChild] = [...source.groups.values()].filter((element) => element !== root);
  const [firstEntry] = source.entries.values();
  const sibling = firstChild ?? firstEntry?.element;
  const indent = sibling === undefined ? level : indentAt(text, sibling.start);
  const addedGroups = [...source.groups.keys()].filter((group) =>
    [...added.keys()].some((id) => source.entries.get(id)?.group === group),
  );
  const elements =
    shape.group === undefined
      ? [...source.entries.keys()]
          .filter((id) => added.has(id))
          .map((id) => renderEntry(source, id, { translation: added.get(id) ?? '', style, indent }))
      : addedGroups.map((group) => renderGroup(source, group, { added, style, indent }));
  const body = elements.map((element) => (indent === undefined ? element : lineEnd + indent + element)).join('');
  if (kind.frame !== undefined && shape.root !== translationShape.root) {
    const { head, tail } = kind.frame;
    return [{ start: 0, end: 0, text: withLineEnd(head, lineEnd) + body + withLineEnd(tail, lineEnd) }];
  }
  const content = text.slice(root.innerStart, root.innerEnd);
  const end = content.slice(content.trimEnd().length) + text.slice(root.innerEnd);
  return [{ start: 0, end: 0, text: headFor(context.targetLocale, source, kind) + body + end }];
}

/** Returns all up to the end of the root's opening tag, for a file in another locale. */
function headFor(locale: string, { text, document }: KeyedFile, { localeAttributes = {} }: KeyedKind): string {
  const { root } = document;
  const edits = Object.entries(localeAttributes).flatMap(([name, valueFor]) => {
    const valueInSource = root.attributes[name];
    if (valueInSource === undefined) return [];
    const value = valueFor(locale, valueInSource);
    return (value === undefined ? attributeRemoval(text, root, name) : attributeEdit(text, root, name, value)) ?? [];
  });
  return spliceEdits(text.slice(0, root.innerStart), sortEdits(edits));
}

function styleOf(target: KeyedFile, source: KeyedFile): KeyedStyle {
  const level = levelOf(target.text, target.document.root) ?? levelOf(source.text, source.document.root) ?? '  ';
  return {
    habit: encodingHabit(target.text, [samplesOf(target), samplesOf(source)]),
    layout: { lineEnd: lineEndOf(target.text), level },
    shape: target.shape,
  };
}

/** The values as written, without those in CDATA sections and attributes. */
function samplesOf({ text, entries }: KeyedFile): readonly string[] {
  const values = [...entries.values()].flatMap(({ value }) => (value === undefined || isCData(value) ? [] : [value]));
  return values.map(({ innerStart, innerEnd }) => text.slice(innerStart, innerEnd));
}
