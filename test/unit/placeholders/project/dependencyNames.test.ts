import assert from 'node:assert/strict';
import { vuePluralRulesIn } from '../../../../src/formats/formats.ts';
import { manifestKinds } from '../../../../src/placeholders/project/dependencyNames.ts';
import type { ManifestReader } from '../../../../src/placeholders/project/manifestReader.ts';
import { projectDependencies } from '../../../../src/placeholders/project/projectDependencies.ts';

function namesIn(file: string, text: string): readonly string[] {
  const kinds = manifestKinds.filter(({ isNamed }) => isNamed(file));
  assert.equal(kinds.length, 1, file);
  return kinds[0]?.readNames(text) ?? [];
}

const manifests: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'package.json',
    '{"name": "x", "dependencies": {"i18next": "^23.0.0"}, "devDependencies": {"@lingui/cli": "1"}, ' +
      '"peerDependencies": {"react": "*"}, "scripts": {"a": "b"}}',
    ['i18next', '@lingui/cli', 'react'],
  ],
  [
    'composer.json',
    '{"require": {"php": "^8.2", "symfony/translation": "^7"}, "require-dev": {"phpunit/phpunit": "*"}}',
    ['composer:php', 'composer:symfony/translation', 'composer:phpunit/phpunit'],
  ],
  [
    'Gemfile',
    "source 'https://rubygems.org'\ngem 'rails', '~> 8.0'\n  gem(\"i18n-tasks\", group: :test)\n# gem 'sinatra'\n",
    ['gem:rails', 'gem:i18n-tasks'],
  ],
  [
    'shop.gemspec',
    "Gem::Specification.new do |spec|\n  spec.name = 'shop'\n" +
      "  spec.add_dependency 'i18n', '>= 1'\n  spec.add_development_dependency(\"rake\")\nend\n",
    ['gem:i18n', 'gem:rake'],
  ],
  [
    'Gemfile.lock',
    'GEM\n  remote: https://rubygems.org/\n  specs:\n    devise-i18n (1.12.0)\n      rails-i18n\n' +
      '    rails-i18n (7.0.9)\n      i18n (>= 0.7, < 2)\n\nDEPENDENCIES\n  devise-i18n\n',
    ['gem:rails-i18n'],
  ],
  [
    'pubspec.yaml',
    'name: app\ndependencies:\n  flutter:\n    sdk: flutter\n' +
      '  easy_localization: ^3.0.0 # strings\n\ndev_dependencies:\n    slang_build_runner: any\n' +
      'flutter:\n  uses-material-design: true\n',
    ['pub:flutter', 'pub:easy_localization', 'pub:slang_build_runner'],
  ],
  [
    'requirements.txt',
    '# web\nDjango>=5.0\nFlask_Babel[cli] ~= 4.0 ; python_version > "3.9"\n-r other.txt\nbabel\n',
    ['pypi:django', 'pypi:flask-babel', 'pypi:babel'],
  ],
  [
    'pyproject.toml',
    '[project]\nname = "shop"\ndependencies = [\n  "django>=5",\n  "python-i18n[YAML]",\n]\n' +
      '[tool.poetry.group.dev.dependencies]\nwagtail = "^6"\n',
    ['pypi:django', 'pypi:python-i18n', 'pypi:wagtail'],
  ],
  [
    'setup.cfg',
    '[options]\ninstall_requires =\n    Pyramid>=2\n    zope.interface\n',
    ['pypi:pyramid', 'pypi:zope-interface'],
  ],
  ['Pipfile', '[packages]\ndjango = "*"\n', ['pypi:django']],
  [
    'Shop.csproj',
    '<Project Sdk="Microsoft.NET.Sdk.Web">\n<ItemGroup>\n' +
      '<PackageReference Include="SmartFormat.NET" Version="3.0" />\n' +
      '<PackageReference Version="1" Include=\'OrchardCore.Localization\'/>\n</ItemGroup></Project>',
    ['nuget:Microsoft.AspNetCore.App', 'nuget:SmartFormat.NET', 'nuget:OrchardCore.Localization'],
  ],
  [
    'build.gradle',
    "plugins { id 'org.springframework.boot' version '3.4' }\ndependencies {\n" +
      "  implementation 'com.ibm.icu:icu4j:76.1'\n" +
      '  testImplementation("io.micronaut:micronaut-core")\n  runtimeOnly project(\':shared\')\n}',
    ['maven:com.ibm.icu:icu4j', 'maven:io.micronaut:micronaut-core', 'maven:org.springframework.boot'],
  ],
  [
    'build.gradle.kts',
    'plugins { id("org.springframework.boot") version "3.4.0" }\n' +
      'dependencies { implementation("jakarta.faces:jakarta.faces-api:4.1") }',
    ['maven:jakarta.faces:jakarta.faces-api', 'maven:org.springframework.boot'],
  ],
  [
    'pom.xml',
    '<project><parent><groupId>org.springframework.boot</groupId>\n' +
      '<artifactId>spring-boot-starter-parent</artifactId></parent></project>',
    ['maven:org.springframework.boot:spring-boot-starter-parent'],
  ],
  [
    'Cargo.toml',
    '[package]\nname = "shop"\n[dependencies]\nrust-i18n = "3"\nserde.workspace = true\n' +
      '[target.\'cfg(unix)\'.dependencies]\nlibc = { version = "0.2" }\n' +
      '[dependencies.leptos_i18n]\nversion = "0.5"\n[features]\nextra = []\n',
    ['cargo:rust-i18n', 'cargo:serde', 'cargo:libc', 'cargo:leptos_i18n'],
  ],
  [
    'go.mod',
    'module example.com/shop\n\ngo 1.24\n\nrequire (\n\tgithub.com/nicksnyder/go-i18n/v2 v2.4.1\n' +
      '\tgolang.org/x/text v0.21.0 // indirect\n)\nrequire github.com/gohugoio/hugo v0.140.0\n',
    ['golang:github.com/nicksnyder/go-i18n/v2', 'golang:golang.org/x/text', 'golang:github.com/gohugoio/hugo'],
  ],
  ['docusaurus.config.js', "module.exports = { title: 'Shop' };\n", ['docusaurus:mdx']],
  ['docusaurus.config.ts', "export default { markdown: { format: 'detect' } };\n", ['docusaurus:commonmark']],
  ['docusaurus.config.mjs', 'export default {\n  markdown: {\n    format: "mdx",\n  },\n};\n', ['docusaurus:mdx']],
  ['hugo.toml', 'baseURL = "https://shop.example"', ['golang:github.com/gohugoio/hugo']],
];

describe('dependencyNames', () => {
  for (const [file, text, names] of manifests) {
    it(`reads ${file}, with LF and with CRLF`, () => {
      assert.deepEqual([...namesIn(file, text)].sort(), [...names].sort());
      assert.deepEqual([...namesIn(file, text.replaceAll('\n', '\r\n'))].sort(), [...names].sort());
    });
  }

  it('returns nothing for broken files, and reads long files in linear time', () => {
    for (const [file, text] of manifests) {
      // These are evidence by their names alone.
      if (file === 'hugo.toml' || file.startsWith('docusaurus.')) continue;
      for (const broken of [
        '',
        '{',
        '\0'.repeat(50),
        '[['.repeat(1000),
        '[]',
        '3',
        ...(file.endsWith('.json') ? ['null', '{"dependencies": 3}'] : []),
      ])
        assert.deepEqual(namesIn(file, broken), [], file);
      assert.ok(Array.isArray(namesIn(file, text.slice(0, text.length / 2))));
    }
    for (const piece of [
      '<groupId>',
      '<PackageReference ',
      "gem '",
      '"a.b',
      "'a[",
      'id("a.',
      '[a.',
      'a.a.',
      '  ',
      '-',
      'a\n',
      `${'a.'.repeat(150)}\n`,
    ]) {
      for (const { readNames } of manifestKinds) readNames(piece.repeat(Math.ceil(200_000 / piece.length)));
    }
  });

  it('recognizes manifests by their exact names', () => {
    for (const name of [
      'package.json.bak',
      'my-package.json',
      'package-lock.json',
      'pubspec.lock',
      'go.sum',
      'config.toml',
      'settings.gradle',
      'en.json',
    ]) {
      assert.deepEqual(
        manifestKinds.filter(({ isNamed }) => isNamed(name)),
        [],
        name,
      );
    }
  });
});

/** Reads a project of these files. */
function readerOf(texts: Readonly<Record<string, string>>): ManifestReader & { readonly listed: string[] } {
  const listed: string[] = [];
  const below = (folder: string): readonly (readonly string[])[] =>
    Object.keys(texts)
      .filter((name) => folder === '' || name.startsWith(`${folder}/`))
      .map((name) => name.slice(folder === '' ? 0 : folder.length + 1).split('/'));
  return {
    listed,
    files: (folder) => {
      listed.push(folder);
      return Promise.resolve(below(folder).flatMap((parts) => (parts.length === 1 ? parts : [])));
    },
    folders: (folder) =>
      Promise.resolve([...new Set(below(folder).flatMap(([name = '', ...rest]) => (rest.length > 0 ? [name] : [])))]),
    read: (name) => Promise.resolve(name === 'pyproject.toml' ? undefined : texts[name]),
    pluralRules: async (name) => vuePluralRulesIn(name, texts[name] ?? ''),
  };
}

describe('projectDependencies', () => {
  it('adds the plural rules that the code of a project gives vue-i18n', async () => {
    const setUp =
      'export default createI18n({ legacy: false, pluralRules: { ru: (n) => (n === 1 ? 0 : 1), uk: rules.uk } });';
    const files = { 'package.json': '{"dependencies": {"vue-i18n": "9"}}', 'public/locales/en.json': '{}' };
    const familyIn = async (more: Readonly<Record<string, string>>): Promise<unknown> =>
      (await projectDependencies('public/locales/en.json', readerOf({ ...files, ...more }))).slice(1);
    const family = 'vue-plural ru=n 1 == 0 1 ?';
    for (const path of [
      'src/i18n.ts',
      'src/plugins/i18n/index.js',
      'i18n.config.ts',
      'src/main.ts',
      'app/boot/vue-i18n.mjs',
    ])
      assert.deepEqual(await familyIn({ [path]: setUp }), [family], path);
    assert.deepEqual(await familyIn({}), []);
    assert.deepEqual(
      await familyIn({ 'src/i18n.ts': setUp, 'package.json': '{"dependencies": {"i18next": "9"}}' }),
      [],
    );
  });

  it('finds the site of Docusaurus above a document, and in `website` next to it', async () => {
    const reader = readerOf({
      'docs/intro.md': '',
      'website/docusaurus.config.js': 'module.exports = {};',
      'website/blog/hello.md': '',
      'guides/site/docusaurus.config.ts': "export default { markdown: { format: 'md' } };",
      'guides/site/docs/a/b.md': '',
      'locales/en.yml': '',
    });
    assert.deepEqual(await projectDependencies('docs/intro.md', reader), ['docusaurus:mdx']);
    assert.deepEqual(await projectDependencies('website/blog/hello.md', reader), ['docusaurus:mdx']);
    assert.deepEqual(await projectDependencies('guides/site/docs/a/b.md', reader), ['docusaurus:commonmark']);
    assert.deepEqual(await projectDependencies('locales/en.yml', reader), []);
  });

  const texts: Readonly<Record<string, string>> = {
    'package.json': '{"dependencies": {"react-intl": "1"}}',
    'web/package.json': '{"dependencies": {"i18next": "1"}}',
    'web/locales/en.json': '{}',
    'requirements.txt': 'django\n',
    'requirements-dev.txt': 'babel\n',
    'api/composer.json': '{"require": {"laravel/framework": "*"}}',
    Gemfile: '{',
    'pyproject.toml': 'too large',
  };
  const reader = readerOf(texts);

  it('reads the nearest manifest of each kind in the folders above a file, and no others', async () => {
    assert.deepEqual([...(await projectDependencies('web/locales/en.json', reader))].sort(), [
      'i18next',
      'pypi:babel',
      'pypi:django',
    ]);
    assert.deepEqual([...(await projectDependencies('api/lang/en/shop.php', reader))].sort(), [
      'composer:laravel/framework',
      'pypi:babel',
      'pypi:django',
      'react-intl',
    ]);
    assert.deepEqual(
      await projectDependencies('en.json', {
        files: () => Promise.resolve([]),
        folders: () => Promise.resolve([]),
        read: () => Promise.resolve(undefined),
        pluralRules: () => Promise.resolve(new Map<string, string>()),
      }),
      [],
    );
  });

  it('reads manifests next to the path if no library above it reads such files', async () => {
    const vue = '{"dependencies": {"vue-i18n": "1"}}';
    const of = async (path: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
      projectDependencies(path, readerOf({ [path]: '', ...files }));
    assert.deepEqual(await of('frontend/locales/en.json', { 'frontend-app/package.json': vue }), ['vue-i18n']);
    assert.deepEqual(await of('locales/en.json', { 'packages/web/package.json': vue, 'package.json': '{}' }), [
      'vue-i18n',
    ]);
    assert.deepEqual(
      await of('translations/messages.en.yml', {
        'backend/composer.json': '{"require": {"symfony/translation": "*"}}',
      }),
      ['composer:symfony/translation'],
    );
    // The parts of a project may be further below.
    assert.deepEqual(await of('web/locales/en.json', { 'web/packages/ui/package.json': vue }), ['vue-i18n']);
    assert.deepEqual(await of('web/locales/en.json', { 'web/other/ui/package.json': vue }), []);
    // The nearest folders count, and no manifests of tests, results and other people's code.
    assert.deepEqual(
      await of('web/i18n/en.json', {
        'web/app/package.json': vue,
        'admin/package.json': '{"dependencies": {"i18next": "1"}}',
      }),
      ['vue-i18n'],
    );
    assert.deepEqual(await of('i18n/en.json', { 'node_modules/a/package.json': vue, 'docs/package.json': vue }), []);
    // Android's files have one kind of placeholders.
    assert.deepEqual(await of('app/res/values/strings.xml', { 'web/package.json': vue }), []);
  });

  it('lists a limited number of folders', async () => {
    const files = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`part${index}/a.txt`, '']));
    const reader = readerOf({ ...files, 'a/b/c/en.json': '' });
    assert.deepEqual(await projectDependencies('a/b/c/en.json', reader), []);
    assert.ok(reader.listed.length <= 70, String(reader.listed.length));
  });
});
