import * as l10n from '@vscode/l10n';
import { directionOf } from '../base/text/directionOf.ts';
import { localeTag } from '../base/locale.ts';
import { visibleText } from './visibleText.ts';

/** The display language, as a BCP 47 tag. */
let displayLanguage = 'en';

/** Names of languages in the display language, by locale: lists show the same ones in many rows. */
const nameCache = new Map<string, string>();
const maxCachedNames = 1000;

/** Sets the language (BCP 47) of numbers, money, times and names; English if it is not BCP 47. */
export function setDisplayLanguage(language: string): void {
  displayLanguage = isLanguageTag(language) ? language : 'en';
  nameCache.clear();
}

function isLanguageTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}

/** Returns the display language, as a BCP 47 tag. */
export function displayLocale(): string {
  return displayLanguage;
}

/** Returns the direction in which the display language is written. */
export function displayDirection(): 'ltr' | 'rtl' {
  return directionOf(displayLanguage);
}

/** Returns the text between two sentences: none in languages that write no spaces between them. */
export function sentenceSeparator(): string {
  return /^(?:ja|zh|yue)\b/iu.test(displayLanguage) ? '' : ' ';
}

/** Returns the text between two items of a list in one line. */
export function listSeparator(): string {
  if (/^(?:ja|zh|yue)\b/iu.test(displayLanguage)) return '、';
  // Languages in Arabic script have a comma of their own.
  if (/^(?:ar|fa|ur|ckb|ps|sd|ug)\b/iu.test(displayLanguage)) return '، ';
  return ', ';
}

/** Returns the CLDR plural category of a count in the display language. */
export function pluralCategory(count: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(displayLanguage).select(count);
}

/** "12,345": a number with at most three decimals. */
export function formatNumber(number: number): string {
  return new Intl.NumberFormat(displayLanguage).format(number);
}

/** "1, 21, 31" */
export function formatNumbers(numbers: readonly number[]): string {
  return new Intl.ListFormat(displayLanguage, { type: 'unit', style: 'short' }).format(numbers.map(formatNumber));
}

/** Longer than any currency code, and too short for a text that could look like a price. */
const maxCurrencyCharacters = 12;

/** "1.20": an amount of money, with as many decimals as small prices need. */
export function formatAmount(credits: number): string {
  return new Intl.NumberFormat(displayLanguage, amountDigits).format(credits);
}

const amountDigits = { minimumFractionDigits: 2, maximumFractionDigits: 4 };

/** "1.20 USD" */
export function formatCredits(credits: number, currency?: string): string {
  const number = formatAmount(credits);
  if (currency !== undefined) return `${number} ${visibleText(currency, maxCurrencyCharacters)}`;
  // The category of the number as it is shown: “1.00” is plural in English, “1,50” is singular in French.
  const category = new Intl.PluralRules(displayLanguage, amountDigits).select(credits);
  return category === 'one' ? l10n.t('{0} credit', number) : l10n.t('{0} credits', number);
}

/** "12 kB": the size of a file, in decimal units. */
export function formatSize(bytes: number): string {
  const [amount, unit] = sizeParts(bytes);
  return new Intl.NumberFormat(displayLanguage, {
    style: 'unit',
    unit,
    unitDisplay: bytes < 1000 ? 'long' : 'short',
    maximumFractionDigits: amount < 10 ? 1 : 0,
  }).format(amount);
}

function sizeParts(bytes: number): readonly [number, string] {
  if (bytes < 1000) return [bytes, 'byte'];
  if (bytes < 1_000_000) return [bytes / 1000, 'kilobyte'];
  return [bytes / 1_000_000, 'megabyte'];
}

/** Returns a language's name in the display language; the locale itself if it has no name. */
export function localeName(locale: string): string {
  const cachedName = nameCache.get(locale);
  if (cachedName !== undefined) return cachedName;
  const name = findName(locale);
  // A service could name any number of locales.
  if (nameCache.size >= maxCachedNames) nameCache.clear();
  nameCache.set(locale, name);
  return name;
}

function findName(locale: string): string {
  try {
    return new Intl.DisplayNames([displayLanguage], { type: 'language' }).of(localeTag(locale)) ?? locale;
  } catch {
    // Not BCP 47: only the project's own spelling is known.
    return locale;
  }
}

/** Sorts locales by their names. */
export function sortByName(locales: readonly string[]): readonly string[] {
  return locales.toSorted((a, b) => localeName(a).localeCompare(localeName(b), displayLanguage));
}

/** A date and a time of day, in milliseconds since 1970. */
export function formatTime(milliseconds: number): string {
  return new Intl.DateTimeFormat(displayLanguage, { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds);
}

/** "2 hours", "3 days": a duration in its largest suitable unit. */
export function formatDuration(milliseconds: number): string {
  const [amount, unit] = durationParts(milliseconds);
  return new Intl.NumberFormat(displayLanguage, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

/** "2 h", "3 d": the same, for narrow places. */
export function formatShortDuration(milliseconds: number): string {
  const [amount, unit] = durationParts(milliseconds);
  const number = formatNumber(amount);
  switch (unit) {
    case 'minute':
      return l10n.t('{0} min', number);
    case 'hour':
      return l10n.t('{0} h', number);
    case 'day':
      return l10n.t('{0} d', number);
  }
}

const minutesOfHour = 60;
const minutesOfDay = 24 * minutesOfHour;

/** A larger unit is used from one and a half of it: 89 minutes, but 2 hours; 36 hours are 2 days. */
function durationParts(milliseconds: number): readonly [number, 'minute' | 'hour' | 'day'] {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes < 1.5 * minutesOfHour) return [minutes, 'minute'];
  if (minutes < 1.5 * minutesOfDay) return [Math.round(minutes / minutesOfHour), 'hour'];
  return [Math.round(minutes / minutesOfDay), 'day'];
}

/** "Nov 23": a day of the current year, or of another year with its number. */
export function formatDay(milliseconds: number, now: number): string {
  const options: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
  if (new Date(milliseconds).getFullYear() !== new Date(now).getFullYear()) options.year = 'numeric';
  return new Intl.DateTimeFormat(displayLanguage, options).format(milliseconds);
}

/** "November 2026" */
export function formatMonth(milliseconds: number): string {
  return new Intl.DateTimeFormat(displayLanguage, { month: 'long', year: 'numeric' }).format(milliseconds);
}

/** Returns a time, in milliseconds since the epoch, for programs; undefined if it is unknown or out of range. */
export function isoTime(milliseconds: number | undefined): string | undefined {
  const date = new Date(milliseconds ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
