import * as vscode from 'vscode';
import { projectId } from '../editor/projectUri.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';

/**
 * Returns a function that tells whether a job belongs to an open folder: every window lists all jobs of the account. A
 * job of a file outside all folders belongs to every window. Without open folders, all jobs belong to it.
 */
export function belongsToOpenFolder(): (job: TrackedJob) => boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return () => true;
  const openProjects = new Set(folders.map(projectId));
  return ({ units }) => units.some(({ project }) => project === '' || openProjects.has(project));
}
