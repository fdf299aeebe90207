import { once } from '../../base/once.ts';
import type { Unit } from '../../formats/format.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { UnitRef } from '../model/unitRef.ts';

/** A target file, and its project's id. */
export interface TargetPath {
  readonly project: string;
  readonly targetFile: string;
}

/**
 * Returns a function that says whether a unit's text is only a copy of its source because a delivery of other units
 * created the file: code and subtitles begin as a copy of the source file. Such a text counts as missing, as it was
 * when the unit was ordered. A file that someone else created is not examined: its texts may be meant as they are.
 */
export function sourceCopies(
  { deliveries }: Ledger,
  { project, targetFile }: TargetPath,
): (unit: UnitRef, sourceUnit: Unit | undefined, targetUnit: Unit | undefined) => boolean {
  const isCreatedByDelivery = once(() =>
    [...deliveries.values()].some(
      ({ entry, undone }) =>
        !undone && entry.undo.created && entry.project === project && entry.targetFile === targetFile,
    ),
  );
  return (unit, sourceUnit, targetUnit) =>
    unit.targetHash === undefined &&
    targetUnit !== undefined &&
    targetUnit.text === sourceUnit?.text &&
    isCreatedByDelivery();
}
