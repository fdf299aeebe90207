import assert from 'node:assert/strict';
import { appendFile, chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { journalPath } from '../../../src/orders/journal/journal.ts';
import { place, quoteFile } from '../orders/orderWindow.ts';
import { finishAll } from '../orders/repositoryWindows.ts';
import { cliEnvironment, runCliProcess, type CliRun } from './cliProcess.ts';
import { orderFiles } from './orderedFiles.ts';
import { contentsOf, orderProject, sampleProjects, type OrderedProject } from './sampleProjects.ts';

interface PullDocument {
  readonly version: number;
  readonly dryRun: boolean;
  readonly delivered: readonly { readonly file: string; readonly strings: number }[];
  readonly held: readonly { readonly title: string; readonly reason: string; readonly message: string }[];
  readonly failures: number;
}

async function pull(project: OrderedProject, ...args: readonly string[]): Promise<PullDocument> {
  const run = await runPull(project, ...args);
  assert.equal(run.code, 0, run.stderr);
  return JSON.parse(run.stdout) as PullDocument;
}

async function runPull(project: OrderedProject, ...args: readonly string[]): Promise<CliRun> {
  const env = cliEnvironment(project.windowOptions.service, project.state);
  return runCliProcess(['pull', '--json', ...args], { env, cwd: project.checkout });
}

describe('contract: pull of the command line', function () {
  this.timeout(60_000);

  for (const sample of sampleProjects) {
    it(`delivers ${sample.name} to another clone, exactly as the editor does`, async () => {
      await using project = await orderProject(sample, { approve: true });
      const untouched = await contentsOf(project.checkout);
      const preview = await pull(project, '--dry-run');
      assert.ok(preview.delivered.length > 0, JSON.stringify(preview));
      assert.deepEqual(await contentsOf(project.checkout), untouched, 'a dry run must not change files');

      const first = await pull(project);
      assert.deepEqual({ ...first, dryRun: true }, preview);
      await project.window.jobs.fetchAndDeliver();
      assert.deepEqual(await contentsOf(project.checkout), await contentsOf(project.root));
      assert.notDeepEqual(await contentsOf(project.checkout), untouched);

      const second = await pull(project);
      assert.deepEqual(second.delivered, []);
      // A new machine has no journal, and the files have the translations.
      await rm(project.state, { recursive: true });
      assert.deepEqual((await pull(project)).delivered, []);
      assert.deepEqual(await contentsOf(project.checkout), await contentsOf(project.root));
    });
  }

  it('approves nothing', async () => {
    const [sample] = sampleProjects;
    assert.ok(sample !== undefined);
    await using project = await orderProject(sample, { approve: false });
    const ids = (await project.fixture.client.jobs.list({ count: 200 })).map(({ id }) => id);
    for (const id of ids) {
      await project.move(id, 'start');
      await project.move(id, 'finish');
    }
    const untouched = await contentsOf(project.checkout);
    assert.deepEqual((await pull(project)).delivered, []);
    assert.deepEqual(await contentsOf(project.checkout), untouched);
    const statuses = (await project.fixture.client.jobs.get(ids)).map(({ status }) => status);
    assert.deepEqual(new Set(statuses), new Set(['reviewable']));
  });

  it('holds a damaged translation, and a string that was translated by hand since the order', async () => {
    const [sample] = sampleProjects;
    assert.ok(sample !== undefined);
    await using project = await orderProject(sample, {
      approve: true,
      translate: ({ sourceText }) => (sourceText.includes('[[[') ? 'ない' : undefined),
    });
    const file = path.join(project.checkout, 'locales/ja.json');
    const target = JSON.parse(await readFile(file, 'utf8')) as { nav: Record<string, string> };
    target.nav['search'] = '手で訳した';
    await writeFile(file, `${JSON.stringify(target, undefined, 2)}\n`);
    const { held } = await pull(project);
    assert.equal(held.find(({ title }) => title === 'nav.search')?.reason, 'target-changed');
    assert.ok(held.some(({ reason }) => reason === 'problems'));
    assert.equal((JSON.parse(await readFile(file, 'utf8')) as typeof target).nav['search'], '手で訳した');
  });

  it('exits with 3 if a file is read-only, and does not promise it in a dry run', async () => {
    const [sample] = sampleProjects;
    assert.ok(sample !== undefined);
    await using project = await orderProject(sample, { approve: true });
    const untouched = await contentsOf(project.checkout);
    await chmod(path.join(project.checkout, 'locales/ja.json'), 0o444);
    for (const args of [['--dry-run'], []]) {
      const { code, stdout } = await runPull(project, ...args);
      const { delivered, held } = JSON.parse(stdout) as PullDocument;
      assert.deepEqual([code, delivered], [3, []], args.join(' '));
      assert.ok(held.length > 0);
      for (const { reason, message } of held) {
        assert.equal(reason, 'unreadable');
        assert.match(message, /Use --verbose to see the log/u);
      }
    }
    assert.deepEqual(await contentsOf(project.checkout), untouched);
  });

  it('exits with 3 if a file got an encoding that lacks a character, and does not promise it in a dry run', async () => {
    const poFile = (language: string, charset: string): string =>
      `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=${charset}\\n"\n\n` +
      `msgid "Good morning to you"\nmsgstr ""\n`;
    const files = { 'po/en.po': poFile('en', 'UTF-8'), 'po/ja.po': poFile('ja', 'UTF-8') };
    await using project = await orderFiles(files, ['po/en.po']);
    await finishAll(project);
    const changed = poFile('ja', 'ISO-8859-1');
    await writeFile(path.join(project.checkout, 'po/ja.po'), changed);
    for (const args of [['--dry-run'], []]) {
      const { code, stdout, stderr } = await project.cli('pull', '--json', ...args);
      const { delivered, held } = JSON.parse(stdout) as PullDocument;
      assert.deepEqual([code, delivered], [3, []], stderr);
      assert.deepEqual(
        held.map(({ reason }) => reason),
        ['unreadable'],
      );
      assert.match(held[0]!.message, /can’t store the translation/u);
    }
    assert.equal(await readFile(path.join(project.checkout, 'po/ja.po'), 'utf8'), changed);
  });

  it('reports what it delivered before the service became unreachable, and exits with 3', async () => {
    const [sample] = sampleProjects;
    assert.ok(sample !== undefined);
    await using project = await orderProject({ ...sample, orders: [] }, { approve: false });
    await project.write('locales/en.json', '{ "hello": "Good morning to you" }\n');
    const order = async (locale: string): Promise<void> => {
      await place(project.window, await quoteFile(project.window, 'locales/en.json', [locale]));
    };
    const env = cliEnvironment(project.windowOptions.service, project.state);
    await writeFile(path.join(project.checkout, 'locales/en.json'), await project.read('locales/en.json'));
    for (const locale of ['de', 'fr', 'pl']) await order(locale);
    await runCliProcess(['jobs'], { env, cwd: project.checkout });
    await order('ja');
    await finishAll(project);
    // The jobs of the new order are found in the list of jobs; the orders that are known are then asked for in vain.
    await project.fault('drop-before', 'GET /v2/translate/order/', { times: 100 });
    const { code, stdout, stderr } = await runPull(project);
    assert.equal(code, 3, stdout);
    const { delivered, failures } = JSON.parse(stdout) as PullDocument;
    assert.deepEqual([delivered, failures], [[{ file: 'locales/ja.json', strings: 1 }], 1]);
    assert.match(stderr, /can’t be reached/u);
  });

  it('leaves nothing in the temporary folder after a dry run, even if the journal cannot be read', async () => {
    const [sample] = sampleProjects;
    assert.ok(sample !== undefined);
    await using project = await orderProject(sample, { approve: false });
    const { service } = project.windowOptions;
    const temporary = path.join(project.base, 'temporary');
    await mkdir(temporary);
    const run = (...args: readonly string[]): Promise<CliRun> =>
      runCliProcess(['pull', ...args], {
        env: { ...cliEnvironment(service, project.state), TMPDIR: temporary },
        cwd: project.checkout,
      });
    assert.equal((await run()).code, 0);
    const journals = path.join(project.state, 'human-translation', 'journals');
    const journal = journalPath(journals, new URL(service.baseUrl).origin, service.apiKey);
    await appendFile(journal, 'damaged\n');
    const damaged = await run('--dry-run');
    assert.equal(damaged.code, 0, damaged.stderr);
    assert.match(damaged.stderr, /journal is damaged/u);
    assert.doesNotMatch(damaged.stderr, /copy of the skipped lines/u);
    assert.deepEqual(await readdir(temporary), []);
    await rm(journal);
    await mkdir(journal);
    assert.equal((await run('--dry-run')).code, 3);
    assert.deepEqual(await readdir(temporary), []);
  });

  it('delivers nothing to a clone of another repository with the same strings, and names them', async () => {
    const [sample] = sampleProjects;
    assert.ok(sample !== undefined);
    await using project = await orderProject(sample, { approve: true });
    const config = path.join(project.checkout, '.git/config');
    await writeFile(config, (await readFile(config, 'utf8')).replace('acme/shop', 'acme/other'));
    const untouched = await contentsOf(project.checkout);
    const { code, stdout, stderr } = await runPull(project);
    const { delivered, held } = JSON.parse(stdout) as PullDocument;
    assert.deepEqual([code, delivered], [5, []], stderr);
    // Nobody but the user knows whether it is another clone of the same project.
    assert.deepEqual([...new Set(held.map(({ reason }) => reason))], ['other-clone']);
    assert.deepEqual(await contentsOf(project.checkout), untouched);
  });

  it('delivers once if two processes pull at the same time', async () => {
    const [sample] = sampleProjects;
    assert.ok(sample !== undefined);
    await using project = await orderProject(sample, { approve: true });
    const runs = await Promise.all([runPull(project), runPull(project)]);
    assert.deepEqual(
      runs.map(({ code }) => code),
      [0, 0],
      runs.map(({ stderr }) => stderr).join('\n'),
    );
    const delivered = runs.flatMap(({ stdout }) => (JSON.parse(stdout) as PullDocument).delivered);
    assert.equal(delivered.length, 1, JSON.stringify(delivered));
    await project.window.jobs.fetchAndDeliver();
    assert.deepEqual(await contentsOf(project.checkout), await contentsOf(project.root));
  });
});
