import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { errorMessage } from '../../base/errorMessage.ts';
import { withFileLock, type HeldLock } from '../../base/fileLock.ts';

/** A named part of the cache: items by key. A section's name never changes its spelling. */
export interface CacheSection<Item> {
  readonly name: string;
  /** Items that don't match are ignored. */
  readonly item: v.GenericSchema<unknown, Item>;
  /** The oldest items over this limit are forgotten. */
  readonly maxItems: number;
  /** Whether the first or the last item counts if a key is stored twice; the last one by default. */
  readonly keep?: 'first' | 'last';
}

const fileSchema = v.object({
  version: v.literal(1),
  sections: v.record(v.string(), v.array(v.tuple([v.string(), v.unknown()]))),
});

/** The items of a section by key, the oldest first. */
type Items = ReadonlyMap<string, unknown>;
const noItems: Items = new Map();

/** The items of each section, by the section's name. */
type Sections = ReadonlyMap<string, Items>;

/** Items of a section that are not in the file yet. */
interface PendingItems {
  readonly section: CacheSection<unknown>;
  readonly items: Items;
}

/** A larger file is not read and is begun again. */
const maxBytes = 32 * 1024 * 1024;

const maxKeyLength = 256;

/** How long a write waits for that of another window. */
const patienceMs = 2_000;

/**
 * A file next to the journal with facts from the service, so that they need not be fetched again. All windows share it.
 * It may be deleted at any time: without it, or if it is damaged, there are no items. Nothing that decides about money
 * is here.
 */
export class JournalCache {
  readonly #path: string;
  readonly #warn: (message: string) => void;
  /** The content of the file when it was last read; `identity` is that of its version. */
  #stored: { readonly identity: string; readonly sections: Sections } | undefined;
  /** Items of this window that are not in the file yet, because it could not be written; by section name. */
  readonly #pending = new Map<string, PendingItems>();
  /** Settles when the latest write ends. */
  #latestWrite: Promise<void> = Promise.resolve();
  #hasWarned = false;

  constructor(journalFile: string, warn: (message: string) => void) {
    this.#path = `${journalFile}.cache`;
    this.#warn = warn;
  }

  /** Returns the items of a section, the oldest first. Never rejects. */
  async read<Item>(section: CacheSection<Item>): Promise<ReadonlyMap<string, Item>> {
    await this.#latestWrite;
    const sections = await this.#load();
    const pendingItems = this.#pending.get(section.name)?.items ?? noItems;
    const items = new Map<string, Item>();
    for (const [key, item] of merge(sections.get(section.name) ?? noItems, pendingItems, section)) {
      const parsed = v.safeParse(section.item, item);
      if (parsed.success) items.set(key, parsed.output);
    }
    return items;
  }

  /**
   * Adds items to those of the section that this window or another one has stored. If the file can't be written, the
   * items are kept until this window closes. Never rejects.
   */
  async add<Item>(section: CacheSection<Item>, items: Iterable<readonly [string, Item]>): Promise<void> {
    const newItems = [...items].filter(([key]) => key.length <= maxKeyLength);
    if (newItems.length === 0) return;
    const pendingItems = this.#pending.get(section.name)?.items ?? noItems;
    this.#pending.set(section.name, { section, items: merge(pendingItems, new Map(newItems), section) });
    this.#latestWrite = this.#latestWrite.then(() => this.#write());
    await this.#latestWrite;
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const pendingNow = [...this.#pending];
    const addToFile = async (lock: HeldLock): Promise<void> => {
      const sections = new Map(await this.#load());
      for (const [name, { section, items }] of pendingNow)
        sections.set(name, merge(sections.get(name) ?? noItems, items, section));
      const storedSections = Object.fromEntries(Array.from(sections, ([name, items]) => [name, [...items]]));
      const content = JSON.stringify({ version: 1, sections: storedSections });
      await writeFile(`${this.#path}.new`, content, { mode: 0o600 });
      await lock.verify();
      await rename(`${this.#path}.new`, this.#path);
    };
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await withFileLock(`${this.#path}.lock`, addToFile, { patienceMs });
      // If items were added since then, `add` has replaced the object with one that has them, too.
      for (const [name, written] of pendingNow) if (this.#pending.get(name) === written) this.#pending.delete(name);
    } catch (error) {
      if (this.#hasWarned) return;
      this.#hasWarned = true;
      this.#warn(
        'What was fetched from the service could not be stored next to the journal, so it will be fetched again: ' +
          errorMessage(error),
      );
    }
  }

  /** Reads the file, unless it is the one that was read last. */
  async #load(): Promise<Sections> {
    try {
      const { ino, size, mtimeMs } = await stat(this.#path);
      const identity = `${ino} ${size} ${mtimeMs}`;
      if (this.#stored?.identity !== identity) {
        const sections: Sections = size > maxBytes ? new Map() : parse(await readFile(this.#path, 'utf8'));
        this.#stored = { identity, sections };
      }
      return this.#stored.sections;
    } catch {
      return new Map();
    }
  }
}

/** Returns the sections of a file, those of other versions included; none if it is damaged. */
function parse(content: string): Sections {
  try {
    const { sections } = v.parse(fileSchema, JSON.parse(content));
    return new Map(Object.entries(sections).map(([name, items]) => [name, new Map(items)]));
  } catch {
    return new Map();
  }
}

/** Returns older and newer items of a section, without the oldest ones over its limit. */
function merge(
  older: Items,
  newer: Items,
  { keep = 'last', maxItems }: Pick<CacheSection<unknown>, 'keep' | 'maxItems'>,
): Items {
  const merged = new Map(older);
  for (const [key, item] of newer) {
    if (keep === 'first' && merged.has(key)) continue;
    // A map keeps the position of a key that it has, and the oldest items come first.
    merged.delete(key);
    merged.set(key, item);
  }
  for (const key of merged.keys()) {
    if (merged.size <= maxItems) break;
    merged.delete(key);
  }
  return merged;
}
