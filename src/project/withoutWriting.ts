import { sameBytes } from '../base/files/sameBytes.ts';
import { decodeFile, encodeFile } from '../formats/encoding.ts';
import { applyEdits } from '../formats/formats.ts';
import type { Project } from '../orders/model/project.ts';

/**
 * Returns a project whose changes are kept in memory: everything seems to be written, and no file changes. Like a real
 * write, this refuses files that may not be written, and characters that a file's encoding lacks. Bytes and texts of a
 * file are kept apart, because a delivery uses only one of them.
 */
export function withoutWriting(project: Project): Project {
  /** The changed texts by file; undefined for a removed file. */
  const texts = new Map<string, string | undefined>();
  const contents = new Map<string, Uint8Array | undefined>();
  const read = async (file: string): Promise<string | undefined> =>
    texts.has(file) ? texts.get(file) : project.read(file);
  const readBytes = async (file: string): Promise<Uint8Array | undefined> =>
    contents.has(file) ? contents.get(file) : project.readBytes(file);
  /** Throws FormatError for a text that can't be written into a file. */
  const requireEncodable = async (file: string, text: string): Promise<void> => {
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
      await requireEncodable(file, after);
      await project.requireWritable(file);
      texts.set(file, after);
      return true;
    },
    remove: async (file, before) => {
      if ((await read(file)) !== before) return false;
      texts.set(file, undefined);
      return true;
    },
    replace: async (file, before, after) => {
      if (!sameBytes(await readBytes(file), before)) return 'changed';
      if (after !== undefined) await project.requireWritable(file);
      contents.set(file, after);
      return 'done';
    },
    cleanUp: () => Promise.resolve(),
  };
}
