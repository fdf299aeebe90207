import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Larger files are generated, and show nothing that smaller ones do not. */
const maxBytes = 4 * 1024 * 1024;
const skipped = new Set(['.git', 'node_modules', '.hg', '.svn']);

/** Returns the files of a checkout, sorted by path, without large ones and without installed packages. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => a.name.localeCompare(b.name))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) found.push(...(await filesBelow(file)));
    else if (entry.isFile() && (await stat(file)).size <= maxBytes) found.push(file);
  }
  return found;
}
