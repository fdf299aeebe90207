import { html, nothing, type TemplateResult } from 'lit';
import type { PageAction, PagePassage, PageSnapshot } from '../protocol.ts';
import { markedText, numberedProblems, problemIcon, wholeSeverity } from './markedText.ts';
import { actionLabels, button, codicon, may, problemLine, refusalOf, type PageView } from './pageView.ts';
import { fill } from './pageText.ts';

/** Actions that need no form, in the order of their buttons, with their codicons. */
const headerActions: readonly (readonly [SimpleAction, string])[] = [
  ['openFile', 'go-to-file'],
  ['refresh', 'refresh'],
];
const jobActions: readonly (readonly [SimpleAction, string])[] = [
  ['showChanges', 'diff'],
  ['deliver', 'arrow-down'],
  ['insert', 'insert'],
  ['copy', 'copy'],
  ['undoDelivery', 'discard'],
  ['archive', 'archive'],
  ['cancel', 'circle-slash'],
  ['reject', 'thumbsdown'],
];
type SimpleAction = Exclude<PageAction, 'approve' | 'revise' | 'comment'>;
const formActions: readonly PageAction[] = ['approve', 'revise', 'comment'];

/** Title, status, and what does not change the job. */
export function jobHeader(view: PageView): TemplateResult {
  const { snapshot } = view;
  return html`<header class="title">
    <h1 id="title" tabindex="-1" data-job-id=${snapshot.jobId}>${snapshot.title}</h1>
    <vscode-badge id="status" data-status=${snapshot.status}>${snapshot.statusLabel}</vscode-badge>
    <div class="row end">${headerActions.map((action) => actionButton(view, action))}</div>
  </header>`;
}

export function notices({ simulatedNotice, deliveryNotice }: PageSnapshot, view: PageView): TemplateResult {
  return html`${simulatedNotice === undefined ? nothing : html`<p class="notice info">${codicon('beaker')}<span>${simulatedNotice}</span></p>`}
  ${
    deliveryNotice === undefined
      ? nothing
      : deliveryNotice.severity === 'warning'
        ? html`<p id="delivery" class="notice warning" role="status">${problemLine(view, 'warning', deliveryNotice.sentence)}</p>`
        : html`<p id="delivery" class="notice info" role="status">${codicon('info')}<span>${deliveryNotice.sentence}</span></p>`
  }`;
}

export function factList({ strings, snapshot }: PageView): TemplateResult {
  return html`<section aria-labelledby="details-heading">
    <h2 id="details-heading" class="heard">${strings.details}</h2>
    <dl class="facts">${snapshot.facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
  </section>`;
}

/**
 * What the checks say of the translation, each with a way to its place in the texts; errors are read out when they
 * appear.
 */
export function problemList(view: PageView): TemplateResult {
  const { strings, snapshot } = view;
  const lines = (severity: 'error' | 'warning'): TemplateResult | typeof nothing => {
    const problems = numberedProblems(snapshot).filter((problem) => problem.severity === severity);
    if (problems.length === 0) return nothing;
    return html`<ul class="problems">
      ${problems.map((problem) => html`<li class="notice ${severity}">${problemIcon(view, problem)}<span><strong>${strings[severity]}:</strong> ${problem.sentence}</span></li>`)}
    </ul>`;
  };
  return html`<section id="problems" aria-label=${strings.problems} ?hidden=${snapshot.problems.length === 0}>
    <h2>${strings.problems}</h2>
    <div role="alert">${lines('error')}</div>
    ${lines('warning')}
  </section>`;
}

/** Source and translation, side by side where there is room. */
export function passages(view: PageView): TemplateResult {
  const { source, translation, translationPending } = view.snapshot;
  return html`<div class="columns">
    <section aria-labelledby="source-heading">
      <h2 id="source-heading">${view.strings.source} <span class="hint">${source.label}</span></h2>
      ${passage(view, 'source', source)}
    </section>
    <section aria-labelledby="translation-heading">
      <h2 id="translation-heading">${view.strings.translation} <span class="hint">${translation.label}</span></h2>
      ${translation.text === undefined ? html`<p id="pending" class="passage boxed hint">${translationPending ?? ''}</p>` : passage(view, 'translation', { ...translation, text: translation.text })}
    </section>
  </div>`;
}

function passage(
  view: PageView,
  name: 'source' | 'translation',
  { text, locale, direction }: PagePassage,
): TemplateResult {
  return html`<p id=${name} class="passage boxed ${wholeSeverity(view, name, text) ?? ''}" lang=${locale} dir=${direction}>${markedText(view, name, text)}</p>`;
}

/**
 * Buttons for everything that needs no form, why others are missing, and what went wrong with one that has no form
 * here.
 */
export function jobActionBar(view: PageView): TemplateResult {
  const { snapshot } = view;
  const buttons = jobActions.filter(([action]) => may(view, action));
  const failed = snapshot.failure?.intent;
  return html`${buttons.length === 0 ? nothing : html`<div class="row actions">${buttons.map((action) => actionButton(view, action))}</div>`}
  ${failed === undefined || (formActions.includes(failed) && may(view, failed)) ? nothing : refusalOf(view, failed)}
  ${snapshot.notes.map((note) => html`<p class="hint note">${codicon('info')}<span>${note}</span></p>`)}`;
}

/** The feedback that was given with the approval. */
export function givenFeedback({ strings, snapshot }: PageView): TemplateResult | typeof nothing {
  const { feedback } = snapshot;
  if (feedback?.rating === undefined && feedback?.forTranslator === undefined) return nothing;
  return html`<section id="feedback" aria-labelledby="feedback-heading">
    <h2 id="feedback-heading">${strings.feedback}</h2>
    ${feedback.rating === undefined ? nothing : html`<p>${strings.rating}: ${fill(strings.ratingValue, feedback.rating)}</p>`}
    ${feedback.forTranslator === undefined ? nothing : html`<p class="passage boxed" dir="auto">${feedback.forTranslator}</p>`}
  </section>`;
}

function actionButton(
  view: PageView,
  [action, icon]: readonly [SimpleAction, string],
): TemplateResult | typeof nothing {
  if (!may(view, action)) return nothing;
  const press = (): void => {
    view.send({ type: action });
  };
  const isHeld = action === 'deliver' && view.snapshot.deliveryNotice?.severity === 'warning';
  return button(view, {
    id: action,
    label: view.strings[isHeld ? 'deliverAnyway' : actionLabels[action]],
    icon,
    primary: (action === 'deliver' && !isHeld) || action === 'insert',
    press,
  });
}
