import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What each file, link and folder below a folder is: by path, with unreadable names as Latin-1. */
export type TreeState = ReadonlyMap<string, string>;

/** Files that are larger are compared by size and time only. */
const maxHashedBytes = 1_000_000;

/** Reads all of a folder without following links. Devices and pipes are not opened. */
export function stateOf(root: string): TreeState {
  const state = new Map<string, string>();
  const visit = (folder: Buffer, name: string): void => {
    for (const entry of readdirSync(folder, { encoding: 'buffer', withFileTypes: true })) {
      const own = entry.name.toString('latin1');
      const path = Buffer.concat([folder, Buffer.from('/'), entry.name]);
      const where = name === '' ? own : `${name}/${own}`;
      const { mode, size, mtimeNs } = lstatSync(path, { bigint: true });
      const facts = [mode, entry.isDirectory() ? 'folder' : `${size} ${mtimeNs}`];
      if (entry.isSymbolicLink()) facts.push(readlinkSync(path, 'latin1'));
      if (entry.isFile() && size <= maxHashedBytes)
        facts.push(createHash('sha1').update(readFileSync(path)).digest('hex'));
      state.set(where, facts.join(' '));
      if (entry.isDirectory()) visit(path, where);
    }
  };
  visit(Buffer.from(root), '');
  return state;
}

/** Returns the paths that differ. */
export function differences(before: TreeState, after: TreeState): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}
