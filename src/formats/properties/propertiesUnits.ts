import type { EntryBlock } from '../entryLines.ts';
import type { Unit } from '../format.ts';
import { lengthHint } from '../lengthHint.ts';
import { escapeKey } from '../unitId.ts';
import { decodeProperty } from './propertiesEscape.ts';
import { scanProperties, type Property } from './propertiesScan.ts';

export interface PropertiesUnits {
  readonly units: readonly Unit[];
  readonly properties: readonly Property[];
  /** The live property of every unit. */
  readonly byId: ReadonlyMap<string, Property>;
}

/** Reads a file. Of several properties with one key the last is the unit, as it is for the program. */
export function readProperties(text: string): PropertiesUnits {
  const properties = scanProperties(text);
  const byId = new Map<string, Property>();
  for (const property of properties) {
    // An id is never empty, not even that of an empty key.
    const id = escapeKey(decodeProperty(text, property.keyStart, property.keyEnd)) || '\\';
    byId.delete(id);
    byId.set(id, property);
  }
  return { units: [...byId].map(([id, property]) => unitOf(text, id, property)), properties, byId };
}

const SURROGATE = 'It holds half of a surrogate pair, which cannot be written back. Correct that character in the file.';

function unitOf(text: string, id: string, property: Property): Unit {
  const { valueStart: start, valueEnd: end } = property;
  const decoded = decodeProperty(text, start, end);
  const note = noteOf(text, property);
  const maxChars = note === undefined ? undefined : lengthHint(note);
  return {
    id,
    text: decoded,
    ...(note === undefined ? {} : { note }),
    ...(maxChars === undefined ? {} : { maxChars }),
    ...(decoded.isWellFormed() ? {} : { translatable: false, reason: SURROGATE }),
    start,
    end,
  };
}

function noteOf(text: string, { comments }: Property): string | undefined {
  const lines = comments.map(({ start, end }) => text.slice(start, end).replace(/^[#!]+/, '').trim());
  const note = lines.filter((line) => !/^[-=*#!_]+$/.test(line)).join('\n').trim();
  return note === '' ? undefined : note;
}

/** The properties as blocks of lines, with the comments directly above. */
export function blocksOf(text: string, { properties, byId }: PropertiesUnits): readonly EntryBlock[] {
  const ids = new Map([...byId].map(([id, property]) => [property, id]));
  return properties.map((property) => {
    const [first] = property.comments;
    const start = first === undefined ? property.lineStart : lineStart(text, first.start);
    return { id: ids.get(property) ?? '', start, end: property.valueEnd, gap: property.gap };
  });
}

function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !/[\r\n]/.test(text.charAt(at - 1))) at -= 1;
  return at;
}
