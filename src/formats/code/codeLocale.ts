import { isNarrowerLocale, isSameLocale } from '../../base/locale.ts';
import { alsoWords } from '../kit/localeName.ts';

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const known = new Map<string, boolean>();

/**
 * Whether a name is that of a locale as programs spell them: `en`, `pt-BR`, `pt_BR`, `ptBR`, `zh-Hant`, `zh_Hans_CN`,
 * `fil`.
 */
export function isLocaleName(name: string): boolean {
  let answer = known.get(name);
  if (answer === undefined) {
    answer = parts(name) !== undefined;
    if (known.size < 10_000) known.set(name, answer);
  }
  return answer;
}

/** Whether a name can only be a locale: `id` and `my` are locales among other locales, but words on their own. */
export function isSurelyLocale(name: string): boolean {
  return isLocaleName(name) && !alsoWords.has(name) && (name.length === 2 || /[-_]|[A-Z]{2}$/.test(name));
}

/** Whether a name such as `en_US` means the source locale, with or without its region. */
export function namesLocale(name: string, locale: string): boolean {
  return isSameLocale(name, locale) || isNarrowerLocale(name, locale);
}

function parts(name: string): string | undefined {
  const match = /^([a-z]{2,3})(?:[-_]?([A-Z][a-z]{3}))?(?:[-_]?([A-Z]{2})|[-_]([a-z]{2}|[0-9]{3}))?$/.exec(name);
  const language = match?.[1];
  if (match === null || language === undefined) return undefined;
  if (
    language.length === 3 &&
    match[2] === undefined &&
    match[3] === undefined &&
    match[4] === undefined &&
    !['fil', 'ceb', 'haw', 'kab', 'ast'].includes(language)
  )
    return undefined;
  return names.of(language);
}
