import { cpSync, lstatSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync, chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { CommandName } from '../../../src/cli/commandOptions.ts';
import { mutate, randomFrom, type Random } from '../mutations.ts';
import { hostileConfig, type HostileTargets } from './hostileGit.ts';
import { orderedFiles, orderedFolders } from './treeFiles.ts';

/** What the trees are made from. */
export interface TreeSetup extends HostileTargets {
  /** A clone with the ordered files and a commit, which is copied. */
  readonly template: string;
  /** A named pipe, which is linked to. */
  readonly pipe: string;
}

/** A command line that is run in a tree, with its current folder. */
export interface TreeRun {
  readonly args: readonly string[];
  readonly folder: string;
}

const commands: readonly CommandName[] = ['pull', 'status', 'check', 'estimate', 'quote', 'jobs'];

/** Names of folders and files that break programs. A few are not UTF-8. */
const oddNames: readonly (string | Buffer)[] = [
  '--json',
  '-rf',
  '--cwd=..',
  'new\nline',
  'tab\tand "quotes" \'and\' `ticks`',
  '\u001B[31mred',
  '\u009B31m',
  '\u202Eesrever',
  '\u2066isolate',
  'caf\u00E9',
  'cafe\u0301',
  'LOCALES',
  'Locales',
  '.GIT',
  'git~1',
  '.git\u200C',
  '.git.',
  '.git ',
  '.gi\u200Dt',
  '.VSCODE',
  'CON',
  'a:b',
  'back\\slash',
  '..\\up',
  '*',
  '%s%n',
  '$(touch x)',
  ' ',
  '\u{1F600}'.repeat(50),
  'x'.repeat(250),
  Buffer.from([0x66, 0xff, 0xfe]),
  '{locale}',
  'node_modules',
  '.github',
  '.husky',
];

const settingValues: readonly unknown[] = [
  ['../{locale}.json'],
  ['/etc/{locale}.json', '{locale}'],
  ['.git/{locale}', '.vscode/{locale}.json', 'locales/{locale}.json -> .git/hooks/{locale}'],
  ['locales/en.json -> ../../outside/{locale}.json'],
  ['(a+)+$', '**/**/**/**/**/**/{locale}*'],
  'https://example.com/v2',
  { a: { b: null } },
  [{ pattern: '(a|a)*b' }, { pattern: '[' }],
  -1,
  null,
  'x'.repeat(100_000),
];
const settingNames = [
  'layouts',
  'sourceLocale',
  'baseUrl',
  'placeholders',
  'budget',
  'policy',
  'icuMessages',
  'context',
];

/** Makes the tree of a seed in a folder, which must not exist, and returns what is to be run in it. */
export function makeTree(seed: number, folder: string, setup: TreeSetup): readonly TreeRun[] {
  const random = randomFrom(seed);
  const tree = new TreeMaker(path.join(folder, 'project'), setup, random);
  tree.make();
  return tree.runs();
}

class TreeMaker {
  readonly #root: string;
  readonly #setup: TreeSetup;
  readonly #random: Random;
  readonly #folders: (string | Buffer)[] = [];

  constructor(root: string, setup: TreeSetup, random: Random) {
    this.#root = root;
    this.#setup = setup;
    this.#random = random;
  }

  make(): void {
    mkdirSync(this.#root, { recursive: true });
    if (this.#chance(0.75))
      this.#try(() => {
        cpSync(this.#setup.template, this.#root, { recursive: true });
        for (const folder of orderedFolders)
          if (this.#chance(0.5)) rmSync(path.join(this.#root, folder), { recursive: true });
      });
    else this.#localeFiles('', 0.6);
    if (this.#chance(0.5)) this.#gitFolder();
    for (let left = Math.floor(this.#random() * 3); left > 0; left -= 1) this.#nestedRepository();
    for (let left = Math.floor(this.#random() * 3); left > 0; left -= 1) this.#oddFolder();
    for (let left = Math.floor(this.#random() * 5); left > 0; left -= 1) this.#spoil();
    if (this.#chance(0.3)) this.#decoy();
    if (this.#chance(0.3)) this.#settings();
  }

  runs(): readonly TreeRun[] {
    return commands.map((command, index): TreeRun => {
      const args: string[] = [command];
      if (this.#chance(0.5)) args.push('--json');
      if (this.#chance(0.1)) args.push('--verbose');
      if (index === 0 && this.#chance(0.5)) args.push('--dry-run');
      if (command === 'status' && this.#chance(0.3)) args.push('--offline');
      if (command !== 'pull' && this.#chance(0.2)) args.push('--locale', this.#pick(['ja', 'de', 'xx-YY']));
      const folder = this.#chance(0.5) ? this.#root : path.dirname(this.#root);
      if (folder !== this.#root || this.#chance(0.3))
        for (let left = this.#chance(0.1) ? 2 : 1; left > 0; left -= 1) args.push('--cwd', this.#folder());
      if (this.#chance(0.2)) args.push('--', this.#path());
      return { args, folder };
    });
  }

  #folder(): string {
    if (this.#chance(0.7)) return this.#root;
    const { outside } = this.#setup;
    const nested = this.#folders.map((name) => path.join(this.#root, name.toString()));
    return this.#pick([
      ...nested,
      path.join(this.#root, 'shop.code-workspace'),
      path.join(this.#root, 'locales'),
      path.join(this.#root, 'locales/en.json'),
      path.join(this.#root, 'link'),
      path.join(this.#root, 'missing'),
      `${outside}/missing`,
      '/dev/null',
    ]);
  }

  #path(): string {
    const inside = [...Object.keys(orderedFiles), 'locales', '.', '.git', 'link', 'missing', 'locales/de.json'];
    return this.#pick([...inside, ...inside.map((file) => path.join(this.#root, file)), '..', this.#setup.outside]);
  }

  /** Writes some of the ordered files to a folder. */
  #localeFiles(folder: string | Buffer, share: number): void {
    for (const [file, text] of Object.entries(orderedFiles)) if (this.#chance(share)) this.#write([folder, file], text);
  }

  /** Adds hostile lines to the repository's configuration, or replaces `.git`. */
  #gitFolder(): void {
    const { outside, program } = this.#setup;
    const kind = this.#random();
    if (kind < 0.7) {
      this.#append('.git/config', hostileConfig(this.#setup, this.#random));
      if (this.#chance(0.5)) this.#write(['.gitattributes'], '* filter=x diff=x merge=x textconv\n');
      if (this.#chance(0.2)) this.#write(['.git/info/attributes'], '* filter=x diff=x\n');
      if (this.#chance(0.2)) this.#write(['.git/hooks/post-index-change'], `#!/bin/sh\n${program}\n`, 0o755);
      if (this.#chance(0.1)) this.#write(['.git/objects/info/alternates'], `${outside}\n/dev/zero\n`);
      if (this.#chance(0.1)) this.#write(['.git/index'], this.#garbage());
      if (this.#chance(0.1)) this.#write(['.git/HEAD'], this.#pick(['ref: refs/heads/../../x\n', 'x'.repeat(1e6), '']));
      return;
    }
    this.#try(() => {
      rmSync(path.join(this.#root, '.git'), { recursive: true, force: true });
    });
    if (kind < 0.8) this.#write(['.git'], `gitdir: ${this.#pick([`${outside}/gitdir`, 'bare', '/dev', '.'])}\n`);
    else if (kind < 0.9) this.#link('.git', this.#pick([`${outside}/gitdir`, 'bare', '.git', '/dev/zero']));
    else if (kind < 0.95) this.#write(['.git'], this.#garbage());
  }

  /** A bare repository of ordinary files, a submodule, or a work tree. */
  #nestedRepository(): void {
    const name = this.#pick(['bare', 'sub', 'a/b', 'modules/x']);
    this.#folders.push(name);
    const kind = this.#random();
    const isModule = kind >= 0.7;
    const gitFolderOfName = kind < 0.4 ? name : `${name}/.git`;
    const gitFolder = isModule ? '.git/modules/x' : gitFolderOfName;
    if (isModule) this.#write([name, '.git'], `gitdir: ${this.#root}/.git/modules/x\n`);
    const copy = path.join(this.#root, gitFolder);
    if (this.#isOwn(copy))
      this.#try(() => {
        cpSync(path.join(this.#setup.template, '.git'), copy, { recursive: true });
      });
    this.#append(`${gitFolder}/config`, hostileConfig(this.#setup, this.#random));
    if (this.#chance(0.5)) this.#append(`${gitFolder}/config`, '[core]\n\tworktree = .\n\tbare = false\n');
    this.#localeFiles(name, 0.3);
  }

  #oddFolder(): void {
    const name = this.#pick(oddNames);
    this.#folders.push(name);
    this.#localeFiles(name, 0.3);
  }

  /** Replaces a file or a folder with something that is none, or can't be read. */
  #spoil(): void {
    const file = this.#pick([
      ...Object.keys(orderedFiles),
      'locales',
      'app',
      'res/values-ja',
      'package.json',
      '.vscode/settings.json',
      'link',
    ]);
    const { outside, pipe } = this.#setup;
    const target = this.#pick([
      '/dev/zero',
      '/dev/full',
      '/dev/null',
      '/dev/stdin',
      '/proc/self/mem',
      pipe,
      outside,
      `${outside}/settings.json`,
      `${outside}/locales`,
      `${outside}/locales/ja.json`,
      `${outside}/home/.gitconfig`,
      '../../outside/locales/ja.json',
      '.git/config',
      '../.git/config',
      '.git',
      'app',
      '..',
      '.',
      path.basename(file),
      'locales/en.json',
      'missing',
      `${this.#root}/.vscode/tasks.json`,
    ]);
    const absolute = path.join(this.#root, file);
    const isFile = file.includes('.');
    if (!this.#isOwn(path.dirname(absolute))) return;
    this.#try(() => {
      rmSync(absolute, { recursive: true, force: true });
      mkdirSync(path.dirname(absolute), { recursive: true });
    });
    const kind = this.#random();
    if (kind < 0.5 || !isFile) this.#link(file, target);
    else if (kind < 0.65) this.#write([file], mutate(orderedFiles[file] ?? '{}', 'a=b', this.#random));
    else if (kind < 0.75) this.#write([file], this.#conflict(orderedFiles[file] ?? '{\n}\n'));
    else if (kind < 0.8) this.#write([file], this.#garbage());
    else if (kind < 0.85) this.#write([file], Buffer.from(`\uFEFF${orderedFiles[file] ?? ''}`, 'utf16le'));
    else if (kind < 0.9) this.#huge(file);
    else if (kind < 0.93)
      this.#try(() => {
        mkdirSync(absolute);
      });
    else if (kind < 0.96) this.#write([file], orderedFiles[file] ?? '', 0o400);
    else this.#socket(absolute);
  }

  /** A file that has an ordered text under another key, so that its target would be written. */
  #decoy(): void {
    const [text, folder] = [
      this.#pick(['Stop this order', 'Cancel the order']),
      this.#pick(['decoy', 'locales', '.vscode']),
    ];
    this.#write([folder, 'messages_en.properties'], `[core]hooksPath=${text}\nstop=${text}\n`);
    const target = `${folder}/messages_ja.properties`;
    if (this.#chance(0.5)) this.#write([target], '# x\n');
    else
      this.#link(
        target,
        this.#pick(['../.git/config', '../.vscode/tasks.json', `${this.#setup.outside}/settings.json`]),
      );
  }

  #settings(): void {
    const value = (): unknown => this.#pick(settingValues);
    const settings = Object.fromEntries(
      settingNames.filter(() => this.#chance(0.4)).map((name) => [`humanTranslation.${name}`, value()]),
    );
    const { outside } = this.#setup;
    this.#write(['.vscode/settings.json'], JSON.stringify({ ...settings, 'git.path': this.#setup.program }));
    const paths = ['.', '..', outside, `${outside}/home`, 'link', 'a/b', '/', '../../outside'];
    const folders = paths
      .filter(() => this.#chance(0.4))
      .map((each) => ({ path: each, name: this.#pick(['x', '..', '\u202E']) }));
    this.#write(['shop.code-workspace'], JSON.stringify({ folders, settings }));
  }

  #conflict(text: string): string {
    const [first = '', ...rest] = text.split('\n');
    return [first, '<<<<<<< HEAD', ...rest, '=======', ...rest, '>>>>>>> feature', ''].join('\n');
  }

  #garbage(): Buffer {
    return Buffer.from(
      Array.from({ length: Math.floor(this.#random() * 300) }, () => Math.floor(this.#random() * 256)),
    );
  }

  #huge(file: string): void {
    this.#write([file], orderedFiles[file] ?? '{}');
    const size = this.#pick([70e6, 3e9, 1e12]);
    if (this.#isOwn(path.join(this.#root, file)))
      this.#try(() => {
        truncateSync(path.join(this.#root, file), size);
      });
  }

  #socket(file: string): void {
    this.#try(() => {
      const server = createServer().listen(file);
      server.on('error', () => undefined);
      server.unref();
    });
  }

  #append(file: string, text: string): void {
    if (!this.#isOwn(path.join(this.#root, file))) return;
    this.#try(() => {
      writeFileSync(path.join(this.#root, file), text, { flag: 'a' });
    });
  }

  #write(parts: readonly (string | Buffer)[], content: string | Buffer, mode = 0o644): void {
    const names = parts.flatMap((part) => (part.length === 0 ? [] : [Buffer.from('/'), Buffer.from(part)]));
    const file = Buffer.concat([Buffer.from(this.#root), ...names]);
    if (!this.#isOwn(file)) return;
    this.#try(() => {
      mkdirSync(file.subarray(0, file.lastIndexOf('/')), { recursive: true });
      writeFileSync(file, content);
      chmodSync(file, mode);
    });
  }

  #link(file: string, target: string): void {
    if (!this.#isOwn(path.join(this.#root, path.dirname(file)))) return;
    this.#try(() => {
      mkdirSync(path.dirname(path.join(this.#root, file)), { recursive: true });
      symlinkSync(target, path.join(this.#root, file));
    });
  }

  /** Whether a path leads to a place in the tree: what is outside must be the same for all trees. */
  #isOwn(file: string | Buffer): boolean {
    const bytes = Buffer.concat([Buffer.from(file), Buffer.from('/')]);
    for (let end = this.#root.length; end !== -1; end = bytes.indexOf('/', end + 1)) {
      const isLink = this.#try(() => lstatSync(bytes.subarray(0, end)).isSymbolicLink());
      if (isLink === true) return false;
    }
    return true;
  }

  /** What can't be made because of what was made before is left out. */
  #try<T>(make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      return undefined;
    }
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}
