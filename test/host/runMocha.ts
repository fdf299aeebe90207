import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/** How one suite went. Written as JSON where another process waits for it. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface MochaOptions {
  /** Absolute paths of the test modules. */
  readonly files: readonly string[];
  /** Where the result is written; its absence after a run means that the run did not get to its end. */
  readonly resultFile: string;
  readonly timeoutMs: number;
  /** Runs only tests whose full title contains it. */
  readonly grep?: string;
  /** Stands before every line of the report. Where a window's whole console is one stream, it tells the report from the rest. */
  readonly linePrefix?: string;
}

/**
 * Runs test modules with mocha in this process, prints them as they pass and fail, and writes the counts. The same
 * function runs in plain Node and inside VS Code's extension host. `it.only` left behind counts as a failure.
 */
export async function runMocha(options: MochaOptions): Promise<SuiteResult> {
  const { linePrefix = '' } = options;
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    console.log(
      format(...args)
        .split('\n')
        .map((line) => linePrefix + line)
        .join('\n'),
    );
  };
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: options.timeoutMs,
    forbidOnly: true,
    color: false,
    reporter: 'spec',
    ...(options.grep === undefined ? {} : { fgrep: options.grep }),
  });
  for (const file of options.files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const result = await new Promise<SuiteResult>((resolve) => {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const runner = mocha.run(() => {
      resolve(counts);
    });
    runner.on('pass', () => {
      counts.passed += 1;
    });
    runner.on('fail', () => {
      counts.failed += 1;
    });
    runner.on('pending', () => {
      counts.skipped += 1;
    });
  });
  await mkdir(path.dirname(options.resultFile), { recursive: true });
  await writeFile(options.resultFile, JSON.stringify(result));
  return result;
}
