import { formatOfTexts } from '../../formats/formatTable.ts';
import { drupalArgument } from './formatFlags.ts';
import type { PlaceholderSyntax } from '../read/placeholder.ts';

/** A library that reads locale files, and the placeholders that it fills in. */
interface Framework {
  /** Packages that indicate it, as `hasPackage` reads them. */
  readonly packages: readonly string[];
  /** Ids of the formats that it reads. */
  readonly formats: readonly string[];
  readonly families: readonly PlaceholderSyntax[];
}

/** `packages` are separated by spaces. */
function framework(packages: string, formats: readonly string[], families: readonly PlaceholderSyntax[]): Framework {
  return { packages: packages.split(' '), formats, families };
}

/** Formats of locale files that any library may load. */
export const modules: readonly string[] = [
  'json',
  'json-locales',
  'json-plurals',
  'json5',
  'javascript',
  'typescript',
  'yaml',
  'yaml-locales',
  'toml',
  'csv',
  'csv-texts',
];
const modulesAndPo = [...modules, 'po'];

/** `:thumbsup:` where a library draws a picture. */
const emojiName: PlaceholderSyntax = { pattern: '(?<![\\w:]):[a-z][a-z0-9_+-]+:(?![\\w:])' };
/** A number in Symfony's intervals: `-1`, `2.5`. */
const bound = '-?\\d+(?:\\.\\d+)?';
/**
 * Sets and intervals before the forms of Symfony's plurals, `{0} none|{2,3} few|]3,Inf[ many`
 * (symfony/translation-contracts, `TranslatorTrait::getIntervalRegexp`).
 */
export const interval: PlaceholderSyntax = {
  pattern:
    `(?<=^\\s*|\\|\\s*)(?:\\{\\s*${bound}(?:\\s*,\\s*${bound})*\\s*\\}` +
    `|[\\[\\]]\\s*(?:-Inf|${bound})\\s*,\\s*(?:\\+?Inf|${bound})\\s*[\\[\\]])`,
};

/** The known libraries, by their manuals. The families of all libraries that a project uses are combined. */
const frameworks: readonly Framework[] = [
  // JavaScript
  framework(
    'i18next i18next-* react-i18next next-i18next remix-i18next angular-i18next astro-i18next ' +
      'gatsby-plugin-react-i18next',
    modules,
    ['mustache', 'i18next-nesting'],
  ),
  framework(
    'i18next-icu react-intl intl-messageformat @formatjs/* next-intl use-intl svelte-i18n ember-intl ' +
      '@lingui/* @messageformat/* messageformat messageformat-* @jsverse/transloco-messageformat ' +
      '@ngneat/transloco-messageformat ngx-translate-messageformat-compiler globalize ' +
      'angular-translate-interpolation-messageformat',
    modulesAndPo,
    ['icu', 'brace'],
  ),
  framework('vue-i18n petite-vue-i18n @nuxtjs/i18n @intlify/*', modules, ['vue-link', 'brace', 'vue-plural']),
  framework(
    '@ngx-translate/core @jsverse/transloco @ngneat/transloco next-translate rosetta ' +
      '@solid-primitives/i18n leptos-i18n',
    modules,
    ['mustache'],
  ),
  // `@:key` is another text: https://angular-translate.github.io/docs/#/guide/02_getting-started
  framework('angular-translate', modules, ['mustache', 'vue-link']),
  framework('@angular/localize', [...modules, 'xliff'], ['icu', 'mustache', 'brace']),
  framework('@lit/localize', [...modules, 'xliff'], ['dollar-brace']),
  framework('node-polyglot i18n-js', modules, ['ruby', 'mustache']),
  framework('typesafe-i18n @inlang/* paraglide-js', modules, ['brace']),
  framework('i18n', modules, ['printf', 'mustache']),
  framework('i18next-sprintf-postprocessor sprintf-js @wordpress/i18n jed node-gettext gettext.js', modulesAndPo, [
    'printf',
  ]),
  framework('counterpart', modules, ['python-percent']),
  framework('vscode @types/vscode @vscode/l10n vscode-nls', modules, ['vscode', 'brace']),
  framework('laravel-vue-i18n laravel-react-i18n laravel-vite-plugin laravel-mix', modules, [
    'laravel',
    'laravel-plural',
  ]),
  // PHP
  framework('composer:laravel/* composer:illuminate/translation', [...modules, 'php'], ['laravel', 'laravel-plural']),
  framework(
    'composer:symfony/translation composer:symfony/framework-bundle composer:symfony/symfony',
    [...modulesAndPo, 'xliff', 'php', 'properties', 'ini'],
    ['percent-pair', interval, 'symfony-plural'],
  ),
  framework(
    'composer:yiisoft/* composer:cakephp/cakephp composer:codeigniter4/*',
    [...modulesAndPo, 'php'],
    ['icu', 'brace'],
  ),
  framework('composer:drupal/core* composer:drupal/recommended-project', ['po', 'yaml'], [drupalArgument]),
  framework(
    'composer:typo3/cms-core composer:johnpbloch/wordpress* composer:roots/wordpress',
    ['po', 'xliff', 'php'],
    ['printf'],
  ),
  // Ruby: dates and amounts ("%b %d", "%n %u") are locale data, so printf is not among it.
  framework('gem:rails gem:railties gem:i18n gem:activesupport gem:hanami gem:jekyll*', modules, ['ruby']),
  framework('gem:tanuki_emoji gem:gemoji gem:discourse-emojis', modulesAndPo, [emojiName]),
  framework('gem:fast_gettext gem:gettext gem:gettext_i18n_rails', ['po', 'yaml'], ['ruby', 'printf']),
  // Python
  framework(
    'pypi:django pypi:flask-babel pypi:babel pypi:pyramid pypi:wagtail',
    ['po'],
    ['python-percent', 'printf', 'brace'],
  ),
  framework('pypi:python-i18n', modules, ['ruby']),
  framework('pypi:homeassistant', modules, ['icu', 'brace']),
  // Dart
  framework('pub:easy_localization', modules, ['brace', 'vue-link']),
  framework('pub:slang pub:slang_flutter', modules, [
    'brace',
    'dollar-brace',
    { pattern: '\\$[A-Za-z_]\\w{0,60}' },
    'vue-link',
  ]),
  framework('pub:i18n_extension pub:gettext*', modulesAndPo, ['printf', 'brace']),
  framework('pub:get pub:flutter_translate pub:flutter_i18n', modules, ['brace', { pattern: '@[a-z]\\w{0,60}' }]),
  // Java and .NET
  framework(
    'maven:org.springframework* maven:jakarta.faces* maven:org.hibernate.validator* maven:com.ibm.icu* ' +
      'maven:io.micronaut* maven:com.typesafe.play*',
    ['properties', ...modules],
    ['icu', 'dotnet', 'brace'],
  ),
  framework('maven:io.quarkus*', ['properties'], ['icu', 'dotnet', 'brace', 'printf']),
  framework(
    'nuget:SmartFormat* nuget:Microsoft.Extensions.Localization* nuget:Microsoft.AspNetCore*',
    ['resx', ...modules],
    ['dotnet', 'brace'],
  ),
  framework('nuget:OrchardCore*', ['po'], ['dotnet', 'brace']),
  // Rust and Go
  framework('cargo:rust-i18n cargo:t_string', modules, ['ruby', 'brace']),
  framework('cargo:leptos_i18n', modules, ['mustache']),
  framework('cargo:gettext-rs cargo:gettext', ['po'], ['printf', 'brace']),
  // Themes of Hugo print their translations with the verbs of fmt.
  framework('golang:github.com/nicksnyder/go-i18n* golang:github.com/gohugoio/hugo*', modules, ['mustache', 'printf']),
  framework('golang:golang.org/x/text golang:github.com/leonelquinteros/gotext', modulesAndPo, ['printf', 'brace']),
];

/** Returns the families of a project's libraries for files of a format; undefined if it uses no known library. */
export function familiesByFrameworks(
  formatId: string,
  dependencies: readonly string[],
): readonly PlaceholderSyntax[] | undefined {
  const isUsed = hasPackage(dependencies);
  const format = formatOfTexts(formatId);
  const usedFrameworks = frameworks.filter(
    ({ packages, formats }) => formats.includes(format) && packages.some(isUsed),
  );
  if (usedFrameworks.length === 0) return undefined;
  return usedFrameworks.flatMap(({ families }) => families);
}

/**
 * Returns a function that tells whether a package is among a project's dependencies, which are spelled as by
 * `dependencyNames.ts`; a final `*` matches anything.
 */
export function hasPackage(dependencies: readonly string[]): (packageName: string) => boolean {
  const names = new Set(dependencies);
  return (packageName) => {
    if (!packageName.endsWith('*')) return names.has(packageName);
    return dependencies.some((name) => name.startsWith(packageName.slice(0, -1)));
  };
}
