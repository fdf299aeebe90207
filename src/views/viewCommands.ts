import type { CommandId } from '../editor/commandIds.ts';
import type { AccountTree } from './accountTree.ts';
import type { Grouping } from './jobGroups.ts';
import type { JobsTree } from './jobsTree.ts';

/** The views whose titles have commands. */
export interface Views {
  readonly tree: JobsTree;
  readonly account: AccountTree;
}

/** The commands of the views' titles. A grouping that is in use has a command of its own, with a check mark. */
export function viewCommands({ tree, account }: Views) {
  const choose = () => import('./chooseJobs.ts');
  const groupBy = (grouping: Grouping) => (): Promise<void> => tree.groupBy(grouping);
  return {
    'humanTranslation.groupJobs': async () => (await choose()).chooseGrouping(tree),
    'humanTranslation.groupByStatus': groupBy('status'),
    'humanTranslation.groupedByStatus': groupBy('status'),
    'humanTranslation.groupByOrder': groupBy('order'),
    'humanTranslation.groupedByOrder': groupBy('order'),
    'humanTranslation.groupByFile': groupBy('file'),
    'humanTranslation.groupedByFile': groupBy('file'),
    'humanTranslation.groupByLocale': groupBy('locale'),
    'humanTranslation.groupedByLocale': groupBy('locale'),
    'humanTranslation.filterJobs': async () => (await choose()).chooseFilter(tree),
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
