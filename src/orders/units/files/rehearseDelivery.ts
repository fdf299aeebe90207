import { FormatError, type Unit } from '../../../formats/format.ts';
import { sourceUnitOf, unitsById } from '../../model/sourceUnit.ts';
import { isFileUnit, type FileUnit, type UnitRef } from '../../model/unitRef.ts';
import { composeDelivery, refuseOtherPath, type PendingUnit } from './composeDelivery.ts';
import type { SourceFile, TargetFile } from './localeFile.ts';
import { sampleTranslator } from './sampleLetters.ts';
import { splitMessage } from './splitMessage.ts';
import type { DeliveryObstacle } from '../../model/plan/plan.ts';

/**
 * Composes the delivery of units that are to be ordered, with texts in the letters of the target's language, as a
 * delivery does later. Returns why units could not be delivered, by their keys. Rejects with the signal's reason.
 */
export async function rehearseDelivery(
  source: SourceFile,
  target: TargetFile,
  units: readonly UnitRef[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, DeliveryObstacle>> {
  const fileUnits = units.filter(isFileUnit);
  if (fileUnits.length === 0) return new Map();
  try {
    refuseOtherPath(source, target.path, target.locale);
    const { held, unwritable } = await composeDelivery({
      source,
      targetFile: target.path,
      locale: target.locale,
      targetText: target.text,
      targetUnits: target.units,
      units: sampleUnits(source, target, fileUnits),
      isSourceCopy: () => false,
      signal,
    });
    const keysOutsideEncoding = new Set(unwritable.filter(({ error }) => lacksCharacter(error)).map(({ key }) => key));
    // `held` has job ids, and each sample job is named after its key.
    return new Map([...held.keys()].map((key) => [key, keysOutsideEncoding.has(key) ? 'encoding' : 'unwritable']));
  } catch (error) {
    signal?.throwIfAborted();
    const obstacle = error instanceof FormatError && lacksCharacter(error) ? 'encoding' : 'unreadable';
    return new Map(fileUnits.map(({ key }) => [key, obstacle]));
  }
}

/** Returns the units with sample texts. A message gets all branches: those not ordered now are on order or written. */
function sampleUnits(source: SourceFile, target: TargetFile, units: readonly FileUnit[]): readonly PendingUnit[] {
  const byId = unitsById(source.units);
  const translate = sampleTranslator(target.locale);
  const samples: PendingUnit[] = [];
  const addSample = (unit: FileUnit, sourceText: string): void => {
    // No job exists yet: the key stands for its id.
    samples.push({ jobId: unit.key, unit, key: unit.key, text: translate(sourceText), force: false });
  };
  const messageKeys = new Set<string>();
  for (const unit of units) {
    const sourceUnit = sourceUnitOf(byId, unit.key);
    if (sourceUnit === undefined) continue;
    if (unit.branch === undefined) addSample(unit, sourceUnit.text);
    else if (!messageKeys.has(unit.key)) {
      messageKeys.add(unit.key);
      for (const { id, text } of branchesOf(sourceUnit, source, target)) addSample({ ...unit, branch: id }, text);
    }
  }
  return samples;
}

/** Returns the branches of a message that are translated. */
function branchesOf(message: Unit, source: SourceFile, target: TargetFile): readonly { id: string; text: string }[] {
  return (splitMessage(message, source, target)?.branches ?? []).filter(({ isWordless }) => !isWordless);
}

/** Whether a file can't be written because its encoding lacks a character. */
function lacksCharacter({ reason }: FormatError): boolean {
  return reason.code === 'character-not-in-encoding';
}
