import { sourceLanguageOfJob, type Plan, type FailedLocale } from './plan.ts';
import { sourceLanguageCodes, toLanguageCode } from '../../../locales/languageCode.ts';
import { present } from '../../../base/present.ts';
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

/**
 * Returns the service's code of a source locale, from which it may translate into some languages only: see
 * `withSourceLanguages`. Throws OrderError 'locale-unsupported'.
 */
export function sourceLanguageOf(locale: string, languages: readonly string[]): string {
  const [code] = sourceLanguageCodes(locale, languages);
  if (code === undefined) throw new OrderError('locale-unsupported', locale);
  return code;
}

/**
 * Returns a plan whose jobs name the language that they are ordered from, where the service's pairs show that this is
 * not the plan's: from `en` into `ja`, and from `en-gb` into `en`. The pairs are those of `bestPairs`.
 */
export function withSourceLanguages(
  plan: Plan,
  pairs: readonly { readonly source: string; readonly target: string }[],
): Plan {
  const sourceByTarget = new Map(pairs.map(({ source, target }) => [target, source]));
  const jobs = plan.jobs.map((job) => {
    const source = sourceByTarget.get(job.targetLanguage) ?? plan.sourceLanguage;
    return present({ ...job, sourceLanguage: source === plan.sourceLanguage ? undefined : source });
  });
  return { ...plan, jobs };
}

/** Returns the service's codes of the languages that the jobs of a plan are ordered from. */
export function sourceLanguagesOf(plan: Pick<Plan, 'sourceLanguage' | 'jobs'>): readonly string[] {
  return [...new Set(plan.jobs.map((job) => sourceLanguageOfJob(plan, job)))];
}
