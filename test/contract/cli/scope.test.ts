import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';
import { cliEnvironment, runCliProcess, type CliRun } from './cliProcess.ts';

interface Row {
  readonly file: string;
  readonly locale: string;
  readonly missing: number;
}

const texts = { hello: 'Good morning to you', bye: 'See you tomorrow' };

describe('contract: the files and locales of a command', function () {
  this.timeout(60_000);
  let base: string;
  let fixture: SandboxFixture;
  let env: Readonly<Record<string, string>>;

  before(async () => {
    fixture = await startFixture('manual');
  });

  after(async () => {
    await fixture[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    base = await mkdtemp(path.join(tmpdir(), 'cli-scope-'));
    env = cliEnvironment({ ...fixture.sandbox }, path.join(base, 'state'));
  });

  afterEach(async () => {
    await rm(base, { recursive: true, force: true });
  });

  /** Writes files below the test's folder; a text as it is, anything else as JSON. */
  async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(base, file)), { recursive: true });
      await writeFile(path.join(base, file), typeof content === 'string' ? content : JSON.stringify(content));
    }
  }

  /** Runs a command in the test's folder without keys, or in another folder. */
  async function run(
    args: readonly string[],
    cwd = base,
    given: Readonly<Record<string, string>> = {},
  ): Promise<CliRun> {
    return runCliProcess(args, { cwd, env: given });
  }

  async function json(args: readonly string[], code = 0, given = env): Promise<Readonly<Record<string, unknown>>> {
    const result = await run([...args, '--json'], base, given);
    assert.equal(result.code, code, result.stderr);
    return JSON.parse(result.stdout) as Readonly<Record<string, unknown>>;
  }

  async function rows(...args: readonly string[]): Promise<readonly (readonly [string, string, number])[]> {
    const { files } = (await json(['status', ...args], 0, {})) as unknown as { readonly files: readonly Row[] };
    return files.map(({ file, locale, missing }) => [file, locale, missing]);
  }

  async function assertUsage(args: readonly string[], sentence: RegExp): Promise<void> {
    const result = await run(args, base, env);
    assert.deepEqual([result.code, result.stdout], [2, ''], result.stderr);
    assert.match(result.stderr, sentence);
  }

  it('refuses what is no locale, and a locale without translations in check and status', async () => {
    await write({ 'locales/en.json': texts, 'locales/pt_BR.json': texts });
    for (const command of ['check', 'status']) {
      await assertUsage([command, '--locale', 'jp'], /“jp” is not a locale/u);
      await assertUsage([command, '--locale', 'fr'], /no translations into “fr”/u);
      await assertUsage([command, '--locale', 'en'], /no translations into “en”/u);
    }
    assert.deepEqual(await rows('--locale', 'pt-BR'), [['locales/pt_BR.json', 'pt-BR', 0]]);
  });

  it('estimates and quotes a locale that the project doesn’t have yet', async () => {
    await write({ 'locales/en.json': texts, 'locales/de.json': texts });
    for (const command of ['estimate', 'quote']) {
      const { locales } = (await json([command, '--locale', 'fr', '--locale', 'de'])) as {
        readonly locales: readonly { readonly locale: string; readonly strings: number }[];
      } & Readonly<Record<string, unknown>>;
      assert.deepEqual(
        locales.map(({ locale, strings }) => [locale, strings]),
        [['fr', 2]],
      );
    }
    await assertUsage(['quote', '--locale', 'en'], /no translations into “en”/u);
  });

  it('limits the locales to those of translations among the paths', async () => {
    await write({ 'locales/en.json': texts, 'locales/de.json': {}, 'locales/fr.json': {} });
    assert.deepEqual(await rows('locales/de.json'), [['locales/de.json', 'de', 2]]);
    assert.equal((await rows('locales/de.json', 'locales/en.json')).length, 2);
    assert.equal((await rows('locales')).length, 2);
  });

  it('counts the files of nested folders once', async () => {
    await write({
      'locales/en.json': texts,
      'locales/de.json': {},
      'packages/b/locales/en.json': texts,
      'packages/b/locales/de.json': {},
    });
    const name = path.basename(base);
    const all = [
      [`${name}/locales/de.json`, 'de', 2],
      ['b/locales/de.json', 'de', 2],
    ];
    const folders = ['--cwd', '.', '--cwd', 'packages/b'];
    assert.deepEqual(await rows(...folders), all);
    assert.deepEqual(await rows(...folders, '.'), all);
    for (const given of ['packages', 'packages/b/locales/en.json', 'b/locales/en.json', 'b'])
      assert.deepEqual(await rows(...folders, given), all.slice(1), given);
    assert.deepEqual(await rows(...folders, `${name}/locales`), all.slice(0, 1));
  });

  it('distinguishes folders with the same name, and names them as the workspace does', async () => {
    const files = (folder: string) => ({ [`${folder}/locales/en.json`]: texts, [`${folder}/locales/de.json`]: '{' });
    await write({ ...files('x/app'), ...files('y/app') });
    const { unreadable } = (await json(['status', '--cwd', 'x/app', '--cwd', 'y/app'], 0, {})) as {
      readonly unreadable: readonly { readonly file: string }[];
    } & Readonly<Record<string, unknown>>;
    assert.deepEqual(
      unreadable.map(({ file }) => file),
      ['x/app/locales/de.json', 'y/app/locales/de.json'],
    );
    await write({
      'x/app/locales/de.json': {},
      'y/app/locales/de.json': {},
      'all.code-workspace': { folders: [{ path: 'x/app', name: 'Shop' }, { path: 'y/app' }] },
    });
    assert.deepEqual(await rows('--cwd', 'all.code-workspace'), [
      ['Shop/locales/de.json', 'de', 2],
      ['app/locales/de.json', 'de', 2],
    ]);
    assert.deepEqual(await rows('--cwd', 'all.code-workspace', 'Shop/locales/en.json'), [
      ['Shop/locales/de.json', 'de', 2],
    ]);
  });

  it('reads no file that a symbolic link leads to outside the project folders', async () => {
    await write({ 'private.json': { diary: 'A very private entry' }, 'shop/locales/de.json': {} });
    await symlink(path.join(base, 'private.json'), path.join(base, 'shop/locales/en.json'));
    for (const given of [[], ['shop/locales/de.json']]) {
      const { locales, unreadable } = (await json(['quote', '--cwd', 'shop', ...given])) as {
        readonly locales: readonly unknown[];
        readonly unreadable: readonly { readonly file: string; readonly message: string }[];
      } & Readonly<Record<string, unknown>>;
      assert.deepEqual(locales, []);
      assert.deepEqual(
        unreadable.map(({ file }) => file),
        ['locales/en.json'],
      );
      assert.match(unreadable[0]?.message ?? '', /symbolic link/u);
    }
  });

  it('names broken translations in status, estimate and quote', async () => {
    await write({ 'locales/en.json': texts, 'locales/de.json': '{', 'locales/fr.json': {} });
    for (const args of [['status'], ['estimate'], ['estimate', '--offline'], ['quote']]) {
      const { unreadable } = (await json(args)) as { readonly unreadable: readonly Row[] } & Readonly<
        Record<string, unknown>
      >;
      assert.deepEqual(
        unreadable.map(({ file }) => file),
        ['locales/de.json'],
        args.join(' '),
      );
    }
  });

  it('refuses placeholder patterns that are not valid', async () => {
    await write({
      'locales/en.json': texts,
      'locales/de.json': {},
      '.vscode/settings.json': { 'humanTranslation.placeholders.patterns': ['('] },
    });
    for (const command of ['status', 'check', 'estimate', 'quote', 'jobs', 'pull'])
      await assertUsage([command], /“\(” in the setting “humanTranslation\.placeholders\.patterns” is not valid/u);
  });

  it('prices the other files if the service doesn’t translate from the language of some', async () => {
    await write({ 'locales/en.json': texts, 'locales/de.json': {}, 'legal/gd.json': texts, 'legal/de.json': {} });
    for (const command of ['estimate', 'quote']) {
      const result = (await json([command, 'locales/en.json', 'legal/gd.json'])) as {
        readonly locales: readonly Row[];
        readonly unsupported: readonly string[];
      } & Readonly<Record<string, unknown>>;
      assert.deepEqual(
        [result.locales.map(({ locale }) => locale), result.unsupported],
        [['de'], ['gd']],
        JSON.stringify(result),
      );
    }
  });

  it('quotes a locale of two source languages as one row', async () => {
    await write({
      'app/locales/en.json': texts,
      'app/locales/fr.json': {},
      'legal/terms.de.json': { one: 'Ein kurzer Text', two: 'Noch ein Text' },
      'legal/terms.fr.json': {},
    });
    for (const command of ['estimate', 'quote']) {
      const { locales } = (await json([command])) as {
        readonly locales: readonly { readonly locale: string; readonly strings: number }[];
      } & Readonly<Record<string, unknown>>;
      assert.deepEqual(
        locales.map(({ locale, strings }) => [locale, strings]),
        [['fr', 4]],
        command,
      );
    }
  });

  it('says how many strings a quote does not send', async () => {
    await write({
      'locales/en.json': { ...texts, mail: 'Write to jane.doe.1984@gmail.com', brackets: 'Some [[[reserved]]] text' },
      'locales/de.json': {},
    });
    const { locales, withheld } = (await json(['quote'])) as {
      readonly locales: readonly { readonly strings: number }[];
      readonly withheld: number;
    } & Readonly<Record<string, unknown>>;
    assert.deepEqual([locales.map(({ strings }) => strings), withheld], [[2], 2]);
    const { stdout } = await run(['quote'], base, env);
    assert.match(stdout, /^1 string with possible private data was not sent\.$/mu);
    assert.match(stdout, /^1 string was not sent: it is too long, or contains brackets that the service reserves\.$/mu);
  });

  it('limits strings that equal their source on request', async () => {
    await write({ 'locales/en.json': texts, 'locales/de.json': { ...texts, bye: 'Bis morgen' } });
    const { counts } = (await json(['check'])) as { readonly counts: Record<string, number> } & Readonly<
      Record<string, unknown>
    >;
    assert.equal(counts['same-as-source'], 1);
    await json(['check', '--max-same-as-source', '1']);
    const { exceeded } = await json(['check', '--max-same-as-source', '0'], 1);
    assert.deepEqual(exceeded, ['same-as-source']);
  });

  it('refuses unknown tiers and statuses', async () => {
    await write({ 'locales/en.json': texts, 'locales/de.json': {} });
    await assertUsage(['quote', '--tier', 'bogus'], /--tier must be one of these, not “bogus”: standard, pro\./u);
    await assertUsage(['jobs', '--status', 'bogus'], /--status must be one of these.*reviewable/u);
  });
});
