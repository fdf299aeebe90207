import { html, nothing, type TemplateResult } from 'lit';
import { fill } from '../../shared/page/pageText.ts';
import { commentList } from '../../shared/page/commentList.ts';
import { factList } from '../../shared/page/factList.ts';
import { shownText } from '../../shared/page/shownText.ts';
import type { ReviewRow } from '../reviewMessages.ts';
import { wordDifference } from './rowText.ts';
import { reviewButton, type ReviewView } from './reviewView.ts';
import type { PageComment, PageRevision, PageSnapshot } from '../../shared/pageSnapshot.ts';

/** Returns the details of a row's job: whole texts, facts, revisions, thread and feedback. */
export function detailsPane(view: ReviewView, row: ReviewRow): TemplateResult {
  const { strings, detail } = view;
  const isLoading = detail?.revisions === undefined;
  return html`<section class="details" aria-label=${strings.details} aria-busy=${isLoading ? 'true' : 'false'}>
    <div class="title">
      <h2>${row.title}</h2>
      ${reviewButton({
        name: 'openJob',
        label: strings.openJob,
        press: () => {
          view.open('openJob', row.id);
        },
      })}
      ${reviewButton({
        name: 'closeDetails',
        label: strings.closeDetails,
        icon: 'close',
        iconOnly: true,
        press: () => {
          view.toggleDetails(row.id);
        },
      })}
    </div>
    ${detail === undefined ? html`<p class="loading">${strings.loading}</p>` : detailSections(view, row, detail)}
  </section>`;
}

function detailSections(view: ReviewView, row: ReviewRow, detail: PageSnapshot): TemplateResult {
  const { strings } = view;
  const isLoading = detail.revisions === undefined;
  return html`${row.truncated === true ? wholeTexts(view, detail) : nothing}
    ${detail.notes.map((note) => html`<p class="hint">${note}</p>`)}
    <h3>${strings.comments}</h3>
    ${isLoading ? html`<p class="loading">${strings.loading}</p>` : thread(view, detail.comments ?? [])}
    <h3>${strings.revisions}</h3>
    ${isLoading ? nothing : revisionSection(view, detail)} ${feedbackSection(view, detail)}
    ${factList(detail.facts)}`;
}

/** Returns the texts that are truncated in the row. */
function wholeTexts({ strings }: ReviewView, { source, translation }: PageSnapshot): TemplateResult {
  return html`<h3>${strings.source}</h3>
    <p class="passage boxed" lang=${source.locale} dir="auto">${shownText(source.text)}</p>
    <h3>${strings.translation}</h3>
    <p class="passage boxed" lang=${translation.locale} dir="auto">${shownText(translation.text ?? '')}</p>`;
}

function thread({ strings }: ReviewView, comments: readonly PageComment[]): TemplateResult {
  return html`<div class="thread">${commentList(comments, strings)}</div>`;
}

/** Returns the revisions, newest first, each with its difference from the one before it. */
function revisionSection({ strings }: ReviewView, { revisions = [], translation }: PageSnapshot): TemplateResult {
  if (revisions.length === 0) return html`<p class="hint">${strings.noRevisions}</p>`;
  const { locale } = translation;
  const changedText = (revision: PageRevision, previous: PageRevision | undefined): TemplateResult => {
    if (previous === undefined)
      return html`<p class="passage" lang=${locale} dir="auto">${shownText(revision.text)}</p>`;
    return wordDifference({ older: previous.text, newer: revision.text, locale }, strings);
  };
  const revisionItem = (revision: PageRevision, index: number): TemplateResult =>
    html`<li>
      <p class="hint">
        ${fill(strings.revisionNumber, index + 1)}${revision.when === '' ? nothing : ` · ${revision.when}`}
      </p>
      ${changedText(revision, revisions[index - 1])}
    </li>`;
  return html`<ol class="revisions" reversed>
    ${revisions.map(revisionItem).toReversed()}
  </ol>`;
}

function feedbackSection({ strings }: ReviewView, snapshot: PageSnapshot): TemplateResult | typeof nothing {
  if (snapshot.feedback === undefined) return nothing;
  const { rating, forTranslator } = snapshot.feedback;
  return html`<h3>${strings.feedback}</h3>
    ${rating === undefined ? nothing : html`<p>${fill(strings.ratingValue, rating)}</p>`}
    ${forTranslator === undefined ? nothing : html`<p class="passage" dir="auto">${shownText(forTranslator)}</p>`}`;
}
