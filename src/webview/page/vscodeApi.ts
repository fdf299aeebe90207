import type { PageIntent } from '../protocol.ts';
import type { PageState } from './pageState.ts';

/** The API that VS Code gives a page; `acquireVsCodeApi` may be called once. */
export interface VsCodeApi {
  postMessage(message: PageIntent): void;
  /** The state that `setState` stored last, also after the page was hidden and loaded again. */
  getState(): unknown;
  setState(state: PageState): void;
}

declare global {
  function acquireVsCodeApi(): VsCodeApi;
}
