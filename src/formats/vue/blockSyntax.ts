import { isLocaleName } from '../code/isLocaleName.ts';
import { json } from '../json/json.ts';
import { isContainer as isJsonContainer, parseJson } from '../json/jsonTree.ts';
import type { LocaleFormat } from '../kit/localeFormat.ts';
import { lineStartOf } from '../kit/trivia.ts';
import { isContainer, liveMembers, type YamlContainer } from '../yaml/yamlTree.ts';
import { parseYaml } from '../yaml/parseYaml.ts';
import { yaml } from '../yaml/yaml.ts';

/** How the messages of several locales are written in one block. */
export interface BlockSyntax {
  readonly format: LocaleFormat;
  /** Returns the keys that name locales, as written. */
  readonly locales: (content: string) => readonly string[];
  /** Returns the content, if necessary with an addition at its end, so that the format's ids begin with the locale. */
  readonly withLocales: (content: string) => string;
  /** Returns a text with the messages of `locale` twice: as they are, and as those of `newLocale`. */
  readonly copyLocale: (content: string, locale: string, newLocale: string) => string;
}

const jsonSyntax: BlockSyntax = {
  format: json,
  locales: (content) => {
    if (content.trim() === '') return [];
    const containers = parseJson(content).members.filter(({ value }) => isJsonContainer(value));
    return containers.map(({ key }) => key).filter(isLocaleName);
  },
  withLocales: (content) => content,
  copyLocale: (content, locale, newLocale) => {
    const { start = 0, end = 0 } = parseJson(content).members.findLast(({ key }) => key === locale)?.value ?? {};
    const messages = content.slice(start, end);
    return `{ ${JSON.stringify(locale)}: ${messages}, ${JSON.stringify(newLocale)}: ${messages} }`;
  },
};

const yamlSyntax: BlockSyntax = {
  format: yaml,
  locales: (content) => {
    const containers = rootOf(content)?.members.filter(({ value }) => isContainer(value)) ?? [];
    return containers.map(({ key }) => key).filter(isLocaleName);
  },
  // The format drops a single key that names a locale from its ids, as Rails does. A second key prevents that.
  withLocales: (content) => {
    const root = rootOf(content);
    if (root?.members.length !== 1) return content;
    return `${content}\n${' '.repeat(root.column)}__: {}\n`;
  },
  copyLocale: (content, locale, newLocale) => {
    const root = rootOf(content);
    const members = root === undefined ? [] : liveMembers(root);
    const member = members.find(({ key }) => key === locale);
    if (member === undefined) return content;
    // `en:⏎  home: Home` → the same, and `fr:⏎  home: Home`.
    const nextMember = members.find(({ start }) => start > member.start);
    const start = lineStartOf(content, member.start);
    const end = nextMember === undefined ? content.length : lineStartOf(content, nextMember.start);
    const messages = content.slice(member.keyEnd, end).trimEnd();
    const original = content.slice(start, member.keyEnd) + messages;
    const indent = content.slice(start, member.keyStart);
    return `${original}\n${indent}${newLocale}${messages}\n`;
  },
};

function rootOf(content: string): YamlContainer | undefined {
  const { root } = parseYaml(content);
  return isContainer(root) ? root : undefined;
}

/** The syntax of each `lang`. */
export const blockSyntaxes: Readonly<Record<'json' | 'yaml', BlockSyntax>> = { json: jsonSyntax, yaml: yamlSyntax };
