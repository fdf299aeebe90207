import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PageRevision, PageStrings } from '../protocol.ts';
import { comparedRevisions } from './pageState.ts';
import { loading, type PageView } from './pageView.ts';
import { fill } from './pageText.ts';
import { textDifference, type TextPart } from './textDifference.ts';

/** Every state the translation has had, newest first, and the difference between any two of them. */
export function revisionList(view: PageView): TemplateResult | typeof nothing {
  const { strings, snapshot } = view;
  if (snapshot.document === true && snapshot.revisions?.length === 0) return nothing;
  return html`<section aria-labelledby="revisions-heading" aria-busy=${snapshot.revisions === undefined ? 'true' : 'false'}>
    <h2 id="revisions-heading">${strings.revisions}</h2>
    ${snapshot.revisions === undefined ? loading(strings) : content(view, snapshot.revisions)}
  </section>`;
}

function content(view: PageView, revisions: readonly PageRevision[]): TemplateResult {
  const { strings, snapshot } = view;
  const { locale, direction } = snapshot.translation;
  if (revisions.length === 0) return html`<p class="hint">${strings.noRevisions}</p>`;
  const newestFirst = numbered(revisions, strings).reverse();
  return html`${comparison(view, revisions)}
    <ol class="revisions" reversed>
      ${repeat(
        newestFirst,
        ({ revision }) => revision.id,
        ({ revision, name }) => html`<li>
          <details>
            <summary>${name} <span class="hint">${revision.when}</span></summary>
            <p class="passage boxed" lang=${locale} dir=${direction}>${revision.text}</p>
          </details>
        </li>`,
      )}
    </ol>`;
}

function comparison(view: PageView, revisions: readonly PageRevision[]): TemplateResult | typeof nothing {
  const pair = comparedRevisions(revisions, view.state.compared);
  if (pair === undefined) return nothing;
  const { strings } = view;
  const { older, newer } = pair;
  const choose = (chosen: { older?: string; newer?: string }): void => {
    view.change({ compared: { older: older.id, newer: newer.id, ...chosen } });
  };
  return html`<div class="row">
      ${picker(view, revisions, 'compare-older', strings.compare, older, (id) => {
        choose({ older: id });
      })}
      ${picker(view, revisions, 'compare-newer', strings.compareWith, newer, (id) => {
        choose({ newer: id });
      })}
    </div>
    ${difference(view, 'difference', older.text, newer.text)}`;
}

/**
 * What has changed between the translation that the person approved and the one there is now, which was not approved.
 */
export function changesSinceShown(view: PageView): TemplateResult | typeof nothing {
  const { previousText, translation } = view.snapshot;
  if (previousText === undefined || translation.text === undefined) return nothing;
  return html`<section aria-labelledby="changed-heading">
    <h2 id="changed-heading">${view.strings.changedSinceShown}</h2>
    ${difference(view, 'changed', previousText, translation.text)}
  </section>`;
}

/** Two texts in one, what was removed and added marked. */
function difference({ strings, snapshot }: PageView, id: string, older: string, newer: string): TemplateResult {
  const { locale, direction } = snapshot.translation;
  return html`${guard([older, newer, locale, direction], () => {
    const parts = textDifference(older, newer, locale);
    const same = parts.every((part) => part.kind === 'same');
    return same
      ? html`<p id="${id}-none" class="hint">${strings.noDifference}</p>`
      : html`<p id=${id} class="passage boxed" lang=${locale} dir=${direction}>${parts.map((part) => marked(part, strings))}</p>`;
  })}`;
}

/** Marked by underline or strike as well as colour, and by a word for those who listen. */
function marked({ kind, text }: TextPart, strings: PageStrings): TemplateResult | string {
  if (kind === 'added') return html`<ins><span class="heard">${strings.added} </span>${text}</ins>`;
  if (kind === 'removed') return html`<del><span class="heard">${strings.removed} </span>${text}</del>`;
  return text;
}

function picker(
  view: PageView,
  revisions: readonly PageRevision[],
  id: string,
  label: string,
  chosen: PageRevision,
  choose: (id: string) => void,
): TemplateResult {
  const onChange = (event: Event): void => {
    choose((event.currentTarget as HTMLSelectElement).value);
  };
  return html`<span class="labelled">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${onChange}>
      ${repeat(
        numbered(revisions, view.strings).reverse(),
        ({ revision }) => revision.id,
        ({ revision, name }) =>
          html`<option value=${revision.id} .selected=${live(revision.id === chosen.id)}>${name} (${revision.when})</option>`,
      )}
    </select>
  </span>`;
}

function numbered(
  revisions: readonly PageRevision[],
  strings: PageStrings,
): { revision: PageRevision; name: string }[] {
  return revisions.map((revision, index) => ({ revision, name: fill(strings.revisionNumber, index + 1) }));
}
