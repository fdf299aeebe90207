import { html, nothing, type TemplateResult } from 'lit';
import { button, canRun, type JobPageView } from './jobPageView.ts';
import { markedDifference } from '../../shared/page/markedDifference.ts';
import { codicon } from '../../shared/page/codicon.ts';
import { severityNotice } from '../../shared/page/severityNotice.ts';
import type { PageSourceChange } from '../../shared/pageSnapshot.ts';

/** Returns what has happened to the source since the order, the difference of the texts, and what the user can do. */
export function sourceNotices(view: JobPageView): TemplateResult | typeof nothing {
  const { sourceChanges = [] } = view.snapshot;
  if (sourceChanges.length === 0) return nothing;
  return html`<section id="source-changes" aria-labelledby="source-changes-heading">
    <h2 id="source-changes-heading">${view.strings.sourceChanges}</h2>
    <div>${sourceChanges.map((change, index) => notice(view, change, index + 1))}</div>
    <div class="row actions">${reorderButton(view)} ${messageButton(view)}</div>
  </section>`;
}

function notice(view: JobPageView, change: PageSourceChange, number: number): TemplateResult {
  return html`<p class="notice ${change.severity}">${noticeLine(view, change)}</p>
    ${differenceSinceOrder(view, change, number)}`;
}

function noticeLine({ strings }: JobPageView, { severity, sentence }: PageSourceChange): TemplateResult {
  if (severity === 'warning') return severityNotice(strings, 'warning', sentence);
  return html`${codicon('info')}<span>${sentence}</span>`;
}

function differenceSinceOrder(
  { snapshot: { source }, strings }: JobPageView,
  { currentText }: PageSourceChange,
  number: number,
): TemplateResult | typeof nothing {
  if (currentText === undefined) return nothing;
  const id = `source-difference-${number}`;
  return markedDifference({ ...source, older: source.text, newer: currentText, id, style: 'boxed' }, strings);
}

function reorderButton(view: JobPageView): TemplateResult | typeof nothing {
  if (!canRun(view, 'cancelAndOrder')) return nothing;
  return button(view, {
    id: 'cancelAndOrder',
    label: view.strings.cancelAndOrder,
    icon: 'refresh',
    primary: true,
    press: () => {
      view.send({ type: 'cancelAndOrder' });
    },
  });
}

/** Puts the suggested comment into the comment box, after what the user has written there. Nothing is sent. */
function messageButton(view: JobPageView): TemplateResult | typeof nothing {
  const { suggestedComment } = view.snapshot;
  if (suggestedComment === undefined || !canRun(view, 'comment')) return nothing;
  return button(view, {
    id: 'message-translator',
    label: view.strings.messageTranslator,
    icon: 'comment',
    press: () => {
      const { comment } = view.state;
      if (!comment.includes(suggestedComment))
        view.change({ comment: comment.trim() === '' ? suggestedComment : `${comment}\n\n${suggestedComment}` });
      document.getElementById('comment-text')?.focus();
    },
  });
}
