import { html, type TemplateResult } from 'lit';
import type { PageComment } from '../pageSnapshot.ts';
import { shownText } from './shownText.ts';

/** Returns the comments of a thread, or a sentence if there are none. */
export function commentList(
  comments: readonly PageComment[],
  { noComments }: { readonly noComments: string },
): TemplateResult | readonly TemplateResult[] {
  if (comments.length === 0) return html`<p class="hint">${noComments}</p>`;
  return comments.map(
    ({ author, authorLabel, body, when }) => html`<article class="comment ${author}">
      <header><strong>${authorLabel}</strong> <span class="hint">${when}</span></header>
      <p class="passage" dir="auto">${shownText(body)}</p>
    </article>`,
  );
}
