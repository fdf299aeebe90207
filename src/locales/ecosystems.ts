import { isInLocaleFolder } from './localeFolder.ts';
import { isPlainLocale } from './isLocale.ts';
import { bcp47Spelling, gettextSpelling, type LocaleSpelling } from './localeSpelling.ts';
import {
  appStoreLocales,
  factorioLocales,
  googlePlayLocales,
  magentoLocales,
  rimworldLanguages,
  salesforceLanguages,
  wordPressWithoutRegion,
} from './stores/storeLocales.ts';

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
  /** The source before an arrow is none if the source locale has a file of its own. */
  readonly isWithoutSourceLocale?: true;
  /** Translations are recognized only next to their source, because other ecosystems name theirs alike. */
  readonly needsSource?: true;
}

const always = (): boolean => true;
const underscores: LocaleSpelling = { separator: '_', region: 'upper' };
const chineseByRegion: LocaleSpelling = { ...underscores, chinese: 'region' };
const lowerCase: LocaleSpelling = { separator: '-', region: 'lower' };

const wordPress: LocaleSpelling = { ...gettextSpelling, alwaysHasRegion: true, withoutRegion: wordPressWithoutRegion };

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
    // Browser extensions; some write YAML, which their build converts.
    files: /^messages\.(?:json|ya?ml)$/u,
    patterns: ['**/_locales/{locale}/messages.{json,yml,yaml}'],
    spelling: chineseByRegion,
  },
  {
    // Apple: Base.lproj is for the development region; old projects have English.lproj.
    files: /\.strings(?:dict)?$/u,
    patterns: [
      '**/English.lproj/{name}.{strings,stringsdict} -> **/{locale}.lproj/{name}.{strings,stringsdict}',
      '**/Base.lproj/{name}.{strings,stringsdict} -> **/{locale}.lproj/{name}.{strings,stringsdict}',
      // Interfaces, whose texts are in the comments of their translations.
      '**/Base.lproj/{name}.storyboard -> **/{locale}.lproj/{name}.strings',
      '**/Base.lproj/{name}.xib -> **/{locale}.lproj/{name}.strings',
      '**/en.lproj/{name}.storyboard -> **/{locale}.lproj/{name}.strings',
      '**/en.lproj/{name}.xib -> **/{locale}.lproj/{name}.strings',
    ],
    spelling: { ...bcp47Spelling, chinese: 'script' },
    isSource: always,
  },
  {
    // The App Store, uploaded by fastlane's `deliver`, which uses `default/` for locales without a text of their own.
    files: /^(?:name|subtitle|keywords|description|promotional_text|release_notes|apple_tv_privacy_policy)\.txt$/u,
    patterns: [
      '**/metadata/**/{locale}/{name}.txt',
      '**/metadata/default/{name}.txt -> **/metadata/{locale}/{name}.txt',
    ],
    spelling: { ...bcp47Spelling, chinese: 'script', accepted: appStoreLocales },
    isSource: always,
    isWithoutSourceLocale: true,
  },
  {
    // Google Play and F-Droid: fastlane's `supply`, Gradle Play Publisher, and GitHub's `upload-google-play`.
    files: /\.txt$|^whatsnew-/u,
    patterns: [
      '**/metadata/**/{locale}/{name}.txt',
      '**/metadata/**/{locale}/changelogs/{name}.txt',
      '**/play/listings/{locale}/{name}.txt',
      '**/play/release-notes/{locale}/{name}.txt',
      '**/whatsnew-{locale}',
    ],
    spelling: { ...bcp47Spelling, chinese: 'region', accepted: googlePlayLocales },
  },
  {
    // moko-resources, for Kotlin on several platforms; `MR` was the name of its folder until version 0.24.
    files: /\.xml$/u,
    patterns: [
      '**/moko-resources/base/{name}.xml -> **/moko-resources/{locale}/{name}.xml',
      '**/resources/MR/base/{name}.xml -> **/resources/MR/{locale}/{name}.xml',
    ],
    spelling: { ...bcp47Spelling, chinese: 'region' },
    isSource: (path) => /(?:^|\/)(?:strings?|plurals?)[^/]*\.xml$/iu.test(path),
  },
  {
    // Magento: dictionaries of modules, themes and language packages.
    files: /^[a-z]{2,3}(?:_[A-Z][a-z]{3})?_[A-Z]{2}\.csv$/u,
    patterns: ['**/i18n/{locale}.csv'],
    spelling: { separator: '_', region: 'upper', alwaysHasRegion: true, chinese: 'script', accepted: magentoLocales },
  },
  {
    // Windows apps in JavaScript, and Power BI's visuals.
    files: /\.resjson$/iu,
    patterns: ['**/{strings,stringResources}/{locale}/**/{name}.resjson'],
    spelling: { ...bcp47Spelling, alwaysHasRegion: true, chinese: 'region' },
  },
  {
    // SharePoint's web parts and extensions.
    files: /^[a-z]{2}-[a-z]{2}\.js$/u,
    patterns: ['**/loc/{locale}.js'],
    spelling: { separator: '-', region: 'lower', alwaysHasRegion: true, chinese: 'region' },
  },
  {
    // Minecraft: mods for the Java Edition up to 1.12, and add-ons for the Bedrock Edition.
    files: /^[A-Za-z]{2,3}_[A-Za-z]{2}\.lang$/u,
    patterns: ['**/lang/{locale}.lang', '**/texts/{locale}.lang'],
    spelling: { separator: '_', region: 'lower', alwaysHasRegion: true, chinese: 'region' },
  },
  {
    // Dolibarr and its modules.
    files: /\.lang$/u,
    patterns: ['**/langs/{locale}/{name}.lang'],
    spelling: { ...chineseByRegion, alwaysHasRegion: true },
  },
  {
    // Factorio and its mods, in the languages of the game.
    files: /\.cfg$/u,
    patterns: ['**/locale/{locale}/**/{name}.cfg'],
    spelling: { ...bcp47Spelling, chinese: 'region', accepted: factorioLocales },
  },
  {
    // Inno Setup, whose own messages in English are `Default.isl`, above the folder of the other languages.
    files: /\.isl$/iu,
    patterns: [
      '**/Default.isl -> **/{locale}.isl',
      '**/Default.isl -> **/Languages/{locale}.isl',
      '**/Default.isl -> **/Languages/Unofficial/{locale}.isl',
      '**/{name}.{locale}.isl',
      '**/{locale}.isl',
    ],
    spelling: bcp47Spelling,
    isSource: always,
    isWithoutSourceLocale: true,
  },
  {
    // RimWorld's mods, in the languages of the game. Of `DefInjected`, the source texts are elsewhere.
    files: /\.xml$/u,
    patterns: ['**/Languages/{locale}/Keyed/**/{name}.xml'],
    spelling: { ...bcp47Spelling, style: 'words', accepted: rimworldLanguages },
  },
  {
    // Umbraco and its packages.
    files: /^[a-z]{2}(?:[-_][A-Za-z]{2})?\.xml$/u,
    patterns: ['**/{Lang,lang}/{locale}.xml'],
    spelling: { ...bcp47Spelling, chinese: 'region' },
  },
  {
    // Custom labels of Salesforce, in both formats of its metadata.
    files: /\.(?:labels|translation)(?:-meta\.xml)?$/u,
    patterns: [
      '**/labels/*.labels-meta.xml -> **/translations/{locale}.translation-meta.xml',
      '**/labels/*.labels -> **/translations/{locale}.translation',
    ],
    spelling: { ...underscores, chinese: 'region', accepted: salesforceLanguages },
    isSource: always,
  },
  {
    // WiX: the cultures of an installer.
    files: /\.wxl$/iu,
    patterns: ['**/{locale}.wxl', '**/{name}_{locale}.wxl', '**/{name}.{locale}.wxl', '**/{locale}/**/{name}.wxl'],
    spelling: { separator: '-', region: 'lower', alwaysHasRegion: true, chinese: 'region' },
  },
  {
    // Titanium, in Android's format.
    files: /^(?:strings|app)\.xml$/u,
    patterns: ['**/i18n/{locale}/{name}.xml'],
    spelling: bcp47Spelling,
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
    spelling: { ...gettextSpelling, chinese: 'script' },
    isSource: always,
  },
  {
    // Kodi's add-ons, and its language packs, of which `resource.language.en_gb` has the source texts:
    // https://kodi.wiki/view/Language_support. Its locales have a region, with the few exceptions of Weblate's `eo`.
    files: /^strings\.po$/u,
    patterns: [
      '**/resource.language.en_gb/{name}.po -> **/resource.language.{locale}/{name}.po',
      '**/resource.language.en_gb/resources/{name}.po -> **/resource.language.{locale}/resources/{name}.po',
    ],
    spelling: { separator: '_', region: 'lower', dialect: 'gettext', alwaysHasRegion: true, chinese: 'region' },
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
    spelling: gettextSpelling,
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
    // A site in several languages shows all documents in each of them, whether they are translated or not.
    files: markdownFile,
    patterns: ['**/docs/** -> **/i18n/{locale}/docusaurus-plugin-content-docs/current/**'],
    spelling: bcp47Spelling,
    folder: 'docusaurus-theme-classic/',
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
