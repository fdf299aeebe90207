import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeFile, encodeFile } from '../../../src/formats/encoding.ts';
import { applyEdits } from '../../../src/formats/formats.ts';
import type { Project } from '../../../src/orders/project.ts';

/** A project on plain files. */
export function fileProject(root: string, id = 'a1b2c3d4'): Project {
  const inside = (name: string): string => {
    if (name.split('/').includes('..') || path.isAbsolute(name)) throw new Error(`${name} leads out of the project.`);
    return path.join(root, name);
  };
  const decoded = async (name: string) => {
    try {
      return decodeFile(await readFile(inside(name)), name);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  };
  return {
    id,
    name: path.basename(root),
    read: async (name) => (await decoded(name))?.text,
    edit: async (name, before, edits) => {
      const file = await decoded(name);
      if (file?.text !== before) return false;
      const text = applyEdits(before ?? '', edits);
      await mkdir(path.dirname(inside(name)), { recursive: true });
      await writeFile(inside(name), file === undefined ? text : encodeFile(text, file));
      return true;
    },
    remove: async (name, before) => {
      if ((await decoded(name))?.text !== before) return false;
      await rm(inside(name));
      return true;
    },
    siblings: async () => {
      const names = await readdir(root, { recursive: true });
      return names.map((name) => name.split(path.sep).join('/'));
    },
    dependencies: () => Promise.resolve(['i18next']),
  };
}
