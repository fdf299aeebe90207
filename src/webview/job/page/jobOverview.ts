import { html, nothing, type TemplateResult } from 'lit';
import { markedText, numberedProblems, problemIcon, severityOfWholeText } from './markedText.ts';
import { type JobPageView } from './jobPageView.ts';
import { fill } from '../../shared/page/pageText.ts';
import { factList } from '../../shared/page/factList.ts';
import { shownText } from '../../shared/page/shownText.ts';
import type { JobStrings } from '../host/jobStrings.ts';
import { codicon } from '../../shared/page/codicon.ts';
import { severityLine, severityNotice } from '../../shared/page/severityNotice.ts';
import type { PagePassage } from '../../shared/pageSnapshot.ts';

/** Returns the notices that the translation is simulated, and whether it was delivered. */
export function notices(view: JobPageView): TemplateResult {
  const { simulatedNotice } = view.snapshot;
  const simulated =
    simulatedNotice === undefined
      ? nothing
      : html`<p class="notice info">${codicon('beaker')}<span>${simulatedNotice}</span></p>`;
  return html`${simulated} ${deliveryParagraph(view)}`;
}

function deliveryParagraph(view: JobPageView): TemplateResult | typeof nothing {
  const { deliveryNotice } = view.snapshot;
  if (deliveryNotice === undefined) return nothing;
  const { severity, sentence } = deliveryNotice;
  if (severity === 'warning')
    return html`<p id="delivery" class="notice warning">${severityNotice(view.strings, 'warning', sentence)}</p>`;
  return html`<p id="delivery" class="notice info">${codicon('info')}<span>${sentence}</span></p>`;
}

/** Returns the job's data as labels and values. */
export function detailsSection({ strings, snapshot }: JobPageView): TemplateResult {
  return html`<section aria-labelledby="details-heading">
    <h2 id="details-heading">${strings.details}</h2>
    ${factList(snapshot.facts)}
  </section>`;
}

/**
 * Returns the problems that the checks found, each with a button that leads to its location in the texts. Errors are
 * announced to screen readers when they appear.
 */
export function problemList(view: JobPageView): TemplateResult {
  const { strings, snapshot } = view;
  const listOf = (severity: 'error' | 'warning'): TemplateResult | typeof nothing => {
    const problems = numberedProblems(snapshot).filter((problem) => problem.severity === severity);
    if (problems.length === 0) return nothing;
    const items = problems.map(
      (problem) => html`<li class="notice ${severity}">
        ${problemIcon(view, problem)}${severityLine(strings, severity, problem.sentence)}
      </li>`,
    );
    return html`<ul class="problems">
      ${items}
    </ul>`;
  };
  return html`<section id="problems" aria-label=${strings.problems} ?hidden=${snapshot.problems.length === 0}>
    <h2 id="problems-heading" tabindex="-1">${strings.problems}</h2>
    <div role="alert">${listOf('error')}</div>
    ${listOf('warning')}
  </section>`;
}

/** Returns the source and the translation, side by side if there is room. */
export function passageColumns(view: JobPageView): TemplateResult {
  const { source, translation, translationPending } = view.snapshot;
  const { text } = translation;
  const translated =
    text === undefined
      ? html`<p id="pending" class="passage boxed hint">${translationPending ?? ''}</p>`
      : passage(view, 'translation', { ...translation, text });
  return html`<div class="columns">
    <section aria-labelledby="source-heading">
      <h2 id="source-heading">${view.strings.source} <span class="hint">${source.label}</span></h2>
      ${passage(view, 'source', source)}
    </section>
    <section aria-labelledby="translation-heading">
      <h2 id="translation-heading">${view.strings.translation} <span class="hint">${translation.label}</span></h2>
      ${translated}
    </section>
  </div>`;
}

function passage(
  view: JobPageView,
  name: 'source' | 'translation',
  { text, locale, direction }: PagePassage,
): TemplateResult {
  const borderClass = severityOfWholeText(view, name, text) ?? '';
  const content = markedText(view, name, text);
  // The paragraph shows whitespace, so none may be added around its content.
  return html`<p id=${name} class="passage boxed ${borderClass}" lang=${locale} dir=${direction}>${content}</p>`;
}

function labeledRating(strings: JobStrings, rating: number): string {
  return fill(strings.labeled, strings.rating, fill(strings.ratingValue, rating));
}

/** Returns the feedback that was given with the approval. */
export function feedbackSection({ strings, snapshot }: JobPageView): TemplateResult | typeof nothing {
  const { feedback } = snapshot;
  const { rating, forTranslator } = feedback ?? {};
  if (rating === undefined && forTranslator === undefined) return nothing;
  return html`<section id="feedback" aria-labelledby="feedback-heading">
    <h2 id="feedback-heading">${strings.feedback}</h2>
    ${rating === undefined ? nothing : html`<p>${labeledRating(strings, rating)}</p>`}
    ${forTranslator === undefined ? nothing : html`<p class="passage boxed" dir="auto">${shownText(forTranslator)}</p>`}
  </section>`;
}
