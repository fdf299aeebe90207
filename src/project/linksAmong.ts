import { localeFileExtension } from '../locales/localeFileExtension.ts';
import { LocaleFileIndex } from '../locales/localeFileIndex.ts';
import type { LayoutPattern } from '../locales/layoutPattern.ts';
import type { ProjectLink } from '../orders/model/errors/refusedFileError.ts';

/** Returns the links that concern locale files: those to folders with these files, and those named like such a file. */
export async function linksAmong(
  localeFiles: readonly string[],
  links: readonly ProjectLink[],
  { patterns, sourceLocale }: { readonly patterns: readonly LayoutPattern[]; readonly sourceLocale: string },
  signal: AbortSignal,
): Promise<readonly ProjectLink[]> {
  if (links.length === 0) return [];
  const index = new LocaleFileIndex(patterns, sourceLocale);
  for (const file of localeFiles) index.add(file);
  for (const { path: file } of links) if (localeFileExtension.test(file)) index.add(file);
  await index.detect(signal);
  const isFolderOf = ({ target }: ProjectLink): boolean => localeFiles.some((file) => file.startsWith(`${target}/`));
  return links.filter((link) => index.localeFiles.has(link.path) || isFolderOf(link));
}
