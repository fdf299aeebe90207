import type { XliffContainer, XliffNode, XliffSegment, XliffTree, XliffUnit } from './xliffTree.ts';

/**
 * Returns the tree of a target with the ids of its source's units, although their files divide them differently: of
 * `<file original="a">` with the units 1 and 2, the target may have 1 there and 2 in a second file. If a target has a
 * unit several times that its source has once, the last one counts, as for Symfony, which reads the units of all files.
 */
export function alignTree(tree: XliffTree, source: XliffTree): XliffTree {
  const units = unitsIn(tree.root);
  const keys = alignedKeys(units, unitsIn(source.root));
  if (keys.size === 0) return tree;
  const segments: XliffSegment[] = [];
  return { ...tree, root: withKeys(tree.root, keys, segments), segments };
}

function unitsIn({ children }: XliffContainer): readonly XliffUnit[] {
  return children.flatMap((child) => (child.kind === 'unit' ? [child] : unitsIn(child)));
}

/** Returns the new keys of units; those that keep their keys are missing. */
function alignedKeys(
  targetUnits: readonly XliffUnit[],
  sourceUnits: readonly XliffUnit[],
): ReadonlyMap<XliffUnit, string> {
  const sourceByKey = Map.groupBy(sourceUnits, ({ keyInFile }) => keyInFile);
  const targetByKey = Map.groupBy(targetUnits, ({ keyInFile }) => keyInFile);
  const counterparts = new Map<XliffUnit, string>();
  for (const [keyInFile, unitsOfTarget] of targetByKey) {
    const unitsOfSource = sourceByKey.get(keyInFile) ?? [];
    for (const sourceUnit of unitsOfSource) {
      const unit = counterpartOf(sourceUnit, unitsOfSource, unitsOfTarget);
      if (unit !== undefined) counterparts.set(unit, sourceUnit.key);
    }
  }
  // Units without a counterpart may not have the key of another unit.
  const takenKeys = new Set(counterparts.values());
  const keys = new Map<XliffUnit, string>();
  for (const unit of targetUnits) {
    let key = counterparts.get(unit);
    if (key === undefined) {
      key = unit.key;
      for (let number = 2; takenKeys.has(key); number += 1) key = `${unit.key}.${number}`;
      takenKeys.add(key);
    }
    if (key !== unit.key) keys.set(unit, key);
  }
  return keys;
}

/** Returns the target's unit for one of the source's units; both lists have all units with the same key. */
function counterpartOf(
  sourceUnit: XliffUnit,
  unitsOfSource: readonly XliffUnit[],
  unitsOfTarget: readonly XliffUnit[],
): XliffUnit | undefined {
  const isInFile = ({ fileName }: XliffUnit): boolean => fileName === sourceUnit.fileName;
  const targetsInFile = unitsOfTarget.filter(isInFile);
  if (unitsOfSource.length === 1) return targetsInFile.at(-1) ?? unitsOfTarget.at(-1);
  // The files of the source have different strings with this key.
  const isOnlyOneInFile = unitsOfSource.filter(isInFile).length === 1;
  if (isOnlyOneInFile && targetsInFile.length > 0) return targetsInFile.at(-1);
  return unitsOfTarget.find(({ key }) => key === sourceUnit.key);
}

/** Returns a container whose units have new keys, and adds its segments in their order. */
function withKeys(
  container: XliffContainer,
  keys: ReadonlyMap<XliffUnit, string>,
  allSegments: XliffSegment[],
): XliffContainer {
  const children = container.children.map((child): XliffNode => {
    if (child.kind === 'container') return withKeys(child, keys, allSegments);
    const key = keys.get(child) ?? child.key;
    // `2.a.s1`, a segment of the unit `2.a`, becomes `a.s1`.
    const segments = child.segments.map((segment) => ({ ...segment, id: key + segment.id.slice(child.key.length) }));
    allSegments.push(...segments);
    return { ...child, key, segments };
  });
  return { ...container, children };
}
