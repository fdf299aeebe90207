import { execFile } from 'node:child_process';
import { chown, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openSourceFile, openTargets } from '../../../src/orders/units/files/localeFile.ts';
import { locateDocument, openDocument } from '../../../src/orders/units/files/sourceDocument.ts';
import { planHistory } from '../../../src/orders/journal/unitsInFlight.ts';
import { planDocuments } from '../../../src/orders/units/plan/planDocuments.ts';
import { planOrder } from '../../../src/orders/units/plan/planOrder.ts';
import { WriteTrials } from '../../../src/project/writeTrials.ts';
import type { OrderWindow } from './orderWindow.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';
import { isRefused } from '../../../src/orders/model/errors/refusedFileError.ts';
import { withoutObstacles } from '../../../src/orders/model/plan/planDecisions.ts';

const run = promisify(execFile);

/** The group and user of tests that need a user without root's permissions: `nobody`. */
const nobody = 65534;

/** A folder that all users may enter: the one for temporary files may be private. */
export const sharedFolder = '/tmp';

/** Returns whether a command succeeds, such as one that only root may run. */
export async function tryCommand(command: string, ...args: readonly string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

/** Whether this process may mount file systems and set the attributes that bind root, too. */
export async function isPrivileged(folder: string): Promise<boolean> {
  return (
    process.getuid?.() === 0 && (await tryCommand('chattr', '+i', folder)) && (await tryCommand('chattr', '-i', folder))
  );
}

/** Runs `work` as a user that permissions bind, who owns everything below a folder except `others`. */
export async function asUser<T>(folder: string, others: readonly string[], work: () => Promise<T>): Promise<T> {
  const names = await readdir(folder, { recursive: true });
  for (const name of ['', ...names])
    if (!others.some((other) => path.join(folder, name) === other))
      await chown(path.join(folder, name), nobody, nobody);
  process.setegid?.(nobody);
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/**
 * Plans an order as the wizard does: of what can be delivered, in memory and on the disk. Target files outside the
 * project are declined.
 */
export async function planDeliverable(
  { context, jobs, project, root }: Pick<OrderWindow, 'context' | 'jobs' | 'project'> & { readonly root: string },
  { file, locale, isDocument }: { readonly file: string; readonly locale: string; readonly isDocument: boolean },
): Promise<Plan> {
  const languages = (await context.client.service.languages()).map(({ code }) => code);
  await context.journal.sync();
  const history = await planHistory(context.ledger, await context.journal.siblings(), (id) => jobs.statusOf(id));
  const plan = isDocument ? await documentPlan() : await filePlan();
  const trials = new WriteTrials();
  return withoutObstacles(plan, async (_, targetFile) => {
    if (context.ledger.pendingWriteIn(project.id, targetFile) !== undefined) return 'interrupted';
    if ((await project.leadsOutside(targetFile)) !== undefined) return 'leads-outside';
    if (await isRefused(project, targetFile, context.log)) return 'not-writable';
    return (await trials.whyNot(path.join(root, targetFile)))?.obstacle;
  });

  async function filePlan(): Promise<Plan> {
    const source = await openSourceFile(project, file, context.layouts(project.id, file));
    const { opened, failed } = await openTargets(source, [locale], new AbortController().signal);
    const planned = await planOrder({ source, targets: opened, history, languages });
    const unreadable = failed.map(({ locale: each }) => ({ key: file, locale: each, reason: 'unreadable' as const }));
    return { ...planned, skipped: [...planned.skipped, ...unreadable] };
  }

  async function documentPlan(): Promise<Plan> {
    const document = await openDocument(project, await locateDocument(project, file, [], 'en'), []);
    const documents = 'content' in document ? [document] : [];
    return planDocuments({ documents, refused: [], targets: [locale], history, languages });
  }
}

/** Names the files below a folder that a trial or a write has left behind. */
export async function leftoversIn(folder: string): Promise<readonly string[]> {
  if (!(await stat(folder)).isDirectory()) return [];
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => path.basename(name).startsWith('.human-translation-'));
}
