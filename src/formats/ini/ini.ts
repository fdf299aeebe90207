import { createCommented, insertCommented, obsoleteInComments, type NewEntry } from '../kit/commentedEntries.ts';
import { present } from '../../base/present.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { afterLineEnd, alignedSeparator } from '../kit/lineScan.ts';
import type { LocaleFormat, ObsoleteUnit, TextEdit, TextRange } from '../kit/localeFormat.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { insertText, sortEdits } from '../kit/spliceEdits.ts';
import { entryId } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import type { IniEntry } from './scanIni.ts';
import { omittedIn, readIni, type IniFile } from './readIni.ts';
import { encodeIni, losesWhitespace, type IniReader, type IniStyle } from './iniValue.ts';

/**
 * The .ini files of Joomla and other programs: `KEY="text"` on one line, in sections or without them. Texts are those
 * that Joomla's LanguageHelper returns; `\n` in them stays as it is. The comment directly above an entry is its note.
 */
export const ini: LocaleFormat = iniFormat('ini', 'joomla');

/** The same, for programs that read them with PHP's `parse_ini_file`, as Symfony does. */
export const phpIni: LocaleFormat = iniFormat('ini-php', 'php');

/** The `.cfg` files of Factorio and its mods: `key=text` in sections. */
export const factorio: LocaleFormat = iniFormat('factorio', 'factorio');

/** The messages of Inno Setup's installers, `.isl`. What it says about its language and its fonts is no text. */
export const inno: LocaleFormat = iniFormat('inno', 'inno');

/** `.lang` files of Minecraft and Dolibarr: `key=text` without sections. */
export const lang: LocaleFormat = iniFormat('lang', 'lang');

function iniFormat(id: string, reader: IniReader): LocaleFormat {
  return keptWhileWriting(
    (text) => readIni(text, reader),
    (fileOf) =>
      provenFormat({
        id,
        units: (text) => fileOf(text).units,
        omitted: (text) => omittedIn(text, fileOf(text)),
        obsolete: (text) => obsoleteUnits(text, reader),
        edits: (change) => editsOf(change, fileOf, reader),
        ...present({ misread: losesWhitespace(reader) ? () => refusal(because('ini-whitespace')) : undefined }),
      }),
  );
}

/** Returns the translations in comments, each under the id that it would have in its section. */
function obsoleteUnits(text: string, reader: IniReader): readonly ObsoleteUnit[] {
  const file = readIni(text, reader);
  const sections = new Set(['', ...file.headers.map(({ name }) => name)]);
  return [...sections].flatMap((section) => {
    const { start, end } = sectionRange(text, file, section);
    const units = obsoleteInComments(readIni(text.slice(start, end), reader));
    return section === '' ? units : units.map((unit) => ({ ...unit, id: `${entryId(section)}.${unit.id}` }));
  });
}

function editsOf(change: WantedChange, fileOf: (text: string) => IniFile, reader: IniReader): readonly TextEdit[] {
  const { text, context, replaced } = change;
  const source = fileOf(context.sourceText);
  const sourceStyle = styleOf(context.sourceText, source, reader) ?? usualStyle(reader);
  if (text === '') return [{ start: 0, end: 0, text: createFile(change, source, sourceStyle) }];
  const target = fileOf(text);
  const style = styleOf(text, target, reader) ?? sourceStyle;
  return sortEdits([
    ...Array.from(replaced, ([id, translation]) => replaceValue(target, id, translation, style)),
    ...insertionEdits(change, { source, target, style }),
  ]);
}

/** Returns the text of a new file. */
function createFile(change: WantedChange, source: IniFile, style: IniStyle): string {
  if (source.headers.length > 0) return sectionLines(change, source, style);
  return createCommented(change, source, (entry) =>
    renderEntry(entry, { text: '', sourceText: change.context.sourceText, style }),
  );
}

/** Both files, and the style for values. */
interface Files {
  readonly source: IniFile;
  readonly target: IniFile;
  readonly style: IniStyle;
}

/** Returns the edits that insert the added entries, each into its section, and the sections that are missing. */
function insertionEdits(change: WantedChange, { source, target, style }: Files): readonly TextEdit[] {
  const { text, added } = change;
  const sectionOf = (id: string): string => source.byId.get(id)?.section ?? '';
  const edits: TextEdit[] = [];
  // `''` stands for the entries above the first header.
  const sections = new Set(['', ...source.headers.map(({ name }) => name)]);
  const addedBySection = Map.groupBy(added, ([id]) => sectionOf(id));
  for (const section of sections) {
    const addedToSection = addedBySection.get(section);
    if (addedToSection === undefined) continue;
    const files = { source, target, style };
    const sectionChange = { ...change, added: new Map(addedToSection) };
    const header = target.headers.findLast(({ name }) => name === section);
    const [firstHeader] = target.headers;
    const hasEntries = target.entries.some((entry) => entry.section === section);
    const lineEnd = lineEndOf(text);
    const lines = (): string => entryLines(sectionChange, source, style).join(lineEnd);
    if (hasEntries) edits.push(...insertIntoSection(sectionChange, section, files));
    // The section has only its header.
    else if (header !== undefined) edits.push(insertText(header.end, lineEnd + lines()));
    // The target lacks the section.
    else if (section !== '') edits.push(newSection(sectionChange, section, files));
    // Above the first header, the target has no entries.
    else if (firstHeader !== undefined) edits.push(insertText(firstHeader.start, lines() + lineEnd + lineEnd));
    // The target has neither headers nor entries: perhaps comments.
    else edits.push(...insertIntoSection(sectionChange, section, files));
  }
  return edits;
}

/** Inserts entries into a section, or a file without headers: its lines are treated as a file without sections. */
function insertIntoSection(change: WantedChange, section: string, files: Files): readonly TextEdit[] {
  const range = sectionRange(change.text, files.target, section);
  const text = change.text.slice(range.start, range.end);
  const { sourceText } = change.context;
  const sourceRange = sectionRange(sourceText, files.source, section);
  const context = { ...change.context, sourceText: sourceText.slice(sourceRange.start, sourceRange.end) };
  // In the text of a section, ids are keys without the section's name, and offsets begin at its first line.
  const addedByKey = new Map(
    Array.from(change.added, ([id, translation]) => {
      const entry = files.source.byId.get(id);
      if (entry === undefined) throw refusal(because('unit-not-in-source', id));
      return [entryId(sourceText.slice(entry.keyStart, entry.keyEnd)), translation];
    }),
  );
  const edits = insertCommented(
    { ...change, text, context, added: addedByKey },
    { target: readIni(text, files.style.reader), source: readIni(context.sourceText, files.style.reader) },
    (entry) => renderEntry(entry, { text, sourceText: context.sourceText, style: files.style }),
    ({ lineStart, keyEnd, valueStart }) => ({ column: keyEnd - lineStart, separator: text.slice(keyEnd, valueStart) }),
  );
  return edits.map((edit) => ({ ...edit, start: edit.start + range.start, end: edit.end + range.start }));
}

/** Returns the lines of a section, without its header; of several with the same name, those of the last. */
function sectionRange(text: string, { headers }: IniFile, section: string): TextRange {
  const index = headers.findLastIndex(({ name }) => name === section);
  const header = headers[index];
  // Without a header (index -1), the section is what is above the first header.
  const end = headers[index + 1]?.start ?? text.length;
  if (header === undefined) return { start: 0, end };
  return { start: afterLineEnd(text, header.end), end };
}

/** The style of a file if neither it nor its source has values. */
function usualStyle(reader: IniReader): IniStyle {
  return { reader, isQuoted: true, quote: '\\"' };
}

/** The style that a file shows; undefined for a file without values. */
function styleOf(text: string, { entries }: IniFile, reader: IniReader): IniStyle | undefined {
  if (entries.length === 0) return undefined;
  const quotedCount = entries.filter(({ quoting }) => quoting === 'quoted').length;
  const quote = text.includes('"_QQ_"') ? '"_QQ_"' : '\\"';
  return { reader, isQuoted: quotedCount * 2 >= entries.length, quote };
}

function replaceValue({ byId }: IniFile, id: string, translation: string, style: IniStyle): TextEdit {
  const entry = byId.get(id);
  if (entry === undefined) throw refusal(because('unit-not-in-target', id));
  const { valueStart: start, valueEnd: end, quoting } = entry;
  const hasNoValue = start === end;
  const isQuoted = hasNoValue ? style.isQuoted : quoting === 'quoted';
  return { start, end, text: encodeIni(translation, { ...style, isQuoted }) };
}

/** Inserts a section before the one that follows it in the source, or at the end. */
function newSection(change: WantedChange, section: string, { source, target, style }: Files): TextEdit {
  const { text } = change;
  const lineEnd = lineEndOf(text);
  const lines = sectionLines(change, source, style);
  const laterHeaders = source.headers.slice(source.headers.findIndex(({ name }) => name === section) + 1);
  const nextHeader = target.headers.find((header) => laterHeaders.some(({ name }) => name === header.name));
  // An empty line separates sections; `lines` end with a line end.
  if (nextHeader !== undefined) return insertText(nextHeader.start, lines + lineEnd);
  if (text.endsWith(lineEnd)) return insertText(text.length, lineEnd + lines);
  return insertText(text.length, lineEnd + lineEnd + lines);
}

/** Returns the added entries under the headers of their sections, in the source's order. */
function sectionLines(change: WantedChange, source: IniFile, style: IniStyle): string {
  const lineEnd = lineEndIn(change);
  const sections = Map.groupBy(
    [...source.byId].filter(([id]) => change.added.has(id)),
    ([, { section }]) => section,
  );
  const blocks = Array.from(sections, ([section, entries]) => {
    const added = new Map(entries.map(([id]) => [id, change.added.get(id) ?? '']));
    const lines = [...entryLines({ ...change, added }, source, style), ''];
    if (section !== '') lines.unshift(`[${section}]`);
    return lines.join(lineEnd);
  });
  return blocks.join(lineEnd);
}

/** Returns the added entries with their comments, in the source's order. */
function entryLines(change: WantedChange, source: IniFile, style: IniStyle): readonly string[] {
  const { text, context, added } = change;
  const lineEnd = lineEndIn(change);
  const lines: string[] = [];
  for (const [id, entry] of source.byId) {
    const translation = added.get(id);
    if (translation === undefined) continue;
    const newEntry = { translation, entry, near: undefined, alignment: undefined, comments: entry.comments, lineEnd };
    lines.push(renderEntry(newEntry, { text, sourceText: context.sourceText, style }));
  }
  return lines;
}

/** The line end of the file, or of the source for a new one. */
function lineEndIn({ text, context }: WantedChange): string {
  return lineEndOf(text === '' ? context.sourceText : text);
}

/** The texts of both files, and the style for values. */
interface EntryTexts {
  readonly text: string;
  readonly sourceText: string;
  readonly style: IniStyle;
}

/** An entry in the style of its neighbor, or without one in the source's. */
function renderEntry(
  { translation, entry, near, alignment, comments, lineEnd }: NewEntry<IniEntry>,
  { text, sourceText, style }: EntryTexts,
): string {
  const modelText = near === undefined ? sourceText : text;
  const modelEntry = near ?? entry;
  const indent = modelText.slice(modelEntry.lineStart, modelEntry.keyStart);
  const usualSeparator = modelText.slice(modelEntry.keyEnd, modelEntry.valueStart);
  const key = sourceText.slice(entry.keyStart, entry.keyEnd);
  const separator = alignedSeparator(indent.length + key.length, usualSeparator, alignment);
  const lines = comments.map(({ start, end }) => indent + sourceText.slice(start, end));
  return [...lines, indent + key + separator + encodeIni(translation, style)].join(lineEnd);
}
