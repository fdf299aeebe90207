import type { Plan, FailedLocale } from './plan.ts';
import { toLanguageCode } from '../../../locales/languageCode.ts';
import { OrderError } from '../orderError.ts';

/** The locales of an order that the service translates into, with its code for each, and the others. */
export interface SupportedLocales {
  readonly supported: readonly { readonly locale: string; readonly language: string }[];
  readonly failedLocales: Pick<Plan, 'failedLocales'>;
}

/** Separates the locales that the service supports from the others. Throws OrderError 'locale-unsupported'. */
export function supportedLocales(locales: readonly string[], languages: readonly string[]): SupportedLocales {
  const supported: { readonly locale: string; readonly language: string }[] = [];
  const failed: FailedLocale[] = [];
  for (const locale of locales) {
    const language = toLanguageCode(locale, languages);
    if (language === undefined) failed.push({ locale, error: new OrderError('locale-unsupported', locale) });
    else supported.push({ locale, language });
  }
  return { supported, failedLocales: failuresOf(failed, locales.length) };
}

/** Returns the part of a plan that lists failed locales. Throws the error of the first one if all locales failed. */
export function failuresOf(failed: readonly FailedLocale[], localeCount: number): Pick<Plan, 'failedLocales'> {
  const [first] = failed;
  if (first === undefined) return {};
  if (failed.length >= localeCount) throw first.error;
  return { failedLocales: failed };
}

/** Returns the service's code for a locale. Throws OrderError 'locale-unsupported'. */
export function languageOf(locale: string, languages: readonly string[]): string {
  const code = toLanguageCode(locale, languages);
  if (code === undefined) throw new OrderError('locale-unsupported', locale);
  return code;
}
