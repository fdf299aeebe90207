import { html, nothing, type TemplateResult } from 'lit';
import type { PageUnavailable } from '../jobMessages.ts';
import { actionLabels, button, canRun, refusalOf, type JobPageView } from './jobPageView.ts';
import { approveButtons, hasErrors } from './reviewForms.ts';
import type { JobStrings } from '../host/jobStrings.ts';
import type { SimpleAction } from '../jobIntent.ts';
import { codicon } from '../../shared/page/codicon.ts';
import { severityNotice } from '../../shared/page/severityNotice.ts';
import type { PageAction } from '../../shared/pageSnapshot.ts';

/** Actions that do not change the job, at the end of the row, with their codicons. */
const actionsAtEnd: readonly (readonly [SimpleAction, string])[] = [
  ['openFile', 'go-to-file'],
  ['refresh', 'refresh'],
];
/** Actions after those that have a form, in the order of their buttons, with their codicons. */
const jobActions: readonly (readonly [SimpleAction, string])[] = [
  ['reject', 'thumbsdown'],
  ['cancel', 'circle-slash'],
  ['deliver', 'arrow-down'],
  ['insert', 'insert'],
  ['showChanges', 'diff'],
  ['copy', 'copy'],
  ['undoDelivery', 'discard'],
  ['archive', 'archive'],
];

/**
 * Returns the bar that stays in view: the title, the status, the facts that a decision needs, and the actions. Below
 * the buttons are the reasons why others are missing, and the error of an action that has no form on the page.
 */
export function jobBar(view: JobPageView): TemplateResult {
  const { snapshot } = view;
  const highlights = snapshot.highlights.map((highlight) => html`<span class="highlight">${highlight}</span>`);
  const failedAction = snapshot.failure?.intent;
  const isFailureShownHere = failedAction !== undefined && !isShownByForm(view, failedAction);
  const buttons = [
    canRun(view, 'approve') ? approveButtons(view) : nothing,
    canRun(view, 'revise') ? openRevisionButton(view) : nothing,
    ...jobActions.map((action) => actionButton(view, action)),
  ].filter((buttonOrNothing) => buttonOrNothing !== nothing);
  return html`<header class="bar">
      <div class="title">
        <h1 id="title" tabindex="-1" data-job-id=${snapshot.jobId}>${snapshot.title}</h1>
        <vscode-badge id="status" data-status=${snapshot.status}>${snapshot.statusLabel}</vscode-badge>
        ${highlights} ${problemCountButton(view)}
      </div>
      <div class="row actions">
        ${buttons}
        <div class="row end">${actionsAtEnd.map((action) => actionButton(view, action))}</div>
      </div>
      ${confirmationNotice(view)}
      ${isFailureShownHere ? refusalOf(view, failedAction) : nothing}
    </header>
    ${snapshot.notes.map((note) => html`<p class="hint note">${codicon('info')}<span>${note}</span></p>`)}`;
}

/** Returns whether the open form of an action says why it failed. */
function isShownByForm(view: JobPageView, action: PageAction): boolean {
  const { approveOpen, reviseOpen, orderOpen } = view.state;
  const isFormOpen: Readonly<Partial<Record<PageAction, boolean>>> = {
    approve: approveOpen,
    revise: reviseOpen,
    comment: true,
    orderComment: orderOpen,
  };
  return isFormOpen[action] === true && canRun(view, action);
}

/** Returns the question whether to approve despite errors, while it is asked. */
function confirmationNotice(view: JobPageView): TemplateResult {
  const content = view.isConfirming
    ? html`<p class="notice error">${severityNotice(view.strings, 'error', view.strings.approveHasErrors)}</p>`
    : nothing;
  return html`<div id="approve-errors" role="alert">${content}</div>`;
}

/** Returns the number of problems as a button that leads to their list. */
function problemCountButton(view: JobPageView): TemplateResult | typeof nothing {
  const { problemCount: count } = view.snapshot;
  if (count === undefined) return nothing;
  const press = (): void => {
    view.focus('problems-heading');
  };
  const severity = hasErrors(view) ? 'error' : 'warning';
  return html`<button type="button" id="show-problems" class="link ${severity}" @click=${press}>
    ${codicon(severity)}<span>${count}</span>
  </button>`;
}

/** Returns the button that opens and closes the form for a revision request. */
function openRevisionButton(view: JobPageView): TemplateResult {
  const { reviseOpen } = view.state;
  return button(view, {
    id: 'open-revise',
    label: view.strings.openRevision,
    icon: 'redo',
    primary: hasErrors(view),
    expanded: reviseOpen,
    press: () => {
      view.change({ reviseOpen: !reviseOpen });
      if (!reviseOpen) view.focus('revise-text');
    },
  });
}

/** Returns the button of an action; nothing if the action is not possible now. */
function actionButton(
  view: JobPageView,
  [action, icon]: readonly [SimpleAction, string],
): TemplateResult | typeof nothing {
  if (!canRun(view, action)) return nothing;
  const press = (): void => {
    view.send({ type: action });
  };
  // The notice about a delivery is a warning only if the delivery is held.
  const isHeld = action === 'deliver' && view.snapshot.deliveryNotice?.severity === 'warning';
  return button(view, {
    id: action,
    label: view.strings[isHeld ? 'deliverAnyway' : actionLabels[action]],
    icon,
    primary: (action === 'deliver' && !isHeld) || action === 'insert',
    press,
  });
}

/** Returns the page without a job: why there is none, and a button that tries again. */
export function unavailablePage(
  { title, sentence, busy }: PageUnavailable,
  strings: JobStrings,
  refresh: () => void,
): TemplateResult {
  const press = (): void => {
    if (!busy) refresh();
  };
  return html`<main aria-busy=${busy ? 'true' : 'false'}>
    <h1 id="title" tabindex="-1">${title}</h1>
    <p id="unavailable" class="notice warning">${codicon('warning')}<span>${sentence}</span></p>
    <div class="row actions">
      <button type="button" id="refresh" class="button primary" aria-disabled=${busy ? 'true' : 'false'} @click=${press}>
        ${codicon('refresh')}<span>${strings.refresh}</span>
      </button>
    </div>
  </main>`;
}
