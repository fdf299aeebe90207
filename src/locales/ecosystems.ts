import { present } from '../base/present.ts';
import { compileLayoutPattern, type LayoutPattern } from './layoutPattern.ts';
import { isInLocaleFolder } from './localeFolder.ts';
import { isPlainLocale } from './isLocale.ts';
import { bcp47Spelling, type LocaleSpelling } from './localeSpelling.ts';
import { localeTest, unknownFolder } from './layoutTemplate.ts';
import type { Reading } from './reading.ts';

/** The conventions of an ecosystem for its locale files. */
export interface Ecosystem {
  /** Names of its files, without folders. */
  readonly files: RegExp;
  /**
   * Layout patterns as in the user's setting. If several fit, the first one whose files exist is used, otherwise the
   * first. A source without a locale in its path is before the arrow.
   */
  readonly patterns: readonly string[];
  /** The spelling of locales for projects that show none. */
  readonly spelling: LocaleSpelling;
  /** Whether a path with a locale is certainly a locale file's, without checking other files. Absent: always. */
  readonly isTarget?: (path: string, name: string) => boolean;
  /** Whether a path without a locale is certainly a source file's. Absent: never. */
  readonly isSource?: (path: string) => boolean;
  /**
   * A path in the locale's folder that ends in a slash, or ''. If any locale has a file below it, that proves the
   * layout for all files: `i18n/fr/docusaurus-plugin-content-docs/`. Absent: each file needs a translation of its own.
   */
  readonly folder?: string;
  /** Translations are recognized only next to their source, because other ecosystems name theirs alike. */
  readonly needsSource?: true;
}

const always = (): boolean => true;
const underscores: LocaleSpelling = { separator: '_', region: 'upper' };
const chineseByRegion: LocaleSpelling = { ...underscores, chinese: 'region' };
const lowerCase: LocaleSpelling = { separator: '-', region: 'lower' };
const gettext: LocaleSpelling = { ...chineseByRegion, dialect: 'gettext' };

/** WordPress locales whose name has no region. All others have one: `de_DE`. */
const wordPressWithoutRegion = new Set(
  (
    'af am ar as az be bn ca ceb cy dzo el eo et eu fi fur fy gd gu hr hsb hy ja ka kab kk km kn ky ' +
    'lo lv ml mn mr nn oc ps rhg sah sq sw szl ta te th tl ug uk ur vi'
  ).split(' '),
);
const wordPress: LocaleSpelling = { ...gettext, alwaysHasRegion: true, withoutRegion: wordPressWithoutRegion };

/** Matches `Resources.resx`, `MyApp.Strings.resw`. */
const resourceFile =
  /(?:^|[./])(?:\w*(?:Resources?|Strings?|Messages?|Labels?|Texts?|Translations?|Locali[sz]ations?))\.res[xw]$/iu;
/** Matches `messages.properties`, `ErrorMessages_de.properties`. */
const bundleFile = new RegExp(
  String.raw`(?:^|\/)(?:\w*(?:messages?|bundle|labels?|strings?|texts?|translations?|resources?)|i18n|lang` +
    String.raw`|language)(?:_\w+)?\.properties$`,
  'iu',
);
const markdownFile = /\.(?:mdx?|markdown)$/iu;

/** All known ecosystems. The first one that is certain of a path, or finds its translations, applies. */
export const ecosystems: readonly Ecosystem[] = [
  {
    // VS Code extensions: the manifest's strings, and those of the code.
    files: /^(?:package\.nls|bundle\.l10n)(?:\..+)?\.json$/u,
    patterns: [
      '**/package.nls.json -> **/package.nls.{locale}.json',
      '**/bundle.l10n.json -> **/bundle.l10n.{locale}.json',
    ],
    spelling: { ...lowerCase, chinese: 'region' },
    isSource: always,
  },
  {
    // Shopify themes.
    files: /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?(?:\.default)?(?:\.schema)?\.json$/u,
    patterns: [
      '**/locales/{locale}.default.json -> **/locales/{locale}.json',
      '**/locales/{locale}.default.schema.json -> **/locales/{locale}.schema.json',
    ],
    spelling: { ...bcp47Spelling, chinese: 'region' },
    isTarget: (path) => /\.default(?:\.schema)?\.json$/u.test(path),
    needsSource: true,
  },
  {
    // slang, for Flutter.
    files: /\.i18n\.(?:json|ya?ml|csv|arb)$/u,
    patterns: [
      '**/{locale}.i18n.{json,yaml,yml,csv,arb}',
      '**/{name}.i18n.{json,yaml,yml,csv,arb} -> **/{name}_{locale}.i18n.{json,yaml,yml,csv,arb}',
      '**/{locale}/**/{name}.i18n.{json,yaml,yml,csv,arb}',
    ],
    spelling: { ...bcp47Spelling, chinese: 'region' },
    isSource: (path) => /(?:^|\/)strings\.i18n\.[a-z]+$/u.test(path),
  },
  {
    // go-i18n.
    files: /^active\.[^.]+\.(?:toml|ya?ml|json)$/u,
    patterns: ['**/active.{locale}.{toml,yaml,yml,json}'],
    spelling: bcp47Spelling,
  },
  {
    // Browser extensions.
    files: /^messages\.json$/u,
    patterns: ['**/_locales/{locale}/messages.json'],
    spelling: chineseByRegion,
  },
  {
    // Apple: Base.lproj is for the development region; old projects have English.lproj.
    files: /\.strings(?:dict)?$/u,
    patterns: [
      '**/English.lproj/{name}.{strings,stringsdict} -> **/{locale}.lproj/{name}.{strings,stringsdict}',
      '**/Base.lproj/{name}.{strings,stringsdict} -> **/{locale}.lproj/{name}.{strings,stringsdict}',
    ],
    spelling: { ...bcp47Spelling, chinese: 'script' },
    isSource: always,
  },
  {
    // Joomla: the locale is in the folder, and until version 3 in the file's name, too.
    files: /\.ini$/u,
    patterns: [
      '**/language/{locale}/{locale}.{name}.ini',
      '**/language/{locale}/{locale}.ini',
      '**/language/{locale}/**/{name}.ini',
      '**/language/overrides/{locale}.override.ini',
    ],
    spelling: { separator: '-', region: 'upper', alwaysHasRegion: true, chinese: 'region' },
  },
  {
    // The Play framework.
    files: /^messages(?:\.[A-Za-z][\w-]*)?$/u,
    patterns: ['**/conf/messages -> **/conf/messages.{locale}'],
    spelling: { ...bcp47Spelling, chinese: 'region' },
    isSource: always,
  },
  {
    // Flutter.
    files: /\.arb$/u,
    patterns: [
      '**/intl_messages.arb -> **/intl_{locale}.arb',
      '**/{name}_{locale}.arb',
      '**/{locale}.arb',
      '**/{name}.{locale}.arb',
      '**/{name}-{locale}.arb',
      '**/{locale}/**/{name}.arb',
    ],
    spelling: underscores,
    isSource: always,
  },
  {
    // Java's resource bundles, in any package's folder.
    files: /\.properties$/u,
    patterns: ['**/{name}.properties -> **/{name}_{locale}.properties'],
    spelling: chineseByRegion,
    isTarget: (path, name) => bundleFile.test(path) || (isInLocaleFolder(path) && isPlainLocale(name)),
    isSource: (path) =>
      /(?:^|\/)ValidationMessages\.properties$/u.test(path) ||
      (bundleFile.test(path) && (isInLocaleFolder(path) || /(?:^|\/)resources\//u.test(path))),
  },
  {
    // .NET.
    files: /\.resx$/iu,
    patterns: ['**/{name}.resx -> **/{name}.{locale}.resx'],
    spelling: { ...bcp47Spelling, chinese: 'script' },
    isSource: (path) => resourceFile.test(path) || isInLocaleFolder(path) || /(?:^|\/)Resources\//u.test(path),
  },
  {
    // Symfony: the domain, then the locale.
    files: /\.(?:ya?ml|xliff|xlf|php|json)$/u,
    patterns: ['**/translations/**/{name}.{locale}.{yaml,yml,xlf,xliff,php,json}'],
    spelling: chineseByRegion,
  },
  {
    // XLIFF: Business Central, TYPO3, Angular and everything else. Any file with this extension is for translators.
    files: /\.(?:xlf|xliff)$/iu,
    patterns: [
      '**/{name}.g.xlf -> **/{name}.{locale}.xlf',
      '**/{name}.{xlf,xliff} -> **/{locales}/{name}.{locale}.{xlf,xliff}',
      '**/{name}.{xlf,xliff} -> **/src/{locales}/{name}.{locale}.{xlf,xliff}',
      '**/Language/{name}.xlf -> **/Language/{locale}.{name}.xlf',
      '**/{name}.{xlf,xliff} -> **/{name}.{locale}.{xlf,xliff}',
      '**/{name}.{xlf,xliff} -> **/{name}_{locale}.{xlf,xliff}',
      '**/{name}.{xlf,xliff} -> **/{name}-{locale}.{xlf,xliff}',
      '**/{locale}.{xlf,xliff}',
      '**/{locale}/**/{name}.{xlf,xliff}',
    ],
    spelling: bcp47Spelling,
    isTarget: (path, name) =>
      isInLocaleFolder(path) || isPlainLocale(name) || new RegExp(`\\.${name}\\.[a-z]+$`, 'u').test(path),
    isSource: always,
  },
  {
    // WordPress: file names of plugins have the plugin's name before the locale; those of themes are the locale alone.
    files: /\.pot?$/u,
    patterns: [
      '**/languages/{name}.pot -> **/languages/{name}-{locale}.po',
      '**/languages/*.pot -> **/languages/{locale}.po',
    ],
    spelling: wordPress,
    isSource: always,
  },
  {
    // Django names Chinese locales by script.
    files: /^django(?:js)?\.pot?$/u,
    patterns: ['**/{name}.pot -> **/{locale}/LC_MESSAGES/{name}.po'],
    spelling: { ...gettext, chinese: 'script' },
    isSource: always,
  },
  {
    // gettext: GNU's po folders, and the message folders of Python, Elixir, Sphinx and others. Flask's template may be
    // some folders above its translations.
    files: /\.pot?$/u,
    patterns: [
      '**/po/*.pot -> **/po/{locale}.po',
      '**/{name}.pot -> **/{locale}/LC_MESSAGES/{name}.po',
      '**/{name}.pot -> **/{locales}/{locale}/LC_MESSAGES/{name}.po',
      '**/{name}.pot -> **/{folder}/{locales}/{locale}/LC_MESSAGES/{name}.po',
      '**/{name}.pot -> **/src/{folder}/{locales}/{locale}/LC_MESSAGES/{name}.po',
      '**/pot/**/{name}.pot -> **/{locale}/LC_MESSAGES/**/{name}.po',
      '**/templates/**/{name}.pot -> **/{locale}/LC_MESSAGES/**/{name}.po',
      '**/{locale}/LC_MESSAGES/**/{name}.po',
      '**/*.pot -> **/{locale}.po',
      '**/{name}.pot -> **/{name}-{locale}.po',
      '**/{name}.pot -> **/{name}.{locale}.po',
      '**/{name}.pot -> **/{name}_{locale}.po',
      '**/{name}.pot -> **/{locale}/{name}.po',
      '**/{locale}/**/{name}.po',
    ],
    spelling: gettext,
    isSource: always,
  },
  {
    // Qt Linguist. TypeScript modules have the same extension, but translations in them are not named like this.
    files: /\.ts$/u,
    patterns: ['**/{name}.ts -> **/{name}_{locale}.ts'],
    spelling: chineseByRegion,
    isTarget: (path, name) => isInLocaleFolder(path) && isPlainLocale(name),
  },
  {
    // Laravel.
    files: /\.(?:php|json)$/u,
    patterns: [
      '**/lang/vendor/{name}/{locale}/**/{name}.php',
      '**/lang/{locale}/**/{name}.php',
      '**/resources/lang/{locale}.json',
    ],
    spelling: chineseByRegion,
  },
  {
    // Hugo's own strings.
    files: /\.(?:toml|yaml)$/u,
    patterns: ['**/i18n/{locale}.{toml,yaml}'],
    spelling: lowerCase,
  },
  {
    // Home Assistant.
    files: /\.json$/u,
    patterns: ['**/strings.json -> **/translations/{locale}.json'],
    spelling: { ...bcp47Spelling, chinese: 'script' },
    isTarget: (path) => /(?:^|\/)(?:custom_components|homeassistant\/components)\//u.test(path),
    needsSource: true,
  },
  {
    // Docusaurus keeps the translations of its documents in one folder for each plugin.
    files: markdownFile,
    patterns: [
      '**/docs/** -> **/i18n/{locale}/docusaurus-plugin-content-docs/current/**',
      '**/versioned_docs/** -> **/i18n/{locale}/docusaurus-plugin-content-docs/**',
      '**/docs/** -> **/website/i18n/{locale}/docusaurus-plugin-content-docs/current/**',
    ],
    spelling: bcp47Spelling,
    folder: 'docusaurus-plugin-content-docs/',
  },
  {
    files: markdownFile,
    patterns: [
      '**/blog/** -> **/i18n/{locale}/docusaurus-plugin-content-blog/**',
      '**/blog/** -> **/website/i18n/{locale}/docusaurus-plugin-content-blog/**',
    ],
    spelling: bcp47Spelling,
    folder: 'docusaurus-plugin-content-blog/',
  },
  {
    files: markdownFile,
    patterns: ['**/src/pages/** -> **/i18n/{locale}/docusaurus-plugin-content-pages/**'],
    spelling: bcp47Spelling,
    folder: 'docusaurus-plugin-content-pages/',
  },
  {
    // Starlight, and Hugo's content by folders.
    files: markdownFile,
    patterns: ['**/src/content/docs/** -> **/src/content/docs/{locale}/**', '**/content/** -> **/content/{locale}/**'],
    spelling: lowerCase,
    isTarget: (_path, name) => isPlainLocale(name),
    folder: '',
  },
  {
    // Subtitles. "hi" often means "for the hard of hearing".
    files: /\.(?:srt|vtt)$/iu,
    patterns: [
      '**/{name}.{srt,vtt} -> **/{name}.{locale}.{srt,vtt}',
      '**/{name}.{srt,vtt} -> **/{name}_{locale}.{srt,vtt}',
      '**/{name}.{srt,vtt} -> **/{name}-{locale}.{srt,vtt}',
    ],
    spelling: bcp47Spelling,
    isTarget: (path, name) => isPlainLocale(name) && path.includes(`.${name}.`),
  },
];

const compiledPatterns = new Map<Ecosystem, readonly LayoutPattern[]>();

/** Returns the readings of a path by each ecosystem that has any. See `Ecosystem.isTarget` for when one is certain. */
export function ecosystemReadings(path: string): readonly (readonly Reading[])[] {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return ecosystems
    .filter(({ files }) => files.test(file))
    .map((ecosystem) => readingsBy(ecosystem, path))
    .filter((readings) => readings.length > 0);
}

function readingsBy(ecosystem: Ecosystem, path: string): readonly Reading[] {
  const patterns =
    compiledPatterns.get(ecosystem) ?? ecosystem.patterns.map((pattern) => compileLayoutPattern(pattern));
  compiledPatterns.set(ecosystem, patterns);
  const { spelling, needsSource, folder: folderInLocale, isSource, isTarget } = ecosystem;
  const readings: Reading[] = [];
  for (const { pattern, match } of patterns) {
    const pathOfLocale = match(path, localeTest(pattern));
    if (pathOfLocale === undefined) continue;
    const { template, name } = pathOfLocale;
    const isProven = name === undefined ? isSource?.(path) === true : isTarget?.(path, name) !== false;
    const isCertain = isProven && !unknownFolder.test(template);
    const [beforeLocale = '', afterLocale] = template.split('{locale}/', 2);
    let folder: string | undefined;
    if (folderInLocale !== undefined && afterLocale !== undefined) folder = `${beforeLocale}{locale}/${folderInLocale}`;
    readings.push({ ...pathOfLocale, isCertain, spelling, ...present({ folder, needsSource }) });
  }
  // If the path names a locale by any pattern, it is not a source without one.
  const readingsWithName = readings.filter(({ name }) => name !== undefined);
  return readingsWithName.length > 0 ? readingsWithName : readings;
}
