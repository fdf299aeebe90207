import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { commentLength, maxCommentLength, type PageAction } from '../protocol.ts';
import { refusalOf, type ActionIntent, type PageView } from './pageView.ts';
import { fill } from './pageText.ts';

/** From this length on the count is shown. */
const countFrom = 20_000;

export interface CommentFieldOptions {
  /** The action that the text belongs to. */
  readonly action: PageAction;
  /** Set for a second text of the same action; the first one's name is the action's. */
  readonly name?: string;
  readonly rows?: number;
  readonly label: string;
  readonly text: string;
  readonly typed: (text: string) => void;
  /** Called on Ctrl+Enter (Command+Enter on a Mac); absent where sending should take a press of the button. */
  readonly submit?: () => void;
}

/**
 * A labelled text box with a count near the limit and the reason when its text was not taken. It is the browser's own
 * `textarea`, since label, count and reason cannot be tied to one inside another element's shadow.
 */
export function commentField(
  view: PageView,
  { action, name, rows = 4, label, text, typed, submit }: CommentFieldOptions,
): TemplateResult {
  const own = name ?? action;
  const id = `${own}-text`;
  const length = commentLength(text);
  const underWay = view.pending === action || (view.busy && view.pending === undefined);
  const onInput = (event: InputEvent): void => {
    typed((event.currentTarget as HTMLTextAreaElement).value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (submit === undefined || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    if (!event.repeat && !view.busy) submit();
  };
  return html`<label for=${id}>${label}</label>
    <textarea
      id=${id}
      rows=${rows}
      dir="auto"
      aria-describedby="${own}-count ${action}-refusal"
      aria-invalid=${length > maxCommentLength ? 'true' : 'false'}
      .readOnly=${underWay}
      .value=${live(text)}
      @input=${onInput}
      @keydown=${onKeyDown}
    ></textarea>
    <p id="${own}-count" class="hint" aria-live="polite">
      ${length > countFrom ? fill(view.strings.characterCount, length, maxCommentLength) : nothing}
    </p>
    ${name === undefined ? refusalOf(view, action) : nothing}`;
}

/** Sends a comment that the service will take, or says what is wrong with it. */
export function sendComment(
  view: PageView,
  intent: Extract<ActionIntent, { readonly type: 'comment' | 'revise' }>,
): void {
  const text = intent.type === 'comment' ? intent.body : intent.comment;
  const complain = (sentence: string): void => {
    view.complain({ intent: intent.type, sentence });
  };
  if (text.trim() === '') complain(view.strings.commentEmpty);
  else if (commentLength(text) > maxCommentLength) complain(fill(view.strings.commentTooLong, maxCommentLength));
  else view.send(intent);
}

/** How the keys that send are called on this machine. */
export function sendKeys(): string {
  return navigator.platform.startsWith('Mac') ? '⌘ Enter' : 'Ctrl+Enter';
}
