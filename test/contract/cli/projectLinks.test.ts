import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finishAll } from '../orders/repositoryWindows.ts';
import { runCliProcess, type CliRun } from './cliProcess.ts';
import { orderFiles, type OrderedFiles } from './orderedFiles.ts';

const texts = { hello: 'Good morning to you', bye: 'See you tomorrow' };

describe('contract: links and special files in a project of the command line', function () {
  this.timeout(60_000);
  let base: string;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  beforeEach(async () => {
    base = await realpath(await mkdtemp(path.join(tmpdir(), 'cli-links-')));
  });

  afterEach(async () => {
    await rm(base, { recursive: true, force: true });
  });

  async function write(files: Readonly<Record<string, unknown>>, folder = base): Promise<void> {
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
    }
  }

  async function link(links: Readonly<Record<string, string>>, folder = base): Promise<void> {
    for (const [file, target] of Object.entries(links)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await rm(path.join(folder, file), { recursive: true, force: true });
      await symlink(target, path.join(folder, file));
    }
  }

  /** Runs a command without keys in a small heap, so that a file without an end would not go unnoticed. */
  const run = (...args: readonly string[]): Promise<CliRun> =>
    runCliProcess(args, { cwd: base, nodeArgs: ['--max-old-space-size=150'] });

  describe('pull', () => {
    interface PullDocument {
      readonly delivered: readonly { readonly file: string }[];
      readonly held: readonly { readonly file: string; readonly reason: string; readonly message: string }[];
    }

    async function order(locale: string): Promise<OrderedFiles> {
      const files = { 'locales/en.json': { cancel: 'Cancel the order' }, 'locales/fr.json': {} };
      const project = await orderFiles({ ...files, [`locales/${locale}.json`]: {} }, ['locales/en.json'], locale);
      await finishAll(project, () => 'Bestellung abbrechen');
      await write({ '.vscode/tasks.json': {}, '.husky/pre-commit': 'exit 0\n' }, project.checkout);
      return project;
    }

    const guarded = ['.git/config', '.vscode/tasks.json', '.husky/pre-commit', 'locales/fr.json', 'locales/en.json'];
    const contents = ({ checkout }: OrderedFiles): Promise<readonly string[]> =>
      Promise.all(guarded.map((file) => readFile(path.join(checkout, file), 'utf8')));

    async function pull({ cli }: OrderedFiles, ...args: readonly string[]): Promise<PullDocument & { code: unknown }> {
      const { stdout, stderr, code } = await cli('pull', '--json', ...args);
      assert.notEqual(stdout, '', stderr);
      return { ...(JSON.parse(stdout) as PullDocument), code };
    }

    for (const [what, links] of [
      ['Git’s configuration', { 'locales/de.json': '../.git/config' }],
      ['the editor’s tasks', { 'locales/de.json': '../.vscode/tasks.json' }],
      ['a hook', { 'locales/de.json': '../.husky/pre-commit' }],
      ['another locale’s file', { 'locales/de.json': 'fr.json' }],
      ['a link to a link', { 'locales/de.json': '../de', de: '.git/config' }],
      ['a file that does not exist', { 'locales/de.json': '../.git/hooks/pre-commit' }],
    ] as const)
      it(`writes nothing through a link to ${what}, and says what it holds`, async () => {
        await using project = await order('de');
        await link(links, project.checkout);
        const known = await contents(project);
        for (const args of [['--dry-run'], []]) {
          const { delivered, held, code } = await pull(project, ...args);
          assert.deepEqual(
            [delivered, held.map(({ file, reason }) => [file, reason]), code],
            [[], [['locales/de.json', 'refused-file']], 3],
          );
          assert.match(held[0]?.message ?? '', /the target is a link/u);
        }
        assert.deepEqual(await contents(project), known);
      });

    it('takes no link for a file with the text of another order', async () => {
      const files = { 'app/texts_en.properties': 'cancel=Cancel the order\n', 'app/texts_de.properties': '' };
      await using project = await orderFiles(files, ['app/texts_en.properties'], 'de');
      await finishAll(project, () => 'Bestellung abbrechen');
      await write({ 'res/messages_en.properties': '[core]hooksPath=Cancel the order\n' }, project.checkout);
      await link({ 'res/messages_de.properties': '../.git/config' }, project.checkout);
      const config = path.join(project.checkout, '.git/config');
      const known = await readFile(config, 'utf8');
      const { delivered } = await pull(project);
      assert.deepEqual(
        delivered.map(({ file }) => file),
        ['app/texts_de.properties'],
      );
      assert.equal(await readFile(config, 'utf8'), known);
    });

    it('follows no link to a folder on the path of a target', async () => {
      const files = { 'i18n/en/shop.json': { cancel: 'Cancel the order' }, 'i18n/de/shop.json': {} };
      await using project = await orderFiles(files, ['i18n/en/shop.json'], 'de');
      await finishAll(project, () => 'Bestellung abbrechen');
      await write({ '.git/shop.json': {}, 'a/shop.json': {} }, project.checkout);
      for (const target of ['../.git', '../a']) {
        await link({ 'i18n/de': target }, project.checkout);
        assert.deepEqual((await pull(project)).delivered, []);
      }
      for (const file of ['.git/shop.json', 'a/shop.json'])
        assert.equal(await readFile(path.join(project.checkout, file), 'utf8'), '{}');
    });
  });

  describe('status and check', () => {
    interface Document {
      readonly files: readonly { readonly file: string }[];
      readonly findings: readonly { readonly kind: string; readonly file: string; readonly message?: string }[];
      readonly unreadable: readonly { readonly file: string; readonly message: string }[];
      readonly links: readonly { readonly link: string; readonly target: string }[];
    }

    it('name links to locale files, manifests and their folders, and count each file once', async () => {
      await write({ 'packages/i18n/locales/en.json': texts, 'packages/i18n/locales/de-AT.json': { hello: 'Servus' } });
      await write({ 'package.json': { dependencies: { i18next: '1' } }, 'README.md': '' });
      await link({
        'public/locales': '../packages/i18n/locales',
        'packages/i18n/locales/de-CH.json': 'de-AT.json',
        'packages/i18n/package.json': '../../package.json',
        'docs.md': 'README.md',
      });
      const expected = [
        ['packages/i18n/locales/de-CH.json', 'packages/i18n/locales/de-AT.json'],
        ['packages/i18n/package.json', 'package.json'],
        ['public/locales', 'packages/i18n/locales'],
      ];
      const status = await run('status', '--json');
      const { files, links, unreadable } = JSON.parse(status.stdout) as Document;
      assert.deepEqual(
        files.map(({ file }) => file),
        ['packages/i18n/locales/de-AT.json'],
      );
      assert.deepEqual(links.map(({ link: name, target }) => [name, target]).toSorted(), expected);
      assert.deepEqual(unreadable, []);
      const check = await run('check', '--json', '--max-missing', '1');
      assert.equal(check.code, 0, check.stdout);
      assert.deepEqual(
        (JSON.parse(check.stdout) as Document).links.map(({ link: name, target }) => [name, target]).toSorted(),
        expected,
      );
      const sentences = check.stderr.split('\n').filter((line) => line.includes('is a link to'));
      assert.equal(sentences.length, 3, check.stderr);
      assert.match(check.stderr, /public\/locales is a link to packages\/i18n\/locales/u);
    });

    it('follow a link in an argument, and an absolute path to the project through a link', async () => {
      await write({ 'shop/i18n/en.json': texts, 'shop/i18n/de.json': {}, 'shop/other/en.json': texts });
      await link({ linked: 'shop', 'shop/public': 'i18n' });
      for (const [cwd, given] of [
        ['linked', path.join(base, 'shop/i18n/de.json')],
        ['shop', path.join(base, 'linked/i18n')],
        [path.join(base, 'linked'), 'linked/i18n/de.json'],
        ['shop', 'shop/public/de.json'],
      ]) {
        const { stdout, stderr } = await run('status', '--json', '--cwd', cwd ?? '', given ?? '');
        assert.notEqual(stdout, '', stderr);
        assert.deepEqual(
          (JSON.parse(stdout) as Document).files.map(({ file }) => file),
          ['i18n/de.json'],
          given,
        );
      }
    });

    const specialFiles: Readonly<Record<string, (file: string) => Promise<unknown>>> = {
      'linked to a device': (file) => symlink('/dev/zero', file),
      'linked to a file without a size': (file) => symlink('/proc/self/environ', file),
      'linked to a file outside': async (file) => {
        await write({ 'outside.json': {} }, path.dirname(base));
        await symlink(path.join(path.dirname(base), 'outside.json'), file);
      },
      'a pipe': (file) => Promise.resolve(execFileSync('mkfifo', [file])),
      'linked to a pipe outside': async (file) => {
        const pipe = path.join(await mkdtemp(path.join(tmpdir(), 'cli-pipe-')), 'pipe');
        execFileSync('mkfifo', [pipe]);
        await symlink(pipe, file);
      },
      'a socket': async (file) => {
        const server = createServer();
        await new Promise<void>((resolve) => server.listen(file, resolve));
        server.unref();
      },
    };
    const largeFile = async (file: string): Promise<void> => {
      await writeFile(file, '');
      await truncate(file, 10 * 1024 ** 3);
    };

    for (const [what, make] of [...Object.entries(specialFiles), ['very large', largeFile] as const])
      it(`end at once, and name a translation that is ${what}`, async () => {
        await write({ 'locales/en.json': texts, 'locales/fr.json': { hello: 'Bonjour', bye: 'À demain' } });
        await make(path.join(base, 'locales/de.json'));
        const status = await run('status', '--json');
        const { files, unreadable } = JSON.parse(status.stdout) as Document;
        assert.deepEqual(
          [files.map(({ file }) => file), unreadable.map(({ file }) => file)],
          [['locales/fr.json'], ['locales/de.json']],
        );
        const check = await run('check');
        assert.equal(check.code, 1);
        assert.match(check.stdout, /locales\/de\.json/u);
      });

    for (const [what, make] of Object.entries(specialFiles))
      it(`end at once, and name a manifest that is ${what}`, async () => {
        await write({ 'locales/en.json': texts, 'locales/de.json': {} });
        await make(path.join(base, 'package.json'));
        const { findings } = JSON.parse((await run('check', '--json')).stdout) as Document;
        assert.ok(
          findings.some(({ kind, message = '' }) => kind === 'damaged' && message.includes('package.json')),
          JSON.stringify(findings),
        );
      });

    for (const [what, make] of [
      ...Object.entries(specialFiles),
      ['very large', largeFile] as const,
      ['a folder', mkdir] as const,
      ['a link to another file', (file: string) => symlink('../settings.json', file)] as const,
    ])
      it(`end at once, and name a settings file that is ${what}`, async () => {
        await write({ 'locales/en.json': texts, 'locales/de.json': {}, 'settings.json': {} });
        await mkdir(path.join(base, '.vscode'));
        await make(path.join(base, '.vscode/settings.json'));
        const { code, stderr } = await run('check');
        assert.equal(code, 2, stderr);
        assert.match(stderr, /\.vscode\/settings\.json/u);
      });

    it('end at once with a workspace file, a Git folder and a source that never end', async () => {
      await write({ 'locales/en.json': texts, 'locales/de.json': {} });
      execFileSync('mkfifo', [path.join(base, 'all.code-workspace'), path.join(base, 'messages_en.properties')]);
      assert.match((await run('check', '--cwd', 'all.code-workspace')).stderr, /all\.code-workspace/u);
      execFileSync('mkfifo', [path.join(base, '.git')]);
      await run('check');
      await rm(path.join(base, '.git'));
      await write({ '.git/HEAD': 'ref: refs/heads/main\n', 'messages_de.properties': '' });
      await link({ '.git/config': '/dev/zero' });
      const { stdout } = await run('status', '--json');
      assert.deepEqual(
        (JSON.parse(stdout) as Document).unreadable.map(({ file }) => file),
        ['messages_en.properties'],
      );
    });
  });

  describe('a workspace file', () => {
    async function workspace(...folders: readonly string[]): Promise<void> {
      await write({ 'repository/shop.code-workspace': { folders: folders.map((folder) => ({ path: folder })) } });
    }

    it('opens no folder outside its own one, unless an option names it', async () => {
      await write({ 'repository/shop/locales/en.json': texts, 'repository/shop/locales/de.json': {} });
      await write({ 'home/locales/en.json': texts, 'home/locales/de.json': {}, 'repository/.git/x/en.json': texts });
      await link({ 'repository/linked': '../home', 'repository/inner': 'shop' });
      const cwd = ['--cwd', 'repository/shop.code-workspace'] as const;
      for (const folder of [path.join(base, 'home'), '../home', 'linked', '..', 'shop/../../home', '.git/x']) {
        await workspace('shop', folder);
        for (const command of ['status', 'check', 'estimate', 'jobs', 'pull']) {
          const { code, stdout, stderr } = await run(command, ...cwd);
          assert.deepEqual([code, stdout], [2, ''], stderr);
          assert.match(stderr, /not inside its own folder/u);
          assert.ok(stderr.includes(path.resolve(base, 'repository', folder)), stderr);
        }
      }
      await workspace('shop', '../home');
      for (const named of ['home', path.join(base, 'home'), 'repository/linked']) {
        const { stdout, stderr } = await run('status', '--json', ...cwd, '--folder', named);
        assert.notEqual(stdout, '', stderr);
        assert.equal((JSON.parse(stdout) as { readonly files: readonly unknown[] }).files.length, 2);
      }
      for (const named of ['.', 'repository', 'home/locales'])
        assert.equal((await run('status', ...cwd, '--folder', named)).code, 2, named);
    });

    it('opens a folder once that it lists by several paths', async () => {
      await write({ 'repository/shop/locales/en.json': texts, 'repository/shop/locales/de.json': {} });
      await link({ 'repository/inner': 'shop', 'all.code-workspace': 'repository/shop.code-workspace' });
      await workspace('shop', 'inner', './shop/');
      for (const cwd of ['repository/shop.code-workspace', 'all.code-workspace']) {
        const { stdout, stderr } = await run('status', '--json', '--cwd', cwd);
        assert.notEqual(stdout, '', stderr);
        assert.equal((JSON.parse(stdout) as { readonly files: readonly unknown[] }).files.length, 1);
      }
    });
  });
});
