import type { LocaleFormat } from '../kit/localeFormat.ts';
import type { JsonDialect, JsonNewEntries } from './jsonDialect.ts';
import { jsonFormat, plainJson } from './jsonFormat.ts';
import { isContainer, liveMembers, memberOf, type JsonContainer, type JsonNode } from './jsonTree.ts';

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

/**
 * The form of new entries: with placeholders, which are code that the message refers to; with a description if the
 * target has descriptions.
 */
function newEntries(_source: JsonContainer, target: JsonContainer | undefined): JsonNewEntries {
  const entries = target === undefined ? [] : liveMembers(target).map(({ value }) => value);
  const describes = entries.length === 0 || entries.some((entry) => partOf(entry, 'description') !== undefined);
  return { textKey: 'message', copies: (key) => key === 'placeholders' || (describes && key === 'description') };
}

function noteOf(entry: JsonContainer): readonly string[] {
  const description = stringOf(partOf(entry, 'description'));
  const placeholders = memberOf(entry, 'placeholders')?.value;
  if (!isContainer(placeholders)) return description === undefined ? [] : [description];
  return [
    description ?? '',
    ...liveMembers(placeholders).map(({ key, value }) => `$${key}$${aboutPlaceholder(value)}`),
  ];
}

/** `: $1, for example Anna` */
function aboutPlaceholder(placeholder: JsonNode): string {
  const content = stringOf(partOf(placeholder, 'content'));
  const example = stringOf(partOf(placeholder, 'example'));
  const parts = [content, example === undefined || example === '' ? undefined : `for example ${example}`].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

function partOf(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? memberOf(node, key)?.value : undefined;
}

function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}
