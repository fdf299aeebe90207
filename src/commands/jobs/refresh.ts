import type { Services } from '../../editor/session/services.ts';
import { jobsViewId } from '../../editor/commandIds.ts';
import { withViewProgress } from '../../editor/shown/progress.ts';

/** Asks the service for everything, jobs of these folders that the journal does not know included. */
export async function refresh(services: Services): Promise<void> {
  const session = await services.sessions.open();
  await withViewProgress(jobsViewId, () => session.jobs.refresh({ recover: true, ignoreHold: true }));
}
