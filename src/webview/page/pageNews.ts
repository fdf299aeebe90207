import type { PageComment, PageSnapshot } from '../protocol.ts';

/**
 * Returns the sentences to announce about what a snapshot changed since the one before: status, delivery, source, and
 * new messages. A failure and new errors are alerts where they are shown.
 */
export function pageNews(now: PageSnapshot, before: PageSnapshot | undefined): readonly string[] {
  if (now.jobId !== before?.jobId) return [];
  const changes = (before.sourceChanges ?? []).map(({ sentence }) => sentence);
  return [
    now.status === before.status ? undefined : now.statusLabel,
    now.deliveryNotice?.sentence === before.deliveryNotice?.sentence ? undefined : now.deliveryNotice?.sentence,
    ...(now.sourceChanges ?? []).map(({ sentence }) => sentence).filter((sentence) => !changes.includes(sentence)),
    ...newMessages(now.comments, before.comments),
    ...newMessages(now.order?.comments, before.order?.comments),
  ].filter((sentence) => sentence !== undefined);
}

/** The first messages that arrive are those from before the page was opened; the user's own ones are known. */
function newMessages(
  now: readonly PageComment[] | undefined,
  before: readonly PageComment[] | undefined,
): readonly string[] {
  if (now === undefined || before === undefined) return [];
  return now
    .slice(before.length)
    .filter(({ author }) => author !== 'customer')
    .map(({ authorLabel, body }) => `${authorLabel}: ${body}`);
}
