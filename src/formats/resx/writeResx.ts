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
import { needsAscii } from '../xml/xmlText.ts';
import { isElement, type XmlElement } from '../xml/xmlTree.ts';
import { encodeCData, isCData, rawValueEdit } from '../xml/xmlValue.ts';
import type { ResxFile } from './parseResx.ts';

/** How a file writes its entries. */
interface ResxStyle {
  readonly habit: EncodingHabit;
  readonly layout: XmlLayout;
  /** Entries have the source's comments. */
  readonly hasComments: boolean;
  /** The element of an empty text: `<value />` or `<value></value>`. */
  readonly emptyValue: string;
}

/** The edits for a wanted change. Throws FormatError for what the file cannot represent. */
export function writeResx(change: WantedChange, fileOf: (text: string) => ResxFile): readonly TextEdit[] {
  if (change.text === '') return create(change, fileOf(change.context.sourceText));
  const target = fileOf(change.text);
  const source = change.added.size === 0 ? undefined : fileOf(change.context.sourceText);
  const habit = habitOf(target, source ?? target);
  const edits: TextEdit[] = [];
  for (const { id, value } of target.entries.values()) {
    const text = change.replaced.get(id);
    // A state was requested, but these files record none.
    if (text === undefined || value === undefined || text === change.present.get(id)?.text) continue;
    edits.push(rawValueEdit(target.text, value, encode(target.text, value, text, habit)));
  }
  if (source !== undefined) edits.push(...insert(target, source, change.added, habit));
  return sortEdits(edits);
}

function encode(text: string, value: XmlElement, translation: string, habit: EncodingHabit): string {
  // A CDATA section cannot contain references, which a carriage return needs.
  if (isCData(value) && translation !== '' && !translation.includes('\r') && !needsAscii(text))
    return encodeCData(translation, habit.lineEnd);
  return encodeByHabit(translation, habit);
}

function insert(
  target: ResxFile,
  source: ResxFile,
  added: ReadonlyMap<string, string>,
  habit: EncodingHabit,
): readonly TextEdit[] {
  const style = styleOf(target, source, habit);
  const { root } = target.document;
  const places = insertionPlaces([...source.entries.keys()], new Set(target.entries.keys()), new Set(added.keys()));
  return placesInSections(places, () => sectionsIn(source), sectionsIn(target)).map(({ ids, after, before, at }) => {
    const [previous, next] = [target.entries.get(after ?? '')?.element, target.entries.get(before ?? '')?.element];
    const neighbor = previous ?? next;
    // Without a neighbor, after the last child: the header, or objects that are not texts.
    const location = neighbor === undefined ? locationAtEnd(root) : locationBetween(root, previous, next, at);
    const example = neighbor && { text: target.text, element: neighbor };
    return insertElements(target.text, location, style.layout, (indent) =>
      ids.map((id) => render(source, { id, text: added.get(id) ?? '', example }, style, indent)),
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
  readonly example: { readonly text: string; readonly element: XmlElement } | undefined;
}

/** Renders a new entry. */
function render(
  source: ResxFile,
  { id, text, example }: NewEntry,
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
  const opening = openingTag(source.text, element);
  const closing = `</${element.name}>`;
  const shape = example ?? { text: source.text, element };
  const isSpread = indent !== undefined && hasLineEndAfterTag(shape.text, shape.element);
  if (!isSpread) return opening + children.join('') + closing;
  const lines = children.map((child) => lineEnd + indent + level + child);
  return opening + lines.join('') + lineEnd + indent + closing;
}

function openingTag(text: string, element: XmlElement): string {
  return text.slice(element.start, element.innerStart).replace(/\s*\/>$/, '>');
}

function hasLineEndAfterTag(text: string, element: XmlElement): boolean {
  const firstChild = element.children.find(isElement);
  return firstChild !== undefined && indentAt(text, firstChild.start) !== undefined;
}

function create(change: WantedChange, source: ResxFile): readonly TextEdit[] {
  const { text, document } = source;
  const style: ResxStyle = { ...styleOf(source, source, habitOf(source, source)), hasComments: false };
  const entries = [...source.entries.keys()].filter((id) => change.added.has(id));
  const elements = document.root.children.filter(isElement);
  const firstEntry = elements.findIndex(({ name }) => name === 'data' || name === 'metadata' || name === 'assembly');
  // The header, up to the last element before the first entry: schema, version, reader and writer.
  const header = elements[(firstEntry < 0 ? elements.length : firstEntry) - 1];
  const [firstSourceEntry] = source.entries.values();
  const indent = firstSourceEntry === undefined ? style.layout.level : indentAt(text, firstSourceEntry.element.start);
  const lead = indent === undefined ? '' : style.layout.lineEnd + indent;
  let created = text.slice(0, header?.end ?? document.root.innerStart);
  for (const id of entries)
    created += lead + render(source, { id, text: change.added.get(id) ?? '', example: undefined }, style, indent);
  if (!document.root.selfClosing) {
    const content = text.slice(document.root.innerStart, document.root.innerEnd);
    created += content.slice(content.trimEnd().length) + text.slice(document.root.innerEnd);
  }
  return [{ start: 0, end: 0, text: created }];
}

function styleOf(target: ResxFile, source: ResxFile, habit: EncodingHabit): ResxStyle {
  const level = levelOf(target.text, target.document.root) ?? levelOf(source.text, source.document.root) ?? '  ';
  const commentedInSource = [...target.entries.values()].filter(
    ({ id }) => source.entries.get(id)?.comment !== undefined,
  );
  return {
    habit,
    layout: { lineEnd: lineEndOf(target.text), level },
    hasComments: commentedInSource.filter(({ comment }) => comment !== undefined).length * 2 > commentedInSource.length,
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
  const values = [...entries.values()].map(({ value }) => value).filter((value) => value !== undefined);
  return values.filter((value) => !isCData(value)).map(({ innerStart, innerEnd }) => text.slice(innerStart, innerEnd));
}
