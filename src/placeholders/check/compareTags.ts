import { readMessage, type Message } from '../read/readMessage.ts';
import { firstUnnestedTag, isHtmlElement, isVoidElement } from '../read/tags.ts';
import { isLocalAddress } from './addresses.ts';
import { readsHtmlTags } from './reader.ts';
import { withoutEqual } from './withoutEqual.ts';
import type { Placeholder, PlaceholderSyntax, Problem } from '../read/placeholder.ts';

/** Attributes with readable text: their words are translated, and only the placeholders in them are compared. */
const textAttributes = new Set(
  (
    'alt title placeholder label summary aria-label aria-description aria-placeholder ' +
    'aria-roledescription aria-valuetext'
  ).split(' '),
);

/** Elements of XLIFF that represent a piece of the original's markup: programs read their ids only. */
const xliffElements = new Set(['x', 'ph', 'pc', 'g', 'bx', 'ex', 'bpt', 'ept', 'it', 'sc', 'ec']);
/** Attributes of such elements that only translators read. */
const noteAttributes = /^(?:equiv(?:-text|Start|End)?|disp(?:Start|End)?|ctype|type|subType)$/u;
/** Values of `rel` that change neither the text nor where a link leads. */
const securityValue = /^(?:noopener|noreferrer|nofollow|external)$/u;

/** What is known about the program that reads the texts, and the translation's language. */
export interface ReadBy {
  readonly syntaxes: readonly PlaceholderSyntax[];
  readonly targetLocale?: string | undefined;
}

/**
 * Returns errors for tags that the translation lacks, repeats, or nests differently. Two tags are the same if their
 * names and attributes are; the order, quotes and whitespace of attributes do not matter. The words of a title or an
 * alternative text may differ, and a link may lead to the same site in the translation's language. Android's
 * `<xliff:g>` is only a note for translators: the program that reads the text sees its content alone.
 */
export function compareTags(source: Message, translation: Message, readBy: ReadBy): readonly Problem[] {
  const sourceTags = source.placeholders.filter(isTag);
  const tags = translation.placeholders.filter(isTag);
  const noteProblems = unnested(translation.placeholders.filter(isNote));
  if (sourceTags.length === 0 && tags.length === 0) return noteProblems;
  const keyByText = new Map([...sourceTags, ...tags].map(({ text }) => [text, tagKey(text, readBy)]));
  const keyOf = ({ text }: Placeholder): string => keyByText.get(text) ?? text;
  const { missing, extra } = withoutLocalLinks(
    withoutEqual(sourceTags, tags, keyOf),
    withoutEqual(tags, sourceTags, keyOf),
    readBy,
  );
  const samples = translatedSamples(source, translation, missing, readBy);
  const sampleStarts = new Set(samples.problems.map(({ start }) => start));
  const isOnlyEmphasis = missing.length === 0 && isEmphasis(sourceTags, extra, readBy);
  const severity = isOnlyEmphasis && unnested(tags).length === 0 ? 'warning' : 'error';
  const problems: Problem[] = [...noteProblems, ...samples.problems];
  for (const { text, start } of extra) {
    if (!sampleStarts.has(start)) problems.push({ kind: 'tag-broken', severity, text, start });
  }
  for (const tag of missing) {
    if (samples.pairedSamples.has(tag)) continue;
    problems.push({ kind: 'tag-broken', severity: 'error', text: tag.text, sourceStart: tag.start });
  }
  if (problems.length > 0 || firstUnnestedTag(sourceTags.map(({ text }) => text)) !== undefined) return problems;
  return unnested(tags);
}

/** A word in angle brackets, in any script, that a user or a program has to replace: `<имя файла>`. */
const wordInBrackets = /<\p{L}[^<>\n="/]{0,80}>/gu;
/** `<name>`, which may be a tag. */
const possibleTag = /^<([A-Za-z][\w-]*)>$/u;
/** `</name`. */
const endTag = /<\/[A-Za-z][\w-]*/gu;
/** `<file-name>`. Names with capital letters are usually elements of XML. */
const sampleWord = /^<([a-z][a-z_-]*)>$/u;

/**
 * Pairs samples, such as `<filename>` in the help of a command, with words in angle brackets that a translation has
 * instead: `<Dateiname>`. Returns a warning for each such word, because a program could search for `<filename>`. A
 * sample is no element of HTML, and the source never closes it.
 */
function translatedSamples(
  source: Message,
  translation: Message,
  missing: readonly Placeholder[],
  { syntaxes }: ReadBy,
): { readonly pairedSamples: ReadonlySet<Placeholder>; readonly problems: readonly Problem[] } {
  const endTags = new Set(source.text.match(endTag));
  const samples = missing.filter(({ text }) => {
    const [, name] = sampleWord.exec(text) ?? [];
    return name !== undefined && !isHtmlElement(name) && !endTags.has(`</${name}`);
  });
  // In an ICU message, every tag is an element. `dotnet` shows that the message is Java's, which leaves tags to HTML.
  if (samples.length === 0 || (syntaxes.includes('icu') && !syntaxes.includes('dotnet')))
    return { pairedSamples: new Set(), problems: [] };
  const bracketedInSource = new Set(source.text.match(wordInBrackets));
  const sampleNames = new Set(samples.map(({ text }) => lettersOf(text)));
  const translatedWords = [...translation.text.matchAll(wordInBrackets)].filter(([text]) => {
    const [, name = ''] = possibleTag.exec(text) ?? [];
    // `<FileName>` for `<filename>` is a damaged sample.
    return !isHtmlElement(name) && !bracketedInSource.has(text) && !sampleNames.has(lettersOf(text));
  });
  return {
    pairedSamples: new Set(samples.slice(0, translatedWords.length)),
    problems: translatedWords
      .slice(0, samples.length)
      .map(({ 0: text, index }): Problem => ({ kind: 'tag-broken', severity: 'warning', text, start: index })),
  };
}

/** `<file-name>` and `<filename>` are both `filename`. */
function lettersOf(text: string): string {
  return text.replace(/\P{L}+/gu, '').toLowerCase();
}

/** Elements that only emphasize words. */
const emphasis = /^<\/?(?:b|strong|i|em|u)>$/iu;

/** Whether all extra tags only emphasize words, and one of `tags` shows that the text is HTML. */
function isEmphasis(tags: readonly Placeholder[], extra: readonly Placeholder[], { syntaxes }: ReadBy): boolean {
  const isHtml = readsHtmlTags(syntaxes) && tags.some(({ text }) => isHtmlElement(tagParts.exec(text)?.[1] ?? ''));
  return isHtml && extra.every(({ text }) => emphasis.test(text));
}

/** Returns an error for the first tag that is not nested correctly. */
function unnested(tags: readonly Placeholder[]): readonly Problem[] {
  const unnestedText = firstUnnestedTag(tags.map(({ text }) => text));
  const tag = tags.find(({ text }) => text === unnestedText);
  if (tag === undefined) return [];
  return [{ kind: 'tag-broken', severity: 'error', text: tag.text, start: tag.start }];
}

/** Removes links that lead to the same site in the translation's language: `https://de.…` for `https://en.…`. */
function withoutLocalLinks(
  missing: readonly Placeholder[],
  extra: readonly Placeholder[],
  readBy: ReadBy,
): { readonly missing: readonly Placeholder[]; readonly extra: readonly Placeholder[] } {
  const { targetLocale } = readBy;
  if (targetLocale === undefined || missing.length === 0 || extra.length === 0) return { missing, extra };
  // `<a href="https://example.com">` has the key of `<a href="">`.
  const keyWithoutAddress = ({ text }: Placeholder): string => tagKey(text.replace(link, '$1=""'), readBy);
  // Reversed, so that the last item of a list is the first one in the text.
  const missingByKey = Map.groupBy(missing.toReversed(), keyWithoutAddress);
  const paired = new Set<Placeholder>();
  for (const added of extra) {
    const alikeTags = missingByKey.get(keyWithoutAddress(added));
    const original = alikeTags?.at(-1);
    const [originalAddress, address] = [addressIn(original?.text), addressIn(added.text)];
    if (original === undefined || originalAddress === undefined || address === undefined) continue;
    if (!isLocalAddress(originalAddress, address, targetLocale)) continue;
    paired.add(added).add(original);
    alikeTags?.pop();
  }
  return { missing: missing.filter((tag) => !paired.has(tag)), extra: extra.filter((tag) => !paired.has(tag)) };
}

/** `href="https://example.com"`, in either kind of quotes. */
const link = /\b(href|src)\s*=\s*(?:"[^"]*"|'[^']*')/iu;

/** Returns the address of a link: the attribute without its name and its quotes. */
function addressIn(tag: string | undefined): string | undefined {
  return link.exec(tag ?? '')?.[0].replace(/^[^"']*["']|["']$/gu, '');
}

function isTag(placeholder: Placeholder): boolean {
  return placeholder.syntax === 'tag' && !isNote(placeholder);
}

/** Whether a tag is one of Android's notes for translators: `<xliff:g>`. */
function isNote({ syntax, text }: Placeholder): boolean {
  return syntax === 'tag' && /^<\/?xliff:/u.test(text);
}

/** `<a href="x"/>`: the name `a`, the text after it, ` href="x"`, and the slash. A closing tag's name is `/a`. */
const tagParts = /^<(\/?[A-Za-z0-9][\w:.-]*)([^]*?)(\/?)>$/u;
/** `href="x"`: the name, and the value with its quotes; an attribute such as `disabled` has no value. */
const attributes = /([^\s"'=<>/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>]+))?/gu;

/** Returns the form in which tags are compared. A comment is compared as it is. */
function tagKey(tag: string, readBy: ReadBy): string {
  const [, writtenName, afterName = '', slash = ''] = tagParts.exec(tag) ?? [];
  if (writtenName === undefined) return tag;
  const isHtml = readsHtmlTags(readBy.syntaxes) && isHtmlElement(writtenName);
  const name = isHtml ? writtenName.toLowerCase() : writtenName;
  // HTML ignores the slash: `<br>` is `<br/>`.
  const significantSlash = isHtml && isVoidElement(name) ? '' : slash;
  if (afterName.trim() === '') return `${name}${significantSlash}`;
  const parts: string[] = [];
  for (const [, attribute = '', value = ''] of afterName.matchAll(attributes)) {
    if (xliffElements.has(name) && noteAttributes.test(attribute)) continue;
    const part = `${attribute}=${valueKey(attribute, value, readBy.syntaxes)}`;
    // `rel="nofollow"` alone is as good as no `rel`.
    if (part !== 'rel=') parts.push(part);
  }
  // Text between the attributes is unusual, so it is compared as well.
  const textBetween = afterName.replace(attributes, '').replace(/\s+/gu, '');
  return JSON.stringify([name, significantSlash, textBetween, ...parts.sort()]);
}

/** Returns the form in which the values of an attribute are compared: `color : red; → color:red`. */
function valueKey(attribute: string, value: string, syntaxes: readonly PlaceholderSyntax[]): string {
  // The text between the quotes of `"x"` or `'x'`.
  const quoted = /^(["'])([^]*)\1$/u.exec(value)?.[2];
  if (quoted === undefined) return value;
  const name = attribute.toLowerCase();
  if (name === 'style')
    return quoted
      .replace(/\s*([:;,])\s*/gu, '$1')
      .replace(/;$/u, '')
      .trim();
  if (name === 'rel')
    return quoted
      .split(/\s+/u)
      .filter((part) => !securityValue.test(part))
      .join(' ');
  if (!textAttributes.has(name)) return quoted.replace(/&(?:apos|#39);/gu, "'");
  const placeholders = readMessage(quoted, syntaxes).placeholders.filter(({ syntax }) => syntax !== 'entity');
  const placeholderTexts = placeholders.map(({ text }) => text);
  return placeholderTexts.sort().join('\n');
}
