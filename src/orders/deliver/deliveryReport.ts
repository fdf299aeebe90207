import type { CallOptions } from '../../service/interface/serviceClient.ts';
import type { HoldReason } from '../model/trackedJob.ts';
import type { UnitFilter } from '../model/unitRef.ts';

/** The outcome of a delivery. */
export interface DeliveryReport {
  /** The files that were written, with the number of values. A document counts as one value. */
  readonly written: readonly {
    readonly project: string;
    readonly file: string;
    readonly units: number;
    readonly deliveryId: string;
    readonly document?: true;
  }[];
  /** The reasons why jobs were not delivered, by job id. */
  readonly held: ReadonlyMap<string, HoldReason>;
  /** True if no command of the user led to it: it followed from polling. */
  readonly inBackground?: true;
}

export type BackgroundOptions = CallOptions & {
  /** See `DeliveryReport`. */
  readonly inBackground?: boolean;
};

export type DeliveryOptions = BackgroundOptions & {
  /** Returns which units are delivered, once the jobs were fetched. Absent: all. If it rejects, nothing is delivered. */
  readonly choose?: () => Promise<UnitFilter>;
};

/** Joins reports. If a job is held in several of them, the reason in the last one counts. */
export function joinReports(reports: readonly DeliveryReport[]): DeliveryReport {
  return {
    written: reports.flatMap(({ written }) => written),
    held: new Map(reports.flatMap(({ held }) => [...held])),
  };
}
