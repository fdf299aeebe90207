import { drupalArgument } from './formatFlags.ts';
import type { PlaceholderSyntax } from '../read/placeholder.ts';

/** A library that reads locale files, and the placeholders that it fills in. */
interface Framework {
  /** Packages that indicate it, spelled as by `dependencyNames.ts`; a final `*` matches anything. */
  readonly packages: readonly string[];
  /** Ids of the formats that it reads. */
  readonly formats: readonly string[];
  readonly families: readonly PlaceholderSyntax[];
}

const modules = ['json', 'json-plurals', 'json5', 'javascript', 'typescript', 'yaml', 'toml', 'csv', 'csv-texts'];
const modulesAndPo = [...modules, 'po'];

/** `:thumbsup:` where a library draws a picture. */
const emojiName: PlaceholderSyntax = { pattern: '(?<![\\w:]):[a-z][a-z0-9_+-]+:(?![\\w:])' };
/** A number in Symfony's intervals. */
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

/**
 * The known libraries. The families of all libraries that a project uses are combined. Sources: the manuals of the
 * libraries.
 */
const frameworks: readonly Framework[] = [
  // JavaScript
  {
    packages: [
      'i18next',
      'i18next-*',
      'react-i18next',
      'next-i18next',
      'remix-i18next',
      'angular-i18next',
      'astro-i18next',
      'gatsby-plugin-react-i18next',
    ],
    formats: modules,
    families: ['mustache', 'i18next-nesting'],
  },
  {
    packages: [
      'i18next-icu',
      'react-intl',
      'intl-messageformat',
      '@formatjs/*',
      'next-intl',
      'use-intl',
      'svelte-i18n',
      'ember-intl',
      '@lingui/*',
      '@messageformat/*',
      'messageformat',
      'messageformat-*',
      '@jsverse/transloco-messageformat',
      '@ngneat/transloco-messageformat',
      'ngx-translate-messageformat-compiler',
      'globalize',
    ],
    formats: modulesAndPo,
    families: ['icu', 'brace'],
  },
  {
    packages: ['vue-i18n', 'petite-vue-i18n', '@nuxtjs/i18n', '@intlify/*'],
    formats: modules,
    families: ['vue-link', 'brace', 'vue-plural'],
  },
  {
    packages: [
      '@ngx-translate/core',
      '@jsverse/transloco',
      '@ngneat/transloco',
      'next-translate',
      'rosetta',
      '@solid-primitives/i18n',
      'leptos-i18n',
    ],
    formats: modules,
    families: ['mustache'],
  },
  { packages: ['@angular/localize'], formats: [...modules, 'xliff'], families: ['icu', 'mustache', 'brace'] },
  { packages: ['@lit/localize'], formats: [...modules, 'xliff'], families: ['dollar-brace'] },
  { packages: ['node-polyglot', 'i18n-js'], formats: modules, families: ['ruby', 'mustache'] },
  { packages: ['typesafe-i18n', '@inlang/*', 'paraglide-js'], formats: modules, families: ['brace'] },
  { packages: ['i18n'], formats: modules, families: ['printf', 'mustache'] },
  {
    packages: ['i18next-sprintf-postprocessor', 'sprintf-js', '@wordpress/i18n', 'jed', 'node-gettext', 'gettext.js'],
    formats: modulesAndPo,
    families: ['printf'],
  },
  { packages: ['counterpart'], formats: modules, families: ['python-percent'] },
  {
    packages: ['vscode', '@types/vscode', '@vscode/l10n', 'vscode-nls'],
    formats: modules,
    families: ['vscode', 'brace'],
  },
  {
    packages: ['laravel-vue-i18n', 'laravel-react-i18n', 'laravel-vite-plugin', 'laravel-mix'],
    formats: modules,
    families: ['laravel', 'laravel-plural'],
  },
  // PHP
  {
    packages: ['composer:laravel/*', 'composer:illuminate/translation'],
    formats: [...modules, 'php'],
    families: ['laravel', 'laravel-plural'],
  },
  {
    packages: ['composer:symfony/translation', 'composer:symfony/framework-bundle', 'composer:symfony/symfony'],
    formats: [...modulesAndPo, 'xliff', 'php', 'properties', 'ini'],
    families: ['percent-pair', interval, 'symfony-plural'],
  },
  {
    packages: ['composer:yiisoft/*', 'composer:cakephp/cakephp', 'composer:codeigniter4/*'],
    formats: [...modulesAndPo, 'php'],
    families: ['icu', 'brace'],
  },
  {
    packages: ['composer:drupal/core*', 'composer:drupal/recommended-project'],
    formats: ['po', 'yaml'],
    families: [drupalArgument],
  },
  {
    packages: ['composer:typo3/cms-core', 'composer:johnpbloch/wordpress*', 'composer:roots/wordpress'],
    formats: ['po', 'xliff', 'php'],
    families: ['printf'],
  },
  // Ruby: dates and amounts ("%b %d", "%n %u") are locale data, so printf is not among it.
  {
    packages: ['gem:rails', 'gem:railties', 'gem:i18n', 'gem:activesupport', 'gem:hanami', 'gem:jekyll*'],
    formats: modules,
    families: ['ruby'],
  },
  {
    packages: ['gem:tanuki_emoji', 'gem:gemoji', 'gem:discourse-emojis'],
    formats: modulesAndPo,
    families: [emojiName],
  },
  {
    packages: ['gem:fast_gettext', 'gem:gettext', 'gem:gettext_i18n_rails'],
    formats: ['po', 'yaml'],
    families: ['ruby', 'printf'],
  },
  // Python
  {
    packages: ['pypi:django', 'pypi:flask-babel', 'pypi:babel', 'pypi:pyramid', 'pypi:wagtail'],
    formats: ['po'],
    families: ['python-percent', 'printf', 'brace'],
  },
  { packages: ['pypi:python-i18n'], formats: modules, families: ['ruby'] },
  { packages: ['pypi:homeassistant'], formats: modules, families: ['icu', 'brace'] },
  // Dart
  { packages: ['pub:easy_localization'], formats: modules, families: ['brace', 'vue-link'] },
  {
    packages: ['pub:slang', 'pub:slang_flutter'],
    formats: modules,
    families: ['brace', 'dollar-brace', { pattern: '\\$[A-Za-z_]\\w{0,60}' }, 'vue-link'],
  },
  { packages: ['pub:i18n_extension', 'pub:gettext*'], formats: modulesAndPo, families: ['printf', 'brace'] },
  {
    packages: ['pub:get', 'pub:flutter_translate', 'pub:flutter_i18n'],
    formats: modules,
    families: ['brace', { pattern: '@[a-z]\\w{0,60}' }],
  },
  // Java and .NET
  {
    packages: [
      'maven:org.springframework*',
      'maven:jakarta.faces*',
      'maven:org.hibernate.validator*',
      'maven:com.ibm.icu*',
      'maven:io.micronaut*',
      'maven:com.typesafe.play*',
    ],
    formats: ['properties', ...modules],
    families: ['icu', 'dotnet', 'brace'],
  },
  { packages: ['maven:io.quarkus*'], formats: ['properties'], families: ['icu', 'dotnet', 'brace', 'printf'] },
  {
    packages: ['nuget:SmartFormat*', 'nuget:Microsoft.Extensions.Localization*', 'nuget:Microsoft.AspNetCore*'],
    formats: ['resx', ...modules],
    families: ['dotnet', 'brace'],
  },
  { packages: ['nuget:OrchardCore*'], formats: ['po'], families: ['dotnet', 'brace'] },
  // Rust and Go
  { packages: ['cargo:rust-i18n', 'cargo:t_string'], formats: modules, families: ['ruby', 'brace'] },
  { packages: ['cargo:leptos_i18n'], formats: modules, families: ['mustache'] },
  { packages: ['cargo:gettext-rs', 'cargo:gettext'], formats: ['po'], families: ['printf', 'brace'] },
  // Themes of Hugo print their translations with the verbs of fmt.
  {
    packages: ['golang:github.com/nicksnyder/go-i18n*', 'golang:github.com/gohugoio/hugo*'],
    formats: modules,
    families: ['mustache', 'printf'],
  },
  {
    packages: ['golang:golang.org/x/text', 'golang:github.com/leonelquinteros/gotext'],
    formats: modulesAndPo,
    families: ['printf', 'brace'],
  },
];

/**
 * Returns the families of the libraries that a project uses for files of a format; undefined if it uses no known
 * library.
 */
export function familiesByFrameworks(
  formatId: string,
  dependencies: readonly string[],
): readonly PlaceholderSyntax[] | undefined {
  const isUsed = hasPackage(dependencies);
  const usedFrameworks = frameworks.filter(
    ({ packages, formats }) => formats.includes(formatId) && packages.some(isUsed),
  );
  if (usedFrameworks.length === 0) return undefined;
  return usedFrameworks.flatMap(({ families }) => families);
}

/** Returns a function that tells whether a package is among a project's dependencies; a final `*` matches anything. */
export function hasPackage(dependencies: readonly string[]): (packageName: string) => boolean {
  const names = new Set(dependencies);
  return (packageName) => {
    if (!packageName.endsWith('*')) return names.has(packageName);
    return dependencies.some((name) => name.startsWith(packageName.slice(0, -1)));
  };
}
