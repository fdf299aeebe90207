import { readMessage, type Message } from '../read/readMessage.ts';
import { firstUnnestedTag } from '../read/tags.ts';
import { withoutEqual } from './withoutEqual.ts';
import type { Placeholder, PlaceholderSyntax, Problem } from '../read/placeholder.ts';

/** Attributes with readable text: their words are translated, and only the placeholders in them are compared. */
const readAttributes = new Set(
  (
    'alt title placeholder label summary aria-label aria-description aria-placeholder ' +
    'aria-roledescription aria-valuetext'
  ).split(' '),
);

/**
 * Returns errors for tags that the translation lacks, repeats, or nests differently. Two tags are the same if their
 * names and attributes are; the order, quotes and whitespace of attributes do not matter. The words of a title or an
 * alternative text may differ.
 */
export function compareTags(
  source: Message,
  translation: Message,
  syntaxes: readonly PlaceholderSyntax[],
): readonly Problem[] {
  const wanted = source.placeholders.filter(isTag);
  const found = translation.placeholders.filter(isTag);
  if (wanted.length === 0 && found.length === 0) return [];
  const keys = new Map([...wanted, ...found].map(({ text }) => [text, tagKey(text, syntaxes)]));
  const keyOf = ({ text }: Placeholder): string => keys.get(text) ?? text;
  const problems = [
    ...withoutEqual(found, wanted, keyOf).map(({ text, start }): Problem => ({
      kind: 'tag-broken',
      severity: 'error',
      text,
      start,
    })),
    ...withoutEqual(wanted, found, keyOf).map(({ text, start }): Problem => ({
      kind: 'tag-broken',
      severity: 'error',
      text,
      sourceStart: start,
    })),
  ];
  if (problems.length > 0 || firstUnnestedTag(wanted.map(({ text }) => text)) !== undefined) return problems;
  const unnested = firstUnnestedTag(found.map(({ text }) => text));
  const tag = found.find(({ text }) => text === unnested);
  return tag === undefined ? [] : [{ kind: 'tag-broken', severity: 'error', text: tag.text, start: tag.start }];
}

function isTag({ syntax }: Placeholder): boolean {
  return syntax === 'tag';
}

const tagParts = /^<(\/?[A-Za-z0-9][\w:.-]*)([^]*?)(\/?)>$/u;
const attributes = /([^\s"'=<>/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>]+))?/gu;

/** Returns the form in which tags are compared. A comment is compared as it is. */
function tagKey(tag: string, syntaxes: readonly PlaceholderSyntax[]): string {
  const [, name, rest = '', selfClosed = ''] = tagParts.exec(tag) ?? [];
  if (name === undefined) return tag;
  if (rest.trim() === '') return `${name}${selfClosed}`;
  const parts = Array.from(
    rest.matchAll(attributes),
    ([, attribute = '', value]) => `${attribute}=${value === undefined ? '' : valueKey(attribute, value, syntaxes)}`,
  );
  // Text between the attributes is unusual, so it is compared as well.
  const unusual = rest.replace(attributes, '').replace(/\s+/gu, '');
  return JSON.stringify([name, selfClosed, unusual, ...parts.sort()]);
}

function valueKey(attribute: string, value: string, syntaxes: readonly PlaceholderSyntax[]): string {
  const quoted = /^(["'])([^]*)\1$/u.exec(value)?.[2];
  if (quoted === undefined) return value;
  if (!readAttributes.has(attribute.toLowerCase())) return quoted;
  const inside = readMessage(quoted, syntaxes).placeholders.filter(({ syntax }) => syntax !== 'entity');
  return inside
    .map(({ text }) => text)
    .sort()
    .join('\n');
}
