import { localeTag } from '../../base/locale.ts';
import type { OrderRecord, ProjectAccess } from '../../orders/journal/account/orderContext.ts';
import { unitsOf, type JobRecord } from '../../orders/journal/ledger.ts';
import { hashText } from '../../orders/model/hash.ts';
import { sourceUnitOf } from '../../orders/model/sourceUnit.ts';
import type { UnitRef } from '../../orders/model/unitRef.ts';
import { SourceIndex } from '../../orders/units/source/sourceIndex.ts';
import { SameTexts, type SameText } from '../../orders/units/ordered/findOrderedText.ts';

/** A string without a translation that has the text of a recovered job, which is not delivered to it. */
export interface LeftOutString {
  readonly jobId: string;
  readonly unit: SameText['unit'];
}

/**
 * Finds the strings that have the text of a recovered job and no translation, but are in files that its order doesn't
 * name, and have another key: only the user can decide whether they get its translation.
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
    const sourceUnit = reading.kind === 'open' ? sourceUnitOf(reading.byId, orderedUnit.key) : undefined;
    if (reading.kind !== 'open' || sourceUnit === undefined || hashText(sourceUnit.text) !== orderedUnit.sourceHash)
      continue;
    const { source } = reading;
    const { protectedText } = origin.recovered;
    const withSameText = await sameTexts.find(
      { source, from: sourceUnit, protectedText, sentText: protectedText.text },
      orderedUnit,
    );
    for (const { unit, hasTarget } of withSameText)
      if (hasTarget && !isKnown(unit)) leftOutByName.set(nameInProject(unit), { jobId, unit });
  }
  return [...leftOutByName.values()];
}

/** Returns whether an order names a string, whichever clone it was ordered from. */
function knownStrings({ ledger }: OrderRecord & ProjectAccess): (unit: UnitRef) => boolean {
  const ownNames = new Set([...ledger.jobs.values()].flatMap(unitsOf).map(nameInProject));
  const namesElsewhere = new Set(
    [...ledger.elsewhere.values()].flatMap(({ file, key, keyHash = key && hashText(key), locale }) =>
      file === undefined || keyHash === undefined ? [] : [nameInClones(file, locale, keyHash)],
    ),
  );
  return (unit) =>
    ownNames.has(nameInProject(unit)) ||
    namesElsewhere.has(nameInClones(unit.file, unit.locale, hashText(unit.key ?? '')));
}

function nameInProject({ project, file, locale, key }: UnitRef): string {
  return JSON.stringify([project, file, localeTag(locale), key]);
}

function nameInClones(file: string, locale: string, keyHash: string): string {
  return JSON.stringify([file, localeTag(locale), keyHash]);
}
