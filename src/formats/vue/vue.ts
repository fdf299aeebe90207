import { findLocale, isSameLocale } from '../../base/locale.ts';
import { present } from '../../base/present.ts';
import { hasWords } from '../../base/text/hasWords.ts';
import { sourceAmong } from '../code/codeLocales.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import {
  FormatError,
  type LocaleFormat,
  type OmittedEntry,
  type OnOmitted,
  type TextEdit,
  type Unit,
  type WriteContext,
} from '../kit/localeFormat.ts';
import { provenFormat, refusal, type WantedChange } from '../kit/provenFormat.ts';
import { insertText, sortEdits } from '../kit/spliceEdits.ts';
import { placeAt } from '../kit/textLocation.ts';
import { escapeKey } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { blockSyntaxes } from './blockSyntax.ts';
import { messageBlocks, vueBlocks, type MessageBlock } from './vueBlocks.ts';

/**
 * The `<i18n>` blocks of Vue's single-file components, in JSON or YAML: the component contains all locales, as keys of
 * one block or as a block for each (`<i18n locale="fr">`). A unit's id is its path below the locale.
 */
export const vue: LocaleFormat = provenFormat({
  id: 'vue',
  keysArePaths: true,
  locales: (text) => {
    const { names, source } = localesOf(text);
    // All: locales that the component lacks are added to it, too.
    return { source, targets: names.filter((name) => name !== source), all: true };
  },
  units: (text, locale) => {
    const { source = '' } = localesOf(text);
    let units = readLocale(text, locale ?? source);
    if (!isSameLocale(locale ?? source, source)) units = withUntranslated(units, readLocale(text, source));
    return Array.from(units.values(), ({ unit }) => unit);
  },
  omitted: (text, locale) => omittedIn(text, locale),
  edits: editsOf,
});

/** A unit, and the block that contains it. */
interface BlockUnit {
  readonly unit: Unit;
  readonly block: MessageBlock;
}

/** The locales of a component. */
interface Locales {
  /** Spelled as in the component. */
  readonly names: readonly string[];
  readonly source: string | undefined;
}

function localesOf(text: string): Locales {
  const names = new Set(messageBlocks(text).flatMap((block) => localesIn(text, block)));
  return { names: [...names], source: names.size === 0 ? undefined : sourceAmong([...names]) };
}

function localesIn(text: string, block: MessageBlock): readonly string[] {
  if (block.locale !== undefined) return [block.locale];
  return readBlock(text, block, (content) => blockSyntaxes[block.lang].locales(content));
}

/** Returns the omitted entries of a locale, and the blocks in languages that are not read. */
function omittedIn(text: string, locale: string | undefined): readonly OmittedEntry[] {
  const { source = '' } = localesOf(text);
  const omitted: OmittedEntry[] = [];
  readLocale(text, locale ?? source, (entry) => omitted.push(entry));
  const read = new Set(messageBlocks(text).map(({ start }) => start));
  for (const { name, attributes, start, contentStart, contentEnd } of vueBlocks(text)) {
    const isUnread = name === 'i18n' && attributes['src'] === undefined && !read.has(start);
    if (isUnread && hasWords(text.slice(contentStart, contentEnd)))
      omitted.push({ start, reason: because('entry-kind') });
  }
  return omitted;
}

/** Returns the units of a locale by id; of several with the same id, the last counts, as in vue-i18n. */
function readLocale(text: string, locale: string, onOmitted?: OnOmitted): ReadonlyMap<string, BlockUnit> {
  const byId = new Map<string, BlockUnit>();
  const { source = locale } = localesOf(text);
  const blocks = messageBlocks(text);
  for (const block of blocks) {
    const name = findLocale(localesIn(text, block), locale);
    if (name === undefined) continue;
    const { format, withLocales, copyLocale } = blockSyntaxes[block.lang];
    const sourceContent = sourceContentOf(text, block, blocks, source);
    // A block for one locale has ids such as `cart.title`; in one for all locales, they begin with it: `fr.cart.title`.
    let prefix = '';
    const onOmittedInBlock = ({ key = '', start, ...entry }: OmittedEntry): void => {
      if (!key.startsWith(prefix) && key !== '') return;
      const ownKey = key.slice(prefix.length);
      onOmitted?.({
        ...entry,
        start: start + block.contentStart,
        ...present({ key: ownKey === '' ? undefined : ownKey }),
      });
    };
    let readContent = (content: string): readonly Unit[] =>
      format.read(content, undefined, sourceContent, onOmittedInBlock);
    if (block.locale === undefined) {
      prefix = `${escapeKey(name)}.`;
      const sourceName = findLocale(localesIn(text, block), source) ?? name;
      readContent = (content) => {
        const messagesOfSource = sourceName === name ? undefined : copyLocale(content, sourceName, name);
        return format.read(withLocales(content), undefined, messagesOfSource, onOmittedInBlock);
      };
    }
    for (const unit of readBlock(text, block, readContent)) {
      if (!unit.id.startsWith(prefix)) continue;
      const id = unit.id.slice(prefix.length);
      const [start, end] = [unit.start + block.contentStart, unit.end + block.contentStart];
      byId.set(id, { unit: { ...unit, id, start, end }, block });
    }
  }
  return byId;
}

/**
 * Returns the content of the source's first block in the syntax of a block for another locale, because the elements of
 * its lists are known by what the source's are; undefined for a block of the source, and without such a block.
 */
function sourceContentOf(
  text: string,
  block: MessageBlock,
  blocks: readonly MessageBlock[],
  source: string,
): string | undefined {
  if (block.locale === undefined || isSameLocale(block.locale, source)) return undefined;
  const sourceBlock = blocks.find(
    ({ locale, lang }) => locale !== undefined && lang === block.lang && isSameLocale(locale, source),
  );
  return sourceBlock && contentOf(text, sourceBlock);
}

/** Returns the source's units in its order, with the target's or empty texts; then the units only the target has. */
function withUntranslated(
  target: ReadonlyMap<string, BlockUnit>,
  source: ReadonlyMap<string, BlockUnit>,
): ReadonlyMap<string, BlockUnit> {
  const units = new Map<string, BlockUnit>();
  for (const [id, { unit, block }] of source) {
    const end = block.contentEnd;
    units.set(id, target.get(id) ?? { unit: { ...unit, text: '', start: end, end }, block });
  }
  for (const [id, unit] of target) if (!units.has(id)) units.set(id, unit);
  return units;
}

function editsOf({ text, context, replaced, added }: WantedChange): readonly TextEdit[] {
  // A component that contains all locales is its own source.
  const source = text === '' ? context.sourceText : text;
  const targetUnits = readLocale(source, context.targetLocale);
  const sourceUnits = readLocale(source, context.sourceLocale);
  const translations = [...replaced, ...added];
  for (const [, translation] of translations) if (/<\/i18n/i.test(translation)) throw refusal(because('vue-block-end'));
  const textsByBlockStart = Map.groupBy(translations, ([id]) => {
    const unit = targetUnits.get(id) ?? sourceUnits.get(id) ?? otherPluralForm(id, sourceUnits);
    if (unit === undefined) throw refusal(because('unit-in-neither-file', id));
    return unit.block.start;
  });
  const blocks = messageBlocks(source);
  const edits: TextEdit[] = [];
  for (const block of blocks) {
    const texts = textsByBlockStart.get(block.start);
    if (texts !== undefined) edits.push(...writeBlock(source, { block, blocks, texts: new Map(texts), context }));
  }
  return sortEdits(edits);
}

/** For a form that only the target has, `cart#few`, returns another of its plural, `cart#one`, in the same block. */
function otherPluralForm(id: string, units: ReadonlyMap<string, BlockUnit>): BlockUnit | undefined {
  const prefix = id.slice(0, id.lastIndexOf('#') + 1);
  if (prefix === '') return undefined;
  for (const [unitId, unit] of units) if (unitId.startsWith(prefix)) return unit;
  return undefined;
}

/** Texts with ids of `block`, which is for all locales, the target's or the source's; and the component's blocks. */
interface BlockChange {
  readonly block: MessageBlock;
  readonly blocks: readonly MessageBlock[];
  readonly texts: ReadonlyMap<string, string>;
  readonly context: WriteContext;
}

/** Writes texts into the block if it is for all locales, else into that of the target's locale, or into a new one. */
function writeBlock(text: string, { block, blocks, texts, context }: BlockChange): readonly TextEdit[] {
  const { format, withLocales, copyLocale } = blockSyntaxes[block.lang];
  const content = contentOf(text, block);
  if (block.locale === undefined) {
    const names = localesIn(text, block);
    const name = findLocale(names, context.targetLocale) ?? context.targetLocale;
    const sourceName = findLocale(names, context.sourceLocale) ?? name;
    const textsByFullId = new Map(Array.from(texts, ([id, translation]) => [`${escapeKey(name)}.${id}`, translation]));
    // The format compares equal ids, so the source's messages are also passed as those of the target's locale.
    const sourceText = sourceName === name ? withLocales(content) : copyLocale(content, sourceName, name);
    return toComponentEdits(block, format.write(withLocales(content), textsByFullId, { ...context, sourceText }));
  }
  const isTarget = ({ locale, lang }: MessageBlock): boolean =>
    locale !== undefined && lang === block.lang && isSameLocale(locale, context.targetLocale);
  const targetBlock = blocks.find(isTarget);
  const sourceContent = sourceContentOf(text, block, blocks, context.sourceLocale) ?? content;
  const writeContext = { ...context, sourceText: sourceContent };
  if (targetBlock !== undefined)
    return toComponentEdits(targetBlock, format.write(contentOf(text, targetBlock), texts, writeContext));
  // A new block after the source's, like it.
  const newContent = format.write('', texts, writeContext).map((edit) => edit.text);
  const messages = newContent.join('').trim();
  const lineEnd = lineEndOf(text);
  const sourceTag = text.slice(block.start, block.contentStart);
  // `<i18n locale="en">` → `<i18n locale="fr">`
  const localeAttribute = /(\slocale\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s>]+)/i;
  const tag = sourceTag.replace(localeAttribute, `$1"${context.targetLocale}"`);
  return [insertText(block.end, `${lineEnd}${lineEnd}${tag}${lineEnd}${messages}${lineEnd}</i18n>`)];
}

function contentOf(text: string, { contentStart, contentEnd }: MessageBlock): string {
  return text.slice(contentStart, contentEnd);
}

/** Turns edits of a block's content into edits of the component. They never reach what `withLocales` adds to it. */
function toComponentEdits({ contentStart, contentEnd }: MessageBlock, edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.map(({ start, end, text }) => ({
    start: Math.min(start + contentStart, contentEnd),
    end: Math.min(end + contentStart, contentEnd),
    text,
  }));
}

/** Reads a block's content; errors name the location in the component. */
function readBlock<Result>(text: string, block: MessageBlock, readContent: (content: string) => Result): Result {
  try {
    return readContent(contentOf(text, block));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { line, column } = placeAt(text, block.contentStart);
    // The first line of the content is the rest of the opening tag's line.
    throw new FormatError({
      line: line + error.line - 1,
      column: error.line === 1 ? column + error.column - 1 : error.column,
      reason: error.reason,
    });
  }
}
