import * as l10n from '@vscode/l10n';
import type { TrackedJob } from '../../../orders/model/trackedJob.ts';
import type { JobsState } from '../../../orders/jobs/track/jobs.ts';
import { errorSentence } from '../../../words/errorSentence.ts';
import { plain } from '../../../words/plain.ts';
import { plural, sentences, words, type Words } from '../../../words/words.ts';
import type { ListState } from '../reviewMessages.ts';

/** The statuses of jobs that translators are working on, or will be. */
const underwayStatuses: readonly string[] = ['queued', 'available', 'pending', 'revising'];

type UnderwayJob = Pick<TrackedJob, 'status' | 'units' | 'document'>;

/** Returns what the page says about its list: why it is empty, or may be out of date. */
export function listState(state: JobsState | undefined, jobs: readonly UnderwayJob[], openFailure: unknown): ListState {
  if (openFailure !== undefined) return { type: 'state', loading: false, notice: plain(errorSentence(openFailure)) };
  const loading = state === undefined || (state.refreshedAt === undefined && state.error === undefined);
  const underway = jobs.filter(({ status }) => underwayStatuses.includes(status));
  if (state?.error === undefined)
    return { type: 'state', loading, ...(underway.length === 0 ? {} : { empty: plain(underwaySentences(underway)) }) };
  return {
    type: 'state',
    loading,
    notice: plain(words(l10n.t('The last refresh failed, so this list may be out of date. The log has the details.'))),
  };
}

/** Counts the strings and documents of jobs. A job whose strings are not known has one at least. */
function underwaySentences(jobs: readonly UnderwayJob[]): Words {
  const ofStrings = jobs.filter(({ document }) => document === undefined);
  const strings = ofStrings.reduce((sum, { units }) => sum + Math.max(1, units.length), 0);
  const documents = jobs.length - ofStrings.length;
  const ofDocuments = plural(documents, {
    one: l10n.t('{0} document is being translated. Its translation appears here as soon as it can be reviewed.'),
    other: l10n.t(
      '{0} documents are being translated. Their translations appear here as soon as they can be reviewed.',
    ),
  });
  if (strings === 0) return ofDocuments;
  const ofAllStrings = plural(strings, {
    one: l10n.t('{0} string is being translated. Its translation appears here as soon as it can be reviewed.'),
    other: l10n.t('{0} strings are being translated. Their translations appear here as soon as they can be reviewed.'),
  });
  if (documents === 0) return ofAllStrings;
  return sentences(ofAllStrings, ofDocuments);
}
