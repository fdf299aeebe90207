import { present } from '../../base/present.ts';
import type { TextRange } from '../kit/localeFormat.ts';

/** An `<i18n>` block of a Vue component, or another top-level block. */
export interface VueBlock {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The start of its opening tag. */
  readonly start: number;
  /** The range between its tags. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The end of its closing tag. */
  readonly end: number;
}

/** Matches a comment, or an opening tag, whose attributes may contain `>` in quotes. Groups: name and attributes. */
const nextTag = /<!--[^]*?-->|<([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/giy;
/** Matches a comment, or an opening or closing tag of a template. */
const templateTag = /<!--[^]*?-->|<(\/?)template\b(?:"[^"]*"|'[^']*'|[^"'>])*>/giy;
/** Matches `src="a.json"`, `lang='yaml'`, `lang=yaml` and `global`. */
const attributePattern = /([\w:@.-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** Returns the top-level blocks of a component, up to the first that isn't closed. Runs in linear time. */
export function vueBlocks(text: string): readonly VueBlock[] {
  const blocks: VueBlock[] = [];
  for (let offset = text.indexOf('<'); offset >= 0; offset = text.indexOf('<', offset)) {
    nextTag.lastIndex = offset;
    const tag = nextTag.exec(text);
    if (tag === null) {
      offset += 1;
      continue;
    }
    offset = nextTag.lastIndex;
    const name = tag[1]?.toLowerCase();
    const attributesText = tag[2] ?? '';
    // A comment, or `<i18n src="…" />`.
    if (name === undefined || attributesText.endsWith('/')) continue;
    const isTemplate = name === 'template';
    const closingTag = isTemplate ? closingTagOfTemplate(text, offset) : closingTagOfRawBlock(text, offset, name);
    if (closingTag === undefined) break;
    blocks.push({
      name,
      attributes: attributesOf(attributesText),
      start: tag.index,
      contentStart: offset,
      contentEnd: closingTag.start,
      end: closingTag.end,
    });
    offset = closingTag.end;
  }
  return blocks;
}

/** Returns the first closing tag: the content of all blocks but `<template>` is raw text. */
function closingTagOfRawBlock(text: string, from: number, name: string): TextRange | undefined {
  const tagPattern = new RegExp(`</${name}\\s*>`, 'gi');
  tagPattern.lastIndex = from;
  const tag = tagPattern.exec(text);
  return tag === null ? undefined : { start: tag.index, end: tagPattern.lastIndex };
}

/** Returns the closing tag of a template, which may contain other templates. */
function closingTagOfTemplate(text: string, from: number): TextRange | undefined {
  let depth = 1;
  for (let offset = text.indexOf('<', from); offset >= 0; offset = text.indexOf('<', offset)) {
    templateTag.lastIndex = offset;
    const tag = templateTag.exec(text);
    if (tag === null) {
      offset += 1;
      continue;
    }
    offset = templateTag.lastIndex;
    // A comment, or `<template … />`.
    if (tag[1] === undefined || tag[0].endsWith('/>')) continue;
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return { start: tag.index, end: offset };
  }
  return undefined;
}

function attributesOf(attributesText: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', inDouble, inSingle, unquoted] of attributesText.matchAll(attributePattern))
    attributes[name.toLowerCase()] = inDouble ?? inSingle ?? unquoted ?? '';
  return attributes;
}

/** The attributes of an `<i18n>` block that say how to read it. */
export interface MessageBlock extends VueBlock {
  readonly lang: 'json' | 'yaml';
  /** The locale of all its messages; absent: its keys name the locales. */
  readonly locale?: string;
}

const langs: Readonly<Record<string, MessageBlock['lang']>> = { json: 'json', yaml: 'yaml', yml: 'yaml' };

/**
 * Returns the blocks with messages (vue-i18n, "Single File Components"): in JSON, the default, or in YAML. Blocks in
 * other languages, and those whose messages are in another file (`src`), are left out.
 */
export function messageBlocks(text: string): readonly MessageBlock[] {
  return vueBlocks(text).flatMap((block): readonly MessageBlock[] => {
    const { lang: writtenLang = 'json', locale, src } = block.attributes;
    const lang = langs[writtenLang];
    if (block.name !== 'i18n' || lang === undefined || src !== undefined) return [];
    return [{ ...block, lang, ...present({ locale }) }];
  });
}
