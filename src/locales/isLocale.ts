import { canonicalLocale, isLocaleNameOfSettings, isNamedLanguage } from '../base/locale.ts';
import { isPlainLanguageWord, localeOfLanguageWord } from './languageWord.ts';

/** Codes of languages (Tsonga, Ido) that are usually other words in names of files and folders. */
const otherWords = new Set(['ts', 'io']);

/** Cached because indexing looks up the same file names many times and `Intl` is slow. */
const cachedAnswers = new Map<string, boolean>();
const maxCachedNames = 2000;
/** Longer names are not cached. */
const maxCachedLength = 40;

/** Variants that projects use although they are not registered. */
const otherVariants = new Set(['formal', 'informal']);

/**
 * Words and abbreviations of three letters that are frequent in names of files, and are codes of rare languages, too:
 * such a language is recognized only where nothing but a locale is possible, or with its region.
 */
const ordinaryWords = new Set(
  [
    'act add age aid aim air all amp and any app apk api apt arc are arg arm art ask avg bad bag bak bar bat bcc bed',
    'big bin bit bmp bot box bug bus but buy bye cab cam can cap car cat cdn cfg cgi cli cmd cms cnt com cpu crm cry css',
    'csv ctl cut dad dao day dbg dep dev did dig dir doc dot dry due dup ear eat ebs edu egg emp end env eps erp err esc',
    'etc ext eye fan faq far fax fbx few fig fin fit fix fly fog for fox fps ftp fun gas get gif git god got gps gui gun',
    'guy hal hat has her hex him hit hot how hub hud ibm ice ico ics ide idx iis img imp inc ins int ion ios irc isp its',
    'jar jet job jpg jwt key kid kit lab lan law lay leg let lib lie lin lit lnk log lot low mac mad man map max may men',
    'met min mix mod mom mov mph msg mud nav net new nfc nor not now npc npm nut oar obj oda odd off oil old one ops opt',
    'org out own pac pad pan pas pay pdf pen per pet php pic pie pig pin pkg png pod pop pot pow pre pro pub put raw ray',
    'red ref reg rel rem res rgb rid rip rob rom row rpc rpg rsa rss rub rug rum run sad sat say sea see set sex she sin',
    'sip sir sit six sky sms son spa spy sql src ssd ssh ssl sso std sub sum sun svc svg swf syn sys tab tag tan tap tar',
    'tax tcp tea tel ten the tie tin tip tls tmp ton too top toy try tsv tty txt udp uml unc uri url usb use uses usr utc',
    'van var vat vet vim vip vpn wan war was wav way web wet who why win wit wma won wsl xls xml xul yes yet you zip zoo',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Whether a locale is one for jokes or tests, into which nobody translates: `lol_US` is cats' English in Java, Minecraft
 * and elsewhere (the language with that code, in Congo, has no texts in programs), and `en-XA` and `ar-XB` are CLDR's
 * pseudo-locales. The user's settings can say that such a name is a locale.
 */
export function isPretendLocale(name: string): boolean {
  return /^lol(?:[-_+]r?US)?$|^[a-z]{2,3}[-_]r?X[A-C]$/iu.test(name) && !isLocaleNameOfSettings(name);
}

/**
 * Whether a part of a file name is a locale and not another word of two or three letters. The language must be known
 * and in lower case. A language of three letters counts if the platform has data for it (`fil`), if the code is a longer
 * one of a common language (`deu`), or with a script or region (`skr-arab`, `gcf_GP`).
 */
export function isLocale(text: string): boolean {
  if (isLocaleNameOfSettings(text)) return true;
  // Most names of files fail here, which is quicker than to look them up, and leaves the cache to the others.
  if (!localeShape.test(text)) return false;
  const cached = cachedAnswers.get(text);
  if (cached !== undefined) return cached;
  const answer = readIsLocale(text);
  if (cachedAnswers.size >= maxCachedNames) cachedAnswers.clear();
  if (text.length <= maxCachedLength) cachedAnswers.set(text, answer);
  return answer;
}

/**
 * Matches a locale in the spellings of file names: `pt-BR`, `zh_Hant`, `es-419`, `de-1996`, Android's `pt-rBR` and
 * `b+sr+Latn`, gettext's `sr@latin`. Groups: the language, a script or region, and a variant at the end, if there are
 * any (`ca-valencia`).
 */
const localeShape = new RegExp(
  String.raw`^(?:b\+)?([a-z]{2,3})` +
    String.raw`((?:[-_+](?:[A-Za-z]{4}|r?[A-Z]{2}|[a-z]{2}|\d{3}|\d[a-z\d]{3})|@[A-Z][a-z]{3})*)` +
    String.raw`(?:[-_+@]([A-Za-z\d]{4,14}))?$`,
  'u',
);

/** A text in the shape of a locale whose language, script and region are known. It may still be another word. */
interface PossibleLocale {
  /** As it is written: `deu`. */
  readonly language: string;
  /** As it is written: `valencia`. */
  readonly variant: string | undefined;
  /** BCP 47: `de`. */
  readonly canonical: string;
  /** Whether a script, or a region in capitals, makes another word unlikely: `skr-arab`, `gcf_GP`. */
  readonly isNarrowed: boolean;
}

function possibleLocale(text: string): PossibleLocale | undefined {
  const [, language = '', subtags = '', variant] = localeShape.exec(text) ?? [];
  const canonical = language === '' ? undefined : canonicalLocale(text);
  if (canonical === undefined) return undefined;
  return { language, variant, canonical, isNarrowed: /[-_+@](?:[A-Za-z]{4}|r?[A-Z]{2})/u.test(subtags) };
}

/** Whether the last part of a locale is a variant, and not of a different name: `fr-rCA-night`, `en-small`. */
function isKnownVariant(variant: string, canonical: string): boolean {
  // A year (`1606nict`), a script (`latn`), or one of gettext's words for a script.
  if (/^(?:\d.*|[a-z]{4}|latin|cyrillic)$/u.test(variant) || otherVariants.has(variant)) return true;
  // `sr@latin` and `en_US_POSIX` have none when they are canonical.
  if (!canonical.endsWith(`-${variant.toLowerCase()}`) || canonical.includes('-u-')) return true;
  // CLDR has names for the variants that it knows: "Catalan (Valencian)".
  variantNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return variantNames.of(canonical) !== undefined;
}

let variantNames: Intl.DisplayNames | undefined;

function readIsLocale(text: string): boolean {
  const possible = possibleLocale(text);
  if (possible === undefined || otherWords.has(text) || isPretendLocale(text)) return false;
  const { language, variant, canonical, isNarrowed } = possible;
  if (variant !== undefined && !isKnownVariant(variant, canonical)) return false;
  if (language.length === 2) return true;
  // `fil` stays as it is; `src` becomes `sc`.
  const hasNoShorterCode = canonical.startsWith(language);
  if (hasNoShorterCode && Intl.PluralRules.supportedLocalesOf([canonical]).length > 0) return true;
  return !ordinaryWords.has(language) && (isNarrowed || isPlainCode(language));
}

/**
 * Whether a part of a path is a locale in any spelling: as in `isLocale`, in capitals (`EN`, `PT-BR`), or the English
 * name of a language (`english`).
 */
export function isLocaleName(text: string): boolean {
  if (isLocaleNameOfSettings(text)) return true;
  return isLocale(withLowerCaseLanguage(text)) || localeOfLanguageWord(text) !== undefined;
}

/** Returns a locale in capitals with its language in lower case: `PT-BR` → `pt-BR`. Any other text is unchanged. */
function withLowerCaseLanguage(text: string): string {
  if (!/^[A-Z]{2}(?:[-_][A-Z]{2})?$/u.test(text)) return text;
  return `${text.slice(0, 2).toLowerCase()}${text.slice(2)}`;
}

/**
 * Whether a name is a locale among many others: every known language counts, also by a longer code than usual (`awa`,
 * `cak`, `jpn_JP`).
 */
export function isRareLocale(text: string): boolean {
  const possible = text.startsWith('b+') ? undefined : possibleLocale(text);
  if (possible === undefined || isPretendLocale(text)) return false;
  const { language, isNarrowed } = possible;
  return isNarrowed || isNamedLanguage(language) || !ordinaryWords.has(language);
}

/**
 * Whether a name is a locale where only locales are expected (`kmr.lproj`, `values-ast`): every known language counts,
 * except `car`, which is Android's car dock.
 */
export function isLocaleSegment(text: string): boolean {
  if (isLocaleNameOfSettings(text)) return true;
  return text !== 'car' && possibleLocale(text) !== undefined && !isPretendLocale(text);
}

/**
 * Codes that are unlikely to be anything but a language. Others may be words and abbreviations: `it`, `in`, `to`, `hr`,
 * `uk`.
 */
const plainCodes = new Set('bg cs da de el en es fi fil fr he hu ja ko nl pl pt ro ru sk sv th tr vi zh'.split(' '));

/** Whether a code, or the shorter code of the same language (`de` of `deu`), is hardly another word. */
function isPlainCode(code: string): boolean {
  if (plainCodes.has(code)) return true;
  return code.length === 3 && !ordinaryWords.has(code) && plainCodes.has(canonicalLocale(code) ?? '');
}

/**
 * Whether a locale's name is unlikely to be another word, because of its code, because it has a region or script, or
 * because it is the language's name.
 */
export function isPlainLocale(name: string): boolean {
  if (isLocaleNameOfSettings(name)) return true;
  return isPlainCode(name.toLowerCase()) || /[-_+]/u.test(name) || isPlainLanguageWord(name);
}

/**
 * Returns a locale's name for people in the language of `inLocale`: "Brazilian Portuguese". Returns a text that is not
 * a locale unchanged.
 */
export function displayName(locale: string, inLocale = 'en'): string {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined) return locale;
  const key = `${inLocale} ${canonical}`;
  const cached = displayNames.get(key);
  if (cached !== undefined) return cached;
  const names = new Intl.DisplayNames([canonicalLocale(inLocale) ?? 'en', 'en'], { type: 'language' });
  const name = names.of(canonical) ?? locale;
  if (displayNames.size >= maxCachedNames) displayNames.clear();
  displayNames.set(key, name);
  return name;
}

const displayNames = new Map<string, string>();
