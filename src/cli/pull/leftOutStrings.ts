import { localeTag } from '../../base/locale.ts';
import type { OrderRecord, ProjectAccess } from '../../orders/journal/account/orderContext.ts';
import { unitsOf, type JobRecord } from '../../orders/journal/ledger.ts';
import { hashText } from '../../orders/model/hash.ts';
import { sourceUnitOf } from '../../orders/model/sourceUnit.ts';
import type { UnitRef } from '../../orders/model/unitRef.ts';
import { SourceIndex } from '../../orders/units/source/sourceIndex.ts';
import { SameTexts, type SameText } from '../../orders/units/ordered/findOrderedText.ts';

/** A string without a translation that has the text of an approved job, which is not delivered to it. */
export interface LeftOutString {
  readonly jobId: string;
  readonly unit: SameText['unit'];
}

/**
 * Finds the strings without a translation that have the text of a recovered job (one that the service listed, but the
 * journal did not have). Their files and keys are not those of its order: only the user can decide whether they get its
 * translation.
 */
export async function findLeftOut(
  context: OrderRecord & ProjectAccess,
  records: readonly JobRecord[],
): Promise<readonly LeftOutString[]> {
  const isKnown = knownStrings(context);
  const sameTexts = new SameTexts(context);
  const sources = new SourceIndex(context);
  const leftOutByName = new Map<string, LeftOutString>();
  for (const { jobId, origin } of records) {
    if (!('recovered' in origin)) continue;
    const [orderedUnit] = origin.recovered.units;
    if (orderedUnit?.key === undefined || orderedUnit.branch !== undefined) continue;
    const reading = await sources.read(orderedUnit.project, orderedUnit.file);
    if (reading.kind !== 'open') continue;
    const { source, byId } = reading;
    const sourceUnit = sourceUnitOf(byId, orderedUnit.key);
    if (sourceUnit === undefined || hashText(sourceUnit.text) !== orderedUnit.sourceHash) continue;
    const { protectedText } = origin.recovered;
    const orderedText = { source, sourceUnit, protectedText, sentText: protectedText.text };
    for (const { unit, hasTarget } of await sameTexts.find(orderedText, orderedUnit))
      if (hasTarget && !isKnown(unit)) leftOutByName.set(nameInProject(unit), { jobId, unit });
  }
  return [...leftOutByName.values()];
}

/** Returns a function that says whether an order names a string, whichever clone it was ordered from. */
function knownStrings({ ledger }: OrderRecord & ProjectAccess): (unit: UnitRef) => boolean {
  const namesHere = new Set([...ledger.jobs.values()].flatMap(unitsOf).map(nameInProject));
  const namesElsewhere = new Set<string>();
  for (const { file, key, keyHash = key && hashText(key), locale } of ledger.jobsElsewhere.values())
    if (file !== undefined && keyHash !== undefined) namesElsewhere.add(nameInClones(file, locale, keyHash));
  return (unit) =>
    namesHere.has(nameInProject(unit)) ||
    namesElsewhere.has(nameInClones(unit.file, unit.locale, hashText(unit.key ?? '')));
}

function nameInProject({ project, file, locale, key }: UnitRef): string {
  return JSON.stringify([project, file, localeTag(locale), key]);
}

function nameInClones(file: string, locale: string, keyHash: string): string {
  return JSON.stringify([file, localeTag(locale), keyHash]);
}
