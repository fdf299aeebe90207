import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { present } from '../../base/present.ts';
import { commentLength, maxCommentLength } from '../protocol.ts';
import { commentField, sendComment } from './commentField.ts';
import { button, canRun, problemLine, type PageView } from './pageView.ts';
import { fill } from './pageText.ts';

const ratings = [1, 2, 3, 4, 5] as const;

/** Returns the forms Approve and Request Revision, if they are possible now, side by side if there is room. */
export function reviewForms(view: PageView): TemplateResult | typeof nothing {
  const forms = [
    canRun(view, 'approve') ? approveForm(view) : nothing,
    canRun(view, 'revise') ? reviseForm(view) : nothing,
  ];
  if (forms.every((form) => form === nothing)) return nothing;
  return html`<section aria-labelledby="review-heading">
    <h2 id="review-heading">${view.strings.review}</h2>
    <div class="columns">${forms}</div>
  </section>`;
}

/** Returns whether an approval must be confirmed because of errors. */
export function hasErrors(view: Pick<PageView, 'snapshot'>): boolean {
  return view.snapshot.problems.some((problem) => problem.severity === 'error');
}

function approveForm(view: PageView): TemplateResult {
  const { strings, state } = view;
  const typed = (forTranslator: string): void => {
    view.change({ forTranslator });
  };
  const typedForService = (forService: string): void => {
    view.change({ forService });
  };
  const press = (): void => {
    if (hasErrors(view)) view.confirm(true);
    else approve(view, false);
  };
  const staffField = commentField(view, {
    action: 'approve',
    name: 'staff',
    rows: 2,
    label: strings.forService,
    text: state.forService,
    typed: typedForService,
  });
  const confirmation = view.confirming
    ? html`<p class="notice error">${problemLine(view, 'error', strings.approveHasErrors)}</p>`
    : nothing;
  const buttons = view.confirming
    ? approveAnyway(view)
    : button(view, { id: 'approve', label: strings.approve, icon: 'check', primary: !hasErrors(view), press });
  return html`<section class="form" aria-labelledby="approve-heading">
    <h3 id="approve-heading">${strings.approveTitle}</h3>
    ${ratingField(view)}
    ${commentField(view, { action: 'approve', label: strings.forTranslator, text: state.forTranslator, typed })}
    ${staffField} ${publicField(view)}
    <div id="approve-errors" role="alert">${confirmation}</div>
    <div class="row">${buttons}</div>
  </section>`;
}

function approveAnyway(view: PageView): TemplateResult {
  const back = (): void => {
    view.confirm(false);
  };
  const press = (): void => {
    approve(view, true);
  };
  return html`${button(view, { id: 'approve-back', label: view.strings.back, press: back })}
  ${button(view, { id: 'approve-anyway', label: view.strings.approveAnyway, press })}`;
}

function approve(view: PageView, override: boolean): void {
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

/** The meaning of the box is shown and announced as soon as it is selected, before anything is sent. */
function publicField(view: PageView): TemplateResult {
  const { strings, state } = view;
  const onChange = (event: Event): void => {
    view.change({ public: (event.currentTarget as HTMLInputElement).checked });
  };
  const meaning = state.public
    ? html`<p class="notice warning">${problemLine(view, 'warning', strings.publicMeaning)}</p>`
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
    <div role="status" id="public-meaning">${meaning}</div>`;
}

/** Uses the browser's own radio buttons: one group for assistive technology, which also announces arrow keys. */
function ratingField(view: PageView): TemplateResult {
  const { strings, state } = view;
  const choice = (rating: number | undefined, label: string): TemplateResult =>
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
  const choices = ratings.map((rating) => choice(rating, String(rating)));
  return html`<fieldset aria-describedby="rating-scale">
    <legend>${strings.rating}</legend>
    <div class="row">${choice(undefined, strings.ratingNone)} ${choices}</div>
    <p id="rating-scale" class="hint">${strings.ratingScale}</p>
  </fieldset>`;
}

function reviseForm(view: PageView): TemplateResult {
  const { strings, state, snapshot } = view;
  const text = state.revisionComment ?? snapshot.suggestedRevisionComment ?? '';
  const submit = (): void => {
    sendComment(view, { type: 'revise', comment: text });
  };
  const typed = (revisionComment: string): void => {
    view.change({ revisionComment });
  };
  const reviseButton = button(view, {
    id: 'revise',
    label: strings.requestRevision,
    icon: 'redo',
    primary: hasErrors(view),
    press: submit,
  });
  return html`<section class="form" aria-labelledby="revise-heading">
    <h3 id="revise-heading">${strings.requestRevision}</h3>
    ${commentField(view, { action: 'revise', label: strings.revisionComment, text, typed, submit })}
    <div class="row">${reviseButton}</div>
  </section>`;
}
