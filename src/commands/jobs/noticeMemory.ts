import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withFileLock } from '../../base/fileLock.ts';
import { isRecord } from '../../base/isRecord.ts';

/** Facts are forgotten after 90 days, which is longer than a review lasts and than the month of a budget. */
const keptMs = 90 * 24 * 60 * 60_000;

/**
 * Remembers in a file which facts the user was notified of, for all windows of a machine and after a restart. A fact is
 * a text such as `closed FOLDER JOB`, without texts of strings. A damaged file is replaced: at worst, the user is
 * notified again.
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
      const claimTimes = await this.#read();
      const newFacts = facts.filter((fact) => !claimTimes.has(fact));
      if (newFacts.length === 0) return newFacts;
      const keptEntries = [...claimTimes].filter(([, claimedAt]) => now - claimedAt < keptMs);
      await this.#write([...keptEntries, ...newFacts.map((fact) => [fact, now] as const)]);
      return newFacts;
    });
  }

  /** Lets a fact be claimed again. */
  async forget(fact: string): Promise<void> {
    if (!(await this.#read()).has(fact)) return;
    await withFileLock(`${this.#path}.lock`, async () => {
      const otherEntries = [...(await this.#read())].filter(([claimedFact]) => claimedFact !== fact);
      await this.#write(otherEntries);
    });
  }

  /** Replaces the file at once, so that no reader sees a part of it. */
  async #write(entries: readonly (readonly [fact: string, claimedAt: number])[]): Promise<void> {
    await writeFile(`${this.#path}.new`, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600 });
    await rename(`${this.#path}.new`, this.#path);
  }

  /** Returns the time at which each fact was claimed, in milliseconds since the epoch. */
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
