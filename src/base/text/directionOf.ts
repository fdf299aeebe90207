import { localeTag } from '../locale.ts';

/** Codes by ISO 15924. */
const rightToLeftScripts: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm']);

/** Returns the direction in which the language of a locale is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  try {
    const { script } = new Intl.Locale(localeTag(locale)).maximize();
    return script !== undefined && rightToLeftScripts.has(script) ? 'rtl' : 'ltr';
  } catch {
    // Not BCP 47: left to right, like most scripts.
    return 'ltr';
  }
}
