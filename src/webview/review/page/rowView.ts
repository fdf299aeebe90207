import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../shared/page/pageText.ts';
import type { ReviewAction, ReviewRow } from '../reviewMessages.ts';
import { detailsPane } from './detailsPane.ts';
import { rowEditor } from './rowEditor.ts';
import { expiringMs } from './model/rowFilter.ts';
import { rowMenu } from './rowMenu.ts';
import { findingList, rowText, wordDifference } from './rowText.ts';
import { actionLabel, reviewButton, type ReviewView } from './reviewView.ts';
import { remainingTime } from './remainingTime.ts';
import { codicon } from '../../shared/page/codicon.ts';

/** Returns a row. `index` counts all listed rows from 0; the details are inside the row if there is no room next to it. */
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
    aria-labelledby=${['name', 'source', 'translation', 'status'].map((part) => `row-${row.id}-${part}`).join(' ')}
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
    <div role="gridcell" class="information">${information(view, row)}${isFocused ? actions(view, row) : nothing}</div>
    ${statusLine(view, row)}
    ${editor === undefined ? nothing : html`<div role="gridcell" class="wide">${rowEditor(view, row, editor)}</div>`}
    ${isFocused && hasInnerDetails ? html`<div role="gridcell" class="wide">${detailsPane(view, row)}</div>` : nothing}
  </div>`;
}

function translationCell({ strings }: ReviewView, row: ReviewRow): TemplateResult {
  const notes = row.truncated === true ? [strings.truncated, ...row.notes] : row.notes;
  return html`${rowText(row, 'translation')}${
    row.previous === undefined || row.translation === undefined
      ? nothing
      : html`<p class="hint">${strings.changes}</p>
          ${wordDifference({ older: row.previous, newer: row.translation, locale: row.locale }, strings)}`
  }${findingList(row.problems, strings)}${notes.map((note) => html`<p class="hint">${note}</p>`)}`;
}

function information({ strings, localeNames, now, state }: ReviewView, row: ReviewRow): TemplateResult {
  const timeUntil = (until: number, { mayEndEarlier }: ReviewRow): string =>
    mayEndEarlier === true ? fill(strings.atMost, remainingTime(until - now)) : remainingTime(until - now);
  const isUrgent = row.until !== undefined && row.until - now < expiringMs;
  const facts: readonly (TemplateResult | undefined)[] = [
    html`<span title=${localeNames.get(row.locale) ?? row.locale}>${row.locale}</span>`,
    row.until === undefined
      ? undefined
      : html`<span class=${isUrgent ? 'urgent' : ''}>
          ${isUrgent ? codicon('watch') : nothing}${
            row.until <= now ? strings.expired : fill(strings.remaining, timeUntil(row.until, row))
          }
        </span>`,
    row.revisions === 0 ? undefined : html`<span>${fill(strings.revisionCount, row.revisions)}</span>`,
    row.comments === undefined || row.comments === 0
      ? undefined
      : html`<span>${codicon('comment')}${fill(strings.commentCount, row.comments)}</span>`,
    row.isUnanswered === true ? html`<span class="urgent">${strings.unanswered}</span>` : undefined,
    state.drafts[row.id] === undefined ? undefined : html`<span>${codicon('edit')}${strings.draft}</span>`,
  ];
  return html`<div id="row-${row.id}-name">
    <p class="key" title=${row.file ?? nothing}>${row.title}</p>
    <p class="facts">${facts.filter((fact) => fact !== undefined)}</p>
  </div>`;
}

/** The actions of the focused row, for the mouse and for Tab. */
function actions(view: ReviewView, row: ReviewRow): TemplateResult | typeof nothing {
  const { strings } = view;
  const status = view.statusOf(row.id)?.kind;
  if (status === 'sending' || status === 'queued') return nothing;
  const icons = { approve: 'check', revise: 'redo', reject: 'thumbsdown', comment: 'comment' } as const;
  const run: Readonly<Record<ReviewAction, () => void>> = {
    approve: () => {
      view.approve(row.id);
    },
    revise: () => {
      view.openEditor({ jobId: row.id, action: 'revise' });
    },
    reject: () => {
      view.openEditor({ jobId: row.id, action: 'reject' });
    },
    comment: () => {
      view.openEditor({ jobId: row.id, action: 'comment' });
    },
  };
  return html`<div class="actions">
    ${row.actions.map((action) =>
      reviewButton({
        name: action,
        label: actionLabel(strings, action),
        icon: icons[action],
        iconOnly: true,
        press: run[action],
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
  const line = (content: unknown, kind = ''): TemplateResult =>
    html`<div role="gridcell" id="row-${row.id}-status" class="wide status ${kind}">${content}</div>`;
  switch (status.kind) {
    case 'queued':
      return line(
        html`${codicon('check')}<span>${strings.approving}</span>${reviewButton({
          name: 'undo',
          label: strings.undo,
          press: () => {
            view.undo(row.id);
          },
        })}`,
      );
    case 'notSent':
      return line(html`${codicon('info')}<span>${strings.notSent}</span>`);
    case 'sending':
      return line(html`<span>${fill(strings.labeled, actionLabel(strings, status.action), strings.sending)}</span>`);
    case 'asking':
      return line(
        html`${codicon('error')}<span>${strings.hasErrors}</span>
          ${reviewButton({
            name: 'back',
            label: strings.cancel,
            press: () => {
              view.back(row.id);
            },
          })}
          ${reviewButton({
            name: 'approve-anyway',
            label: strings.approveAnyway,
            press: () => {
              view.approve(row.id, true);
            },
          })}`,
        'error',
      );
    case 'failed':
      return line(
        html`${codicon('error')}<span
            ><strong>${fill(strings.label, actionLabel(strings, status.action))}</strong> ${status.sentence}</span
          >
          ${reviewButton({
            name: 'retry',
            label: strings.retry,
            press: () => {
              view.retry(row.id);
            },
          })}`,
        'error',
      );
  }
}
