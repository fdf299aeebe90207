/** Matches the names of folders that contain locale files and little else. */
export const localeFolder = new RegExp(
  String.raw`^(?:_?locales?|i18n|l10n|intl|nls|lang|langs|languages?|translations?|messages|strings` +
    String.raw`|localizations?|localisations?|locali[sz]e)$`,
  'iu',
);

/** Whether a path leads through such a folder. */
export function isInLocaleFolder(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => localeFolder.test(folder));
}
