import * as l10n from '@vscode/l10n';
import type { SameUnit } from '../../orders/units/plan/sameAsSource.ts';
import { pickMany, type PickItem, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import { localeName } from '../../words/formatting.ts';
import { fromOutside, words } from '../../words/words.ts';
import { keyInLocale } from './keyInLocale.ts';

/** A unit that equals its source in a locale. */
export interface SameChoice {
  readonly locale: string;
  readonly unit: SameUnit;
}

/** Stores that units are right as they are, and returns whether this succeeded. */
export type ConfirmRight = (choices: readonly SameChoice[]) => Promise<boolean>;

/** Asks which units to order although they equal their source; none is selected at first. */
export async function askSameAsSource({
  position,
  sourceLocale,
  choices,
  selected,
  confirmRight,
}: {
  readonly position: StepPosition;
  readonly sourceLocale: string;
  readonly choices: readonly SameChoice[];
  /** Those that were selected before the user went back. */
  readonly selected: ReadonlySet<SameUnit>;
  readonly confirmRight: ConfirmRight;
}): Promise<StepResult<readonly SameChoice[]>> {
  return pickMany<SameChoice>({
    position,
    placeholder: words(l10n.t('Optional: strings still in {0}'), localeName(sourceLocale)),
    items: itemsOf(choices),
    selected: ({ unit }) => selected.has(unit),
    removal: {
      label: words(l10n.t('Right As It Is: Don’t Offer This String Again')),
      labelForSelected: words(l10n.t('Selected Strings Are Right As They Are: Don’t Offer Them Again')),
      icon: 'pass',
      remove: confirmRight,
    },
  });
}

/** Lists the units below their languages. */
function itemsOf(choices: readonly SameChoice[]): readonly PickItem<SameChoice>[] {
  const byLocale = Map.groupBy(choices, ({ locale }) => locale);
  return [...byLocale].flatMap(([locale, choicesOfLocale]): readonly PickItem<SameChoice>[] => [
    { label: fromOutside(localeName(locale)) },
    ...choicesOfLocale.map((choice): PickItem<SameChoice> => {
      // A unit with plural forms is shown by its first form.
      const [{ key, text }] = choice.unit.forms;
      return { label: fromOutside(text), description: keyInLocale(key, locale, byLocale.size), value: choice };
    }),
  ]);
}
