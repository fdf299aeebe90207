import type { JournalRange } from './journalLines.ts';
import type { DamagedRange } from './journalReader.ts';

/** A run of consecutive damaged lines. */
export interface Damage extends DamagedRange {
  readonly lines: number;
}

/** Runs of damaged lines are not merged beyond this size, in bytes. */
const maxMergedBytes = 1024 * 1024;

/** The damaged lines of a journal, and which of them a journal entry has recorded. */
export class DamagedLines {
  #unrecorded: Damage[] = [];
  readonly #recordedRanges: JournalRange[] = [];

  /** Adds a line that cannot be read. Must be called in the order of the lines. */
  add(line: DamagedRange): void {
    const last = this.#unrecorded.at(-1);
    // Only the line break is between them.
    const isNext = last !== undefined && endOf(last) + 1 === line.offset;
    if (!isNext || last.length + line.length >= maxMergedBytes) {
      this.#unrecorded.push({ ...line, lines: 1 });
      return;
    }
    const bytes = Buffer.concat([last.bytes, Buffer.from('\n'), line.bytes]);
    this.#unrecorded.pop();
    this.#unrecorded.push({ offset: last.offset, length: bytes.length, bytes, lines: last.lines + 1 });
  }

  /** Marks these bytes as recorded by an entry of the journal. */
  markRecorded({ offset, length }: JournalRange): void {
    this.#recordedRanges.push({ offset, length });
    this.#unrecorded = this.#unrecorded.filter((damage) => !this.#isRecorded(damage));
  }

  /** Damaged lines that no entry of the journal records. */
  get unrecorded(): readonly Damage[] {
    return this.#unrecorded;
  }

  clear(): void {
    this.#unrecorded = [];
    this.#recordedRanges.length = 0;
  }

  #isRecorded(damage: Damage): boolean {
    return this.#recordedRanges.some((range) => range.offset <= damage.offset && endOf(damage) <= endOf(range));
  }
}

/** The offset after the last byte. */
function endOf({ offset, length }: JournalRange): number {
  return offset + length;
}
