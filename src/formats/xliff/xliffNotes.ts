import { present } from '../../base/present.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { joinNotes, placeholderComment } from '../kit/unitFrom.ts';
import { decodeXml } from '../xml/xmlText.ts';
import { isElement, type XmlElement } from '../xml/xmlTree.ts';
import type { XliffDocument } from './xliffDocument.ts';
import type { XliffSegment } from './xliffTree.ts';

/** A unit's notes and limits for its translator. */
export interface UnitNotes {
  readonly note?: string;
  readonly maxChars?: number;
}

/** The notes, the first location in the code and the length limit of a segment's unit. */
export function notesOf(segment: XliffSegment, document: XliffDocument): UnitNotes {
  if (document.version === 1) return joinUnitNotes(transUnitNotes(segment.unit, document), maxWidth(segment.unit));
  return joinUnitNotes(unitNotes(segment.unit, document), sizeRestriction(segment, document));
}

/** A limit that a note names applies only if the unit declares none. */
function joinUnitNotes(lines: readonly string[], declaredLimit: number | undefined): UnitNotes {
  return present({ note: joinNotes(...lines), maxChars: declaredLimit ?? firstLengthHint(lines) });
}

function firstLengthHint(lines: readonly string[]): number | undefined {
  for (const line of lines) {
    const limit = lengthHint(line);
    if (limit !== undefined) return limit;
  }
  return undefined;
}

/** XLIFF 1.2: `<note from="…">` in the unit, and the first `<context-group>` that says where the text is used. */
function transUnitNotes(unit: XmlElement, { text, prefix, entities }: XliffDocument): string[] {
  const lines: string[] = [];
  let usage: string | undefined;
  for (const child of unit.children) {
    if (child.kind !== 'element') continue;
    if (child.name === `${prefix}note`) addNote(lines, contentOf(text, child, entities), child.attributes['from']);
    else if (child.name === `${prefix}context-group`) usage ??= usageOf(child, text, prefix);
  }
  if (usage !== undefined) lines.push(usage);
  return lines;
}

/** The location in the code that a context group names: `src/app.ts:12` */
function usageOf(group: XmlElement, text: string, prefix: string): string | undefined {
  let file = '';
  let line = '';
  for (const child of group.children) {
    if (child.kind !== 'element' || child.name !== `${prefix}context`) continue;
    const type = child.attributes['context-type'];
    if (type === 'sourcefile') file ||= contentOf(text, child);
    else if (type === 'linenumber') line ||= contentOf(text, child);
  }
  if (file === '') return undefined;
  return line === '' ? file : `${file}:${line}`;
}

/** XLIFF 2: `<notes>` of the unit, but only the first of Angular's locations (notes of the category `location`). */
function unitNotes(unit: XmlElement, { text, prefix, entities }: XliffDocument): string[] {
  const lines: string[] = [];
  let usage = '';
  for (const notes of unit.children) {
    if (notes.kind !== 'element' || notes.name !== `${prefix}notes`) continue;
    for (const note of notes.children) {
      if (note.kind !== 'element' || note.name !== `${prefix}note`) continue;
      const category = note.attributes['category'];
      const content = contentOf(text, note, entities);
      if (category === 'location') usage ||= content;
      else addNote(lines, content, category);
    }
  }
  // `joinNotes` drops an empty one.
  lines.push(usage);
  return lines;
}

/** Adds a note. Of Angular's two kinds, only the meaning is labeled, because it disambiguates texts. */
function addNote(lines: string[], content: string, kind: string | undefined): void {
  if (content === '' || placeholderComment.test(content)) return;
  if (kind === 'meaning') lines.push(`Meaning: ${content}`);
  else lines.push(content);
}

/** The words of an element, without markup. */
function contentOf(text: string, element: XmlElement, entities?: ReadonlyMap<string, string>): string {
  let content = '';
  let position = element.innerStart;
  for (const child of element.children) {
    content += decodeXml(text.slice(position, child.start), entities);
    if (child.kind === 'cdata') content += child.text;
    else if (child.kind === 'element') content += contentOf(text, child, entities);
    position = child.end;
  }
  return (content + decodeXml(text.slice(position, element.innerEnd), entities)).trim();
}

/** XLIFF 1.2, 3.2.1: `maxwidth` counts `size-unit`s, which are pixels by default. */
function maxWidth({ attributes }: XmlElement): number | undefined {
  return attributes['size-unit'] === 'char' ? wholeNumber(attributes['maxwidth']) : undefined;
}

/**
 * XLIFF 2, size and length restriction module: `20` (at most) or `5,20` (from 5 to 20), in units of the file's profile.
 * Only profiles that count characters are supported.
 */
function sizeRestriction({ unit, element, file }: XliffSegment, { prefix }: XliffDocument): number | undefined {
  const restriction = restrictionOf(element) ?? restrictionOf(unit);
  if (restriction === undefined) return undefined;
  // `<slr:profiles>` of the module, not an element of XLIFF itself.
  const isProfiles = ({ name }: XmlElement): boolean => name !== `${prefix}profiles` && name.endsWith(':profiles');
  const profile = file.element.children.filter(isElement).find(isProfiles)?.attributes['generalProfile'];
  if (profile !== 'xliff:codepoints' && profile !== 'xliff:utf16') return undefined;
  return wholeNumber(restriction.split(',').at(-1));
}

function restrictionOf({ attributes }: XmlElement): string | undefined {
  for (const name in attributes) if (name.endsWith(':sizeRestriction')) return attributes[name];
  return undefined;
}

function wholeNumber(digits: string | undefined): number | undefined {
  const trimmed = digits?.trim() ?? '';
  return /^[1-9]\d{0,6}$/.test(trimmed) ? Number(trimmed) : undefined;
}
