const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * A word in the spelling of locale names in locale files: `en`, `pt-BR`, `pt_BR`, `zh-Hans-TW`, `es-419`; languages
 * are in lower case there.
 */
const localeShape = /^[a-z]{2,3}(?:[-_](?:[A-Za-z]{4}|[A-Za-z]{2}|\d{3}|[A-Za-z\d]{5,8}))*$/;

/** The canonical BCP 47 form of a word that names a locale with a known language; undefined for any other word. */
export function localeOfWord(word: string): string | undefined {
  if (!localeShape.test(word)) return undefined;
  try {
    const { language, baseName } = new Intl.Locale(word.replaceAll('_', '-'));
    return languages.of(language) === undefined ? undefined : baseName;
  } catch {
    return undefined;
  }
}
