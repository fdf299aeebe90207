import { canonicalLocale } from '../../../base/locale.ts';
import type { TimeSlice } from '../../../base/timeSlice.ts';
import type { SourceFile } from '../files/localeFile.ts';

/**
 * Compares the names that CLDR has for regions, languages, currencies, units of measurement, months and days of the week
 * in two languages. They come from the platform's `Intl`.
 */
export interface StandardNames {
  /**
   * Whether a text of the source language consists of such names, and each of them is the same in the target locale:
   * `Sri Lanka` in Polish, `Euro (EUR)` in German. False if the platform has no data for the target locale.
   */
  isSameIn(targetLocale: string, text: string): boolean;
}

/** What a name is of: `region` `LK`, `unit` `kilometer`, `month` `4`. */
interface Named {
  readonly kind: 'region' | 'language' | 'currency' | 'unit' | 'month' | 'weekday';
  readonly code: string;
}

/** Returns all names of something in a language, as CLDR writes them: long, short, for one and for several. */
type NamesIn = (named: Named) => readonly string[];

/** Longer texts are not looked up. */
const maxTextLength = 80;

/** A source that names this many languages may be a list of languages, and name rare ones, too. */
const minLanguagesOfList = 3;

/** The names in a source language, as far as they were read. */
class NameIndex {
  readonly #namesInSource: NamesIn | undefined;
  readonly #namedByText = new Map<string, Named[]>();
  readonly #namesByTarget = new Map<string, NamesIn | undefined>();
  readonly #addedGroups = new Map<keyof typeof groups, Promise<void>>();

  constructor(sourceLocale: string) {
    this.#namesInSource = namesIn(sourceLocale);
  }

  /** Reads the names of a group, once. */
  async add(group: keyof typeof groups, slice: TimeSlice): Promise<void> {
    const added = this.#addedGroups.get(group) ?? this.#addAll(groups[group](), slice);
    this.#addedGroups.set(group, added);
    return added;
  }

  async #addAll(group: Iterable<Named>, slice: TimeSlice): Promise<void> {
    for (const named of group) {
      for (const name of this.#namesInSource?.(named) ?? []) {
        const key = comparableName(name);
        this.#namedByText.set(key, [...(this.#namedByText.get(key) ?? []), named]);
      }
      if (slice.isOver) await slice.rest();
    }
  }

  isLanguage(text: string): boolean {
    return this.#namedByText.get(comparableName(text))?.some(({ kind }) => kind === 'language') === true;
  }

  isSameIn(targetLocale: string, text: string): boolean {
    const key = comparableName(text);
    const candidates = this.#namedByText.get(key);
    if (candidates === undefined) return false;
    if (!this.#namesByTarget.has(targetLocale)) this.#namesByTarget.set(targetLocale, namesIn(targetLocale));
    const namesInTarget = this.#namesByTarget.get(targetLocale);
    return candidates.some((named) => namesInTarget?.(named).some((name) => comparableName(name) === key) === true);
  }
}

/** By the source locale. */
const indexes = new Map<string, NameIndex>();

/** Returns the names in the language of a source file, in time slices. They are read once. */
export async function standardNamesOf(
  { locale, units }: Pick<SourceFile, 'locale' | 'units'>,
  slice: TimeSlice,
): Promise<StandardNames> {
  const index = indexes.get(locale) ?? new NameIndex(locale);
  indexes.set(locale, index);
  await index.add('common', slice);
  const languageNames = units.filter(({ text }) => text.length <= maxTextLength && index.isLanguage(text));
  if (languageNames.length >= minLanguagesOfList) await index.add('rareLanguages', slice);
  return {
    isSameIn: (targetLocale, text) => {
      if (text.length > maxTextLength) return false;
      if (index.isSameIn(targetLocale, text)) return true;
      // `Euro (EUR)`: a name with its code. A code alone is no name.
      const names = partsWithLetters(text).filter((part) => !/^\p{Lu}{2,4}$/u.test(part));
      return names.length > 0 && names.every((name) => index.isSameIn(targetLocale, name));
    },
  };
}

/** Returns the parts of a text between punctuation and symbols: `Sri Lanka`, `LKR` of `🇱🇰 Sri Lanka (LKR)`. */
function partsWithLetters(text: string): readonly string[] {
  return text
    .split(/[^\p{L}\p{M}\p{N}\s'’.&-]+|\s[-–]\s/u)
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
}

/** In lists, projects capitalize names that CLDR writes in lower case, as in sentences: `Afrikaans`, `afrikaans`. */
function comparableName(name: string): string {
  return name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();
}

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
const letterPairs = letters.flatMap((first) => letters.map((second) => `${first}${second}`));

/**
 * What CLDR names. The platform lists only currencies and units, so all codes of two and three letters are tried; those
 * of three take a tenth of a second.
 */
const groups = {
  *common(): Generator<Named> {
    for (const code of Intl.supportedValuesOf('currency')) yield { kind: 'currency', code };
    for (const code of Intl.supportedValuesOf('unit')) yield { kind: 'unit', code };
    for (let month = 1; month <= 12; month += 1) yield { kind: 'month', code: String(month) };
    for (let weekday = 1; weekday <= 7; weekday += 1) yield { kind: 'weekday', code: String(weekday) };
    // Parts of the world, such as `419` for Latin America.
    for (let area = 1; area < 1000; area += 1) yield { kind: 'region', code: String(area).padStart(3, '0') };
    for (const code of letterPairs) {
      yield { kind: 'region', code: code.toUpperCase() };
      yield { kind: 'language', code };
    }
    for (const code of languagesWithSubtags) yield { kind: 'language', code };
  },
  *rareLanguages(): Generator<Named> {
    for (const pair of letterPairs) for (const letter of letters) yield { kind: 'language', code: `${pair}${letter}` };
  },
};

/** Languages of a region or script for which CLDR has names of their own: `Brazilian Portuguese`. */
const languagesWithSubtags = (
  'ar-001 de-AT de-CH en-AU en-CA en-GB en-US es-419 es-ES es-MX fa-AF fr-CA fr-CH nl-BE pt-BR pt-PT ro-MD sr-ME ' +
  'sw-CD zh-Hans zh-Hant'
).split(' ');

/** Returns the names in a locale; undefined if the platform has none, because it would answer in another language. */
function namesIn(locale: string): NamesIn | undefined {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined || Intl.DisplayNames.supportedLocalesOf([canonical]).length === 0) return undefined;
  const displayNames = (options: Intl.DisplayNamesOptions): ((code: string) => string | undefined) => {
    const names = new Intl.DisplayNames(canonical, { ...options, fallback: 'none' });
    return (code) => names.of(code);
  };
  const lookUps: Readonly<Record<Exclude<Named['kind'], 'unit'>, readonly ((code: string) => string | undefined)[]>> = {
    region: [displayNames({ type: 'region' }), displayNames({ type: 'region', style: 'short' })],
    language: [
      displayNames({ type: 'language', languageDisplay: 'dialect' }),
      displayNames({ type: 'language', languageDisplay: 'standard' }),
    ],
    currency: [
      displayNames({ type: 'currency' }),
      ...counts.map((count) => (code: string) => {
        const format = new Intl.NumberFormat(canonical, { style: 'currency', currency: code, currencyDisplay: 'name' });
        return partOf(format.formatToParts(count), 'currency');
      }),
    ],
    month: dateNames(canonical, 'month', (month) => Date.UTC(2024, month - 1, 15)),
    // The 1st of January 2024 was a Monday.
    weekday: dateNames(canonical, 'weekday', (weekday) => Date.UTC(2024, 0, weekday)),
  };
  return ({ kind, code }) => {
    const names = kind === 'unit' ? unitNames(canonical, code) : lookUps[kind].map((lookUp) => lookUp(code));
    return names.filter((name) => name !== undefined);
  };
}

/** Names of units and currencies depend on the number: one kilometer, five kilometers. */
const counts = [1, 5];

function unitNames(locale: string, unit: string): readonly (string | undefined)[] {
  const displays = ['long', 'short'] as const;
  return displays.flatMap((unitDisplay) => {
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay });
    return counts.map((count) => partOf(format.formatToParts(count), 'unit'));
  });
}

function partOf(parts: readonly Intl.NumberFormatPart[], type: 'unit' | 'currency'): string | undefined {
  return parts.find((part) => part.type === type)?.value;
}

/** Returns functions that name a month or a day of the week by its number; `timeOf` returns a time in it. */
function dateNames(
  locale: string,
  field: 'month' | 'weekday',
  timeOf: (number: number) => number,
): readonly ((code: string) => string)[] {
  return (['long', 'short'] as const).map((style) => {
    const format = new Intl.DateTimeFormat(locale, { [field]: style, timeZone: 'UTC', calendar: 'gregory' });
    return (code) => format.format(timeOf(Number(code)));
  });
}
