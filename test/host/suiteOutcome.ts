import { readFile, rm } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { present } from '../../src/base/present.ts';
import { withProcessorTime } from './processorTime.ts';
import type { SuiteResult } from './runMocha.ts';

/** Outcome of a suite. A suite that is a single check (types, lint) counts as one test. */
export interface SuiteOutcome extends SuiteResult {
  readonly name: string;
  readonly seconds: number;
  /** Of the suite's processes, user and system; absent if it is not known. */
  readonly processorSeconds?: number;
  /** Output to show after a failure. */
  readonly output: string;
  /** The part of the output that describes the failures; '' if nothing failed. */
  readonly failures: string;
}

/** Times a suite, and turns any error into a failure of it, so that one broken suite does not hide the others. */
export async function measureSuite(
  name: string,
  run: () => Promise<SuiteResult & { readonly output: string; readonly failures?: string }>,
): Promise<SuiteOutcome> {
  const started = performance.now();
  const { result, processorSeconds } = await withProcessorTime(() =>
    run().catch((error: unknown) => failure(error instanceof Error ? (error.stack ?? error.message) : String(error))),
  );
  const seconds = (performance.now() - started) / 1000;
  return { name, seconds, ...present({ processorSeconds }), failures: failuresIn(result), ...result };
}

/** Adds up the parts of a suite that ran in several processes. */
export function combine(
  parts: readonly (SuiteResult & { readonly output: string })[],
): SuiteResult & { readonly output: string; readonly failures: string } {
  const sum = (count: (part: SuiteResult) => number): number => parts.reduce((total, part) => total + count(part), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    output: parts.map(({ output }) => output).join('\n'),
    failures: parts
      .map(failuresIn)
      .filter((failures) => failures !== '')
      .join('\n'),
  };
}

/** Returns mocha's list of failures, or the last lines of any other output. */
function failuresIn({ failed, output }: { readonly failed: number; readonly output: string }): string {
  if (failed === 0) return '';
  const text = stripVTControlCharacters(output);
  const at = text.search(/^ *\d+ failing$/mu);
  return (at === -1 ? text.trimEnd().split('\n').slice(-40).join('\n') : text.slice(at)).trimEnd();
}

export function failure(output: string): SuiteResult & { readonly output: string } {
  return { passed: 0, failed: 1, skipped: 0, output };
}

/**
 * Runs something that writes its counts to a file, and reads them. A run without that file, without a test, or with an
 * error but no failed test counts as one failure.
 */
export async function countedRun(
  resultFile: string,
  run: () => Promise<{ readonly code: number; readonly output: string }>,
): Promise<SuiteResult & { readonly output: string }> {
  await rm(resultFile, { force: true });
  const { code, output } = await run();
  const written = await readFile(resultFile, 'utf8').catch(() => undefined);
  if (written === undefined) return failure(`${output}\nThe run ended early (exit code ${code}).`);
  const result = JSON.parse(written) as SuiteResult;
  if (result.passed + result.failed === 0) return { ...result, failed: 1, output: `${output}\nNo test ran.` };
  if (code !== 0 && result.failed === 0)
    return { ...result, failed: 1, output: `${output}\nThe run ended with exit code ${code}.` };
  return { ...result, output };
}
