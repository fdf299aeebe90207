import { readableId } from '../../formats/kit/unitId.ts';
import { localeName } from '../../words/formatting.ts';
import { join, fromOutside, type Words } from '../../words/words.ts';

/**
 * Returns the description of a row in a list that is divided into languages. It names the language if there are
 * several: screen readers read the heading of a language only with its first row, and a string may be in each of them.
 */
export function keyInLocale(key: string, locale: string, localeCount: number): Words {
  const id = fromOutside(readableId(key));
  return localeCount < 2 ? id : join([id, fromOutside(localeName(locale))], ' · ');
}
