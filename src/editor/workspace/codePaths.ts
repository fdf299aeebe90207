/** Extensions, without the dot, of source code files, in which strings are looked up. */
export const codeExtensions: readonly string[] = (
  'astro c cc cjs clj cljs coffee cpp cs cshtml cts dart ejs elm erb ex exs fs go groovy h haml handlebars hbs heex ' +
  'hpp hs htm html jade java jinja jinja2 js jsp jsx kt kts leex liquid lua m mjs mm mts mustache njk php phtml pl ' +
  'pm pug py qml razor rb rs scala slim svelte swift tpl ts tsx twig vala vb vbhtml vue xaml'
).split(' ');

const codeExtensionSet: ReadonlySet<string> = new Set(codeExtensions);

/** Names of folders with installed or generated files, which are not the project's own source code. */
export const generatedFolders: readonly string[] = (
  'node_modules bower_components jspm_packages vendor third_party Pods Carthage .git .hg .svn .venv venv ' +
  '__pycache__ dist build out target coverage DerivedData .next .nuxt .output .svelte-kit .dart_tool .gradle ' +
  '.idea .vscode-test'
).split(' ');

const generatedFolderSet: ReadonlySet<string> = new Set(generatedFolders);

/** Matches files that may contain credentials, whatever their extension: `.env.local`, `id_rsa`, `server.key`. */
const secretName = /^(?:\.env|id_|credentials|secrets?[._-])|\.(?:pem|key|p12|pfx|env)$/iu;

/** Matches Android's layouts (`res/layout-land/main.xml`) and manifest, which use strings; other XML files are data. */
const androidXml = /(?:^|\/)res\/(?:layout|menu|xml|navigation)[^/]*\/[^/]+\.xml$|(?:^|\/)AndroidManifest\.xml$/u;

/** Returns whether a path (with '/' between segments) is that of the project's own source code, by names alone. */
export function isCodePath(path: string): boolean {
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  if (secretName.test(name) || segments.some((segment) => generatedFolderSet.has(segment))) return false;
  const dot = name.lastIndexOf('.');
  const hasCodeExtension = codeExtensionSet.has(name.slice(dot + 1).toLowerCase());
  if (!hasCodeExtension) return androidXml.test(path);
  // In `.ts`, nothing is before the dot; `app.min.js` is generated.
  const isMinified = /\.min\.[a-z]+$/iu.test(name);
  return dot > 0 && !isMinified;
}

// Tests and examples show less about where users read a string.
const testOrExampleFolder = /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|fixtures|examples?|stories|e2e)\//iu;
const testOrExampleFile = /[._-](?:test|spec|stories)\.[a-z]+$/iu;

function isTestOrExamplePath(path: string): boolean {
  return testOrExampleFolder.test(path) || testOrExampleFile.test(path);
}

/**
 * Returns distinct paths in the order in which they are searched: tests and examples last, each group sorted by name.
 */
export function inSearchOrder(paths: readonly string[]): readonly string[] {
  const byName = [...new Set(paths)].sort((a, b) => (a < b ? -1 : 1));
  return [...byName.filter((path) => !isTestOrExamplePath(path)), ...byName.filter(isTestOrExamplePath)];
}
