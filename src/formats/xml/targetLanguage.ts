import { comparableLocale } from '../kit/localeName.ts';

/** Whether two names are of one locale, however they are spelled. */
export function isSameLanguage(one: string, other: string): boolean {
  return comparableLocale(one) === comparableLocale(other);
}

/** Whether one locale is the other with a script or a region more: a file in `de-DE` serves a project that calls it `de`. */
export function isNarrowerLanguage(one: string, other: string): boolean {
  const [a, b] = [comparableLocale(one), comparableLocale(other)];
  return a.startsWith(`${b}-`) || b.startsWith(`${a}-`);
}
