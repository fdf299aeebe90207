import { lstatSync, readdirSync, readlinkSync } from 'node:fs';

/** What each file, link and folder below a folder is: by path, with unreadable names as Latin-1. */
export type TreeState = ReadonlyMap<string, string>;

/**
 * Looks at all of a folder without following links or opening files. No program can set the time of a file's last
 * change (`ctime`), so it differs after every write.
 */
export function stateOf(root: string): TreeState {
  const state = new Map<string, string>();
  const visit = (folder: Buffer, name: string): void => {
    for (const entry of readdirSync(folder, { encoding: 'buffer', withFileTypes: true })) {
      const own = entry.name.toString('latin1');
      const path = Buffer.concat([folder, Buffer.from('/'), entry.name]);
      const where = name === '' ? own : `${name}/${own}`;
      const { mode, size, ctimeNs, ino } = lstatSync(path, { bigint: true });
      const facts = [mode, entry.isDirectory() ? 'folder' : `${size} ${ctimeNs} ${ino}`];
      if (entry.isSymbolicLink()) facts.push(readlinkSync(path, 'latin1'));
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
