import { hasInterfaceComments } from './recognize.ts';

/**
 * A dialect: files whose names and texts are those of one format, but whose program reads them by rules of its own. A
 * row applies if its path or text matches, or the project has one of its packages.
 */
interface DialectRow {
  /** The id of the format that extension and text show. */
  readonly format: string;
  /** The id of the format by whose rules the program reads the file. */
  readonly dialect: string;
  /** The layout that shows the program. */
  readonly path?: RegExp;
  /** Libraries, and facts from configuration files, that show it; spelled as by `dependencyNames.ts`, with a final `*`. */
  readonly packages?: readonly string[];
  /** What the text itself says of its format. */
  readonly text?: (text: string, path: string) => boolean;
  /** Libraries that show another program. */
  readonly unlessPackages?: readonly string[];
}

/** Packages that read objects of plural forms in JSON. */
const pluralSetReaders: readonly string[] = [
  'i18n-js',
  'gem:i18n-js',
  'counterpart',
  '@shopify/react-i18n',
  '@shopify/i18n',
  'golang:github.com/nicksnyder/go-i18n*',
  'golang:github.com/gohugoio/hugo*',
];

/** Packages that read JSON in which such an object is no plural, so that a program selects its texts by key. */
const otherReaders: readonly string[] = [
  'i18next*',
  'react-i18next',
  'vue-i18n',
  '@intlify/*',
  'react-intl',
  '@formatjs/*',
  'next-intl',
  'svelte-i18n',
  '@ngx-translate/*',
  '@jsverse/transloco',
];

/**
 * Libraries that read YAML by the rules of version 1.1: Ruby's Psych, Python's PyYAML and Java's SnakeYAML. Not
 * `activesupport`, which the Gemfile of every React Native app names for its build.
 */
const yaml11Readers: readonly string[] = [
  'gem:rails*',
  'gem:actionpack',
  'gem:actionview',
  'gem:activemodel',
  'gem:activerecord',
  'gem:i18n*',
  'gem:hanami*',
  'gem:sinatra*',
  'gem:jekyll*',
  'gem:github-pages',
  'gem:middleman*',
  'gem:nanoc*',
  'gem:r18n*',
  'gem:dry-validation',
  'gem:fast_gettext',
  'gem:psych',
  'pypi:pyyaml',
  'pypi:python-i18n',
  'pypi:i18nice',
  'pypi:mkdocs*',
  'maven:org.yaml:snakeyaml',
  'maven:org.springframework.boot*',
  'maven:org.spigotmc:*',
  'maven:org.bukkit:*',
  'maven:io.papermc.paper:*',
  'maven:net.md-5:bungeecord*',
];

/** All known dialects, each with its evidence. The first row that applies to a file counts. */
export const dialectTable: readonly DialectRow[] = [
  // Compose Multiplatform converts `values*/*.xml` in this folder with its own rules (`XmlValuesConverterTask` in
  // https://github.com/JetBrains/compose-multiplatform).
  { format: 'android-xml', dialect: 'compose-xml', path: /(?:^|[\\/])composeResources[\\/]values[^\\/]*[\\/][^\\/]+$/ },
  // moko-resources generates Android's and Apple's files from these; `MR` was its folder until version 0.24.
  // https://github.com/icerockdev/moko-resources
  {
    format: 'android-xml',
    dialect: 'moko-xml',
    path: /(?:^|[\\/])(?:moko-resources|resources[\\/]MR)[\\/][^\\/]+[\\/][^\\/]+$/,
  },
  // Docusaurus reads `.md` as MDX unless `markdown.format` says otherwise: https://docusaurus.io/docs/markdown-features
  // A document may choose for itself.
  { format: 'markdown', dialect: 'mdx', text: (text) => formatInFrontMatter(text) === 'mdx' },
  { format: 'markdown', dialect: 'markdown', text: (text) => formatInFrontMatter(text) !== undefined },
  { format: 'markdown', dialect: 'markdown', packages: ['docusaurus:commonmark'] },
  { format: 'markdown', dialect: 'mdx', packages: ['docusaurus:mdx'] },
  // Next.js, Gatsby and others read `.md` as MDX if they are told to. Only MDX begins with statements of a module.
  { format: 'markdown', dialect: 'mdx', text: beginsWithStatement },
  // A browser extension whose build converts its messages to JSON, as Violentmonkey's does.
  { format: 'yaml', dialect: 'chrome-yaml', path: /(?:^|[\\/])_locales[\\/][^\\/]+[\\/]messages\.ya?ml$/i },
  // The rules of YAML 1.1: Ruby's Psych, by Rails' and Jekyll's folders …
  { format: 'yaml', dialect: 'yaml-1.1', path: /(?:^|[\\/])(?:config[\\/]locales|_data|_i18n)[\\/]/ },
  // … or by the libraries that read locale files; PyYAML; SnakeYAML. Others, such as Symfony, js-yaml, go-yaml and
  // serde_yaml, read `Yes` as a string.
  {
    format: 'yaml',
    dialect: 'yaml-1.1',
    packages: yaml11Readers,
  },
  // Xcode writes the strings of an interface with their source texts as comments. English files are read as they are:
  // interfaces are nearly always in English, and then these have their source texts.
  {
    format: 'strings',
    dialect: 'interface-builder',
    text: (text, path) =>
      !/(?:^|[\\/])(?:en(?:[-_]\w+)?|English|Base)\.lproj[\\/]/.test(path) && hasInterfaceComments(text),
  },
  // Joomla reads values without quotes as they are; Symfony and other PHP programs with `parse_ini_file` do not.
  { format: 'ini', dialect: 'ini', path: /(?:^|[\\/])language[\\/]/ },
  { format: 'ini', dialect: 'ini-php', path: /(?:^|[\\/])translations[\\/][^\\/]+\.[a-z]{2,3}(?:_[A-Z]{2})?\.ini$/ },
  { format: 'ini', dialect: 'ini-php', packages: ['composer:*'], unlessPackages: ['composer:joomla/*'] },
  // Objects of plural categories, by the libraries of the project.
  { format: 'json', dialect: 'json-plurals', packages: pluralSetReaders, unlessPackages: otherReaders },
];

/** Returns the id of the format by whose rules a file is read. `dependencies` is called only if a row needs it. */
export async function dialectOf(
  formatId: string,
  { path, text }: { readonly path: string; readonly text: string },
  dependencies: (() => Promise<readonly string[]>) | undefined,
): Promise<string> {
  for (const row of dialectTable.filter(({ format }) => format === formatId)) {
    if (row.path?.test(path) === true || row.text?.(text, path) === true) return row.dialect;
    if (row.packages === undefined || dependencies === undefined) continue;
    const names = await dependencies();
    if (usesAny(row.packages, names) && !usesAny(row.unlessPackages ?? [], names)) return row.dialect;
  }
  return formatId;
}

/** Whether a project has one of some packages; a final `*` matches anything. */
function usesAny(packages: readonly string[], dependencies: readonly string[]): boolean {
  return packages.some((name) => {
    if (!name.endsWith('*')) return dependencies.includes(name);
    return dependencies.some((dependency) => dependency.startsWith(name.slice(0, -1)));
  });
}

/** Longer front matter is not searched, in UTF-16 units. */
const longestFrontMatter = 8000;

/** Returns the format that Docusaurus' front matter names: `mdx: { format: md }`, or `format: md` below `mdx:`. */
function formatInFrontMatter(text: string): string | undefined {
  const [, front = ''] = /^\uFEFF?---[ \t]*\r?\n([^]*?)^---/m.exec(text.slice(0, longestFrontMatter)) ?? [];
  return /^mdx:\s*\{?\s*format:[ \t]*["']?(mdx?|detect)\b/m.exec(front)?.[1];
}

/** Whether a document begins, perhaps after front matter, with an import or export that a program would run. */
function beginsWithStatement(text: string): boolean {
  const body = text.slice(0, longestFrontMatter).replace(/^\uFEFF?(?:---[ \t]*\r?\n[^]*?^---[ \t]*$)?\s*/m, '');
  // `import Tabs from '@theme/Tabs';`, `import { a } from "b"`, `export const meta = {`
  return /^(?:import\s+(?:[\w*{][^;'"]*\sfrom\s+)?["'][^"'\n]+["']|export\s+(?:const|default|function)\s)/.test(body);
}
