import { noteAttributes, xliffElements } from '../read/inlineElements.ts';
import { readMessage, type Message } from '../read/readMessage.ts';
import { readFluentTree } from '../choices/readFluentTree.ts';
import { readIcuTree } from '../choices/readIcuTree.ts';
import { isCounterpart, shownTexts, type ShownText } from '../choices/shownTexts.ts';
import { drawnElements, plainTagName, type DrawnElements } from '../read/shownElements.ts';
import { firstUnnestedTag, isHtmlElement, isVoidElement } from '../read/tags.ts';
import {
  hasRemainsOfTags,
  hasRootForLooks,
  inlinesOfManual,
  isChat,
  isChatLook,
  isRoot,
  lookOfInline,
} from '../read/looks.ts';
import { isEncryptedAddress, isLocalAddress } from './addresses.ts';
import { readsHtmlTags, readsMessageFormat } from './reader.ts';
import { withoutEqual } from './placeholderKeys.ts';
import {
  asWarning,
  errorAt,
  type FormNumber,
  type Placeholder,
  type PlaceholderSyntax,
  type Problem,
} from '../read/placeholder.ts';
import { isAdvisedNumber, isOptionalNumber } from './formNumbers.ts';

/** Attributes with readable text: their words are translated, and only the placeholders in them are compared. */
const textAttributes = new Set(
  (
    'alt title placeholder label summary aria-label aria-description aria-placeholder ' +
    'aria-roledescription aria-valuetext'
  ).split(' '),
);

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
 * `<xliff:g>` is only a note for translators: the program that reads the text sees its content alone. `numbers`: elements
 * that a plural form may lack.
 */
export function compareTags(
  source: Message,
  translation: Message,
  readBy: ReadBy,
  numbers: readonly FormNumber[] = [],
): readonly Problem[] {
  const problems = problemsOfTexts(source, translation, readBy) ?? tagProblems(source, translation, readBy);
  return withLenientNumbers(problems, numbers);
}

/**
 * Compares the tags of messages with choices in each text that they can show: a translation has other forms than its
 * source, and may have a whole sentence with its tags in each. Undefined for other texts, and for too many.
 */
function problemsOfTexts(source: Message, translation: Message, readBy: ReadBy): readonly Problem[] | undefined {
  if (!source.placeholders.some(isTag) && !translation.placeholders.some(isTag)) return undefined;
  // Two choices by one value, such as `one` and `=1`, have texts that no value shows.
  if (source.text === translation.text) return [];
  const [sourceTexts, texts] = [textsOf(source, readBy), textsOf(translation, readBy)];
  if (sourceTexts === undefined || texts === undefined || sourceTexts.length + texts.length <= 2) return undefined;
  const problems = new Map<string, Problem>();
  for (const text of texts) {
    const message = readMessage(text.text, ['tag']);
    const problemLists = sourceTexts
      .filter((sourceText) => isCounterpart(sourceText, text))
      .map((sourceText) => tagProblems(readMessage(sourceText.text, ['tag']), message, readBy));
    const [fewestProblems = []] = problemLists.sort((a, b) => a.length - b.length);
    for (const { sourceStart, start, ...problem } of fewestProblems) {
      // The offsets are those of the text that is shown.
      const location =
        start === undefined
          ? { sourceStart: source.text.indexOf(problem.text) }
          : { start: Math.max(translation.text.indexOf(problem.text), 0) };
      const located = sourceStart === undefined && start === undefined ? problem : { ...problem, ...location };
      problems.set(JSON.stringify(located), located);
    }
  }
  return [...problems.values()];
}

/** Returns the texts that a message can show; undefined if it has no choices, or too many. */
function textsOf({ text, icu, within }: Message, { syntaxes }: ReadBy): readonly ShownText[] | undefined {
  if (within !== undefined) return undefined;
  const nodes = syntaxes.includes('fluent') ? readFluentTree(text) : icu && readIcuTree(text);
  return nodes && shownTexts(nodes);
}

/** Makes the absence of elements that are numbers as lenient as that of other numbers. */
function withLenientNumbers(problems: readonly Problem[], numbers: readonly FormNumber[]): readonly Problem[] {
  return problems.flatMap((problem): readonly Problem[] => {
    const isMissing = problem.kind === 'tag-broken' && problem.start === undefined;
    const number = isMissing ? numbers.find(({ text }) => text === problem.text) : undefined;
    if (number === undefined) return [problem];
    if (isOptionalNumber(number)) return [];
    return [isAdvisedNumber(number) ? { ...problem, severity: 'warning' } : problem];
  });
}

function tagProblems(source: Message, translation: Message, readBy: ReadBy): readonly Problem[] {
  const isRootLook = hasRootForLooks(translation, readBy.syntaxes);
  const isCompared = (placeholder: Placeholder): boolean =>
    isTag(placeholder) && !isDropped(placeholder, readBy) && !(isRootLook && isRoot(placeholder.text));
  const sourceTags = source.placeholders.filter(isCompared);
  const tagsAndProse = translation.placeholders.filter(isCompared);
  const noteProblems = [
    ...unnested(translation.placeholders.filter(isNote)),
    ...(isRootLook ? rootProblems(source, translation) : []),
  ];
  if (sourceTags.length === 0 && tagsAndProse.length === 0) return noteProblems;
  // Where the text has arguments, MessageFormat shows two apostrophes as one: `<a href=''{0}''>`.
  const isFormatted = readsMessageFormat(readBy.syntaxes) && /\{\d/u.test(source.text);
  const asShown = (text: string): string => (isFormatted ? text.replaceAll("''", "'") : text);
  const keyByText = new Map([...sourceTags, ...tagsAndProse].map(({ text }) => [text, tagKey(asShown(text), readBy)]));
  const keyOf = ({ text }: Placeholder): string => keyByText.get(text) ?? text;
  const prose = translatedProse(source, translation, withoutEqual(tagsAndProse, sourceTags, keyOf));
  const tags = tagsAndProse.filter((tag) => !prose.has(tag));
  const different = withoutLocalLinks(
    withoutEqual(sourceTags, tags, keyOf),
    withoutEqual(tags, sourceTags, keyOf),
    readBy,
  );
  if (looksAlike(different.missing, different.extra, readBy) && unnested(tags).length === 0)
    return [...noteProblems, ...different.extra.map(asTagWarning)];
  const looks = new Set([
    ...looksOfChat(source, translation, different, readBy),
    ...looksOfManual(tags, different, readBy),
  ]);
  const missing = different.missing.filter((tag) => !looks.has(tag));
  const extra = different.extra.filter((tag) => !looks.has(tag));
  const samples = translatedSamples(source, translation, { missing, prose }, readBy);
  const sampleStarts = new Set(samples.problems.map(({ start }) => start));
  const severity = missing.length === 0 && onlyFormat(sourceTags, tags, extra, readBy) ? 'warning' : 'error';
  const problems: Problem[] = [
    ...noteProblems,
    ...samples.problems,
    ...different.extra.filter((tag) => looks.has(tag)).map(asTagWarning),
    ...different.missing.filter((tag) => looks.has(tag)).map(asMissingTagWarning),
  ];
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

/** Returns a warning if only one of two texts begins as a document, `<html>`. */
function rootProblems(source: Message, translation: Message): readonly Problem[] {
  const rootOf = ({ placeholders }: Message): Placeholder | undefined =>
    placeholders.find((one) => isTag(one) && isRoot(one.text));
  const [sourceRoot, root] = [rootOf(source), rootOf(translation)];
  if (sourceRoot !== undefined && root === undefined) return [asMissingTagWarning(sourceRoot)];
  return sourceRoot === undefined && root !== undefined ? [asTagWarning(root)] : [];
}

/** Whether the tags of two lists are drawn alike: browsers draw `<strong>` as `<b>`, and `<em>` as `<i>` (HTML, §15.3.4). */
function looksAlike(missing: readonly Placeholder[], extra: readonly Placeholder[], readBy: ReadBy): boolean {
  if (missing.length === 0 || missing.length !== extra.length || !readsHtmlTags(readBy.syntaxes)) return false;
  const lookOf = ({ text }: Placeholder): string =>
    tagKey(text.replace(/^(<\/?)strong\b/iu, '$1b').replace(/^(<\/?)em\b/iu, '$1i'), readBy);
  return withoutEqual(missing, extra, lookOf).length === 0;
}

function asTagWarning({ text, start }: Placeholder): Problem {
  return asWarning(errorAt('tag-broken', text, start));
}

function asMissingTagWarning({ text, start }: Placeholder): Problem {
  return { kind: 'tag-broken', severity: 'warning', text, sourceStart: start };
}

/** The tags that one of the texts lacks. */
interface TagDifference {
  readonly missing: readonly Placeholder[];
  readonly extra: readonly Placeholder[];
}

/** Returns the tags of a difference that only color words of a chat, if no remains of them are shown. */
function looksOfChat(
  source: Message,
  translation: Message,
  { missing, extra }: TagDifference,
  { syntaxes }: ReadBy,
): readonly Placeholder[] {
  if (missing.length + extra.length === 0 || !isChat(syntaxes)) return [];
  const looks = missing.filter(({ text }) => isChatLook(text));
  const missingTexts = looks.map(({ text }) => text);
  if (hasRemainsOfTags(source, translation, missingTexts)) return [];
  // An end tag alone is shown.
  const isDrawn = ({ text }: Placeholder): boolean =>
    !text.startsWith('</') || translation.text.includes(text.replace('/', ''));
  return [...looks, ...extra.filter((tag) => isChatLook(tag.text) && isDrawn(tag))];
}

/** Returns the tags of a difference that replace one another in a manual: `<gui>` and `<gui style="menuitem">`, or `<app>`. */
function looksOfManual(
  tags: readonly Placeholder[],
  { missing, extra }: TagDifference,
  { syntaxes }: ReadBy,
): readonly Placeholder[] {
  const inlines = missing.length > 0 && extra.length > 0 ? inlinesOfManual(syntaxes) : undefined;
  if (inlines === undefined || unnested(tags).length > 0) return [];
  const isInline = ({ text }: Placeholder): boolean => lookOfInline(text, inlines) !== undefined;
  const lookOf = ({ text }: Placeholder): string => lookOfInline(text, inlines) ?? text;
  const [lost, added] = [missing.filter(isInline), extra.filter(isInline)];
  const isReplaced = withoutEqual(lost, added, lookOf).length + withoutEqual(added, lost, lookOf).length === 0;
  return isReplaced ? [...lost, ...added] : [];
}

/** Whether a tag is a comment in Android's resources: aapt2 drops it, in a string as well. */
function isDropped({ text }: Placeholder, { syntaxes }: ReadBy): boolean {
  return text.startsWith('<!--') && syntaxes.includes('java-date');
}

/** Words in angle brackets, in any script: `<not set>`, `< Unknown Channel >`. */
const proseInBrackets = /<\s?\p{L}[^<>\n="/]{0,80}>/gu;

/**
 * Returns the words in angle brackets that look like a tag only in the translation: `<nincs>` for `<not set>`. As many
 * are words as the source has in angle brackets without tags.
 */
function translatedProse(
  source: Message,
  translation: Message,
  extra: readonly Placeholder[],
): ReadonlySet<Placeholder> {
  if (extra.length === 0) return new Set();
  const countProse = ({ text, placeholders }: Message): number => {
    const tagStarts = new Set(placeholders.filter(isTag).map(({ start }) => start));
    return [...text.matchAll(proseInBrackets)].filter(({ index }) => !tagStarts.has(index)).length;
  };
  const words = extra.filter(({ text }) => {
    const [, name = ''] = possibleTag.exec(text) ?? [];
    return name !== '' && !isHtmlElement(name) && !translation.text.includes(`</${name}`);
  });
  const allowedCount = Math.max(0, countProse(source) - countProse(translation));
  return new Set(words.slice(0, allowedCount));
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
 * instead: `<Dateiname>`, unless they translate prose. Returns a warning for each such word, because a program could
 * search for `<filename>`. A sample is no element of HTML, and the source never closes it.
 */
function translatedSamples(
  source: Message,
  translation: Message,
  { missing, prose }: { readonly missing: readonly Placeholder[]; readonly prose: ReadonlySet<Placeholder> },
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
  const proseStarts = new Set(Array.from(prose, ({ start }) => start));
  const translatedWords = [...translation.text.matchAll(wordInBrackets)].filter(({ 0: text, index }) => {
    if (proseStarts.has(index)) return false;
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

/**
 * Whether all extra tags only format words, as the program draws them: one of the source's tags shows that the text is
 * HTML, or other texts of the file do. Elements with end tags have to be closed.
 */
function onlyFormat(
  sourceTags: readonly Placeholder[],
  tags: readonly Placeholder[],
  extra: readonly Placeholder[],
  { syntaxes }: ReadBy,
): boolean {
  const isHtml =
    readsHtmlTags(syntaxes) && sourceTags.some(({ text }) => isHtmlElement(tagParts.exec(text)?.[1] ?? ''));
  const elements = drawnElements(syntaxes, isHtml);
  const sourceNames = new Set(sourceTags.map(({ text }) => plainTagName(text)?.toLowerCase()));
  const isDrawn = ({ text }: Placeholder): boolean => {
    const name = plainTagName(text) ?? '';
    // `<br><br>` for `<br>` is probably a repetition.
    const isRepeated = isVoidElement(name) && sourceNames.has(name.toLowerCase());
    return elements.draws(name) && !isRepeated;
  };
  return extra.every(isDrawn) && unnested(tags.filter(({ text }) => !isUnclosed(text, elements))).length === 0;
}

/** Whether a tag is of an element that never has an end tag, as a color of a chat. */
function isUnclosed(tag: string, { draws, hasEndTag }: DrawnElements): boolean {
  const name = plainTagName(tag);
  return name !== undefined && draws(name) && !hasEndTag(name);
}

/** Returns an error for the first tag that is not nested correctly. */
function unnested(tags: readonly Placeholder[]): readonly Problem[] {
  const unnestedText = firstUnnestedTag(tags.map(({ text }) => text));
  const tag = tags.find(({ text }) => text === unnestedText);
  if (tag === undefined) return [];
  return [{ kind: 'tag-broken', severity: 'error', text: tag.text, start: tag.start }];
}

/**
 * Removes links that lead to the same site in the translation's language, `https://de.…` for `https://en.…`, or to the
 * same page, encrypted.
 */
function withoutLocalLinks(
  missing: readonly Placeholder[],
  extra: readonly Placeholder[],
  readBy: ReadBy,
): TagDifference {
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
    const isSamePage =
      isLocalAddress(originalAddress, address, targetLocale) || isEncryptedAddress(originalAddress, address);
    if (!isSamePage) continue;
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
