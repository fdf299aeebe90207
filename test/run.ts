// npm test: every suite in one run, on one VS Code server for the suites inside it and one for those on its interface.
// npm test -- --only unit,e2e [--grep TEXT] runs some of it.
// Ends with one line "N passed, N failed" over all of them; the exit code is 0 only when tests ran and none failed.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureSizes, sizeLimits } from './bench/size.ts';
import { bundleSuites } from './host/bundleSuites.ts';
import type { CodeServer } from './host/codeServer.ts';
import { installCodeServer } from './host/codeServerInstall.ts';
import type { CodeServerInstall } from './host/codeServerInstall.ts';
import { findDesktop } from './host/desktop.ts';
import { runInterfaceSuite, withServer } from './host/interfaceSuite.ts';
import { runInLanes } from './host/lanes.ts';
import { packExtension, vsixVariable } from './host/packExtension.ts';
import { outFolder } from './host/paths.ts';
import { makeRunFolder } from './host/runFolder.ts';
import { measureSuite } from './host/suiteOutcome.ts';
import type { SuiteOutcome } from './host/suiteOutcome.ts';
import { installOnDesktop, runCodeSuite, runNodeSuite, runScript } from './host/suites.ts';
import type { CodeExecutable } from './host/suites.ts';
import { writeCodeShim, writeRunningServer } from './host/vscodeHost.ts';

const names = ['check', 'lint', 'unit', 'contract', 'package', 'vscode', 'packed', 'e2e'] as const;
type SuiteName = (typeof names)[number];

const { values } = parseArgs({ options: { only: { type: 'string' }, grep: { type: 'string' } } });
const wanted = chosenSuites(values.only);
const inVSCode = (['vscode', 'packed', 'e2e'] as const).filter((name) => wanted.has(name));
const outcomes: SuiteOutcome[] = [];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

let vscode: PreparedVSCode | undefined;
let vsix: string | undefined;
// VS Code comes last: its suites drive a live interface, which should have the machine to itself.
// The task that waits for the network comes first, then the longest, so that both lanes end at about the same time.
await runInLanes([
  prepareVSCode,
  () => script('lint'),
  () => nodeSuite('unit'),
  () => nodeSuite('contract'),
  () => script('check'),
  pack,
]);
await orFail(inVSCode, async () => {
  if (vsix === undefined || vscode === undefined)
    throw new Error('Not run: the extension could not be packed, or there is no VS Code.');
  await runInVSCode(vsix, vscode);
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

async function nodeSuite(name: 'unit' | 'contract'): Promise<void> {
  if (wanted.has(name))
    await suite(name, () =>
      runNodeSuite({ name, globs: [`test/${name}/**/*.test.ts`], timeoutMs: 20_000, grep: values.grep }),
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

/** Runs what several suites need, or are in. When it throws, those that have no outcome yet have failed, for that reason. */
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

async function runInVSCode(packed: string, { install, desktop }: PreparedVSCode): Promise<void> {
  const runFolder = await makeRunFolder('run');
  const inside = (['vscode', 'packed'] as const).filter((name) => wanted.has(name));
  await orFail(inside, () => {
    const dataFolder = path.join(runFolder, 'hosted');
    return withServer({ install, dataFolder, testDriver: true }, packed, (server) =>
      runInsideExtensionHost(server, desktop, packed, runFolder),
    );
  });
  if (wanted.has('e2e')) {
    // A server of its own: with the test driver VS Code shows no toasts.
    const dataFolder = path.join(runFolder, 'shared');
    await withServer({ install, dataFolder }, packed, (server) => runOnTheInterface(server, runFolder));
  }
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
  await bundleSuites();
  if (wanted.has('vscode')) await suite('vscode', () => runCodeSuite('suite', code, runFolder));
  if (wanted.has('packed')) {
    await suite('packed', async () => {
      if (!code.isShim) await installOnDesktop(code, packed);
      return runCodeSuite('packed', code, runFolder);
    });
  }
}

async function runOnTheInterface(server: CodeServer, runFolder: string): Promise<void> {
  await rm(path.join(outFolder, 'failures'), { recursive: true, force: true });
  await suite('e2e', () =>
    runInterfaceSuite(server, runFolder, { name: 'e2e', globs: ['test/e2e/**/*.test.ts'], grep: values.grep }),
  );
}

async function suite(name: SuiteName, run: Parameters<typeof measureSuite>[1]): Promise<void> {
  const outcome = await measureSuite(name, run);
  outcomes.push(outcome);
  const { passed, failed, seconds, output } = outcome;
  if (failed > 0) console.log(`\n──── ${name} ────\n${output.trimEnd()}\n──── end of ${name} ────\n`);
  report(`${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`);
  // What a suite says of how much of the contract it covered is wanted when it passed, too.
  for (const [line] of output.matchAll(/^covered \d+ of \d+ .*$/gmu)) report(line);
}

function finish(): never {
  // Once more, since hundreds of lines may stand between them and the end.
  for (const { name, failed, output } of outcomes)
    if (failed > 0) console.log(`\n──── failed in ${name} ────\n${failuresIn(output)}`);
  const order = (outcome: SuiteOutcome): number => names.findIndex((name) => name === outcome.name);
  console.log('\nsuite       passed  failed skipped seconds');
  for (const { name, passed, failed, skipped, seconds } of outcomes.sort((a, b) => order(a) - order(b))) {
    console.log(
      [
        name.padEnd(10),
        ...[passed, failed, skipped].map((count) => String(count).padStart(7)),
        seconds.toFixed(1).padStart(8),
      ].join(' '),
    );
  }
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

/** What mocha says of its failures at its end, or the last lines of anything else. */
function failuresIn(output: string): string {
  const at = output.search(/^ *\d+ failing$/mu);
  return (at === -1 ? output.trimEnd().split('\n').slice(-40).join('\n') : output.slice(at)).trimEnd();
}

function chosenSuites(only: string | undefined): ReadonlySet<SuiteName> {
  if (only === undefined) return new Set(names);
  const asked = only.split(',');
  const unknown = asked.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0)
    throw new Error(`There is no suite "${unknown.join(', ')}": choose from ${names.join(', ')}.`);
  return new Set(names.filter((name) => asked.includes(name)));
}

function report(line: string): void {
  console.log(line);
}
