import { comparableLocale } from '../kit/localeName.ts';

/** Whether two names are of one locale in any spelling. */
export function isSameLanguage(one: string, other: string): boolean {
  return comparableLocale(one) === comparableLocale(other);
}

/**
 * Whether one locale is the other with an additional script or region: a file in `de-DE` serves a project that calls
 * it `de`.
 */
export function isNarrowerLanguage(one: string, other: string): boolean {
  const [a, b] = [comparableLocale(one), comparableLocale(other)];
  return a.startsWith(`${b}-`) || b.startsWith(`${a}-`);
}
