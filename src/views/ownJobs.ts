import * as vscode from 'vscode';
import { projectId } from '../editor/projectUri.ts';
import type { TrackedJob } from '../orders/model/trackedJob.ts';

/**
 * Returns a function that tells whether a job belongs to an open folder: all windows list all jobs of an account. A
 * selection in a file outside all folders belongs to no folder; without open folders, all jobs count.
 */
export function ownJobs(): (job: TrackedJob) => boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return () => true;
  const open = new Set(folders.map(projectId));
  return ({ units }) => units.some(({ project }) => project === '' || open.has(project));
}
