import { localeTag } from '../locale.ts';

/** Codes by ISO 15924. */
const rightToLeftScripts: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm']);

/** Returns the direction in which the language of a locale is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const cached = directions.get(locale);
  if (cached !== undefined) return cached;
  const direction = readDirection(locale);
  if (directions.size >= maxCachedDirections) directions.clear();
  directions.set(locale, direction);
  return direction;
}

/** Cached because each text that is checked asks for the direction of its locale and `Intl` is slow. */
const directions = new Map<string, 'ltr' | 'rtl'>();
const maxCachedDirections = 1000;

function readDirection(locale: string): 'ltr' | 'rtl' {
  try {
    const { script } = new Intl.Locale(localeTag(locale)).maximize();
    return script !== undefined && rightToLeftScripts.has(script) ? 'rtl' : 'ltr';
  } catch {
    // Not BCP 47: left to right, like most scripts.
    return 'ltr';
  }
}
