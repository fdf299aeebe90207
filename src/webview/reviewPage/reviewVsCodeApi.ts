import type { ReviewIntent } from '../review/reviewProtocol.ts';
import type { ReviewState } from './model/reviewState.ts';

/** The API that VS Code gives the review page. */
export interface ReviewVsCodeApi {
  postMessage(message: ReviewIntent): void;
  /** The state that `setState` stored last, also after the page was hidden and loaded again. */
  getState(): unknown;
  setState(state: ReviewState): void;
}
