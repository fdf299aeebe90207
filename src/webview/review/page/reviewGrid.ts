import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { helpHint } from '../../shared/page/pageText.ts';
import type { ReviewView } from './reviewView.ts';
import type { RowWindow } from './model/rowWindow.ts';
import { onListMenu } from './rowMenu.ts';
import { rowView } from './rowView.ts';

export interface GridOptions {
  /** Which of the listed rows are rendered. */
  readonly renderedRange: RowWindow;
  /** Whether the details are below the focused row, because there is no room next to the list. */
  readonly hasInnerDetails: boolean;
  readonly isLoading: boolean;
  /** The sentence that is shown while there are no rows, if some are expected. */
  readonly empty: string | undefined;
  readonly onScroll: () => void;
}

/** Returns the list. Only the rows in view are in the document; `aria-rowcount` and `aria-rowindex` count all rows. */
export function reviewGrid(
  view: ReviewView,
  { renderedRange, hasInnerDetails, isLoading, empty, onScroll }: GridOptions,
): TemplateResult {
  const { strings, listed, state } = view;
  const renderedRows = listed.slice(renderedRange.first, renderedRange.last);
  const focusedRow = renderedRows.find(({ id }) => id === state.focused);
  const activeId = focusedRow === undefined ? nothing : `row-${focusedRow.id}`;
  return html`<div
    class="list"
    role="grid"
    tabindex="0"
    aria-label=${strings.list}
    aria-description=${helpHint(strings.helpHint)}
    aria-multiselectable="true"
    aria-rowcount=${listed.length + 1}
    aria-activedescendant=${activeId}
    @scroll=${onScroll}
    @contextmenu=${onListMenu}
  >
    <div role="row" class="heading" aria-rowindex="1">
      <span role="columnheader" class="pick"><span class="visually-hidden">${strings.selection}</span></span>
      <span role="columnheader" class="source">${strings.source}</span>
      <span role="columnheader" class="translation">${strings.translation}</span>
      <span role="columnheader" class="information">${strings.information}</span>
    </div>
    <div role="presentation" class="space-before"></div>
    ${repeat(
      renderedRows,
      ({ id }) => id,
      (row, index) => rowView(view, row, { index: renderedRange.first + index, hasInnerDetails }),
    )}
    <div role="presentation" class="space-after"></div>
    ${listed.length > 0 ? nothing : emptyRow(view, isLoading, empty)}
  </div>`;
}

function emptyRow(view: ReviewView, isLoading: boolean, empty: string | undefined): TemplateResult {
  const sentence = emptySentence(view, isLoading, empty);
  return html`<div role="row"><p role="gridcell" class="empty">${sentence}</p></div>`;
}

function emptySentence({ strings, rows }: ReviewView, isLoading: boolean, empty = strings.noTranslations): string {
  if (rows.size > 0) return strings.noMatches;
  if (isLoading) return strings.loading;
  return empty;
}
