// npm run test:quick: type checks, lint of the files changed on this branch, and the unit tests that are not slow. The
// laws of formats, a quarter of the unit tests' time, are included if code of formats has changed.
// All other checks are in npm test.
import { execFileSync } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runChild } from './host/childProcess.ts';
import { runInLanes } from './host/lanes.ts';
import { outFolder, projectRoot } from './host/paths.ts';
import { measureSuite } from './host/suiteOutcome.ts';
import type { SuiteOutcome } from './host/suiteOutcome.ts';
import { runNodeSuite } from './host/suites.ts';

const require = createRequire(import.meta.url);
const shards = 2;
const outcomes: SuiteOutcome[] = [];
const started = performance.now();

const changed = changedFiles();
const formatsChanged = changed.some((file) => /^(?:src\/(?:formats|base)|test\/(?:laws|unit\/formats))\//u.test(file));
const unitFiles = await filesOf(
  'test/unit/**/*.test.ts',
  (file) => !file.endsWith('.slow.test.ts') && (formatsChanged || !file.endsWith('Laws.test.ts')),
);
await runInLanes([
  () => types('tests', 'test/tsconfig.json'),
  () => unit(0),
  () => unit(1),
  () => types('src', 'tsconfig.json'),
  () => lint(changed),
  () => types('page', 'src/webview/tsconfig.json'),
]);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed (${((performance.now() - started) / 1000).toFixed(1)} s)`);
process.exit(failed === 0 ? 0 : 1);

/** Checks the types of a project incrementally, based on the results of the last run. */
async function types(name: string, project: string): Promise<void> {
  const buildInfo = path.join(outFolder, 'types', `${name}.tsbuildinfo`);
  const compiler = path.join(path.dirname(require.resolve('typescript-7/package.json')), 'bin', 'tsc');
  await report(`types of ${name}`, compiler, ['-p', project, '--incremental', '--tsBuildInfoFile', buildInfo]);
}

async function lint(files: readonly string[]): Promise<void> {
  const sources = files.filter((file) => file.endsWith('.ts'));
  if (sources.length === 0) return;
  const linter = path.join(path.dirname(require.resolve('oxlint/package.json')), 'bin', 'oxlint');
  await report(`lint of ${sources.length} changed files`, linter, [
    ...['-c', 'test/oxlint.json', '--no-error-on-unmatched-pattern'],
    ...sources,
  ]);
}

async function unit(shard: number): Promise<void> {
  const files = unitFiles.filter((_, index) => index % shards === shard);
  await measure(`unit tests ${shard + 1} of ${shards}`, () =>
    runNodeSuite({ name: `quick-${shard}`, globs: files, timeoutMs: 20_000 }),
  );
}

function report(name: string, program: string, args: readonly string[]): Promise<void> {
  return measure(name, async () => {
    const { code, output } = await runChild(process.execPath, [program, ...args], { cwd: projectRoot });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
  });
}

async function measure(name: string, run: Parameters<typeof measureSuite>[1]): Promise<void> {
  const outcome = await measureSuite(name, run);
  outcomes.push(outcome);
  if (outcome.failed > 0) console.log(`\n${outcome.output.trimEnd()}\n`);
  console.log(`${name}: ${outcome.passed} passed, ${outcome.failed} failed (${outcome.seconds.toFixed(1)} s)`);
}

async function filesOf(pattern: string, isWanted: (file: string) => boolean): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: projectRoot }))
    if (isWanted(file)) files.push(file.replaceAll(path.sep, '/'));
  return files.sort();
}

/** Returns the files to lint that were changed or added since the beginning of this branch. */
function changedFiles(): readonly string[] {
  const base =
    ['origin/HEAD', 'origin/main', 'main']
      .map((name) => git(['merge-base', 'HEAD', name])[0])
      .find((commit) => commit !== undefined) ?? 'HEAD';
  const files = [
    ...git(['diff', '--name-only', '--diff-filter=d', base]),
    ...git(['ls-files', '--others', '--exclude-standard']),
  ];
  return [...new Set(files)].filter((file) => /^(?:(?:src|test)\/.*\.ts|esbuild\.mjs)$/u.test(file)).sort();
}

/** Returns the lines git prints, none if the command fails. */
function git(args: readonly string[]): readonly string[] {
  try {
    return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
