import type { HoldReason } from '../model/trackedJob.ts';

/** What came of an attempt to deliver. */
export interface DeliveryReport {
  /** Files that were written: path relative to the project, and how many values; a document is written as a whole. */
  readonly written: readonly {
    readonly project: string;
    readonly file: string;
    readonly units: number;
    readonly deliveryId: string;
    readonly document?: true;
  }[];
  /** Why what was not written was not, by job id. */
  readonly held: ReadonlyMap<string, HoldReason>;
}

export function joinReports(reports: readonly DeliveryReport[]): DeliveryReport {
  return {
    written: reports.flatMap(({ written }) => written),
    held: new Map(reports.flatMap(({ held }) => [...held])),
  };
}
