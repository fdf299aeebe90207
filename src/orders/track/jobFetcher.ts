import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { identifyAccount } from '../account/account.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { recoverUnknownJobs } from '../reconcile/prepareToOrder.ts';
import { reconcileUnconfirmedOrders } from '../reconcile/reconcileUnconfirmedOrders.ts';
import { recoverJobs } from '../reconcile/recoverJobs.ts';
import type { RequestSeries } from '../reconcile/requestSeries.ts';
import type { RefreshOptions } from './refreshOptions.ts';
import { ReviewTimes } from './reviewTimes.ts';
import type { ServiceJobs } from './serviceJobs.ts';
import type { RefreshWork, SharedRefresh } from './sharedRefresh.ts';

/** The parts of a refresh. */
export type FetchOptions = Required<Pick<RefreshOptions, 'recover' | 'reviewTimes'>> & {
  /** Jobs whose files are not ready yet. */
  readonly awaited: readonly string[];
  /** Called when the statuses of the jobs are journaled, before the slower requests. */
  readonly onStatuses: () => void;
};

/** Asks the service for the jobs, and stores its answers; or what another window has just fetched. */
export class JobFetcher {
  readonly #context: OrderContext;
  readonly #service: ServiceJobs;
  readonly #shared: SharedRefresh | undefined;
  readonly #reviewTimes: ReviewTimes;
  /** Ids of jobs at the service that need not be examined again: see `recoverJobs`. */
  readonly #foreign = new Set<string>();
  /** Ids of jobs that belong to no unconfirmed order: see `reconcileUnconfirmedOrders`. */
  readonly #examined = new Set<string>();

  constructor(context: OrderContext, service: ServiceJobs, shared: SharedRefresh | undefined) {
    this.#context = context;
    this.#service = service;
    this.#shared = shared;
    this.#reviewTimes = new ReviewTimes(context, service);
  }

  /** Fetches the jobs, or stores what another window has just fetched. Rejects with ServiceError. */
  async fetch(
    series: RequestSeries,
    { maxAgeMs, signal, ...options }: FetchOptions & Pick<RefreshWork, 'maxAgeMs' | 'signal'>,
  ): Promise<void> {
    const fetch = (): Promise<void> => this.#fetchJobs(series, options);
    if (this.#shared === undefined) return fetch();
    return this.#shared.run({
      maxAgeMs,
      signal,
      fetch,
      takeChanges: () => this.#service.takeChanges(),
      adopt: (changes) => this.#service.adopt(changes),
    });
  }

  async #fetchJobs(series: RequestSeries, { recover, reviewTimes, awaited, onStatuses }: FetchOptions): Promise<void> {
    const service = this.#service;
    const request = service.nextRequest();
    service.store(
      await reconcileUnconfirmedOrders(this.#context, this.#examined, series, service.unreadableOrders()),
      request,
    );
    if (recover) {
      service.forgetMissing();
      service.store(await recoverJobs(this.#context, this.#foreign, series), request);
    }
    await service.refresh(series, awaited);
    series.throwIfUnanswered();
    if (!reviewTimes) return;
    await service.journalProgress();
    onStatuses();
    await service.fetch(await this.#reviewTimes.read(series), series);
  }

  /**
   * Fetches jobs that were ordered elsewhere, so that a plan made now takes them into account. Returns false if the
   * service may have listed only some of them. Rejects with ServiceError.
   */
  async findElsewhere(options: CallOptions = {}): Promise<boolean> {
    await identifyAccount(this.#context, options);
    const request = this.#service.nextRequest();
    const { jobs, isComplete } = await recoverUnknownJobs(this.#context, this.#foreign, options);
    this.#service.store(jobs, request);
    return isComplete;
  }
}
