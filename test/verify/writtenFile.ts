import { decodeFile, encodeFile } from '../../src/formats/encoding.ts';
import { FormatError, type Unit } from '../../src/formats/format.ts';
import { applyEdits, formatFor } from '../../src/formats/formats.ts';
import { hostileStrings } from '../laws/hostileStrings.ts';
import { isWritable, targetUnits, type Subject } from '../laws/laws.ts';
import { subjectsOf } from '../laws/subjects.ts';
import type { Reading } from './programs.ts';

/** A file in which every text was replaced, before and after. */
export interface WrittenFile {
  readonly formatId: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Each written unit's text, before and after. */
  readonly texts: readonly { readonly id: string; readonly before: string; readonly after: string }[];
}

/** In larger files, texts are only written all at once, since each write processes the whole file. */
const maxLengthOfSingleWrites = 200_000;

/**
 * Replaces every text of a locale file as the product does, by texts that are hard to write where the format accepts
 * them. Returns undefined for a file that is not a locale file or has nothing to write. Throws FormatError for one that
 * cannot be read.
 */
export async function writeEveryText(name: string, bytes: Uint8Array): Promise<WrittenFile | undefined> {
  const decoded = decodeFile(bytes, name);
  const { text } = decoded;
  const format = await formatFor(name, text);
  const subject = format === undefined ? undefined : subjectsOf(format, name, text)[0];
  const units = subject === undefined ? [] : targetUnits(subject).filter(isWritable);
  if (format === undefined || subject === undefined || units.length === 0) return undefined;
  const isSmall = text.length <= maxLengthOfSingleWrites;
  const texts = units.map((unit, index) => {
    const hostile = changed(unit, index, hostileStrings[index % hostileStrings.length] ?? '');
    const isAccepted = isSmall && encoded(subject, new Map([[unit.id, hostile]])) !== undefined;
    return { id: unit.id, before: unit.text, after: isAccepted ? hostile : changed(unit, index, '') };
  });
  const after = encoded(subject, new Map(texts.map(({ id, after: written }) => [id, written])));
  return after === undefined ? undefined : { formatId: format.id, before: bytes, after, texts };

  function encoded(target: Subject, translations: ReadonlyMap<string, string>): Uint8Array | undefined {
    const { sourceLocale, targetLocale } = target;
    try {
      const edits = target.format.write(text, translations, { sourceText: text, sourceLocale, targetLocale });
      return encodeFile(applyEdits(text, edits), decoded);
    } catch (error) {
      if (error instanceof FormatError) return undefined;
      throw error;
    }
  }
}

/** Returns another text that ends with the same whitespace, which some formats compare with the source's. */
function changed({ text, markup }: Unit, index: number, hostile: string): string {
  const words = text.trimEnd();
  // A text that begins with a line break is refused by msgfmt if its source doesn't.
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

/**
 * Compares what another program reads in a file before and after writing: every value that changed must be a unit's
 * text, and now be exactly the text that was written for it. Undefined if the program refuses the file as it was.
 */
export function compareReadings({ texts }: WrittenFile, before: Reading, after: Reading): Comparison | undefined {
  if ('error' in before) return undefined;
  if ('error' in after) return { same: 0, unseen: 0, violations: [`refused after writing: ${after.error}`] };
  const written = Map.groupBy(
    texts.flatMap((text) => [text, { before: withoutElements(text.before), after: withoutElements(text.after) }]),
    (text) => text.before,
  );
  const violations: string[] = [];
  let same = 0;
  for (const path of new Set([...Object.keys(before.values), ...Object.keys(after.values)])) {
    const [old = '', now] = [before.values[path], after.values[path]];
    if (old === now) continue;
    if (written.get(old)?.some((text) => text.after === now) === true) same += 1;
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
