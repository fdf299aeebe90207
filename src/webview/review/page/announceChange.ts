import type { LiveRegion } from '../../shared/page/liveRegion.ts';
import { fill } from '../../shared/page/pageText.ts';
import type { ReviewState } from './model/reviewState.ts';
import { listCount } from './reviewToolbar.ts';
import type { ReviewView } from './reviewView.ts';

/** Announces how many rows are listed or selected after the user has changed that. */
export function announceChange(region: LiveRegion, stateBefore: ReviewState, view: () => ReviewView): void {
  const { state } = view();
  const isListChanged = state.filter !== stateBefore.filter || state.scope !== stateBefore.scope;
  // The counts are those at the time of the announcement, so the view is made again then.
  if (isListChanged) region.collect('list', '', () => listCount(view()));
  if (state.selected.length !== stateBefore.selected.length)
    region.collect('selected', '', () => fill(view().strings.selected, view().state.selected.length));
}
