import { present } from '../../../base/present.ts';
import { withNamedCharacters } from '../../../base/text/oddCharacters.ts';
import { fill } from '../../shared/page/pageText.ts';
import type { JobStrings } from '../host/jobStrings.ts';
import type { PageComment, PageSnapshot } from '../../shared/pageSnapshot.ts';

/** How many messages of a job and of its order the page has shown. A count is absent until they were loaded once. */
export interface KnownMessages {
  readonly jobId: string;
  readonly job?: number;
  readonly order?: number;
}

/**
 * Returns sentences about what has changed since the previous snapshot, for screen readers: status, delivery, source
 * and new messages. A failure and new errors are not among them, because they are alerts where they are shown.
 */
export function pageNews(
  snapshot: PageSnapshot,
  previous: PageSnapshot | undefined,
  messages: KnownMessages | undefined,
  strings: Pick<JobStrings, 'labeled'>,
): readonly string[] {
  if (snapshot.jobId !== previous?.jobId) return [];
  const counts = messages?.jobId === snapshot.jobId ? messages : undefined;
  const previousSourceChanges = (previous.sourceChanges ?? []).map(({ sentence }) => sentence);
  const sourceChanges = (snapshot.sourceChanges ?? []).map(({ sentence }) => sentence);
  const delivery = snapshot.deliveryNotice?.sentence;
  return [
    snapshot.status === previous.status ? undefined : snapshot.statusLabel,
    delivery === previous.deliveryNotice?.sentence ? undefined : delivery,
    ...sourceChanges.filter((sentence) => !previousSourceChanges.includes(sentence)),
    ...newMessages(snapshot.comments, counts?.job, strings),
    ...newMessages(snapshot.order?.comments, counts?.order, strings),
  ].filter((sentence) => sentence !== undefined);
}

/**
 * Returns the known messages after a snapshot was shown. The numbers never decrease, and messages that couldn't be
 * loaded don't count, so that a failed request doesn't make old messages new.
 */
export function knownMessages(snapshot: PageSnapshot, previous: KnownMessages | undefined): KnownMessages {
  const { jobId, order } = snapshot;
  const counts = previous?.jobId === jobId ? previous : undefined;
  return {
    jobId,
    ...present({ job: shownCount(snapshot, counts?.job), order: shownCount(order ?? {}, counts?.order) }),
  };
}

type Thread = Pick<PageSnapshot, 'comments' | 'commentsFailed'>;

function shownCount({ comments, commentsFailed }: Thread, countBefore: number | undefined): number | undefined {
  if (commentsFailed === true || comments === undefined) return countBefore;
  return Math.max(comments.length, countBefore ?? 0);
}

/** Announces none of the user's own messages, and none of the first that arrive: they are older than the page. */
function newMessages(
  comments: readonly PageComment[] | undefined,
  knownCount: number | undefined,
  { labeled }: Pick<JobStrings, 'labeled'>,
): readonly string[] {
  if (comments === undefined || knownCount === undefined) return [];
  return comments
    .slice(knownCount)
    .filter(({ author }) => author !== 'customer')
    .map(({ authorLabel, body }) => fill(labeled, authorLabel, withNamedCharacters(body)));
}
