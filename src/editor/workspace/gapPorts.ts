import type { GapPorts } from '../../orders/units/gaps/translationGaps.ts';
import { uriOf } from '../projectUri.ts';
import { readSettings } from '../settings.ts';
import { historyOfFolder } from './gitOfFolder.ts';

/** The settings and the Git history of open folders. */
export const folderPorts: GapPorts = {
  rightAsItIs: ({ project, path }) => readSettings(uriOf(project.id, path)).rightAsItIs,
  openHistory: async (project, signal) => {
    const root = uriOf(project, '');
    return root === undefined ? undefined : historyOfFolder(root, signal);
  },
};
