import * as l10n from '@vscode/l10n';
import { pickMany, type PickItem, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import type { OutdatedUnit } from '../../orders/units/history/outdatedUnits.ts';
import type { OutdatedByLocale } from '../../orders/units/gaps/translationGaps.ts';
import { localeName } from '../../words/formatting.ts';
import { listed, fromOutside, plural, type Words, words } from '../../words/words.ts';
import { keyInLocale } from './keyInLocale.ts';

/** A unit whose source changed after its translation did. */
export interface OutdatedChoice {
  readonly locale: string;
  readonly unit: OutdatedUnit;
}

/** Returns the outdated units of these locales, each with its locale. */
export function outdatedChoices(outdated: OutdatedByLocale, locales: readonly string[]): readonly OutdatedChoice[] {
  return locales.flatMap((locale) => (outdated.get(locale)?.units ?? []).map((unit) => ({ locale, unit })));
}

/** Asks which outdated units to order again; none is selected at first. */
export async function askOutdated({
  position,
  choices,
  selected,
}: {
  readonly position: StepPosition;
  readonly choices: readonly OutdatedChoice[];
  /** Those that were selected before the user went back. */
  readonly selected: ReadonlySet<OutdatedUnit>;
}): Promise<StepResult<readonly OutdatedChoice[]>> {
  return pickMany<OutdatedChoice>({
    position,
    placeholder: words(l10n.t('Optional: strings whose source has changed')),
    items: itemsOf(choices),
    selected: ({ unit }) => selected.has(unit),
  });
}

/** Lists the units below their languages: the present text, the earlier one, and the translation. */
function itemsOf(choices: readonly OutdatedChoice[]): readonly PickItem<OutdatedChoice>[] {
  const byLocale = Map.groupBy(choices, ({ locale }) => locale);
  return [...byLocale].flatMap(([locale, choicesOfLocale]): readonly PickItem<OutdatedChoice>[] => [
    {
      label: plural(
        choicesOfLocale.length,
        { one: l10n.t('{1} · {0} outdated string'), other: l10n.t('{1} · {0} outdated strings') },
        localeName(locale),
      ),
    },
    ...choicesOfLocale.map((choice): PickItem<OutdatedChoice> => {
      const { key, source, oldSource, translation } = choice.unit;
      return {
        label: fromOutside(source),
        description: keyInLocale(key, locale, byLocale.size),
        detail: words(l10n.t('Earlier text: {0} · Translation: {1}'), oldSource, translation),
        value: choice,
      };
    }),
  ]);
}

/** Says how many outdated strings are ordered, how many are not, and which languages were not checked completely. */
export function outdatedLines({
  targets,
  outdated: { byLocale, chosen },
}: {
  readonly targets: readonly string[];
  readonly outdated: { readonly byLocale: OutdatedByLocale; readonly chosen: readonly OutdatedChoice[] };
}): readonly Words[] {
  const notChosenCount = outdatedChoices(byLocale, targets).length - chosen.length;
  const incompleteLocales = targets.filter((locale) => {
    const checked = byLocale.get(locale)?.checked;
    return checked !== undefined && checked !== 'complete';
  });
  const lines: Words[] = [];
  if (chosen.length > 0)
    lines.push(
      plural(chosen.length, {
        one: l10n.t('Includes {0} outdated string, whose translation will be replaced.'),
        other: l10n.t('Includes {0} outdated strings, whose translations will be replaced.'),
      }),
    );
  if (notChosenCount > 0)
    lines.push(
      plural(notChosenCount, {
        one: l10n.t('Not included: {0} outdated string. You can select it in the order wizard.'),
        other: l10n.t('Not included: {0} outdated strings. You can select them in the order wizard.'),
      }),
    );
  if (incompleteLocales.length > 0)
    lines.push(
      words(
        l10n.t('Not checked completely for outdated translations, because the history is long: {0}.'),
        listed(incompleteLocales.map(localeName)),
      ),
    );
  return lines;
}
