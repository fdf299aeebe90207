import { decodeFile, encodeFile } from '../../src/formats/encoding.ts';
import { FormatError, type LocaleFormat, type Unit } from '../../src/formats/format.ts';
import { applyEdits, formatFor } from '../../src/formats/formats.ts';
import { acceptableText } from '../laws/acceptableText.ts';
import { hostileStrings } from '../laws/hostileStrings.ts';
import { isRoundTripError, isWritable, targetUnits } from '../laws/laws.ts';
import { subjectsOf } from '../laws/subjects.ts';
import type { Reading } from './programs.ts';

/** A file in which every text was replaced, before and after. */
export interface WrittenFile {
  readonly formatId: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Each written unit's text, before and after. */
  readonly texts: readonly { readonly id: string; readonly before: string; readonly after: string }[];
  /** Number of units of which the format refuses even a harmless text. */
  readonly refused: number;
}

/** Maximum number of writes in which texts that a format refuses are searched: each processes the whole file. */
const mostSearches = 60;

/**
 * Replaces every text of a locale file as the product does, by texts that are hard to write where the format accepts
 * them, and by harmless ones where it doesn't. Returns undefined for a file that is not a locale file, that has nothing
 * to write, or whose format is not wanted. Throws FormatError for one that cannot be read.
 */
export async function writeEveryText(
  name: string,
  bytes: Uint8Array,
  isWanted: (formatId: string) => Promise<boolean>,
): Promise<WrittenFile | undefined> {
  const decoded = decodeFile(bytes, name);
  const { text } = decoded;
  const format = await formatFor(name, text);
  if (format === undefined) return undefined;
  const [subject] = subjectsOf(format, name, text);
  const units = subject === undefined ? [] : targetUnits(subject).filter(isWritable);
  if (subject === undefined || units.length === 0 || !(await isWanted(format.id))) return undefined;
  const { sourceLocale, targetLocale } = subject;
  const changes = units.map((unit, index) => ({
    hostile: textOf(format, unit, changed(unit, index, hostileStrings[index % hostileStrings.length] ?? '')),
    plain: textOf(format, unit, changed(unit, index, '')),
  }));
  const refusedHostile = refusedOf(changes, (part) => encoded(part.map(({ hostile }) => hostile)) !== undefined);
  const texts = changes.map((change) => (refusedHostile.has(change) ? change.plain : change.hostile));
  const refused = refusedOf(texts, (part) => encoded(part) !== undefined);
  const accepted = texts.filter((each) => !refused.has(each));
  const after = encoded(accepted);
  if (after === undefined || accepted.length === 0) throw new Error(`None of the texts of ${name} can be written.`);
  return { formatId: format.id, before: bytes, after, texts: accepted, refused: refused.size };

  function encoded(wanted: WrittenFile['texts']): Uint8Array | undefined {
    const translations = new Map(wanted.map(({ id, after }) => [id, after]));
    try {
      const edits = format?.write(text, translations, { sourceText: text, sourceLocale, targetLocale }) ?? [];
      return encodeFile(applyEdits(text, edits), decoded);
    } catch (error) {
      if (error instanceof FormatError && !isRoundTripError(error)) return undefined;
      throw error;
    }
  }
}

function textOf(format: LocaleFormat, unit: Unit, after: string): WrittenFile['texts'][number] {
  return { id: unit.id, before: unit.text, after: acceptableText(format, unit, after) };
}

/**
 * Returns the members of a list that cannot be written, by halving each part that is refused. A part that is still
 * refused after the maximum number of writes counts as refused as a whole.
 */
function refusedOf<Text>(all: readonly Text[], isAccepted: (texts: readonly Text[]) => boolean): ReadonlySet<Text> {
  const refused = new Set<Text>();
  let parts: readonly (readonly Text[])[] = [all];
  // The largest parts come first, so that few writes accept most of the texts.
  for (let writes = 0; parts.length > 0;) {
    const halves: (readonly Text[])[] = [];
    for (const part of parts) {
      writes += 1;
      if (writes <= mostSearches && isAccepted(part)) continue;
      const middle = Math.ceil(part.length / 2);
      if (writes > mostSearches || part.length === 1) for (const text of part) refused.add(text);
      else halves.push(part.slice(0, middle), part.slice(middle));
    }
    parts = halves;
  }
  return refused;
}

/** Returns another text that ends with the same whitespace. */
function changed({ text, markup }: Unit, index: number, hostile: string): string {
  const words = text.trimEnd();
  const first = words === '' ? 'é' : words;
  const added = markup === true ? ` é${index}` : `${hostile} é${index}`;
  return first + added + text.slice(words.length);
}

/** The comparison of what a program read before and after. */
export interface Comparison {
  /** Written texts that the program read back. */
  readonly same: number;
  /** Written texts that are in no value that the program reads, such as those with elements. */
  readonly unseen: number;
  readonly violations: readonly string[];
}

/** Whether a file ends on a line with content, at which some programs read another line end than others. */
function endsInsideLine(bytes: Uint8Array): boolean {
  return !/\n[ \t]*$/.test(new TextDecoder().decode(bytes.slice(-200)));
}

/**
 * Compares what another program reads in a file before and after writing: every value that changed must be a unit's
 * text, and now be exactly the text that was written for it. Undefined if the program refuses the file as it was.
 */
export function compareReadings(
  { formatId, texts, before: bytes }: WrittenFile,
  before: Reading,
  after: Reading,
): Comparison | undefined {
  if ('error' in before) return undefined;
  if ('error' in after) return { same: 0, unseen: 0, violations: [`refused after writing: ${after.error}`] };
  const written = Map.groupBy(
    texts.flatMap((text) => [text, { before: withoutElements(text.before), after: withoutElements(text.after) }]),
    (text) => text.before,
  );
  // The package yaml reads a line end in a block scalar that the end of the file cuts off; YAML 1.2 §8.1.1.2 has none.
  const mayEndInLineEnd = formatId === 'yaml' && endsInsideLine(bytes);
  const violations: string[] = [];
  let same = 0;
  for (const path of new Set([...Object.keys(before.values), ...Object.keys(after.values)])) {
    const [old = '', now] = [before.values[path], after.values[path]];
    if (old === now) continue;
    const isWritten = written.get(old)?.some((text) => text.after === now) === true;
    const isWrittenWithLineEnd =
      written.get(old.replace(/\n$/, ''))?.some((text) => `${text.after}\n` === now) === true;
    if (isWritten || (mayEndInLineEnd && old.endsWith('\n') && isWrittenWithLineEnd)) same += 1;
    else violations.push(`${printable(path)}: ${printable(old)} became ${printable(now)}`);
  }
  return { same, unseen: Math.max(0, texts.length - same - violations.length), violations };
}

/** Programs do not return elements that only concern translators, such as `<xliff:g>`. */
function withoutElements(text: string): string {
  return text.replace(/<[^>]*>/gu, '');
}

function printable(text: string | undefined): string {
  return text === undefined ? 'nothing' : JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
