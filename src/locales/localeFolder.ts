import { languageOf } from '../base/locale.ts';
import { isLocaleName } from './isLocale.ts';
import { localeOfName } from './languageWord.ts';

/** Matches the names of folders that contain locale files and little else. */
export const localeFolder = new RegExp(
  String.raw`^(?:_?locales?|i18n|l10n|intl|nls|lang|langs|languages?|translations?|messages|strings` +
    String.raw`|localizations?|localisations?|locali[sz]e)$`,
  'iu',
);

/** Whether a file is in a folder with such a name, at any depth: `src/locales/app/en.json`. */
export function isInLocaleFolder(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => localeFolder.test(folder));
}

/**
 * Whether a path may be that of a file in a locale: it names the locale's language, or no language at all. A quick
 * answer for many paths; only the layout shows whether it is.
 */
export function mayHaveLocale(path: string, locale: string): boolean {
  const names = path.split('/').flatMap((segment) => {
    const parts = segment.split('.');
    return [...parts, ...parts.flatMap((part) => partsAfterSeparators(part))].filter(isLocaleName);
  });
  return names.length === 0 || names.some((name) => languageOf(localeOfName(name) ?? name) === languageOf(locale));
}

/** Returns the text after each separator of a name: `values-pt-rBR` → `pt-rBR`, `rBR`; `app_pt_BR` → `pt_BR`, `BR`. */
function partsAfterSeparators(name: string): readonly string[] {
  return Array.from(name.matchAll(/[-_]/gu), ({ index }) => name.slice(index + 1));
}
