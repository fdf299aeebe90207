import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { exitCodes } from '../../src/cli/language/exitCodes.ts';
import { hostileRepository, makeBare } from '../builders/hostileRepository.ts';
import { writeFiles } from '../builders/writeFiles.ts';
import { cliEnvironment } from '../contract/cli/cliProcess.ts';
import { orderFiles } from '../contract/cli/orderedFiles.ts';
import { createOrderSetup } from '../contract/orders/orderSetup.ts';
import { finishAll } from '../contract/orders/repositoryWindows.ts';
import { projectRoot, shopFixture } from '../host/paths.ts';
import { makeRunFolder } from '../host/runFolder.ts';
import { copyProject } from './projectCopy.ts';

const run = promisify(execFile);
const name = 'human-translation-cli.mjs';

describe('the file of the command line', () => {
  let folder: string;
  let file: string;
  let code: string;

  before(async function () {
    this.timeout(180_000);
    // Another kind than that of the other suite, which runs in the same process.
    folder = await makeRunFolder('run');
    const copy = await copyProject(path.join(folder, 'project'));
    const built = await copy.run(['esbuild.mjs', '--production']);
    assert.equal(built.code, 0, built.output);
    // Alone in a folder, as users have it.
    const alone = path.join(folder, 'alone');
    await mkdir(alone);
    file = path.join(alone, name);
    await cp(path.join(copy.folder, 'dist', name), file);
    code = await readFile(file, 'utf8');
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('imports only modules of Node, and never vscode', async () => {
    const manifest = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const imported = [...code.matchAll(/\b(?:from|import|require)\s*\(?\s*["']([\w@/:.-]+)["']/gu)].map(
      ([, one = '']) => one,
    );
    assert.ok(imported.length > 10, `only ${imported.length} imports`);
    const packages = Object.keys(manifest.devDependencies);
    assert.ok(packages.includes('undici'));
    assert.deepEqual(
      imported.filter((one) => one === 'vscode' || packages.includes(one)),
      [],
    );
  });

  it('has the notices of the packages in it', () => {
    for (const notice of ['undici', 'yaml', 'valibot', 'jsonc-parser', '@vscode/l10n'])
      assert.match(code, new RegExp(`^- ${notice} [\\d.]+ \\(`, 'mu'));
  });

  it('runs no program that a repository names, and gives git no keys', async function () {
    if (process.platform === 'win32') this.skip();
    this.timeout(60_000);
    const ran = path.join(folder, 'ran');
    const env = { ...process.env, HUMAN_TRANSLATION_PUBLIC_KEY: 'public', HUMAN_TRANSLATION_PRIVATE_KEY: 'private' };
    const options = { cwd: folder, env };
    const codeOf = (args: readonly string[]): Promise<number> =>
      run(process.execPath, [file, ...args], options).then(
        () => 0,
        (error: unknown) => (error instanceof Error && 'code' in error ? Number(error.code) : Number.NaN),
      );
    const codes: number[] = [];
    for (const isBare of [false, true]) {
      const hostile = path.join(folder, isBare ? 'bare' : 'hostile');
      await hostileRepository(hostile, ran);
      if (isBare) await makeBare(hostile);
      codes.push(await codeOf(['check', '--max-missing', '1', '--cwd', hostile]));
      codes.push(await codeOf(['status', '--offline', '--cwd', hostile]));
    }
    assert.deepEqual(codes, [0, 0, exitCodes.gitFailed, 0]);
    assert.equal(await exists(ran), false, 'a program ran');
  });

  it('prints no character that a terminal interprets', async () => {
    const evil = path.join(folder, 'evil');
    const text = '\u001B[2J\u009B2J\u009D0;x\u202Eabc\u202C';
    const source = JSON.stringify({ [text]: text, b: 'x {count}' });
    await writeFiles(evil, { 'locales/en.json': source, 'locales/de.json': JSON.stringify({ b: text }) });
    const options = ['--max-missing', '1', '--max-damaged', '1', '--cwd', evil];
    for (const json of [[], ['--json']]) {
      const { stdout, stderr } = await run(process.execPath, [file, 'check', ...options, ...json]);
      assert.ok(stdout.includes('abc'));
      assert.doesNotMatch(`${stdout}${stderr}`.replaceAll('\n', ''), /[\p{Cc}\p{Bidi_Control}]/u);
    }
  });

  it('quotes nothing that could not be delivered, and fills empty files', async function () {
    this.timeout(60_000);
    const poFile = (language: string, charset: string): string =>
      `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=${charset}\\n"\n\n` +
      'msgid "Welcome back"\nmsgstr ""\n';
    await using setup = await createOrderSetup('manual', {
      'locales/en.json': { hello: 'Good morning' },
      'locales/ja.json': '',
      'po/en.po': poFile('en', 'UTF-8'),
      'po/ja.po': poFile('ja', 'ISO-8859-1'),
    });
    const { root, service } = setup.windowOptions;
    const env = { ...process.env, ...cliEnvironment(service, path.join(root, '..', 'state')) };
    const { stdout } = await run(process.execPath, [file, 'quote', '--json'], { cwd: root, env });
    const { locales, undeliverable } = JSON.parse(stdout) as {
      readonly locales: readonly { readonly locale: string; readonly strings: number }[];
      readonly undeliverable: readonly { readonly reason: string; readonly strings: number }[];
    };
    assert.deepEqual(
      locales.map(({ locale, strings }) => [locale, strings]),
      [['ja', 1]],
    );
    assert.deepEqual(
      undeliverable.map(({ reason, strings }) => [reason, strings]),
      [['encoding', 1]],
    );
  });

  it('runs on this Node and on every other one of the PATH, Node 20 or later', async function () {
    this.timeout(60_000);
    const shop = path.join(folder, 'shop');
    await cp(shopFixture, shop, { recursive: true });
    const nodes = new Set([process.execPath]);
    for (const each of (process.env['PATH'] ?? '').split(path.delimiter)) {
      const node = path.join(each, process.platform === 'win32' ? 'node.exe' : 'node');
      if (each !== '' && (await exists(node))) nodes.add(node);
    }
    const versions: string[] = [];
    for (const node of nodes) {
      const { stdout: version } = await run(node, ['--version']);
      if (Number(/^v(\d+)/u.exec(version)?.[1]) < 20) continue;
      versions.push(version.trim());
      const checked = await run(node, [file, 'check', '--json', '--max-missing', '100'], { cwd: shop });
      assert.equal((JSON.parse(checked.stdout) as { readonly passed: boolean }).passed, true);
      // Loads the client, too.
      const counted = await run(node, [file, 'status', '--json'], { cwd: shop });
      assert.equal((JSON.parse(counted.stdout) as { readonly command: string }).command, 'status');
    }
    console.log(`ran on ${[...new Set(versions)].join(', ')}`);
  });

  it('delivers nothing that its reader would not see', async function () {
    this.timeout(60_000);
    const texts = Object.fromEntries(unseen.map((_, index) => [`key${index}`, `You pay ${index}`]));
    await using project = await orderFiles(
      { 'locales/en.json': { ...texts, fine: 'Hello' }, 'locales/de.json': {} },
      ['locales/en.json'],
      'de',
    );
    await finishAll(project, ({ title = '' }) => (title === 'fine' ? 'Hallo' : unseen[Number(title.slice(3))]));
    const pulled = await run(process.execPath, [file, 'pull', '--json'], {
      cwd: project.checkout,
      env: { ...project.env },
    }).catch((error: unknown) => error as { readonly stdout: string });
    const { held } = JSON.parse(pulled.stdout) as { readonly held: readonly { readonly reason: string }[] };
    assert.deepEqual(
      held.map(({ reason }) => reason),
      unseen.map(() => 'problems'),
      pulled.stdout,
    );
    const delivered = await readFile(path.join(project.checkout, 'locales/de.json'), 'utf8');
    assert.deepEqual(JSON.parse(delivered), { fine: 'Hallo' });
  });

  it('names links and special files, and neither follows them nor waits', async function () {
    this.timeout(60_000);
    if (process.platform === 'win32') this.skip();
    const shop = path.join(folder, 'links');
    await cp(shopFixture, shop, { recursive: true });
    const check = async (...args: readonly string[]) =>
      run(process.execPath, ['--max-old-space-size=150', file, 'check', ...args], { cwd: shop }).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        (error: unknown) => error as { readonly code: number; readonly stdout: string; readonly stderr: string },
      );
    await writeFile(path.join(folder, 'outside.json'), '{}');
    await symlink('locales', path.join(shop, 'public'));
    for (const target of ['/dev/zero', '../../outside.json']) {
      await symlink(target, path.join(shop, 'locales/de.json'));
      const { code, stdout, stderr } = await check();
      assert.equal(code, exitCodes.findings);
      assert.match(stdout, /locales\/de\.json/u);
      assert.match(stderr, /public is a link to locales/u);
      await rm(path.join(shop, 'locales/de.json'));
    }
    await run('mkfifo', [path.join(shop, 'locales/de.json')]);
    assert.match((await check()).stdout, /locales\/de\.json is not a regular file/u);
    await writeFile(
      path.join(shop, 'all.code-workspace'),
      JSON.stringify({ folders: [{ path: '.' }, { path: '..' }] }),
    );
    const outside = await check('--cwd', 'all.code-workspace');
    assert.equal(outside.code, exitCodes.usage);
    assert.match(outside.stderr, /not inside its own folder/u);
    await mkdir(path.join(shop, '.vscode'), { recursive: true });
    await rm(path.join(shop, '.vscode/settings.json'), { force: true });
    await symlink('/dev/zero', path.join(shop, '.vscode/settings.json'));
    assert.match((await check()).stderr, /settings\.json/u);
  });
});

/** Translations that show something else than they contain. */
const unseen = [
  'Sie zahlen \u202E00,5\u202C Euro',
  'Pay\u200BPal',
  'Sie\u0000zahlen',
  'Sie z\u0430hlen',
  'Sie m\uFFFDssen zahlen',
  '[Welt](javascript:alert(1))',
];

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
