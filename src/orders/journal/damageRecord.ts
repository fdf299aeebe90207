import type { JournalRange } from './journalLines.ts';
import type { DamagedRange } from './journalReader.ts';

/** Damaged lines that follow each other. */
export interface Damage extends DamagedRange {
  readonly lines: number;
}

/** Keeps what is copied in one piece within bounds. */
const longestCopy = 1 << 20;

/** The damaged lines of a journal, and which of them it has on record. */
export class DamageRecord {
  #found: Damage[] = [];
  #recorded: JournalRange[] = [];

  /** Notes a line that cannot be read; ranges come in order. */
  find(range: DamagedRange): void {
    const last = this.#found.at(-1);
    if (last !== undefined && endOf(last) + 1 === range.offset && last.length + range.length < longestCopy) {
      const bytes = Buffer.concat([last.bytes, Buffer.from('\n'), range.bytes]);
      this.#found[this.#found.length - 1] = { offset: last.offset, length: bytes.length, bytes, lines: last.lines + 1 };
    } else {
      this.#found.push({ ...range, lines: 1 });
    }
  }

  /** Notes that an entry of the journal says that these bytes are damaged. */
  record({ offset, length }: JournalRange): void {
    this.#recorded.push({ offset, length });
    this.#found = this.#found.filter((found) => !this.#isRecorded(found));
  }

  /** Damages that no entry of the journal tells of. */
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
