import { glob } from 'node:fs/promises';
import path from 'node:path';
import { runMocha } from '../host/runMocha.ts';
import { reportLinePrefix } from './reportLinePrefix.ts';

const timeoutMs = 30_000;

/** A part of the names of the tests to run; '' for all. Set by the bundler: VS Code passes no options of tests on. */
declare const TEST_GREP: string;

/**
 * Runs every bundled test module of a folder. In the bundle, this code is a chunk at the root of the output, which
 * contains the folders of test modules and, after a run, the counts as `FOLDER.json`.
 * Throws if a test failed or none ran, which VS Code turns into its exit code.
 */
export async function runSuite(folder: 'suite' | 'packed'): Promise<void> {
  const root = import.meta.dirname;
  const files: string[] = [];
  for await (const file of glob(`${folder}/**/*.test.mjs`, { cwd: root })) files.push(path.join(root, file));
  const result = await runMocha({
    files: files.sort(),
    resultFile: path.join(root, `${folder}.json`),
    timeoutMs,
    linePrefix: reportLinePrefix,
    ...(TEST_GREP !== '' && { grep: TEST_GREP }),
  });
  if (result.failed > 0) throw new Error(`${result.failed} of ${result.passed + result.failed} tests failed.`);
  if (result.passed === 0) throw new Error('No test ran.');
}
