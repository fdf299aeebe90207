import { applyEdits } from '../formats/formats.ts';
import type { Project } from '../orders/model/project.ts';

/**
 * Returns a project whose changes are kept in memory: everything seems to be written, and no file changes. Bytes and
 * texts of a file are kept apart, because a delivery uses only one of them.
 */
export function withoutWriting(project: Project): Project {
  const texts = new Map<string, string | undefined>();
  const contents = new Map<string, Uint8Array | undefined>();
  const read = async (path: string): Promise<string | undefined> =>
    texts.has(path) ? texts.get(path) : project.read(path);
  const readBytes = async (path: string): Promise<Uint8Array | undefined> =>
    contents.has(path) ? contents.get(path) : project.readBytes(path);
  return {
    ...project,
    read,
    readBytes,
    edit: async (path, before, edits) => {
      if ((await read(path)) !== before) return false;
      texts.set(path, applyEdits(before ?? '', edits));
      return true;
    },
    remove: async (path, before) => {
      if ((await read(path)) !== before) return false;
      texts.set(path, undefined);
      return true;
    },
    replace: async (path, before, after) => {
      const bytes = await readBytes(path);
      const isSame =
        bytes === undefined || before === undefined ? bytes === before : Buffer.compare(bytes, before) === 0;
      if (!isSame) return 'changed';
      contents.set(path, after);
      return 'done';
    },
    cleanUp: () => Promise.resolve(),
  };
}
