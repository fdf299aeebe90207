import * as l10n from '@vscode/l10n';
import type { TrackedJob } from '../../orders/model/trackedJob.ts';
import type { JobsState } from '../../orders/track/jobs.ts';
import { errorSentence } from '../../words/errorSentence.ts';
import { plain } from '../../words/plain.ts';
import { plural, words, type Words } from '../../words/words.ts';
import type { ReviewMessage } from './reviewProtocol.ts';

/** The statuses of jobs that translators are working on, or will be. */
const underwayStatuses: readonly string[] = ['queued', 'available', 'pending', 'revising'];

/** Returns what the page says about its list: why it is empty, or may be out of date. */
export function listState(
  state: JobsState | undefined,
  jobs: readonly Pick<TrackedJob, 'status'>[],
  openFailure: unknown,
): Extract<ReviewMessage, { readonly type: 'state' }> {
  if (openFailure !== undefined) return { type: 'state', loading: false, notice: plain(errorSentence(openFailure)) };
  const loading = state === undefined || (state.refreshedAt === undefined && state.error === undefined);
  const underway = jobs.filter(({ status }) => underwayStatuses.includes(status)).length;
  if (state?.error === undefined)
    return { type: 'state', loading, ...(underway === 0 ? {} : { empty: plain(underwaySentence(underway)) }) };
  return {
    type: 'state',
    loading,
    notice: plain(words(l10n.t('The last refresh failed, so this list may be out of date. The log has the details.'))),
  };
}

function underwaySentence(count: number): Words {
  return plural(count, {
    one: l10n.t('{0} string is being translated. Its translation appears here as soon as it can be reviewed.'),
    other: l10n.t('{0} strings are being translated. Their translations appear here as soon as they can be reviewed.'),
  });
}
