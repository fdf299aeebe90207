import path from 'node:path';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { approveJobs } from '../../../src/orders/jobs/review/approveJobs.ts';
import { generatedFiles, generatedLocales } from '../../builders/manyFiles.ts';
import type { OrderSetup } from './orderSetup.ts';
import { place, planFile, type OrderWindow } from './orderWindow.ts';
import { requireDone } from '../../../src/orders/jobs/review/review.ts';

/** Approves the translations of all jobs, which delivers them. */
export async function approveAll(window: OrderWindow): Promise<void> {
  await window.jobs.fetchAndDeliver();
  const approvals = window.jobs.all.map(({ id }) => ({ jobId: id }));
  requireDone(await approveJobs(window, approvals));
}

/**
 * Orders each file of the generated workspace by an order of its own, in a window of its folder, and has the translations
 * delivered. Needs the pace `instant`.
 */
export async function orderEachAlone(setup: OrderSetup): Promise<void> {
  for (const [folder, files] of Map.groupBy(generatedFiles, (file) => file.folder)) {
    const window = await setup.openWindow({
      projects: [{ id: folder, root: path.join(setup.windowOptions.root, folder) }],
      journalFile: path.join(path.dirname(setup.journalFile), `${folder}.jsonl`),
    });
    for (const { source } of files) {
      const plan = await planFile(window, source, generatedLocales);
      const quote = await quotePlan(window.context.client, plan, { tier: 'standard', autoApprove: false });
      const { stopped } = await place(window, quote);
      if (stopped !== undefined) throw new Error(`The order of ${source} stopped: ${stopped.kind}.`);
    }
    await approveAll(window);
  }
}
