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

/** An XLIFF file, which names the language of its source texts. */
function xliff(sourceLocale: string, sourceTexts: readonly string[]): string {
  const units = sourceTexts.map((text, index) => `<trans-unit id="${index}"><source>${text}</source></trans-unit>`);
  return `<?xml version="1.0"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="${sourceLocale}" datatype="plaintext"><body>${units.join('')}</body></file>
</xliff>
`;
}

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

  it('counts the strings of bilingual files without a template in one row for each file', async () => {
    const po = (...entries: readonly string[]): string => ['msgid ""\nmsgstr ""\n', ...entries].join('\n');
    await write({
      'po/de.po': po('msgid "Save"\nmsgstr ""\n'),
      'po/fr.po': po('msgid "Save"\nmsgstr "Enregistrer"\n', 'msgid "Open"\nmsgstr "Ouvrir"\n'),
      'po/ja.po': po('msgid "Save"\nmsgstr ""\n', 'msgid "Close"\nmsgstr ""\n'),
    });
    assert.deepEqual(await rows(), [
      ['po/de.po', 'de', 3],
      ['po/fr.po', 'fr', 1],
      ['po/ja.po', 'ja', 3],
    ]);
    assert.deepEqual(await rows('po/de.po'), [['po/de.po', 'de', 3]]);
    const { counts } = (await json(['check'], 1, {})) as { readonly counts: Readonly<Record<string, number>> };
    assert.equal(counts['missing'], 7);
    const { locales } = (await json(['estimate', '--offline', '--locale', 'de'], 0, {})) as {
      readonly locales: readonly { readonly strings: number }[];
    };
    assert.deepEqual(
      locales.map(({ strings }) => strings),
      [3],
    );
  });

  it('names files whose source is unknown, with an exit code of its own', async () => {
    await write({ 'locales/de.json': { a: 'Guten Morgen' }, 'locales/fr.json': { a: '' } });
    const { files, withoutSource } = await json(['status'], 0, {});
    assert.deepEqual(files, []);
    const unknownFiles = (withoutSource as readonly Readonly<Record<string, unknown>>[]).map(
      ({ file, reason, strings }) => [file, reason, strings],
    );
    assert.deepEqual(unknownFiles, [
      ['locales/de.json', 'source-unknown', 1],
      ['locales/fr.json', 'source-unknown', 0],
    ]);
    const { passed } = await json(['check'], 7, {});
    assert.equal(passed, true);
    const { stdout } = await run(['estimate', '--offline', '--locale', 'fr']);
    assert.match(stdout, /The source of 1 string in locales\/de\.json is unknown/u);
    assert.match(stdout, /locales\/fr\.json has no texts, and no file is in the source language\./u);
    await write({ '.vscode/settings.json': { 'humanTranslation.sourceLocale': 'de' } });
    await json(['check'], 1, {});
    assert.deepEqual(await rows(), [['locales/fr.json', 'fr', 1]]);
  });

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

  it('names a file without texts that the setting for layouts names, and no other one', async () => {
    const program = 'load();\n';
    await write({
      'locales/en.json': texts,
      'locales/de.json': {},
      'scripts/en.js': program,
      'i18n/en.js': program,
      '.vscode/settings.json': { 'humanTranslation.layouts': ['scripts/{locale}.js'] },
    });
    const { files, unreadable } = (await json(['status'])) as Readonly<Record<'files' | 'unreadable', readonly Row[]>>;
    assert.deepEqual(
      [files.map(({ file }) => file), unreadable.map(({ file }) => file)],
      [['locales/de.json'], ['scripts/en.js']],
    );
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
    await write({
      'locales/en.json': texts,
      'locales/de.json': {},
      'legal/terms.xlf': xliff('gd', ['Madainn mhath dhut']),
      'legal/terms.de.xlf': '',
    });
    for (const command of ['estimate', 'quote']) {
      const result = (await json([command, 'locales/en.json', 'legal/terms.xlf'])) as {
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
      'legal/terms.xlf': xliff('de', ['Ein kurzer Text', 'Noch ein Text']),
      'legal/terms.fr.xlf': '',
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

  it('are those of its kind for a document and a text of a store, before their first translation', async () => {
    await write({
      'README.md': '# Stall\n\nText for developers.\n',
      'locales/en-US.json': texts,
      'locales/de.json': texts,
      'locales/fr.json': texts,
      'locales/ja.json': texts,
      'docs/en-US/index.md': '# Start\n',
      'docs/en-US/guide.md': '# Guide\n\nText.\n',
      'docs/de/index.md': '# Anfang\n',
      'fastlane/metadata/en-US/subtitle.txt': 'Your market\n',
      'fastlane/metadata/en-US/support_url.txt': 'https://stall.example\n',
      'fastlane/metadata/ja/name.txt': '市場\n',
      'fastlane/metadata/default/subtitle.txt': 'A market\n',
      'fastlane/metadata/android/en-US/changelogs/9.txt': 'Faster.\n',
      'fastlane/metadata/android/en-US/changelogs/10.txt': 'Faster again.\n',
      'fastlane/metadata/android/hr/title.txt': 'Tržnica\n',
    });
    const newRows = [
      ['docs/de/guide.md', 'de', 2],
      ['fastlane/metadata/android/hr/changelogs/10.txt', 'hr', 1],
      ['fastlane/metadata/ja/subtitle.txt', 'ja', 1],
    ];
    const missingRows = (await rows()).filter(([, , missing]) => missing > 0);
    assert.deepEqual(missingRows, newRows);
    const { findings } = (await json(['check'], 1)) as { readonly findings?: readonly { readonly file: string }[] };
    assert.deepEqual(
      [
        ...new Set(
          findings?.filter(({ file }) => file.includes('.md') || file.includes('.txt')).map(({ file }) => file),
        ),
      ],
      ['docs/de/guide.md', 'fastlane/metadata/android/hr/changelogs/10.txt', 'fastlane/metadata/ja/subtitle.txt'],
    );
    // The service has no Croatian.
    const estimate = (await json(['estimate', '--offline'], 0, {})) as unknown as {
      readonly locales: readonly { readonly locale: string; readonly strings: number }[];
    };
    assert.deepEqual(
      estimate.locales.map(({ locale, strings }) => [locale, strings]),
      [
        ['de', 2],
        ['ja', 1],
      ],
    );
  });
});
