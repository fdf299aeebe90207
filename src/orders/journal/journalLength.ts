import { readFile, writeFile } from 'node:fs/promises';

/** Stores the length of a journal outside its folder, because a folder restored from a copy has the copy's length. */
export interface JournalMemory {
  /** Returns the stored length in bytes. */
  remembered(): number | undefined;
  remember(length: number): void;
}

/** The length of a journal when it was last read. It is stored in a small file next to the journal, and in `memory`. */
export class JournalLength {
  readonly #file: string;
  readonly #memory: JournalMemory | undefined;
  #remembered = 0;

  constructor(journalFile: string, memory: JournalMemory | undefined) {
    this.#file = `${journalFile}.length`;
    this.#memory = memory;
  }

  /** In bytes; 0 before `load`, and if no length is stored. */
  get remembered(): number {
    return this.#remembered;
  }

  async load(): Promise<void> {
    const contentOfFile = Number(await readFile(this.#file, 'utf8').catch(() => '0'));
    const storedLength = Number.isSafeInteger(contentOfFile) ? contentOfFile : 0;
    this.#remembered = Math.max(storedLength, this.#memory?.remembered() ?? 0);
  }

  async remember(length: number): Promise<void> {
    if (length === this.#remembered) return;
    this.#remembered = length;
    this.#memory?.remember(length);
    // The width is fixed, so that concurrent writes of two windows do not mix their digits. If the write fails, the
    // only consequence is that a copy restored afterwards may not be noticed.
    await writeFile(this.#file, String(length).padStart(16, '0'), { mode: 0o600 }).catch(() => undefined);
  }
}
