import type { LocaleFormat, WriteContext } from '../kit/localeFormat.ts';
import { present } from '../../base/present.ts';
import { because } from '../reasons/reason.ts';
import type { JsonDetails } from '../json/jsonDialect.ts';
import { jsonFormat, plainJson } from '../json/jsonFormat.ts';
import {
  isContainer,
  liveMembers,
  memberOf,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
} from '../json/jsonTree.ts';

/**
 * Application Resource Bundles of Flutter and of Angular: flat JSON in which `@key` describes the text of `key`, and
 * `@@…` describes the file; `@@locale` is its locale, and a created file has its own. Files of other locales contain
 * only texts. See https://github.com/google/app-resource-bundle/wiki/ApplicationResourceBundleSpecification.
 */
export const arb: LocaleFormat = jsonFormat({
  ...plainJson,
  id: 'arb',
  pluralSuffixes: false,
  nested: false,
  isMetadata: (key) => key.startsWith('@') || key === '$schema',
  details,
  isAttached: (key, textKey) => key.length === textKey.length + 1 && key.startsWith('@') && key.endsWith(textKey),
  createdTexts,
});

/** The locale of a created file: with underscores, as Flutter requires, unless the source has hyphens. */
function createdTexts(source: JsonContainer, { targetLocale }: WriteContext): ReadonlyMap<string, string> {
  const locale = memberOf(source, '@@locale')?.value;
  if (locale?.kind !== 'string') return new Map();
  return new Map([['@@locale', locale.value.includes('-') ? targetLocale : targetLocale.replaceAll('-', '_')]]);
}

function details({ key }: JsonMember, container: JsonContainer): JsonDetails | undefined {
  const about = descriptionsOf(container).get(key);
  if (about?.value.kind !== 'object') return undefined;
  const type = stringAt(about.value, 'type');
  const note = [about.note, ...noteKeys.map((name) => stringAt(about.value, name)), ...placeholdersOf(about.value)];
  const joined = note.filter((line) => line !== undefined && line !== '').join('\n');
  return present({
    note: joined === '' ? undefined : joined,
    maxChars: limitOf(about.value),
    integers: integersOf(about.value),
    reason: type === undefined || type.toLowerCase() === 'text' ? undefined : because('arb-other-type', type),
  });
}

/** The `@key` members of a container, by key; kept because they are looked up for every text. */
function descriptionsOf(container: JsonContainer): ReadonlyMap<string, JsonMember> {
  const known = descriptions.get(container);
  if (known !== undefined) return known;
  const own = new Map<string, JsonMember>();
  for (const member of container.members) if (member.key.startsWith('@')) own.set(member.key.slice(1), member);
  descriptions.set(container, own);
  return own;
}

const descriptions = new WeakMap<JsonContainer, ReadonlyMap<string, JsonMember>>();

const noteKeys = ['description', 'context', 'x-meaning', 'x-description'];

/** Placeholders of the type `int`. The default of a plural's number is `num`, which has decimals, too. */
function integersOf(about: JsonNode): readonly string[] | undefined {
  const placeholders = about.kind === 'object' ? memberOf(about, 'placeholders')?.value : undefined;
  if (placeholders?.kind !== 'object') return undefined;
  const integers = liveMembers(placeholders).flatMap(({ key, value }) =>
    stringAt(value, 'type') === 'int' ? key : [],
  );
  return integers.length === 0 ? undefined : integers;
}

/** `{count}: int, for example 3, how many were found` */
function placeholdersOf(about: JsonNode): readonly string[] {
  const placeholders = about.kind === 'object' ? memberOf(about, 'placeholders')?.value : undefined;
  if (placeholders?.kind !== 'object') return [];
  return liveMembers(placeholders).map(({ key, value }) => {
    const example = stringAt(value, 'example');
    const parts = [
      stringAt(value, 'type'),
      example === undefined || example === '' ? undefined : `for example ${example}`,
      stringAt(value, 'description'),
    ];
    const text = parts.filter((part) => part !== undefined && part !== '').join(', ');
    return text === '' ? `{${key}}` : `{${key}}: ${text}`;
  });
}

/** The length limit, under any of its usual names: `x-maxLength`, `maxLength`, `max_length`, `x-max-chars`. */
function limitOf(about: JsonNode): number | undefined {
  if (!isContainer(about)) return undefined;
  for (const { key, value } of about.members) {
    if (
      /^(?:x-)?max[-_]?(?:length|chars)$/i.test(key) &&
      value.kind === 'scalar' &&
      value.number !== undefined &&
      value.number > 0
    )
      return value.number;
  }
  return undefined;
}

function stringAt(node: JsonNode, key: string): string | undefined {
  const value = node.kind === 'object' ? memberOf(node, key)?.value : undefined;
  return value?.kind === 'string' ? value.value : undefined;
}
