/** The API that VS Code gives a page, whose intents and state have these types. */
export interface VsCodeApi<Intent, State> {
  postMessage(intent: Intent): void;
  /** The state that `setState` stored last, also after the page was hidden and loaded again. */
  getState(): unknown;
  setState(state: State): void;
}
