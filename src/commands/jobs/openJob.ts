import type { Services } from '../../editor/session/services.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { chooseJob } from './jobArgument.ts';

/** What shows the pages: the composition root passes it in, since commands do not know the webview. */
export interface JobPageOpener {
  /** Marks how the translation differs from `previousText`, if given. */
  open(jobId: string, title: string, previousText?: string): void;
}

/** Opens a job's page. Answers: previousText. */
export async function openJob(services: Services, pages: JobPageOpener, argument: JobCommandArgument): Promise<void> {
  const chosen = await chooseJob(services, argument, 'open');
  if (chosen === undefined) return;
  const { job, answers } = chosen;
  pages.open(job.id, job.title, answers.previousText);
}
