import { canonicalLocale } from '../../../base/locale.ts';
import type { FileLocales } from '../../../formats/format.ts';
import { isOfSource, isSingleFile, targetPath, type Layout } from '../../../locales/layout.ts';

/** Returns the target locales whose translations are written to the source's own file. */
export function targetsInSource(layout: Layout, locales: FileLocales | undefined): readonly string[] {
  if (locales === undefined) return [];
  const isInSource = (locale: string): boolean =>
    isSingleFile(layout) || targetPath(layout, locale) === layout.sourcePath;
  return locales.targets.filter((name) => isLocale(name) && !isOfSource(layout, name) && isInSource(name));
}

/** Returns the names in a file in place of locales that are none, such as `ua`; undefined without any. */
export function otherNamesIn(locales: FileLocales | undefined): readonly string[] | undefined {
  const names = [...(locales?.targets ?? []).filter((name) => !isLocale(name)), ...(locales?.otherNames ?? [])];
  return names.length === 0 ? undefined : names;
}

function isLocale(name: string): boolean {
  return canonicalLocale(name) !== undefined;
}
