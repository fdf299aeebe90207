import * as l10n from '@vscode/l10n';
import { fileName } from '../../editor/fileName.ts';
import { pickMany, type PickItem } from '../../editor/shown/quickInput.ts';
import { readableId } from '../../formats/kit/unitId.ts';
import type { FoundTranslation, ReusableString, WholeUnit } from '../../orders/units/plan/projectReuse.ts';
import { localeName } from '../../words/formatting.ts';
import { truncatedList } from '../../words/truncatedList.ts';
import { join, outside, type Words, words } from '../../words/words.ts';

/** A translation, and the strings for which the user chose it. */
export interface ChosenTranslation {
  readonly units: readonly WholeUnit[];
  readonly text: string;
}

/** A row of the list: one of the translations that a string could have. */
interface Choice {
  readonly string: ReusableString;
  readonly translation: FoundTranslation;
  /** Names the string if it has different translations, of which at most one can be chosen. */
  readonly conflict?: string;
}

/**
 * Asks which translations of the project to reuse. Selected at first are those of strings that have no value and only
 * one translation; different translations of a string are listed below, and none of them is selected. Returns undefined
 * if the user cancels.
 */
export async function chooseReuse(
  strings: readonly ReusableString[],
): Promise<readonly ChosenTranslation[] | undefined> {
  const result = await pickMany<Choice>({
    position: { title: words(l10n.t('Reuse translations of this project for free?')), step: 1, totalSteps: 1 },
    placeholder: words(l10n.t('Strings you don’t select are ordered')),
    items: itemsOf(strings),
    selected: ({ string, conflict }) => conflict === undefined && !string.hasValue,
    exclusive: ({ conflict }) => conflict,
  });
  return result.kind === 'answer'
    ? result.value.map(({ string: { units }, translation: { text } }) => ({ units, text }))
    : undefined;
}

function itemsOf(strings: readonly ReusableString[]): readonly PickItem<Choice>[] {
  const byLocale = Map.groupBy(strings.filter(isUnambiguous), ({ locale }) => locale);
  const conflicts = strings.filter((string) => !isUnambiguous(string));
  return [
    ...[...byLocale].flatMap(([locale, ofLocale]): readonly PickItem<Choice>[] => [
      { label: outside(localeName(locale)) },
      ...ofLocale.map((string) => itemOf({ string, translation: string.translations[0] })),
    ]),
    ...(conflicts.length === 0
      ? []
      : [{ label: words(l10n.t('Different translations: choose one, or order the string')) }]),
    ...conflicts.flatMap((string, index) =>
      string.translations.map((translation) => itemOf({ string, translation, conflict: String(index) })),
    ),
  ];
}

function isUnambiguous({ translations }: ReusableString): boolean {
  return translations.length === 1;
}

/** In characters. */
const maxText = 300;
/** The maximum number of strings named in a row. */
const maxNamed = 2;

function itemOf(choice: Choice): PickItem<Choice> {
  const {
    string: { sourceText, locale, units, hasValue },
    translation: { text, locations },
    conflict,
  } = choice;
  const project = units[0]?.project ?? '';
  const wanted = truncatedList(
    units.map(({ key, targetFile }) => locationName(project, { key, file: targetFile })),
    maxNamed,
  );
  const found = truncatedList(
    locations.map((location) => locationName(project, location)),
    maxNamed,
  );
  return {
    label: outside(sourceText, maxText),
    description: conflict === undefined ? wanted : join([outside(localeName(locale)), wanted], ' · '),
    detail: join(
      [
        words(l10n.t('“{0}” from {1}'), outside(text, maxText), found),
        ...(hasValue ? [words(l10n.t('replaces the present translation'))] : []),
      ],
      ' · ',
    ),
    value: choice,
  };
}

function locationName(project: string, { key, file }: { readonly key: string; readonly file: string }): Words {
  return words(l10n.t('{0} in {1}'), readableId(key), fileName(project, file));
}
