import type { LocaleFormat, WriteContext } from '../kit/localeFormat.ts';
import { because } from '../reasons/reason.ts';
import type { JsonRemarks } from '../json/jsonDialect.ts';
import { jsonFormat, PLAIN_JSON } from '../json/jsonFormat.ts';
import {
  isContainer,
  liveMembers,
  memberOf,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
} from '../json/jsonTree.ts';

/**
 * Application Resource Bundles of Flutter and of Angular: flat JSON in which `@key` says something about the text of `key`,
 * and `@@…` about the file; `@@locale` is its locale, and a created file has its own. Files of other locales have texts
 * alone. See https://github.com/google/app-resource-bundle/wiki/ApplicationResourceBundleSpecification.
 */
export const arb: LocaleFormat = jsonFormat({
  ...PLAIN_JSON,
  id: 'arb',
  pluralSuffixes: false,
  nested: false,
  isAside: (key) => key.startsWith('@') || key === '$schema',
  remarks,
  attends: (key, textKey) => key.length === textKey.length + 1 && key.startsWith('@') && key.endsWith(textKey),
  createdTexts,
});

/** Flutter wants underscores in a locale; whoever has another habit shows it in the source. */
function createdTexts(source: JsonContainer, { targetLocale }: WriteContext): ReadonlyMap<string, string> {
  const locale = memberOf(source, '@@locale')?.value;
  if (locale?.kind !== 'string') return new Map();
  return new Map([['@@locale', locale.value.includes('-') ? targetLocale : targetLocale.replaceAll('-', '_')]]);
}

function remarks({ key }: JsonMember, container: JsonContainer): JsonRemarks | undefined {
  const about = aboutsOf(container).get(key);
  if (about?.value.kind !== 'object') return undefined;
  const type = stringAt(about.value, 'type');
  const note = [about.note, ...NOTE_KEYS.map((name) => stringAt(about.value, name)), ...placeholdersOf(about.value)];
  const said = note.filter((line) => line !== undefined && line !== '').join('\n');
  const maxChars = limitOf(about.value);
  return {
    ...(said === '' ? {} : { note: said }),
    ...(maxChars === undefined ? {} : { maxChars }),
    ...(type === undefined || type.toLowerCase() === 'text' ? {} : { reason: because('arb-other-type', type) }),
  };
}

/**
 * What is said about the texts of a container, by their keys: looked up for every text, and few of a large file have
 * it.
 */
function aboutsOf(container: JsonContainer): ReadonlyMap<string, JsonMember> {
  const known = abouts.get(container);
  if (known !== undefined) return known;
  const own = new Map<string, JsonMember>();
  for (const member of container.members) if (member.key.startsWith('@')) own.set(member.key.slice(1), member);
  abouts.set(container, own);
  return own;
}

const abouts = new WeakMap<JsonContainer, ReadonlyMap<string, JsonMember>>();

const NOTE_KEYS = ['description', 'context', 'x-meaning', 'x-description'];

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
    const said = parts.filter((part) => part !== undefined && part !== '').join(', ');
    return said === '' ? `{${key}}` : `{${key}}: ${said}`;
  });
}

/** The bundle's authors name a limit as they like: `x-maxLength`, `maxLength`, `max_length`, `x-max-chars`. */
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
