import { once } from '../../base/once.ts';
import { listKeysOf, listKeysOfTarget } from '../kit/listKeys.ts';
import { findBranch, type Branch } from './codeBranches.ts';
import {
  isContainer,
  type CodeContainer,
  type CodeMember,
  type CodeNode,
  type CodeRoot,
  type CodeTree,
} from './codeTree.ts';
import { elementsOf, keyedBy } from './withElementKeys.ts';

/** A branch of a target's source. */
export interface SourceBranch {
  readonly text: string;
  readonly branch: () => Branch | undefined;
}

/**
 * Returns the tree of a target in which the elements of lists at a path, and below it, are known by what those of its
 * source are; the tree itself if all of them already are.
 */
export function treeAsInSource(tree: CodeTree, path: readonly string[], source: SourceBranch): CodeTree {
  const roots = tree.roots.map((root): CodeRoot => {
    const { container } = root;
    const isSamePath = root.path.slice(0, path.length).every((key, index) => key === path[index]);
    if (!isSamePath) return root;
    // `$lang['menu'] = […];` is below the path.
    const branch = (): Branch | undefined => {
      const sourceBranch = source.branch();
      return sourceBranch && findBranch(sourceBranch, root.path.slice(path.length));
    };
    const keysToPath = path.slice(root.path.length);
    const newContainer = belowKeys(tree.text, container, keysToPath, { text: source.text, branch });
    return newContainer === container ? root : { ...root, container: newContainer };
  });
  const isUnchanged = roots.every((root, index) => root === tree.roots[index]);
  return isUnchanged ? tree : { ...tree, roots };
}

/** Returns a container in which only the containers below some keys are as in the source. */
function belowKeys(
  text: string,
  container: CodeContainer,
  [firstKey, ...furtherKeys]: readonly string[],
  source: SourceBranch,
): CodeContainer {
  if (firstKey === undefined) return asInSource(text, container, source);
  return withChangedValues(container, ({ key, value }) =>
    key === firstKey && isContainer(value) ? belowKeys(text, value, furtherKeys, source) : value,
  );
}

/** Returns a container with other values; the container itself if all are the same. */
function withChangedValues(container: CodeContainer, valueOf: (member: CodeMember) => CodeNode): CodeContainer {
  const values = container.members.map(valueOf);
  const isUnchanged = container.members.every(({ value }, index) => value === values[index]);
  if (isUnchanged) return container;
  const members = container.members.map((member, index) => ({ ...member, value: values[index] ?? member.value }));
  return { ...container, members };
}

/**
 * Returns a container of a target in which the elements of lists, at any depth, are known by what those at the same path
 * of its source are.
 */
function asInSource(text: string, container: CodeContainer, source: SourceBranch): CodeContainer {
  return withChangedValues(listAsInSource(text, container, source), ({ key, value }) => {
    if (key === undefined || !isContainer(value)) return value;
    const branch = once(() => source.branch()?.entries.get(key)?.branch);
    return asInSource(text, value, { text: source.text, branch });
  });
}

function listAsInSource(text: string, container: CodeContainer, source: SourceBranch): CodeContainer {
  if (container.kind !== 'list') return container;
  const list = container.unkeyed ?? container;
  const listKeys = listKeysOfTarget(elementsOf(list, text), () => elementsOf(listOf(source.branch()), source.text));
  const isUnchanged = listKeys?.idName === listKeysOf(elementsOf(list, text))?.idName;
  return isUnchanged ? container : keyedBy(listKeys, text, list);
}

/** The list at a branch, without keys. */
function listOf(branch: Branch | undefined): CodeContainer | undefined {
  const [container] = branch?.containers ?? [];
  return container?.kind === 'list' ? (container.unkeyed ?? container) : undefined;
}
