import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { fill } from '../../shared/page/pageText.ts';
import type { ReviewRow } from '../reviewMessages.ts';
import { commentForm } from './rowEditor.ts';
import { hasErrors, hasNoFindings, isClean } from './model/rowFilter.ts';
import { rowText } from './rowText.ts';
import { isUndecided } from './model/rowActions.ts';
import type { RejectDraft } from './model/reviewState.ts';
import { reviewButton, type DialogKind, type ReviewView } from './reviewView.ts';
import { severityNotice } from '../../shared/page/severityNotice.ts';

/** The most rows that are listed; the others are counted. */
const maxListed = 300;

/** The open dialog, with the text that the user has entered in it. */
export interface OpenDialog {
  readonly kind: DialogKind;
  /** The jobs for which it was opened. */
  readonly jobIds: readonly string[];
  readonly comment: string;
  /** The reason and the follow-up of a rejection; its text is `comment`. */
  readonly rejection: RejectDraft;
  /** How many threads are still to be loaded before the clean translations are known. */
  readonly remaining: number;
  /** How many threads could not be loaded. */
  readonly failed: number;
}

export interface DialogActions {
  readonly change: (patch: Partial<OpenDialog>) => void;
  readonly confirm: () => void;
  readonly close: () => void;
}

/** Returns the rows for which the dialog's action is possible now. */
export function dialogRows(view: ReviewView, { kind, jobIds }: OpenDialog): readonly ReviewRow[] {
  const rows = jobIds.flatMap((id) => view.rows.get(id) ?? []);
  const isPossible: Readonly<Record<DialogKind, (row: ReviewRow) => boolean>> = {
    clean: isClean,
    selected: isApprovable,
    unsentApprovals: isApprovable,
    revise: (row) => row.actions.includes('revise'),
    reject: (row) => row.actions.includes('reject'),
  };
  return rows.filter((row) => isUndecided(view.statusOf(row.id)) && isPossible[kind](row));
}

/**
 * Returns whether a selected translation can be approved with others. Its row shows its warnings; errors and truncated
 * texts need a look at each.
 */
function isApprovable(row: ReviewRow): boolean {
  return row.actions.includes('approve') && row.truncated !== true && !hasErrors(row);
}

/** Returns the rows that may be clean once their threads are known. */
export function cleanCandidates(rows: readonly ReviewRow[]): readonly ReviewRow[] {
  return rows.filter((row) => hasNoFindings(row) && row.isUnanswered !== true);
}

/** Opens a dialog over the page. Its text field gets the focus, or else the button that changes nothing. */
export function showDialog(dialog: HTMLDialogElement): void {
  dialog.showModal();
  const textField = dialog.querySelector<HTMLElement>('textarea');
  const cancelButton = dialog.querySelector<HTMLElement>('[data-name=cancel]');
  (textField ?? cancelButton)?.focus();
}

/** Returns the dialog for an action on many rows: a list of translations to approve, or a comment for all. */
export function bulkDialog(view: ReviewView, dialog: OpenDialog, actions: DialogActions): TemplateResult {
  const onCancel = (event: Event): void => {
    event.preventDefault();
    actions.close();
  };
  const isForm = dialog.kind === 'revise' || dialog.kind === 'reject';
  return html`<dialog aria-labelledby="dialog-title" @cancel=${onCancel}>
    ${isForm ? commentContent(view, dialog, actions) : approvalContent(view, dialog, actions)}
  </dialog>`;
}

/** Returns the warning above the list: how many translations could not be checked, or are not approved. */
function approvalNote(
  { strings }: ReviewView,
  { kind, failed }: OpenDialog,
  excludedCount: number,
): string | undefined {
  if (kind === 'clean') return failed > 0 ? fill(strings.checkFailed, failed) : undefined;
  return excludedCount > 0 ? fill(strings.notIncluded, excludedCount) : undefined;
}

function approvalContent(view: ReviewView, dialog: OpenDialog, { confirm, close }: DialogActions): TemplateResult {
  const { strings } = view;
  const rows = dialogRows(view, dialog);
  const isChecking = dialog.kind === 'clean' && dialog.remaining > 0;
  const excludedCount = dialog.jobIds.length - rows.length;
  const note = approvalNote(view, dialog, excludedCount);
  return html`<h2 id="dialog-title">
      ${dialog.kind === 'clean' ? strings.approveCleanTitle : strings.approveSelectedTitle}
    </h2>
    ${dialog.kind === 'clean' ? html`<p>${strings.approveCleanMeaning}</p>` : nothing}
    <p>${strings.finalMeaning}</p>
    ${note === undefined ? nothing : html`<p class="notice warning">${severityNotice(strings, 'warning', note)}</p>`}
    <p class="hint">${isChecking ? fill(strings.checking, dialog.remaining) : nothing}</p>
    <ul class="approvals" tabindex="0" aria-labelledby="dialog-title">
      ${repeat(
        rows.slice(0, maxListed),
        ({ id }) => id,
        (row) => html`<li>
          <span class="hint">${row.title} · ${row.locale}</span>
          ${rowText(row, 'source')} ${rowText(row, 'translation')}
        </li>`,
      )}
      ${rows.length > maxListed ? html`<li>${fill(strings.andMore, rows.length - maxListed)}</li>` : nothing}
    </ul>
    <div class="row buttons">
      ${reviewButton({
        name: 'confirm',
        label: fill(strings.approveList, rows.length),
        primary: true,
        disabled: isChecking || rows.length === 0,
        press: confirm,
      })}
      ${reviewButton({ name: 'cancel', label: strings.cancel, press: close })}
    </div>`;
}

function commentContent(view: ReviewView, dialog: OpenDialog, actions: DialogActions): TemplateResult {
  const { strings } = view;
  const count = dialogRows(view, dialog).length;
  const isRejection = dialog.kind === 'reject';
  return html`<h2 id="dialog-title">${isRejection ? strings.reject : strings.requestRevision}</h2>
    ${commentForm(view, {
      label: fill(isRejection ? strings.rejectCommentAll : strings.revisionCommentAll, count),
      text: dialog.comment,
      onTextChange: (comment) => {
        actions.change({ comment });
      },
      rejection: isRejection ? dialog.rejection : undefined,
      onRejectionChange: (rejection) => {
        actions.change({ rejection });
      },
      send: actions.confirm,
      close: actions.close,
      closeLabel: strings.cancel,
    })}`;
}
