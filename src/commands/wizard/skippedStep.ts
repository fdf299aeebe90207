import * as l10n from '@vscode/l10n';
import { pickOne, type PickItem, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import type { Finding } from '../../orders/spend/check/checkOrder.ts';
import { present } from '../../base/present.ts';
import { findingLines } from '../../words/findingSentences.ts';
import { localeName } from '../../words/formatting.ts';
import { formatSentence } from '../../words/formatSentence.ts';
import { skipReason } from '../../words/deliverySentences.ts';
import { fromOutside, plural, type Words, words } from '../../words/words.ts';
import { failedLocaleLines, skippedFileSentence, skippedName } from '../fileSentences.ts';
import { refusedSentences } from '../planSentences.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';

/** The maximum number of strings that are listed for one reason; the others are counted. */
const maxListed = 500;

/** Returns the number of strings, files and locales that are not ordered although the order could have them. */
export function skippedCount(plan: Plan): number {
  const files = (plan.skippedFiles ?? []).length + (plan.failedLocales ?? []).length;
  return plan.skipped.length + files + refusedSentences(plan).length;
}

/** Lists what is skipped, by reason. Any answer leads back. */
export async function showSkipped(plan: Plan, position: StepPosition): Promise<StepResult<number>> {
  const byReason = Map.groupBy(plan.skipped, ({ reason }) => reason);
  const rowGroups = [...byReason].map(([reason, units]): RowGroup => [
    skipReason(reason),
    units.map((unit) => ({
      label: skippedName(unit),
      description: fromOutside(localeName(unit.locale)),
      ...present({ detail: unit.notRead && formatSentence(unit.notRead.cause) }),
    })),
  ]);
  const fileRows = (plan.skippedFiles ?? []).map((skipped): Row => ({ label: skippedFileSentence(skipped) }));
  const otherRows = [...failedLocaleLines(plan), ...refusedSentences(plan)].map((label): Row => ({ label }));
  return showRows(
    [...rowGroups, [words(l10n.t('Skipped files')), [...fileRows, ...otherRows]]],
    words(l10n.t('These strings are not ordered. Press Enter to go back.')),
    position,
  );
}

/** Lists the warnings about an order. Any answer leads back. */
export async function showWarnings(findings: readonly Finding[], position: StepPosition): Promise<StepResult<number>> {
  const rows = findingLines(findings).map((label): Row => ({ label }));
  return showRows(
    [[words(l10n.t('Warnings')), rows]],
    words(l10n.t('You can order nevertheless. Press Enter to go back.')),
    position,
  );
}

type Row = Omit<PickItem<number>, 'value'>;
/** A heading and the rows below it. */
type RowGroup = readonly [Words, readonly Row[]];

/** Shows the groups that have rows. The result is the number of a row, which says nothing. */
async function showRows(
  rowGroups: readonly RowGroup[],
  placeholder: Words,
  position: StepPosition,
): Promise<StepResult<number>> {
  let rowNumber = 0;
  const items = rowGroups.flatMap(([label, rows]): readonly PickItem<number>[] => {
    if (rows.length === 0) return [];
    const unlistedCount = rows.length - maxListed;
    const listedRows: Row[] = rows.slice(0, maxListed);
    if (unlistedCount > 0)
      listedRows.push({
        label: plural(unlistedCount, {
          one: l10n.t({ message: 'and {0} more', comment: 'one string' }),
          other: l10n.t({ message: 'and {0} more', comment: 'several strings' }),
        }),
      });
    return [{ label }, ...listedRows.map((row) => ({ ...row, value: (rowNumber += 1) }))];
  });
  return pickOne({ position, placeholder, items });
}
