/** As large as the service's own numbers, so that no code can rely on small ones. */
const firstJobId = 1_000_001;
const firstOrderId = 500_001;
/** Above the numbers of the first account's initial glossaries. */
const firstGlossaryId = 1001;

/**
 * Allocates the ids of orders, jobs and glossaries. Ids are unique across accounts, so tests can try one account's id
 * with another account's keys.
 */
export class IdAllocator {
  #nextJob = firstJobId;
  #nextOrder = firstOrderId;
  #nextGlossary = firstGlossaryId;

  /** The id of the next order; not reserved until `noteOrder`. */
  get nextOrder(): number {
    return this.#nextOrder;
  }

  /** The id of the next order's first job; the ids of its other jobs follow. */
  get nextJob(): number {
    return this.#nextJob;
  }

  /** The id of the next glossary. */
  get nextGlossary(): number {
    return this.#nextGlossary;
  }

  /** Records an order and its jobs, which have consecutive ids. */
  noteOrder({
    id,
    firstJob,
    jobCount,
  }: {
    readonly id: number;
    readonly firstJob: number;
    readonly jobCount: number;
  }): void {
    this.#nextOrder = Math.max(this.#nextOrder, id + 1);
    this.#nextJob = Math.max(this.#nextJob, firstJob + jobCount);
  }

  noteJob(id: number): void {
    this.#nextJob = Math.max(this.#nextJob, id + 1);
  }

  noteGlossary(id: number): void {
    this.#nextGlossary = Math.max(this.#nextGlossary, id + 1);
  }
}
