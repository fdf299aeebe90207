/** What a row shows of a job's thread and revisions. */
export interface ThreadFacts {
  /** Messages of the thread. */
  readonly comments: number;
  /** Whether the last message is the translator's. */
  readonly isUnanswered: boolean;
  /** The translation before the last revision; absent if there is none. */
  readonly previous?: string;
}

/** A job whose thread can be loaded. */
export interface LoadableJob {
  readonly id: string;
  /** Changes whenever the thread or the revisions may have changed. */
  readonly version: string;
}

/** What was loaded; without facts, the request failed. */
interface KnownThread {
  readonly version: string;
  readonly facts: ThreadFacts | undefined;
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
  readonly #load: (jobId: string) => Promise<ThreadFacts>;
  readonly #jobOf: (jobId: string) => LoadableJob | undefined;
  readonly #onLoaded: (jobId: string) => void;
  readonly #now: () => number;
  readonly #facts = new Map<string, KnownThread>();
  readonly #running = new Set<string>();
  #visible: readonly string[] = [];
  #checked: readonly string[] = [];
  #isPaused = false;

  constructor(options: {
    readonly load: (jobId: string) => Promise<ThreadFacts>;
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

  /** Returns what is known about a job, also if it may be out of date. */
  factsOf(jobId: string): ThreadFacts | undefined {
    return this.#facts.get(jobId)?.facts;
  }

  /** Stores what was loaded otherwise, with a job's details. */
  store(jobId: string, facts: ThreadFacts): void {
    const job = this.#jobOf(jobId);
    if (job !== undefined) this.#facts.set(jobId, { version: job.version, facts, at: this.#now() });
  }

  /** Requests a job's thread again, because the user has written a message. */
  forget(jobId: string): void {
    this.#facts.delete(jobId);
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
      const known = this.#facts.get(id);
      if (known !== undefined && (known.facts === undefined || now - known.at > maxCheckedAgeMs))
        this.#facts.set(id, { ...known, version: '' });
    }
    this.#next();
  }

  /** Returns how many of the checked jobs are not loaded yet, and how many could not be. */
  get checkProgress(): { readonly remaining: number; readonly failed: number } {
    const known = this.#checked.filter((id) => this.#jobOf(id) !== undefined);
    const remaining = known.filter((id) => !this.#isLoaded(id));
    const failed = known.filter((id) => this.#isLoaded(id) && this.#facts.get(id)?.facts === undefined);
    return { remaining: remaining.length, failed: failed.length };
  }

  /** Requests nothing while the page is hidden. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#next();
  }

  #isLoaded(jobId: string): boolean {
    const version = this.#jobOf(jobId)?.version;
    return version !== undefined && this.#facts.get(jobId)?.version === version;
  }

  #next(): void {
    while (!this.#isPaused && this.#running.size < maxInFlight) {
      const wanted = [...this.#visible, ...this.#checked].find(
        (id) => !this.#running.has(id) && this.#jobOf(id) !== undefined && !this.#isLoaded(id),
      );
      if (wanted === undefined) return;
      void this.#run(wanted);
    }
  }

  async #run(jobId: string): Promise<void> {
    this.#running.add(jobId);
    const version = this.#jobOf(jobId)?.version ?? '';
    let facts: ThreadFacts | undefined;
    try {
      facts = await this.#load(jobId);
    } catch {
      // Its row shows no count, and it does not count as a translation without questions.
      facts = undefined;
    }
    this.#running.delete(jobId);
    this.#facts.set(jobId, { version, facts, at: this.#now() });
    this.#onLoaded(jobId);
    this.#next();
  }
}
