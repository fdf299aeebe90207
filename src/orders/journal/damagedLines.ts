import type { JournalRange } from './journalLines.ts';
import type { DamagedRange } from './journalReader.ts';

/** A run of consecutive damaged lines. */
export interface Damage extends DamagedRange {
  readonly lines: number;
}

/** Runs of damaged lines are not merged beyond this size, in bytes. */
const maxMergedBytes = 1 << 20;

/** The damaged lines of a journal, and which of them a journal entry has recorded. */
export class DamagedLines {
  #found: Damage[] = [];
  #recorded: JournalRange[] = [];

  /** Adds a line that cannot be read. Must be called in the order of the lines. */
  add(range: DamagedRange): void {
    const last = this.#found.at(-1);
    if (last !== undefined && endOf(last) + 1 === range.offset && last.length + range.length < maxMergedBytes) {
      const bytes = Buffer.concat([last.bytes, Buffer.from('\n'), range.bytes]);
      this.#found[this.#found.length - 1] = { offset: last.offset, length: bytes.length, bytes, lines: last.lines + 1 };
    } else {
      this.#found.push({ ...range, lines: 1 });
    }
  }

  /** Marks these bytes as recorded by an entry of the journal. */
  markRecorded({ offset, length }: JournalRange): void {
    this.#recorded.push({ offset, length });
    this.#found = this.#found.filter((found) => !this.#isRecorded(found));
  }

  /** Damaged lines that no entry of the journal records. */
  get unrecorded(): readonly Damage[] {
    return this.#found;
  }

  clear(): void {
    this.#found = [];
    this.#recorded = [];
  }

  #isRecorded(range: JournalRange): boolean {
    return this.#recorded.some((recorded) => recorded.offset <= range.offset && endOf(range) <= endOf(recorded));
  }
}

function endOf({ offset, length }: JournalRange): number {
  return offset + length;
}
