import * as l10n from '@vscode/l10n';
import type { JobArgument } from '../../editor/commandIds.ts';
import type { JobCommandArgument } from '../../editor/jobCommandArgument.ts';
import { uriOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import type { Session } from '../../editor/session/session.ts';
import { layoutSettings } from '../../editor/settings.ts';
import { findProject } from '../../editor/workspace/projects.ts';
import { askWarning } from '../../editor/shown/toasts.ts';
import { openSourceFile } from '../../orders/units/files/localeFile.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { currentUnits } from '../../orders/model/sourceState.ts';
import { sourceUnitOf } from '../../orders/model/sourceUnit.ts';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import { cancelJobs, requireDone } from '../../orders/jobs/review/review.ts';
import { formatCredits } from '../../words/formatting.ts';
import { sentences, words } from '../../words/words.ts';
import { documentScope } from '../scope/documentScope.ts';
import { runScope } from '../order/runScope.ts';
import type { OrderScope } from '../scope/orderScope.ts';

/**
 * Cancels a job that no translator has started, because its source has changed, and starts an order of its strings as
 * they are now. The user confirms the cancellation here, and the price before anything is ordered. Rejects with
 * OrderError 'already-started' if a translator has started since the job was shown.
 */
export async function cancelAndOrder(services: Services, argument: JobCommandArgument & JobArgument): Promise<void> {
  const session = await services.sessions.open();
  const job = session.jobs.get(argument.jobId);
  if (job === undefined) throw new OrderError('unknown-job', argument.jobId);
  // Called only for its error: if the strings can't be ordered again, the job is not canceled.
  await changedScope(job, new AbortController().signal);
  if (argument.confirmed !== true && !(await confirm(job))) return;
  await cancelUnlessStarted(session, job);
  await runScope(services, 'order', (signal) => changedScope(job, signal));
}

async function confirm(job: TrackedJob): Promise<boolean> {
  const cancelAndOrderAgain = words(l10n.t('Cancel and Order Again'));
  const chosen = await askWarning(
    {
      message: words(l10n.t('Cancel the job “{0}” and order its text as it is now?'), job.title),
      detail: sentences(
        words(
          l10n.t('No translator has started it. Its price of {0} will be refunded.'),
          formatCredits(job.credits, job.currency),
        ),
        words(l10n.t('You see the price of the new order before anything is ordered.')),
      ),
      closeTitle: words(l10n.t('Keep Job')),
    },
    cancelAndOrderAgain,
  );
  return chosen === cancelAndOrderAgain;
}

/** Cancels a job. If a translator has started, throws OrderError 'already-started' instead of the service's error. */
async function cancelUnlessStarted(session: Session, job: TrackedJob): Promise<void> {
  try {
    requireDone(await cancelJobs(session, [job.id]));
  } catch (error) {
    const status = session.jobs.get(job.id)?.status;
    const hasStarted = status !== undefined && !['available', 'queued', 'canceled'].includes(status);
    if (hasStarted) throw new OrderError('already-started', job.title);
    throw error;
  }
}

/**
 * Opens the strings of a job, or its document, as they are now. Throws OrderError 'nothing-to-order' or 'no-project'.
 */
async function changedScope({ units, sourceChanges }: TrackedJob, signal: AbortSignal): Promise<OrderScope> {
  const unitsToOrder = currentUnits(units, sourceChanges).filter(({ targetFile }) => targetFile !== undefined);
  const [first] = unitsToOrder;
  if (first === undefined) throw new OrderError('nothing-to-order');
  const uri = uriOf(first.project, first.file);
  const project = findProject(first.project);
  if (uri === undefined || project === undefined) throw new OrderError('no-project');
  const isDocument = first.key === undefined;
  if (isDocument) return { ...(await documentScope([uri])), initialTargets: [first.locale] };
  const source = await openSourceFile(project, first.file, layoutSettings(uri), signal);
  const sourceUnits = new Map(source.units.map((unit) => [unit.id, unit]));
  // An order of selected strings has one file. Those in other files remain to be ordered.
  const keys = unitsToOrder.filter(({ file }) => file === first.file).flatMap(({ key }) => key ?? []);
  const selected = new Set(keys.flatMap((key) => sourceUnitOf(sourceUnits, key)?.id ?? []));
  if (selected.size === 0) throw new OrderError('nothing-to-order');
  return { kind: 'units', sources: [source], selected, initialTargets: [first.locale] };
}
