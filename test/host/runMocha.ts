import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/** Counts of a suite, written as JSON for the process that started it. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Seconds that each file took, hooks included, by its path. */
  readonly files?: Readonly<Record<string, number>>;
}

export interface MochaOptions {
  /** Absolute paths of the test modules. */
  readonly files: readonly string[];
  /** Path of the result. A run that ends early does not write it. */
  readonly resultFile: string;
  readonly timeoutMs: number;
  /** Runs only tests whose full title contains it. */
  readonly grep?: string;
  /** Precedes every line of the report, to distinguish it from a window's other console output. */
  readonly linePrefix?: string;
}

/**
 * Runs test modules with mocha in this process, prints the results, and writes the counts. Used in plain Node and
 * inside VS Code's extension host. A forgotten `it.only` counts as a failure.
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
    const files: Record<string, number> = {};
    const started = new Map<string, number>();
    const runner = mocha.run(() => {
      resolve({ ...counts, files });
    });
    runner.on('suite', ({ file, parent }) => {
      if (parent?.root === true && file !== undefined) started.set(file, performance.now());
    });
    runner.on('suite end', ({ file, parent }) => {
      if (parent?.root !== true || file === undefined) return;
      const seconds = (performance.now() - (started.get(file) ?? 0)) / 1000;
      files[file] = Math.round((files[file] ?? 0) + seconds);
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
