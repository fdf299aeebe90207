import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanUpWrite, createFile, removeFile, replaceFile } from '../../../src/base/replaceFile.ts';
import { decodeFile, encodeFile } from '../../../src/formats/encoding.ts';
import { applyEdits, formatFor } from '../../../src/formats/formats.ts';
import { detectLayout } from '../../../src/locales/layout.ts';
import { isWithin, realPathOf } from '../../../src/base/realPath.ts';
import type { Project } from '../../../src/orders/model/project.ts';
import { identifyFolder } from '../../../src/orders/model/repository.ts';
import { inThisThread } from '../../../src/orders/model/unitFormat.ts';
import { projectDependencies } from '../../../src/placeholders/project/projectDependencies.ts';

/** Returns the names of the files or folders in a folder; none if it does not exist. */
async function namesIn(folder: string, isFolder: boolean): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() === isFolder).map(({ name }) => name);
}

/** A project on plain files. Without a `package.json`, it depends on i18next. */
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
  const listAll = async (): Promise<readonly string[]> =>
    (await readdir(root, { recursive: true })).map((name) => name.split(path.sep).join('/'));
  const dependencies = async (file: string): Promise<readonly string[]> => {
    const found = await projectDependencies(file, {
      files: (folder) => namesIn(path.join(root, folder), false),
      folders: (folder) => namesIn(path.join(root, folder), true),
      read: (manifest) => readFile(path.join(root, manifest), 'utf8').catch(() => undefined),
    });
    return (await decoded('package.json')) === undefined ? ['i18next', ...found] : found;
  };
  return {
    id,
    name: path.basename(root),
    identity: () => identifyFolder(root, pathToFileURL(root).href),
    read: async (name) => (await decoded(name))?.text,
    edit: async (name, before, edits, write) => {
      const bytes = await bytesOf(name);
      const file = bytes === undefined ? undefined : decodeFile(bytes, name);
      if (file?.text !== before) return false;
      const text = applyEdits(before ?? '', edits);
      if (bytes === undefined || file === undefined)
        return (await createFile(inside(name), Buffer.from(text), write)) === 'done';
      return (await replaceFile(inside(name), bytes, encodeFile(text, file), write)) === 'done';
    },
    remove: async (name, before, write) => {
      const bytes = await bytesOf(name);
      if (bytes === undefined || decodeFile(bytes, name).text !== before) return false;
      return (await removeFile(inside(name), bytes, write)) === 'done';
    },
    size: async (name) => (await bytesOf(name))?.length,
    readBytes: bytesOf,
    replace: async (name, before, after, write) => {
      const present = await bytesOf(name);
      if (present === undefined ? before !== undefined : before === undefined || Buffer.compare(present, before) !== 0)
        return 'changed';
      if (after === undefined) return present === undefined ? 'done' : removeFile(inside(name), present, write);
      return present === undefined
        ? createFile(inside(name), after, write)
        : replaceFile(inside(name), present, after, write);
    },
    cleanUp: (name, writeId, contents) => cleanUpWrite(inside(name), writeId, contents),
    leadsOutside: async (name) => {
      const real = await realPathOf(inside(name));
      return isWithin(await realpath(root), real) ? undefined : real;
    },
    siblings: listAll,
    counterparts: listAll,
    localeFiles: async () => {
      const paths = await listAll();
      return paths.filter((name) => detectLayout(name, paths) !== undefined);
    },
    format: async (name, text) => {
      const format = await formatFor(name, text, () => dependencies(name));
      return format === undefined ? undefined : inThisThread(format);
    },
    dependencies,
  };
}
