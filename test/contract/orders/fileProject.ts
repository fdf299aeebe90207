import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeFile, encodeFile } from '../../../src/formats/encoding.ts';
import { applyEdits, formatFor } from '../../../src/formats/formats.ts';
import type { Project } from '../../../src/orders/project.ts';
import { identifyFolder } from '../../../src/orders/repository.ts';
import { inThisThread } from '../../../src/orders/unitFormat.ts';

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
  const bytesOf = async (name: string): Promise<Uint8Array | undefined> => {
    try {
      return await readFile(inside(name));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const listAll = async (): Promise<readonly string[]> => (await readdir(root, { recursive: true })).map((name) => name.split(path.sep).join('/'));
  return {
    id,
    name: path.basename(root),
    identity: () => identifyFolder(root, pathToFileURL(root).href),
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
    size: async (name) => (await bytesOf(name))?.length,
    readBytes: bytesOf,
    replace: async (name, before, after) => {
      const present = await bytesOf(name);
      if (present === undefined ? before !== undefined : before === undefined || Buffer.compare(present, before) !== 0) return 'changed';
      await mkdir(path.dirname(inside(name)), { recursive: true });
      if (after === undefined) await rm(inside(name));
      else await writeFile(inside(name), after);
      return 'done';
    },
    siblings: listAll,
    counterparts: listAll,
    format: async (name, text) => {
      const format = await formatFor(name, text);
      return format === undefined ? undefined : inThisThread(format);
    },
    dependencies: () => Promise.resolve(['i18next']),
  };
}
