/** A job whose thread can be loaded. */
export interface LoadableJob {
  readonly id: string;
  /** Changes whenever the thread or the revisions may have changed. */
  readonly version: string;
}

interface ThreadLoaderOptions {
  /** Loads a thread. Returns whether that succeeded; never rejects. */
  readonly load: (jobId: string) => Promise<boolean>;
  /** Returns a job; undefined if it is no longer listed. */
  readonly jobOf: (jobId: string) => LoadableJob | undefined;
  /** Called when a thread has been loaded, or could not be. */
  readonly onLoaded: (jobId: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The last attempt to load a thread. */
interface Attempt {
  /** The version of the job at that time. */
  readonly version: string;
  readonly hasFailed: boolean;
  /** In milliseconds since the epoch. */
  readonly loadedAt: number;
}

/** The most requests for threads at a time. */
const maxInFlight = 2;

/** The maximum age of a thread, in milliseconds, for an approval of translations that nobody reads again. */
const maxCheckedAgeMs = 60_000;

/**
 * Loads the threads of the rows in view, and of those that are checked before they are approved together. Each is
 * requested once for each version of its job, also if the request fails, at most two at a time, and rows that are no
 * longer in view are skipped: scrolling through thousands of rows makes few requests.
 */
export class ThreadLoader {
  readonly #options: ThreadLoaderOptions;
  #attempts = new Map<string, Attempt>();
  readonly #runningIds = new Set<string>();
  #visibleIds: readonly string[] = [];
  #checkedIds: readonly string[] = [];
  #isPaused = false;

  constructor(options: ThreadLoaderOptions) {
    this.#options = options;
  }

  /** Returns whether a job's thread could not be loaded the last time. */
  hasFailed(jobId: string): boolean {
    return this.#attempts.get(jobId)?.hasFailed === true;
  }

  /** Notes that a job's thread was read by another part of the extension. */
  noteRead(jobId: string): void {
    const job = this.#options.jobOf(jobId);
    if (job !== undefined)
      this.#attempts.set(jobId, { version: job.version, hasFailed: false, loadedAt: this.#options.now() });
  }

  /** Forgets all threads, because the jobs are those of another session. */
  reset(): void {
    this.#attempts = new Map();
    this.#startRequests();
  }

  /** Sets the rows in view. */
  show(jobIds: readonly string[]): void {
    this.#visibleIds = jobIds;
    this.#startRequests();
  }

  /**
   * Loads the threads of these jobs, and none of the earlier ones. Those that failed, or were loaded long ago, are
   * loaded again: a translator may have asked something since then.
   */
  check(jobIds: readonly string[]): void {
    this.#checkedIds = jobIds;
    const now = this.#options.now();
    for (const id of jobIds) {
      const attempt = this.#attempts.get(id);
      if (attempt === undefined) continue;
      const isOld = now - attempt.loadedAt > maxCheckedAgeMs;
      // No job has the version '', so the thread counts as not loaded.
      if (attempt.hasFailed || isOld) this.#attempts.set(id, { ...attempt, version: '' });
    }
    this.#startRequests();
  }

  /** Returns how many of the checked jobs are not loaded yet, and how many could not be. */
  get checkProgress(): { readonly remaining: number; readonly failed: number } {
    const existing = this.#checkedIds.filter((id) => this.#options.jobOf(id) !== undefined);
    const remaining = existing.filter((id) => !this.#isLoaded(id));
    const failed = existing.filter((id) => this.#isLoaded(id) && this.hasFailed(id));
    return { remaining: remaining.length, failed: failed.length };
  }

  /** Requests nothing while the page is hidden. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#startRequests();
  }

  #isLoaded(jobId: string): boolean {
    const version = this.#options.jobOf(jobId)?.version;
    return version !== undefined && this.#attempts.get(jobId)?.version === version;
  }

  /** Requests the next threads, as long as fewer than `maxInFlight` requests are running. */
  #startRequests(): void {
    while (!this.#isPaused && this.#runningIds.size < maxInFlight) {
      const needsRequest = (id: string): boolean =>
        !this.#runningIds.has(id) && this.#options.jobOf(id) !== undefined && !this.#isLoaded(id);
      const nextId = [...this.#visibleIds, ...this.#checkedIds].find(needsRequest);
      if (nextId === undefined) return;
      void this.#loadThread(nextId);
    }
  }

  async #loadThread(jobId: string): Promise<void> {
    this.#runningIds.add(jobId);
    // `reset` replaces the attempts, so that a thread of an earlier session is not noted.
    const attempts = this.#attempts;
    const version = this.#options.jobOf(jobId)?.version ?? '';
    // After a failure, the row shows no count, and its translation doesn't count as one without questions.
    const isLoaded = await this.#options.load(jobId);
    this.#runningIds.delete(jobId);
    attempts.set(jobId, { version, hasFailed: !isLoaded, loadedAt: this.#options.now() });
    this.#options.onLoaded(jobId);
    this.#startRequests();
  }
}
