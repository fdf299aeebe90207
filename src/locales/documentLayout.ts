import { layoutOf, type Layout } from './layout.ts';
import type { LayoutPattern, PathOfLocale } from './layoutPattern.ts';
import { fillTemplate, namesIn } from './layoutTemplate.ts';
import { localeFolder } from './localeFolder.ts';
import { isSameLocale } from '../base/locale.ts';
import { isLocale, isPlainLocale } from './isLocale.ts';

/** Separators before the locale in a file's name, the usual one first: `guide.ja.md`, `guide_ja.md`, `guide-ja.md`. */
const separators = ['.', '_', '-'] as const;

/** Maximum number of neighboring documents whose layouts are examined. */
const maxNeighbors = 200;

/**
 * Returns the layout of a document's translations. Every document has one; by default they are next to it. If its path
 * names a locale, in a folder or in its name, that is the source's locale; otherwise `sourceLocale` is. `counterparts`
 * are the paths of the documents around it, including folders of other languages; `patterns` are the user's and take
 * precedence.
 */
export function documentLayout(
  path: string,
  counterparts: readonly string[],
  patterns: readonly LayoutPattern[],
  sourceLocale: string,
): Layout {
  for (const { match } of patterns) {
    const pathOfLocale = match(path);
    if (pathOfLocale) return layoutOf(path, pathOfLocale, counterparts, sourceLocale);
  }
  const reading = namedReading(path, counterparts, sourceLocale) ?? {
    template: unnamedTemplate(path, counterparts),
    name: undefined,
  };
  return layoutOf(path, reading, counterparts, sourceLocale);
}

/**
 * Returns the document that a translation was made from: the one of `sourceLocale` in its layout, or the one without a
 * locale in its path. Undefined if the path is not a translation or its source is not among `counterparts`.
 */
export function documentSource(
  layout: Layout,
  counterparts: readonly string[],
  sourceLocale: string,
): string | undefined {
  if (layout.separateSourcePath !== undefined) return layout.separateSourcePath;
  if (isSameLocale(layout.sourceLocale, sourceLocale)) return undefined;
  const paths = new Set(counterparts);
  const sourceName = namesIn(layout.pattern, counterparts).find((name) => isSameLocale(name, sourceLocale));
  if (sourceName !== undefined) return fillTemplate(layout.pattern, sourceName);
  const path = withoutLocale(layout.pattern);
  return path !== layout.sourcePath && paths.has(path) ? path : undefined;
}

/** Reads a locale in the path itself. A name that could be another word counts only if other documents confirm it. */
function namedReading(path: string, counterparts: readonly string[], sourceLocale: string): PathOfLocale | undefined {
  const readings = readingsOf(path, sourceLocale);
  const hasTranslations = ({ template, name }: Reading): boolean =>
    namesIn(template, counterparts).some((otherName) => otherName !== name);
  const hasOtherSource = ({ template }: Reading): boolean => {
    const source = withoutLocale(template);
    return hasOtherFolder(template, path, counterparts) || (source !== path && counterparts.includes(source));
  };
  return readings.find(({ isCertain }) => isCertain) ?? readings.find(hasTranslations) ?? readings.find(hasOtherSource);
}

/** An interpretation of a document's path as one that names a locale. */
interface Reading extends PathOfLocale {
  readonly name: string;
  /** Whether the name is a locale even if no other document confirms it. */
  readonly isCertain: boolean;
}

/** Returns the readings of a path, those with a folder first: `fr/guide.md`, then `guide.fr.md`, then `fr.md`. */
function readingsOf(path: string, sourceLocale: string): readonly Reading[] {
  const { folders, stem, extension } = partsOf(path);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const isSourceLanguage = (name: string): boolean => languageOf(name) === languageOf(sourceLocale);
  const readings: Reading[] = [];
  for (const [index, name] of [...folders.entries()].reverse()) {
    if (!isLocale(name)) continue;
    const isCertain = isSourceLanguage(name) || localeFolder.test(folders[index - 1] ?? '') || isPlainLocale(name);
    readings.push({ template: `${folders.with(index, '{locale}').join('/')}/${stem}${extension}`, name, isCertain });
  }
  for (const separator of separators) {
    const lastSeparator = stem.lastIndexOf(separator);
    const lastButOne = stem.lastIndexOf(separator, lastSeparator - 1);
    // A locale may contain a separator: of `guide_pt_BR.md`, `pt_BR` comes before `BR`.
    for (const index of [lastButOne, lastSeparator]) {
      const name = stem.slice(index + 1);
      if (index <= 0 || !isLocale(name)) continue;
      readings.push({
        template: `${prefix}${stem.slice(0, index)}${separator}{locale}${extension}`,
        name,
        isCertain: separator === '.' || isSourceLanguage(name),
      });
      break;
    }
  }
  if (isLocale(stem))
    readings.push({ template: `${prefix}{locale}${extension}`, name: stem, isCertain: isSourceLanguage(stem) });
  return readings;
}

/** Whether a folder of another language exists next to the locale folder in the path: `docs/de/` next to `docs/fr/`. */
function hasOtherFolder(template: string, path: string, counterparts: readonly string[]): boolean {
  const [head = '', tail = ''] = template.split('{locale}');
  if (!tail.startsWith('/')) return false;
  return counterparts.some((counterpart) => {
    if (counterpart === path || !counterpart.startsWith(head)) return false;
    const [folder = '', ...pathInFolder] = counterpart.slice(head.length).split('/');
    return pathInFolder.length > 0 && isLocale(folder) && !path.startsWith(`${head}${folder}/`);
  });
}

/** Returns a template without the locale: `guide.{locale}.md` → `guide.md`, `docs/{locale}/a.md` → `docs/a.md`. */
function withoutLocale(template: string): string {
  if (template.includes('{locale}/')) return template.replace('{locale}/', '');
  return template.replace(/[._-]\{locale\}/u, '');
}

/**
 * Returns the template for translations of a document whose path names no locale: as for its existing translations,
 * otherwise as for its neighbors' translations, otherwise next to it.
 */
function unnamedTemplate(path: string, counterparts: readonly string[]): string {
  const templates = templatesFor(path);
  const usedTemplate = templates.find(({ template }) => isUsed(template, counterparts));
  if (usedTemplate !== undefined) return usedTemplate.template;
  const { folders } = partsOf(path);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const neighbors = counterparts
    .filter((file) => file !== path && file.startsWith(prefix) && !file.slice(prefix.length).includes('/'))
    .slice(0, maxNeighbors);
  /** The number of neighbors that have their locale at a position. */
  const counts = new Map<string, number>();
  for (const neighbor of neighbors) {
    const position = templatesFor(neighbor).find(({ template }) => isUsed(template, counterparts))?.localePosition;
    if (position !== undefined) counts.set(position, (counts.get(position) ?? 0) + 1);
  }
  const countOf = ({ localePosition }: PossibleTemplate): number => counts.get(localePosition) ?? 0;
  // Without neighbors, the first one, because sorting keeps the order of equal ones.
  const [mostUsed] = templates.toSorted((a, b) => countOf(b) - countOf(a));
  return mostUsed?.template ?? `${path}.{locale}`;
}

/**
 * Whether translations by a template exist. A single name that could be another word proves none, unless it is after a
 * dot: `how-to.md` is not `how.md` in Tongan (`to`), `how.to.md` is.
 */
function isUsed(template: string, counterparts: readonly string[]): boolean {
  const names = namesIn(template, counterparts);
  return names.length > 1 || names.some((name) => isPlainLocale(name) || template.includes('.{locale}'));
}

interface PossibleTemplate {
  /** Where the locale is, equal for all documents of a folder: after a separator (`.`), or at a level (`folder 2`). */
  readonly localePosition: string;
  readonly template: string;
}

/**
 * Returns all possible templates for a document's translations, the most likely first: `docs/a.{locale}.md`,
 * `docs/a_{locale}.md`, `docs/a-{locale}.md`, `docs/{locale}/a.md`, `{locale}/docs/a.md`.
 */
function templatesFor(path: string): readonly PossibleTemplate[] {
  const { folders, stem, extension } = partsOf(path);
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const inName = separators.map((separator) => ({
    localePosition: separator,
    template: `${prefix}${stem}${separator}{locale}${extension}`,
  }));
  // A folder for the locale can be above each folder, and above the file, for which '' stands.
  const inFolder = [...folders, ''].map((_, level) => ({
    localePosition: `folder ${level}`,
    template: [...folders.slice(0, level), '{locale}', ...folders.slice(level), `${stem}${extension}`].join('/'),
  }));
  inFolder.reverse();
  return [...inName, ...inFolder];
}

function partsOf(path: string): {
  readonly folders: readonly string[];
  readonly stem: string;
  readonly extension: string;
} {
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  const dot = file.lastIndexOf('.');
  // `.gitignore` has no extension.
  if (dot <= 0) return { folders, stem: file, extension: '' };
  return { folders, stem: file.slice(0, dot), extension: file.slice(dot) };
}

function languageOf(locale: string): string {
  return locale.split(/[-_]/u, 1)[0] ?? locale;
}
