import { withNamedCharacters } from '../../../base/text/oddCharacters.ts';
import { fill } from '../../shared/page/pageText.ts';
import type { JobStrings } from '../host/jobStrings.ts';
import type { PageComment, PageSnapshot } from '../../shared/pageSnapshot.ts';

/** How many messages of a job and of its order have been shown. A number is absent until they were loaded once. */
export interface KnownMessages {
  readonly jobId: string;
  readonly job?: number;
  readonly order?: number;
}

/**
 * Returns the sentences to announce about what a snapshot changed since the one before: status, delivery, source, and
 * messages that are not known. A failure and new errors are alerts where they are shown.
 */
export function pageNews(
  now: PageSnapshot,
  before: PageSnapshot | undefined,
  messages: KnownMessages | undefined,
  strings: Pick<JobStrings, 'labeled'>,
): readonly string[] {
  if (now.jobId !== before?.jobId) return [];
  const changes = (before.sourceChanges ?? []).map(({ sentence }) => sentence);
  const ofJob = messages?.jobId === now.jobId ? messages : undefined;
  return [
    now.status === before.status ? undefined : now.statusLabel,
    now.deliveryNotice?.sentence === before.deliveryNotice?.sentence ? undefined : now.deliveryNotice?.sentence,
    ...(now.sourceChanges ?? []).map(({ sentence }) => sentence).filter((sentence) => !changes.includes(sentence)),
    ...newMessages(now.comments, ofJob?.job, strings),
    ...newMessages(now.order?.comments, ofJob?.order, strings),
  ].filter((sentence) => sentence !== undefined);
}

/**
 * Returns the known messages after a snapshot was shown. The numbers never decrease, and messages that couldn't be
 * loaded don't count, so that a failed request doesn't make old messages new.
 */
export function knownMessages(now: PageSnapshot, before: KnownMessages | undefined): KnownMessages {
  const earlier = before?.jobId === now.jobId ? before : undefined;
  const job = now.commentsFailed === true ? earlier?.job : countOf(now.comments, earlier?.job);
  const order = now.order?.commentsFailed === true ? earlier?.order : countOf(now.order?.comments, earlier?.order);
  return { jobId: now.jobId, ...(job === undefined ? {} : { job }), ...(order === undefined ? {} : { order }) };
}

function countOf(comments: readonly PageComment[] | undefined, earlierCount: number | undefined): number | undefined {
  if (comments === undefined) return earlierCount;
  return Math.max(comments.length, earlierCount ?? 0);
}

/** The first messages that arrive are those from before the page was opened; the user's own ones are known. */
function newMessages(
  now: readonly PageComment[] | undefined,
  knownCount: number | undefined,
  { labeled }: Pick<JobStrings, 'labeled'>,
): readonly string[] {
  if (now === undefined || knownCount === undefined) return [];
  return now
    .slice(knownCount)
    .filter(({ author }) => author !== 'customer')
    .map(({ authorLabel, body }) => fill(labeled, authorLabel, withNamedCharacters(body)));
}
