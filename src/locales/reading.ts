import { isSameLocale } from '../base/locale.ts';
import { isPlainLocale } from './isLocale.ts';
import { localeOfName } from './languageWord.ts';
import type { PathOfLocale } from './layoutPattern.ts';
import { filledFolders, folderNamesIn, namesIn } from './layoutTemplate.ts';
import type { LocaleSpelling } from './localeSpelling.ts';

/** An interpretation of a path as that of a source or a translation. */
export interface Reading extends PathOfLocale {
  /**
   * Whether the name and the folders alone are sufficient. Otherwise a file of another locale, or the source, must
   * exist nearby.
   */
  readonly certain: boolean;
  /** The ecosystem's spelling, for projects that show none. */
  readonly spelling: LocaleSpelling;
  /**
   * A folder with `{locale}` in it, ending in a slash. The same folder of another locale confirms the reading as a file
   * would.
   */
  readonly folder?: string;
  /** Only the source of another name confirms the reading, because other ecosystems name their translations alike. */
  readonly needsBase?: boolean;
}

/** The known files near a path, and the user's source locale. */
export interface Surroundings {
  readonly path: string;
  readonly siblings: readonly string[];
  readonly sourceLocale: string;
}

/**
 * Returns the reading of a path that existing files show, or the first that is possible. `groups` has the readings of
 * each ecosystem, the specific ones first. Files win over the ecosystems' conventions: a reading whose source or
 * translations exist comes before all others.
 */
export function chooseReading(
  groups: readonly (readonly Reading[])[],
  surroundings: Surroundings,
): Reading | undefined {
  const possible = groups
    .map((readings) => readings.flatMap((reading) => withFolders(reading, surroundings)))
    .map((readings) => readings.filter((reading) => reading.certain || isConfirmed(reading, surroundings)));
  for (const readings of possible) {
    const withFiles =
      readings.find(({ base }) => base !== undefined && findBase(base, surroundings) !== undefined) ??
      readings.find((reading) => hasTranslations(reading, surroundings));
    if (withFiles !== undefined) return withFiles;
  }
  return possible.flat()[0];
}

/**
 * Returns the source file of a translation among the paths. In `base`, `*` is a part of its name, and `{locale}` its
 * locale, of which the user's source locale is preferred.
 */
export function findBase(base: string, { path, siblings, sourceLocale }: Surroundings): string | undefined {
  if (base.includes('{locale}')) {
    const names = namesIn(base, siblings);
    const name = names.length === 1 ? names[0] : names.find((other) => isLocaleNamed(other, sourceLocale));
    return name && base.replaceAll('{locale}', name);
  }
  const [head = '', tail] = base.split('*');
  const isBase = (other: string): boolean => {
    if (tail === undefined) return other === base;
    return other.startsWith(head) && other.endsWith(tail) && !other.slice(head.length).includes('/');
  };
  return siblings.find((other) => other !== path && isBase(other));
}

/** Whether a name in a path, by its code or in words, means the locale. */
export function isLocaleNamed(name: string, locale: string): boolean {
  return isSameLocale(localeOfName(name) ?? name, locale);
}

/**
 * Returns a reading for each way in which existing translations fill the unknown folders of its template; only the
 * reading itself if it has none.
 */
function withFolders(reading: Reading, { siblings }: Surroundings): readonly Reading[] {
  return filledFolders(reading.template, siblings).map((template) => ({ ...reading, template }));
}

/**
 * Whether translations by a reading exist. A single name that could be another word does not prove it: `locallang_be`
 * may be for a back end.
 */
function hasTranslations({ template, name }: Reading, { siblings, sourceLocale }: Surroundings): boolean {
  const otherNames = namesIn(template, siblings).filter((other) => other !== name);
  return otherNames.length > 1 || otherNames.some((other) => isPlainOrSource(other, sourceLocale));
}

/** Whether a name is unlikely to be another word, or means the source locale. */
function isPlainOrSource(name: string, sourceLocale: string): boolean {
  return isPlainLocale(name) || isLocaleNamed(name, sourceLocale);
}

/**
 * Whether nearby files confirm a reading. A single name that could be another word does not: `how-to.md` is not
 * `how.md` in Tongan.
 */
function isConfirmed({ template, name, base, folder, needsBase }: Reading, surroundings: Surroundings): boolean {
  const { siblings, sourceLocale } = surroundings;
  const otherNames = namesIn(template, siblings).filter((other) => other !== name);
  let otherFolders = folder === undefined ? [] : folderNamesIn(folder, siblings);
  otherFolders = otherFolders.filter((other) => other !== name && isPlainOrSource(other, sourceLocale));
  // If the source's language has its own folder, a file outside it is not a source.
  if (name === undefined && otherFolders.some((other) => isLocaleNamed(other, sourceLocale))) return false;
  const hasPlainName = otherNames.some((other) => isPlainOrSource(other, sourceLocale));
  // `strings.be.json` and `strings.it.json` together are hardly other words.
  const hasSeveralInName = otherNames.length > 1 && template.includes('.{locale}.');
  if (name === undefined) return hasPlainName || hasSeveralInName || otherFolders.length > 0;
  const hasBase = base !== undefined && findBase(base, surroundings) !== undefined;
  if (needsBase === true) return hasBase;
  if (!isPlainOrSource(name, sourceLocale)) return hasPlainName;
  return otherNames.length > 0 || otherFolders.length > 0 || hasBase;
}
