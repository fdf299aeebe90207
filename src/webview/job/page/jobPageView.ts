import { html, nothing, type TemplateResult } from 'lit';
import { codicon } from '../../shared/page/codicon.ts';
import { severityNotice } from '../../shared/page/severityNotice.ts';
import type { PageState } from './pageState.ts';
import type { JobStrings } from '../host/jobStrings.ts';
import type { JobActionIntent } from '../jobIntent.ts';
import type { PageAction, PageSnapshot } from '../../shared/pageSnapshot.ts';

/** Why an intent was not sent, or not accepted. */
export interface Refusal {
  readonly intent: PageAction;
  readonly sentence: string;
}

/** The data that the parts of the page render, and the actions that they can trigger. */
export interface JobPageView {
  readonly snapshot: PageSnapshot;
  readonly state: PageState;
  readonly strings: JobStrings;
  /** Whether an intent is running, so that no other may be sent. */
  readonly isBusy: boolean;
  /** The running action, if this page has sent it since it was loaded. */
  readonly sentAction: PageAction | undefined;
  /** Whether the user is asked to confirm the approval of a translation with errors. */
  readonly isConfirming: boolean;
  /** A problem with a form that the page itself found. */
  readonly formError: Refusal | undefined;
  change(patch: Partial<PageState>): void;
  /** Asks the user to confirm the approval, or ends that question. */
  showConfirmation(isConfirming: boolean): void;
  showFormError(formError: Refusal): void;
  /** Announces a sentence to screen readers. */
  announce(sentence: string): void;
  send(intent: JobActionIntent): void;
  /** Focuses an element after the page has rendered. */
  focus(id: string): void;
}

/** Returns whether an action is possible now. */
export function canRun(view: JobPageView, action: PageAction): boolean {
  return view.snapshot.actions.includes(action);
}

export interface ButtonOptions {
  readonly id: string;
  readonly label: string;
  /** Name of a codicon. */
  readonly icon?: string;
  readonly primary?: boolean;
  /** For a button that opens something on the page: whether that is open. */
  readonly expanded?: boolean;
  readonly press: () => void;
}

/**
 * Returns a button that remains in the tab order while an intent is running, so that the focus is not lost. It is the
 * browser's own: vscode-elements' button is not announced as disabled and lets Space scroll the page.
 */
export function button(
  view: JobPageView,
  { id, label, icon, primary = false, expanded, press }: ButtonOptions,
): TemplateResult {
  const onClick = (): void => {
    if (!view.isBusy) press();
  };
  return html`<button
    type="button"
    id=${id}
    class=${primary ? 'button primary' : 'button'}
    aria-disabled=${view.isBusy ? 'true' : 'false'}
    aria-expanded=${expanded === undefined ? nothing : String(expanded)}
    @click=${onClick}
  >
    ${icon === undefined ? nothing : codicon(icon)}<span>${label}</span>
  </button>`;
}

/**
 * Returns why an intent was refused, for display next to its form: the page's own reason if it has one, else the
 * extension's.
 */
export function refusalOf(view: JobPageView, intent: PageAction): TemplateResult {
  const refusal = [view.formError, view.snapshot.failure].find((candidate) => candidate?.intent === intent);
  const notice =
    refusal === undefined
      ? nothing
      : html`<p class="notice error">${severityNotice(view.strings, 'error', refusal.sentence)}</p>`;
  return html`<div role="alert" id="${intent}-refusal" class="refusal">${notice}</div>`;
}

/** Returns the sign that data is being loaded. */
export function loadingSign(strings: JobStrings): TemplateResult {
  return html`<p class="loading">
    <vscode-progress-ring aria-hidden="true"></vscode-progress-ring><span>${strings.loading}</span>
  </p>`;
}

/** The label of each action's button. */
export const actionLabels: Readonly<Record<PageAction, keyof JobStrings>> = {
  approve: 'approve',
  revise: 'requestRevision',
  reject: 'reject',
  cancel: 'cancelJob',
  cancelAndOrder: 'cancelAndOrder',
  archive: 'archive',
  comment: 'send',
  orderComment: 'send',
  compareRevisions: 'compareRevisions',
  openJob: 'orderJobs',
  deliver: 'deliver',
  undoDelivery: 'undoDelivery',
  showChanges: 'showChanges',
  insert: 'insert',
  copy: 'copy',
  openFile: 'openFile',
  refresh: 'refresh',
};
