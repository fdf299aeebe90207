import type { Unit } from '../../../formats/format.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';

/** The units of a target by the positions of these source units. */
interface Alignment {
  readonly source: readonly Unit[];
  readonly units: readonly (Unit | undefined)[];
}

const alignments = new WeakMap<TargetFile, Alignment>();

/**
 * Returns the units of a target by the positions of the source's units, undefined for those that the target lacks. They
 * are looked up once: planning needs them several times, and looking up takes much of its time.
 */
export function alignedUnits(
  { units: source }: Pick<SourceFile, 'units'>,
  target: TargetFile,
): readonly (Unit | undefined)[] {
  const alignment = alignments.get(target);
  if (alignment?.source === source) return alignment.units;
  const units = lookUp(source, target.units);
  alignments.set(target, { source, units });
  return units;
}

/** How many units of the target are skipped at most, such as those of a section that the source no longer has. */
const maxSkipped = 20;

/** Most targets have the order of their source: comparing the next id is faster than looking it up. */
function lookUp(source: readonly Unit[], units: TargetFile['units']): readonly (Unit | undefined)[] {
  const targetUnits = [...units.values()];
  let nextIndex = 0;
  return source.map(({ id }) => {
    const nextUnit = targetUnits[nextIndex];
    if (nextUnit?.id === id) {
      nextIndex += 1;
      return nextUnit;
    }
    const unit = units.get(id);
    // The target may have the unit under an id of another shape.
    if (unit === undefined) return targetUnitOf(units, id);
    // -1 if the unit is not among the next ones: then source and target have different orders here.
    const skippedCount = targetUnits.slice(nextIndex, nextIndex + maxSkipped).indexOf(unit);
    if (skippedCount >= 0) nextIndex += skippedCount + 1;
    return unit;
  });
}
