import { isLocaleNameOfSettings, isNarrowerLocale, isSameLocale } from '../../base/locale.ts';
import { alsoWords } from '../kit/localeName.ts';

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const answers = new Map<string, boolean>();

/**
 * Whether a name is that of a locale in programs: `en`, `pt-BR`, `pt_BR`, `ptBR`, `zh-Hant`, `zh_Hans_CN`, `fil`, or
 * one of the user's settings, such as `ua`.
 */
export function isLocaleName(name: string): boolean {
  if (isLocaleNameOfSettings(name)) return true;
  let answer = answers.get(name);
  if (answer === undefined) {
    answer = languageNamed(name) !== undefined;
    if (answers.size < 10_000) answers.set(name, answer);
  }
  return answer;
}

/** Whether a name can only be a locale: `id` and `my` are locales among other locales, but words on their own. */
export function isSurelyLocale(name: string): boolean {
  const isTwoLetterCode = name.length === 2;
  // `zh-Hant`, `pt_BR`, `ptBR`
  const hasFurtherParts = /[-_]|[A-Z]{2}$/.test(name);
  return isLocaleName(name) && !alsoWords.has(name) && (isTwoLetterCode || hasFurtherParts);
}

/** Whether a name such as `en_US` means the source locale, with or without its region. */
export function namesLocale(name: string, locale: string): boolean {
  return isSameLocale(name, locale) || isNarrowerLocale(name, locale);
}

/** Words such as `new` are also languages, so three letters alone are a locale only if programs use that language. */
const threeLetterLocales: readonly string[] = ['fil', 'ceb', 'haw', 'kab', 'ast'];

/** Returns the English name of a locale's language; undefined for a name that is not that of a locale. */
function languageNamed(name: string): string | undefined {
  // `en`, `zhHant`, `zh_Hans_CN`, `ptBR`, `es-419`
  const language =
    /^([a-z]{2,3})(?:[-_]?[A-Z][a-z]{3})?(?:[-_]?[A-Z]{2}|[-_](?:[a-z]{2}|[0-9]{3}))?$/.exec(name)?.[1] ?? '';
  if (language === '' || (name.length === 3 && !threeLetterLocales.includes(name))) return undefined;
  return names.of(language);
}
