import { isLocaleName, isSurelyLocale } from './code/isLocaleName.ts';

// Distinguishes files with the same extension by their texts, which are not parsed: a file that only looks like a
// locale file is refused when it is read.

/** How much of a text is examined, in UTF-16 units. */
const examinedLength = 8000;

/** A `.strings` file that is really a property list: XML (`<?xml`, `<plist`) or binary (`bplist00`). */
export function isPropertyList(text: string): boolean {
  return /^\s*(?:<\?xml|<!DOCTYPE|<plist|bplist)/.test(text.slice(0, examinedLength));
}

/** An XML file of resources for Android. */
export function isAndroidResources(text: string): boolean {
  return /<resources[\s>]/.test(text.slice(0, examinedLength));
}

/** A component of Vue with messages of its own, in a block `<i18n>`, which may be at its end. */
export function isComponentWithTexts(text: string): boolean {
  return /^[ \t]*<i18n[\s>]/m.test(text);
}

/** A PHP file that returns an array of texts, as in Laravel, or fills one, as in CodeIgniter. */
export function isArrayFile(text: string): boolean {
  return (
    /^\s*<\?php\b/.test(text.slice(0, examinedLength)) &&
    // `return [`, `return array(`, `$lang = `, `$lang['home'] = `
    /\breturn\s*(?:\[|array\s*\()|^\s*\$\w+\s*(?:\[[^\]\n]*\]\s*)?=(?!=)/m.test(text)
  );
}

/** Names of folders and files of locale modules: `locales`, `lang`, `_i18n`, `translations`. */
const localeWord =
  /^_?(?:locales?|i18n|l10n|intl|nls|langs?|languages?|translations?|messages|strings|locali[sz]ations?)$/i;
/** Matches `fr`, `pt-BR`, `zh_Hans_CN`, `fil-PH`. Three letters without a region are more often a word. */
const localeStem = /^(?:[a-z]{2}|[a-z]{2,3}(?:[-_](?:[A-Z][a-z]{3}|[A-Z]{2}|[a-z]{2}|\d{3})){1,2})$/;

/** Matches keys of objects and arrays that may name locales: `en: {`, `'pt-BR' => [`, `$messages['en'] = array(`. */
const localeKeys =
  /(?<![\w$])(['"]?)([a-z]{2,3}(?:[-_]?(?:[A-Z][a-z]{3}|[A-Z]{2}))*)\1(?:\s*(?::|=>)|\]\s*=)\s*(?:[{[]|array\s*\()/g;
/** Matches `export const en = {`; the empty group gives the name the same number as in `localeKeys`. */
const localeExports = /\bexport\s+const\s+()([a-z]{2}(?:[A-Z]{2})?)\b[^=]{0,200}=\s*\{/g;

/** Whether the keys of a text look as if it held at least `count` locales. */
export function namesLocales(text: string, count: number): boolean {
  const names = new Set<string>();
  for (const pattern of [localeKeys, localeExports])
    for (const [, , name = ''] of text.matchAll(pattern)) {
      // One word alone may be a locale by chance, several are not.
      const isLocale = count === 1 ? isSurelyLocale(name) : isLocaleName(name);
      if (isLocale) names.add(name);
      if (names.size >= count) return true;
    }
  return false;
}

/** Whether a module exports something, and its name, folders or keys show that this is the texts of a locale. */
export function isTextModule(path: string, text: string): boolean {
  const segments = path.split(/[\\/]/);
  const stem = segments.at(-1)?.split('.')[0] ?? '';
  // `locales/fr.js`, `i18n.ts`
  const isNamed = [...segments.slice(0, -1), stem].some((name) => localeWord.test(name) || localeStem.test(name));
  if (!isNamed && !namesLocales(text, 1)) return false;
  // `export default`, `export const en`, `module.exports =`, `exports.en =`
  return /\bexport\s+(?:default|const|let|var)\b|\bmodule\.exports\s*=|\bexports\.\w+\s*=/.test(text);
}
