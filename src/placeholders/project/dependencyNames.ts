/**
 * Reads the names of a project's dependencies from its manifests: npm packages by their plain name, all others prefixed
 * with the type of their package URL (purl): `gem:rails`, `composer:symfony/translation`,
 * `maven:org.springframework:spring-core`. Everything else is ignored, and a broken manifest has no names.
 */

/** A kind of manifest. The nearest one of each kind above a file counts. */
export interface ManifestKind {
  readonly kind: string;
  /** Whether a file name is a manifest of this kind. */
  readonly isNamed: (name: string) => boolean;
  /** Returns the names of the dependencies in the text of a manifest. */
  readonly readNames: (text: string) => readonly string[];
  /** A folder that may have the manifest for files next to it, and the files whose program it may be. */
  readonly beside?: { readonly folder: string; readonly files: RegExp };
}

/** In UTF-16 units; only this much of a longer manifest is read. */
export const longestManifest = 500_000;

const longestLine = 400;

/** All supported kinds of manifests. */
export const manifestKinds: readonly ManifestKind[] = [
  manifest('npm', /^package\.json$/u, (text) =>
    jsonKeys(text, ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']),
  ),
  manifestOfType('composer', /^composer\.json$/u, (text) => jsonKeys(text, ['require', 'require-dev'])),
  manifestOfType('gem', /^(?:Gemfile|gems\.rb|.+\.gemspec)$/u, (text) =>
    // `gem 'rails'`, `spec.add_dependency "rails"`
    matches(text, /^[ \t]*(?:gem|\w+\.add(?:_runtime|_development)?_dependency)[ \t(]+["']([\w.-]+)["']/gmu),
  ),
  // `    rails-i18n (7.0.8)`: plural rules, which are installed even if another gem requires them.
  manifest('gem-lock', /^Gemfile\.lock$/u, (text) => prefixed('gem', matches(text, /^ {4}(rails-i18n) \(/gmu))),
  manifestOfType('pub', /^pubspec\.yaml$/u, (text) => yamlKeys(text, ['dependencies', 'dev_dependencies'])),
  manifestOfType('pypi', /^(?:requirements[\w.-]*\.txt|pyproject\.toml|setup\.cfg|setup\.py|Pipfile)$/u, (text) =>
    pythonNames(text).map(normalizedPython),
  ),
  manifestOfType('nuget', /^(?:.+\.(?:cs|fs|vb)proj|packages\.config)$/u, (text) =>
    // The SDK for the web includes the framework.
    matches(text, nugetReference).map((name) =>
      name.replace(/^Microsoft\.NET\.Sdk\.Web$/u, 'Microsoft.AspNetCore.App'),
    ),
  ),
  manifestOfType('maven', /^(?:build\.gradle(?:\.kts)?|pom\.xml|libs\.versions\.toml)$/u, mavenNames),
  manifestOfType('cargo', /^Cargo\.toml$/u, (text) => tomlKeys(text, /(?:^|\.)(?:dev-|build-)?dependencies$/u)),
  manifestOfType('golang', /^go\.mod$/u, (text) =>
    // `require golang.org/x/text v0.14.0`
    matches(text, /^[ \t]*(?:require[ \t]+)?([a-z0-9.-]+\.[a-z]+\/[\w./~-]+)[ \t]+v\d/gmu),
  ),
  // Flutter's gen_l10n reads apostrophes as quotes only with this option.
  manifest('flutter-l10n', /^l10n\.yaml$/u, (text) =>
    /^use-escaping:[ \t]*true\b/mu.test(text) ? ['l10n:use-escaping'] : [],
  ),
  // Modules and themes of Drupal, which need no `composer.json`: https://www.drupal.org/docs/develop/creating-modules
  manifest('drupal', /^[a-z][a-z\d_]*\.info(?:\.yml)?$/u, (text) =>
    /^core(?:_version_requirement)?\s*[:=]/mu.test(text) ? ['composer:drupal/core'] : [],
  ),
  // A Hugo site need not be a Go module.
  manifest('hugo', /^hugo\.(?:toml|ya?ml|json)$/u, () => ['golang:github.com/gohugoio/hugo']),
  {
    // `markdown: { format: 'detect' }`. Docusaurus' sites are often in `website`, next to the documents in `docs`.
    ...manifest('docusaurus', /^docusaurus\.config\.[cm]?[jt]s$/u, (text) =>
      /\bformat\s*:\s*["'](?:md|detect)["']/u.test(text) ? ['docusaurus:commonmark'] : ['docusaurus:mdx'],
    ),
    beside: { folder: 'website', files: /\.(?:md|markdown)$/iu },
  },
];

/** `<PackageReference Include="Name"`, `<package id="Name"`, `<Project Sdk="Name"`. */
const nugetReference = new RegExp(
  String.raw`<(?:PackageReference|FrameworkReference)\s[^<>]{0,500}?(?:Include|Update)\s*=\s*["']([\w.-]+)["']` +
    String.raw`|<package\s[^<>]{0,500}?id\s*=\s*["']([\w.-]+)["']` +
    String.raw`|<Project\s[^<>]{0,500}?Sdk\s*=\s*["']([\w.-]+)["']`,
  'gu',
);

function manifest(kind: string, fileName: RegExp, readNames: (text: string) => readonly string[]): ManifestKind {
  const isJson = kind === 'npm' || kind === 'composer';
  return {
    kind,
    isNamed: (name) => fileName.test(name),
    readNames: (text) => {
      // JSON without its long lines or its end could not be parsed.
      const readableText = isJson ? text : withoutLongLines(text.slice(0, longestManifest));
      return [...new Set(readNames(readableText))];
    },
  };
}

/** A manifest whose names get their package URLs' type as prefix, which is also its kind: `gem:rails`. */
function manifestOfType(type: string, fileName: RegExp, readNames: (text: string) => readonly string[]): ManifestKind {
  return manifest(type, fileName, (text) => prefixed(type, readNames(text)));
}

/** Removes long lines, for which the patterns of the manifests could be slow. Lines written by hand are short. */
function withoutLongLines(text: string): string {
  return text
    .split('\n')
    .filter(({ length }) => length < longestLine)
    .join('\n');
}

function prefixed(type: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${type}:${name}`);
}

/** Returns the first group of each match that has one. */
function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter(Boolean).slice(0, 1));
}

/** Returns the keys of the objects that are members of a manifest: those of `dependencies` and `devDependencies`. */
function jsonKeys(text: string, memberNames: readonly string[]): readonly string[] {
  try {
    const manifest: unknown = JSON.parse(text);
    if (typeof manifest !== 'object' || manifest === null) return [];
    const members: Partial<Record<string, unknown>> = { ...manifest };
    return memberNames.flatMap((memberName) => {
      const member = members[memberName];
      return typeof member === 'object' && member !== null ? Object.keys(member) : [];
    });
  } catch {
    return [];
  }
}

/** Returns the keys one level below top-level keys, in the usual block style. */
function yamlKeys(text: string, topLevelKeys: readonly string[]): readonly string[] {
  const names: string[] = [];
  let isWithin = false;
  let depth: number | undefined;
  for (const line of text.split(/\r?\n/u)) {
    // `  http: ^1.0`: two spaces, and the key `http`.
    const [, indent = '', key = ''] = /^( *)(?:["']?)([\w.-]+)(?:["']?)[ \t]*:(?:\s|$)/u.exec(line) ?? [];
    if (key === '') continue;
    if (indent === '') {
      isWithin = topLevelKeys.includes(key);
      depth = undefined;
    } else if (isWithin) {
      // The first key below a top-level key shows the indentation of all others.
      depth ??= indent.length;
      if (indent.length === depth) names.push(key);
    }
  }
  return names;
}

/** Returns the keys of the tables whose name matches, and the last part of `[dependencies.name]`. */
function tomlKeys(text: string, tableName: RegExp): readonly string[] {
  const names: string[] = [];
  let isWithin = false;
  for (const line of text.split(/\r?\n/u)) {
    const [, table] = /^[ \t]*\[{1,2}([^[\]]+)\]{1,2}/u.exec(line) ?? [];
    if (table !== undefined) {
      // `dependencies.serde`: the group `dependencies`, and the name `serde`.
      const [, group = '', name] = /^(.*)\.["']?([\w-]+)["']?$/u.exec(table) ?? [];
      isWithin = tableName.test(table);
      if (!isWithin && name !== undefined && tableName.test(group)) names.push(name);
      continue;
    }
    // `serde = "1.0"`, `serde.workspace = true`
    const [, key] = /^[ \t]*["']?([\w.-]+?)["']?[ \t]*(?:\.[\w.]+[ \t]*)?=/u.exec(line) ?? [];
    if (isWithin && key !== undefined) names.push(key);
  }
  return names;
}

/** `["Django>=4.2", "uvicorn[standard]"]`: the names `Django` and `uvicorn`. */
const quotedRequirement = new RegExp(
  String.raw`(?<=[[,(\n]\s{0,40})["']([A-Za-z][\w.-]{0,100})(?:\[[\w, .-]{0,200}\])?[ \t]*` +
    String.raw`(?:(?:[<>=!~]=|[<>;@]|===)[^"'\n]{0,200})?["']`,
  'gu',
);

/** Returns names in the syntax of PEP 508, one per line or in lists of strings, and in Poetry's and Pipenv's tables. */
function pythonNames(text: string): readonly string[] {
  const lines = matches(
    text,
    // `Django>=4.2`, `uvicorn[standard] ; python_version < "3.12"`
    /^[ \t]*([A-Za-z][\w.-]{0,100})(?:\[[\w, .-]{0,200}\])?[ \t]*(?:(?:[<>=!~]=|[<>;@]|===)[^\n]*)?\r?$/gmu,
  );
  const quoted = matches(text, quotedRequirement);
  return [
    ...lines,
    ...quoted,
    ...tomlKeys(text, /^(?:tool\.poetry\.(?:[\w-]+\.)*(?:dev-)?dependencies|(?:dev-)?packages)$/u),
  ];
}

/** Normalizes a name by PEP 503: `Zope.I18n_Extra → zope-i18n-extra`. */
function normalizedPython(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/gu, '-');
}

/** Returns the coordinates in Gradle's strings, plugins and version catalogs, and in Maven's elements. */
function mavenNames(text: string): readonly string[] {
  // `"org.springframework:spring-core:6.1"`
  const coordinates = matches(text, /["']([\w.-]+\.[\w.-]+:[\w.-]+)(?::[^"'\n]{0,100})?["']/gu);
  // `id("org.springframework.boot")`, `id 'io.quarkus.app'`
  const plugins = matches(text, /\bid[ \t]*\(?[ \t]*["']([\w-]+(?:\.[\w-]+)+)["']/gu);
  // `<groupId>org.springframework</groupId> <artifactId>spring-core</artifactId>`
  const elements = [
    ...text.matchAll(
      /<groupId>\s{0,50}([\w.-]+)\s{0,50}<\/groupId>\s{0,200}<artifactId>\s{0,50}([\w.-]+)\s{0,50}<\/artifactId>/gu,
    ),
  ].map(([, group = '', artifact = '']) => `${group}:${artifact}`);
  return [...coordinates, ...plugins, ...elements];
}
