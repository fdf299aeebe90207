import { localeOfWord } from '../kit/localeName.ts';

/** The languages whose names are recognized as headers. Codes are recognized without being listed. */
const languageLocales = (
  'en fr de es it pt nl sv da nb no fi is pl cs sk hu ro bg ru uk be sr hr bs sl mk sq el tr ar he fa ur hi bn pa ' +
  'gu ta te kn ml mr ne si th lo km my vi id ms fil ja ko zh ka hy az kk uz ky mn et lv lt ga cy eu ca gl af sw am ' +
  'zu en-US en-GB en-AU en-CA fr-FR fr-CA fr-BE fr-CH de-DE de-AT de-CH es-ES es-MX es-AR es-419 pt-BR pt-PT ' +
  'zh-Hans zh-Hant zh-CN zh-TW zh-HK nl-NL nl-BE sr-Latn sr-Cyrl'
).split(' ');

/** The locales by their names in lower case; undefined until they are needed. */
let localesByName: ReadonlyMap<string, string> | undefined;

/** A longer header is not the name of a language. */
const maxHeaderLength = 60;

/** A code of at most this length may also be a word (`It`), so its capitalization matters. */
const maxWordLength = 3;

/**
 * Returns the locale that a header names: by its code (`pt-BR`, `zh_Hans`), by its name in English or in its own
 * language ("German", "Deutsch", "Portuguese (Brazil)"), or by both (`English (en)`, `English (US)`). Undefined for other
 * words.
 */
export function localeOfHeader(header: string): string | undefined {
  const word = header.trim();
  if (word === '' || word.length > maxHeaderLength) return undefined;
  const lower = word.toLowerCase();
  // `PT-BR`, `pt_br` → `pt-BR`
  const code = lower.replace(/^[a-z]{2,3}[-_][a-z]{2}$/, (tag) => `${tag.slice(0, -3)}-${tag.slice(-2).toUpperCase()}`);
  const localeOfCode = localeOfWord(word) ?? localeOfWord(code);
  // `it` and `IT` are codes; `It` is an English word.
  const isSpelledAsCode = word.length > maxWordLength || word === lower || word === word.toUpperCase();
  if (localeOfCode !== undefined && isSpelledAsCode) return localeOfCode;
  // `en` of `English (en)` and `English [en]`.
  const codeInBrackets = /[([]([A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*)[)\]]$/.exec(word)?.[1] ?? '';
  localesByName ??= localesByLanguageName();
  return localeOfWord(codeInBrackets) ?? localesByName.get(lower) ?? localeWithRegion(word, localesByName);
}

/** Returns the locale of a language's name with the code of a region: `en-GB` for `English (UK)` and `English - UK`. */
function localeWithRegion(word: string, locales: ReadonlyMap<string, string>): string | undefined {
  const [, name = '', code = ''] = /^(.+?)\s*[\s([/_-]\s*([A-Z]{2})[)\]]?$/.exec(word) ?? [];
  const locale = locales.get(name.toLowerCase());
  // `English (United States), XY`
  if (locale === undefined || locale.includes('-')) return undefined;
  const region = code === 'UK' ? 'GB' : code;
  return regionNames.of(region) === undefined ? undefined : `${locale}-${region}`;
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A locale's header like another one: `French` for `German`, `French (fr)` for `German (de)`; undefined for a code. */
export function headerNamedLike(locale: string, otherHeader: string): string | undefined {
  const otherName = otherHeader.trim();
  // `fr`, `PT_br`
  const isCode = localeOfWord(otherName) !== undefined || /^[A-Za-z]{2,3}(?:[-_]|$)/.test(otherName);
  if (isCode) return undefined;
  const name = languageNames('en', 'standard').of(locale);
  if (name === undefined) return undefined;
  // The space and `de` of `German (de)`.
  const [, space = '', code = ''] = /([ ]?)[([]([A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*)[)\]]$/.exec(otherName) ?? [];
  const header = localeOfWord(code) === undefined ? name : `${name}${space}(${locale})`;
  if (localeOfHeader(header) !== locale) return undefined;
  return header;
}

/** Returns the locales by their names in English and in their own language, in lower case. */
function localesByLanguageName(): ReadonlyMap<string, string> {
  const locales = new Map<string, string>();
  const add = (name: string | undefined, locale: string): void => {
    if (name !== undefined && !locales.has(name.toLowerCase())) locales.set(name.toLowerCase(), locale);
  };
  for (const display of ['standard', 'dialect'] as const) {
    const inEnglish = languageNames('en', display);
    for (const locale of languageLocales) {
      add(inEnglish.of(locale), locale);
      add(languageNames(locale, display).of(locale), locale);
    }
  }
  return locales;
}

/** `dialect`: names such as "Brazilian Portuguese" instead of "Portuguese (Brazil)". */
function languageNames(interfaceLocale: string, languageDisplay: 'standard' | 'dialect'): Intl.DisplayNames {
  return new Intl.DisplayNames(interfaceLocale, { type: 'language', languageDisplay, fallback: 'none' });
}
