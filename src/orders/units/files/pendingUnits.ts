import type { UnitText } from './writeUnits.ts';
import type { Project } from '../../model/project.ts';
import type { FileUnit } from '../../model/unitRef.ts';

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

export function isBranch(pending: PendingUnit): pending is PendingBranch {
  return pending.unit.branch !== undefined;
}
