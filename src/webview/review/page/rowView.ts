import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../shared/page/pageText.ts';
import type { ReviewAction, ReviewRow } from '../reviewMessages.ts';
import { detailsPane } from './detailsPane.ts';
import { rowEditor } from './rowEditor.ts';
import { isUndecided } from './model/rowActions.ts';
import { expiringMs } from './model/rowFilter.ts';
import { rowMenu } from './rowMenu.ts';
import { findingList, rowText, wordDifference } from './rowText.ts';
import { actionLabel, reviewButton, type ReviewView } from './reviewView.ts';
import { remainingTime } from './remainingTime.ts';
import { codicon } from '../../shared/page/codicon.ts';

/** Returns a row. `index` is its index in the list; the details are inside it if there is no room next to the list. */
export function rowView(
  view: ReviewView,
  row: ReviewRow,
  { index, hasInnerDetails }: { readonly index: number; readonly hasInnerDetails: boolean },
): TemplateResult {
  const { state, strings } = view;
  const isFocused = state.focused === row.id;
  const isSelected = state.selected.includes(row.id);
  const status = view.statusOf(row.id);
  const editor = state.editor?.jobId === row.id ? state.editor : undefined;
  const labelIds = ['name', 'source', 'translation', 'status'].map((part) => `row-${row.id}-${part}`);
  const buttons = isFocused ? actionButtons(view, row) : nothing;
  const onPress = (): void => {
    view.focusRow(row.id);
  };
  const onToggle = (): void => {
    view.toggle(row.id);
  };
  return html`<div
    role="row"
    id="row-${row.id}"
    class="review-row ${isFocused ? 'focused' : ''} ${isSelected ? 'selected' : ''} ${status?.kind ?? ''}"
    data-id=${row.id}
    data-vscode-context=${rowMenu(view, row)}
    aria-rowindex=${index + 2}
    aria-labelledby=${labelIds.join(' ')}
    aria-selected=${isSelected ? 'true' : 'false'}
    @click=${onPress}
    @contextmenu=${onPress}
  >
    <div role="gridcell" class="pick">
      <input
        type="checkbox"
        tabindex="-1"
        aria-label=${fill(strings.selectRow, row.title)}
        .checked=${isSelected}
        @change=${onToggle}
      />
    </div>
    <div role="gridcell" id="row-${row.id}-source" class="source">${rowText(row, 'source')}</div>
    <div role="gridcell" id="row-${row.id}-translation" class="translation">${translationCell(view, row)}</div>
    <div role="gridcell" class="information">${information(view, row)}${buttons}</div>
    ${statusLine(view, row)}
    ${editor === undefined ? nothing : html`<div role="gridcell" class="wide">${rowEditor(view, row, editor)}</div>`}
    ${isFocused && hasInnerDetails ? html`<div role="gridcell" class="wide">${detailsPane(view, row)}</div>` : nothing}
  </div>`;
}

function translationCell({ strings }: ReviewView, row: ReviewRow): TemplateResult {
  const notes = row.truncated === true ? [strings.truncated, ...row.notes] : row.notes;
  const noteParagraphs = notes.map((note) => html`<p class="hint">${note}</p>`);
  const findings = findingList(row.problems, strings);
  return html`${rowText(row, 'translation')}${lastChanges(row, strings)}${findings}${noteParagraphs}`;
}

/** Returns how the translation differs from the one before the last revision, if there is one. */
function lastChanges(
  { previous, translation, locale }: ReviewRow,
  strings: ReviewView['strings'],
): TemplateResult | typeof nothing {
  if (previous === undefined || translation === undefined) return nothing;
  return html`<p class="hint">${strings.changes}</p>
    ${wordDifference({ older: previous, newer: translation, locale }, strings)}`;
}

/** Returns the key and the facts of a row: locale, remaining time, revision requests, messages and draft. */
function information(view: ReviewView, row: ReviewRow): TemplateResult {
  const { strings, localeNames, state } = view;
  const { comments = 0 } = row;
  const facts: TemplateResult[] = [html`<span title=${localeNames.get(row.locale) ?? row.locale}>${row.locale}</span>`];
  if (row.until !== undefined) facts.push(remainingFact(view, row.until, row.mayEndEarlier === true));
  if (row.revisions > 0) facts.push(html`<span>${fill(strings.revisionCount, row.revisions)}</span>`);
  if (comments > 0) facts.push(html`<span>${codicon('comment')}${fill(strings.commentCount, comments)}</span>`);
  if (row.isUnanswered === true) facts.push(html`<span class="urgent">${strings.unanswered}</span>`);
  if (state.drafts[row.id] !== undefined) facts.push(html`<span>${codicon('edit')}${strings.draft}</span>`);
  return html`<div id="row-${row.id}-name">
    <p class="key" title=${row.file ?? nothing}>${row.title}</p>
    <p class="facts">${facts}</p>
  </div>`;
}

/** Returns how much time remains to review a translation: "5 hr remaining", or "at most 5 hr remaining". */
function remainingFact({ strings, now }: ReviewView, until: number, mayEndEarlier: boolean): TemplateResult {
  const isUrgent = until - now < expiringMs;
  const duration = remainingTime(until - now);
  const remaining = fill(strings.remaining, mayEndEarlier ? fill(strings.atMost, duration) : duration);
  return html`<span class=${isUrgent ? 'urgent' : ''}>
    ${isUrgent ? codicon('watch') : nothing}${until <= now ? strings.expired : remaining}
  </span>`;
}

/** Returns the buttons of the focused row, for the mouse and for Tab. */
function actionButtons(view: ReviewView, row: ReviewRow): TemplateResult | typeof nothing {
  const { strings } = view;
  if (!isUndecided(view.statusOf(row.id))) return nothing;
  const icons = { approve: 'check', revise: 'redo', reject: 'thumbsdown', comment: 'comment' } as const;
  const start = (action: ReviewAction) => (): void => {
    if (action === 'approve') view.approve(row.id);
    else view.openEditor({ jobId: row.id, action });
  };
  return html`<div class="actions">
    ${row.actions.map((action) =>
      reviewButton({
        name: action,
        label: actionLabel(strings, action),
        icon: icons[action],
        iconOnly: true,
        press: start(action),
      }),
    )}
    ${reviewButton({
      name: 'openFile',
      label: strings.openFile,
      icon: 'go-to-file',
      iconOnly: true,
      press: () => {
        view.open('openFile', row.id);
      },
    })}
    ${reviewButton({
      name: 'details',
      label: strings.details,
      icon: 'list-unordered',
      iconOnly: true,
      press: () => {
        view.toggleDetails(row.id);
      },
    })}
  </div>`;
}

/** Says what happens to the job of a row, with the action that the user can take now. */
function statusLine(view: ReviewView, row: ReviewRow): TemplateResult | typeof nothing {
  const { strings } = view;
  const status = view.statusOf(row.id);
  if (status === undefined) return nothing;
  const line = (content: TemplateResult, cssClass = ''): TemplateResult =>
    html`<div role="gridcell" id="row-${row.id}-status" class="wide status ${cssClass}">${content}</div>`;
  const button = (name: string, label: string, press: () => void): TemplateResult =>
    reviewButton({ name, label, press });
  switch (status.kind) {
    case 'queued': {
      const undoButton = button('undo', strings.undo, () => {
        view.undo(row.id);
      });
      return line(html`${codicon('check')}<span>${strings.approving}</span>${undoButton}`);
    }
    case 'notSent':
      return line(html`${codicon('info')}<span>${strings.notSent}</span>`);
    case 'sending':
      return line(html`<span>${fill(strings.labeled, actionLabel(strings, status.action), strings.sending)}</span>`);
    case 'asking': {
      const backButton = button('back', strings.cancel, () => {
        view.back(row.id);
      });
      const approveButton = button('approve-anyway', strings.approveAnyway, () => {
        view.approve(row.id, true);
      });
      return line(html`${codicon('error')}<span>${strings.hasErrors}</span> ${backButton} ${approveButton}`, 'error');
    }
    case 'failed': {
      const retryButton = button('retry', strings.retry, () => {
        view.retry(row.id);
      });
      const label = fill(strings.label, actionLabel(strings, status.action));
      const failure = html`<span><strong>${label}</strong> ${status.sentence}</span>`;
      return line(html`${codicon('error')}${failure} ${retryButton}`, 'error');
    }
  }
}
