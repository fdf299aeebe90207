import path from 'node:path';
import { isReadOnly } from '../base/isReadOnly.ts';
import { decodeFile, encodeFile } from '../formats/encoding.ts';
import { applyEdits } from '../formats/formats.ts';
import { OrderError } from '../orders/model/orderError.ts';
import type { Project } from '../orders/model/project.ts';

/**
 * Returns a project whose changes are kept in memory: everything seems to be written, and no file changes. Refused, as
 * by a real write, are read-only files, and characters that a file's encoding lacks. Bytes and texts of a file are kept
 * apart, because a delivery uses only one of them. `root` is the folder of the project.
 */
export function withoutWriting(project: Project, root: string): Project {
  const texts = new Map<string, string | undefined>();
  const contents = new Map<string, Uint8Array | undefined>();
  const read = async (file: string): Promise<string | undefined> =>
    texts.has(file) ? texts.get(file) : project.read(file);
  const readBytes = async (file: string): Promise<Uint8Array | undefined> =>
    contents.has(file) ? contents.get(file) : project.readBytes(file);
  const refuseReadOnly = async (file: string): Promise<void> => {
    if (await isReadOnly(path.join(root, ...file.split('/')))) throw new OrderError('read-only', file);
  };
  /** Throws FormatError for a text that can't be written into a file. */
  const refuseEncoding = async (file: string, text: string): Promise<void> => {
    const bytes = (await project.readBytes(file)) ?? new Uint8Array();
    encodeFile(text, decodeFile(bytes, file, project.usualEncoding?.(file)));
  };
  return {
    ...project,
    read,
    readBytes,
    edit: async (file, before, edits) => {
      if ((await read(file)) !== before) return false;
      const after = applyEdits(before ?? '', edits);
      await refuseEncoding(file, after);
      await refuseReadOnly(file);
      texts.set(file, after);
      return true;
    },
    remove: async (file, before) => {
      if ((await read(file)) !== before) return false;
      texts.set(file, undefined);
      return true;
    },
    replace: async (file, before, after) => {
      const bytes = await readBytes(file);
      const isSame =
        bytes === undefined || before === undefined ? bytes === before : Buffer.compare(bytes, before) === 0;
      if (!isSame) return 'changed';
      if (before !== undefined && after !== undefined) await refuseReadOnly(file);
      contents.set(file, after);
      return 'done';
    },
    cleanUp: () => Promise.resolve(),
  };
}
