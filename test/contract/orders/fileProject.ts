import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { formatFor } from '../../../src/formats/formats.ts';
import { detectLayout } from '../../../src/locales/layout.ts';
import type { Project } from '../../../src/orders/model/project.ts';
import { inThisThread } from '../../../src/orders/model/unitFormat.ts';
import { fileProject as projectOnDisk } from '../../../src/project/fileProject.ts';
import { parseProjectSettings } from '../../../src/project/projectSettings.ts';

const defaultSettings = parseProjectSettings(() => undefined);
const neverAborted = new AbortController().signal;

/** A project on the files of a folder, as the command line has it. Without a `package.json`, it depends on i18next. */
export function fileProject(root: string, id = 'a1b2c3d4'): Project {
  const folder = { root, name: path.basename(root), settings: defaultSettings, encoding: undefined };
  const project = projectOnDisk(folder, [root], neverAborted, () => undefined);
  const dependencies = async (file: string): Promise<readonly string[]> => {
    const found = await project.dependencies(file);
    return (await project.read('package.json')) === undefined ? ['i18next', ...found] : found;
  };
  return {
    ...project,
    id,
    // Tests create files after the first search, whose result the project keeps.
    localeFiles: async () => {
      const paths = (await readdir(root, { recursive: true })).map((name) => name.split(path.sep).join('/'));
      return paths.filter((name) => detectLayout(name, paths) !== undefined);
    },
    format: async (file, text) => {
      const format = await formatFor(file, text, () => dependencies(file));
      return format === undefined ? undefined : inThisThread(format);
    },
    dependencies,
  };
}
