import type { CodeContainer, CodeMember, CodeTree } from './codeTree.ts';

/** The containers and assignments at one path of keys, merged as a program that runs the file would find them. */
export interface Branch {
  readonly containers: CodeContainer[];
  /** In the file's order; if a key occurs twice, the last one counts. */
  readonly entries: Map<string, Entry>;
}

/** What the file has at one key of a branch. */
export interface Entry {
  /** Absent if there are only assignments below the key: `$lang['menu']['home'] = 'Home';`. */
  readonly member?: CodeMember;
  readonly container?: CodeContainer;
  /** Only if the value is a container. */
  readonly branch?: Branch;
}

/** Merges the file's containers into one tree of keys. */
export function branchesOf(tree: CodeTree): Branch {
  const root: Branch = { containers: [], entries: new Map() };
  for (const { path, container } of tree.roots) addContainer(branchAt(root, path), container);
  return root;
}

function addContainer(branch: Branch, container: CodeContainer): void {
  branch.containers.push(container);
  for (const member of container.members) {
    if (member.key === undefined) continue;
    // A key that is set again moves to its last location.
    branch.entries.delete(member.key);
    if (member.value.kind === 'text' || member.value.kind === 'other')
      branch.entries.set(member.key, { member, container });
    else {
      const childBranch: Branch = { containers: [], entries: new Map() };
      addContainer(childBranch, member.value);
      branch.entries.set(member.key, { member, container, branch: childBranch });
    }
  }
}

/** Returns the branch at a path; creates the branches that are missing on it. */
function branchAt(root: Branch, path: readonly string[]): Branch {
  let branch = root;
  for (const key of path) {
    let childBranch = branch.entries.get(key)?.branch;
    if (childBranch === undefined) {
      childBranch = { containers: [], entries: new Map() };
      branch.entries.set(key, { branch: childBranch });
    }
    branch = childBranch;
  }
  return branch;
}

/** Returns the branch at a path; undefined if there is no container, or no path. */
export function findBranch(root: Branch, path: readonly string[] | undefined): Branch | undefined {
  if (path === undefined) return undefined;
  let branch: Branch | undefined = root;
  for (const key of path) branch = branch?.entries.get(key)?.branch;
  return branch;
}
