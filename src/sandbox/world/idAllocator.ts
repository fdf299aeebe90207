/** Numbers as large as the service's own, so that nothing relies on small ones. */
const firstJobId = 1_000_001;
const firstOrderId = 500_001;
/** Above those that the first account comes with. */
const firstGlossaryId = 1001;

/** Gives out the ids of orders, jobs and glossaries, which no two accounts share: an account's id is a real one under another's keys. */
export class IdAllocator {
  #nextJob = firstJobId;
  #nextOrder = firstOrderId;
  #nextGlossary = firstGlossaryId;

  /** The id of the next order; free until it is noted. */
  get nextOrder(): number {
    return this.#nextOrder;
  }

  /** The id of the first job of the next order; its other jobs follow. */
  get nextJob(): number {
    return this.#nextJob;
  }

  /** The id of the next glossary. */
  get nextGlossary(): number {
    return this.#nextGlossary;
  }

  /** Notes an order and its jobs, which have consecutive ids. */
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
