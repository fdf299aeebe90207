import { isSameLocale } from '../../../base/locale.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import type { SourceFile } from '../files/localeFile.ts';
import type { PlanHistory } from '../../journal/planHistory.ts';
import { sourceUnitOf } from '../../model/sourceUnit.ts';
import { messageIdentity } from '../../model/unitName.ts';
import { isFileUnit, type UnitRef } from '../../model/unitRef.ts';
import { keysWithText } from './compareUnit.ts';
import { opened, SourceIndex, type OpenedSource } from './sourceIndex.ts';

/**
 * Returns a history that knows where in these sources the strings on order are whose keys or files are gone, so that a
 * plan does not order them a second time. If a text is in several places, all of them count until the user has decided
 * which one gets the translation.
 */
export async function withMovedUnits(
  context: Pick<OrderContext, 'findProject' | 'layouts'>,
  sources: readonly SourceFile[],
  history: PlanHistory,
): Promise<PlanHistory> {
  const moved = new Map<string, { readonly targetHash?: string }>();
  const index = new SourceIndex(context);
  const slice = new TimeSlice();
  const byProject = new Map(
    [...Map.groupBy(history.waiting ?? [], ({ unit }) => unit.project)].map(([project, waiting]) => [
      project,
      Map.groupBy(waiting, ({ unit }) => unit.sourceHash),
    ]),
  );
  for (const source of sources) {
    const byText = byProject.get(source.project.id);
    if (byText === undefined) continue;
    const here = opened(source);
    for (const { unit, sourceLocale } of here.hashes().flatMap((hash) => byText.get(hash) ?? [])) {
      if (!isFileUnit(unit) || !isSameLocale(sourceLocale, source.locale) || !(await isGone(unit, here, index)))
        continue;
      for (const key of keysWithText(unit, here)) moved.set(messageIdentity({ ...unit, file: source.path, key }), unit);
    }
    if (slice.isOver) await slice.rest();
  }
  return moved.size === 0 ? history : { ...history, moved };
}

/** Whether a unit's key or file no longer exists. */
async function isGone({ project, file, key = '' }: UnitRef, here: OpenedSource, index: SourceIndex): Promise<boolean> {
  if (file === here.source.path) return sourceUnitOf(here.byId, key) === undefined;
  const reading = await index.read(project, file);
  return reading.kind === 'missing' || (reading.kind === 'open' && sourceUnitOf(reading.byId, key) === undefined);
}
