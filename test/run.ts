// npm test: runs every suite, two or three tasks at a time. The end-to-end tests are divided among several VS Code servers.
// npm test -- --only unit,e2e [--grep TEXT] runs some of them.
// npm run test:all: also the thorough end-to-end tests (*.thorough.test.ts), and each program that tests at random or
// with other people's projects, for a short time.
// The last line is "N passed, N failed" for all suites. The exit code is 0 only if tests ran and none failed.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureSizes, sizeLimits } from './bench/size.ts';
import { bundleSuites } from './host/bundleSuites.ts';
import type { CodeServer } from './host/codeServer.ts';
import { installCodeServer } from './host/codeServerInstall.ts';
import type { CodeServerInstall } from './host/codeServerInstall.ts';
import { findDesktop } from './host/desktop.ts';
import { e2eShards } from './host/e2eShards.ts';
import { runInterfaceSuite, withServer } from './host/interfaceSuite.ts';
import { runInLanes } from './host/lanes.ts';
import { useMemory } from './host/memoryFolder.ts';
import { packExtension, vsixVariable } from './host/packExtension.ts';
import { outFolder } from './host/paths.ts';
import { countProcess, uncounted } from './host/processorTime.ts';
import { keepLogs, makeRunFolder } from './host/runFolder.ts';
import { combine, failure, measureSuite } from './host/suiteOutcome.ts';
import type { SuiteOutcome } from './host/suiteOutcome.ts';
import { installOnDesktop, runCodeSuite, runNodeSuite, runScript } from './host/suites.ts';
import type { CodeExecutable } from './host/suites.ts';
import { writeCodeShim, writeRunningServer } from './host/vscodeHost.ts';

/** VS Code's own Git extension runs in the same process, where an error of it fails the test that is running. */
const withoutGit = { 'git.enabled': false };

/**
 * The shard of the shared window takes almost half of the time. The others are so short that both lanes are busy until
 * the end; each starts a server and a browser of its own.
 */
const e2eShardCount = 7;

/** Programs that are only run by `--all`, with the arguments of a short run. */
const programs = {
  kill: ['--only', 'project,rehearsal', '--random-project', '2'],
  soak: ['--jobs', '600', '--wire', 'contract'],
  fuzz: ['--seconds', '35'],
  repositories: ['--repositories', '--trees', '100'],
  laws: ['test/fixtures/ecosystems', 'test/fixtures/forum', '--units', '200'],
  returns: ['test/fixtures/forum'],
  verify: ['test/fixtures/formats'],
  walk: [],
} as const;
/** A script of another name. */
const scripts: Readonly<Record<string, string>> = { repositories: 'fuzz' };

const names = [
  ...(['check', 'lint', 'unit', 'contract', 'package', 'vscode', 'packed', 'e2e'] as const),
  ...(Object.keys(programs) as (keyof typeof programs)[]),
];
type SuiteName = (typeof names)[number];

const { values } = parseArgs({
  options: { only: { type: 'string' }, grep: { type: 'string' }, all: { type: 'boolean', default: false } },
});
const wanted = chosenSuites(values.only);
const inVSCode = (['vscode', 'packed', 'e2e'] as const).filter((name) => wanted.has(name));
const outcomes: SuiteOutcome[] = [];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

// Tests start hundreds of processes from the same sources, which are compiled once. Nothing is kept from an earlier run.
const compiled = path.join(outFolder, 'compiled');
await rm(compiled, { recursive: true, force: true });
process.env['NODE_COMPILE_CACHE'] = compiled;
const memory = await useMemory();

let vscode: PreparedVSCode | undefined;
let vsix: string | undefined;
// Types and rules are checked in the background, while tests wait for processes, clocks and windows.
const checks = script('check').then(() => script('lint'));
// The task that waits for the network comes first. The contract tests mostly wait, so they run in addition to the lanes.
await Promise.all([contractSuite(), runInLanes([prepareVSCode, unitSuite, pack])]);
await orFail(inVSCode, async () => {
  if (vsix === undefined || vscode === undefined)
    throw new Error('Not run: the extension could not be packed, or there is no VS Code.');
  await runInVSCode(vsix, vscode);
});
for (const [name, args] of Object.entries(programs) as [keyof typeof programs, readonly string[]][])
  if (wanted.has(name)) await suite(name, () => runScript(scripts[name] ?? name, args));
await checks;
if (memory !== undefined && outcomes.some(({ failed }) => failed > 0))
  await keepLogs(memory, await makeRunFolder('run')).catch((error: unknown) => {
    report(`The logs could not be kept: ${String(error)}`);
  });
finish();

interface PreparedVSCode {
  readonly install: CodeServerInstall;
  readonly desktop: string | undefined;
}

async function prepareVSCode(): Promise<void> {
  await orFail(inVSCode, async () => {
    if (inVSCode.length === 0) return;
    const desktop = wanted.has('vscode') || wanted.has('packed') ? await findDesktop(report) : undefined;
    vscode = { install: await installCodeServer(report), desktop };
  });
}

async function script(name: 'check' | 'lint'): Promise<void> {
  if (wanted.has(name)) await suite(name, () => runScript(name));
}

async function unitSuite(): Promise<void> {
  if (wanted.has('unit'))
    await suite('unit', () =>
      runNodeSuite({ name: 'unit', globs: ['test/unit/**/*.test.ts'], timeoutMs: 20_000, grep: values.grep }),
    );
}

/** Runs the contract tests in two processes that take about the same time; in one if only some of them are wanted. */
async function contractSuite(): Promise<void> {
  if (!wanted.has('contract')) return;
  const parts =
    values.grep === undefined
      ? [['test/contract/orders/**/*.test.ts'], ['test/contract/*.test.ts', 'test/contract/!(orders)/**/*.test.ts']]
      : [['test/contract/**/*.test.ts']];
  await suite('contract', async () =>
    combine(
      await Promise.all(
        parts.map((globs, index) =>
          runNodeSuite({ name: `contract-${index}`, globs, timeoutMs: 20_000, grep: values.grep }),
        ),
      ),
    ),
  );
}

async function pack(): Promise<void> {
  if (!wanted.has('package') && inVSCode.length === 0) return;
  await suite('package', async () => {
    const output: string[] = [];
    vsix = await packExtension((chunk) => {
      output.push(chunk);
    });
    const sizes = await measureSizes(vsix);
    const tooLarge = (['activation', 'package'] as const).filter((name) => sizes[name] >= sizeLimits[name]);
    for (const name of tooLarge)
      output.push(`Too large: ${name}, ${sizes[name]} bytes where ${sizeLimits[name]} are allowed.\n`);
    if (!wanted.has('package'))
      return { passed: 3 - tooLarge.length, failed: tooLarge.length, skipped: 0, output: output.join('') };
    const checked = await runNodeSuite({
      name: 'package',
      globs: ['test/package/**/*.test.ts'],
      timeoutMs: 20_000,
      grep: values.grep,
      env: { [vsixVariable]: vsix },
    });
    return {
      passed: checked.passed + 3 - tooLarge.length,
      failed: checked.failed + tooLarge.length,
      skipped: checked.skipped,
      output: `${output.join('')}${checked.output}`,
    };
  });
}

/** Runs a step that several suites need. If it throws, suites without an outcome have failed for that reason. */
async function orFail(suites: readonly SuiteName[], run: () => Promise<void>): Promise<void> {
  const open = (): readonly SuiteName[] => suites.filter((name) => !outcomes.some((outcome) => outcome.name === name));
  if (open().length === 0) return;
  try {
    await run();
  } catch (error) {
    for (const name of open())
      await suite(name, () => Promise.reject(error instanceof Error ? error : new Error(String(error))));
  }
}

async function runInVSCode(packed: string, ready: PreparedVSCode): Promise<void> {
  const runFolder = memory ?? (await makeRunFolder('run'));
  await rm(path.join(outFolder, 'failures'), { recursive: true, force: true });
  const parts: Awaited<ReturnType<typeof runNodeSuite>>[] = [];
  const shards = wanted.has('e2e') ? await e2eShards(values.grep === undefined ? e2eShardCount : 1, values.all) : [];
  const e2e = shards.map((files, index) => async () => {
    parts.push(await runShard(packed, ready, path.join(runFolder, String(index)), files));
  });
  const tasks = [() => insideExtensionHost(packed, ready, runFolder), ...e2e];
  if (shards.length === 0) await runInLanes(tasks);
  else
    await suite('e2e', async () => {
      await runInLanes(tasks);
      return combine(parts);
    });
}

/** Runs the suites inside the extension host. Their server has the test driver, with which VS Code shows no toasts. */
async function insideExtensionHost(
  packed: string,
  { install, desktop }: PreparedVSCode,
  runFolder: string,
): Promise<void> {
  const suites = (['vscode', 'packed'] as const).filter((name) => wanted.has(name));
  await orFail(suites, () =>
    // The end-to-end tests, which start this, are another suite.
    uncounted(() =>
      withServer(
        { install, dataFolder: path.join(runFolder, 'hosted'), testDriver: true, settings: withoutGit },
        packed,
        (server) => runInsideExtensionHost(server, desktop, packed, runFolder),
      ),
    ),
  );
}

/** Runs some files of end-to-end tests with a server, data folders and a browser of their own. */
async function runShard(
  packed: string,
  { install }: PreparedVSCode,
  folder: string,
  globs: readonly string[],
): ReturnType<typeof runNodeSuite> {
  const name = `e2e-${path.basename(folder)}`;
  return withServer({ install, dataFolder: path.join(folder, 'shared') }, packed, (server) =>
    runInterfaceSuite(server, folder, { name, globs, grep: values.grep }),
  ).catch((error: unknown) => failure(error instanceof Error ? (error.stack ?? error.message) : String(error)));
}

async function runInsideExtensionHost(
  server: CodeServer,
  desktop: string | undefined,
  packed: string,
  runFolder: string,
): Promise<void> {
  const code: CodeExecutable = {
    path: desktop ?? (await writeCodeShim(await writeRunningServer(server.running, path.join(runFolder, 'hosted')))),
    isShim: desktop === undefined,
    userDataFolder: path.join(runFolder, 'user'),
    extensionsFolder: path.join(runFolder, 'extensions'),
  };
  await bundleSuites(values.grep);
  if (wanted.has('vscode'))
    await suite('vscode', () => {
      countProcess(server.running.pid);
      return runCodeSuite('suite', code, runFolder);
    });
  if (wanted.has('packed')) {
    await suite('packed', async () => {
      countProcess(server.running.pid);
      if (!code.isShim) await installOnDesktop(code, packed);
      return runCodeSuite('packed', code, runFolder);
    });
  }
}

async function suite(name: SuiteName, run: Parameters<typeof measureSuite>[1]): Promise<void> {
  const outcome = await measureSuite(name, run);
  outcomes.push(outcome);
  const { passed, failed, seconds, output } = outcome;
  if (failed > 0) console.log(`\n──── ${name} ────\n${output.trimEnd()}\n──── end of ${name} ────\n`);
  report(`${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`);
  // The coverage of the contract and measured times are reported even if the suite passed.
  for (const [line] of output.matchAll(/^(?:covered \d+ of \d+|measured:) .*$/gmu)) report(line);
}

function finish(): never {
  // Repeated, since hundreds of lines may follow the first report.
  for (const { name, failed, failures } of outcomes)
    if (failed > 0) console.log(`\n──── failed in ${name} ────\n${failures}`);
  const order = (outcome: SuiteOutcome): number => names.findIndex((name) => name === outcome.name);
  console.log('\nsuite         passed  failed skipped seconds processor');
  for (const { name, passed, failed, skipped, seconds, processorSeconds } of outcomes.sort(
    (a, b) => order(a) - order(b),
  )) {
    console.log(
      [
        name.padEnd(12),
        ...[passed, failed, skipped].map((count) => String(count).padStart(7)),
        seconds.toFixed(1).padStart(7),
        (processorSeconds?.toFixed(0) ?? '').padStart(9),
      ].join(' '),
    );
  }
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

function chosenSuites(only: string | undefined): ReadonlySet<SuiteName> {
  if (only === undefined) return new Set(values.all ? names : names.filter((name) => !Object.hasOwn(programs, name)));
  const asked = only.split(',');
  const unknown = asked.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0)
    throw new Error(`There is no suite "${unknown.join(', ')}": choose from ${names.join(', ')}.`);
  return new Set(names.filter((name) => asked.includes(name)));
}

function report(line: string): void {
  console.log(line);
}
