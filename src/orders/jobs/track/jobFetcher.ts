import { errorMessage } from '../../../base/errorMessage.ts';
import { present } from '../../../base/present.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import { identifyAccount } from '../../journal/account/account.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { JobSearch, type SearchStep } from '../../spend/reconcile/jobSearch.ts';
import { RequestSeries } from '../../../service/calls/requestSeries.ts';
import type { RefreshOptions } from './refreshOptions.ts';
import { ReviewTimes } from './reviewTimes.ts';
import type { ServiceJobs } from './serviceJobs.ts';
import type { RefreshWork, SharedRefresh } from './sharedRefresh.ts';
import { reconcileUnconfirmedOrders } from '../../spend/reconcile/matchJobs.ts';

/** The parts of a refresh. */
export type FetchOptions = Required<Pick<RefreshOptions, 'recover' | 'searchAll' | 'reviewTimes'>> & {
  /** Jobs whose files are not ready yet. */
  readonly awaited: readonly string[];
  /** Called when the statuses of the jobs are journaled, before the slower requests. */
  readonly onStatuses: () => void;
};

/** The result of a search for jobs that were ordered elsewhere. */
export interface FoundElsewhere {
  /** The number of jobs that have not been looked at yet. */
  readonly remaining: number;
  /** False if jobs remain, or the service may have more jobs than it has listed, or some could not be read. */
  readonly isComplete: boolean;
}

interface FetcherParts {
  readonly service: ServiceJobs;
  /** Absent if this window refreshes alone. */
  readonly shared: SharedRefresh | undefined;
  /** Called after a step of a search in the background. */
  readonly onFound: () => Promise<void>;
}

/** Fetches the jobs from the service, or takes those that another window has just fetched, into `ServiceJobs`. */
export class JobFetcher {
  readonly #context: OrderContext;
  readonly #service: ServiceJobs;
  readonly #shared: SharedRefresh | undefined;
  readonly #reviewTimes: ReviewTimes;
  readonly #search: JobSearch;
  readonly #onFound: () => Promise<void>;
  /** Settles when the search in the background ends; undefined if none is running. */
  #backgroundSearch: Promise<void> | undefined;
  /** Ids of jobs that belong to no unconfirmed order: see `reconcileUnconfirmedOrders`. */
  readonly #examined = new Set<string>();
  #hasSeenAllOrders = false;

  constructor(context: OrderContext, { service, shared, onFound }: FetcherParts) {
    this.#search = JobSearch.of(context);
    this.#onFound = onFound;
    this.#context = context;
    this.#service = service;
    this.#shared = shared;
    this.#reviewTimes = new ReviewTimes(context, service);
  }

  /** Whether an order that this window has not found does not exist, as far as the service's list of jobs shows. */
  get hasSeenAllOrders(): boolean {
    return this.#hasSeenAllOrders;
  }

  /** Fetches the jobs, or stores what another window has just fetched. Rejects with ServiceError. */
  async fetch(
    series: RequestSeries,
    { maxAgeMs, signal, ...options }: FetchOptions & Pick<RefreshWork, 'maxAgeMs' | 'signal'>,
  ): Promise<void> {
    const fetch = (): Promise<void> => this.#fetchJobs(series, options);
    if (this.#shared === undefined) {
      await fetch();
    } else {
      await this.#shared.run({
        maxAgeMs,
        signal,
        fetch,
        takeChanges: () => this.#service.takeChanges(),
        adopt: (changes) => this.#service.adopt(changes),
      });
    }
    this.#continueSearch();
  }

  /** Looks at the jobs that remain of a search, in the background. */
  #continueSearch(): void {
    if (this.#backgroundSearch !== undefined || !this.#search.isUnfinished) return;
    const { log } = this.#context;
    this.#backgroundSearch = this.#searchRemaining()
      .catch((error: unknown) => {
        log(`Looking for jobs is interrupted: ${errorMessage(error)}`);
      })
      .finally(() => {
        this.#backgroundSearch = undefined;
      });
  }

  /** Performs the remaining steps of the search, until the window closes. */
  async #searchRemaining(): Promise<void> {
    const { closing } = this.#context;
    while (this.#search.isUnfinished && closing?.aborted !== true) {
      const request = this.#service.nextRequest();
      const { jobs } = await this.#search.step(new RequestSeries(present({ signal: closing })));
      this.#service.store(jobs, request);
      await this.#onFound();
    }
  }

  async #fetchJobs(
    series: RequestSeries,
    { recover, searchAll, reviewTimes, awaited, onStatuses }: FetchOptions,
  ): Promise<void> {
    const service = this.#service;
    const request = service.nextRequest();
    const unreadable = service.unreadableOrders();
    const orderSearch = await reconcileUnconfirmedOrders(this.#context, this.#examined, series, unreadable);
    this.#hasSeenAllOrders = orderSearch.isComplete;
    service.store(orderSearch.jobs, request);
    if (recover) {
      service.forgetMissing();
      const step = searchAll ? await this.#search.finish(series) : await this.#search.step(series);
      service.store(step.jobs, request);
    }
    await service.refresh(series, awaited);
    series.throwIfUnanswered();
    if (!reviewTimes) return;
    await service.journalProgress();
    onStatuses();
    const changedJobIds = await this.#reviewTimes.read(series);
    await service.fetch(changedJobIds, series);
  }

  /** Looks for jobs that were ordered elsewhere, for a plan that is made now. Rejects with ServiceError. */
  async findElsewhere(options: CallOptions = {}): Promise<FoundElsewhere> {
    return this.#searchWith(options, (series) => this.#search.step(series));
  }

  /** Does the same until all jobs have been looked at; `onStep` receives the number of those that remain. */
  async findAllElsewhere(options: CallOptions, onStep: (remaining: number) => void): Promise<FoundElsewhere> {
    return this.#searchWith(options, (series) =>
      this.#search.finish(series, () => {
        onStep(this.#search.remaining);
      }),
    );
  }

  async #searchWith(
    options: CallOptions,
    search: (series: RequestSeries) => Promise<SearchStep>,
  ): Promise<FoundElsewhere> {
    await identifyAccount(this.#context, options);
    const request = this.#service.nextRequest();
    const series = new RequestSeries(options);
    const { jobs } = await search(series);
    series.throwIfUnlisted();
    this.#service.store(jobs, request);
    this.#continueSearch();
    return { remaining: this.#search.remaining, isComplete: this.#search.isComplete };
  }
}
