import { branchBaseOfFolder } from '../../editor/workspace/gitOfFolder.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { BranchError } from '../../orders/model/errors/branchError.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { KeyPattern } from '../../orders/model/plan/keyPattern.ts';
import { fileKey, idsWithin, type StringLimit } from '../../orders/model/plan/stringLimit.ts';
import { earlierReader, type SourceFile } from '../../orders/units/files/localeFile.ts';
import type { BranchBase } from '../../orders/model/plan/branchBase.ts';
import { stringsOfBranch } from '../../orders/model/plan/branchStrings.ts';
import type { UnitScope } from './orderScope.ts';

/** Returns the scope limited to the strings with these keys. Throws OrderError 'nothing-to-order' if it has none. */
export function withKeys(scope: UnitScope, pattern: KeyPattern): UnitScope {
  return withLimit(scope, { kind: 'keys', pattern });
}

/** Whether a scope has a string with one of these keys. */
export function hasKeys({ sources }: UnitScope, { matches }: KeyPattern): boolean {
  return sources.some(({ units }) => units.some(({ id }) => matches(id)));
}

/**
 * Returns the scope limited to the strings that the branch which is checked out has added or changed. A folder outside
 * any repository is skipped if another one is in a repository. Rejects with BranchError, also for a branch without such
 * strings, and with the signal's reason.
 */
export async function withBranchChanges(scope: UnitScope, signal: AbortSignal): Promise<UnitScope> {
  const wholeScope = scope.unlimited ?? scope;
  const ids = new Map<string, ReadonlySet<string>>();
  const bases = new Set<string>();
  let skipped: BranchError | undefined;
  const byProject = Map.groupBy(wholeScope.sources, ({ project }) => project.id);
  for (const [project, sources] of byProject) {
    try {
      const base = await openBase(project, signal);
      try {
        for (const source of sources) ids.set(fileKey(source), await changedIds(base, source, signal));
        bases.add(base.name);
      } finally {
        base.dispose();
      }
    } catch (error) {
      if (!(error instanceof BranchError) || error.reason !== 'no-repository') throw error;
      skipped = error;
    }
  }
  if (bases.size === 0 && skipped !== undefined) throw skipped;
  const base = [...bases].join(', ');
  if ([...ids.values()].every(({ size }) => size === 0)) throw new BranchError('no-changes', base);
  return withLimit(wholeScope, { kind: 'branch', base, ids });
}

async function openBase(project: string, signal: AbortSignal): Promise<BranchBase> {
  const root = uriOf(project, '');
  if (root === undefined) throw new BranchError('no-repository');
  return branchBaseOfFolder(root, signal);
}

async function changedIds(base: BranchBase, source: SourceFile, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { path, text, units, format, project } = source;
  const { idsArePositions } = format;
  const usualEncoding = project.usualEncoding?.(path);
  const read = await earlierReader(source);
  return stringsOfBranch(base, { path, text, units, idsArePositions, read, usualEncoding }, signal);
}

/** Returns the scope with a limit, and with the files that have strings within it. */
function withLimit(scope: UnitScope, limit: StringLimit): UnitScope {
  const unlimited = scope.unlimited ?? scope;
  const [first, ...others] = unlimited.sources.filter((source) => {
    const limitedIds = idsWithin(limit, source);
    return source.units.some(({ id }) => limitedIds?.has(id));
  });
  if (first === undefined) throw new OrderError('nothing-to-order');
  return { ...unlimited, sources: [first, ...others], limit, unlimited };
}
