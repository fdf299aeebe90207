import type { LocaleFormat } from '../kit/localeFormat.ts';
import type { JsonDialect, JsonNewEntries } from './jsonDialect.ts';
import { jsonFormat, plainJson } from './jsonFormat.ts';
import { isContainer, liveMembers, stringAt, valueAt, type JsonContainer, type JsonNode } from './jsonTree.ts';

/**
 * The messages of a browser extension, `_locales/*\/messages.json`:
 * `{ name: { "message": text, "description": note, "placeholders": { name: { "content": "$1", "example": text } } } }`.
 * Names, including those of placeholders, are compared without regard to the case of ASCII letters.
 * See https://developer.chrome.com/docs/extensions/reference/api/i18n#messages-json.
 */
export const chrome: LocaleFormat = jsonFormat({
  ...plainJson,
  id: 'chrome',
  pluralSuffixes: false,
  nested: false,
  plainTexts: false,
  textKeys: ['message'],
  ignoresCase: true,
  entryNote: noteOf,
  newEntries,
} satisfies JsonDialect);

/** New entries copy the source's placeholders; its description, too, unless none of the target's entries has one. */
function newEntries(_source: JsonContainer, target: JsonContainer | undefined): JsonNewEntries {
  const entries = liveMembers(target);
  const describes = entries.length === 0 || entries.some(({ value }) => valueAt(value, 'description') !== undefined);
  return { textKey: 'message', copies: (key) => key === 'placeholders' || (describes && key === 'description') };
}

/** The description of a message, and a line about each of its placeholders. */
function noteOf(entry: JsonContainer): readonly string[] {
  const description = stringAt(entry, 'description') ?? '';
  const placeholders = valueAt(entry, 'placeholders');
  if (!isContainer(placeholders)) return [description];
  return [description, ...liveMembers(placeholders).map(({ key, value }) => aboutPlaceholder(key, value))];
}

/** `$name$: $1, for example Anna` */
function aboutPlaceholder(name: string, placeholder: JsonNode): string {
  const content = stringAt(placeholder, 'content');
  const example = stringAt(placeholder, 'example') ?? '';
  const details = content === undefined ? [] : [content];
  if (example !== '') details.push(`for example ${example}`);
  if (details.length === 0) return `$${name}$`;
  return `$${name}$: ${details.join(', ')}`;
}
