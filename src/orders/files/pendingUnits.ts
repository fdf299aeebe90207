import type { UnitText } from './writeUnits.ts';
import type { Project } from '../model/project.ts';
import type { UnitRef } from '../model/unitRef.ts';

/** A unit whose translation is written to a file. */
export type FileUnit = UnitRef & { readonly key: string; readonly targetFile: string };

export interface PendingUnit extends UnitText {
  readonly jobId: string;
  readonly unit: FileUnit;
  readonly force: boolean;
}

export interface PendingBranch extends PendingUnit {
  readonly unit: FileUnit & { readonly branch: string };
}

/** The value for one key: a translation, or a message that is joined from the branches of several jobs. */
export interface PendingValue extends UnitText {
  readonly units: readonly PendingUnit[];
}

/** The units that are written to one target file. */
export interface TargetGroup {
  readonly project: Project;
  /** Whether the translations are the sandbox's. */
  readonly simulated: boolean;
  readonly file: string;
  readonly targetFile: string;
  readonly locale: string;
  readonly units: PendingUnit[];
}

export function isFileUnit(unit: UnitRef): unit is FileUnit {
  return unit.key !== undefined && unit.targetFile !== undefined;
}

export function isBranch(pending: PendingUnit): pending is PendingBranch {
  return pending.unit.branch !== undefined;
}
