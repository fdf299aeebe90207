import type { Services } from '../editor/services.ts';
import { chooseJob } from './jobArgument.ts';

/** What shows the pages: the composition root passes it in, since commands do not know the webview. */
export interface JobPageOpener {
  open(jobId: string, title: string): void;
}

export async function openJob(services: Services, pages: JobPageOpener, argument: unknown): Promise<void> {
  const chosen = await chooseJob(services, argument, 'open');
  if (chosen !== undefined) pages.open(chosen.job.id, chosen.job.title);
}
