import { FormatError, type LocaleFormat, type Unit } from '../../src/formats/format.ts';
import { applyEdits } from '../../src/formats/formats.ts';
import { contextOf, isWritable, type Subject } from '../laws/laws.ts';
import { subjectsOf } from '../laws/subjects.ts';
import { changedOutside, spanOf, type ChangedLines, type LineSpan } from './changedLines.ts';
import { setText, type Peer } from './peer.ts';

/** An edit of a file: a new text for a unit near the middle of the file. */
export interface FileEdit {
  readonly subject: Subject;
  readonly unit: Unit;
  readonly to: string;
}

export type EditOutcome = ChangedLines | { readonly failed: string };

/** Matches texts that all formats write without escapes, because escaping is not compared here. */
const plain = /^\p{L}[\p{L}\p{N} ,.]{3,}$/u;

/** Returns the edit for a file; undefined if no unit has a plain text that occurs exactly once and on one line. */
export function editOf(format: LocaleFormat, name: string, text: string): FileEdit | undefined {
  for (const subject of subjectsOf(format, name, text)) {
    const units = format.read(text, subject.targetLocale);
    const fit = units.filter(
      (unit) => isWritable(unit) && plain.test(unit.text) && text.split(unit.text, 3).length === 2,
    );
    const middle = units.length / 2;
    const [unit] = fit.toSorted(
      (one, other) => Math.abs(units.indexOf(one) - middle) - Math.abs(units.indexOf(other) - middle),
    );
    // A final period stays at the end, because libraries that fold lines may look for ends of sentences.
    if (unit !== undefined) return { subject, unit, to: unit.text.replace(/\.?$/, (end) => ` now${end}`) };
  }
  return undefined;
}

/** Returns the lines outside the unit that our own code changes. */
export function editOurs(edit: FileEdit): EditOutcome {
  const { subject, unit, to } = edit;
  try {
    const edits = subject.format.write(subject.text, new Map([[unit.id, to]]), contextOf(subject));
    return compare(edit, applyEdits(subject.text, edits));
  } catch (error) {
    if (error instanceof FormatError) return { failed: error.message };
    throw error;
  }
}

/** Returns the lines outside the unit that a library changes. If it throws, the edit counts as failed. */
export async function editByPeer(edit: FileEdit, peer: Peer): Promise<EditOutcome> {
  const { subject, unit, to } = edit;
  try {
    const model = await peer.parse(subject.text);
    const isSet = peer.set === undefined ? setText(model, unit.text, to) : peer.set(model, unit.text, to);
    if (!isSet) return { failed: 'the text is not in the parsed data' };
    const after = await peer.print(model, subject.text);
    return after.includes(to) ? compare(edit, after) : { failed: 'the text is not in the written file' };
  } catch (error) {
    return { failed: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

function compare(edit: FileEdit, after: string): ChangedLines {
  const {
    subject: { text },
    unit,
  } = edit;
  return changedOutside(text, after, spanOf(text, unit.start, unit.end), spanAfter(edit, after));
}

/** Returns the unit's lines in the written file: by our reader, or else by searching for the new text. */
function spanAfter({ subject, unit, to }: FileEdit, after: string): LineSpan {
  try {
    const now = subject.format.read(after, subject.targetLocale).find(({ id }) => id === unit.id);
    if (now?.text === to) return spanOf(after, now.start, now.end);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  const offset = after.indexOf(to);
  return offset < 0 ? { from: 0, to: 0 } : spanOf(after, offset, offset + to.length);
}
