import { isSameLocale } from '../../base/locale.ts';
import { targetPath, type Layout } from '../layout.ts';
import { fillTemplate } from '../layoutTemplate.ts';
import { localeOfName } from '../languageWord.ts';

/** A name of a locale that has another name, too, and whose files are therefore not read: `sr-SP` next to `sr-CS`. */
export interface UnusedName {
  readonly name: string;
  /** The name of the files that are read. */
  readonly usedName: string;
  /** BCP 47. */
  readonly locale: string;
  /** The files that are not read, sorted. */
  readonly files: readonly string[];
}

/** Finds files of layouts that are not read because another file has the same locale. `files`: those of the project. */
export function findUnusedNames(layouts: readonly Layout[], files: ReadonlySet<string>): readonly UnusedName[] {
  const unused = new Map<string, UnusedName>();
  for (const layout of layouts) {
    const { pattern, names, sourceLocale } = layout;
    if (!pattern.includes('{locale}')) continue;
    for (const name of names) {
      const locale = localeOfName(name);
      const path = fillTemplate(pattern, name);
      if (locale === undefined || isSameLocale(locale, sourceLocale) || !files.has(path)) continue;
      const usedPath = targetPath(layout, locale);
      // Nearly all names are used: the other names are searched only for one that is not.
      if (usedPath === path || !files.has(usedPath)) continue;
      const usedName = names.find((other) => fillTemplate(pattern, other) === usedPath);
      if (usedName === undefined) continue;
      const otherFiles = unused.get(name)?.files ?? [];
      unused.set(name, { name, usedName, locale, files: [...new Set([...otherFiles, path])].toSorted() });
    }
  }
  return [...unused.values()];
}
