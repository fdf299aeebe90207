import '@vscode-elements/elements/dist/vscode-badge/index.js';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';
import { html, LitElement, type TemplateResult } from 'lit';
import type { PageUnavailable } from '../jobMessages.ts';
import { commentThread } from './commentThread.ts';
import { jobBar, unavailablePage } from './jobBar.ts';
import { LiveRegion } from '../../shared/page/liveRegion.ts';
import { menuContext } from '../../shared/page/menuContext.ts';
import { detailsSection, feedbackSection, notices, passageColumns, problemList } from './jobOverview.ts';
import { orderSection } from './orderSection.ts';
import { hasDraft, parseState, stateAfter, type PageState } from './pageState.ts';
import { actionLabels, canRun, loadingSign, type JobPageView, type Refusal } from './jobPageView.ts';
import { approveOptions, hasErrors, reviseForm } from './reviewForms.ts';
import { changesSinceShown, revisionList } from './revisionList.ts';
import { sourceNotices } from './sourceNotices.ts';
import { knownMessages, pageNews, type KnownMessages } from './pageNews.ts';
import { fill, helpHint } from '../../shared/page/pageText.ts';
import type { VsCodeApi } from '../../shared/page/vscodeApi.ts';
import type { JobActionIntent, JobIntent } from '../jobIntent.ts';
import type { JobMessage } from '../jobMessages.ts';
import type { JobStrings } from '../host/jobStrings.ts';
import type { PageAction, PageSnapshot } from '../../shared/pageSnapshot.ts';

/** The page of one job. It keeps the last snapshot and what the user entered; all its parts are functions of these. */
export class JobPage extends LitElement {
  readonly #api: VsCodeApi<JobIntent, PageState>;
  readonly #strings: JobStrings;
  #snapshot: PageSnapshot | undefined;
  #state: PageState | undefined;
  /** The running action, if this page has sent it since it was loaded. */
  #sentAction: PageAction | undefined;
  #isConfirming = false;
  /** Why the page itself has not sent a form. */
  #formError: Refusal | undefined;
  readonly #liveRegion = new LiveRegion();
  #knownMessages: KnownMessages | undefined;
  /** Whether it was announced that an intent is running. */
  #isWorkingAnnounced = false;
  /** Whether the focus was on the page before the running update. */
  #hadFocus = false;
  #unavailable: PageUnavailable | undefined;
  /** Whether the extension was asked to keep the tab open, and to load the order. */
  #askedToKeepOpen = false;
  #askedForOrder = false;

  constructor(api: VsCodeApi<JobIntent, PageState>, strings: JobStrings) {
    super();
    this.#api = api;
    this.#strings = strings;
    this.#state = parseState(api.getState());
  }

  /** Takes a message of the extension. */
  receive(message: JobMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#showSnapshot(message);
        break;
      case 'unavailable':
        this.#showUnavailable(message);
    }
  }

  /** Shows a snapshot; entered text, focus and caret are kept. */
  #showSnapshot(snapshot: PageSnapshot): void {
    const stateBefore = this.#state;
    this.#state = stateAfter(stateBefore, snapshot);
    this.#api.setState(this.#state);
    if (!snapshot.busy) this.#sentAction = undefined;
    const hasNewSuccess = this.#state.doneCount !== stateBefore?.doneCount;
    const succeededAction = hasNewSuccess ? snapshot.done?.intent : undefined;
    const needsConfirmation = hasErrors({ snapshot }) && succeededAction !== 'approve';
    if (isOtherTranslation(snapshot, this.#snapshot) || !needsConfirmation) this.#isConfirming = false;
    // Without an earlier state, the page has just been opened, and no success is news.
    this.#announceChanges(snapshot, stateBefore === undefined ? undefined : succeededAction);
    this.#snapshot = snapshot;
    this.#unavailable = undefined;
    this.#reportState(this.#state);
    this.requestUpdate();
  }

  /** Announces everything that a snapshot changed in one message, and the action that has just succeeded. */
  #announceChanges(snapshot: PageSnapshot, succeededAction: PageAction | undefined): void {
    if (snapshot.busy) this.#announceWorking();
    else if (this.#isWorkingAnnounced) {
      this.#isWorkingAnnounced = false;
      this.#liveRegion.clear();
    }
    const sentences = [...pageNews(snapshot, this.#snapshot, this.#knownMessages, this.#strings)];
    if (succeededAction !== undefined)
      sentences.unshift(fill(this.#strings.finished, this.#strings[actionLabels[succeededAction]]));
    this.#knownMessages = knownMessages(snapshot, this.#knownMessages);
    if (sentences.length > 0) this.#liveRegion.announce(sentences.join(' '));
  }

  #announceWorking(): void {
    if (!this.#isWorkingAnnounced) this.#liveRegion.announce(this.#strings.working);
    this.#isWorkingAnnounced = true;
  }

  /** Shows why there is no job; what was entered is kept. */
  #showUnavailable(message: PageUnavailable): void {
    // A reload that the user asked for is answered even if its outcome is the same sentence.
    const isAnswer = this.#isWorkingAnnounced && !message.busy;
    if (isAnswer || message.sentence !== this.#unavailable?.sentence) this.#liveRegion.announce(message.sentence);
    this.#unavailable = message;
    if (!message.busy) {
      this.#sentAction = undefined;
      this.#isWorkingAnnounced = false;
    }
    this.requestUpdate();
  }

  /** Tells the extension what it has to do for the page's state. */
  #reportState(state: PageState): void {
    if (hasDraft(state) && !this.#askedToKeepOpen) {
      this.#askedToKeepOpen = true;
      this.#api.postMessage({ type: 'keepOpen' });
    }
    if (state.orderOpen !== this.#askedForOrder) {
      this.#askedForOrder = state.orderOpen;
      this.#api.postMessage({ type: 'showOrder', shown: state.orderOpen });
    }
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
    this.#setMenu();
    if (this.#hadFocus && document.hasFocus() && !this.contains(document.activeElement)) this.#focus('title');
  }

  /** Sets the context of the whole page, which is where a menu opens by keyboard if nothing has the focus. */
  #setMenu(): void {
    const view = this.#unavailable === undefined ? this.#view() : undefined;
    if (view === undefined) delete document.body.dataset['vscodeContext'];
    else document.body.dataset['vscodeContext'] = jobMenu(view);
  }

  protected override render(): TemplateResult {
    const view = this.#view();
    if (this.#unavailable !== undefined)
      return unavailablePage(this.#unavailable, this.#strings, () => {
        this.#send({ type: 'refresh' });
      });
    return html`<main aria-busy=${view?.isBusy === true ? 'true' : 'false'}>
      ${this.#content(view)}
    </main>`;
  }

  #content(view: JobPageView | undefined): TemplateResult {
    if (view === undefined)
      return html`<h1 class="visually-hidden">${document.title}</h1>
        ${loadingSign(this.#strings)}`;
    return html`${jobBar(view)} ${notices(view)} ${passageColumns(view)} ${problemList(view)}
      ${changesSinceShown(view)} ${sourceNotices(view)} ${reviseForm(view)} ${approveOptions(view)}
      ${feedbackSection(view)} ${revisionList(view)} ${commentThread(view)} ${orderSection(view)}
      ${detailsSection(view)}
      <p class="visually-hidden">${helpHint(this.#strings.helpHint)}</p>`;
  }

  #view(): JobPageView | undefined {
    const snapshot = this.#snapshot;
    const state = this.#state;
    if (snapshot === undefined || state === undefined) return undefined;
    return {
      snapshot,
      state,
      strings: this.#strings,
      isBusy: snapshot.busy || this.#sentAction !== undefined,
      sentAction: this.#sentAction,
      isConfirming: this.#isConfirming,
      formError: this.#formError,
      change: (patch) => {
        // Two changes may arrive before the page is rendered.
        this.#change({ ...(this.#state ?? state), ...patch });
      },
      showConfirmation: (isConfirming) => {
        void this.#showConfirmation(isConfirming);
      },
      showFormError: (formError) => {
        void this.#showFormError(formError);
      },
      announce: (sentence) => {
        this.#liveRegion.announce(sentence);
      },
      send: this.#send,
      focus: (id) => {
        void this.updateComplete.then(() => {
          this.#focus(id);
        });
      },
    };
  }

  async #showFormError(formError: Refusal): Promise<void> {
    if (formError.intent === 'approve' && this.#state !== undefined)
      this.#change({ ...this.#state, approveOpen: true });
    this.#formError = formError;
    this.requestUpdate();
    await this.updateComplete;
    this.#focus(`${formError.intent}-text`);
  }

  #change(state: PageState): void {
    this.#state = state;
    this.#formError = undefined;
    this.#api.setState(state);
    this.#reportState(state);
    this.requestUpdate();
  }

  /** Asks for confirmation, with the focus on Back, so that a second Enter by habit does not approve. */
  async #showConfirmation(isConfirming: boolean): Promise<void> {
    this.#isConfirming = isConfirming;
    this.requestUpdate();
    await this.updateComplete;
    this.#focus(isConfirming ? 'approve-back' : 'approve');
  }

  readonly #send = (intent: JobActionIntent): void => {
    // A second press may arrive before the first has been rendered.
    if (this.#sentAction !== undefined) return;
    this.#sentAction = intent.type;
    this.#formError = undefined;
    this.#announceWorking();
    this.#api.postMessage(intent);
    this.requestUpdate();
  };

  #focus(id: string): void {
    this.querySelector<HTMLElement>(`#${id}`)?.focus();
  }
}

/** Returns what the context menu of the page acts on, and with which actions, for `data-vscode-context`. */
function jobMenu(view: JobPageView): string {
  const { jobId, translationHash } = view.snapshot;
  const can = (action: PageAction): boolean => !view.isBusy && canRun(view, action);
  return menuContext({
    webviewSection: 'job',
    jobId,
    ...(translationHash === undefined ? {} : { translationHash }),
    canApprove: can('approve'),
    canRevise: can('revise'),
    canReject: can('reject'),
    canCancel: can('cancel'),
  });
}

/** Returns whether the translation or its problems have changed, so that a confirmation no longer applies. */
function isOtherTranslation(snapshot: PageSnapshot, previous: PageSnapshot | undefined): boolean {
  const isSameText = snapshot.translation.text === previous?.translation.text;
  return !isSameText || snapshot.translationHash !== previous?.translationHash;
}

customElements.define('human-translation-job', JobPage);
