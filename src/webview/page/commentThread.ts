import { html, nothing, type TemplateResult } from 'lit';
import type { PageComment, PageStrings } from '../protocol.ts';
import { commentField, sendComment, sendKeys } from './commentField.ts';
import { button, loading, canRun, type PageView } from './pageView.ts';
import { fill } from './pageText.ts';

/** Returns the thread with the translator, newest last, and the box for a new comment. */
export function commentThread(view: PageView): TemplateResult {
  const { strings, snapshot } = view;
  return html`<section aria-labelledby="comments-heading">
    <h2 id="comments-heading">${strings.comments}</h2>
    <div
      role="log"
      class="thread"
      aria-labelledby="comments-heading"
      aria-busy=${snapshot.comments === undefined ? 'true' : 'false'}
    >
      ${thread(snapshot.comments, strings)}
    </div>
    ${canRun(view, 'comment') ? replyBox(view) : nothing}
  </section>`;
}

function thread(
  comments: readonly PageComment[] | undefined,
  strings: PageStrings,
): TemplateResult | readonly TemplateResult[] {
  if (comments === undefined) return loading(strings);
  if (comments.length === 0) return html`<p class="hint">${strings.noComments}</p>`;
  return comments.map(
    (comment) => html`<article class="comment ${comment.author}">
      <header><strong>${comment.authorLabel}</strong> <span class="hint">${comment.when}</span></header>
      <p class="passage" dir="auto">${comment.body}</p>
    </article>`,
  );
}

function replyBox(view: PageView): TemplateResult {
  const { strings, state } = view;
  const submit = (): void => {
    sendComment(view, { type: 'comment', body: state.comment });
  };
  const typed = (comment: string): void => {
    view.change({ comment });
  };
  return html`<div class="form">
    ${commentField(view, { action: 'comment', label: strings.writeComment, text: state.comment, typed, submit })}
    <div class="row">
      ${button(view, { id: 'send', label: strings.send, icon: 'send', primary: true, press: submit })}
      <span class="hint">${fill(strings.sendShortcut, sendKeys())}</span>
    </div>
  </div>`;
}
