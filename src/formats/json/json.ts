import type { LocaleFormat } from '../kit/localeFormat.ts';
import { isContainer, memberOf, type JsonContainer } from './jsonTree.ts';
import { jsonFormat, PLAIN_JSON } from './jsonFormat.ts';

/**
 * JSON and JSONC of any nesting, as i18next, vue-i18n, next-intl and most others keep it: every string is a unit, named by
 * its keys (in a list, by its index). Comments beside a unit are its note. Numbers, booleans and null are nobody's text;
 * where the source has a text and the target has null, a translation takes its place.
 */
export const json: LocaleFormat = jsonFormat(PLAIN_JSON);

/**
 * The strings of a VS Code extension: `package.nls.json` and `bundle.l10n.json`. A value is a text or a text with
 * comments for the translator; a translation is written as a text alone.
 */
export const packageNls: LocaleFormat = jsonFormat({
  ...PLAIN_JSON,
  id: 'package-nls',
  pluralSuffixes: false,
  textKeys: ['message'],
  entryNote: commentsOf,
});

/**
 * Angular's JSON (`ng extract-i18n --format=json`): `{ "locale": "en", "translations": { id: text } }`. The locale is not
 * a unit; a created file has its own. A unit's id is its path, `translations.` included.
 */
export const angularJson: LocaleFormat = jsonFormat({
  ...PLAIN_JSON,
  id: 'angular-json',
  pluralSuffixes: false,
  isAside: (key, isRoot) => isRoot && key !== 'translations',
  createdTexts: (source, { targetLocale }) =>
    new Map(memberOf(source, 'locale') !== undefined ? [['locale', targetLocale]] : []),
});

/** The `comment` of a message object: a text or several. */
function commentsOf(entry: JsonContainer): readonly string[] {
  const comment = memberOf(entry, 'comment')?.value;
  const parts =
    comment === undefined ? [] : isContainer(comment) ? comment.members.map((item) => item.value) : [comment];
  return parts.flatMap((part) => (part.kind === 'string' && part.value !== '' ? [part.value] : []));
}
