import { FormatError, type LocaleFormat, type Unit } from '../../src/formats/format.ts';
import { applyEdits } from '../../src/formats/formats.ts';
import { contextOf, isWritable, type Subject } from '../laws/laws.ts';
import { subjectsOf } from '../laws/subjects.ts';
import { changedOutside, spanOf, type ChangedLines, type LineSpan } from './changedLines.ts';
import { setText, type Peer } from './peer.ts';

/** One edit of one file: the text of a unit in its middle becomes another. */
export interface FileEdit {
  readonly subject: Subject;
  readonly unit: Unit;
  readonly to: string;
}

export type EditOutcome = ChangedLines | { readonly failed: string };

/** Words that every format writes as they are: what a library does to other texts is not asked here. */
const plain = /^\p{L}[\p{L}\p{N} ,.]{3,}$/u;

/** The edit for a file; undefined where no unit has a plain text that is there once and on one line. */
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
    // What has a full stop keeps it at the end: a text may be a sentence to whoever folds lines.
    if (unit !== undefined) return { subject, unit, to: unit.text.replace(/\.?$/, (end) => ` now${end}`) };
  }
  return undefined;
}

/** The lines that our own writing changes outside the unit. */
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

/** The lines that a peer changes outside the unit. Whatever it throws is its failure. */
export async function editByPeer(edit: FileEdit, peer: Peer): Promise<EditOutcome> {
  const { subject, unit, to } = edit;
  try {
    const model = await peer.parse(subject.text);
    const isSet = peer.set === undefined ? setText(model, unit.text, to) : peer.set(model, unit.text, to);
    if (!isSet) return { failed: 'the text is not in what it read' };
    const after = await peer.print(model, subject.text);
    return after.includes(to) ? compare(edit, after) : { failed: 'the text is not in what it wrote' };
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

/** The lines of the unit in what was written; those where its new text stands, where our reader does not find it. */
function spanAfter({ subject, unit, to }: FileEdit, after: string): LineSpan {
  try {
    const now = subject.format.read(after, subject.targetLocale).find(({ id }) => id === unit.id);
    if (now?.text === to) return spanOf(after, now.start, now.end);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  const at = after.indexOf(to);
  return at < 0 ? { from: 0, to: 0 } : spanOf(after, at, at + to.length);
}
