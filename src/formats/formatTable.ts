import { csvKind, isDictionary } from './csv/csvKind.ts';
import type { FormatRow } from './formatRow.ts';
import {
  hasGotextPlurals,
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
  factorioParameters,
  innoArguments,
  inPrograms,
  linkDestination,
  magentoName,
  rimworldArguments,
  subtitleOverride,
  unmistakable,
  wixArguments,
} from './placeholderFamilies.ts';
import { isQtText } from './qt/isQtText.ts';
import {
  holdsLocales,
  isAndroidResources,
  isArrayFile,
  isComponentWithTexts,
  isKeyValueLines,
  isPropertyList,
  isRimworldKeys,
  isSalesforceLabels,
  isTextModule,
  isUmbracoLanguage,
  mayHaveLocaleKeys,
} from './recognize.ts';
import { storeFile, storeFileGlob } from './store/storeTexts.ts';

/** The Play framework's messages: `conf/messages` and `conf/messages.fr`. */
const playMessages = {
  // The folder `conf` may be the one that is searched.
  glob: '**/{messages,messages.*}',
  // `conf/messages`, `conf/messages.pt-BR`
  path: /(?:^|[\\/])conf[\\/]messages(?:\.[A-Za-z]{2,3}(?:[-_][\w-]+)?)?$/,
};

/** Compose Multiplatform fills in `%1$s` and, in its newest versions, `%s`; `%%` stays (`SimpleStringFormatRegex`). */
const composeArgument = { pattern: '(?<!\\d)%(?:\\d+\\$)?[ds]' };

/** The locale files of Factorio: `locale/de/mod.cfg`. Other files with this extension are for settings. */
const factorioFiles = {
  glob: '**/locale/**/*.cfg',
  path: /(?:^|[\\/])locale[\\/][A-Za-z]{2,3}(?:-[A-Za-z]{2,4})?[\\/](?:[^\\/]+[\\/])*[^\\/]+\.cfg$/,
};

/** A dialect of another row, which `dialectTable.ts` recognizes. */
const onlyAsDialect = (): boolean => false;

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
    id: 'json-locales',
    extensions: ['json'],
    locales: 'one-or-all',
    families: anyProgram,
    recognizes: mayHaveLocaleKeys,
    confirms: async (text) => holdsLocales((await import('./multilingual/jsonLocales.ts')).jsonLocales, text),
    load: async () => (await import('./multilingual/jsonLocales.ts')).jsonLocales,
  },
  {
    id: 'json-plurals',
    extensions: ['json'],
    families: anyProgram,
    recognizes: (path, text) => hasPluralSetsByPath(path) || hasGotextPlurals(text),
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
    id: 'resjson',
    extensions: ['resjson'],
    families: { always: [...inPrograms, 'dotnet'], otherwise: ['brace'] },
    load: async () => (await import('./json/json.ts')).resjson,
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
    families: { always: [...inPrograms, 'printf', 'dollar-brace', 'inflection'] },
    load: async () => (await import('./xcstrings/xcstrings.ts')).xcstrings,
  },
  {
    id: 'strings',
    extensions: ['strings'],
    families: { always: [...inPrograms, 'printf', 'dollar-brace', 'inflection'] },
    recognizes: (_path, text) => !isPropertyList(text),
    load: async () => (await import('./strings/appleStrings.ts')).strings,
  },
  {
    id: 'interface-builder',
    sharesTextsOf: 'strings',
    extensions: ['strings'],
    families: { always: [...inPrograms, 'printf'] },
    recognizes: onlyAsDialect,
    load: async () => (await import('./strings/interfaceBuilder.ts')).interfaceBuilder,
  },
  {
    id: 'stringsdict',
    extensions: ['stringsdict'],
    families: { always: [...inPrograms, 'printf', 'dollar-brace', 'inflection'] },
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
    id: 'rimworld',
    extensions: ['xml'],
    families: { always: [...inPrograms, ...rimworldArguments] },
    recognizes: (_path, text) => isRimworldKeys(text),
    load: async () => (await import('./keyed/keyedXml.ts')).rimworld,
  },
  {
    id: 'umbraco',
    extensions: ['xml'],
    families: { always: [...inPrograms, 'brace', { pattern: '%\\d+%' }] },
    recognizes: (_path, text) => isUmbracoLanguage(text),
    load: async () => (await import('./keyed/keyedXml.ts')).umbraco,
  },
  {
    id: 'salesforce-labels',
    extensions: ['xml', 'labels', 'translation'],
    families: { always: [...inPrograms, 'brace'] },
    recognizes: (_path, text) => isSalesforceLabels(text),
    load: async () => (await import('./keyed/keyedXml.ts')).salesforceLabels,
  },
  {
    id: 'wxl',
    extensions: ['wxl'],
    families: { always: ['url', ...wixArguments] },
    load: async () => (await import('./keyed/keyedXml.ts')).wxl,
  },
  {
    id: 'yaml-locales',
    extensions: ['yaml', 'yml'],
    locales: 'one-or-all',
    families: anyLibrary,
    recognizes: mayHaveLocaleKeys,
    confirms: async (text) => holdsLocales((await import('./multilingual/yamlLocales.ts')).yamlLocales, text),
    load: async () => (await import('./multilingual/yamlLocales.ts')).yamlLocales,
  },
  {
    id: 'compose-xml',
    extensions: ['xml'],
    families: { always: [...inPrograms, composeArgument] },
    recognizes: onlyAsDialect,
    load: async () => (await import('./android/android.ts')).composeXml,
  },
  {
    id: 'moko-xml',
    extensions: ['xml'],
    families: { always: [...inPrograms, 'printf'] },
    recognizes: onlyAsDialect,
    load: async () => (await import('./android/android.ts')).mokoXml,
  },
  {
    id: 'yaml',
    extensions: ['yaml', 'yml'],
    inMenus: ['yaml', 'yml'],
    families: anyLibrary,
    load: async () => (await import('./yaml/yaml.ts')).yaml,
  },
  {
    id: 'yaml-1.1',
    sharesTextsOf: 'yaml',
    extensions: ['yaml', 'yml'],
    families: anyLibrary,
    recognizes: onlyAsDialect,
    load: async () => (await import('./yaml/yaml.ts')).yaml11,
  },
  {
    id: 'chrome-yaml',
    extensions: ['yaml', 'yml'],
    families: { always: [...inPrograms, 'chrome', 'mustache'] },
    recognizes: onlyAsDialect,
    load: async () => (await import('./yaml/yaml.ts')).chromeYaml,
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
    families: {
      always: [...inPrograms, 'mustache', 'dollar-brace', 'inflection'],
      otherwise: ['printf', 'icu', 'brace'],
    },
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
    load: async (path) => {
      const { mdx, mdxInMarkdown } = await import('./markdown/markdown.ts');
      return /\.mdx$/i.test(path) ? mdx : mdxInMarkdown;
    },
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
    id: 'ini-php',
    sharesTextsOf: 'ini',
    extensions: ['ini'],
    families: { always: [...inPrograms, 'mustache', 'printf'], otherwise: ['brace'] },
    recognizes: onlyAsDialect,
    load: async () => (await import('./ini/ini.ts')).phpIni,
  },
  {
    id: 'factorio',
    extensions: [],
    byPath: factorioFiles,
    families: { always: [...inPrograms, ...factorioParameters] },
    load: async () => (await import('./ini/ini.ts')).factorio,
  },
  {
    id: 'inno',
    extensions: ['isl'],
    families: { always: ['url', ...innoArguments] },
    load: async () => (await import('./ini/ini.ts')).inno,
  },
  // Minecraft fills in its texts with `String.format`, Dolibarr with `sprintf`.
  {
    id: 'lang',
    extensions: ['lang'],
    families: { always: [...inPrograms, 'printf', 'color-code'] },
    recognizes: (_path, text) => isKeyValueLines(text),
    load: async () => (await import('./ini/ini.ts')).lang,
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
  // https://developer.adobe.com/commerce/frontend-core/guide/translations/dictionary: `%1` and `%name` are arguments of
  // `__()`, and templates of mails have `{{var name}}`.
  {
    id: 'magento',
    extensions: ['csv'],
    families: { always: [...inPrograms, 'qt', 'mustache', magentoName], otherwise: ['printf', 'brace'] },
    recognizes: isDictionary,
    load: async () => (await import('./csv/csv.ts')).magento,
  },
  {
    id: 'srt',
    extensions: ['srt'],
    mostly: 'documents',
    families: { always: ['url', 'tag', subtitleOverride] },
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
    byPath: playMessages,
    families: { always: [...inPrograms, 'icu', 'dotnet', 'brace'] },
    load: async () => (await import('./play/play.ts')).play,
  },
  // Google Play and F-Droid show some HTML.
  {
    id: 'store',
    extensions: [],
    byPath: { glob: storeFileGlob, path: storeFile },
    limitsCount: 'code-points',
    families: { always: ['url', 'tag', 'entity'] },
    load: async (path) => (await import('./store/store.ts')).storeText(path),
  },
];

/** Returns the id of the format that says which placeholders the texts of a format may have. */
export function formatOfTexts(formatId: string): string {
  return formatTable.find(({ id }) => id === formatId)?.sharesTextsOf ?? formatId;
}
