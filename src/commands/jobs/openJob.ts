import type { Services } from '../../editor/session/services.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob } from './chooseJob.ts';

/** Opens job pages. Passed in by `extension.ts`, because commands must not import the webview. */
export interface JobPageOpener {
  /** Shows how the translation differs from `previousText`, if given. */
  open(jobId: string, title: string, previousText?: string): void;
}

/** Opens a job's page. Uses the answer `previousText`. */
export async function openJob(services: Services, pages: JobPageOpener, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'open');
  if (chosen === undefined) return;
  const { job, answers } = chosen;
  pages.open(job.id, job.title, answers.previousText);
}
