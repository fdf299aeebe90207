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
  readonly isCertain: boolean;
  /** The ecosystem's spelling, for projects that show none. */
  readonly spelling: LocaleSpelling;
  /**
   * A folder with `{locale}` in it, ending in a slash. The same folder of another locale confirms the reading as a file
   * would.
   */
  readonly folder?: string;
  /** Only an existing `sourceTemplate` confirms the reading, because other ecosystems name their translations alike. */
  readonly needsSource?: boolean;
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
  const possibleGroups = groups
    .map((readings) => readings.flatMap((reading) => withFolders(reading, surroundings)))
    .map((readings) => readings.filter((reading) => reading.isCertain || isConfirmed(reading, surroundings)));
  for (const readings of possibleGroups) {
    const provenReading =
      readings.find((reading) => hasSource(reading, surroundings)) ??
      readings.find((reading) => hasTranslations(reading, surroundings));
    if (provenReading !== undefined) return provenReading;
  }
  return possibleGroups.flat()[0];
}

/** Whether the source that a reading names separately exists. */
function hasSource({ sourceTemplate }: Reading, surroundings: Surroundings): boolean {
  return sourceTemplate !== undefined && findSource(sourceTemplate, surroundings) !== undefined;
}

/**
 * Returns the source file of a translation among the paths. In the template, `*` is a part of the file's name
 * (`po/*.pot` → `po/app.pot`), and `{locale}` the only locale that has a file, or of several the user's source locale.
 */
export function findSource(template: string, { path, siblings, sourceLocale }: Surroundings): string | undefined {
  if (template.includes('{locale}')) {
    const names = namesIn(template, siblings);
    const sourceName = names.length === 1 ? names[0] : names.find((name) => isLocaleNamed(name, sourceLocale));
    return sourceName && template.replaceAll('{locale}', sourceName);
  }
  const [head = '', tail] = template.split('*');
  const fitsTemplate = (file: string): boolean => {
    if (tail === undefined) return file === template;
    return file.startsWith(head) && file.endsWith(tail) && !file.slice(head.length).includes('/');
  };
  return siblings.find((sibling) => sibling !== path && fitsTemplate(sibling));
}

/** Whether a name in a path, by its code or in words, means the locale. */
export function isLocaleNamed(name: string, locale: string): boolean {
  return isSameLocale(localeOfName(name) ?? name, locale);
}

/**
 * Returns a reading for each way in which existing translations fill the unknown folders of its template; only the
 * reading itself if its template has no unknown folders. See `filledFolders`.
 */
function withFolders(reading: Reading, { siblings }: Surroundings): readonly Reading[] {
  return filledFolders(reading.template, siblings).map((template) => ({ ...reading, template }));
}

/**
 * Whether translations by a reading exist. A single name that could be another word does not prove it: `locallang_be`
 * may be for a back end.
 */
function hasTranslations({ template, name }: Reading, { siblings, sourceLocale }: Surroundings): boolean {
  const otherNames = namesIn(template, siblings).filter((nameInPaths) => nameInPaths !== name);
  return otherNames.length > 1 || otherNames.some((otherName) => isPlainOrSource(otherName, sourceLocale));
}

/** Whether a name is unlikely to be another word, or means the source locale. */
function isPlainOrSource(name: string, sourceLocale: string): boolean {
  return isPlainLocale(name) || isLocaleNamed(name, sourceLocale);
}

/**
 * Whether nearby files confirm a reading. A single name that could be another word does not: `how-to.md` is not
 * `how.md` in Tongan (`to`).
 */
function isConfirmed(reading: Reading, surroundings: Surroundings): boolean {
  const { template, name, folder, needsSource } = reading;
  const { siblings, sourceLocale } = surroundings;
  const otherNames = namesIn(template, siblings).filter((nameInPaths) => nameInPaths !== name);
  const isPlainOrSourceName = (otherName: string): boolean => isPlainOrSource(otherName, sourceLocale);
  const folderNames = folder === undefined ? [] : folderNamesIn(folder, siblings);
  const otherFolders = folderNames.filter((folderName) => folderName !== name && isPlainOrSourceName(folderName));
  const hasPlainName = otherNames.some(isPlainOrSourceName);
  if (name === undefined) {
    // If the source's language has its own folder, a file outside it is not a source.
    if (otherFolders.some((folderName) => isLocaleNamed(folderName, sourceLocale))) return false;
    // `strings.be.json` and `strings.it.json` together are hardly other words.
    const hasSeveralInName = otherNames.length > 1 && template.includes('.{locale}.');
    return hasPlainName || hasSeveralInName || otherFolders.length > 0;
  }
  if (needsSource === true) return hasSource(reading, surroundings);
  // `it.json` needs a plain name beside it, such as `de.json`; for `de.json`, any other name is enough.
  if (!isPlainOrSourceName(name)) return hasPlainName;
  return otherNames.length > 0 || otherFolders.length > 0 || hasSource(reading, surroundings);
}
