import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../base/disposable.ts';
import type { NotificationQueue } from '../../editor/notificationQueue.ts';
import { folderName } from '../../editor/workspace/projects.ts';
import type { Session } from '../../editor/session/session.ts';
import { showInformation } from '../../editor/shown/toasts.ts';
import { plural, sentences, type Words, words } from '../../words/words.ts';
import { acceptOffer, findFolderOffers, type FolderOffer } from '../../orders/jobs/track/closedFolders.ts';
import type { NoticeMemory } from './noticeMemory.ts';
import type { JobRecord } from '../../orders/journal/ledger.ts';
import { isFinished } from '../../orders/model/trackedJob.ts';

/** How long another window, which may have the folder open, has time to deliver there before the user is asked. */
const otherWindowMs = 2 * 60_000;

interface ClosedFolderOptions {
  readonly memory: NoticeMemory;
  readonly notifications: NotificationQueue;
  readonly log: (line: string) => void;
}

/**
 * Asks once, on this machine, whether to deliver approved translations of a closed folder to an open folder with the
 * same strings. Asks immediately if the closed folder no longer exists, otherwise after two minutes.
 */
export function watchClosedFolders(session: Session, { memory, notifications, log }: ClosedFolderOptions): Disposable {
  /** Ids of the jobs about which this window has asked. */
  const askedJobs = new Set<string>();
  /** By job id, when this window has first seen that its folder is closed. */
  const firstSeen = new Map<string, number>();
  let isChecking = false;
  const logFailure = (error: unknown): void => {
    log(`Translations of closed folders could not be delivered: ${String(error)}`);
  };
  const ask = async (offer: FolderOffer): Promise<void> => {
    const factOf = ({ jobId }: FolderOffer['jobs'][number]): string => `closed ${offer.project.id} ${jobId}`;
    // Another window may have asked about some of the jobs.
    const claimedFacts = new Set(await memory.claim(offer.jobs.map(factOf)));
    const jobs = offer.jobs.filter((job) => claimedFacts.has(factOf(job)));
    if (jobs.length === 0) return;
    await notifications.show(async () => {
      await askToDeliver(session, { ...offer, jobs });
    });
  };
  const check = async (): Promise<void> => {
    const records = recordsWithoutFolder(session);
    for (const { jobId } of records) firstSeen.set(jobId, firstSeen.get(jobId) ?? Date.now());
    const unaskedRecords = records.filter(({ jobId }) => !askedJobs.has(jobId));
    if (isChecking || unaskedRecords.length === 0) return;
    isChecking = true;
    try {
      for (const offer of await findFolderOffers(session.context, unaskedRecords)) {
        const hasWaited = offer.jobs.some(({ jobId }) => Date.now() - (firstSeen.get(jobId) ?? 0) > otherWindowMs);
        if (!offer.isGone && !hasWaited) continue;
        for (const { jobId } of offer.jobs) askedJobs.add(jobId);
        // Not awaited: an unanswered question must not delay the search for others.
        ask(offer).catch(logFailure);
      }
    } finally {
      isChecking = false;
    }
  };
  return session.jobs.onDidChange(() => {
    check().catch(logFailure);
  });
}

/** Asks where to deliver one job whose folder is not open. Returns whether an open folder could be offered. */
export async function askWhereToDeliver(session: Session, jobId: string): Promise<boolean> {
  const records = recordsWithoutFolder(session).filter((record) => record.jobId === jobId);
  const offers = await findFolderOffers(session.context, records);
  for (const offer of offers) if (await askToDeliver(session, offer)) return true;
  return offers.length > 0;
}

/** Returns the jobs whose translation is approved but can't be delivered, because no open folder is theirs. */
function recordsWithoutFolder({ jobs, context }: Session): readonly JobRecord[] {
  const ids = jobs.all
    .filter((job) => isFinished(job) && job.delivery.kind === 'held' && job.delivery.reason === 'no-project')
    .map(({ id }) => id);
  return ids.flatMap((id) => context.ledger.jobs.get(id) ?? []);
}

/** Asks whether to deliver to the open folder, and does it if the user agrees. Returns whether the user agreed. */
async function askToDeliver({ context, jobs }: Session, offer: FolderOffer): Promise<boolean> {
  const deliver = words(l10n.t('Deliver to {0}'), offer.project.name);
  const later = words(l10n.t('Not Now'));
  const chosen = await showInformation(
    sentences(
      orderedFromSentence(offer),
      words(l10n.t('Deliver to “{0}” instead? It has the same strings.'), offer.project.name),
    ),
    deliver,
    later,
  );
  if (chosen !== deliver) return false;
  await acceptOffer(context, offer);
  await jobs.deliverApproved();
  return true;
}

function orderedFromSentence({ jobs: { length: count }, orderedFrom, isGone }: FolderOffer): Words {
  const folder = orderedFrom === undefined ? undefined : folderName(orderedFrom);
  if (folder === undefined)
    return plural(count, {
      one: l10n.t('{0} approved translation was ordered from a folder that isn’t open.'),
      other: l10n.t('{0} approved translations were ordered from a folder that isn’t open.'),
    });
  if (isGone)
    return plural(
      count,
      {
        one: l10n.t('{0} approved translation was ordered from {1}, which no longer exists.'),
        other: l10n.t('{0} approved translations were ordered from {1}, which no longer exists.'),
      },
      folder,
    );
  return plural(
    count,
    {
      one: l10n.t('{0} approved translation was ordered from {1}, which isn’t open.'),
      other: l10n.t('{0} approved translations were ordered from {1}, which isn’t open.'),
    },
    folder,
  );
}
