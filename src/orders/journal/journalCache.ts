import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { errorMessage } from '../../base/errorMessage.ts';
import { withFileLock } from '../../base/fileLock.ts';

/** A named part of the cache: items by key. A section's name never changes its spelling. */
export interface CacheSection<Item> {
  readonly name: string;
  /** Items that don't match are ignored. */
  readonly item: v.GenericSchema<unknown, Item>;
  /** The oldest items over this limit are forgotten. */
  readonly maxItems: number;
  /** Which item counts if a key is stored twice; the last one by default. */
  readonly keep?: 'first' | 'last';
}

const fileSchema = v.object({
  version: v.literal(1),
  sections: v.record(v.string(), v.array(v.tuple([v.string(), v.unknown()]))),
});

type Sections = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** A larger file is not read and is begun again. */
const maxBytes = 32 * 1024 * 1024;

const maxKeyLength = 256;

/** How long a write waits for that of another window. */
const patienceMs = 2_000;

/**
 * A file next to the journal with facts that can be fetched from the service again, so that they need not be. All
 * windows share it. It may be deleted at any time: a file that is absent or damaged has no items. Nothing that decides
 * about money on its own belongs here.
 */
export class JournalCache {
  readonly #path: string;
  readonly #warn: (message: string) => void;
  #stored: { readonly identity: string; readonly sections: Sections } | undefined;
  /** Items of this window that are not in the file yet, because it could not be written. */
  readonly #pending = new Map<
    string,
    { readonly section: CacheSection<unknown>; readonly items: Map<string, unknown> }
  >();
  #writing: Promise<void> = Promise.resolve();
  #hasWarned = false;

  constructor(journalFile: string, warn: (message: string) => void) {
    this.#path = `${journalFile}.cache`;
    this.#warn = warn;
  }

  /** Returns the items of a section, the oldest first. Never rejects. */
  async read<Item>(section: CacheSection<Item>): Promise<ReadonlyMap<string, Item>> {
    await this.#writing;
    const sections = await this.#load();
    const pending = this.#pending.get(section.name)?.items ?? new Map<string, unknown>();
    const items = merge(sections.get(section.name) ?? new Map<string, unknown>(), pending, section);
    return new Map(
      [...items].flatMap(([key, item]): readonly [string, Item][] => {
        const parsed = v.safeParse(section.item, item);
        return parsed.success ? [[key, parsed.output]] : [];
      }),
    );
  }

  /**
   * Adds items to those of the section that this window or another one has stored. If the file can't be written, the
   * items are kept until this window closes. Never rejects.
   */
  async add<Item>(section: CacheSection<Item>, items: Iterable<readonly [string, Item]>): Promise<void> {
    const added = [...items].filter(([key]) => key.length <= maxKeyLength);
    if (added.length === 0) return;
    const pending = this.#pending.get(section.name)?.items ?? new Map<string, unknown>();
    this.#pending.set(section.name, { section, items: merge(pending, new Map(added), section) });
    const write = this.#writing.then(() => this.#write());
    this.#writing = write;
    await write;
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const pending = [...this.#pending];
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      await withFileLock(
        `${this.#path}.lock`,
        async (lock) => {
          const sections = new Map(await this.#load());
          for (const [name, { section, items }] of pending)
            sections.set(name, merge(sections.get(name) ?? new Map<string, unknown>(), items, section));
          const content = JSON.stringify({
            version: 1,
            sections: Object.fromEntries([...sections].map(([name, items]) => [name, [...items]])),
          });
          await writeFile(`${this.#path}.new`, content, { mode: 0o600 });
          await lock.verify();
          await rename(`${this.#path}.new`, this.#path);
        },
        { patienceMs },
      );
      // Items that were added meanwhile are in another map, see `add`.
      for (const [name, one] of pending) if (this.#pending.get(name) === one) this.#pending.delete(name);
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
      if (this.#stored?.identity !== identity)
        this.#stored = {
          identity,
          sections: size > maxBytes ? new Map() : parse(await readFile(this.#path, 'utf8')),
        };
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

function merge(
  older: ReadonlyMap<string, unknown>,
  newer: ReadonlyMap<string, unknown>,
  { keep = 'last', maxItems }: Pick<CacheSection<unknown>, 'keep' | 'maxItems'>,
): Map<string, unknown> {
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
