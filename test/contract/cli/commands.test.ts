import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { optionsOfCommand, commandNames } from '../../../src/cli/commandOptions.ts';
import { shopFixture } from '../../host/paths.ts';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';
import { git } from '../orders/repositoryWindows.ts';
import { cliEnvironment, runCliProcess } from './cliProcess.ts';
import { contentsOf, orderProject, sampleProjects } from './sampleProjects.ts';

type Json = Readonly<Record<string, unknown>>;

describe('contract: the commands of the command line', function () {
  this.timeout(60_000);
  let base: string;
  let shop: string;
  let fixture: SandboxFixture;
  let env: Readonly<Record<string, string>>;

  before(async () => {
    base = await mkdtemp(path.join(tmpdir(), 'cli-'));
    shop = path.join(base, 'shop');
    await cp(shopFixture, shop, { recursive: true });
    fixture = await startFixture('manual');
    env = cliEnvironment({ ...fixture.sandbox }, path.join(base, 'state'));
  });

  after(async () => {
    await fixture[Symbol.asyncDispose]();
    await rm(base, { recursive: true, force: true });
  });

  /** Runs a command with `--json` in the shop's folder; the exit code must be the expected one. */
  async function run(args: readonly string[], code = 0, cwd = shop): Promise<Json> {
    const result = await runCliProcess([...args, '--json'], { env, cwd });
    assert.equal(result.code, code, result.stderr);
    return JSON.parse(result.stdout) as Json;
  }

  it('counts strings by file and locale, without keys from the files alone', async () => {
    const result = await runCliProcess(['status', '--json'], { cwd: shop });
    assert.equal(result.code, 0, result.stderr);
    const { version, command, files } = JSON.parse(result.stdout) as { files: readonly Json[] } & Json;
    assert.deepEqual([version, command], [1, 'status']);
    const [ja] = files;
    assert.equal(ja?.['file'], 'locales/ja.json');
    assert.equal(ja?.['inFlight'], null);
    const { strings, translated, missing } = ja as Record<'strings' | 'translated' | 'missing', number>;
    assert.ok(missing > 0 && translated > 0 && strings === missing + translated, JSON.stringify(ja));
  });

  it('counts strings that are on order', async () => {
    const [sample] = sampleProjects;
    assert.ok(sample !== undefined);
    await using project = await orderProject(sample, { approve: false });
    const cliEnv = cliEnvironment(project.windowOptions.service, project.state);
    const untouched = await contentsOf(project.checkout);
    const result = await runCliProcess(['status', '--json'], { env: cliEnv, cwd: project.checkout });
    const { totals } = JSON.parse(result.stdout) as { totals: Record<string, number> };
    assert.equal(totals['missing'], 0, result.stdout);
    assert.ok((totals['inFlight'] ?? 0) > 0, result.stdout);
    const listed = await runCliProcess(['jobs', '--json', '--locale', 'ja'], { env: cliEnv, cwd: project.checkout });
    const { jobs } = JSON.parse(listed.stdout) as { jobs: readonly Json[] };
    assert.ok(jobs.length > 0);
    assert.deepEqual(new Set(jobs.map(({ status }) => status)), new Set(['available']));
    const others = await runCliProcess(['jobs', '--json', '--status', 'approved'], {
      env: cliEnv,
      cwd: project.checkout,
    });
    assert.deepEqual((JSON.parse(others.stdout) as { jobs: unknown }).jobs, []);
    assert.deepEqual(await contentsOf(project.checkout), untouched);
    // Failures are named in the display language, too.
    for (const resource of ['jobs', 'job', 'order'])
      await project.fault('500', `GET /v2/translate/${resource}/`, { times: 100 });
    const elsewhere = cliEnvironment(project.windowOptions.service, path.join(base, 'other-state'));
    const failed = await runCliProcess(['jobs', '--language', 'de'], { env: elsewhere, cwd: project.checkout });
    assert.equal(failed.code, 3, failed.stderr);
    const lines = failed.stderr.trim().split('\n');
    assert.ok(lines.length > 0);
    const isIncomplete = (line: string): boolean =>
      line.startsWith('Der Dienst hat möglicherweise nur einen Teil seiner Aufträge aufgelistet.');
    assert.ok(lines.some(isIncomplete));
    for (const line of lines.filter((one) => !isIncomplete(one)))
      assert.match(line, /^Der Auftrag \d+, der nicht im Bestelljournal steht, kann nicht /u);
  });

  it('lists approved jobs with their findings, and delivers none of them', async () => {
    const [sample] = sampleProjects;
    assert.ok(sample !== undefined);
    await using project = await orderProject(sample, {
      approve: true,
      translate: ({ sourceText }) => (sourceText.includes('[[[') ? 'ない' : undefined),
    });
    const untouched = await contentsOf(project.checkout);
    const cliEnv = cliEnvironment(project.windowOptions.service, project.state);
    const listed = await runCliProcess(['jobs', '--json', 'locales'], { env: cliEnv, cwd: project.checkout });
    const { jobs } = JSON.parse(listed.stdout) as {
      jobs: readonly { readonly findings: readonly Json[]; readonly delivery: string }[];
    };
    assert.ok(jobs.some(({ findings }) => findings.some(({ severity }) => severity === 'error')));
    assert.deepEqual(new Set(jobs.map(({ delivery }) => delivery)), new Set(['none']));
    assert.deepEqual(await contentsOf(project.checkout), untouched);
  });

  it('estimates offline without prices, and with prices without sending a text', async () => {
    const offline = await run(['estimate', '--offline']);
    assert.equal(offline['credits'], null);
    const logged = await runCliProcess(['estimate', '--json', '--verbose'], { env, cwd: shop });
    const priced = JSON.parse(logged.stdout) as Json;
    assert.ok(Number(priced['credits']) > 0, logged.stdout);
    const requests = logged.stderr.split('\n').filter((line) => / → \d+/u.test(line));
    assert.deepEqual(
      requests.map((line) => line.replace(/ → .*$/u, '')),
      ['GET /v2/translate/service/languages', 'GET /v2/translate/service/language_pairs'],
    );
  });

  it('asks the service for a quote that equals the estimate', async () => {
    const estimate = await run(['estimate']);
    const quote = await run(['quote']);
    assert.equal(quote['credits'], estimate['credits']);
    assert.deepEqual(quote['locales'], estimate['locales']);
  });

  it('checks with limits, and without any request', async () => {
    const offline = { HUMAN_TRANSLATION_BASE_URL: 'http://127.0.0.1:9/v2' };
    const failed = await runCliProcess(['check', '--json'], { env: offline, cwd: shop });
    assert.equal(failed.code, 1, failed.stderr);
    const { counts, exceeded } = JSON.parse(failed.stdout) as { counts: Record<string, number>; exceeded: unknown };
    assert.deepEqual(exceeded, ['missing']);
    const missing = counts['missing'] ?? 0;
    assert.ok(missing > 0);
    await run(['check', '--max-missing', String(missing)]);
    await run(['check', `--max-missing=${missing - 1}`], 1);
  });

  it('finds damaged, outdated and unreadable translations', async () => {
    const root = path.join(base, 'damaged');
    const write = (name: string, value: unknown): Promise<void> =>
      writeFile(path.join(root, name), `${JSON.stringify(value, undefined, 2)}\n`);
    await mkdir(path.join(root, 'locales'), { recursive: true });
    await write('package.json', { dependencies: { i18next: '1' } });
    await write('locales/en.json', { hello: '{{name}}, hello, {{name}}!', bye: 'Goodbye', color: 'The color' });
    await write('locales/de.json', { hello: 'Hallo!', bye: 'Tschüss', color: 'Die Farbe' });
    await git(root, 'init', '-q');
    await git(root, 'add', '.');
    await git(root, 'commit', '-qm', 'Start');
    await write('locales/en.json', {
      hello: '{{name}}, hello, {{name}}!',
      bye: 'See you tomorrow',
      color: 'The color',
    });
    await git(root, 'commit', '-qam', 'Change the source');
    const { findings } = (await run(['check'], 1, root)) as { findings: readonly Json[] } & Json;
    assert.deepEqual(
      findings.map(({ kind, key }) => [kind, key]),
      [
        ['outdated', 'bye'],
        ['damaged', 'hello'],
      ],
    );
    assert.match(String(findings[1]?.['message']), /^The placeholder \{\{name\}\} is missing\.$/u, 'once');
    await run(['check', '--max-outdated', '1', '--max-damaged', '1'], 0, root);
    await appendFile(path.join(root, 'locales/de.json'), '}');
    const broken = (await run(['check'], 1, root)) as { findings: readonly Json[] } & Json;
    assert.deepEqual(
      broken.findings.map(({ kind, file }) => [kind, file]),
      [['damaged', 'locales/de.json']],
    );
  });

  it('reads the settings of the repository, and ignores those that only users may set', async () => {
    const root = path.join(base, 'settings');
    await mkdir(path.join(root, 'texts'), { recursive: true });
    await mkdir(path.join(root, '.vscode'));
    await writeFile(path.join(root, 'texts/app.deutsch.json'), '{"a": "Die Katze schläft"}\r\n');
    await writeFile(path.join(root, 'texts/app.de.json'), '{"a": "Die Katze schläft", "b": "Der Hund bellt"}\r\n');
    await writeFile(path.join(root, 'texts/app.fr.json'), '{"a": "Le chat dort"}\r\n');
    await writeFile(
      path.join(root, '.vscode/settings.json'),
      '{\r\n  // A comment\r\n  "humanTranslation.sourceLocale": "de",\r\n' +
        '  "humanTranslation.layouts": ["texts/app.{locale}.json"],\r\n' +
        '  "humanTranslation.baseUrl": "https://evil.example/v2",\r\n  "humanTranslation.budget.perOrder": 1e9,\r\n}\r\n',
    );
    const result = await runCliProcess(['status', '--json', 'texts/app.de.json'], { cwd: root });
    assert.equal(result.code, 0, result.stderr);
    const { files } = JSON.parse(result.stdout) as { files: readonly Json[] };
    const [fr] = files;
    assert.deepEqual([fr?.['sourceLocale'], fr?.['locale'], fr?.['missing']], ['de', 'fr', 1], result.stdout);
    assert.match(result.stderr, /humanTranslation\.baseUrl is ignored/u);
    assert.match(result.stderr, /humanTranslation\.budget\.perOrder is ignored/u);
    assert.doesNotMatch(result.stdout + result.stderr, /evil/u);
    // A command that needs the service must not take its address from there.
    const estimate = await runCliProcess(['estimate', '--json'], { cwd: root });
    assert.equal(estimate.code, 2, estimate.stdout);
    assert.match(estimate.stderr, /address of the service is missing/u);
    assert.doesNotMatch(estimate.stdout + estimate.stderr, /evil/u);
  });

  it('opens several folders, and those of a workspace file', async () => {
    const other = path.join(base, 'other');
    await cp(shopFixture, other, { recursive: true });
    const names = ({ files }: Json): readonly unknown[] => (files as readonly Json[]).map(({ file }) => file);
    const both = await run(['status', '--offline', '--cwd', shop, '--cwd', other], 0, base);
    assert.deepEqual(names(both), ['shop/locales/ja.json', 'other/locales/ja.json']);
    const workspace = path.join(base, 'all.code-workspace');
    await writeFile(workspace, '{ "folders": [{ "path": "shop" }, { "path": "./other" }], // two\n "settings": {} }');
    assert.deepEqual(await run(['status', '--offline', '--cwd', workspace], 0, base), both);
  });

  it('says what is wrong with its arguments and its environment, and exits with 2', async () => {
    const keyless = { HUMAN_TRANSLATION_BASE_URL: fixture.sandbox.baseUrl };
    for (const [args, given, sentence] of [
      [['order'], env, /no command “order”/u],
      [['status', '--nothing'], env, /no option --nothing/u],
      [['check', '--max-missing', 'many'], env, /whole number/u],
      [['check', '--max-missing'], env, /needs a value/u],
      [['status', '--json=yes'], env, /takes no value/u],
      [['status', 'nowhere.json'], env, /not a file or folder/u],
      [['status', '--cwd', path.join(base, 'nowhere')], env, /no folder or workspace/u],
      [['pull'], {}, /address of the service is missing/u],
      [['pull', '--base-url', 'nonsense'], env, /address of the service is invalid/u],
      [['estimate', '--base-url', 'https://example.com'], {}, /must end in \/v2/u],
      [['status'], { HUMAN_TRANSLATION_BASE_URL: 'https://me:secret@example.com/v2' }, /is invalid(?!.*secret)/u],
      [['quote'], { ...env, HUMAN_TRANSLATION_BASE_URL: 'http://example.com/v2' }, /http:\/\/ instead of https/u],
      [['pull'], keyless, /keys are missing.*HUMAN_TRANSLATION_PUBLIC_KEY.*HUMAN_TRANSLATION_PRIVATE_KEY/u],
      [['quote', '--api-key', 'x'], keyless, /no option --api-key/u],
    ] as const) {
      const result = await runCliProcess(args, { env: given, cwd: shop });
      assert.equal(result.code, 2, `${args.join(' ')}: ${result.stdout}${result.stderr}`);
      assert.match(result.stderr, sentence);
      assert.equal(result.stdout, '');
    }
  });

  it('reports other failures with 3', async () => {
    const wrong = { ...env, HUMAN_TRANSLATION_PRIVATE_KEY: 'wrong' };
    const refused = await runCliProcess(['jobs'], { env: wrong, cwd: shop });
    assert.equal(refused.code, 3, refused.stdout);
    assert.match(refused.stderr, /keys/u);
    const empty = path.join(base, 'empty');
    await mkdir(empty);
    const nothing = await runCliProcess(['check'], { cwd: empty });
    assert.deepEqual([nothing.code, nothing.stdout], [3, '']);
    assert.match(nothing.stderr, /No locale files/u);
  });

  for (const command of ['jobs', 'pull'] as const)
    it(`stops ${command} at an interrupt while the service does not answer, and changes no file`, async () => {
      const untouched = await contentsOf(shop);
      let interrupt: () => void = () => undefined;
      const silent = createServer(() => {
        interrupt();
      });
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      try {
        const { port } = silent.address() as AddressInfo;
        const stopped = await runCliProcess([command], {
          env: { ...env, HUMAN_TRANSLATION_BASE_URL: `http://127.0.0.1:${port}/v2` },
          cwd: shop,
          onStart: (kill) => {
            interrupt = () => {
              kill('SIGINT');
            };
          },
        });
        assert.deepEqual([stopped.code, stopped.stdout, stopped.stderr], [130, '', '']);
        assert.deepEqual(await contentsOf(shop), untouched);
      } finally {
        silent.closeAllConnections();
        silent.close();
      }
    });

  it('shows help for all commands and for each', async () => {
    const { stdout } = await runCliProcess(['--help']);
    for (const name of commandNames) {
      assert.match(stdout, new RegExp(`^ {2}${name} `, 'mu'));
      const help = await runCliProcess([name, '--help']);
      assert.equal(help.code, 0);
      for (const option of optionsOfCommand[name]) assert.ok(help.stdout.includes(`--${option}`), option);
    }
    assert.match((await runCliProcess(['quote', '--help'])).stdout, /texts are sent/u);
  });

  it('never writes keys', async () => {
    const logged = await runCliProcess(['jobs', '--verbose', '--json'], { env, cwd: shop });
    assert.equal(logged.code, 0, logged.stderr);
    assert.match(logged.stderr, /GET/u);
    for (const secret of [fixture.sandbox.apiKey, fixture.sandbox.privateKey])
      assert.ok(!logged.stderr.includes(secret) && !logged.stdout.includes(secret));
    const journals = await contentsOf(path.join(base, 'state'));
    assert.ok(journals.size > 0);
    for (const content of journals.values())
      assert.ok(!Buffer.from(content, 'base64').toString().includes(fixture.sandbox.privateKey));
    assert.ok((await readFile(path.join(shop, 'locales/ja.json'))).length > 0);
  });
});
