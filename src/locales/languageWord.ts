import { canonicalLocale } from '../base/locale.ts';

/** Languages that programs have been seen to name in full, as in `language/english/`. */
const languages = (
  'af sq am ar hy az eu be bn bs br bg my ca zh hr cs da nl en eo et fo fil fi fr gl ka de el gu ha he hi hu is id ' +
  'ia ga it ja jv kn kk km ko ku ky la lv lt lb mk mg ms ml mt mr mn ne nb nn oc fa pl pt pa qu ro ru sr si sk sl so ' +
  'es sw sv ta te th tr tk uk ur uz vi cy xh yi zu pt-BR pt-PT zh-Hans zh-Hant zh-CN zh-TW zh-HK es-ES es-MX es-419 ' +
  'en-US en-GB en-AU en-CA fr-FR fr-CA de-AT de-CH nl-BE sr-Latn sr-Cyrl hy as ast ab co gd tt rm'
).split(' ');

/** Locales by words that are not the English names of `languages`, spelled as `wordsIn` does. */
const localesByOtherWords: Readonly<Record<string, string>> = {
  norwegian: 'nb',
  norsk: 'nb',
  bokmal: 'nb',
  nynorsk: 'nn',
  farsi: 'fa',
  slovene: 'sl',
  castilian: 'es',
  bengali: 'bn',
  oriya: 'or',
  panjabi: 'pa',
  brazilian: 'pt-BR',
  portuguesebr: 'pt-BR',
  schinese: 'zh-Hans',
  tchinese: 'zh-Hant',
  'spanish latin': 'es-419',
  luxemburgish: 'lb',
  malaysian: 'ms',
  valencian: 'ca-valencia',
};

/** Names of languages that are also other words, so that a folder named for them proves less. */
const ordinaryWords = new Set(['polish', 'indonesia', 'jawa', 'melayu']);

/**
 * Words after a language that say how people are addressed, as in MyBB's `deutsch_du` and `deutsch_sie`. A language
 * without one is usually the informal one, so only the formal one is a variant.
 */
const formsOfAddress: Readonly<Record<string, string>> = {
  du: '',
  tu: '',
  informal: '-informal',
  sie: '-formal',
  vous: '-formal',
  formal: '-formal',
};

/** Longer names are not looked up. */
const maxNameLength = 40;

/** `brazilian portuguese` → `pt-BR`. Computed when it is first needed. */
let localesByWords: ReadonlyMap<string, string> | undefined;
/** Every single word of `localesByWords`, to reject the names of most files at once. */
let knownWords: ReadonlySet<string> | undefined;

/**
 * Returns the locale that a file or folder names in English words, or by the language's own name: `english`,
 * `Brazilian-Portuguese`, `chinese_simplified`, `portuguese-br`, `deutsch_du`. Undefined for other words.
 */
export function localeOfLanguageWord(name: string): string | undefined {
  // `english`, `chinese_simplified`, `portuguese-br`; not `pt-BR`, which is a code.
  const hasShape = /^[A-Za-z]{4,}(?:[-_][A-Za-z]{2,})*$/u.test(name);
  if (!hasShape || name.length > maxNameLength) return undefined;
  localesByWords ??= localesByEnglishName();
  knownWords ??= new Set([...localesByWords.keys()].flatMap((words) => words.split(' ')));
  // `BrazilianPortuguese` → `brazilian portuguese`
  const words = name.split(/[-_]|(?<=[a-z])(?=[A-Z])/u).map((word) => word.toLowerCase());
  if (!words.some((word) => knownWords?.has(word))) return undefined;
  // `brazilian-portuguese`, or `portuguese-brazilian`.
  const localeOfWords = localesByWords.get(words.join(' ')) ?? localesByWords.get(words.toReversed().join(' '));
  if (localeOfWords !== undefined) return localeOfWords;
  // A language and a region's code or a form of address: `portuguese-br`, `english_us`, `german_formal`.
  const [language = '', region = ''] = words;
  const locale = localesByWords.get(language);
  if (locale === undefined || words.length > 2) return undefined;
  const variant = formsOfAddress[region];
  if (variant !== undefined) return canonicalLocale(`${locale}${variant}`);
  if (region.length !== 2) return undefined;
  return canonicalLocale(`${locale}-${region === 'uk' ? 'GB' : region}`);
}

/** Whether a name is that of a language, in English, and hardly anything else. */
export function isPlainLanguageWord(name: string): boolean {
  return localeOfLanguageWord(name) !== undefined && !ordinaryWords.has(name.toLowerCase());
}

/** Returns the locale that a part of a path names, by its code or in words: BCP 47. */
export function localeOfName(name: string): string | undefined {
  return canonicalLocale(name) ?? localeOfLanguageWord(name);
}

/**
 * Returns the English words for a locale in the spelling of a project's other names: `french`, `French`,
 * `portuguese-brazilian`. Undefined if they would not be recognized.
 */
export function languageWordLike(locale: string, names: readonly string[]): string | undefined {
  const englishNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'dialect', fallback: 'none' });
  // Projects name `nb` "norwegian", not "norwegian-bokmal".
  const englishName = englishNames.of(locale === 'nb' ? 'no' : locale);
  if (englishName === undefined) return undefined;
  const words = wordsIn(englishName).split(' ');
  const languageNames = names.filter((name) => localeOfLanguageWord(name) !== undefined);
  const nameOfSeveralWords = languageNames.find((name) => /[-_]|[a-z][A-Z]/u.test(name)) ?? '';
  const [, separator = ''] = /([-_])/u.exec(nameOfSeveralWords === '' ? '-' : nameOfSeveralWords) ?? [];
  const [firstWord = ''] = wordsIn(nameOfSeveralWords.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')).split(' ');
  // `Portuguese-Brazilian` begins with the language, unlike its English name.
  if (localeOfLanguageWord(firstWord) !== undefined) words.reverse();
  const name = words.map((word) => casedLike(word, languageNames[0] ?? '')).join(separator);
  return localeOfLanguageWord(name) === locale ? name : undefined;
}

/** Returns a lower-case word in the case of an example: `french` like `German` is `French`. */
function casedLike(word: string, example: string): string {
  if (example === example.toLowerCase()) return word;
  if (example === example.toUpperCase()) return word.toUpperCase();
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** Returns a name in lower case and ASCII, with spaces between its words: `Norwegian Bokmål` → `norwegian bokmal`. */
function wordsIn(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/gu, ' ')
    .trim();
}

function localesByEnglishName(): ReadonlyMap<string, string> {
  const byWords = new Map<string, string>(Object.entries(localesByOtherWords));
  // `zh-Hant` is `Traditional Chinese` (dialect) and `Chinese (Traditional)` (standard).
  for (const languageDisplay of ['dialect', 'standard'] as const) {
    const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay, fallback: 'none' });
    for (const locale of languages) {
      const words = wordsIn(names.of(locale) ?? '');
      if (words !== '' && !byWords.has(words)) byWords.set(words, locale);
    }
  }
  // `deutsch`, `espanol`; names in other scripts, and those of two words, are not spelled in ASCII.
  for (const locale of languages.filter((code) => !code.includes('-'))) {
    const ownName = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(locale) ?? '';
    const word = wordsIn(ownName);
    if (/^\p{Script=Latin}[\p{Script=Latin}\p{M}]+$/u.test(ownName) && !byWords.has(word)) byWords.set(word, locale);
  }
  return byWords;
}
