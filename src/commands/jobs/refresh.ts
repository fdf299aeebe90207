import type { Services } from '../../editor/session/services.ts';
import { jobsViewId } from '../../editor/commandIds.ts';
import { withViewProgress } from '../../editor/shown/progress.ts';

/** Refreshes all jobs from the service, including jobs of the open folders that are missing from the journal. */
export async function refresh(services: Services): Promise<void> {
  const session = await services.sessions.open();
  await withViewProgress(jobsViewId, () => session.jobs.fetchAndDeliver({ recover: true, ignoreHold: true }));
  void session.jobs.readThreads();
}
