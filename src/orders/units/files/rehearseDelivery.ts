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
  const wanted = units.filter(isFileUnit);
  if (wanted.length === 0) return new Map();
  try {
    refuseOtherPath(source, target.path, target.locale);
    const { held, unwritable } = await composeDelivery({
      source,
      targetFile: target.path,
      locale: target.locale,
      before: target.text,
      present: target.units,
      units: sampleUnits(source, target, wanted),
      isSourceCopy: () => false,
      signal,
    });
    const lacking = new Set(unwritable.filter(({ error }) => isOfEncoding(error)).map(({ key }) => key));
    return new Map([...held.keys()].map((key) => [key, lacking.has(key) ? 'encoding' : 'unwritable']));
  } catch (error) {
    signal?.throwIfAborted();
    const obstacle = error instanceof FormatError && isOfEncoding(error) ? 'encoding' : 'unreadable';
    return new Map(wanted.map(({ key }) => [key, obstacle]));
  }
}

/**
 * Returns the units with sample texts, each as a job of its own, which is named after its key. A message gets all of
 * its branches, because those that are not ordered now are on order or written already.
 */
function sampleUnits(source: SourceFile, target: TargetFile, units: readonly FileUnit[]): readonly PendingUnit[] {
  const byId = unitsById(source.units);
  const translate = sampleTranslator(target.locale);
  const pending = (unit: FileUnit, text: string): PendingUnit => ({
    jobId: unit.key,
    unit,
    key: unit.key,
    text: translate(text),
    force: false,
  });
  const samples: PendingUnit[] = [];
  const messages = new Set<string>();
  for (const unit of units) {
    const from = sourceUnitOf(byId, unit.key);
    if (from === undefined) continue;
    if (unit.branch === undefined) samples.push(pending(unit, from.text));
    else if (!messages.has(unit.key)) {
      messages.add(unit.key);
      for (const { id, text } of branchesOf(from, source, target)) samples.push(pending({ ...unit, branch: id }, text));
    }
  }
  return samples;
}

function branchesOf(from: Unit, source: SourceFile, target: TargetFile): readonly { id: string; text: string }[] {
  return (splitMessage(from, source, target)?.branches ?? []).filter(({ isWordless }) => !isWordless);
}

function isOfEncoding({ reason }: FormatError): boolean {
  return reason.code === 'character-not-in-encoding';
}
