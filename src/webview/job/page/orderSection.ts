import { html, nothing, type TemplateResult } from 'lit';
import { orderThread } from './commentThread.ts';
import { disclosure } from './disclosure.ts';
import { factList } from '../../shared/page/factList.ts';
import type { PageOrder } from '../../shared/pageSnapshot.ts';
import type { JobPageView } from './jobPageView.ts';

/** Returns the order of the job: its facts, its other jobs and its comments. It is loaded when it is opened. */
export function orderSection(view: JobPageView): TemplateResult | typeof nothing {
  const { strings, snapshot, state } = view;
  const { order } = snapshot;
  if (order === undefined) return nothing;
  const onOpenChange = (orderOpen: boolean): void => {
    view.change({ orderOpen });
  };
  const content = state.orderOpen ? orderContent(view, order) : nothing;
  return disclosure({ id: 'order', title: strings.order, isOpen: state.orderOpen, onOpenChange, content });
}

function orderContent(view: JobPageView, { facts, note, comments }: PageOrder): TemplateResult {
  return html`${factList(facts)} ${note === undefined ? nothing : html`<p class="hint">${note}</p>`}
    ${otherJobs(view)} ${orderThread(view, comments)}`;
}

function otherJobs(view: JobPageView): TemplateResult | typeof nothing {
  const { jobs = [], moreJobs } = view.snapshot.order ?? {};
  if (jobs.length === 0) return nothing;
  const items = jobs.map(({ jobId, title, statusLabel }) => {
    const press = (): void => {
      if (!view.isBusy) view.send({ type: 'openJob', jobId });
    };
    return html`<li>
      <button type="button" class="link" data-job-id=${jobId} @click=${press}>${title}</button>
      <span class="hint">${statusLabel}</span>
    </li>`;
  });
  return html`<h3>${view.strings.orderJobs}</h3>
    <ul class="jobs">
      ${items}
    </ul>
    ${moreJobs === undefined ? nothing : html`<p class="hint">${moreJobs}</p>`}`;
}
