import type { Services } from '../../editor/session/services.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import type { Session } from '../../editor/session/session.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import { chooseJob } from './chooseJob.ts';

/** Opens job pages. Passed in by `extension.ts`, because commands must not import the webview. */
export interface JobPageOpener {
  /** Shows how the translation differs from `previousText`, if given. */
  open(session: Session, job: TrackedJob, previousText?: string): Promise<void>;
}

/** Opens a job's page. Uses the answer `previousText`. */
export async function openJob(services: Services, pages: JobPageOpener, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'open');
  if (chosen === undefined) return;
  const { session, job, answers } = chosen;
  await pages.open(session, job, answers.previousText);
}
