import type { Unit } from '../../../formats/format.ts';
import { requiredPluralCategories } from '../../../locales/plurals/pluralCategories.ts';
import { exactForms } from '../../../locales/plurals/exactForms.ts';
import { splitIcu, type IcuCategories, type SplitMessage } from '../../../placeholders/icu/icuBranches.ts';
import type { SourceFile } from './localeFile.ts';
import type { PluralUse } from './pluralUse.ts';

/** How the program reads a message: its plural forms and its apostrophes. */
export interface MessageRules
  extends Pick<PluralUse, 'readsZero' | 'exactIsCategory'>, Pick<IcuCategories, 'apostrophes'> {}

/** The facts about a file that determine how its messages are read. */
export type MessageSource = Pick<SourceFile, 'plurals' | 'apostrophesOf'>;

/** Returns how the program reads the message of a unit. */
export function messageRulesOf({ plurals, apostrophesOf }: MessageSource, unit: Unit): MessageRules {
  return { ...plurals, apostrophes: apostrophesOf(unit) };
}

/**
 * Splits an ICU message into the branches that the program reads in the target locale; undefined if the text is not an
 * ICU message with choices or should be ordered as a whole. Uses no settings: these may change before the delivery.
 */
export function splitIcuMessage(
  text: string,
  targetLocale: string,
  { readsZero, exactIsCategory, apostrophes }: MessageRules = {},
): SplitMessage | undefined {
  return splitIcu(text, {
    apostrophes,
    cardinal: requiredPluralCategories(targetLocale),
    ordinal: requiredPluralCategories(targetLocale, 'ordinal'),
    exactForms: (plural) => ({
      ...exactForms(targetLocale, plural, { exactIsCategory: exactIsCategory === true }),
      // Dart reads `zero` in messages. i18next, where `exactIsCategory` is not set, reads it only in keys.
      kept: readsZero === true && exactIsCategory === true && plural.type === 'cardinal' ? ['zero'] : [],
    }),
  });
}

/** Splits an ICU message into all branches that any version of this extension has ordered. */
export function splitIntoEveryBranch(
  text: string,
  targetLocale: string,
  { apostrophes }: Pick<MessageRules, 'apostrophes'> = {},
): SplitMessage | undefined {
  return splitIcu(text, {
    apostrophes,
    cardinal: requiredPluralCategories(targetLocale),
    ordinal: requiredPluralCategories(targetLocale, 'ordinal'),
  });
}
