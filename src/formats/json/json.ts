import type { LocaleFormat } from '../kit/localeFormat.ts';
import { isContainer, memberOf, stringAt, valueAt, type JsonContainer } from './jsonTree.ts';
import { jsonFormat, plainJson, shapedJson } from './jsonFormat.ts';

/**
 * JSON and JSONC of any nesting, as used by i18next, vue-i18n, next-intl and most others: every string is a unit, named
 * by its keys (in an array, by its index). Comments next to a unit are its note. Numbers, booleans and null are not
 * units; if the target has null where the source has a text, the translation replaces it.
 */
export const json: LocaleFormat = jsonFormat(shapedJson);

/**
 * JSON in which an object of plural forms is a plural set: `{ "one": "1 item", "other": "{{count}} items" }`,
 * as in i18n-js, Shopify and go-i18n, where a `description` is the set's note. See `dialectTable.ts`.
 */
export const jsonPlurals: LocaleFormat = jsonFormat({
  ...shapedJson,
  id: 'json-plurals',
  pluralSuffixes: false,
  nestedPlurals: true,
});

/**
 * The strings of a VS Code extension: `package.nls.json` and `bundle.l10n.json`. A value is a text, or an
 * object with a text and comments for the translator; a translation is written as a text.
 */
export const packageNls: LocaleFormat = jsonFormat({
  ...plainJson,
  id: 'package-nls',
  pluralSuffixes: false,
  textKeys: ['message'],
  entryNote: commentsOf,
});

/**
 * Angular's JSON (`ng extract-i18n --format=json`): `{ "locale": "en", "translations": { id: text } }`. The locale is
 * not a unit; a created file has its own. A unit's id is its path, including `translations.`.
 */
export const angularJson: LocaleFormat = jsonFormat({
  ...plainJson,
  id: 'angular-json',
  pluralSuffixes: false,
  isMetadata: (key, isRoot) => isRoot && key !== 'translations',
  createdTexts: (source, { targetLocale }) => {
    if (memberOf(source, 'locale') === undefined) return new Map();
    return new Map([['locale', targetLocale]]);
  },
});

/**
 * Resources of Windows apps in JavaScript and of Power BI's visuals (`.resjson`): a member such as `_greeting.comment`
 * is the note of `greeting`, and others that begin alike are details of it
 * (learn.microsoft.com/previous-versions/windows/apps/hh465254).
 */
export const resjson: LocaleFormat = jsonFormat({
  ...plainJson,
  id: 'resjson',
  pluralSuffixes: false,
  isMetadata: (key) => detailKey.test(key),
  details: ({ key }, container) => {
    const note = stringAt(container, `_${key}.comment`);
    return note === undefined ? undefined : { note };
  },
  isAttached: (key, textKey) => key.startsWith(`_${textKey}.`),
});

/** Matches the keys of details: `_greeting.comment`. */
const detailKey = /^_.+\.\w+$/;

/** The `comment` of a message object: a text, or an array of texts. */
function commentsOf(entry: JsonContainer): readonly string[] {
  const comment = valueAt(entry, 'comment');
  if (comment?.kind === 'string') return [comment.value];
  if (!isContainer(comment)) return [];
  return comment.members.map(({ key }) => stringAt(comment, key) ?? '');
}
