import type { TextEdit } from '../kit/localeFormat.ts';
import { sortEdits } from '../kit/spliceEdits.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import { lineEndOf, withLineEnd } from '../kit/lineEnd.ts';
import type { WantedChange } from '../kit/provenFormat.ts';
import { placesInSections, type Sections } from '../kit/sections.ts';
import { encodeByHabit, encodingHabit, type EncodingHabit } from '../xml/xmlReferences.ts';
import {
  elementSections,
  indentAt,
  insertElements,
  levelOf,
  locationAtEnd,
  locationBetween,
  type XmlLayout,
} from '../xml/xmlSiblings.ts';
import { isElement, type XmlElement } from '../xml/xmlTree.ts';
import { encodeLikeElement, isCData, rawValueEdit } from '../xml/xmlValue.ts';
import type { ResxEntry, ResxFile } from './parseResx.ts';

/** How a file writes its entries. */
interface ResxStyle {
  /** How characters are encoded. */
  readonly habit: EncodingHabit;
  readonly layout: XmlLayout;
  /** Most entries whose source has a comment have one, too. */
  readonly hasComments: boolean;
  /** The element of an empty text: `<value />` or `<value></value>`. */
  readonly emptyValue: string;
}

/** The edits for a wanted change. Throws FormatError for what the file cannot represent. */
export function writeResx(change: WantedChange, fileOf: (text: string) => ResxFile): readonly TextEdit[] {
  if (change.text === '') return createResx(change, fileOf(change.context.sourceText));
  const target = fileOf(change.text);
  const source = change.added.size === 0 ? undefined : fileOf(change.context.sourceText);
  const habit = habitOf(target, source ?? target);
  const edits: TextEdit[] = [];
  for (const { id, value } of target.entries.values()) {
    const text = change.replaced.get(id);
    // An unchanged text is among those to be replaced if only its state changes, which these files do not record.
    if (text === undefined || value === undefined || text === change.present.get(id)?.text) continue;
    edits.push(rawValueEdit(target.text, value, encodeLikeElement(target.text, value, text, habit)));
  }
  if (source !== undefined) edits.push(...insertEntries(target, source, change.added, habit));
  return sortEdits(edits);
}

function insertEntries(
  target: ResxFile,
  source: ResxFile,
  added: ReadonlyMap<string, string>,
  habit: EncodingHabit,
): readonly TextEdit[] {
  const style = styleOf(target, source, habit);
  const { root } = target.document;
  const places = insertionPlaces([...source.entries.keys()], new Set(target.entries.keys()), new Set(added.keys()));
  return placesInSections(places, () => sectionsIn(source), sectionsIn(target)).map((place) => {
    const { ids, after, before, at: belowHeading } = place;
    // `''` is no entry's id.
    const [previous, next] = [target.entries.get(after ?? '')?.element, target.entries.get(before ?? '')?.element];
    const sibling = previous ?? next;
    // Without a sibling, after the last child: the header, or objects that are not texts.
    const location = sibling === undefined ? locationAtEnd(root) : locationBetween(root, previous, next, belowHeading);
    const neighbor = sibling && { text: target.text, element: sibling };
    return insertElements(target.text, location, style.layout, (indent) =>
      ids.map((id) => renderEntry(source, { id, text: added.get(id) ?? '', neighbor }, style, indent)),
    );
  });
}

function sectionsIn({ text, document, entries }: ResxFile): Sections {
  const ids = new Map([...entries.values()].map(({ id, element }) => [element, id]));
  return elementSections(text, document.root, (element) => ids.get(element) ?? '');
}

interface NewEntry {
  readonly id: string;
  readonly text: string;
  /** The neighbor, whose layout the entry gets; undefined: that of the source's entry. */
  readonly neighbor: { readonly text: string; readonly element: XmlElement } | undefined;
}

/** Renders a new entry with the tag and the comment of the source's entry. */
function renderEntry(
  source: ResxFile,
  { id, text, neighbor }: NewEntry,
  style: ResxStyle,
  indent: string | undefined,
): string {
  const entry = source.entries.get(id);
  if (entry === undefined) return '';
  const { element } = entry;
  const { lineEnd, level } = style.layout;
  const encoded = encodeByHabit(text, style.habit);
  const children = [encoded === '' ? style.emptyValue : `<value>${encoded}</value>`];
  if (style.hasComments && entry.comment !== undefined)
    children.push(withLineEnd(source.text.slice(entry.comment.start, entry.comment.end), lineEnd));
  const openingTagText = openingTag(source.text, element);
  const closingTag = `</${element.name}>`;
  const model = neighbor ?? { text: source.text, element };
  // The children of some files' entries are on the line of the entry's tag.
  const hasSeveralLines = indent !== undefined && hasLineEndAfterTag(model.text, model.element);
  if (!hasSeveralLines) return openingTagText + children.join('') + closingTag;
  const lines = children.map((child) => lineEnd + indent + level + child);
  return openingTagText + lines.join('') + lineEnd + indent + closingTag;
}

function openingTag(text: string, element: XmlElement): string {
  return text.slice(element.start, element.innerStart).replace(/\s*\/>$/, '>');
}

function hasLineEndAfterTag(text: string, element: XmlElement): boolean {
  const firstChild = element.children.find(isElement);
  return firstChild !== undefined && indentAt(text, firstChild.start) !== undefined;
}

function createResx(change: WantedChange, source: ResxFile): readonly TextEdit[] {
  const { text, document } = source;
  // Without comments, in the source's style.
  const style: ResxStyle = { ...styleOf(source, source, habitOf(source, source)), hasComments: false };
  const entries = [...source.entries.keys()].filter((id) => change.added.has(id));
  const elements = document.root.children.filter(isElement);
  const firstEntry = elements.findIndex(({ name }) => name === 'data' || name === 'metadata' || name === 'assembly');
  // The header ends before the first entry. It has the schema, version, reader and writer.
  const headerLength = firstEntry < 0 ? elements.length : firstEntry;
  const headerEnd = elements[headerLength - 1]?.end ?? document.root.innerStart;
  const [firstSourceEntry] = source.entries.values();
  const indent = firstSourceEntry === undefined ? style.layout.level : indentAt(text, firstSourceEntry.element.start);
  const lead = indent === undefined ? '' : style.layout.lineEnd + indent;
  let created = text.slice(0, headerEnd);
  for (const id of entries)
    created += lead + renderEntry(source, { id, text: change.added.get(id) ?? '', neighbor: undefined }, style, indent);
  if (!document.root.selfClosing) {
    // The whitespace before the closing tag, and the rest of the file.
    const content = text.slice(document.root.innerStart, document.root.innerEnd);
    created += content.slice(content.trimEnd().length) + text.slice(document.root.innerEnd);
  }
  return [{ start: 0, end: 0, text: created }];
}

function styleOf(target: ResxFile, source: ResxFile, habit: EncodingHabit): ResxStyle {
  const level = levelOf(target.text, target.document.root) ?? levelOf(source.text, source.document.root) ?? '  ';
  const hasSourceComment = ({ id }: ResxEntry): boolean => source.entries.get(id)?.comment !== undefined;
  const commentedInSource = [...target.entries.values()].filter(hasSourceComment);
  const commentedInBoth = commentedInSource.filter(({ comment }) => comment !== undefined);
  return {
    habit,
    layout: { lineEnd: lineEndOf(target.text), level },
    hasComments: commentedInBoth.length > commentedInSource.length / 2,
    emptyValue: emptyValueOf(target) ?? emptyValueOf(source) ?? '<value />',
  };
}

function emptyValueOf({ text, entries }: ResxFile): string | undefined {
  for (const { value } of entries.values())
    if (value !== undefined && value.innerStart === value.innerEnd) return text.slice(value.start, value.end);
  return undefined;
}

/** How the file writes characters for which XML allows several spellings. */
function habitOf(target: ResxFile, source: ResxFile): EncodingHabit {
  return encodingHabit(target.text, [samplesOf(target), samplesOf(source)]);
}

/** The values as written, without those in CDATA sections. */
function samplesOf({ text, entries }: ResxFile): readonly string[] {
  const values = [...entries.values()].flatMap(({ value }) => (value === undefined || isCData(value) ? [] : [value]));
  return values.map(({ innerStart, innerEnd }) => text.slice(innerStart, innerEnd));
}
