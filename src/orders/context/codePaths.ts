import { existingLocales } from '../../locales/layout.ts';
import { isLocale } from '../../locales/isLocale.ts';
import { localeFolder } from '../../locales/localeFolder.ts';
import type { SourceFile } from '../files/localeFile.ts';

/** Extensions of files in which programs look up texts, without the dot. */
export const codeExtensions: readonly string[] = (
  'astro c cc cjs clj cljs coffee cpp cs cshtml cts dart ejs elm erb ex exs fs go groovy h haml handlebars hbs heex hpp hs htm html jade java jinja jinja2 js jsp jsx ' +
  'kt kts leex liquid lua m mjs mm mts mustache njk php phtml pl pm pug py qml razor rb rs scala slim svelte swift tpl ts tsx twig vala vb vbhtml vue xaml'
).split(' ');

const knownExtensions: ReadonlySet<string> = new Set(codeExtensions);

/** Folders of what was installed or built: nobody has written there, and much of it is not this program's. */
export const generatedFolders: readonly string[] =
  'node_modules bower_components jspm_packages vendor third_party Pods Carthage .git .hg .svn .venv venv __pycache__ dist build out target coverage DerivedData .next .nuxt .output .svelte-kit .dart_tool .gradle .idea .vscode-test'.split(
    ' ',
  );

const generated: ReadonlySet<string> = new Set(generatedFolders);

/** Names of files that may hold keys, whatever else they are. */
const secretName = /^(?:\.env|id_|credentials|secrets?[._-])|\.(?:pem|key|p12|pfx|env)$/iu;

/** Android's layouts and manifest name their texts; other XML is data. */
const androidXml = /(?:^|\/)res\/(?:layout|menu|xml|navigation)[^/]*\/[^/]+\.xml$|(?:^|\/)AndroidManifest\.xml$/u;

/** Whether a path, with '/' between segments, is one of a program's own code, by names alone. */
export function isCodePath(path: string): boolean {
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  if (secretName.test(name) || segments.some((segment) => generated.has(segment))) return false;
  const dot = name.lastIndexOf('.');
  return knownExtensions.has(name.slice(dot + 1).toLowerCase())
    ? dot > 0 && !/\.min\.[a-z]+$/iu.test(name)
    : androidXml.test(path);
}

/** Tests and examples say less of where a person reads a text. */
const sideways =
  /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|fixtures|examples?|stories|e2e)\/|[._-](?:test|spec|stories)\.[a-z]+$/iu;

/** Paths in the order in which they are looked through: the program's own before its tests, each by name. */
export function inSearchOrder(paths: readonly string[]): readonly string[] {
  const byName = [...new Set(paths)].sort((a, b) => (a < b ? -1 : 1));
  return [...byName.filter((path) => !sideways.test(path)), ...byName.filter((path) => sideways.test(path))];
}

/** Whether a path is one of the project's locale files, which are code in some formats, and not a user of them. */
export function isLocalePath({ path: sourcePath, layout }: Pick<SourceFile, 'path' | 'layout'>, path: string): boolean {
  if (path === sourcePath || existingLocales(layout, [path]).length > 0) return true;
  const segments = path.split('/');
  return segments.some(
    (segment, index) => localeFolder.test(segment) && isLocale((segments[index + 1] ?? '').replace(/\..*$/u, '')),
  );
}

/** What programs put before a key that is one of several files': `cart` for `locales/en/cart.json`. Undefined for a file that is named after its locale. */
export function keyScope(path: string): string | undefined {
  const name = (path.split('/').at(-1) ?? '').replace(/\..*$/u, '');
  return name === '' || isLocale(name) ? undefined : name;
}
