import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { textFieldMenu } from '../../shared/page/menuContext.ts';
import type { JobActionIntent } from '../jobIntent.ts';
import { refusalOf, type JobPageView } from './jobPageView.ts';
import { fill } from '../../shared/page/pageText.ts';
import { commentLength, maxCommentLength } from '../../shared/commentLength.ts';
import type { PageAction } from '../../shared/pageSnapshot.ts';

/** The length of a comment, in characters, from which the count is shown. */
const minCountedLength = 20_000;

export interface CommentFieldOptions {
  /** The action to which the text belongs. */
  readonly action: PageAction;
  /** Set for a second text of the same action; the first one is named after the action. */
  readonly name?: string;
  readonly rows?: number;
  readonly label: string;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Called on Ctrl+Enter (Command+Enter on a Mac); absent if only the button should send. */
  readonly submit?: () => void;
}

/**
 * Returns a labeled text box with a count near the limit and the reason if its text was refused. It is the browser's
 * own `textarea`, because a label, a count and a reason can't refer to one inside another element's shadow root.
 */
export function commentField(
  view: JobPageView,
  { action, name, rows = 4, label, text, onTextChange, submit }: CommentFieldOptions,
): TemplateResult {
  const fieldName = name ?? action;
  const id = `${fieldName}-text`;
  const length = commentLength(text);
  // The page doesn't know which action is running if it was loaded again since then.
  const isOtherRunning = view.sentAction !== undefined && view.sentAction !== action;
  const isReadOnly = view.isBusy && !isOtherRunning;
  const onInput = (event: InputEvent): void => {
    onTextChange((event.currentTarget as HTMLTextAreaElement).value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isSendKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing;
    if (submit === undefined || !isSendKey) return;
    event.preventDefault();
    if (!event.repeat && !view.isBusy) submit();
  };
  return html`<label for=${id}>${label}</label>
    <textarea
      id=${id}
      rows=${rows}
      dir="auto"
      data-vscode-context=${textFieldMenu}
      aria-describedby="${fieldName}-count ${action}-refusal"
      aria-invalid=${length > maxCommentLength ? 'true' : 'false'}
      .readOnly=${isReadOnly}
      .value=${live(text)}
      @input=${onInput}
      @keydown=${onKeyDown}
    ></textarea>
    <p id="${fieldName}-count" class="hint">
      ${length > minCountedLength ? fill(view.strings.characterCount, length, maxCommentLength) : nothing}
    </p>
    ${name === undefined ? refusalOf(view, action) : nothing}`;
}

/** Sends a comment, or shows why it is invalid. */
export function sendComment(
  view: JobPageView,
  intent: Extract<JobActionIntent, { readonly type: 'comment' | 'orderComment' | 'revise' }>,
): void {
  const showError = (sentence: string): void => {
    view.showFormError({ intent: intent.type, sentence });
  };
  if (intent.comment.trim() === '') showError(view.strings.commentEmpty);
  else if (commentLength(intent.comment) > maxCommentLength)
    showError(fill(view.strings.commentTooLong, maxCommentLength));
  else view.send(intent);
}

/** Returns the name of the keys that send, as on this machine's keyboard. */
export function sendKeys({ strings }: JobPageView): string {
  return navigator.platform.startsWith('Mac') ? strings.sendKeysOnMac : strings.sendKeys;
}
