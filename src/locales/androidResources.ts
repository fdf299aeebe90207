import { present } from '../base/present.ts';
import { isLocaleSegment } from './isLocale.ts';
import type { Reading } from './reading.ts';

/** Match the names of resource files with translatable strings, and those marked as not to be translated. */
const texts = /string|plural|array|text|translat|message|l10n|i18n/iu;
const notForTranslators = /(?:do_?n_?o?t_?|un|non_?)translat/iu;

/**
 * Reads Android's resource paths. A folder's name has qualifiers in a fixed order, with the locale after the mobile
 * country code: `values-mcc310-pt-rBR-night`. Each combination of the other qualifiers is a separate source; only the
 * locale is replaced.
 */
export function androidReadings(path: string): readonly Reading[] {
  const [, head = '', qualifiers, file = ''] =
    /^((?:.*\/)?)values((?:-[A-Za-z0-9+]+)*)\/([^/]+\.xml)$/u.exec(path) ?? [];
  if (qualifiers === undefined || notForTranslators.test(file)) return [];
  const parts = qualifiers.split('-').slice(1);
  const before = parts.findIndex((part) => !/^m[cn]c\d+$/u.test(part));
  const at = before === -1 ? parts.length : before;
  const name = localeAt(parts, at);
  // The car dock is the only other qualifier of at most three letters, so this is an unknown language.
  if (name === undefined && /^(?:[a-z]{2,3}|b\+.*)$/u.test(parts[at] ?? '') && parts[at] !== 'car') return [];
  const rest = parts.slice(at + (name === undefined ? 0 : name.split('-').length));
  const folder = (...names: readonly string[]): string =>
    `${head}${['values', ...parts.slice(0, at), ...names, ...rest].join('-')}/`;
  return [
    {
      template: `${folder('{locale}')}${file}`,
      name,
      ...present({ base: name === undefined ? undefined : `${folder()}${file}` }),
      certain: texts.test(file),
      spelling: { separator: '-', region: 'upper', chinese: 'region', dialect: 'android' },
    },
  ];
}

function localeAt(parts: readonly string[], at: number): string | undefined {
  const language = parts[at];
  if (language === undefined || !/^(?:[a-z]{2,3}|b\+.+)$/u.test(language) || !isLocaleSegment(language))
    return undefined;
  const region = parts[at + 1];
  return region !== undefined && /^r[A-Z]{2}$/u.test(region) ? `${language}-${region}` : language;
}
