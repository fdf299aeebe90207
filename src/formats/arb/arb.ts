import type { LocaleFormat, WriteContext } from '../kit/localeFormat.ts';
import { present } from '../../base/present.ts';
import { joinNotes } from '../kit/unitFrom.ts';
import { because } from '../reasons/reason.ts';
import type { JsonDetails } from '../json/jsonDialect.ts';
import { jsonFormat, plainJson } from '../json/jsonFormat.ts';
import {
  liveMembers,
  positiveNumber,
  stringAt,
  valueAt,
  type JsonContainer,
  type JsonMember,
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
  // `@title` describes `title`.
  isAttached: (key, textKey) => key.length === textKey.length + 1 && key.startsWith('@') && key.endsWith(textKey),
  createdTexts,
});

/** The locale of a created file: with underscores, as Flutter requires, unless the source has hyphens. */
function createdTexts(source: JsonContainer, { targetLocale }: WriteContext): ReadonlyMap<string, string> {
  const locale = stringAt(source, '@@locale');
  if (locale === undefined) return new Map();
  if (locale.includes('-')) return new Map([['@@locale', targetLocale]]);
  return new Map([['@@locale', targetLocale.replaceAll('-', '_')]]);
}

function details({ key }: JsonMember, container: JsonContainer): JsonDetails | undefined {
  const description = descriptionsOf(container).get(key);
  if (description?.value.kind !== 'object') return undefined;
  const { value, note: comment } = description;
  const placeholders = placeholdersOf(value);
  // The default of a plural's number is the type `num`, which has decimals, too.
  const integers = placeholders.filter((placeholder) => stringAt(placeholder.value, 'type') === 'int');
  const descriptiveTexts = noteKeys.map((name) => stringAt(value, name));
  const note = joinNotes(comment, ...descriptiveTexts, ...placeholders.map(aboutPlaceholder));
  const type = stringAt(value, 'type') ?? '';
  return {
    ...present({ note, maxChars: limitOf(value) }),
    ...(integers.length > 0 && { integers: integers.map((placeholder) => placeholder.key) }),
    ...(otherTypes.has(type.toLowerCase()) && { reason: because('arb-other-type', type) }),
  };
}

/**
 * The types of resources that are no texts, by the specification. Any other type is of no consequence: Flutter's
 * `gen-l10n` ignores all of them, and older tools wrote `String`.
 */
const otherTypes: ReadonlySet<string> = new Set(['image', 'css']);

/** The `@key` members of a container, by key; kept because they are looked up for every text. */
function descriptionsOf(container: JsonContainer): ReadonlyMap<string, JsonMember> {
  let descriptions = descriptionsByContainer.get(container);
  if (descriptions === undefined) {
    const members = container.members.filter(({ key }) => key.startsWith('@'));
    descriptions = new Map(members.map((member) => [member.key.slice(1), member]));
    descriptionsByContainer.set(container, descriptions);
  }
  return descriptions;
}

const descriptionsByContainer = new WeakMap<JsonContainer, ReadonlyMap<string, JsonMember>>();

const noteKeys = ['description', 'context', 'x-meaning', 'x-description'];

function placeholdersOf(description: JsonContainer): readonly JsonMember[] {
  const placeholders = valueAt(description, 'placeholders');
  if (placeholders?.kind !== 'object') return [];
  return liveMembers(placeholders);
}

/** `{count}: int, for example 3, how many were found` */
function aboutPlaceholder({ key, value }: JsonMember): string {
  const type = stringAt(value, 'type') ?? '';
  const example = stringAt(value, 'example') ?? '';
  const description = stringAt(value, 'description') ?? '';
  const facts = [type, example && `for example ${example}`, description].filter((fact) => fact !== '');
  if (facts.length === 0) return `{${key}}`;
  return `{${key}}: ${facts.join(', ')}`;
}

/** The length limit, under any of its usual names: `x-maxLength`, `maxLength`, `max_length`, `x-max-chars`. */
function limitOf(description: JsonContainer): number | undefined {
  for (const { key, value } of description.members) {
    const limit = positiveNumber(value);
    if (limit !== undefined && /^(?:x-)?max[-_]?(?:length|chars)$/i.test(key)) return limit;
  }
  return undefined;
}
