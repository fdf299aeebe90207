import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fill } from '../../shared/page/pageText.ts';
import { isFiltering, noFilter, sortings, valuesOf, type RowFilter, type Sorting } from './model/rowFilter.ts';
import { reviewButton, type DialogKind, type ReviewView } from './reviewView.ts';
import type { ReviewStrings } from '../host/reviewStrings.ts';

/** The values that the selects of the filter offer. */
export interface FilterValues {
  readonly locale: readonly string[];
  readonly file: readonly string[];
  readonly order: readonly string[];
}

/** Returns the locales, files and orders of the rows. */
export function filterValues(rows: ReviewView['rows']): FilterValues {
  const allRows = [...rows.values()];
  return { locale: valuesOf(allRows, 'locale'), file: valuesOf(allRows, 'file'), order: valuesOf(allRows, 'order') };
}

/** Returns how many rows are listed. */
export function listCount({ strings, listed, rows }: ReviewView): string {
  if (listed.length === rows.size) return fill(strings.toReview, rows.size);
  return fill(strings.shownOf, listed.length, rows.size);
}

/** Returns the counts (unknown while the first rows load), the actions for many rows, and the filters. */
export function reviewToolbar(view: ReviewView, values: FilterValues, isLoading: boolean): TemplateResult {
  const { strings, state } = view;
  const isCountKnown = !isLoading || view.rows.size > 0;
  const selectedCount = html`<span class="hint">${fill(strings.selected, state.selected.length)}</span>`;
  const refreshButton = reviewButton({
    name: 'refresh',
    label: strings.refresh,
    icon: 'refresh',
    iconOnly: true,
    press: () => {
      view.refresh();
    },
  });
  return html`<header class="toolbar">
    <div class="row">
      <h1 id="title" tabindex="-1">${strings.title}</h1>
      ${isCountKnown ? html`<span class="hint">${listCount(view)}</span>` : nothing}
      ${state.selected.length === 0 ? nothing : html`${selectedCount}${bulkButtons(view)}`}
      <span class="row end">${unsentApprovalsButton(view)} ${cleanButton(view)} ${refreshButton}</span>
    </div>
    ${filterBar(view, values)} ${state.scope === undefined ? nothing : scopeNote(view)}
  </header>`;
}

/** Returns the button for approvals that were not sent, because the page was left first; nothing if there are none. */
function unsentApprovalsButton(view: ReviewView): TemplateResult | typeof nothing {
  const { unsentApprovals } = view.counts;
  if (unsentApprovals === 0) return nothing;
  return reviewButton({
    name: 'approve-not-sent',
    label: fill(view.strings.approveNotSent, unsentApprovals),
    press: () => {
      view.openDialog('unsentApprovals');
    },
  });
}

/** Returns the button for translations without findings and unanswered messages; nothing if there are none. */
function cleanButton(view: ReviewView): TemplateResult | typeof nothing {
  const { clean } = view.counts;
  if (clean === 0) return nothing;
  return reviewButton({
    name: 'approve-clean',
    label: fill(view.strings.approveClean, clean),
    icon: 'check-all',
    primary: true,
    press: () => {
      view.openDialog('clean');
    },
  });
}

function scopeNote(view: ReviewView): TemplateResult {
  const showAllButton = reviewButton({
    name: 'show-all',
    label: view.strings.showAll,
    press: () => {
      view.change({ scope: undefined });
    },
  });
  return html`<p class="note"><span>${view.strings.scopeNote}</span> ${showAllButton}</p>`;
}

/** Returns the buttons for the selected rows. */
function bulkButtons(view: ReviewView): TemplateResult {
  const { strings } = view;
  const button = (name: string, label: string, icon: string, kind: DialogKind): TemplateResult => {
    const press = (): void => {
      view.openDialog(kind);
    };
    return reviewButton({ name, label, icon, press });
  };
  return html`${button('approve-selected', strings.approve, 'check', 'selected')}
  ${button('revise-selected', strings.requestRevision, 'redo', 'revise')}
  ${button('reject-selected', strings.reject, 'thumbsdown', 'reject')}`;
}

function filterBar(view: ReviewView, values: FilterValues): TemplateResult {
  const { strings, state, localeNames } = view;
  const { filter } = state;
  const changeFilter = (patch: Partial<RowFilter>): void => {
    view.change({ filter: { ...view.state.filter, ...patch } });
  };
  const onText = (event: Event): void => {
    changeFilter({ text: (event.currentTarget as HTMLInputElement).value });
  };
  const onSort = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    view.change({ sorting: sortings.find((sorting) => sorting === value) ?? 'urgency' });
  };
  const clearButton = reviewButton({
    name: 'clear',
    label: strings.clearFilters,
    press: () => {
      changeFilter(noFilter);
    },
  });
  const localeSelect = filterSelect(view, {
    member: 'locale',
    labelOfAll: 'allLocales',
    values: values.locale,
    nameOf: (tag) => localeNames.get(tag) ?? tag,
    changeFilter,
  });
  const sortLabels: Readonly<Record<Sorting, string>> = {
    urgency: strings.byUrgency,
    file: strings.byFile,
    locale: strings.byLocale,
  };
  return html`<div class="row filters" role="search" aria-label=${strings.filters}>
    <input
      type="search"
      id="filter-text"
      placeholder=${strings.search}
      aria-label=${strings.search}
      .value=${live(filter.text)}
      @input=${onText}
    />
    ${localeSelect}
    ${filterSelect(view, { member: 'file', labelOfAll: 'allFiles', values: values.file, changeFilter })}
    ${filterSelect(view, { member: 'order', labelOfAll: 'allOrders', values: values.order, changeFilter })}
    ${filterCheckbox(view, 'findings', changeFilter)} ${filterCheckbox(view, 'questions', changeFilter)}
    ${filterCheckbox(view, 'expiring', changeFilter)}
    <select aria-label=${strings.sort} @change=${onSort}>
      ${sortings.map(
        (sorting) =>
          html`<option value=${sorting} .selected=${sorting === state.sorting}>${sortLabels[sorting]}</option>`,
      )}
    </select>
    ${isFiltering(filter) ? clearButton : nothing}
  </div>`;
}

interface SelectOptions {
  readonly member: 'locale' | 'file' | 'order';
  /** The string for the option that excludes nothing. */
  readonly labelOfAll: keyof ReviewStrings;
  readonly values: readonly string[];
  readonly nameOf?: (value: string) => string;
  readonly changeFilter: (patch: Partial<RowFilter>) => void;
}

/** Returns a select of the filter; nothing if there is nothing to select. A selected value that no row has is kept. */
function filterSelect(
  { strings, state }: ReviewView,
  { member, labelOfAll, values, nameOf = (value) => value, changeFilter }: SelectOptions,
): TemplateResult | typeof nothing {
  const selected = state.filter[member];
  if (values.length < 2 && selected === '') return nothing;
  const onChange = (event: Event): void => {
    changeFilter({ [member]: (event.currentTarget as HTMLSelectElement).value });
  };
  const isListed = selected === '' || values.includes(selected);
  const options = isListed ? values : [selected, ...values];
  return html`<select aria-label=${strings[member]} data-name=${member} @change=${onChange}>
    <option value="" .selected=${selected === ''}>${strings[labelOfAll]}</option>
    ${options.map((value) => html`<option value=${value} .selected=${value === selected}>${nameOf(value)}</option>`)}
  </select>`;
}

function filterCheckbox(
  { strings, state }: ReviewView,
  member: 'findings' | 'questions' | 'expiring',
  changeFilter: (patch: Partial<RowFilter>) => void,
): TemplateResult {
  const onChange = (event: Event): void => {
    changeFilter({ [member]: (event.currentTarget as HTMLInputElement).checked });
  };
  return html`<label class="choice"
    ><input type="checkbox" data-name=${member} .checked=${live(state.filter[member])} @change=${onChange} />
    ${strings[member]}</label
  >`;
}
