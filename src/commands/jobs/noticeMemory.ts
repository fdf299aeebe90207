import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withFileLock } from '../../base/fileLock.ts';
import { isRecord } from '../../base/isRecord.ts';

/** Facts are forgotten after this time: longer than a review lasts, and than a month of a budget. */
const keptMs = 90 * 24 * 60 * 60_000;

/**
 * Remembers in a file which facts the user was notified of, for all windows of a machine and after a restart. It has no
 * texts of strings. A damaged file is replaced: at worst, the user is notified again.
 */
export class NoticeMemory {
  readonly #path: string;
  readonly #now: () => number;

  constructor(path: string, now: () => number) {
    this.#path = path;
    this.#now = now;
  }

  /** Returns those of the facts that no window has claimed before, and claims them for this one. */
  async claim(facts: readonly string[]): Promise<readonly string[]> {
    await mkdir(dirname(this.#path), { recursive: true });
    return withFileLock(`${this.#path}.lock`, async () => {
      const now = this.#now();
      const known = await this.#read();
      const added = facts.filter((fact) => !known.has(fact));
      if (added.length === 0) return added;
      const kept = [...known].filter(([, at]) => now - at < keptMs);
      await this.#write([...kept, ...added.map((fact) => [fact, now] as const)]);
      return added;
    });
  }

  /** Lets a fact be claimed again. */
  async forget(fact: string): Promise<void> {
    if (!(await this.#read()).has(fact)) return;
    await withFileLock(`${this.#path}.lock`, async () => {
      const kept = [...(await this.#read())].filter(([known]) => known !== fact);
      await this.#write(kept);
    });
  }

  async #write(facts: readonly (readonly [string, number])[]): Promise<void> {
    await writeFile(`${this.#path}.new`, JSON.stringify(Object.fromEntries(facts)), { mode: 0o600 });
    await rename(`${this.#path}.new`, this.#path);
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    let content: unknown;
    try {
      content = JSON.parse(await readFile(this.#path, 'utf8'));
    } catch {
      return new Map();
    }
    const entries: readonly (readonly [string, unknown])[] = isRecord(content) ? Object.entries(content) : [];
    return new Map(entries.flatMap(([fact, at]) => (typeof at === 'number' ? [[fact, at]] : [])));
  }
}
