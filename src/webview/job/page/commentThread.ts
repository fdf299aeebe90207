import { html, nothing, type TemplateResult } from 'lit';
import { commentField, sendComment, sendKeys } from './commentField.ts';
import { button, canRun, loadingSign, type JobPageView } from './jobPageView.ts';
import { fill } from '../../shared/page/pageText.ts';
import { commentList } from '../../shared/page/commentList.ts';
import type { JobStrings } from '../host/jobStrings.ts';
import type { PageComment } from '../../shared/pageSnapshot.ts';

/** Returns the thread with the translator, newest last, and the box for a new comment. */
export function commentThread(view: JobPageView): TemplateResult {
  const { strings, snapshot } = view;
  return html`<section aria-labelledby="comments-heading">
    <h2 id="comments-heading">${strings.comments}</h2>
    ${thread(snapshot.comments, 'comments-heading', strings)}
    ${canRun(view, 'comment') ? replyBox(view, 'comment') : nothing}
  </section>`;
}

/** Returns the thread of the order, which is about all of its jobs, and the box for a new comment. */
export function orderThread(view: JobPageView, comments: readonly PageComment[] | undefined): TemplateResult {
  const { strings } = view;
  return html`<h3 id="order-comments-heading">${strings.orderComments}</h3>
    ${thread(comments, 'order-comments-heading', strings)}
    ${canRun(view, 'orderComment') ? replyBox(view, 'orderComment') : nothing}`;
}

function thread(comments: readonly PageComment[] | undefined, headingId: string, strings: JobStrings): TemplateResult {
  return html`<div
    role="log"
    aria-live="off"
    class="thread"
    aria-labelledby=${headingId}
    aria-busy=${comments === undefined ? 'true' : 'false'}
  >
    ${comments === undefined ? loadingSign(strings) : commentList(comments, strings)}
  </div>`;
}

function replyBox(view: JobPageView, action: 'comment' | 'orderComment'): TemplateResult {
  const { strings, state } = view;
  // The state has the text of each of the two boxes in a member that is named after its action.
  const text = state[action];
  const submit = (): void => {
    sendComment(view, { type: action, comment: text });
  };
  const onTextChange = (changedText: string): void => {
    view.change({ [action]: changedText });
  };
  const label = action === 'comment' ? strings.writeComment : strings.writeOrderComment;
  const id = action === 'comment' ? 'send' : 'send-to-order';
  return html`<div class="form">
    ${commentField(view, { action, label, text, onTextChange, submit })}
    <div class="row">
      ${button(view, { id, label: strings.send, icon: 'send', primary: action === 'comment', press: submit })}
      <span class="hint">${fill(strings.sendShortcut, sendKeys(view))}</span>
    </div>
  </div>`;
}
