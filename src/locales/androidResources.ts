import { isLocaleSegment } from './isLocale.ts';
import type { Reading } from './reading.ts';

/** Of resource files those with texts for people; what its name says is not to be translated is none. */
const texts = /string|plural|array|text|translat|message|l10n|i18n/iu;
const notForTranslators = /(?:do_?n_?o?t_?|un|non_?)translat/iu;

/**
 * Android's resource files. A folder's name holds qualifiers in a fixed order, the locale after the mobile country's codes:
 * `values-mcc310-pt-rBR-night`. Each combination of the others is a source of its own, and only the locale is exchanged.
 */
export function androidReadings(path: string): readonly Reading[] {
  const [, head = '', qualifiers, file = ''] =
    /^((?:.*\/)?)values((?:-[A-Za-z0-9+]+)*)\/([^/]+\.xml)$/u.exec(path) ?? [];
  if (qualifiers === undefined || notForTranslators.test(file)) return [];
  const parts = qualifiers.split('-').slice(1);
  const before = parts.findIndex((part) => !/^m[cn]c\d+$/u.test(part));
  const at = before === -1 ? parts.length : before;
  const name = localeAt(parts, at);
  // Of the other qualifiers none but the dock of a car has three letters or fewer: this is a language that nothing is known of.
  if (name === undefined && /^(?:[a-z]{2,3}|b\+.*)$/u.test(parts[at] ?? '') && parts[at] !== 'car') return [];
  const rest = parts.slice(at + (name === undefined ? 0 : name.split('-').length));
  const folder = (...names: readonly string[]): string =>
    `${head}${['values', ...parts.slice(0, at), ...names, ...rest].join('-')}/`;
  return [
    {
      template: `${folder('{locale}')}${file}`,
      name,
      ...(name === undefined ? {} : { base: `${folder()}${file}` }),
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
