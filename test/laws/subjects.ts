import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LocaleFormat } from '../../src/formats/format.ts';
import { detectLayout } from '../../src/locales/layout.ts';
import { isSameLocale } from '../../src/base/locale.ts';
import type { Subject } from './laws.ts';

/** A locale that hardly any file has. */
const absentLocale = 'is';

/** The folder of a format's own sample files. */
export function fixtureFolder(formatId: string): string {
  return path.resolve(import.meta.dirname, '../fixtures/formats', formatId);
}

/** The sample files of a format, by name. */
export async function fixturesOf(
  formatId: string,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const folder = fixtureFolder(formatId);
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return Promise.all(
    names.sort().map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8') })),
  );
}

/**
 * The locales to write in a file: each locale that it contains next to the source and one that it lacks, or the one
 * that its name contains.
 */
export function subjectsOf(format: LocaleFormat, file: string, text: string): readonly Subject[] {
  const named = localeOfName(file);
  const locales = format.locales?.(text);
  if (locales === undefined) return [{ format, text, sourceLocale: named, targetLocale: named }];
  const sourceLocale = locales.source ?? 'en';
  const targets = locales.targets.filter((locale) => !isSameLocale(locale, sourceLocale)).slice(0, 2);
  const others = locales.all === true ? [absentLocale] : [];
  const chosen =
    targets.length === 0 && others.length === 0
      ? [isSameLocale(named, sourceLocale) ? absentLocale : named]
      : [...targets, ...others];
  return chosen.map((targetLocale) => ({ format, text, sourceLocale, targetLocale }));
}

function localeOfName(file: string): string {
  return detectLayout(file.split(path.sep).join('/'), [])?.sourceLocale ?? 'en';
}
