import { randomBytes } from 'node:crypto';
import { present } from '../../base/present.ts';
import type { FileContents, IncomingFile } from '../storage/fileContents.ts';
import type { KeptFile, QuotedFiles } from '../records/quotedFiles.ts';
import type { Change, Storage } from '../records/change.ts';

/** Maximum number of quotes: each uses memory, even if its file is small or already stored. */
const maxQuotes = 50_000;

/** The quoted files. Ordered files are kept; of the others, the oldest are removed when space is needed. */
export interface FileStore extends QuotedFiles {
  receive(): Promise<IncomingFile>;
  /**
   * Stores the file for later orders; undefined if there is no space. The file is durable after the storage's next
   * flush.
   */
  add(
    content: IncomingFile,
    size: number,
    quote: Omit<KeptFile, 'identifier' | 'hash' | 'size'>,
  ): Promise<KeptFile | undefined>;
  find(identifier: string): KeptFile | undefined;
  read(file: KeptFile): Promise<Buffer | undefined>;
}

/**
 * Returns the files quoted by one account; `owner` is absent for the first account. All accounts share the space of the
 * store.
 */
export function filesOf(store: FileStore, owner: string | undefined): FileStore {
  return {
    receive: () => store.receive(),
    add: (content, size, quote) => store.add(content, size, present({ ...quote, owner })),
    find: (identifier) => {
      const file = store.find(identifier);
      return file?.owner === owner ? file : undefined;
    },
    noteOrdered: (identifier) => {
      store.noteOrdered(identifier);
    },
    read: (file) => store.read(file),
  };
}

export interface FileStoreOptions {
  readonly contents: FileContents;
  readonly storage: Pick<Storage, 'append'>;
  readonly held: Pick<Change, 'files' | 'jobs'>;
  /** Size limit of all contents together, in bytes. */
  readonly maxBytes: number;
}

/**
 * Opens the store and makes quotes and contents consistent: removes contents without a quote, and ignores quotes
 * without content.
 */
export async function openFileStore({ contents, storage, held, maxBytes }: FileStoreOptions): Promise<FileStore> {
  const storedHashes = new Set(await contents.list());
  /** Oldest first. */
  const files = new Map<string, KeptFile>();
  for (const file of held.files ?? []) if (storedHashes.has(file.hash)) files.set(file.identifier, file);
  const ordered = new Set((held.jobs ?? []).flatMap(({ file }) => (file === undefined ? [] : [file.identifier])));
  const quotesPerHash = new Map<string, number>();
  let bytes = 0;

  const use = ({ hash, size }: KeptFile): void => {
    const count = quotesPerHash.get(hash) ?? 0;
    quotesPerHash.set(hash, count + 1);
    if (count === 0) bytes += size;
  };
  for (const file of files.values()) use(file);
  for (const hash of storedHashes) if (!quotesPerHash.has(hash)) await contents.remove(hash);

  const forget = async (file: KeptFile): Promise<void> => {
    files.delete(file.identifier);
    storage.append({ forgottenFiles: [file.identifier] });
    const count = (quotesPerHash.get(file.hash) ?? 1) - 1;
    if (count > 0) {
      quotesPerHash.set(file.hash, count);
      return;
    }
    quotesPerHash.delete(file.hash);
    bytes -= file.size;
    await contents.remove(file.hash);
  };

  /** Removes files that were not ordered until there is enough space; false if that is not enough. */
  const makeRoom = async (size: number): Promise<boolean> => {
    for (const file of files.values()) {
      if (bytes + size <= maxBytes && files.size < maxQuotes) break;
      if (!ordered.has(file.identifier)) await forget(file);
    }
    return bytes + size <= maxBytes && files.size < maxQuotes;
  };

  return {
    receive: () => contents.receive(),
    add: async (content, size, quote) => {
      if (!(await makeRoom(size))) return undefined;
      const file: KeptFile = {
        ...quote,
        identifier: randomBytes(32).toString('hex'),
        hash: await content.keep(),
        size,
      };
      files.set(file.identifier, file);
      use(file);
      storage.append({ files: [file] });
      return file;
    },
    find: (identifier) => files.get(identifier),
    noteOrdered: (identifier) => void ordered.add(identifier),
    read: (file) => contents.read(file.hash),
  };
}
