import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { commandNames } from '../../../src/cli/commandOptions.ts';
import { projectRoot, shopFixture } from '../../host/paths.ts';
import { createOrderSetup } from '../orders/orderSetup.ts';
import { place, quoteFile } from '../orders/orderWindow.ts';
import { finishAll, git, windowOn } from '../orders/repositoryWindows.ts';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';
import { cliEnvironment, runCliProcess } from './cliProcess.ts';

const run = promisify(execFile);

/** Returns the ids of all jobs of the account, and what was spent. */
async function orderedJobs({ client }: SandboxFixture): Promise<readonly unknown[]> {
  const jobs = await client.jobs.list({ count: 200 });
  return [jobs.map(({ id }) => id), await client.account.balance()];
}

interface Workflow {
  readonly jobs: {
    readonly pull: {
      readonly steps: readonly {
        readonly uses?: string;
        readonly run?: string;
        readonly env?: Readonly<Record<string, string>>;
      }[];
    };
  };
}

describe('contract: the description of the command line', function () {
  this.timeout(60_000);
  let description: string;
  let section: string;

  before(async () => {
    const readme = await readFile(path.join(projectRoot, 'README.md'), 'utf8');
    section = /^## Command line$([^]*?)^## /mu.exec(readme)?.[1] ?? '';
    description = await readFile(path.join(projectRoot, '.github/COMMAND_LINE.md'), 'utf8');
  });

  it('has commands that can be run as they are', async () => {
    const base = await mkdtemp(path.join(tmpdir(), 'cli-readme-'));
    await using fixture = await startFixture('manual');
    try {
      const shop = path.join(base, 'shop');
      await cp(shopFixture, shop, { recursive: true });
      const env = cliEnvironment({ ...fixture.sandbox }, path.join(base, 'state'));
      const linesOf = (text: string): readonly (readonly string[])[] =>
        [...text.matchAll(/(?:node human-translation-cli\.mjs|npm run --silent cli --) ([^`\n]+)/gu)].map(
          ([, args = '']) => args.trim().replace('PROJECT', shop).split(' '),
        );
      for (const text of [section, description])
        assert.deepEqual(new Set(linesOf(text).map(([command = '']) => command)), new Set(commandNames));
      const lines = [...linesOf(section), ...linesOf(description)];
      const ordersBefore = await orderedJobs(fixture);
      for (const args of lines) {
        const { code, stdout, stderr } = await runCliProcess(args, { env, cwd: shop });
        assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
        if (args.includes('--json')) assert.ok(typeof JSON.parse(stdout) === 'object');
      }
      assert.deepEqual(await orderedJobs(fixture), ordersBefore, 'the command line must not order');
    } finally {
      await rm(base, { recursive: true, force: true });
    }
  });

  it('names the members of each JSON document', async () => {
    const base = await mkdtemp(path.join(tmpdir(), 'cli-readme-'));
    await using fixture = await startFixture('manual');
    try {
      const shop = path.join(base, 'shop');
      await cp(shopFixture, shop, { recursive: true });
      const env = cliEnvironment({ ...fixture.sandbox }, path.join(base, 'state'));
      for (const command of commandNames) {
        const { stdout } = await runCliProcess([command, '--json'], { env, cwd: shop });
        const { version, command: named, ...members } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
        assert.deepEqual([version, named], [1, command]);
        const rows = description.split('\n').filter((line) => line.startsWith(`| \`${command}\` |`));
        const own = command === 'quote' ? description : (rows.at(-1) ?? '');
        for (const member of Object.keys(members)) assert.ok(own.includes(`\`${member}\``), `${command}: ${member}`);
      }
    } finally {
      await rm(base, { recursive: true, force: true });
    }
  });

  it('has a workflow that puts approved translations into a pull request', async () => {
    const workflow = parse(/```yaml\n([^]*?)```/u.exec(description)?.[1] ?? '') as Workflow;
    const { steps } = workflow.jobs.pull;
    assert.deepEqual(
      steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses.replace(/@v\d+$/u, '')])),
      ['actions/checkout', 'actions/setup-node'],
    );
    await using setup = await createOrderSetup('manual', {});
    const { root } = setup.windowOptions;
    const base = path.dirname(root);
    const origin = path.join(base, 'origin.git');
    await cp(shopFixture, root, { recursive: true });
    await mkdir(path.join(root, 'tools'));
    const cli = path.join(projectRoot, 'src/cli/cli.ts');
    await writeFile(path.join(root, 'tools/human-translation-cli.mjs'), `await import(${JSON.stringify(cli)});\n`);
    await git(base, 'init', '-q', '--bare', origin);
    await git(root, 'init', '-q', '-b', 'main');
    await git(root, 'add', '.');
    await git(root, 'commit', '-qm', 'Start');
    await git(root, 'remote', 'add', 'origin', origin);
    await git(root, 'push', '-q', 'origin', 'main');
    const window = await windowOn(setup, root);
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await finishAll(setup);

    // Stands for GitHub's own program, and records what it is called with.
    const bin = path.join(base, 'bin');
    const calls = path.join(base, 'gh.txt');
    await mkdir(bin);
    await writeFile(path.join(bin, 'gh'), `#!/bin/sh\necho "$@" >> '${calls}'\nif [ "$2" = list ]; then echo 0; fi\n`);
    await chmod(path.join(bin, 'gh'), 0o755);
    const secrets = cliEnvironment(setup.windowOptions.service, path.join(base, 'state'));
    const runSteps = async (checkout: string): Promise<void> => {
      await git(base, 'clone', '-q', '-b', 'main', origin, checkout);
      for (const { run: script, env = {} } of steps) {
        if (script === undefined) continue;
        for (const [name, value] of Object.entries(env))
          assert.match(value, name === 'GH_TOKEN' ? /github\.token/u : new RegExp(`secrets\\.${name} `, 'u'));
        const { PATH = '', HOME = '' } = process.env;
        const PathOfSteps = [bin, path.dirname(process.execPath), PATH].join(path.delimiter);
        await run('bash', ['-e', '-c', script], { cwd: checkout, env: { ...secrets, PATH: PathOfSteps, HOME } });
      }
    };
    await runSteps(path.join(base, 'first'));
    assert.match(await readFile(calls, 'utf8'), /^pr create --head translations /mu);
    await window.jobs.fetchAndDeliver();
    const { stdout } = await run('git', ['-C', origin, 'show', 'translations:locales/ja.json']);
    assert.equal(stdout, await setup.read('locales/ja.json'));
    const changed = await run('git', ['-C', origin, 'diff', '--name-only', 'main', 'translations']);
    assert.equal(changed.stdout, 'locales/ja.json\n');

    // Once the pull request is merged, there is nothing left to pull.
    await run('git', ['-C', origin, 'update-ref', 'refs/heads/main', 'refs/heads/translations']);
    await rm(calls);
    await rm(path.join(base, 'state'), { recursive: true });
    await runSteps(path.join(base, 'second'));
    await assert.rejects(readFile(calls), { code: 'ENOENT' });
  });
});
