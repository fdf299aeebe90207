import { present } from '../../../base/present.ts';
import type { VsCodeApi } from '../../shared/page/vscodeApi.ts';
import type { ReviewIntent } from '../reviewIntent.ts';

/** What is in view is sent to the extension when it has not changed for this time, in milliseconds. */
const settledMs = 150;

/** Sends the extension which rows and which details are in view, so that it loads no others. */
export class ViewReport {
  readonly #api: VsCodeApi<ReviewIntent, unknown>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The ids of the rows that were sent last, joined: '7,9'. */
  #sentVisibleIds = '';
  #sentDetailsId: string | undefined;

  constructor(api: VsCodeApi<ReviewIntent, unknown>) {
    this.#api = api;
  }

  /** Reports the rows in view and the job whose details are open, once they stay the same for a moment. */
  send(detailsId: string | undefined, jobIds: readonly string[]): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (detailsId !== this.#sentDetailsId) {
        this.#sentDetailsId = detailsId;
        this.#api.postMessage({ type: 'details', ...present({ jobId: detailsId }) });
      }
      const visibleIds = jobIds.join();
      if (visibleIds !== this.#sentVisibleIds) {
        this.#sentVisibleIds = visibleIds;
        this.#api.postMessage({ type: 'visible', jobIds });
      }
    }, settledMs);
  }
}
