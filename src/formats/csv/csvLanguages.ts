import { localeOfWord } from '../kit/localeName.ts';

/** The languages whose names are recognized as headers. Codes are recognized without being listed. */
const languageLocales = (
  'en fr de es it pt nl sv da nb no fi is pl cs sk hu ro bg ru uk be sr hr bs sl mk sq el tr ar he fa ur hi bn pa ' +
  'gu ta te kn ml mr ne si th lo km my vi id ms fil ja ko zh ka hy az kk uz ky mn et lv lt ga cy eu ca gl af sw am ' +
  'zu en-US en-GB en-AU en-CA fr-FR fr-CA fr-BE fr-CH de-DE de-AT de-CH es-ES es-MX es-AR es-419 pt-BR pt-PT ' +
  'zh-Hans zh-Hant zh-CN zh-TW zh-HK nl-NL nl-BE sr-Latn sr-Cyrl'
).split(' ');

let names: ReadonlyMap<string, string> | undefined;

/**
 * Returns the locale that a header names: by its code (`pt-BR`, `zh_Hans`), by its name in English or in its own
 * language ("German", "Deutsch", "Portuguese (Brazil)"), or by both (`English (en)`). Undefined for other words.
 */
export function localeOfHeader(header: string): string | undefined {
  const word = header.trim();
  if (word === '' || word.length > 60) return undefined;
  const direct =
    localeOfWord(word) ??
    localeOfWord(
      word
        .toLowerCase()
        .replace(
          /^([a-z]{2,3})[-_]([a-z]{2})$/,
          (_, language: string, region: string) => `${language}-${region.toUpperCase()}`,
        ),
    );
  if (direct !== undefined && (word.length > 3 || word === word.toLowerCase() || word === word.toUpperCase()))
    return direct;
  const inBrackets = /[([]([A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*)[)\]]$/.exec(word)?.[1];
  const named = inBrackets === undefined ? undefined : localeOfWord(inBrackets);
  if (named !== undefined) return named;
  names ??= namesOfLanguages();
  return names.get(word.toLowerCase());
}

/**
 * Returns a header for a locale in the style of another header: by name, or by name and code; undefined if codes are
 * used.
 */
export function headerNamedLike(locale: string, other: string): string | undefined {
  if (localeOfWord(other.trim()) !== undefined || /^[A-Za-z]{2,3}(?:[-_]|$)/.test(other.trim())) return undefined;
  const name = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard', fallback: 'none' }).of(
    locale,
  );
  if (name === undefined) return undefined;
  const code = /([ ]?)[([]([A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*)[)\]]$/.exec(other.trim());
  const header =
    code === null || localeOfWord(code[2] ?? '') === undefined ? name : `${name}${code[1] ?? ''}(${locale})`;
  return localeOfHeader(header) === locale ? header : undefined;
}

function namesOfLanguages(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string | undefined, locale: string): void => {
    if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), locale);
  };
  for (const languageDisplay of ['standard', 'dialect'] as const) {
    const inEnglish = new Intl.DisplayNames('en', { type: 'language', languageDisplay, fallback: 'none' });
    for (const locale of languageLocales) {
      add(inEnglish.of(locale), locale);
      add(new Intl.DisplayNames(locale, { type: 'language', languageDisplay, fallback: 'none' }).of(locale), locale);
    }
  }
  return found;
}
