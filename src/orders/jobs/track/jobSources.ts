import { TimeSlice } from '../../../base/timeSlice.ts';
import type { DeliveryContext } from '../../journal/account/orderContext.ts';
import type { ComparedUnit } from '../../model/sourceState.ts';
import { isClosed, waitsForDelivery, type TrackedJob } from '../../model/trackedJob.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import type { SourceIndex } from '../../units/source/sourceIndex.ts';
import { UnitLocator } from '../../units/source/unitLocator.ts';

/** A source file that jobs were compared with. */
export interface ComparedFile {
  readonly project: string;
  readonly file: string;
}

/** The comparison of a job with its source files. `changes` is only valid for the other members' values. */
interface Comparison {
  /** The version of the index of source files. */
  readonly version: number;
  readonly units: readonly UnitRef[];
  readonly isDelivered: boolean;
  readonly changes: readonly ComparedUnit[];
}

/**
 * Compares jobs with their source files: those that are not finished, and those that were asked for. Each file is read
 * once for all jobs, and again only after it was forgotten.
 */
export class JobSources {
  readonly #context: DeliveryContext;
  readonly #index: SourceIndex;
  readonly #statusOf: (jobId: string) => string | undefined;
  readonly #comparisons = new Map<string, Comparison>();
  /** Ids of the jobs that are compared although they are finished, because their pages are or were open. */
  readonly #requested = new Set<string>();
  #runningComparison: Promise<void> | undefined;
  #version = 0;

  constructor(context: DeliveryContext, index: SourceIndex, statusOf: (jobId: string) => string | undefined) {
    this.#context = context;
    this.#index = index;
    this.#statusOf = statusOf;
  }

  /** Increases when the result for a job changes. */
  get version(): number {
    return this.#version;
  }

  /** Returns the units of a job that are no longer as they were ordered; undefined if none are, or none are known. */
  changesOf(job: TrackedJob): readonly ComparedUnit[] | undefined {
    const comparison = this.#comparisons.get(job.id);
    if (comparison?.isDelivered !== isDelivered(job) || !this.#isCompared(job)) return undefined;
    return comparison.changes.length === 0 ? undefined : comparison.changes;
  }

  /** Returns the files that compared jobs come from, to be watched for changes. */
  files(jobs: readonly TrackedJob[]): readonly ComparedFile[] {
    const files = new Map<string, ComparedFile>();
    for (const job of jobs)
      if (this.#isCompared(job))
        for (const { project, file } of job.units) files.set(JSON.stringify([project, file]), { project, file });
    return [...files.values()];
  }

  /**
   * Compares the jobs that have not been compared with the files as they are known, including the finished ones in
   * `requested`. One run at a time: a call during a run is followed by another run. Never rejects.
   */
  async compare(jobs: () => readonly TrackedJob[], requested: readonly string[]): Promise<void> {
    for (const jobId of requested) this.#requested.add(jobId);
    while (this.#runningComparison !== undefined) await this.#runningComparison;
    this.#runningComparison = this.#compareAll(jobs()).finally(() => {
      this.#runningComparison = undefined;
    });
    await this.#runningComparison;
  }

  async #compareAll(jobs: readonly TrackedJob[]): Promise<void> {
    const slice = new TimeSlice();
    const { version } = this.#index;
    const locator = new UnitLocator(this.#context, this.#index, { statusOf: this.#statusOf });
    for (const job of jobs) {
      if (!this.#isCompared(job) || this.#isCurrent(job, version)) continue;
      const changes = await this.#compareJob(job, locator);
      const earlierChanges = this.#comparisons.get(job.id)?.changes ?? [];
      this.#comparisons.set(job.id, { version, units: job.units, isDelivered: isDelivered(job), changes });
      if (JSON.stringify(earlierChanges) !== JSON.stringify(changes)) this.#version += 1;
      if (slice.isOver) await slice.rest();
    }
  }

  async #compareJob(job: TrackedJob, locator: UnitLocator): Promise<readonly ComparedUnit[]> {
    try {
      const waitingUnits: UnitRef[] = [];
      const deliveredUnits: UnitRef[] = [];
      for (const unit of job.units) {
        const isWaiting = this.#context.ledger.deliveryOf(job.id, unit) === undefined;
        (isWaiting ? waitingUnits : deliveredUnits).push(unit);
      }
      const comparedWaiting = await locator.compare(waitingUnits, job);
      const comparedDelivered = await locator.compareInPlace(deliveredUnits, job);
      // Changes of a string after its delivery don't matter, unless its translation is outdated.
      return [
        ...comparedWaiting.filter(({ state }) => state.kind !== 'same'),
        ...comparedDelivered.filter(({ state }) => state.kind === 'changed'),
      ];
    } catch (error) {
      this.#context.log(`The source of job ${job.id} could not be compared: ${String(error)}`);
      return [];
    }
  }

  #isCompared(job: TrackedJob): boolean {
    return !isClosed(job) || waitsForDelivery(job) || this.#requested.has(job.id);
  }

  #isCurrent(job: TrackedJob, version: number): boolean {
    const comparison = this.#comparisons.get(job.id);
    return (
      comparison?.version === version &&
      comparison.isDelivered === isDelivered(job) &&
      (comparison.units === job.units || JSON.stringify(comparison.units) === JSON.stringify(job.units))
    );
  }
}

function isDelivered({ delivery }: TrackedJob): boolean {
  return delivery.kind === 'delivered';
}
