import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '../../base/errorMessage.ts';
import type { EntryOf } from './journalEntry.ts';
import { JournalReader } from './journalReader.ts';
import { Ledger } from './ledger.ts';

/** Another journal in the same folder, of another account, service or API key. It is only read. */
export interface Sibling {
  /** File name. */
  readonly name: string;
  readonly ledger: Ledger;
  /** Undefined for journals of earlier versions. */
  readonly header: EntryOf<'header'> | undefined;
  /** False if it has lines that cannot be read or that a later version wrote. */
  readonly isWhole: boolean;
}

/** The result of reading the other journals. */
export interface SiblingReport {
  readonly siblings: readonly Sibling[];
  /** Names of the files that could not be read this time. */
  readonly unreadable: readonly string[];
}

export const journalExtension = '.jsonl';

/** The other journals in a journal's folder. Each reading continues at the end of the previous one. */
export class Siblings {
  readonly #path: string;
  readonly #warn: (message: string) => void;
  readonly #open = new Map<string, OpenSibling>();
  /** Names of unreadable journals that have been logged, until they can be read again. */
  readonly #reported = new Set<string>();

  /** `path` is the journal whose siblings these are. */
  constructor(path: string, warn: (message: string) => void) {
    this.#path = path;
    this.#warn = warn;
  }

  /** Reads the new lines of all of them. A journal that cannot be read is logged once and skipped. */
  async read(): Promise<SiblingReport> {
    const folder = dirname(this.#path);
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith(journalExtension) && name !== basename(this.#path))
      .sort();
    for (const name of this.#open.keys()) if (!names.includes(name)) this.#open.delete(name);
    const siblings: Sibling[] = [];
    const unreadable: string[] = [];
    for (const name of names) {
      const sibling = this.#open.get(name) ?? new OpenSibling(name, join(folder, name));
      this.#open.set(name, sibling);
      try {
        siblings.push(await sibling.read());
        this.#reported.delete(name);
      } catch (error) {
        unreadable.push(name);
        if (!this.#reported.has(name))
          this.#warn(`The journal ${name} cannot be read; it was skipped: ${errorMessage(error)}`);
        this.#reported.add(name);
      }
    }
    return { siblings, unreadable };
  }
}

class OpenSibling {
  readonly #name: string;
  readonly #reader: JournalReader;
  #ledger = new Ledger();
  #isWhole = true;

  constructor(name: string, path: string) {
    this.#name = name;
    this.#reader = new JournalReader(path, {
      entry: (entry) => {
        this.#ledger.apply(entry);
      },
      damaged: () => {
        this.#isWhole = false;
      },
      newer: () => {
        this.#isWhole = false;
      },
      undelivered: (jobIds) => {
        this.#ledger.limitUndelivered(jobIds);
      },
      replaced: () => {
        this.#ledger = new Ledger();
        this.#isWhole = true;
      },
    });
  }

  async read(): Promise<Sibling> {
    await this.#reader.readOn();
    return { name: this.#name, ledger: this.#ledger, header: this.#ledger.header, isWhole: this.#isWhole };
  }
}
