import type { CommandId } from '../editor/commandIds.ts';
import type { AccountTree } from './accountTree.ts';
import type { Grouping } from './jobGroups.ts';
import type { JobsTree } from './jobsTree.ts';

/** The views with commands in their title bars. */
export interface Views {
  readonly tree: JobsTree;
  readonly account: AccountTree;
}

/**
 * Returns the commands in the views' title bars. The grouping in use has a command of its own, because its title has a
 * check mark: `groupedByFile` instead of `groupByFile`.
 */
export function viewCommands({ tree, account }: Views) {
  const loadChoices = () => import('./chooseJobs.ts');
  const groupBy = (grouping: Grouping) => (): Promise<void> => tree.groupBy(grouping);
  return {
    'humanTranslation.groupJobs': async () => (await loadChoices()).chooseGrouping(tree),
    'humanTranslation.groupByStatus': groupBy('status'),
    'humanTranslation.groupedByStatus': groupBy('status'),
    'humanTranslation.groupByOrder': groupBy('order'),
    'humanTranslation.groupedByOrder': groupBy('order'),
    'humanTranslation.groupByFile': groupBy('file'),
    'humanTranslation.groupedByFile': groupBy('file'),
    'humanTranslation.groupByLocale': groupBy('locale'),
    'humanTranslation.groupedByLocale': groupBy('locale'),
    'humanTranslation.filterJobs': async () => (await loadChoices()).chooseFilter(tree),
    'humanTranslation.clearFilter': () => {
      tree.filterBy('');
      return Promise.resolve();
    },
    'humanTranslation.refreshAccount': () => account.refresh(),
    'humanTranslation.showMoreJobs': (rowId: unknown) => {
      tree.showMore(rowId);
      return Promise.resolve();
    },
  } as const satisfies Partial<Record<CommandId, (...args: readonly unknown[]) => Promise<void>>>;
}
