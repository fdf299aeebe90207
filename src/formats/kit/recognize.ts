/**
 * What tells files of one name apart, by the beginning of their texts. Nothing is parsed: a file that only looks the part is
 * refused when it is read.
 */

/** How far these look, in UTF-16 units. */
const beginning = 8000;

/** A `.strings` file that is not one: Apple's other way of keeping the same, as XML or binary. */
export function isPropertyList(text: string): boolean {
  return /^\s*(?:<\?xml|<!DOCTYPE|<plist|bplist)/.test(text.slice(0, beginning));
}

/** A PHP file that gives an array of texts, as Laravel's, or fills one, as CodeIgniter's. */
export function isArrayFile(text: string): boolean {
  return (
    /^\s*<\?php\b/.test(text.slice(0, beginning)) &&
    /\breturn\s*(?:\[|array\s*\()|^\s*\$\w+\s*(?:\[[^\]\n]*\]\s*)?=(?!=)/m.test(text)
  );
}

/** Words that folders and files of locale modules are named with. */
const localeWord =
  /^_?(?:locales?|i18n|l10n|intl|nls|langs?|languages?|translations?|messages|strings|locali[sz]ations?)$/i;
/** Three letters alone are a word more often than a language. */
const localeStem = /^(?:[a-z]{2}|[a-z]{2,3}(?:[-_](?:[A-Z][a-z]{3}|[A-Z]{2}|[a-z]{2}|\d{3})){1,2})$/;

/** A module that exports an object, where its name or folders say that it holds texts: a project has many other modules. */
export function isTextModule(path: string, text: string): boolean {
  const parts = path.split(/[\\/]/);
  const stem = parts.at(-1)?.split('.')[0] ?? '';
  const isNamed =
    localeStem.test(stem) || localeWord.test(stem) || parts.slice(0, -1).some((folder) => localeWord.test(folder));
  return isNamed && /\bexport\s+(?:default|const|let|var)\b|\bmodule\.exports\s*=|\bexports\.\w+\s*=/.test(text);
}
