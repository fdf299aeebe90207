import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The bytes that deliveries took the place of, in files beside the journal: one a delivery, named by its id. */
export interface Backups {
  /** The bytes are on the disk when it resolves. */
  keep(id: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there are none of that id. */
  find(id: string): Promise<Uint8Array | undefined>;
  drop(id: string): Promise<void>;
}

export function openBackups(journalFile: string): Backups {
  const folder = `${journalFile}.backups`;
  const pathOf = (id: string): string => {
    // Ids come from the journal: one that is not of our making could lead anywhere.
    if (!/^[0-9a-f]{1,32}$/u.test(id)) throw new Error(`"${id}" is not the id of a delivery.`);
    return join(folder, id);
  };
  return {
    keep: async (id, bytes) => {
      await mkdir(dirname(pathOf(id)), { recursive: true, mode: 0o700 });
      const file = await open(pathOf(id), 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    find: async (id) => {
      try {
        return await readFile(pathOf(id));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    drop: async (id) => {
      await rm(pathOf(id), { force: true });
    },
  };
}
