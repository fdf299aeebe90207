import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { present } from '../../../base/present.ts';
import { commentField, sendComment } from './commentField.ts';
import { disclosure } from './disclosure.ts';
import { button, canRun, type JobPageView } from './jobPageView.ts';
import { fill } from '../../shared/page/pageText.ts';
import { commentLength, maxCommentLength } from '../../shared/commentLength.ts';
import { severityNotice } from '../../shared/page/severityNotice.ts';

const ratings = [1, 2, 3, 4, 5] as const;

/** Returns whether a translation has errors, so that its approval must be confirmed. */
export function hasErrors(view: Pick<JobPageView, 'snapshot'>): boolean {
  return view.snapshot.problems.some((problem) => problem.severity === 'error');
}

/** Returns the optional fields of an approval, which open on demand. */
export function approveOptions(view: JobPageView): TemplateResult | typeof nothing {
  if (!canRun(view, 'approve')) return nothing;
  const { strings, state } = view;
  const onOpenChange = (approveOpen: boolean): void => {
    view.change({ approveOpen });
  };
  const content = state.approveOpen ? feedbackFields(view) : nothing;
  const isOpen = state.approveOpen;
  return disclosure({ id: 'approve-options', title: strings.approveOptions, isOpen, onOpenChange, content });
}

/** Returns the rating, the texts for the translator and for the service's staff, and the button that sends them. */
function feedbackFields(view: JobPageView): TemplateResult {
  const { strings, state } = view;
  const onTextChange = (forTranslator: string): void => {
    view.change({ forTranslator });
  };
  const onStaffTextChange = (forService: string): void => {
    view.change({ forService });
  };
  const staffField = commentField(view, {
    action: 'approve',
    name: 'staff',
    rows: 2,
    label: strings.forService,
    text: state.forService,
    onTextChange: onStaffTextChange,
  });
  const approveButton = button(view, {
    id: 'approve-with-feedback',
    label: strings.approveWithFeedback,
    icon: 'check',
    press: () => {
      startApproval(view);
    },
  });
  return html`<div class="form">
    ${ratingField(view)}
    ${commentField(view, { action: 'approve', label: strings.forTranslator, text: state.forTranslator, onTextChange })}
    ${staffField} ${publicField(view)}
    <div class="row">${approveButton}</div>
  </div>`;
}

/** Returns the button that approves, or those that confirm the approval of a translation with errors. */
export function approveButtons(view: JobPageView): TemplateResult {
  if (view.isConfirming) return confirmationButtons(view);
  return button(view, {
    id: 'approve',
    label: view.strings.approve,
    icon: 'check',
    primary: !hasErrors(view),
    press: () => {
      startApproval(view);
    },
  });
}

/** Approves the translation, or asks for confirmation first if it has errors. */
function startApproval(view: JobPageView): void {
  if (hasErrors(view)) view.showConfirmation(true);
  else approve(view, false);
}

function confirmationButtons(view: JobPageView): TemplateResult {
  const goBack = (): void => {
    view.showConfirmation(false);
  };
  const press = (): void => {
    approve(view, true);
  };
  return html`${button(view, { id: 'approve-back', label: view.strings.back, press: goBack })}
  ${button(view, { id: 'approve-anyway', label: view.strings.approveAnyway, press })}`;
}

/** Sends the approval with the feedback. `override` says whether to approve despite errors. */
function approve(view: JobPageView, override: boolean): void {
  const { rating, forTranslator, forService, public: isPublic } = view.state;
  const { translationHash } = view.snapshot;
  const isTooLong = [forTranslator, forService].some((text) => commentLength(text) > maxCommentLength);
  if (isTooLong) {
    view.showFormError({ intent: 'approve', sentence: fill(view.strings.commentTooLong, maxCommentLength) });
    return;
  }
  view.send({
    type: 'approve',
    override,
    ...present({
      rating,
      forTranslator: nonEmpty(forTranslator),
      forService: nonEmpty(forService),
      public: isPublic ? true : undefined,
      translationHash,
    }),
  });
}

function nonEmpty(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

/** Returns the checkbox that allows to show the feedback publicly. Selecting it shows and announces what that means. */
function publicField(view: JobPageView): TemplateResult {
  const { strings, state } = view;
  const onChange = (event: Event): void => {
    const { checked } = event.currentTarget as HTMLInputElement;
    view.change({ public: checked });
    if (checked) view.announce(strings.publicMeaning);
  };
  const meaning = state.public
    ? html`<p class="notice warning">${severityNotice(view.strings, 'warning', strings.publicMeaning)}</p>`
    : nothing;
  return html`<label class="choice consent">
      <input
        type="checkbox"
        name="public"
        aria-describedby="public-meaning"
        .checked=${live(state.public)}
        @change=${onChange}
      />${strings.public}
    </label>
    <div id="public-meaning">${meaning}</div>`;
}

/** Uses the browser's own radio buttons: one group for assistive technology, which also announces arrow keys. */
function ratingField(view: JobPageView): TemplateResult {
  const { strings, state } = view;
  const radioButton = (rating: number | undefined, label: string): TemplateResult =>
    html`<label class="choice">
      <input
        type="radio"
        name="rating"
        value=${rating ?? 'none'}
        .checked=${live(state.rating === rating)}
        @change=${() => {
          view.change({ rating });
        }}
      />${label}
    </label>`;
  const choices = ratings.map((rating) => radioButton(rating, String(rating)));
  return html`<fieldset aria-describedby="rating-scale">
    <legend>${strings.rating}</legend>
    <div class="row">${radioButton(undefined, strings.ratingNone)} ${choices}</div>
    <p id="rating-scale" class="hint">${strings.ratingScale}</p>
  </fieldset>`;
}

/** Returns the form for a revision, which opens on demand. */
export function reviseForm(view: JobPageView): TemplateResult | typeof nothing {
  if (!view.state.reviseOpen || !canRun(view, 'revise')) return nothing;
  const { strings, state, snapshot } = view;
  const text = state.revisionComment ?? snapshot.suggestedRevisionComment ?? '';
  const submit = (): void => {
    sendComment(view, { type: 'revise', comment: text });
  };
  const onTextChange = (revisionComment: string): void => {
    view.change({ revisionComment });
  };
  const reviseButton = button(view, {
    id: 'revise',
    label: strings.sendRevision,
    icon: 'send',
    primary: hasErrors(view),
    press: submit,
  });
  return html`<section class="form" aria-labelledby="revise-heading">
    <h2 id="revise-heading">${strings.requestRevision}</h2>
    ${commentField(view, { action: 'revise', label: strings.revisionComment, text, onTextChange, submit })}
    <div class="row">${reviseButton}</div>
  </section>`;
}
