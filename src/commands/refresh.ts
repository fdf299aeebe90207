import * as vscode from 'vscode';
import type { Services } from '../editor/services.ts';
import { jobsViewId } from '../editor/commandIds.ts';

/** Asks the service for everything, jobs of these folders that the journal does not know included. */
export async function refresh(services: Services): Promise<void> {
  const session = await services.sessions.open();
  await vscode.window.withProgress({ location: { viewId: jobsViewId } }, () => session.jobs.refresh({ recover: true, ignoreHold: true }));
}
