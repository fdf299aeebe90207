import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../base/files/fileErrors.ts';

/**
 * `before`: the content that a delivery replaced, by which it can be undone. `after`: the new content, kept until it is
 * known to be written in full.
 */
export type BackupKind = 'before' | 'after';

/** Copies of the files that deliveries write. They are stored next to the journal and named after the delivery's id. */
export interface Backups {
  /** Resolves when the bytes are on the disk. */
  keep(id: string, bytes: Uint8Array, kind?: BackupKind): Promise<void>;
  /** Returns undefined if there is no backup with this id. */
  find(id: string, kind?: BackupKind): Promise<Uint8Array | undefined>;
  drop(id: string, kind?: BackupKind): Promise<void>;
}

/** Returns the backups of a journal. The folder is created with the first backup. */
export function openBackups(journalFile: string): Backups {
  const folder = `${journalFile}.backups`;
  const pathOf = (id: string, kind: BackupKind): string => {
    // Ids come from the journal: one that this extension did not create (`../…`) could lead to any folder.
    if (!/^[0-9a-f]{1,32}$/u.test(id)) throw new Error(`"${id}" is not the id of a delivery.`);
    return join(folder, kind === 'before' ? id : `${id}.after`);
  };
  return {
    keep: async (id, bytes, kind = 'before') => {
      const path = pathOf(id, kind);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    find: async (id, kind = 'before') => {
      try {
        return await readFile(pathOf(id, kind));
      } catch (error) {
        if (hasErrorCode(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    drop: async (id, kind = 'before') => {
      await rm(pathOf(id, kind), { force: true });
    },
  };
}
