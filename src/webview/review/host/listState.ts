import * as l10n from '@vscode/l10n';
import { present } from '../../../base/present.ts';
import type { TrackedJob } from '../../../orders/model/trackedJob.ts';
import type { JobsState } from '../../../orders/jobs/track/jobs.ts';
import { errorSentence } from '../../../words/errorSentence.ts';
import { plain } from '../../../words/plain.ts';
import { plural, sentences, words, type Words } from '../../../words/words.ts';
import type { ListState } from '../reviewMessages.ts';

/** The statuses of jobs that translators are working on, or will be. */
const underwayStatuses: readonly string[] = ['queued', 'available', 'pending', 'revising'];

type UnderwayJob = Pick<TrackedJob, 'status' | 'units' | 'document'>;

/**
 * Returns what the page says about its list: why it is empty, or may be out of date. `openFailure` is the error if no
 * session could be opened; `state` is undefined without a session.
 */
export function listState(state: JobsState | undefined, jobs: readonly UnderwayJob[], openFailure: unknown): ListState {
  if (openFailure !== undefined) return { type: 'state', loading: false, notice: plain(errorSentence(openFailure)) };
  if (state?.error !== undefined) {
    const notice = words(l10n.t('The last refresh failed, so this list may be out of date. The log has the details.'));
    return { type: 'state', loading: false, notice: plain(notice) };
  }
  const underwayJobs = jobs.filter(({ status }) => underwayStatuses.includes(status));
  const empty = underwayJobs.length === 0 ? undefined : plain(underwaySentences(underwayJobs));
  return { type: 'state', loading: state?.refreshedAt === undefined, ...present({ empty }) };
}

/** Counts the strings and documents of jobs. A job whose strings are not known has one at least. */
function underwaySentences(jobs: readonly UnderwayJob[]): Words {
  const jobsOfStrings = jobs.filter(({ document }) => document === undefined);
  const stringCount = jobsOfStrings.reduce((sum, { units }) => sum + Math.max(1, units.length), 0);
  const documentCount = jobs.length - jobsOfStrings.length;
  const documentSentence = plural(documentCount, {
    one: l10n.t('{0} document is being translated. Its translation appears here as soon as it can be reviewed.'),
    other: l10n.t(
      '{0} documents are being translated. Their translations appear here as soon as they can be reviewed.',
    ),
  });
  if (stringCount === 0) return documentSentence;
  const stringSentence = plural(stringCount, {
    one: l10n.t('{0} string is being translated. Its translation appears here as soon as it can be reviewed.'),
    other: l10n.t('{0} strings are being translated. Their translations appear here as soon as they can be reviewed.'),
  });
  if (documentCount === 0) return stringSentence;
  return sentences(stringSentence, documentSentence);
}
