import type { PlaceholderSyntax } from './placeholder.ts';

/** What may stand in any text of an interface. */
const everywhere: readonly PlaceholderSyntax[] = ['url', 'template', 'tag', 'entity'];

/** JavaScript projects mix libraries, so a JSON file may hold the placeholders of several. */
const javascript: readonly PlaceholderSyntax[] = [
  ...everywhere,
  'mustache',
  'dollar-brace',
  'i18next-nesting',
  'ruby',
  'python-percent',
  'printf',
  'icu',
  'brace',
];

/** Families by the id of the format. What is not listed gets `unknown`. */
const byFormat: Readonly<Record<string, readonly PlaceholderSyntax[]>> = {
  arb: [...everywhere, 'icu', 'brace'],
  'angular-json': [...everywhere, 'icu', 'mustache', 'brace'],
  formatjs: [...everywhere, 'icu', 'brace'],
  chrome: [...everywhere, 'chrome', 'mustache'],
  'package-nls': [...everywhere, 'vscode', 'brace'],
  toml: [...everywhere, 'mustache', 'dollar-brace', 'printf', 'brace'],
  yaml: [...everywhere, 'mustache', 'dollar-brace', 'ruby', 'printf', 'brace'],
  po: [...everywhere, 'mustache', 'ruby', 'python-percent', 'printf', 'brace'],
  'android-xml': [...everywhere, 'printf', 'java-date', 'brace'],
  strings: [...everywhere, 'printf'],
  stringsdict: [...everywhere, 'printf'],
  xcstrings: [...everywhere, 'printf'],
  resx: [...everywhere, 'dotnet'],
  qt: [...everywhere, 'qt', 'printf'],
  'qt-ts': [...everywhere, 'qt', 'printf'],
  xliff: [...everywhere, 'mustache', 'printf', 'icu', 'brace'],
  properties: [...everywhere, 'dollar-brace', 'printf', 'icu', 'brace', 'dotnet'],
  fluent: [...everywhere, 'fluent', 'brace'],
  php: [...everywhere, 'laravel', 'ruby', 'printf', 'brace'],
  html: [...everywhere, 'mustache', 'dollar-brace'],
  markdown: everywhere,
  mdx: [...everywhere, 'brace'],
  srt: ['url', 'tag'],
  vtt: ['url', 'tag', 'entity'],
};

const unknown: readonly PlaceholderSyntax[] = [...everywhere, 'mustache', 'dollar-brace', 'ruby', 'printf', 'icu', 'brace'];

const javascriptFormats = new Set(['json', 'jsonc', 'json5', 'javascript', 'typescript']);

/**
 * The families to look for in a file: by its format and by the libraries that the project names as dependencies (those of
 * package.json or composer.json). Where nothing is known more is looked for, since a word that needlessly stays
 * untranslated is cheaper than a program that breaks.
 */
export function syntaxesFor({ formatId, dependencies = [] }: { readonly formatId: string; readonly dependencies?: readonly string[] }): readonly PlaceholderSyntax[] {
  if (!javascriptFormats.has(formatId)) return byFormat[formatId] ?? unknown;
  const uses = (...names: readonly string[]): boolean => dependencies.some((name) => names.includes(name));
  const usesIcu =
    uses('react-intl', 'intl-messageformat', 'next-intl', 'svelte-i18n', 'i18next-icu', '@messageformat/core', 'messageformat') ||
    dependencies.some((name) => name.startsWith('@formatjs/') || name.startsWith('@lingui/'));
  const syntaxes = new Set(javascript);
  if (uses('vue-i18n', '@nuxtjs/i18n', '@intlify/core')) {
    syntaxes.add('vue-link');
    // vue-i18n does not know ICU's quotes: in `'{name}'` it fills in the name.
    if (!usesIcu) syntaxes.delete('icu');
  }
  if (uses('vscode', '@types/vscode', '@vscode/l10n', 'vscode-nls')) syntaxes.add('vscode');
  if (uses('laravel-vue-i18n', 'laravel/framework', 'laravel-vite-plugin', 'laravel-mix')) syntaxes.add('laravel');
  return [...syntaxes];
}

/** The families that a flag of gettext turns on: its manual, "PO Files", and those of the tools that write such files. */
const byFlag: Readonly<Record<string, readonly PlaceholderSyntax[]>> = {
  'c-format': ['printf'],
  'python-format': ['python-percent', 'printf'],
  'python-brace-format': ['brace'],
};

/** The families to look for in one text of a file: its own flags win over what is known of the file. */
export function withFlags(file: readonly PlaceholderSyntax[], flags: readonly string[]): readonly PlaceholderSyntax[] {
  const declared = flags.flatMap((flag) => byFlag[flag] ?? []);
  const denied = new Set(flags.flatMap((flag) => (flag.startsWith('no-') ? (byFlag[flag.slice('no-'.length)] ?? []) : [])));
  return [...new Set([...file.filter((syntax) => !denied.has(syntax)), ...declared])];
}
