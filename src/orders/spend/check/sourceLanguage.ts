import { toLocale } from '../../../locales/languageCode.ts';
import { canonicalLocale } from '../../../base/locale.ts';
import type { PricedJob, Quote } from '../place/quote.ts';

/** A job for whose text the service detects another language than the declared one. */
export interface OtherLanguage {
  readonly job: PricedJob;
  /** BCP 47, or the service's own code if it is no BCP 47 tag. */
  readonly detected: string;
}

/**
 * Finds the jobs for whose text the service detects another language than the source language.
 * Spellings of one language (`en-gb`) are the same.
 */
export function otherLanguages({ plan }: Pick<Quote, 'plan'>): readonly OtherLanguage[] {
  const declared = languageOfCode(plan.sourceLanguage);
  return plan.jobs.flatMap((job) => {
    const code = job.price.detectedLanguage;
    const detected = code === undefined ? undefined : languageOfCode(code);
    return code === undefined || detected === undefined || detected === declared
      ? []
      : [{ job, detected: toLocale(code) }];
  });
}

/**
 * Returns the ISO 639 code of a language code of the service; undefined for codes without a language, such as "un" and
 * "und".
 */
function languageOfCode(code: string): string | undefined {
  const canonical = canonicalLocale(toLocale(code.trim()));
  if (canonical === undefined) return undefined;
  const { language } = new Intl.Locale(canonical);
  if (language === 'und') return undefined;
  return language === 'no' ? 'nb' : language;
}
