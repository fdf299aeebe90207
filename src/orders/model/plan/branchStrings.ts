import { decodeFile } from '../../../formats/encoding.ts';
import { FormatError, type Unit } from '../../../formats/format.ts';
import type { BranchBase } from './branchBase.ts';

/** A source file as it is now, which need not be committed. */
export interface BranchFile {
  readonly path: string;
  readonly text: string;
  readonly units: readonly Unit[];
  /** Whether ids are positions in the file, so that a new string changes those of the strings after it. */
  readonly idsArePositions: boolean;
  /** Reads the units of an earlier text. Rejects with FormatError. */
  readonly read: (text: string, signal: AbortSignal) => Promise<readonly Unit[]>;
  /** See `Project`. */
  readonly usualEncoding: string | undefined;
}

/**
 * Returns the ids of the strings that a branch has added to a file, or whose text it has changed. All strings of a file
 * whose earlier content can't be read count as added. Rejects as `BranchBase.contentOf`.
 */
export async function stringsOfBranch(
  base: BranchBase,
  file: BranchFile,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const content = await base.contentOf(file.path, signal);
  const earlierUnits = content === undefined ? [] : await earlierUnitsOf(content, file, signal);
  return file.idsArePositions ? withNewTexts(file.units, earlierUnits) : withOtherTexts(file.units, earlierUnits);
}

async function earlierUnitsOf(content: Uint8Array, file: BranchFile, signal: AbortSignal): Promise<readonly Unit[]> {
  try {
    const { text } = decodeFile(content, file.path, file.usualEncoding);
    return text === file.text ? file.units : await file.read(text, signal);
  } catch (error) {
    // A version with a conflict or a mistake in it says nothing about its strings.
    if (error instanceof FormatError) return [];
    throw error;
  }
}

/** Returns the ids of the units that are new, or that had another text. */
function withOtherTexts(units: readonly Unit[], earlierUnits: readonly Unit[]): ReadonlySet<string> {
  const earlierTexts = new Map(earlierUnits.map(({ id, text }) => [id, comparable(text)]));
  return new Set(units.filter(({ id, text }) => earlierTexts.get(id) !== comparable(text)).map(({ id }) => id));
}

/** Returns the ids of the units whose text the file did not have, or had less often. */
function withNewTexts(units: readonly Unit[], earlierUnits: readonly Unit[]): ReadonlySet<string> {
  const unmatched = new Map<string, number>();
  for (const unit of earlierUnits) {
    const text = comparable(unit.text);
    unmatched.set(text, (unmatched.get(text) ?? 0) + 1);
  }
  const newIds = new Set<string>();
  for (const unit of units) {
    const text = comparable(unit.text);
    const count = unmatched.get(text) ?? 0;
    if (count === 0) newIds.add(unit.id);
    else unmatched.set(text, count - 1);
  }
  return newIds;
}

/** Git stores texts with LF, also where it checks them out with CRLF. */
function comparable(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
