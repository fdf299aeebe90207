import { readFile, writeFile } from 'node:fs/promises';

/** Remembers how long a journal was, outside of its folder: a folder restored from a copy would remember the copy's length. */
export interface JournalMemory {
  /** In bytes. */
  remembered(): number | undefined;
  remember(length: number): void;
}

/** How long a journal was when it was last read: in a small file next to it, and in `memory`. */
export class JournalLength {
  readonly #file: string;
  readonly #memory: JournalMemory | undefined;
  #remembered = 0;

  constructor(journalFile: string, memory: JournalMemory | undefined) {
    this.#file = `${journalFile}.length`;
    this.#memory = memory;
  }

  /** In bytes; 0 before `load`, and when nothing is remembered. */
  get remembered(): number {
    return this.#remembered;
  }

  async load(): Promise<void> {
    const written = Number(await readFile(this.#file, 'utf8').catch(() => '0'));
    this.#remembered = Math.max(Number.isSafeInteger(written) ? written : 0, this.#memory?.remembered() ?? 0);
  }

  async remember(length: number): Promise<void> {
    if (length === this.#remembered) return;
    this.#remembered = length;
    this.#memory?.remember(length);
    // Of one width, so that two windows that write at once do not mix their digits. A length that is not written down is one that the next restored copy is not compared with, and nothing worse.
    await writeFile(this.#file, String(length).padStart(16, '0'), { mode: 0o600 }).catch(() => undefined);
  }
}
