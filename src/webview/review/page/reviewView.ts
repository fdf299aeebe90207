import { html, nothing, type TemplateResult } from 'lit';
import type { ReviewAction, ReviewRow } from '../reviewMessages.ts';
import type { RowStatus } from './model/rowActions.ts';
import type { OpenEditor, ReviewState } from './model/reviewState.ts';
import type { ReviewStrings } from '../host/reviewStrings.ts';
import { codicon } from '../../shared/page/codicon.ts';
import type { PageSnapshot } from '../../shared/pageSnapshot.ts';

/** A dialog: a list of translations to approve (clean, selected, not sent before), or a form for the selected ones. */
export type DialogKind = 'clean' | 'selected' | 'unsentApprovals' | 'revise' | 'reject';

/** The data that the parts of the page render, and the actions that they can trigger. */
export interface ReviewView {
  readonly strings: ReviewStrings;
  readonly state: ReviewState;
  /** The rows that match the filters, in order. */
  readonly listed: readonly ReviewRow[];
  /** How many of these may be clean, and how many have an approval that was not sent: the page was left first. */
  readonly counts: { readonly clean: number; readonly unsentApprovals: number };
  /** All rows. */
  readonly rows: ReadonlyMap<string, ReviewRow>;
  readonly localeNames: ReadonlyMap<string, string>;
  /** In milliseconds since the epoch. */
  readonly now: number;
  /** The details of the focused row; absent while loading. */
  readonly detail: PageSnapshot | undefined;
  /** Why the text of the open form can't be sent. */
  readonly formError: string | undefined;
  statusOf(jobId: string): RowStatus | undefined;
  change(patch: Partial<ReviewState>): void;
  focusRow(jobId: string): void;
  toggle(jobId: string): void;
  approve(jobId: string, override?: boolean): void;
  undo(jobId: string): void;
  /** Ends the question whether to approve despite errors. */
  back(jobId: string): void;
  retry(jobId: string): void;
  openEditor(editor: OpenEditor): void;
  closeEditor(): void;
  sendEditor(editor: OpenEditor): void;
  openDialog(kind: DialogKind): void;
  toggleDetails(jobId: string): void;
  open(type: 'openFile' | 'openJob', jobId: string): void;
  refresh(): void;
}

export interface ButtonOptions {
  readonly label: string;
  readonly press: () => void;
  /** Name of a codicon. */
  readonly icon?: string;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  /** Shows only the icon; the label is its name. */
  readonly iconOnly?: boolean;
  readonly name: string;
}

/** Returns a button. `name` identifies it among the buttons of its part. */
export function reviewButton(options: ButtonOptions): TemplateResult {
  const { label, press, icon, primary = false, disabled = false, iconOnly = false, name } = options;
  const onClick = (event: Event): void => {
    event.stopPropagation();
    if (!disabled) press();
  };
  return html`<button
    type="button"
    class="button ${primary ? 'primary' : ''} ${iconOnly ? 'icon-only' : ''}"
    data-name=${name}
    aria-disabled=${disabled ? 'true' : 'false'}
    aria-label=${iconOnly ? label : nothing}
    title=${iconOnly ? label : nothing}
    @click=${onClick}
  >
    ${icon === undefined ? nothing : codicon(icon)}${iconOnly ? nothing : html`<span>${label}</span>`}
  </button>`;
}

/** Returns the label of an action. */
export function actionLabel(strings: ReviewStrings, action: ReviewAction): string {
  return {
    approve: strings.approve,
    revise: strings.requestRevision,
    reject: strings.reject,
    comment: strings.comment,
  }[action];
}
