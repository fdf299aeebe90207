import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../base/disposable.ts';
import { folderName } from '../../editor/workspace/projects.ts';
import type { Session } from '../../editor/session/session.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { join, type Words, words } from '../../words/words.ts';
import { acceptOffer, findFolderOffers, type FolderOffer } from '../../orders/track/closedFolders.ts';
import type { JobRecord } from '../../orders/journal/ledger.ts';
import { isFinished } from '../../orders/model/trackedJob.ts';

/**
 * The window that has the folder open delivers by itself; only if nobody has done so for this long is the user asked.
 */
const patienceMs = 2 * 60_000;

/**
 * Asks about approved translations whose folder is not open while a folder is that has the same strings: at once if the
 * folder that ordered them is gone, else after a while. Each question is asked once in the life of a session.
 */
export function watchClosedFolders(session: Session, log: (line: string) => void): Disposable {
  const asked = new Set<string>();
  const since = new Map<string, number>();
  let isLooking = false;
  const logFailure = (error: unknown): void => {
    log(`Translations of folders that are not open could not be delivered: ${String(error)}`);
  };
  const look = async (): Promise<void> => {
    const waiting = waitingRecords(session);
    for (const { jobId } of waiting) since.set(jobId, since.get(jobId) ?? Date.now());
    const news = waiting.filter(({ jobId }) => !asked.has(jobId));
    if (isLooking || news.length === 0) return;
    isLooking = true;
    try {
      for (const offer of await findFolderOffers(session.context, news)) {
        const isDue = offer.isGone || offer.jobs.some(({ jobId }) => Date.now() - (since.get(jobId) ?? 0) > patienceMs);
        if (!isDue) continue;
        for (const { jobId } of offer.jobs) asked.add(jobId);
        // A question may stay unanswered for long, and keeps no other one from being asked.
        askAbout(session, offer).catch(logFailure);
      }
    } finally {
      isLooking = false;
    }
  };
  return session.jobs.onDidChange(() => {
    look().catch(logFailure);
  });
}

/** Asks where to deliver one job whose folder is not open. Returns whether anything could be asked. */
export async function askWhereToDeliver(session: Session, jobId: string): Promise<boolean> {
  const offers = await findFolderOffers(
    session.context,
    waitingRecords(session).filter((record) => record.jobId === jobId),
  );
  for (const offer of offers) if (await askAbout(session, offer)) return true;
  return offers.length > 0;
}

function waitingRecords({ jobs, context }: Session): readonly JobRecord[] {
  const ids = jobs.all
    .filter((job) => isFinished(job) && job.delivery.kind === 'held' && job.delivery.reason === 'no-project')
    .map(({ id }) => id);
  return ids.flatMap((id) => context.ledger.jobs.get(id) ?? []);
}

async function askAbout({ context, jobs }: Session, offer: FolderOffer): Promise<boolean> {
  const here = words(l10n.t('Deliver to {0}'), offer.project.name);
  const later = words(l10n.t('Not Now'));
  const chosen = await showInformation(
    join(
      [
        orderedSentence(offer),
        words(l10n.t('Deliver to “{0}” instead? It has the same source text.'), offer.project.name),
      ],
      ' ',
    ),
    here,
    later,
  );
  if (chosen !== here) return false;
  await acceptOffer(context, offer);
  await jobs.deliverApproved();
  return true;
}

function orderedSentence({ jobs: { length: count }, orderedFrom, isGone }: FolderOffer): Words {
  const folder = orderedFrom === undefined ? undefined : folderName(orderedFrom);
  if (count === 1) {
    if (folder === undefined)
      return words(l10n.t('1 approved translation was ordered from a folder that is not open.'));
    return isGone
      ? words(l10n.t('1 approved translation was ordered from {0}, which no longer exists.'), folder)
      : words(l10n.t('1 approved translation was ordered from {0}, which is not open.'), folder);
  }
  if (folder === undefined)
    return words(l10n.t('{0} approved translations were ordered from a folder that is not open.'), count);
  return isGone
    ? words(l10n.t('{0} approved translations were ordered from {1}, which no longer exists.'), count, folder)
    : words(l10n.t('{0} approved translations were ordered from {1}, which is not open.'), count, folder);
}
