import type { SandboxJob } from '../records/job.ts';
import { identityOf } from './jobIdentity.ts';
import type { RequestedWork } from './orderRequest.ts';

/** The jobs of one account: by id, in the order in which they left the queue, and approved ones by their identity. */
export class JobIndex {
  readonly #jobs = new Map<number, SandboxJob>();
  /** Ids of jobs that have left the queue, in the order in which they left it. */
  readonly #visible: number[] = [];
  /** Ids of approved jobs by the hash that identical jobs share. */
  readonly #approved = new Map<string, number[]>();

  constructor(stored: readonly SandboxJob[]) {
    for (const job of stored) this.put(job);
    this.#visible.sort((a, b) => this.#createdAt(a) - this.#createdAt(b) || a - b);
  }

  get size(): number {
    return this.#jobs.size;
  }

  /** Returns a job, queued or not. */
  get(id: number): SandboxJob | undefined {
    return this.#jobs.get(id);
  }

  /** Adds a job or replaces its previous state. */
  put(job: SandboxJob): void {
    const previous = this.#jobs.get(job.id);
    this.#jobs.set(job.id, job);
    if (job.createdAt !== undefined && previous?.createdAt === undefined) this.#visible.push(job.id);
    if (isApproved(job) && (previous === undefined || !isApproved(previous))) {
      const identity = identityOf(job);
      const ids = this.#approved.get(identity);
      if (ids) ids.push(job.id);
      else this.#approved.set(identity, [job.id]);
    }
  }

  /** Returns approved jobs that are identical to the work. */
  approvedLike(work: RequestedWork): readonly SandboxJob[] {
    return (this.#approved.get(identityOf(work)) ?? []).flatMap((id) => this.#jobs.get(id) ?? []);
  }

  /** Returns the jobs that left the queue at this time or later, in milliseconds since the epoch, oldest first. */
  visibleSince(from: number): readonly SandboxJob[] {
    return this.#visible.slice(this.#firstVisible(from)).flatMap((id) => this.#jobs.get(id) ?? []);
  }

  /** Yields the jobs that have left the queue, newest first. */
  *newest(): Generator<SandboxJob> {
    for (let index = this.#visible.length - 1; index >= 0; index -= 1) {
      const job = this.#jobs.get(this.#visible[index] ?? 0);
      if (job) yield job;
    }
  }

  /** Returns the index of the first visible job of this time or later, by binary search. */
  #firstVisible(from: number): number {
    let low = 0;
    let high = this.#visible.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#createdAt(this.#visible[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #createdAt(id: number): number {
    return this.#jobs.get(id)?.createdAt ?? 0;
  }
}

function isApproved(job: SandboxJob): boolean {
  return job.status === 'approved' || job.status === 'archived';
}
