import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { findTextSinks } from './shownTextCheck.ts';

const src = path.resolve(import.meta.dirname, '../../src');

/**
 * The only files or folders that may import a package. Parsers of locale formats are separate chunks, which are loaded
 * together with their format.
 */
const onlyIn: Readonly<Record<string, readonly string[]>> = {
  undici: ['service/http/transport.ts'],
  'jsonc-parser': ['formats/json/', 'project/openFolders.ts'],
  '@humanwhocodes/momoa': ['formats/json5/'],
  yaml: ['formats/yaml/', 'formats/markdown/'],
  'toml-eslint-parser': ['formats/toml/', 'formats/markdown/'],
  'properties-file': ['formats/properties/'],
  saxes: ['formats/xml/'],
  '@fluent/syntax': ['formats/fluent/'],
  'php-parser': ['formats/php/'],
  '@babel/parser': ['formats/module/'],
  htmlparser2: ['formats/html/'],
  'mdast-util-': ['formats/markdown/'],
  'micromark-': ['formats/markdown/'],
  mdast: ['formats/markdown/'],
};

/** The layers and packages that each layer may import, in addition to itself. Type imports count, too. */
const layers: Readonly<Record<string, { readonly layers: readonly string[]; readonly packages: readonly string[] }>> = {
  'extension.ts': { layers: ['application.ts', 'agents', 'editor'], packages: ['vscode', 'node:'] },
  'application.ts': {
    layers: ['commandTable.ts', 'commands', 'views', 'annotations', 'agents', 'webview', 'editor', 'words', 'base'],
    packages: ['vscode', '@vscode/l10n'],
  },
  'commandTable.ts': {
    layers: ['commands', 'views', 'webview', 'editor', 'base'],
    packages: ['vscode'],
  },
  commands: {
    layers: ['editor', 'words', 'orders', 'formats', 'placeholders', 'locales', 'service', 'base'],
    packages: ['vscode', 'node:', '@vscode/l10n'],
  },
  views: {
    layers: ['editor', 'words', 'orders', 'formats', 'placeholders', 'locales', 'service', 'base'],
    packages: ['vscode', 'node:', '@vscode/l10n'],
  },
  annotations: {
    layers: ['editor', 'words', 'orders', 'formats', 'placeholders', 'locales', 'service', 'base'],
    packages: ['vscode', 'node:', '@vscode/l10n'],
  },
  agents: {
    layers: ['editor', 'words', 'orders', 'formats', 'placeholders', 'locales', 'service', 'base'],
    packages: ['vscode', '@vscode/l10n'],
  },
  webview: {
    layers: ['editor', 'words', 'orders', 'formats', 'placeholders', 'locales', 'service', 'base'],
    packages: ['vscode', 'node:', '@vscode/l10n', 'valibot'],
  },
  'webview/job/page': {
    layers: ['webview/shared/page', 'webview/shared/commentLength.ts', 'base/present.ts', 'base/text/oddCharacters.ts'],
    packages: ['lit', '@vscode-elements/elements'],
  },
  'webview/review/page': {
    layers: [
      'webview/shared/page',
      'webview/shared/commentLength.ts',
      'webview/review/reviewMessages.ts',
      'base/present.ts',
      'base/isRecord.ts',
    ],
    packages: ['lit'],
  },
  'webview/shared/page': {
    layers: ['base/text/oddCharacters.ts'],
    packages: ['lit', 'diff'],
  },
  editor: {
    layers: ['project', 'words', 'orders', 'formats', 'placeholders', 'locales', 'service', 'base'],
    packages: ['vscode', 'node:', '@vscode/l10n'],
  },
  cli: {
    layers: ['project', 'words', 'orders', 'formats', 'placeholders', 'locales', 'service', 'base'],
    packages: ['node:', '@vscode/l10n'],
  },
  project: {
    layers: ['orders', 'formats', 'placeholders', 'locales', 'base'],
    packages: ['node:', 'jsonc-parser'],
  },
  words: {
    layers: ['orders', 'formats', 'placeholders', 'locales', 'service', 'base'],
    packages: ['@vscode/l10n'],
  },
  orders: { layers: ['formats', 'placeholders', 'locales', 'service', 'base'], packages: ['node:', 'valibot'] },
  formats: { layers: ['base'], packages: formatParsers() },
  placeholders: {
    layers: ['base', 'formats/formatTable.ts', 'formats/placeholderFamilies.ts'],
    packages: ['@formatjs/icu-messageformat-parser'],
  },
  locales: { layers: ['base', 'formats/formatTable.ts'], packages: [] },
  service: { layers: ['base'], packages: ['node:', 'valibot', 'undici'] },
  sandbox: { layers: ['base', 'service/interface/wire.ts'], packages: ['node:', 'hono', 'fflate', '@fastify/busboy'] },
  base: { layers: [], packages: ['node:'] },
};

/** Layers and files from which only types may be imported: a page has the schemas of its intents only as types. */
const typesOnly: Readonly<Record<string, readonly string[]>> = {
  placeholders: ['formats'],
  locales: ['formats'],
  'webview/job/page': [
    'webview/shared/pageSnapshot.ts',
    'webview/job/jobMessages.ts',
    'webview/job/jobIntent.ts',
    'webview/job/host/jobStrings.ts',
  ],
  'webview/review/page': [
    'webview/shared/pageSnapshot.ts',
    'webview/review/reviewIntent.ts',
    'webview/review/host/reviewStrings.ts',
  ],
  'webview/shared/page': ['webview/shared/pageSnapshot.ts'],
};

/**
 * The rooms (folders) of each layer, and of each room that is divided, outermost first; '.' means the files of the
 * folder itself, and '*' all folders that aren't listed. A room imports only rooms of later groups, and no other of its
 * own group.
 */
const rooms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  commands: [
    ['project', 'changes'],
    ['order', 'jobs', 'navigation', 'account', 'support', 'samples', 'help'],
    ['wizard', 'reuse'],
    ['scope'],
    ['.'],
  ],
  cli: [['.'], ['pull', 'language']],
  project: [['.'], ['git']],
  editor: [['session'], ['workspace'], ['.'], ['shown']],
  orders: [['jobs'], ['spend'], ['deliver'], ['units'], ['journal'], ['model']],
  'orders/jobs': [['review'], ['track']],
  'orders/spend': [['context'], ['check'], ['place'], ['reconcile']],
  'orders/units': [['ordered'], ['gaps'], ['plan'], ['source'], ['history'], ['files']],
  'orders/journal': [['account'], ['.']],
  'orders/model': [['order'], ['plan'], ['limits', 'errors'], ['.']],
  formats: [['.'], ['vue', 'multilingual'], ['*'], ['json', 'xml', 'code'], ['kit'], ['reasons']],
  placeholders: [['project'], ['.'], ['safety'], ['check'], ['icu', 'pipes'], ['choices'], ['read'], ['pattern']],
  locales: [['names', 'source', 'plurals'], ['.'], ['stores']],
  service: [['.'], ['methods'], ['calls'], ['decode'], ['http'], ['interface']],
  sandbox: [
    ['.'],
    ['routes'],
    ['accounts'],
    ['documents', 'callbacks'],
    ['http', 'wire'],
    ['world', 'storage'],
    ['records'],
  ],
  webview: [['job', 'review'], ['shared']],
  'webview/job': [['page'], ['host'], ['.']],
  'webview/review': [['page'], ['host'], ['.']],
  'webview/shared': [['page', 'host'], ['.']],
  base: [['text'], ['.'], ['files']],
};

/**
 * The rooms of orders/, with the maximum number of their doors: files with functions that other code calls. Types may be
 * imported from any file. The model has none, because it is what all rooms share; the units of locale files are the
 * largest room.
 */
const doors: Readonly<Record<string, number>> = { jobs: 8, spend: 8, deliver: 8, units: 14, journal: 8 };

/** Maximum number of files directly in a folder. */
const maxFilesOfFolder = 22;

interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** True for `import(…)`, which loads the file only when it runs. */
  readonly dynamic?: true;
}

/**
 * The only files that may import a module that starts processes or threads, or runs code from text. Of the threads, one
 * file starts one, one runs in it, and one adds a function that older versions of Node lack.
 */
const starters: Readonly<Record<string, readonly string[]>> = {
  child_process: ['project/git/git.ts', 'editor/session/sandboxProcess.ts'],
  worker_threads: ['editor/workspace/threadedFormat.ts', 'editor/workspace/formatThread.ts', 'cli/olderNode.ts'],
  cluster: [],
  vm: [],
  repl: [],
  inspector: [],
  module: [],
};

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.split(path.sep).join('/'));
const imports = files.flatMap(importsOf);

describe('architecture', () => {
  it('consists of the files that this test reads', () => {
    assert.ok(files.length > 50, `only ${files.length} files`);
    assert.ok(imports.length > 100, `only ${imports.length} imports`);
  });

  it('imports only lower layers', () => {
    const wrong = imports
      .filter((entry) => !isAllowed(entry))
      .map(({ from, specifier }) => `${from} imports ${specifier}`);
    assert.deepEqual(wrong, []);
  });

  it('has no cycles, including type imports', () => {
    assert.deepEqual(findCycle(), undefined);
  });

  it('starts processes only in two files: git, and the embedded sandbox', () => {
    assert.deepEqual(
      files.flatMap((name) => startsOf(name, readFileSync(path.join(src, name), 'utf8'))),
      [],
    );
    for (const [name, text] of Object.entries({
      'a static import': "import { execFile } from 'child_process';",
      'a dynamic import': "const found = await import('node:child_process');",
      'a computed import': "const found = await import(['child', 'process'].join('_'));",
      'a required module': "const found = require('node:child_process');",
      'a created require': "import { createRequire } from 'node:module';",
      'a built-in module': "process.getBuiltinModule('child_process');",
      'a computed built-in module': "process['getBuiltinModule'](name);",
      'an internal binding': "process.binding('spawn_sync');",
      'a thread': "import * as threads from 'worker_threads';",
      'a task of the editor': "new vscode.ShellExecution('git status');",
    }))
      assert.equal(startsOf('orders/spend/place/placeOrder.ts', text).length > 0, true, name);
  });

  it('imports rooms of the same layer in one direction only', () => {
    const wrong = Object.keys(rooms).flatMap((folder) =>
      localImports()
        .filter(([from, to]) => !importsRoomBelow(folder, from, to))
        .map(([from, to]) => `${from} imports ${to}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('has only layers and rooms that are listed here, and so on the map in src/README.md', () => {
    const newLayers = new Set(files.map(layerOf).filter((layer) => layers[layer] === undefined));
    // The pages' layers, such as webview/page, are not divided.
    const folders = [...new Set([...Object.keys(layers).filter((name) => !/[./]/u.test(name)), ...Object.keys(rooms)])];
    const newRooms = folders.flatMap((folder) => {
      const inside = new Set(files.flatMap((name) => roomIn(folder, name) ?? []));
      return [...inside].filter((room) => room !== '.' && floorOf(folder, room) < 0).map((room) => `${folder}/${room}`);
    });
    assert.deepEqual(
      [...newLayers, ...newRooms].map((name) => `${name} is new: add it to \`layers\` or \`rooms\`, and to the map`),
      [],
    );
  });

  it('imports functions of a room of orders/ only from its doors, which src/README.md names', () => {
    const text = readFileSync(path.join(src, 'README.md'), 'utf8');
    for (const [room, maxDoors] of Object.entries(doors)) {
      const row = text.split('\n').find((line) => line.startsWith(`| \`orders/${room}/\` |`)) ?? '';
      const named = [...(row.split('Doors:')[1] ?? '').matchAll(/`(\w+\.ts)`/gu)].map(([, name]) => name);
      const used = imports
        .filter(({ from, specifier, typeOnly }) => !typeOnly && specifier.startsWith('.') && roomOf(from) !== room)
        .map(({ from, specifier }) => resolve(from, specifier))
        .filter((name) => roomOf(name) === room)
        .map((name) => path.posix.basename(name));
      assert.deepEqual([...new Set(used)].sort(), named.sort(), `orders/${room}`);
      assert.ok(named.length <= maxDoors, `orders/${room} has ${named.length} doors`);
    }
  });

  it('has no two folders that import each other, at any depth', () => {
    const pairs = new Set(localImports().flatMap(([from, to]) => folderPairs(from, to)));
    const both = [...pairs].filter((pair) => pairs.has(pair.split(' ').toReversed().join(' ')));
    assert.deepEqual(both, []);
  });

  it(`has no folder with more than ${maxFilesOfFolder} files directly in it`, () => {
    const counts = Map.groupBy(files, (name) => path.posix.dirname(name));
    const full = [...counts]
      .filter(([, own]) => own.length > maxFilesOfFolder)
      .map(([folder, own]) => `${folder}: ${own.length}`);
    assert.deepEqual(full, []);
  });

  it('has no two files with the same name', () => {
    const named = Map.groupBy(files, (name) => path.posix.basename(name));
    assert.deepEqual(
      [...named.values()].filter((same) => same.length > 1),
      [],
    );
  });

  it('matches the map in src/README.md', () => {
    // The first cell of a row may name several rooms.
    const map = [
      ...(/^## The map$([^]*?)^## /mu.exec(readFileSync(path.join(src, 'README.md'), 'utf8'))?.[1] ?? '').matchAll(
        /^\|(?: `[\w/.*]+`,?)+ \|/gmu,
      ),
    ].flatMap(([row]) => [...row.matchAll(/`([\w/.*]+)`/gu)].map(([, name]) => name));
    const expected = Object.keys(layers).flatMap((layer) => {
      const inside = (rooms[layer] ?? [])
        .flat()
        .filter((room) => room !== '.' && layers[`${layer}/${room}`] === undefined);
      return [layer.endsWith('.ts') ? layer : `${layer}/`, ...inside.map((room) => `${layer}/${room}/`)];
    });
    assert.deepEqual(map, expected);
  });

  it('recognizes formats without loading one', () => {
    const loaded = new Set<string>();
    const load = (name: string): void => {
      if (loaded.has(name)) return;
      loaded.add(name);
      for (const { from, specifier, typeOnly, dynamic } of imports)
        if (from === name && specifier.startsWith('.') && !typeOnly && dynamic !== true) load(resolve(name, specifier));
    };
    load('formats/formats.ts');
    assert.ok(loaded.size > 5, `only ${loaded.size} files`);
    assert.ok(
      !loaded.has('formats/kit/provenFormat.ts'),
      'formats/formats.ts loads a format, through an import that is not dynamic',
    );
  });

  it('has every file and folder that src/README.md names', () => {
    const root = path.resolve(src, '..');
    const text = readFileSync(path.join(src, 'README.md'), 'utf8');
    const named = [...text.matchAll(/`([\w./-]+(?:\.ts|\.md|\.json|\/))`/gu)].map(([, name = '']) => name);
    const known = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .map((name) => `test/${name.split(path.sep).join('/')}`)
      .concat(files, 'package.json', 'package.nls.json');
    const exists = (name: string): boolean =>
      known.some((file) => (name.endsWith('/') ? `/${file}`.includes(`/${name}`) : `/${file}`.endsWith(`/${name}`)));
    assert.ok(named.length > 100);
    assert.deepEqual(
      named.filter((name) => !exists(name)),
      [],
    );
  });

  it('imports every file with its extension', () => {
    const bare = imports
      .filter(({ specifier }) => specifier.startsWith('.') && !/\.(?:ts|json)$/u.test(specifier))
      .map(({ from, specifier }) => `${from} imports ${specifier}`);
    assert.deepEqual(bare, []);
  });

  it('has no barrels and no comments that turn off a rule, nor have the tests', () => {
    const test = path.resolve(src, '../test');
    const tests = readdirSync(test, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !/^(?:fixtures|out)\b/u.test(name),
    );
    assert.ok(tests.length > 500, `only ${tests.length} files`);
    const all = [...files.map((name) => path.join(src, name)), ...tests.map((name) => path.join(test, name))];
    const found = all.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export \*|(?:es|ox)lint-disable/gmu)].map(
        ([match]) => `${file}: ${match}`,
      ),
    );
    assert.deepEqual(found, []);
  });

  it('shows text only through editor/shown/', () => {
    const outside = files.filter(
      (name) => name !== 'words/words.ts' && !name.startsWith('editor/shown/') && !isOfPage(name),
    );
    assert.deepEqual(
      outside.flatMap((name) => findTextSinks(name, readFileSync(path.join(src, name), 'utf8'))),
      [],
    );
    assert.ok(
      files
        .filter((name) => name.startsWith('editor/shown/'))
        .some((name) => findTextSinks(name, readFileSync(path.join(src, name), 'utf8')).length > 0),
    );
  });

  it('has no words in the HTML of the pages: all are in the strings that the extension supplies', () => {
    const found = files
      .filter(isOfPage)
      .flatMap((name) => findTextSinks(name, readFileSync(path.join(src, name), 'utf8')))
      .filter((finding) => finding.endsWith('words in HTML'));
    assert.deepEqual(found, []);
  });

  it('allows the pages only files of their own, and scripts only by nonce', () => {
    const document = readFileSync(path.join(src, 'webview/shared/host/showDocument.ts'), 'utf8');
    const policy = /const policy = \[(.+?)\]/su.exec(document)?.[1] ?? '';
    assert.deepEqual(
      [...policy.matchAll(/(["`])(.+?)\1/gu)].map(([, , directive]) => directive),
      [
        "default-src 'none'",
        'img-src ${webview.cspSource}',
        "style-src ${webview.cspSource} 'nonce-${nonce}'",
        'font-src ${webview.cspSource}',
        "script-src 'nonce-${nonce}'",
      ],
    );
    assert.deepEqual(
      files.filter((name) => /webview\.html = (?!pageDocument\()/u.test(readFileSync(path.join(src, name), 'utf8'))),
      [],
    );
  });

  it('has no file over 450 lines', () => {
    const long = files.filter((name) => readFileSync(path.join(src, name), 'utf8').split('\n').length > 450);
    assert.deepEqual(long, []);
  });
});

/** Returns the uses of modules and functions in a file that start processes or threads, or run code from text. */
function startsOf(name: string, text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      const allowed = starters[node.text.replace(/^node:/u, '').replace(/\/.*$/u, '')];
      const isImported = ts.isImportDeclaration(node.parent) || ts.isCallExpression(node.parent);
      if (allowed !== undefined && isImported && !allowed.includes(name)) found.push(`${name}: ${node.text}`);
    }
    const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    if (isImport && !(node.arguments[0] !== undefined && ts.isStringLiteral(node.arguments[0])))
      found.push(`${name}: an import that is computed`);
    // A name, or a member by its name; other texts may contain the same word.
    if (starterNames.has(textOf(node)) && (ts.isIdentifier(node) || ts.isElementAccessExpression(node.parent)))
      found.push(`${name}: ${textOf(node)}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  return found;
}

const starterNames: ReadonlySet<string> = new Set([
  ...['require', 'createRequire', 'getBuiltinModule', 'binding', '_linkedBinding', 'dlopen'],
  ...['ShellExecution', 'ProcessExecution'],
]);

function textOf(node: ts.Node): string {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : '';
}

/** Returns all imports between files of src. */
function localImports(): readonly (readonly [from: string, to: string])[] {
  return imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ from, specifier }) => [from, resolve(from, specifier)]);
}

/** Returns the room of orders/ that a file is in: `orders/units/plan/planOrder.ts` → `units`. */
function roomOf(name: string): string | undefined {
  return roomIn('orders', name);
}

/** Returns false for an import within a folder from one of its rooms into one that is not below it. */
function importsRoomBelow(folder: string, from: string, to: string): boolean {
  const room = roomIn(folder, from);
  const importedRoom = roomIn(folder, to);
  if (room === undefined || importedRoom === undefined || room === importedRoom) return true;
  const floor = floorOf(folder, room);
  // A new room is reported once, and not by each import in it.
  return floor < 0 || floorOf(folder, importedRoom) > floor;
}

/** Returns the number of a room's group in `rooms`; -1 if it is in none. */
function floorOf(folder: string, room: string): number {
  const groups = rooms[folder] ?? [['.']];
  const listed = groups.findIndex((group) => group.includes(room));
  return listed >= 0 ? listed : groups.findIndex((group) => group.includes('*'));
}

/** Returns the room of a folder that a file is in: for `orders`, `orders/units/plan/plan.ts` → `units`. */
function roomIn(folder: string, name: string): string | undefined {
  if (!name.startsWith(`${folder}/`)) return undefined;
  const parts = name.slice(folder.length + 1).split('/');
  return parts.length === 1 ? '.' : parts[0];
}

/**
 * Returns pairs of each folder of one file with each folder of the other. A folder and a folder inside it are a pair
 * only if the file is directly in the outer one.
 */
function folderPairs(from: string, to: string): readonly string[] {
  return foldersOf(from).flatMap((a) =>
    foldersOf(to).flatMap((b) => {
      if (a === b) return [];
      if (b.startsWith(`${a}/`) && path.posix.dirname(from) !== a) return [];
      if (a.startsWith(`${b}/`) && path.posix.dirname(to) !== b) return [];
      return [`${a} ${b}`];
    }),
  );
}

function foldersOf(name: string): readonly string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function formatParsers(): readonly string[] {
  return Object.entries(onlyIn).flatMap(([name, allowedPaths]) =>
    allowedPaths.some((allowedPath) => allowedPath.startsWith('formats/')) ? [name] : [],
  );
}

/** Returns the key of a package in `onlyIn`, which may be the common prefix of several packages. */
function packageOf(specifier: string): string {
  return (
    Object.keys(onlyIn).find(
      (name) => specifier === name || specifier.startsWith(name.endsWith('-') ? name : `${name}/`),
    ) ?? specifier
  );
}

function isAllowed({ from, specifier, typeOnly }: Import): boolean {
  // The translations of the interface, which only the command line carries itself.
  if (from === 'cli/language/displayLanguage.ts' && /^(?:\.\.\/){3}l10n\/bundle\.l10n\.\w+\.json$/u.test(specifier))
    return true;
  const layer = layerOf(from);
  const rules = layers[layer];
  // A new layer is reported once, and not by each import in it.
  if (rules === undefined) return true;
  if (!specifier.startsWith('.')) {
    const allowedPaths = onlyIn[packageOf(specifier)];
    if (
      allowedPaths !== undefined &&
      !allowedPaths.some(
        (allowedPath) => from === allowedPath || (allowedPath.endsWith('/') && from.startsWith(allowedPath)),
      )
    )
      return false;
    return rules.packages.some(
      (allowed) =>
        packageOf(specifier) === allowed || specifier.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`),
    );
  }
  const target = resolve(from, specifier);
  const targetLayer = layerOf(target);
  if (targetLayer === layer || rules.layers.includes(targetLayer)) return true;
  if (rules.layers.includes(target)) return layer !== 'sandbox' || typeOnly;
  return typeOnly && (typesOnly[layer] ?? []).some((allowed) => allowed === targetLayer || allowed === target);
}

/** Returns whether a file runs in the browser. */
function isOfPage(name: string): boolean {
  return /^webview\/\w+\/page\//u.test(name);
}

function layerOf(name: string): string {
  if (isOfPage(name)) return name.split('/').slice(0, 3).join('/');
  return name.includes('/') ? name.slice(0, name.indexOf('/')) : name;
}

function resolve(from: string, specifier: string): string {
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
}

function importsOf(name: string): Import[] {
  const source = ts.createSourceFile(name, readFileSync(path.join(src, name), 'utf8'), ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({
        from: name,
        specifier: node.moduleSpecifier.text,
        typeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
      });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ from: name, specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
    } else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] !== undefined &&
      ts.isStringLiteral(node.arguments[0])
    ) {
      found.push({ from: name, specifier: node.arguments[0].text, typeOnly: false, dynamic: true });
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      found.push({ from: name, specifier: node.argument.literal.text, typeOnly: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function findCycle(): readonly string[] | undefined {
  const graph = new Map(
    files.map((name) => [
      name,
      imports
        .filter(({ from, specifier }) => from === name && specifier.startsWith('.'))
        .map(({ specifier }) => resolve(name, specifier)),
    ]),
  );
  const done = new Set<string>();
  const walk = (name: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const next of graph.get(name) ?? []) {
      const cycle = walk(next, [...trail, name]);
      if (cycle !== undefined) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of files) {
    const cycle = walk(name, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
