import { html, nothing, type TemplateResult } from 'lit';
import type { PageAction, PageIntent, PageSnapshot, PageString, PageStrings } from '../protocol.ts';
import type { PageState } from './pageState.ts';

/** The intents that the page may send once it is ready. */
export type ActionIntent = Exclude<PageIntent, { readonly type: 'ready' }>;

/** Something that was not sent, or not accepted, and why. */
export interface Refusal {
  readonly intent: PageAction;
  readonly sentence: string;
}

/** All that the parts of the page are drawn from, and what they may ask for. */
export interface PageView {
  readonly snapshot: PageSnapshot;
  readonly state: PageState;
  readonly strings: PageStrings;
  /** An intent is under way: nothing else may be sent. */
  readonly busy: boolean;
  /** The intent under way, as far as this page knows. */
  readonly pending: PageAction | undefined;
  /** The person has asked to approve a translation with errors, and is asked again. */
  readonly confirming: boolean;
  /** Problems of a form that the page itself found. */
  readonly complaint: Refusal | undefined;
  change(patch: Partial<PageState>): void;
  confirm(confirming: boolean): void;
  complain(complaint: Refusal): void;
  send(intent: ActionIntent): void;
}

export function may(view: PageView, action: PageAction): boolean {
  return view.snapshot.actions.includes(action);
}

export interface ButtonOptions {
  readonly id: string;
  readonly label: string;
  /** Name of a codicon. */
  readonly icon?: string;
  readonly primary?: boolean;
  readonly press: () => void;
}

/**
 * A button that stays in the tab order while something is under way, so that the keyboard's place is not lost.
 * It is the browser's own: vscode-elements' button is not announced as disabled and lets Space scroll the page.
 */
export function button(view: PageView, { id, label, icon, primary = false, press }: ButtonOptions): TemplateResult {
  const onClick = (): void => {
    if (!view.busy) press();
  };
  return html`<button type="button" id=${id} class=${primary ? 'button primary' : 'button'} aria-disabled=${view.busy ? 'true' : 'false'} @click=${onClick}>
    ${icon === undefined ? nothing : codicon(icon)}<span>${label}</span>
  </button>`;
}

export function codicon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** A sentence with an icon and a word for how grave it is: colour alone says nothing. */
export function problemLine(view: PageView, severity: 'error' | 'warning', sentence: string): TemplateResult {
  return html`${codicon(severity)}<span><strong>${view.strings[severity]}:</strong> ${sentence}</span>`;
}

/**
 * Why an intent was not carried out, beside the form it came from; the extension's reason once the page has none of
 * its own.
 */
export function refusalOf(view: PageView, intent: PageAction): TemplateResult {
  const refusal = [view.complaint, view.snapshot.failure].find((candidate) => candidate?.intent === intent);
  return html`<div role="alert" id="${intent}-refusal" class="refusal">
    ${refusal === undefined ? nothing : html`<p class="notice error">${problemLine(view, 'error', refusal.sentence)}</p>`}
  </div>`;
}

/** Shown where something is still to come. */
export function loading(strings: PageStrings): TemplateResult {
  return html`<p class="loading"><vscode-progress-ring aria-hidden="true"></vscode-progress-ring><span>${strings.loading}</span></p>`;
}

/** The word on the button of each action. */
export const actionLabels: Readonly<Record<PageAction, PageString>> = {
  approve: 'approve',
  revise: 'requestRevision',
  reject: 'reject',
  cancel: 'cancelJob',
  archive: 'archive',
  comment: 'send',
  deliver: 'deliver',
  undoDelivery: 'undoDelivery',
  showChanges: 'showChanges',
  insert: 'insert',
  copy: 'copy',
  openFile: 'openFile',
  refresh: 'refresh',
};
