import { canonicalLocale, isSameLocale, languageOf } from '../base/locale.ts';
import { isLocaleName, isPlainLocale } from './isLocale.ts';
import { localeOfName } from './languageWord.ts';
import type { PathOfLocale } from './layoutPattern.ts';
import { filledFolders, folderNamesIn, likelyRegion, namesIn, sourceNamedByWord } from './layoutTemplate.ts';
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
  /** The file is a document. Others of its kind that are translated confirm the reading, see `localesOfDocuments`. */
  readonly isDocument?: true;
  /** Only an existing `sourceTemplate` confirms the reading, because other ecosystems name their translations alike. */
  readonly needsSource?: boolean;
  /** Not a reading of this path if the source locale has a file of its own: `locales/default.json` next to `en.json`. */
  readonly isWithoutSourceLocale?: boolean;
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
    .map((readings) => readings.filter((reading) => isPossible(reading, surroundings)));
  for (const readings of possibleGroups) {
    const provenReading =
      readings.find((reading) => hasSource(reading, surroundings)) ??
      readings.find((reading) => hasTranslations(reading, surroundings));
    if (provenReading !== undefined) return provenReading;
  }
  return possibleGroups.flat()[0];
}

function isPossible(reading: Reading, surroundings: Surroundings): boolean {
  const { siblings, sourceLocale } = surroundings;
  const isSourceLocale = (name: string): boolean => isNamedForSource(name, sourceLocale);
  if (reading.isWithoutSourceLocale === true && namesIn(reading.template, siblings).some(isSourceLocale)) return false;
  return reading.isCertain || isConfirmed(reading, surroundings);
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

/** Whether a name means the source locale, or its language with the usual region: `en-US` for `en`. */
export function isNamedForSource(name: string, sourceLocale: string): boolean {
  const language = languageOf(canonicalLocale(sourceLocale) ?? 'en');
  return isLocaleNamed(name, sourceLocale) || isLocaleNamed(name, `${language}-${likelyRegion(language)}`);
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
    return hasPlainName || hasSeveralInName || otherFolders.length > 0 || hasTranslatedKind(reading, surroundings);
  }
  if (needsSource === true) return hasSource(reading, surroundings);
  // `it.json` needs a plain name beside it, such as `de.json`; for `de.json`, any other name is enough.
  if (!isPlainOrSourceName(name)) return hasPlainName;
  if (otherNames.length > 0 || otherFolders.length > 0 || hasSource(reading, surroundings)) return true;
  if (sourceNamedByWord(template, siblings) !== undefined) return true;
  return languageOf(name) === languageOf(sourceLocale) && hasTranslatedKind(reading, surroundings);
}

/** Whether documents of the same kind as a reading's are translated. A single name may be another word. */
function hasTranslatedKind(reading: Reading, { siblings, sourceLocale }: Surroundings): boolean {
  if (reading.isDocument === undefined) return false;
  const names = localesOfDocuments(reading, siblings);
  // `how-to.md` and `how-it.md` are hardly translations of `how.md`.
  const areSeveral = names.length > 1 && !/[-_]\{locale\}/u.test(reading.template);
  return areSeveral || names.some((name) => isPlainOrSource(name, sourceLocale));
}

/**
 * Matches files about a repository itself at its top, and `README.de.md` anywhere. They are no part of a site or manual:
 * their translations prove nothing about documents, and these prove nothing about them.
 */
const aboutRepository =
  /^(?:readme|agents|authors|changelog|changes|claude|code_of_conduct|contributing|contributors|copying|governance|history|licen[cs]e|maintainers|notice|release_?notes|roadmap|security|support|todo|upgrading)\b[^/]*$|(?:^|\/)readme[._-][^/.]+\.[^/.]+$/iu;

/** Whether a document, or a translation of one, is about its repository and no part of a site or manual. */
export function isAboutRepository(path: string): boolean {
  return aboutRepository.test(path);
}

/** Folders of tools whose sites have their documents at the top of the repository. */
export const siteFolders: readonly string[] = ['.vitepress/', '.vuepress/'];

/**
 * Returns the names of the locales into which documents of a reading's kind are translated, as some of them show:
 * `docs/index.md` with `docs/index.de.md` is the kind of `docs/guide.md` and of `docs/api/calls.md`, and
 * `docs/index.md` with `docs/de/index.md` that of `docs/guide/intro.md`. Documents at the top of a repository show it
 * only for others there, unless the site begins at the top.
 */
export function localesOfDocuments({ template, name }: PathOfLocale, siblings: readonly string[]): readonly string[] {
  const [head = '', tail = ''] = template.split('{locale}', 2);
  const ofSameType = siblings.filter((path) => path.endsWith('/') || isSameType(path, template));
  const paths = new Set(ofSameType);
  const names = new Set<string>();
  if (tail.startsWith('/')) {
    if (head === '' && tail.lastIndexOf('/') > 0 && !siteFolders.some((folder) => paths.has(folder))) return [];
    const sourceFolder = name === undefined ? head : `${head}${name}/`;
    for (const sibling of ofSameType) {
      if (!sibling.startsWith(head)) continue;
      const [otherName = ''] = sibling.slice(head.length).split('/', 1);
      const source = `${sourceFolder}${sibling.slice(head.length + otherName.length + 1)}`;
      if (otherName === name || source === sourceFolder || !paths.has(source) || isAboutRepository(source)) continue;
      if (isLocaleName(otherName)) names.add(otherName);
    }
    return [...names];
  }
  const separator = head.slice(-1);
  const folder = head.slice(0, head.lastIndexOf('/') + 1);
  for (const sibling of ofSameType) {
    const folderOfSibling = sibling.slice(0, sibling.lastIndexOf('/') + 1);
    const isAbove = folderOfSibling === '' ? folder === '' : folder.startsWith(folderOfSibling);
    const isOfKind = isAbove || isInBundleLike(sibling, template);
    if (!isOfKind || isAboutRepository(sibling)) continue;
    const { stem, otherName, extension } = partsOfTranslation(sibling, separator) ?? {};
    if (otherName === undefined || otherName === name) continue;
    const nameInSource = name === undefined ? '' : `${separator}${name}`;
    if (paths.has(`${stem}${nameInSource}${extension}`)) names.add(otherName);
  }
  return [...names];
}

/** Whether two documents are both pages of Markdown, or have the same extension. */
function isSameType(path: string, otherPath: string): boolean {
  const typeOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replace(/^(?:mdx?|markdown)$/iu, 'md');
  return typeOf(path) === typeOf(otherPath);
}

/** Matches a page that has a folder of its own: the folders above, and the name before the locale. */
const bundle = /^(.*\/)?[^/]+\/(_?index)[._-][^/]+$/u;

/** Whether two pages have folders of their own in one folder: `posts/a/index.de.md`, `posts/b/index.{locale}.md`. */
function isInBundleLike(path: string, otherPath: string): boolean {
  const [match, otherMatch] = [bundle.exec(path), bundle.exec(otherPath)];
  return match !== null && otherMatch !== null && match[1] === otherMatch[1] && match[2] === otherMatch[2];
}

/** Returns the parts of the path of a translation, `docs/index`, `de` and `.md`; undefined if it names no locale. */
export function partsOfTranslation(
  path: string,
  separator: string,
): { readonly stem: string; readonly otherName: string; readonly extension: string } | undefined {
  const dot = path.lastIndexOf('.');
  const pathWithoutExtension = path.slice(0, dot);
  // A locale may contain the separator: `pt-BR` comes before `BR`.
  const lastSeparator = pathWithoutExtension.lastIndexOf(separator);
  for (const start of [pathWithoutExtension.lastIndexOf(separator, lastSeparator - 1), lastSeparator]) {
    const otherName = pathWithoutExtension.slice(start + 1);
    if (start > path.lastIndexOf('/') + 1 && isLocaleName(otherName))
      return { stem: path.slice(0, start), otherName, extension: path.slice(dot) };
  }
  return undefined;
}
