import * as l10n from '@vscode/l10n';
import type { JobsState } from '../../orders/track/jobs.ts';
import { errorSentence } from '../../words/errorSentence.ts';
import { plain } from '../../words/plain.ts';
import { words } from '../../words/words.ts';
import type { ReviewMessage } from './reviewProtocol.ts';

/** Returns what the page says about its list: why it is empty, or may be out of date. */
export function listState(
  state: JobsState | undefined,
  openFailure: unknown,
): Extract<ReviewMessage, { readonly type: 'state' }> {
  if (openFailure !== undefined) return { type: 'state', loading: false, notice: plain(errorSentence(openFailure)) };
  const loading = state === undefined || (state.refreshedAt === undefined && state.error === undefined);
  if (state?.error === undefined) return { type: 'state', loading };
  return {
    type: 'state',
    loading,
    notice: plain(words(l10n.t('The last refresh failed, so this list may be out of date. The log has the details.'))),
  };
}
