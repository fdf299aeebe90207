import { present } from '../../../base/present.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import type { Problem } from '../../../placeholders/read/placeholder.ts';
import { restore } from '../../../placeholders/restore.ts';
import { isTableFile } from '../../../placeholders/safety/formula.ts';
import type { SourceFile, TargetFile } from '../../units/files/localeFile.ts';
import { targetUnitOf } from '../../units/files/targetUnit.ts';
import { hasSameUnits } from '../../units/plan/planOrder.ts';
import { numbersOfForm, withNumbers } from '../../units/plan/numbersOfForm.ts';
import { readingOf } from '../../units/plan/projectReuse.ts';
import { wantedUnits } from '../../units/plan/wantedUnits.ts';

/** A translation in a file that the checks of returned translations find errors in. */
export interface DamagedUnit {
  readonly key: string;
  /** Only errors. */
  readonly problems: readonly Problem[];
}

/**
 * Checks the translations of a target as returned translations are checked, for example for lost placeholders. Skips
 * those that are missing, that equal their source, or that the file itself marks as unfinished.
 */
export async function damagedUnits(source: SourceFile, target: TargetFile): Promise<readonly DamagedUnit[]> {
  if (!hasSameUnits(source, target)) return [];
  const slice = new TimeSlice();
  const damaged: DamagedUnit[] = [];
  for (const wanted of wantedUnits(source, target)) {
    if (slice.isOver) await slice.rest();
    const { id, from } = wanted;
    const current = targetUnitOf(target.units, id);
    if (current === undefined || current.needsWork === true || from.translatable === false) continue;
    if (current.text.trim() === '' || current.text === from.text) continue;
    const reading = readingOf({ source, from });
    if (reading === undefined) continue;
    const numbers = numbersOfForm({ ...wanted, text: { text: from.text } }, source, target.locale);
    const { problems } = restore(current.text, withNumbers(reading, numbers, source), {
      sourceLocale: source.locale,
      targetLocale: target.locale,
      isCell: isTableFile(target.path),
      ...present({ maxChars: from.maxChars }),
    });
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) damaged.push({ key: id, problems: errors });
  }
  return damaged;
}
