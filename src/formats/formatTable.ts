import { csvKind } from './csv/csvKind.ts';
import type { LocaleFormat } from './format.ts';
import {
  hasPluralSetsByPath,
  isAngularJson,
  isChromeMessages,
  isFormatjs,
  isVsCodeMessages,
} from './json/recognizeJson.ts';
import {
  anyLibrary,
  anyProgram,
  attributeList,
  inDocuments,
  inPrograms,
  linkDestination,
  unmistakable,
  type FormatFamilies,
} from './placeholderFamilies.ts';
import { isQtText } from './qt/isQtText.ts';
import { isAndroidResources, isArrayFile, isComponentWithTexts, isPropertyList, isTextModule } from './recognize.ts';

/** A row of the table of formats: all that the rest of the product needs to know about one. */
export interface FormatRow {
  readonly id: string;
  /** The extensions of its files, in lower case. Other formats may have the same ones. */
  readonly extensions: readonly string[];
  /** Files that have a locale in place of an extension: a pattern that finds them, and the paths that count. */
  readonly withoutExtension?: { readonly glob: string; readonly path: RegExp };
  /**
   * What most files with these extensions are; messages, if absent. Of a project's code files and documents, few are
   * translations, and only the text of a component shows whether it has messages.
   */
  readonly mostly?: 'code' | 'documents' | 'components';
  /** The locales that a file holds; one, if absent. A pair are the source's texts with those of one target. */
  readonly locales?: 'pair' | 'all' | 'one-or-all';
  /** The extensions for which menus show the commands before the workspace has been searched; see `package.json`. */
  readonly inMenus?: readonly string[];
  /** The placeholder syntaxes that its texts may have. */
  readonly families: FormatFamilies;
  /** Whether a file is of this format, for one whose extension others share. Reads no more than it needs. */
  readonly recognizes?: (path: string, text: string) => boolean;
  /** Loads the format and its parser, which are a separate chunk. */
  readonly load: () => Promise<LocaleFormat>;
}

/** The Play framework's messages: `conf/messages` and `conf/messages.fr`. */
const playMessages = {
  // The folder `conf` may be the one that is searched.
  glob: '**/{messages,messages.*}',
  // `conf/messages`, `conf/messages.pt-BR`
  path: /(?:^|[\\/])conf[\\/]messages(?:\.[A-Za-z]{2,3}(?:[-_][\w-]+)?)?$/,
};

/** The first row that recognizes a file applies. To add a format, add a row. */
export const formatTable: readonly FormatRow[] = [
  {
    id: 'chrome',
    extensions: ['json'],
    families: { always: [...inPrograms, 'chrome', 'mustache'] },
    recognizes: isChromeMessages,
    load: async () => (await import('./json/chrome.ts')).chrome,
  },
  {
    id: 'package-nls',
    extensions: ['json'],
    families: { always: [...inPrograms, 'vscode', 'brace', 'code-span'] },
    recognizes: isVsCodeMessages,
    load: async () => (await import('./json/json.ts')).packageNls,
  },
  {
    id: 'angular-json',
    extensions: ['json'],
    families: { always: [...inPrograms, 'icu', 'mustache', 'brace'] },
    recognizes: (_path, text) => isAngularJson(text),
    load: async () => (await import('./json/json.ts')).angularJson,
  },
  {
    id: 'formatjs',
    extensions: ['json'],
    families: { always: [...inPrograms, 'icu', 'brace'] },
    recognizes: (_path, text) => isFormatjs(text),
    load: async () => (await import('./json/formatjs.ts')).formatjs,
  },
  {
    id: 'json-plurals',
    extensions: ['json'],
    families: anyProgram,
    recognizes: hasPluralSetsByPath,
    load: async () => (await import('./json/json.ts')).jsonPlurals,
  },
  {
    id: 'json',
    extensions: ['json', 'jsonc'],
    inMenus: ['json'],
    families: anyProgram,
    load: async () => (await import('./json/json.ts')).json,
  },
  {
    id: 'json5',
    extensions: ['json5'],
    families: anyProgram,
    load: async () => (await import('./json5/json5.ts')).json5,
  },
  {
    id: 'arb',
    extensions: ['arb'],
    families: { always: [...inPrograms, 'icu', 'brace'] },
    load: async () => (await import('./arb/arb.ts')).arb,
  },
  {
    id: 'xcstrings',
    extensions: ['xcstrings'],
    locales: 'all',
    families: { always: [...inPrograms, 'printf'] },
    load: async () => (await import('./xcstrings/xcstrings.ts')).xcstrings,
  },
  {
    id: 'strings',
    extensions: ['strings'],
    families: { always: [...inPrograms, 'printf'] },
    recognizes: (_path, text) => !isPropertyList(text),
    load: async () => (await import('./strings/appleStrings.ts')).strings,
  },
  {
    id: 'stringsdict',
    extensions: ['stringsdict'],
    families: { always: [...inPrograms, 'printf'] },
    load: async () => (await import('./stringsdict/stringsdict.ts')).stringsdict,
  },
  {
    id: 'android-xml',
    extensions: ['xml'],
    inMenus: ['xml'],
    families: { always: [...inPrograms, 'reference', 'printf', 'java-date', 'brace'] },
    recognizes: (_path, text) => isAndroidResources(text),
    load: async () => (await import('./android/android.ts')).androidXml,
  },
  {
    id: 'yaml',
    extensions: ['yaml', 'yml'],
    inMenus: ['yaml', 'yml'],
    families: anyLibrary,
    load: async () => (await import('./yaml/yaml.ts')).yaml,
  },
  {
    id: 'toml',
    extensions: ['toml'],
    families: anyLibrary,
    load: async () => (await import('./toml/toml.ts')).toml,
  },
  {
    id: 'po',
    extensions: ['po', 'pot'],
    locales: 'pair',
    inMenus: ['po'],
    families: anyLibrary,
    load: async () => (await import('./po/po.ts')).po,
  },
  {
    id: 'xliff',
    extensions: ['xliff', 'xlf'],
    locales: 'pair',
    families: { always: [...inPrograms, 'mustache', 'dollar-brace'], otherwise: ['printf', 'icu', 'brace'] },
    load: async () => (await import('./xliff/xliff.ts')).xliff,
  },
  {
    id: 'resx',
    extensions: ['resx', 'resw'],
    families: { always: [...inPrograms, 'dotnet'] },
    load: async () => (await import('./resx/resx.ts')).resx,
  },
  {
    id: 'properties',
    extensions: ['properties'],
    families: { always: [...inPrograms, 'mustache', 'dollar-brace', 'brace', 'dotnet'], otherwise: ['printf', 'icu'] },
    load: async () => (await import('./properties/properties.ts')).properties,
  },
  {
    id: 'fluent',
    extensions: ['ftl'],
    families: { always: [...inPrograms, 'fluent', 'brace'] },
    load: async () => (await import('./fluent/fluent.ts')).fluent,
  },
  {
    id: 'php',
    extensions: ['php'],
    locales: 'one-or-all',
    families: { always: [...inPrograms, ...unmistakable], otherwise: ['laravel', 'printf', 'brace'] },
    recognizes: (_path, text) => isArrayFile(text),
    load: async () => (await import('./php/php.ts')).php,
  },
  {
    id: 'qt',
    extensions: ['ts'],
    mostly: 'code',
    locales: 'pair',
    families: { always: [...inPrograms, 'qt', 'printf'] },
    recognizes: (_path, text) => isQtText(text),
    load: async () => (await import('./qt/qt.ts')).qt,
  },
  {
    id: 'typescript',
    extensions: ['ts', 'mts', 'cts'],
    mostly: 'code',
    locales: 'one-or-all',
    families: anyProgram,
    recognizes: isTextModule,
    load: async () => (await import('./module/module.ts')).typescript,
  },
  {
    id: 'javascript',
    extensions: ['js', 'mjs', 'cjs'],
    mostly: 'code',
    locales: 'one-or-all',
    families: anyProgram,
    recognizes: isTextModule,
    load: async () => (await import('./module/module.ts')).javascript,
  },
  {
    id: 'markdown',
    extensions: ['md', 'markdown'],
    mostly: 'documents',
    families: { always: [...inDocuments, 'code-span', 'mustache', linkDestination, attributeList] },
    load: async () => (await import('./markdown/markdown.ts')).markdown,
  },
  {
    id: 'mdx',
    extensions: ['mdx'],
    mostly: 'documents',
    families: { always: [...inDocuments, 'code-span', 'mustache', 'brace', linkDestination] },
    load: async () => (await import('./markdown/markdown.ts')).mdx,
  },
  {
    id: 'html',
    extensions: ['html', 'htm', 'xhtml', 'xhtm'],
    mostly: 'documents',
    families: { always: [...inDocuments, 'mustache', 'dollar-brace'] },
    load: async () => (await import('./html/html.ts')).html,
  },
  // Joomla fills in its texts with sprintf.
  {
    id: 'ini',
    extensions: ['ini'],
    families: { always: [...inPrograms, 'mustache', 'printf'], otherwise: ['brace'] },
    load: async () => (await import('./ini/ini.ts')).ini,
  },
  {
    id: 'vue',
    extensions: ['vue'],
    mostly: 'components',
    locales: 'all',
    families: { always: [...inPrograms, 'brace', 'vue-link'] },
    recognizes: (_path, text) => isComponentWithTexts(text),
    load: async () => (await import('./vue/vue.ts')).vue,
  },
  {
    id: 'csv',
    extensions: ['csv', 'tsv'],
    locales: 'one-or-all',
    families: anyProgram,
    recognizes: (_path, text) => csvKind(text) === 'csv',
    load: async () => (await import('./csv/csv.ts')).csv,
  },
  {
    id: 'csv-texts',
    extensions: ['csv', 'tsv'],
    families: anyProgram,
    recognizes: (_path, text) => csvKind(text) === 'csv-texts',
    load: async () => (await import('./csv/csv.ts')).csvTexts,
  },
  {
    id: 'srt',
    extensions: ['srt'],
    mostly: 'documents',
    families: { always: ['url', 'tag'] },
    load: async () => (await import('./subtitles/subtitles.ts')).srt,
  },
  {
    id: 'vtt',
    extensions: ['vtt'],
    mostly: 'documents',
    families: { always: ['url', 'tag', 'entity'] },
    load: async () => (await import('./subtitles/subtitles.ts')).vtt,
  },
  // Play fills in its texts with java.text.MessageFormat.
  {
    id: 'play',
    extensions: [],
    withoutExtension: playMessages,
    families: { always: [...inPrograms, 'icu', 'dotnet', 'brace'] },
    load: async () => (await import('./play/play.ts')).play,
  },
];
