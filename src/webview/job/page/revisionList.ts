import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { comparedRevisions } from './pageState.ts';
import { button, loadingSign, type JobPageView } from './jobPageView.ts';
import { fill } from '../../shared/page/pageText.ts';
import { shownText } from '../../shared/page/shownText.ts';
import { markedDifference } from '../../shared/page/markedDifference.ts';
import type { JobStrings } from '../host/jobStrings.ts';
import type { PageRevision } from '../../shared/pageSnapshot.ts';

/** Returns all revisions of the translation, newest first, and the difference between any two of them. */
export function revisionList(view: JobPageView): TemplateResult | typeof nothing {
  const { strings, snapshot } = view;
  // The revisions of a file may have no text that could be listed.
  if (snapshot.document === true && snapshot.revisions?.length === 0) return nothing;
  const isLoading = snapshot.revisions === undefined;
  return html`<section aria-labelledby="revisions-heading" aria-busy=${isLoading ? 'true' : 'false'}>
    <h2 id="revisions-heading">${strings.revisions}</h2>
    ${snapshot.revisions === undefined ? loadingSign(strings) : listWithComparison(view, snapshot.revisions)}
  </section>`;
}

function listWithComparison(view: JobPageView, revisions: readonly PageRevision[]): TemplateResult {
  const { strings, snapshot } = view;
  const { locale, direction } = snapshot.translation;
  if (revisions.length === 0) return html`<p class="hint">${strings.noRevisions}</p>`;
  const newestFirst = withNames(revisions, strings).reverse();
  return html`${comparisonOf(view, revisions)}
    <ol class="revisions" reversed>
      ${repeat(
        newestFirst,
        ({ revision }) => revision.id,
        ({ revision, name }) => html`<li>
          <details>
            <summary>${name} <span class="hint">${revision.when}</span></summary>
            <p class="passage boxed" lang=${locale} dir=${direction}>${shownText(revision.text)}</p>
          </details>
        </li>`,
      )}
    </ol>`;
}

/** Returns the selects of two revisions, and the difference between them. */
function comparisonOf(view: JobPageView, revisions: readonly PageRevision[]): TemplateResult | typeof nothing {
  const pair = comparedRevisions(revisions, view.state.compared);
  if (pair === undefined) return nothing;
  const { strings } = view;
  const { translation } = view.snapshot;
  const { older, newer } = pair;
  const picker = (side: 'older' | 'newer', label: string): TemplateResult =>
    revisionPicker(view, revisions, {
      id: `compare-${side}`,
      label,
      selected: pair[side],
      select: (id) => {
        view.change({ compared: { older: older.id, newer: newer.id, [side]: id } });
      },
    });
  const texts = { ...translation, older: older.text, newer: newer.text, id: 'difference', style: 'boxed' } as const;
  const compareInEditor = button(view, {
    id: 'compareRevisions',
    label: strings.compareRevisions,
    icon: 'diff',
    press: () => {
      view.send({ type: 'compareRevisions', older: older.id, newer: newer.id });
    },
  });
  return html`<div class="row">
      ${picker('older', strings.compare)} ${picker('newer', strings.compareWith)} ${compareInEditor}
    </div>
    ${markedDifference(texts, strings)}`;
}

/** Returns the changes between the translation that the user tried to approve and the current one. */
export function changesSinceShown(view: JobPageView): TemplateResult | typeof nothing {
  const { previousText, translation } = view.snapshot;
  if (previousText === undefined || translation.text === undefined) return nothing;
  const texts = {
    ...translation,
    older: previousText,
    newer: translation.text,
    id: 'changed',
    style: 'boxed',
  } as const;
  return html`<section aria-labelledby="changed-heading">
    <h2 id="changed-heading">${view.strings.changedSinceShown}</h2>
    ${markedDifference(texts, view.strings)}
  </section>`;
}

interface PickerOptions {
  readonly id: string;
  readonly label: string;
  readonly selected: PageRevision;
  /** Called with the id of the revision that the user has selected. */
  readonly select: (id: string) => void;
}

function revisionPicker(
  view: JobPageView,
  revisions: readonly PageRevision[],
  { id, label, selected, select }: PickerOptions,
): TemplateResult {
  const onChange = (event: Event): void => {
    select((event.currentTarget as HTMLSelectElement).value);
  };
  return html`<span class="labeled">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${onChange}>
      ${repeat(
        withNames(revisions, view.strings).reverse(),
        ({ revision }) => revision.id,
        ({ revision, name }) => {
          const isSelected = live(revision.id === selected.id);
          const optionLabel = revision.when === '' ? name : fill(view.strings.annotated, name, revision.when);
          return html`<option value=${revision.id} .selected=${isSelected}>${optionLabel}</option>`;
        },
      )}
    </select>
  </span>`;
}

/** Returns revisions with their names: "Revision 1" is the oldest. */
function withNames(
  revisions: readonly PageRevision[],
  strings: JobStrings,
): { revision: PageRevision; name: string }[] {
  return revisions.map((revision, index) => ({ revision, name: fill(strings.revisionNumber, index + 1) }));
}
