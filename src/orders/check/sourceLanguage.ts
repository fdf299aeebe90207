import { toLocale } from '../../locales/languageCode.ts';
import { canonicalLocale } from '../../base/locale.ts';
import type { Quote } from '../place/quote.ts';

/** A job whose text the service takes for another language than the declared one. */
export interface OtherLanguage {
  /** Index among the quote's jobs. */
  readonly job: number;
  readonly title: string;
  /** BCP 47, or the service's own code where that is none. */
  readonly detected: string;
}

/** Jobs that the service reads as another language than they are ordered from. Spellings of one language (`en-gb`) are the same. */
export function otherLanguages({ plan, jobs }: Quote): readonly OtherLanguage[] {
  const declared = languageOfCode(plan.sourceLanguage);
  return plan.jobs.flatMap(({ title }, job) => {
    const code = jobs[job]?.detectedLanguage;
    const detected = code === undefined ? undefined : languageOfCode(code);
    return code === undefined || detected === undefined || detected === declared
      ? []
      : [{ job, title, detected: toLocale(code) }];
  });
}

/** ISO 639; undefined for what says nothing, such as "un" and "und". */
function languageOfCode(code: string): string | undefined {
  const canonical = canonicalLocale(toLocale(code.trim()));
  if (canonical === undefined) return undefined;
  const { language } = new Intl.Locale(canonical);
  return language === 'und' ? undefined : language === 'no' ? 'nb' : language;
}
