import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { textFieldMenu } from '../../shared/page/menuContext.ts';
import { fill } from '../../shared/page/pageText.ts';
import { rejectReasons, type RejectReason, type ReviewRow } from '../reviewMessages.ts';
import { withDrafts, type OpenEditor, type RejectDraft } from './model/reviewState.ts';
import { reviewButton, type ReviewView } from './reviewView.ts';
import { commentLength, maxCommentLength } from '../../shared/commentLength.ts';
import { severityNotice } from '../../shared/page/severityNotice.ts';

/** The draft of a rejection for which the user has not chosen anything yet. */
export const emptyRejection: RejectDraft = { reason: 'quality', followUp: 'requeue', comment: '' };

/** Returns the text that an editor shows: the draft or, for a revision request, the suggestion. */
export function editorText({ drafts }: ReviewView['state'], row: ReviewRow, action: OpenEditor['action']): string {
  const draft = drafts[row.id];
  if (action === 'revise') return draft?.revise ?? row.suggestion ?? '';
  if (action === 'comment') return draft?.comment ?? '';
  return draft?.reject?.comment ?? '';
}

/** Returns why a comment can't be sent; undefined if it can. */
export function commentError(text: string, strings: ReviewView['strings']): string | undefined {
  if (text.trim() === '') return strings.commentEmpty;
  if (commentLength(text) > maxCommentLength) return fill(strings.commentTooLong, maxCommentLength);
  return undefined;
}

/** Returns the form for a comment in a row. Its text is kept as a draft until it is sent. */
export function rowEditor(view: ReviewView, row: ReviewRow, editor: OpenEditor): TemplateResult {
  const { strings, state } = view;
  const { action } = editor;
  const labels = { revise: strings.revisionComment, reject: strings.rejectComment, comment: strings.commentLabel };
  const rejection = state.drafts[row.id]?.reject ?? emptyRejection;
  const saveDraft = (draft: Parameters<typeof withDrafts>[2]): void => {
    view.change({ drafts: withDrafts(view.state.drafts, row.id, draft) });
  };
  return commentForm(view, {
    label: labels[action],
    text: editorText(state, row, action),
    onTextChange: (text) => {
      if (action === 'reject') saveDraft({ reject: { ...rejection, comment: text } });
      else saveDraft({ [action]: text });
    },
    rejection: action === 'reject' ? rejection : undefined,
    onRejectionChange: (changedRejection) => {
      saveDraft({ reject: changedRejection });
    },
    send: () => {
      view.sendEditor(editor);
    },
    close: () => {
      view.closeEditor();
    },
    closeLabel: strings.keepDraft,
  });
}

export interface CommentFormOptions {
  readonly label: string;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** The draft of a rejection, whose reason and follow-up are also asked; undefined for other actions. */
  readonly rejection: RejectDraft | undefined;
  readonly onRejectionChange: (rejection: RejectDraft) => void;
  readonly send: () => void;
  readonly close: () => void;
  readonly closeLabel: string;
}

/**
 * Returns a comment field that is used by keyboard alone: Enter sends, Shift+Enter adds a line, Escape closes. A held
 * key sends nothing.
 */
export function commentForm(view: ReviewView, options: CommentFormOptions): TemplateResult {
  const { strings } = view;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      options.close();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (!event.repeat) options.send();
    }
  };
  const onInput = (event: Event): void => {
    options.onTextChange((event.currentTarget as HTMLTextAreaElement).value);
  };
  return html`<div class="form review-form">
    ${options.rejection === undefined ? nothing : rejectionFields(view, options.rejection, options.onRejectionChange)}
    <label for="editor-text">${options.label}</label>
    <textarea
      id="editor-text"
      rows="2"
      dir="auto"
      data-vscode-context=${textFieldMenu}
      aria-describedby="editor-error editor-keys"
      aria-invalid=${view.formError === undefined ? 'false' : 'true'}
      .value=${live(options.text)}
      @input=${onInput}
      @keydown=${onKeyDown}
    ></textarea>
    <div role="alert" id="editor-error">
      ${
        view.formError === undefined
          ? nothing
          : html`<p class="notice error">${severityNotice(strings, 'error', view.formError)}</p>`
      }
    </div>
    <div class="row buttons">
      ${reviewButton({ name: 'send', label: strings.send, icon: 'send', primary: true, press: options.send })}
      ${reviewButton({ name: 'close', label: options.closeLabel, press: options.close })}
      <span class="hint" id="editor-keys">${strings.sendKeys}</span>
    </div>
  </div>`;
}

/** Returns the selects for the reason of a rejection, and for what follows. */
function rejectionFields(
  { strings }: ReviewView,
  rejection: RejectDraft,
  onRejectionChange: (rejection: RejectDraft) => void,
): TemplateResult {
  const reasonLabels: Readonly<Record<RejectReason, string>> = {
    quality: strings.qualityReason,
    incomplete: strings.incompleteReason,
    other: strings.otherReason,
  };
  const onReason = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    onRejectionChange({ ...rejection, reason: rejectReasons.find((reason) => reason === value) ?? 'quality' });
  };
  const onFollowUp = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    onRejectionChange({ ...rejection, followUp: value === 'cancel' ? 'cancel' : 'requeue' });
  };
  return html`<div class="row">
    <span class="labeled"
      ><label for="reject-reason">${strings.reason}</label>
      <select id="reject-reason" @change=${onReason}>
        ${rejectReasons.map(
          (reason) =>
            html`<option value=${reason} .selected=${reason === rejection.reason}>${reasonLabels[reason]}</option>`,
        )}
      </select></span
    >
    <span class="labeled"
      ><label for="reject-follow-up">${strings.followUp}</label>
      <select id="reject-follow-up" @change=${onFollowUp}>
        <option value="requeue" .selected=${rejection.followUp === 'requeue'}>${strings.requeue}</option>
        <option value="cancel" .selected=${rejection.followUp === 'cancel'}>${strings.cancelJob}</option>
      </select></span
    >
  </div>`;
}
