import type { LiveRegion } from '../../shared/page/liveRegion.ts';
import { fill } from '../../shared/page/pageText.ts';
import type { ReviewState } from './model/reviewState.ts';
import { listCount } from './reviewToolbar.ts';
import type { ReviewView } from './reviewView.ts';

/** Announces how many rows are listed or selected after the user has changed that. */
export function announceChange(region: LiveRegion, before: ReviewState, view: () => ReviewView): void {
  const { state } = view();
  if (state.filter !== before.filter || state.scope !== before.scope)
    region.collect('list', '', () => listCount(view()));
  if (state.selected.length !== before.selected.length)
    region.collect('selected', '', () => fill(view().strings.selected, view().state.selected.length));
}
