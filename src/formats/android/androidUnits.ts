import type { Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { loneSurrogateReason } from '../kit/textLocation.ts';
import { unitFrom, type UnitFacts } from '../kit/unitFrom.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { commentAfterIndex, commentsAbove, commentsAboveIndex } from '../xml/xmlSiblings.ts';
import { textOf } from '../xml/xmlText.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import type { AndroidEntry, AndroidFile } from './parseAndroid.ts';
import { partsOf } from './androidParts.ts';
import type { ResourceDialect } from './resourceDialect.ts';

/** The units of a file, in its order. */
export function unitsOf(file: AndroidFile): readonly Unit[] {
  const units: Unit[] = [];
  const isFileExcluded = isMarkedUntranslatable(file.document.root);
  for (const entry of file.entries.values()) {
    const noteOfEntry = noteOf(file, entry);
    const isExcluded = isFileExcluded || isMarkedUntranslatable(entry.element);
    const exclusion = isExcluded ? because('unit-marked') : undefined;
    for (const { id, element, plural } of entry.leaves) {
      let note = noteOfEntry;
      const isItem = element !== entry.element;
      if (isItem) {
        const comments = commentsAbove(file.text, entry.element, element);
        note = joinNotes([note, ...comments.map((comment) => comment.text)]);
      }
      const { text, earlierText, markup, reason } = contentOf(file, element, exclusion);
      const { start, end } = file.dialect.literalOf(file.text, element);
      const maxChars = limitOf(entry.element, note);
      units.push(unitFrom({ id, text, earlierText, markup, note, maxChars, plural, reason, start, end }));
    }
  }
  return units;
}

/** Whether a value has to be shown as written: it has elements, comments or the document's entities, not only CDATA. */
export function isMarkup(text: string, element: XmlElement): boolean {
  let position = element.innerStart;
  for (const child of element.children) {
    if (child.kind !== 'cdata' || hasEntity(text.slice(position, child.start))) return true;
    position = child.end;
  }
  return hasEntity(text.slice(position, element.innerEnd));
}

/** Whether a text has a reference to an entity of the document: `&app;`, but not `&#160;` or `&amp;`. */
export function hasEntity(raw: string): boolean {
  return raw.includes('&') && /&(?!#|(?:amp|lt|gt|quot|apos);)/.test(raw);
}

function contentOf(
  file: AndroidFile,
  element: XmlElement,
  exclusion: Reason | undefined,
): Pick<UnitFacts, 'text' | 'earlierText' | 'reason'> & { readonly markup: boolean } {
  const { text, dialect } = file;
  const raw = text.slice(element.innerStart, element.innerEnd);
  const hasMarkup = isMarkup(text, element);
  const readBy = ({ read, readMarkup }: Pick<ResourceDialect, 'read' | 'readMarkup'>): string =>
    hasMarkup ? readMarkup(partsOf(text, element)) : read(textOf(text, element));
  const content = readBy(dialect);
  const earlierText = dialect.earlier === undefined ? undefined : readBy(dialect.earlier);
  let reason = exclusion;
  if (dialect.hasReferences && isReference(raw)) reason ??= because('android-reference');
  reason ??= loneSurrogateReason(content);
  return { text: content, earlierText, markup: hasMarkup, reason };
}

/** Whether a value is a reference to a resource: `@string/other`, `@android:string/ok`, `@null`, `?attr/other`. */
function isReference(raw: string): boolean {
  return /^\s*(?:@(?:null|empty|\+?(?:[\w.]+:)?[a-z]+\/[\w.]+)|\?(?:[\w.]+:)?(?:attr\/)?[\w.]+)\s*$/.test(raw);
}

function isMarkedUntranslatable({ attributes }: XmlElement): boolean {
  return attributes['translatable'] === 'false' || attributes['translate'] === 'no';
}

/** The comments next to a resource, and its own attributes for translators. */
function noteOf({ text, document }: AndroidFile, { element, index }: AndroidEntry): string {
  const { comment, description } = element.attributes;
  const commentsAboveEntry = commentsAboveIndex(text, document.root, index).map((above) => above.text);
  const commentAfterEntry = commentAfterIndex(text, document.root, index)?.text;
  return joinNotes([...commentsAboveEntry, commentAfterEntry, comment, description]);
}

function joinNotes(notes: readonly (string | undefined)[]): string {
  const lines = notes.flatMap((note) => note?.split(/\r\n|\n|\r/) ?? []).map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}

/** The maximum number of characters, by the attribute `maxLength` or a comment. */
function limitOf({ attributes }: XmlElement, note: string): number | undefined {
  const { maxLength } = attributes;
  if (maxLength !== undefined && /^[1-9]\d{0,5}$/.test(maxLength)) return Number(maxLength);
  return lengthHint(note);
}
