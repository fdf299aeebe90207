import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';
import { cliEnvironment, runCliProcess } from './cliProcess.ts';

type Json = Readonly<Record<string, unknown>>;

describe('contract: names of locales on the command line', function () {
  this.timeout(60_000);
  let base: string;
  let fixture: SandboxFixture;
  let env: Readonly<Record<string, string>>;

  before(async () => {
    base = await mkdtemp(path.join(tmpdir(), 'cli-'));
    fixture = await startFixture('manual');
    env = cliEnvironment({ ...fixture.sandbox }, path.join(base, 'state'));
  });

  after(async () => {
    await fixture[Symbol.asyncDispose]();
    await rm(base, { recursive: true, force: true });
  });

  /** Makes a project with a source in English, an empty file for each name, and a meaning for some of them. */
  async function makeProject(
    names: readonly string[],
    meanings: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const folder = await mkdtemp(path.join(base, 'project-'));
    await mkdir(path.join(folder, 'locales'));
    await mkdir(path.join(folder, '.vscode'));
    await writeFile(path.join(folder, 'locales/en.json'), '{"save": "Save changes"}\n');
    for (const name of names) await writeFile(path.join(folder, `locales/${name}.json`), '{}\n');
    const settings = JSON.stringify({ 'humanTranslation.locales': meanings });
    await writeFile(path.join(folder, '.vscode/settings.json'), settings);
    return folder;
  }

  async function run(cwd: string, args: readonly string[], code = 0, variables = {}): Promise<Json> {
    const result = await runCliProcess([...args, '--json'], { env: variables, cwd });
    assert.equal(result.code, code, result.stderr);
    return JSON.parse(result.stdout) as Json;
  }

  function localesOf({ files }: Json): Json {
    const rows = files as readonly { readonly file: string; readonly locale: string }[];
    return Object.fromEntries(rows.map(({ file, locale }) => [path.basename(file, '.json'), locale]));
  }

  it('names files whose names are no locales or improbable ones, with what they probably mean', async () => {
    const project = await makeProject(['ua', 'kr', 'de']);
    const mistakenNames = [
      { name: 'kr', files: ['locales/kr.json'], locale: 'ko', isLocale: true },
      { name: 'ua', files: ['locales/ua.json'], locale: 'uk', isLocale: false },
    ];
    const status = await run(project, ['status']);
    assert.deepEqual(status['mistakenNames'], mistakenNames);
    assert.deepEqual(localesOf(status), { de: 'de', kr: 'kr' });
    const check = await run(project, ['check'], 1);
    assert.deepEqual(check['mistakenNames'], mistakenNames);
    const { stdout } = await runCliProcess(['status'], { env: {}, cwd: project });
    assert.match(stdout, /locales\/ua\.json\. If “ua” means Ukrainian, add "ua": "uk" to the setting/u);
  });

  it('names files that are not read because others have the same locale', async () => {
    const project = await makeProject(['iw', 'he', 'de']);
    const status = await run(project, ['status']);
    const [used = ''] = Object.keys(localesOf(status)).filter((name) => name !== 'de');
    const unused = used === 'he' ? 'iw' : 'he';
    assert.deepEqual(status['mistakenNames'], [
      { name: unused, usedName: used, locale: 'he', files: [`locales/${unused}.json`], isLocale: false },
    ]);
    const { stdout } = await runCliProcess(['status'], { env: {}, cwd: project });
    assert.match(stdout, /“(?:iw|he)” means Hebrew, as does “(?:iw|he)”, whose files are used/u);
  });

  const translation = (value: string): Json => ({ stringUnit: { state: 'translated', value } });
  const catalog = {
    sourceLanguage: 'en',
    strings: {
      Hello: { localizations: { de: translation('Hallo'), ua: translation('Привіт'), xq: translation('?') } },
    },
  };
  for (const [file, content] of [
    ['Localizable.xcstrings', JSON.stringify(catalog)],
    ['texts.csv', 'key,en,de,ua,tag\na,Hello,Hallo,Привіт,menu\n'],
  ] as const)
    it(`names those in a file, and counts its other locales: ${file}`, async () => {
      const folder = await mkdtemp(path.join(base, 'project-'));
      await writeFile(path.join(folder, file), content);
      const status = await run(folder, ['status']);
      assert.deepEqual(status['mistakenNames'], [
        { name: 'ua', files: [file], locale: 'uk', isLocale: false, isInFile: true },
      ]);
      const rows = status['files'] as readonly Json[];
      assert.deepEqual(
        rows.map(({ locale, translated }) => [locale, translated]),
        [['de', 1]],
      );
      const { stdout } = await runCliProcess(['status'], { env: {}, cwd: folder });
      assert.match(stdout, /“ua” in \S+ is not read as a locale\. If it means Ukrainian, add "ua": "uk"/u);

      await mkdir(path.join(folder, '.vscode'));
      await writeFile(path.join(folder, '.vscode/settings.json'), '{"humanTranslation.locales": {"ua": "uk"}}');
      const decided = await run(folder, ['status']);
      assert.deepEqual(decided['mistakenNames'], []);
      const decidedRows = decided['files'] as readonly Json[];
      assert.deepEqual(
        decidedRows.map(({ locale, translated }) => [locale, translated]),
        [
          ['de', 1],
          ['ua', 1],
        ],
      );
    });

  it('names a file if the project has no other translation', async () => {
    const status = await run(await makeProject(['ua']), ['status']);
    assert.deepEqual((status['mistakenNames'] as readonly Json[])[0]?.['files'], ['locales/ua.json']);
  });

  it('reads files by the meanings of the setting, and orders them in these languages', async () => {
    const project = await makeProject(['ua', 'kr'], { ua: 'uk', kr: 'ko' });
    const status = await run(project, ['status']);
    assert.deepEqual(status['mistakenNames'], []);
    assert.deepEqual(localesOf(status), { kr: 'ko', ua: 'uk' });
    const { locales } = await run(project, ['estimate'], 0, env);
    assert.deepEqual((locales as readonly Json[]).map(({ locale }) => locale).toSorted(), ['ko', 'uk']);
  });

  it('names the nearest language of the service and doesn’t use it, unless the setting does', async () => {
    const unset = await run(await makeProject(['nn', 'en-AU', 'de']), ['estimate'], 0, env);
    assert.deepEqual(
      (unset['locales'] as readonly Json[]).map(({ locale }) => locale),
      ['de'],
    );
    assert.deepEqual(unset['nearest'], [
      { locale: 'en-AU', language: 'en-gb' },
      { locale: 'nn', language: 'no' },
    ]);
    const project = await makeProject(['nn', 'en-AU'], { nn: 'no', 'en-AU': 'en-AU' });
    const { locales, unsupported } = await run(project, ['estimate'], 0, env);
    assert.deepEqual(
      (locales as readonly Json[]).map(({ locale }) => locale),
      ['nn'],
    );
    assert.deepEqual(unsupported, ['en-AU']);
  });

  describe('of a source in a regional variety', () => {
    /** Makes a project whose source has a locale, with empty translations and a setting. */
    async function makeRegional(source: string, names: readonly string[], meanings: Json = {}): Promise<string> {
      const folder = await mkdtemp(path.join(base, 'regional-'));
      await mkdir(path.join(folder, 'locales'));
      await mkdir(path.join(folder, '.vscode'));
      await writeFile(path.join(folder, `locales/${source}.json`), '{"color": "Choose a colour"}\n');
      for (const name of names) await writeFile(path.join(folder, `locales/${name}.json`), '{}\n');
      const settings = { 'humanTranslation.sourceLocale': source, 'humanTranslation.locales': meanings };
      await writeFile(path.join(folder, '.vscode/settings.json'), JSON.stringify(settings));
      return folder;
    }

    const pricesOf = ({ locales }: Json): Json =>
      Object.fromEntries((locales as readonly Json[]).map(({ locale, credits }) => [String(locale), credits]));

    it('says in which language its texts are ordered, and prices them so', async () => {
      const project = await makeRegional('en-GB', ['ja', 'de']);
      const sourceLanguages = [{ locale: 'en-GB', language: 'en' }];
      for (const command of ['estimate', 'quote']) {
        const priced = await run(project, [command], 0, env);
        assert.deepEqual(priced['sourceLanguages'], sourceLanguages, command);
        assert.deepEqual(priced['unsupported'], [], command);
        assert.deepEqual(pricesOf(priced), { de: 0.15, ja: 0.21 }, command);
      }
      assert.deepEqual((await run(project, ['status'], 0, env))['sourceLanguages'], sourceLanguages);
      assert.deepEqual((await run(project, ['status']))['sourceLanguages'], []);
      for (const command of ['status', 'estimate', 'quote']) {
        const { stdout } = await runCliProcess([command], { env, cwd: project });
        assert.match(stdout, /The source en-GB is ordered as English \(en\)\./u, command);
      }
    });

    it('keeps its own language where the service has the pair', async () => {
      const project = await makeRegional('fr-CA', ['en']);
      for (const command of ['status', 'estimate', 'quote'])
        assert.deepEqual((await run(project, [command], 0, env))['sourceLanguages'], [], command);
      const both = await run(await makeRegional('en-GB', ['en', 'ja']), ['estimate'], 0, env);
      assert.deepEqual(both['sourceLanguages'], [{ locale: 'en-GB', language: 'en' }]);
      assert.deepEqual(Object.keys(pricesOf(both)).toSorted(), ['en', 'ja']);
      const offline = await run(await makeRegional('en-AU', ['ja']), ['estimate', '--offline'], 0, env);
      assert.deepEqual(offline['sourceLanguages'], [{ locale: 'en-AU', language: 'en' }]);
    });

    it('is ordered as the setting says', async () => {
      const declined = await run(await makeRegional('en-GB', ['ja'], { 'en-GB': 'en-GB' }), ['estimate'], 0, env);
      assert.deepEqual([declined['unsupported'], declined['locales']], [['ja'], []]);
      const chosen = await run(await makeRegional('en-GB', ['ja'], { 'en-GB': 'en' }), ['estimate'], 0, env);
      assert.deepEqual(chosen['sourceLanguages'], [{ locale: 'en-GB', language: 'en' }]);
      assert.deepEqual(pricesOf(chosen), { ja: 0.21 });
    });
  });
});
