/** A job whose thread can be loaded. */
export interface LoadableJob {
  readonly id: string;
  /** Changes whenever the thread or the revisions may have changed. */
  readonly version: string;
}

/** The last attempt to load a thread. */
interface Attempt {
  /** The version of the job at that time. */
  readonly version: string;
  readonly hasFailed: boolean;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

/** The most requests for threads at a time. */
const maxInFlight = 2;

/** The maximum age of a thread for an approval of translations that nobody reads again. */
const maxCheckedAgeMs = 60_000;

/**
 * Loads the threads of the rows in view, and of those that are checked before they are approved together. Each is
 * requested once for each version of its job, also if the request fails, at most two at a time, and rows that are no
 * longer in view are skipped: scrolling through thousands of rows makes few requests.
 */
export class ThreadLoader {
  readonly #load: (jobId: string) => Promise<boolean>;
  readonly #jobOf: (jobId: string) => LoadableJob | undefined;
  readonly #onLoaded: (jobId: string) => void;
  readonly #now: () => number;
  #attempts = new Map<string, Attempt>();
  readonly #running = new Set<string>();
  #visible: readonly string[] = [];
  #checked: readonly string[] = [];
  #isPaused = false;

  constructor(options: {
    /** Loads a thread. Returns whether that succeeded; never rejects. */
    readonly load: (jobId: string) => Promise<boolean>;
    readonly jobOf: (jobId: string) => LoadableJob | undefined;
    /** Called when a thread has been loaded, or could not be. */
    readonly onLoaded: (jobId: string) => void;
    /** Milliseconds since the epoch. */
    readonly now: () => number;
  }) {
    this.#load = options.load;
    this.#jobOf = options.jobOf;
    this.#onLoaded = options.onLoaded;
    this.#now = options.now;
  }

  /** Returns whether a job's thread could not be loaded the last time. */
  hasFailed(jobId: string): boolean {
    return this.#attempts.get(jobId)?.hasFailed === true;
  }

  /** Notes that a job's thread was read otherwise. */
  noteRead(jobId: string): void {
    const job = this.#jobOf(jobId);
    if (job !== undefined) this.#attempts.set(jobId, { version: job.version, hasFailed: false, at: this.#now() });
  }

  /** Forgets all threads, because the jobs are those of another session. */
  reset(): void {
    this.#attempts = new Map();
    this.#next();
  }

  /** Sets the rows in view. */
  show(jobIds: readonly string[]): void {
    this.#visible = jobIds;
    this.#next();
  }

  /**
   * Loads the threads of these jobs, and none of the earlier ones. Those that failed, or were loaded long ago, are
   * loaded again: a translator may have asked something since then.
   */
  check(jobIds: readonly string[]): void {
    this.#checked = jobIds;
    const now = this.#now();
    for (const id of jobIds) {
      const attempt = this.#attempts.get(id);
      // No job has the version '', so the thread counts as not loaded.
      if (attempt !== undefined && (attempt.hasFailed || now - attempt.at > maxCheckedAgeMs))
        this.#attempts.set(id, { ...attempt, version: '' });
    }
    this.#next();
  }

  /** Returns how many of the checked jobs are not loaded yet, and how many could not be. */
  get checkProgress(): { readonly remaining: number; readonly failed: number } {
    const checked = this.#checked.filter((id) => this.#jobOf(id) !== undefined);
    const remaining = checked.filter((id) => !this.#isLoaded(id));
    const failed = checked.filter((id) => this.#isLoaded(id) && this.hasFailed(id));
    return { remaining: remaining.length, failed: failed.length };
  }

  /** Requests nothing while the page is hidden. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#next();
  }

  #isLoaded(jobId: string): boolean {
    const version = this.#jobOf(jobId)?.version;
    return version !== undefined && this.#attempts.get(jobId)?.version === version;
  }

  #next(): void {
    while (!this.#isPaused && this.#running.size < maxInFlight) {
      const nextId = [...this.#visible, ...this.#checked].find(
        (id) => !this.#running.has(id) && this.#jobOf(id) !== undefined && !this.#isLoaded(id),
      );
      if (nextId === undefined) return;
      void this.#run(nextId);
    }
  }

  async #run(jobId: string): Promise<void> {
    this.#running.add(jobId);
    const attempts = this.#attempts;
    const version = this.#jobOf(jobId)?.version ?? '';
    // After a failure, the row shows no count, and it does not count as a translation without questions.
    const hasFailed = !(await this.#load(jobId));
    this.#running.delete(jobId);
    attempts.set(jobId, { version, hasFailed, at: this.#now() });
    this.#onLoaded(jobId);
    this.#next();
  }
}
