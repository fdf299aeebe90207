import type { Services } from '../../editor/session/services.ts';
import { jobsViewId } from '../../editor/commandIds.ts';
import { withViewProgress } from '../../editor/shown/withProgress.ts';

/** Refreshes all jobs, even during a long pause that the service asked for. Also finds jobs that the journal lacks. */
export async function refresh(services: Services): Promise<void> {
  const session = await services.sessions.open();
  await withViewProgress(jobsViewId, () => session.jobs.fetchAndDeliver({ recover: true, ignoreHold: true }));
  void session.jobs.readThreads();
}
