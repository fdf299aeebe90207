import { isLocaleName, isSurelyLocale } from './code/isLocaleName.ts';
import { holdsSeveralLocales, type LocaleFormat } from './format.ts';

// Distinguishes files with the same extension by their texts, which are not parsed: a file that only looks like a
// locale file is refused when it is read.

/** How much of a text is examined, in UTF-16 units. */
const examinedLength = 8000;

/** A `.strings` file that is really a property list: XML (`<?xml`, `<plist`) or binary (`bplist00`). */
export function isPropertyList(text: string): boolean {
  return /^\s*(?:<\?xml|<!DOCTYPE|<plist|bplist)/.test(text.slice(0, examinedLength));
}

/** A `.strings` file with Xcode's comments, which have the texts of an interface. */
export function hasInterfaceComments(text: string): boolean {
  return /\/\*\s*Class = "[^"\n]{1,200}";[^\n]{0,20000}?ObjectID = "/.test(text.slice(0, examinedLength));
}

/** An XML file of resources for Android. */
export function isAndroidResources(text: string): boolean {
  return /<resources[\s>]/.test(text.slice(0, examinedLength));
}

/** Matches the tag of the root element, with what is above it: `<?xml …?>`, comments, a document type. */
const rootTag =
  /^\s*(?:<\?[^>]{0,2000}\?>\s*|<!--[^]{0,4000}?-->\s*|<!DOCTYPE[^>]{0,1000}>\s*)*<([\w:.-]+)([^>]{0,2000})>/;

/** The keyed translations of a RimWorld mod. */
export function isRimworldKeys(text: string): boolean {
  return rootTag.exec(text.slice(0, examinedLength))?.[1] === 'LanguageData';
}

/** A language file of Umbraco. */
export function isUmbracoLanguage(text: string): boolean {
  const [, name, attributes = ''] = rootTag.exec(text.slice(0, examinedLength)) ?? [];
  return name === 'language' && /\salias\s*=/.test(attributes);
}

/** Custom labels of Salesforce, or their translations. */
export function isSalesforceLabels(text: string): boolean {
  const [, name, attributes = ''] = rootTag.exec(text.slice(0, examinedLength)) ?? [];
  return (name === 'CustomLabels' || name === 'Translations') && attributes.includes('soap.sforce.com');
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
  // `export default`, `export const en`, `module.exports =`, `exports.en =`, `define([], function`, `define({`
  if (/\bexport\s+(?:default|const|let|var)\b|\bmodule\.exports\s*=|\bexports\.\w+\s*=|^\s*define\s*\(/m.test(text))
    return true;
  // A script for pages exports nothing, so only the name of a locale says what it is: `i18n/fr.js`, `lang/fr/texts.js`.
  return [segments.at(-2) ?? '', stem].some((name) => localeStem.test(name)) && namesObject.test(text);
}

/** Matches a script that begins with an object's name: `let i18n = {`, `window.texts = {`, `LANG['fr'] = {`. */
const namesObject =
  /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/|(['"])use strict\1;?)*(?:(?:var|let|const)\s+[\w$]+|[\w$]+(?:\.[\w$]+|\[\s*['"][^'"\n]{1,60}['"]\s*\])*)\s*=\s*\{/;

/** Matches keys of JSON and YAML that may name locales: `"en":`, `pt-BR:`. */
const localeKey = /(?<![\w$-])(["']?)([a-z]{2,3}(?:[-_](?:[A-Z][a-z]{3}|[A-Za-z]{2}|\d{3})){0,2})\1[ \t]*:/g;

/** Matches the locale of an element of a list: `"code": "en"`; the empty group is for the same number as above. */
const localeOfElement = /"(?:code|locale|lang|language)"()\s*:\s*"([A-Za-z_-]{2,12})"/g;

/**
 * Whether a JSON or YAML file may hold all locales: one of its first keys names a locale, and its path does not. What
 * a file in `locales/en/` or `app_en.json` says about other languages is content.
 */
export function mayHaveLocaleKeys(path: string, text: string): boolean {
  const beginning = text.slice(0, examinedLength);
  const named = [...beginning.matchAll(localeKey), ...beginning.matchAll(localeOfElement)];
  const hasKey = named.some(([, , name = '']) => isSurelyLocale(name));
  return hasKey && !path.split(/[\\/.]|[-_.](?=[a-z]{2}(?:[-_][A-Za-z]{2,4})?\.)/).some(isSurelyLocale);
}

/** Whether a format reads texts of several locales in a file; false for a broken one. */
export function holdsLocales(format: LocaleFormat, text: string): boolean {
  try {
    const locales = format.locales?.(text);
    return locales !== undefined && holdsSeveralLocales(locales, format.read(text));
  } catch {
    return false;
  }
}

/** Whether the first line that is no comment is `key=text`. Other programs have JSON or pairs of lines in `.lang` files. */
export function isKeyValueLines(text: string): boolean {
  const [line = '='] = /^(?![ \t]*(?:#|\r?$))[^\r\n]+/m.exec(text.replace(/^\uFEFF/, '')) ?? [];
  return /^[^=;{"<]*=/.test(line);
}
