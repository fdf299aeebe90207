import { readFile, rm } from 'node:fs/promises';
import type { SuiteResult } from './runMocha.ts';

/** How one suite of the run went. A suite that is one check (types, lint) counts as one test. */
export interface SuiteOutcome extends SuiteResult {
  readonly name: string;
  readonly seconds: number;
  /** Output to show after a failure. */
  readonly output: string;
}

/** Times a suite and turns whatever goes wrong on the way into one failure of it: one broken suite must not hide the others. */
export async function measureSuite(
  name: string,
  run: () => Promise<SuiteResult & { readonly output: string }>,
): Promise<SuiteOutcome> {
  const started = performance.now();
  const result = await run().catch((error: unknown) =>
    failure(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  return { name, seconds: (performance.now() - started) / 1000, ...result };
}

export function failure(output: string): SuiteResult & { readonly output: string } {
  return { passed: 0, failed: 1, skipped: 0, output };
}

/**
 * Runs something that writes its counts to a file, and reads them. No file means that the run broke off: one failure, as
 * is a run of no test, and one that ended in error with no failed test.
 */
export async function countedRun(
  resultFile: string,
  run: () => Promise<{ readonly code: number; readonly output: string }>,
): Promise<SuiteResult & { readonly output: string }> {
  await rm(resultFile, { force: true });
  const { code, output } = await run();
  const written = await readFile(resultFile, 'utf8').catch(() => undefined);
  if (written === undefined) return failure(`${output}\nThe run broke off before its end (exit code ${code}).`);
  const result = JSON.parse(written) as SuiteResult;
  if (result.passed + result.failed === 0) return { ...result, failed: 1, output: `${output}\nNo test ran.` };
  if (code !== 0 && result.failed === 0)
    return { ...result, failed: 1, output: `${output}\nThe run ended with exit code ${code}.` };
  return { ...result, output };
}
