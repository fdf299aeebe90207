import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/formats/formats.ts';
import { splitPlural } from '../../../src/formats/kit/unitId.ts';
import { joinMessages, type BranchText } from '../../../src/orders/units/files/joinMessages.ts';
import type { SourceFile, TargetFile } from '../../../src/orders/units/files/localeFile.ts';
import type { UnitRef } from '../../../src/orders/model/unitRef.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';
import { writeUnits } from '../../../src/orders/units/files/composeDelivery.ts';

/** A plan for one target. */
export interface PlannedTarget {
  readonly source: SourceFile;
  readonly target: TargetFile;
  readonly plan: Plan;
}

/** Returns the name of a unit's form, which is a branch of a message or a member of a plural set: `few`, `2/3`. */
export function formOfUnit({ key = '', branch }: UnitRef): string {
  return branch?.replace(/^[^:]*:/u, '') ?? splitPlural(key)?.category ?? key;
}

/** Returns the target file with a translation for each form that begins with its category. */
export async function translatedFile({ source, target, plan }: PlannedTarget): Promise<string> {
  const units = plan.jobs.flatMap((job) =>
    job.units.map((unit) => ({
      jobId: job.title,
      unit,
      key: unit.key ?? '',
      // The title of a job names its own form, not those that are copies of it.
      text: `${job.title.replace(/.*[#(](=?[\w/]+)\)?$/u, '$1')}: ${job.protectedText.source}`,
      force: false,
    })),
  );
  const isBranch = (item: (typeof units)[number]): item is (typeof units)[number] & BranchText =>
    item.unit.branch !== undefined;
  const { messages, held } = joinMessages(
    units.filter(isBranch),
    new Map(source.units.map((unit) => [unit.id, unit])),
    { locale: target.locale, source },
  );
  assert.deepEqual(held, []);
  const values = [
    ...units.filter((item) => !isBranch(item)),
    ...messages.map(({ key, text }) => ({ jobId: key, key, text })),
  ];
  const { edits, unwritable } = await writeUnits({
    source,
    targetFile: target.path,
    targetText: target.text ?? '',
    targetLocale: target.locale,
    units: values,
  });
  assert.deepEqual(unwritable, []);
  return applyEdits(target.text ?? '', edits);
}
