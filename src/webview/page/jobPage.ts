import '@vscode-elements/elements/dist/vscode-badge/index.js';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';
import { html, LitElement, type TemplateResult } from 'lit';
import type { PageAction, PageSnapshot, PageStrings } from '../protocol.ts';
import { commentThread } from './commentThread.ts';
import { factList, givenFeedback, jobActionBar, jobHeader, notices, passages, problemList } from './jobOverview.ts';
import { parseState, stateAfter, type PageState } from './pageState.ts';
import { actionLabels, loading, type ActionIntent, type PageView, type Refusal } from './pageView.ts';
import { hasErrors, reviewForms } from './reviewForms.ts';
import { changesSinceShown, revisionList } from './revisionList.ts';
import { sourceNotices } from './sourceNotices.ts';
import { fill } from './pageText.ts';
import type { VsCodeApi } from './vscodeApi.ts';

/**
 * The page of one job. It keeps the last snapshot and what the user entered; all its parts are functions of these.
 */
export class JobPage extends LitElement {
  readonly #api: VsCodeApi;
  readonly #strings: PageStrings;
  #snapshot: PageSnapshot | undefined;
  #state: PageState | undefined;
  #pending: PageAction | undefined;
  #confirming = false;
  #formError: Refusal | undefined;
  #announcement = '';
  #hadFocus = false;

  constructor(api: VsCodeApi, strings: PageStrings) {
    super();
    this.#api = api;
    this.#strings = strings;
    this.#state = parseState(api.getState());
  }

  /** Shows a snapshot; entered text, focus and caret are kept. */
  receive(snapshot: PageSnapshot): void {
    const previous = this.#state;
    this.#state = stateAfter(previous, snapshot);
    this.#api.setState(this.#state);
    if (!snapshot.busy) this.#pending = undefined;
    if (isOtherTranslation(snapshot, this.#snapshot) || !hasErrors({ snapshot })) this.#confirming = false;
    if (snapshot.busy) this.#announcement = this.#strings.working;
    else if (snapshot.done !== undefined && previous !== undefined && this.#state.doneCount !== previous.doneCount) {
      this.#announcement = fill(this.#strings.finished, this.#strings[actionLabels[snapshot.done.intent]]);
      if (snapshot.done.intent === 'approve') this.#confirming = false;
    } else if (this.#announcement === this.#strings.working) this.#announcement = '';
    this.#snapshot = snapshot;
    this.requestUpdate();
  }

  /** Renders into the document itself, so that page.css, labels and ids apply to all elements. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    this.#hadFocus = this.contains(document.activeElement);
  }

  /**
   * If the focused element was removed, moves the focus to the title, where keyboard users can continue. A focus
   * outside the page is not moved.
   */
  protected override updated(): void {
    if (this.#hadFocus && document.hasFocus() && !this.contains(document.activeElement)) this.#focus('title');
  }

  protected override render(): TemplateResult {
    const view = this.#view();
    return html`<main aria-busy=${view?.busy === true ? 'true' : 'false'}>
      <p class="visually-hidden" role="status">${this.#announcement}</p>
      ${
        view === undefined
          ? loading(this.#strings)
          : html`${jobHeader(view)} ${factList(view)} ${notices(view)} ${problemList(view)} ${passages(view)}
            ${changesSinceShown(view)} ${sourceNotices(view)} ${jobActionBar(view)} ${reviewForms(view)}
            ${givenFeedback(view)} ${revisionList(view)} ${commentThread(view)}`
      }
    </main>`;
  }

  #view(): PageView | undefined {
    const snapshot = this.#snapshot;
    const state = this.#state;
    if (snapshot === undefined || state === undefined) return undefined;
    return {
      snapshot,
      state,
      strings: this.#strings,
      busy: snapshot.busy || this.#pending !== undefined,
      pending: this.#pending,
      confirming: this.#confirming,
      formError: this.#formError,
      change: (patch) => {
        // Two changes may arrive before the page is rendered.
        this.#change({ ...(this.#state ?? state), ...patch });
      },
      confirm: (confirming) => {
        void this.#confirm(confirming);
      },
      showFormError: (formError) => {
        this.#formError = formError;
        this.requestUpdate();
        this.#focus(`${formError.intent}-text`);
      },
      send: (intent) => {
        this.#send(intent);
      },
    };
  }

  #change(state: PageState): void {
    this.#state = state;
    this.#formError = undefined;
    this.#api.setState(state);
    this.requestUpdate();
  }

  /** Asks for confirmation, with the focus on Back, so that a second Enter by habit does not approve. */
  async #confirm(confirming: boolean): Promise<void> {
    this.#confirming = confirming;
    this.requestUpdate();
    await this.updateComplete;
    this.#focus(confirming ? 'approve-back' : 'approve');
  }

  #send(intent: ActionIntent): void {
    // A second press may arrive before the first has been rendered.
    if (this.#pending !== undefined) return;
    this.#pending = intent.type;
    this.#formError = undefined;
    this.#announcement = this.#strings.working;
    this.#api.postMessage(intent);
    this.requestUpdate();
  }

  #focus(id: string): void {
    this.querySelector<HTMLElement>(`#${id}`)?.focus();
  }
}

/** A confirmation applies to the translation that is shown, and ends when another one arrives. */
function isOtherTranslation(now: PageSnapshot, before: PageSnapshot | undefined): boolean {
  return now.translation.text !== before?.translation.text || now.translationHash !== before?.translationHash;
}

customElements.define('human-translation-job', JobPage);
