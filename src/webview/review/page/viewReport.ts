import type { VsCodeApi } from '../../shared/page/vscodeApi.ts';
import type { ReviewIntent } from '../reviewIntent.ts';

/** The extension's side of the page. */
type ReviewHostApi = Pick<VsCodeApi<ReviewIntent, unknown>, 'postMessage'>;

/** The extension is told what is in view when nothing has changed for this time, in milliseconds. */
const settledMs = 150;

/** Tells the extension which rows and which details are in view, so that it loads no others. */
export class ViewReport {
  readonly #api: ReviewHostApi;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentVisible = '';
  #sentDetails: string | undefined;

  constructor(api: ReviewHostApi) {
    this.#api = api;
  }

  /** Reports what is in view, once it stays the same for a moment. `details` is the job whose details are open. */
  send(details: string | undefined, jobIds: readonly string[]): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (details !== this.#sentDetails) {
        this.#sentDetails = details;
        this.#api.postMessage(details === undefined ? { type: 'details' } : { type: 'details', jobId: details });
      }
      const visible = jobIds.join();
      if (visible !== this.#sentVisible) {
        this.#sentVisible = visible;
        this.#api.postMessage({ type: 'visible', jobIds });
      }
    }, settledMs);
  }
}
