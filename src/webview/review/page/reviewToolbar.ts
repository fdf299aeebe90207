import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fill } from '../../shared/page/pageText.ts';
import { isFiltering, noFilter, sortings, valuesOf, type RowFilter, type Sorting } from './model/rowFilter.ts';
import { reviewButton, type ReviewView } from './reviewView.ts';
import type { ReviewStrings } from '../host/reviewStrings.ts';

/** The values that the selects of the filter offer. */
export interface FilterValues {
  readonly locale: readonly string[];
  readonly file: readonly string[];
  readonly order: readonly string[];
}

export function filterValues(rows: ReviewView['rows']): FilterValues {
  const all = [...rows.values()];
  return { locale: valuesOf(all, 'locale'), file: valuesOf(all, 'file'), order: valuesOf(all, 'order') };
}

/** Returns how many rows are listed. */
export function listCount({ strings, listed, rows }: ReviewView): string {
  if (listed.length === rows.size) return fill(strings.toReview, rows.size);
  return fill(strings.shownOf, listed.length, rows.size);
}

/** Returns the counts (unknown while the first rows load), the actions for many rows, and the filters. */
export function reviewToolbar(view: ReviewView, values: FilterValues, isLoading: boolean): TemplateResult {
  const { strings, state } = view;
  const { clean, notSent } = view.counts;
  return html`<header class="toolbar">
    <div class="row">
      <h1 id="title" tabindex="-1">${strings.title}</h1>
      ${isLoading && view.rows.size === 0 ? nothing : html`<span class="hint">${listCount(view)}</span>`}
      ${
        state.selected.length === 0
          ? nothing
          : html`<span class="hint">${fill(strings.selected, state.selected.length)}</span>${bulkButtons(view)}`
      }
      <span class="row end">
        ${
          notSent === 0
            ? nothing
            : reviewButton({
                name: 'approve-not-sent',
                label: fill(strings.approveNotSent, notSent),
                press: () => {
                  view.openDialog('notSent');
                },
              })
        }
        ${
          clean === 0
            ? nothing
            : reviewButton({
                name: 'approve-clean',
                label: fill(strings.approveClean, clean),
                icon: 'check-all',
                primary: true,
                press: () => {
                  view.openDialog('clean');
                },
              })
        }
        ${reviewButton({
          name: 'refresh',
          label: strings.refresh,
          icon: 'refresh',
          iconOnly: true,
          press: () => {
            view.refresh();
          },
        })}
      </span>
    </div>
    ${filterBar(view, values)}
    ${
      state.scope === undefined
        ? nothing
        : html`<p class="note">
            <span>${strings.scoped}</span>
            ${reviewButton({
              name: 'show-all',
              label: strings.showAll,
              press: () => {
                view.change({ scope: undefined });
              },
            })}
          </p>`
    }
  </header>`;
}

function bulkButtons(view: ReviewView): TemplateResult {
  const { strings } = view;
  const open = (kind: 'selected' | 'revise' | 'reject') => (): void => {
    view.openDialog(kind);
  };
  return html`${reviewButton({ name: 'approve-selected', label: strings.approve, icon: 'check', press: open('selected') })}
  ${reviewButton({ name: 'revise-selected', label: strings.requestRevision, icon: 'redo', press: open('revise') })}
  ${reviewButton({ name: 'reject-selected', label: strings.reject, icon: 'thumbsdown', press: open('reject') })}`;
}

function filterBar(view: ReviewView, values: FilterValues): TemplateResult {
  const { strings, state, localeNames } = view;
  const { filter } = state;
  const set = (patch: Partial<RowFilter>): void => {
    view.change({ filter: { ...view.state.filter, ...patch } });
  };
  const onText = (event: Event): void => {
    set({ text: (event.currentTarget as HTMLInputElement).value });
  };
  const onSort = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    view.change({ sorting: sortings.find((sorting) => sorting === value) ?? 'urgency' });
  };
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
    ${picker(view, { member: 'locale', all: 'allLocales', values: values.locale, nameOf: (tag) => localeNames.get(tag) ?? tag, set })}
    ${picker(view, { member: 'file', all: 'allFiles', values: values.file, set })}
    ${picker(view, { member: 'order', all: 'allOrders', values: values.order, set })}
    ${choice(view, { member: 'findings', set })} ${choice(view, { member: 'questions', set })}
    ${choice(view, { member: 'expiring', set })}
    <select aria-label=${strings.sort} @change=${onSort}>
      ${sortings.map(
        (sorting) =>
          html`<option value=${sorting} .selected=${sorting === state.sorting}>${sortLabels[sorting]}</option>`,
      )}
    </select>
    ${
      isFiltering(filter)
        ? reviewButton({
            name: 'clear',
            label: strings.clear,
            press: () => {
              set(noFilter);
            },
          })
        : nothing
    }
  </div>`;
}

interface PickerOptions {
  readonly member: 'locale' | 'file' | 'order';
  readonly all: keyof ReviewStrings;
  readonly values: readonly string[];
  readonly nameOf?: (value: string) => string;
  readonly set: (patch: Partial<RowFilter>) => void;
}

/** Returns a select of a filter; nothing if there is nothing to choose. */
function picker(
  { strings, state }: ReviewView,
  { member, all, values, nameOf = (value) => value, set }: PickerOptions,
): TemplateResult | typeof nothing {
  const chosen = state.filter[member];
  if (values.length < 2 && chosen === '') return nothing;
  const onChange = (event: Event): void => {
    set({ [member]: (event.currentTarget as HTMLSelectElement).value });
  };
  const options = chosen === '' || values.includes(chosen) ? values : [chosen, ...values];
  return html`<select aria-label=${strings[member]} data-name=${member} @change=${onChange}>
    <option value="" .selected=${chosen === ''}>${strings[all]}</option>
    ${options.map((value) => html`<option value=${value} .selected=${value === chosen}>${nameOf(value)}</option>`)}
  </select>`;
}

function choice(
  { strings, state }: ReviewView,
  {
    member,
    set,
  }: { readonly member: 'findings' | 'questions' | 'expiring'; readonly set: (patch: Partial<RowFilter>) => void },
): TemplateResult {
  const onChange = (event: Event): void => {
    set({ [member]: (event.currentTarget as HTMLInputElement).checked });
  };
  return html`<label class="choice"
    ><input type="checkbox" data-name=${member} .checked=${live(state.filter[member])} @change=${onChange} />
    ${strings[member]}</label
  >`;
}
