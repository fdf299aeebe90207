import { once } from '../../base/once.ts';
import { entriesInComments, type CommentedFile, type CommentSyntax } from '../kit/commentedEntries.ts';
import type { EntryBlock } from '../kit/entryLines.ts';
import type { Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { lineStartAt } from '../kit/lineScan.ts';
import { liveEntries } from '../kit/liveEntries.ts';
import { loneSurrogateReason } from '../kit/textLocation.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { entryId } from '../kit/unitId.ts';
import { decodeProperty } from './propertiesEscape.ts';
import { scanProperties, type Property } from './scanProperties.ts';

export interface PropertiesFile extends CommentedFile<Property> {
  readonly units: readonly Unit[];
}

/** A sentence may contain a colon, so only an equals sign makes an entry. The last line of a comment is not continued. */
const commentSyntax: CommentSyntax = {
  comment: /[#!]+[ \t]*([^\r\n]*)/g,
  entry: /^(?:[^\s=:\\]|\\.)+[ \t]*=(?:[^]*[^\\])?$/,
};

/** Reads a file. If several properties have the same key, the last is the unit, as in Java. */
export function readProperties(text: string): PropertiesFile {
  const properties = scanProperties(text);
  const idOf = ({ keyStart, keyEnd }: Property): string => entryId(decodeProperty(text, keyStart, keyEnd));
  const { byId, ids } = liveEntries(properties, idOf);
  const units = Array.from(byId, ([id, property]) => unitOf(text, id, property));
  const blocks = once(() => properties.map((property, index) => blockOf(text, property, ids[index] ?? '')));
  const inComments = once(() => entriesInComments(text, blocks(), commentSyntax, readProperties));
  return { units, byId, blocks, inComments };
}

function unitOf(text: string, id: string, { valueStart: start, valueEnd: end, comments }: Property): Unit {
  const decoded = decodeProperty(text, start, end);
  const note = noteOf(text, comments);
  const reason = loneSurrogateReason(decoded);
  return unitFrom({ id, text: decoded, note, maxChars: lengthHint(note), reason, start, end });
}

/** The words of comments, without their markers and without lines of only punctuation. */
function noteOf(text: string, comments: Property['comments']): string {
  const lines: string[] = [];
  for (const { start, end } of comments) {
    const words = text.slice(start, end).replace(/^[#!]+/, '');
    const isRule = /^[-=*#!_]+$/.test(words.trim());
    if (!isRule) lines.push(words.trim());
  }
  return lines.join('\n').trim();
}

/** A property as lines, with the comments directly above. */
function blockOf(text: string, property: Property, id: string): EntryBlock {
  const { lineStart, keyStart, valueEnd, comments, emptyLinesAbove } = property;
  const [firstComment] = comments;
  const start = firstComment === undefined ? lineStart : lineStartAt(text, firstComment.start);
  return { id, start, bodyStart: keyStart, end: valueEnd, emptyLinesAbove };
}
