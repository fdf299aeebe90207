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
  const found = new Map<string, LeftOutString>();
  for (const { jobId, origin } of records) {
    if (!('recovered' in origin)) continue;
    const [first] = origin.recovered.units;
    if (first?.key === undefined || first.branch !== undefined) continue;
    const reading = await sources.read(first.project, first.file);
    const from = reading.kind === 'open' ? sourceUnitOf(reading.byId, first.key) : undefined;
    if (reading.kind !== 'open' || from === undefined || hashText(from.text) !== first.sourceHash) continue;
    const { source } = reading;
    const { protectedText } = origin.recovered;
    const same = await sameTexts.find({ source, from, protectedText, sentText: protectedText.text }, first);
    for (const { unit, hasTarget } of same)
      if (hasTarget && !isKnown(unit)) found.set(nameInProject(unit), { jobId, unit });
  }
  return [...found.values()];
}

/** Returns whether an order names a string, whichever clone it was ordered from. */
function knownStrings({ ledger }: OrderRecord & ProjectAccess): (unit: UnitRef) => boolean {
  const own = new Set([...ledger.jobs.values()].flatMap(unitsOf).map(nameInProject));
  const elsewhere = new Set(
    [...ledger.elsewhere.values()].flatMap(({ file, key, keyHash = key && hashText(key), locale }) =>
      file === undefined || keyHash === undefined ? [] : [nameInClones(file, locale, keyHash)],
    ),
  );
  return (unit) =>
    own.has(nameInProject(unit)) || elsewhere.has(nameInClones(unit.file, unit.locale, hashText(unit.key ?? '')));
}

function nameInProject({ project, file, locale, key }: UnitRef): string {
  return JSON.stringify([project, file, localeTag(locale), key]);
}

function nameInClones(file: string, locale: string, keyHash: string): string {
  return JSON.stringify([file, localeTag(locale), keyHash]);
}
