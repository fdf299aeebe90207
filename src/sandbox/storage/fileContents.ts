import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '../../base/files/fileErrors.ts';
import { syncFolder } from '../../base/files/syncFolder.ts';

/** A file being received. */
export interface IncomingFile {
  write(chunk: Uint8Array): Promise<void>;
  /** Returns the bytes written so far. */
  read(): Promise<Buffer>;
  /**
   * Stores the file permanently and returns the SHA-256 of its bytes, which is its name from then on. Nothing can be
   * written afterwards.
   */
  keep(): Promise<string>;
  /** Deletes the draft, unless it was kept. */
  discard(): Promise<void>;
}

/** Bytes of files by their hash. */
export interface FileContents {
  receive(): Promise<IncomingFile>;
  /** Undefined if there is no such content. */
  read(hash: string): Promise<Buffer | undefined>;
  remove(hash: string): Promise<void>;
  /** All stored hashes. */
  list(): Promise<readonly string[]>;
}

/** Keeps all contents in memory, for a sandbox without a data file. */
export function memoryContents(): FileContents {
  const contents = new Map<string, Buffer>();
  const receive = (): IncomingFile => {
    let chunks: Uint8Array[] = [];
    const joined = (): Buffer => {
      const whole = Buffer.concat(chunks);
      chunks = [whole];
      return whole;
    };
    return {
      write: (chunk) => Promise.resolve(void chunks.push(chunk)),
      read: () => Promise.resolve(joined()),
      keep: () => {
        const content = joined();
        const hash = sha256(content);
        contents.set(hash, content);
        return Promise.resolve(hash);
      },
      discard: () => Promise.resolve(void (chunks = [])),
    };
  };
  return {
    receive: () => Promise.resolve(receive()),
    read: (hash) => Promise.resolve(contents.get(hash)),
    remove: (hash) => Promise.resolve(void contents.delete(hash)),
    list: () => Promise.resolve([...contents.keys()]),
  };
}

const draftSuffix = '.tmp';

/**
 * Keeps each content as a file in the folder, which is created when first needed. Removes drafts of killed processes.
 */
export async function folderContents(folder: string): Promise<FileContents> {
  for (const name of await namesIn(folder))
    if (name.endsWith(draftSuffix)) await rm(path.join(folder, name), { force: true });
  return {
    receive: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return receiveInto(folder);
    },
    read: async (hash) => {
      try {
        return await readFile(path.join(folder, hash));
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    remove: (hash) => rm(path.join(folder, hash), { force: true }),
    list: () => namesIn(folder),
  };
}

/** Opens the draft when the first bytes arrive: a call may name many files and send few. */
function receiveInto(folder: string): IncomingFile {
  const draft = path.join(folder, `${randomBytes(12).toString('hex')}${draftSuffix}`);
  const hash = createHash('sha256');
  let handle: FileHandle | undefined;
  let name: string | undefined;
  const opened = async (): Promise<FileHandle> => (handle ??= await open(draft, 'wx', 0o600));
  return {
    write: async (chunk) => {
      hash.update(chunk);
      await (await opened()).appendFile(chunk);
    },
    read: async () => {
      await opened();
      return readFile(name === undefined ? draft : path.join(folder, name));
    },
    keep: async () => {
      if (name !== undefined) return name;
      const file = await opened();
      await file.sync();
      await file.close();
      const digest = hash.digest('hex');
      await rename(draft, path.join(folder, digest));
      await syncFolder(folder);
      name = digest;
      return digest;
    },
    discard: async () => {
      if (name !== undefined || handle === undefined) return;
      await handle.close().catch(() => undefined); // Already closed if `keep` failed partway.
      await rm(draft, { force: true });
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
