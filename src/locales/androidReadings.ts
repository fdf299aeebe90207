import { isLocaleNameOfSettings } from '../base/locale.ts';
import { isLocaleSegment } from './isLocale.ts';
import type { Reading } from './reading.ts';

/** Matches the names of resource files with translatable strings: `strings.xml`, `arrays.xml`. */
const textFile = /string|plural|array|text|translat|message|l10n|i18n/iu;
/** Compose Multiplatform reads every XML file in a folder `values`. */
const composeFolder = /(?:^|\/)composeResources\/values[^/]*\/[^/]+$/u;
/** Matches the names of files that are not to be translated: `donottranslate.xml`, `untranslatable_strings.xml`. */
const notForTranslators = /(?:do_?n_?o?t_?|un|non?_?)translat/iu;

/**
 * Reads Android's resource paths. A folder's name has qualifiers in a fixed order, with the locale after the mobile
 * country code: `values-mcc310-pt-rBR-night`. Each combination of the other qualifiers is a separate source; only the
 * locale is replaced.
 */
export function androidReadings(path: string): readonly Reading[] {
  // `app/src/main/res/`, `-mcc310-pt-rBR-night` and `strings.xml`.
  const [, head = '', qualifiers, file = ''] =
    /^((?:.*\/)?)values((?:-[A-Za-z0-9+]+)*)\/([^/]+\.xml)$/u.exec(path) ?? [];
  if (qualifiers === undefined || notForTranslators.test(file)) return [];
  const parts = qualifiers.split('-').slice(1);
  let codeCount = 0;
  // `mcc310`, `mnc004`
  while (/^m[cn]c\d+$/u.test(parts[codeCount] ?? '')) codeCount += 1;
  const [countryCodes, afterCodes] = [parts.slice(0, codeCount), parts.slice(codeCount)];
  const name = localeIn(afterCodes);
  const [firstQualifier = ''] = afterCodes;
  // Only languages and the car dock (`car`) have at most three letters, so `values-xy` is for an unknown language.
  const mayBeLanguage = /^(?:[a-z]{2,3}|b\+.*)$/u.test(firstQualifier) && firstQualifier !== 'car';
  if (name === undefined && mayBeLanguage) return [];
  const qualifiersAfterLocale = afterCodes.slice(name?.split('-').length ?? 0);
  const pathWith = (...names: readonly string[]): string =>
    `${head}${['values', ...countryCodes, ...names, ...qualifiersAfterLocale].join('-')}/${file}`;
  const reading: Reading = {
    template: pathWith('{locale}'),
    name,
    isCertain: textFile.test(file) || composeFolder.test(path),
    spelling: { separator: '-', region: 'upper', chinese: 'region', dialect: 'android' },
  };
  return [name === undefined ? reading : { ...reading, sourceTemplate: pathWith() }];
}

/** Returns the locale with which qualifiers begin: `['pt', 'rBR', 'night'] → pt-rBR`. */
function localeIn([language = '', region = '']: readonly string[]): string | undefined {
  if (!/^(?:[a-z]{2,3}|b\+.+)$/u.test(language)) return undefined;
  const name = /^r[A-Z]{2}$/u.test(region) ? `${language}-${region}` : language;
  return isLocaleSegment(language) || isLocaleNameOfSettings(name) ? name : undefined;
}
