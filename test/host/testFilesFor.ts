import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './paths.ts';

const allTests: readonly string[] = ['test/unit/**/*.test.ts', 'test/contract/**/*.test.ts'];

/**
 * Returns the test files to run, relative to the project with '/' between segments: those named, those of the named
 * source files, or patterns for all unit and contract tests if none are named.
 * Throws if a file does not exist or has no tests.
 * @param files test files or source files, relative to the current folder or absolute
 */
export function testFilesFor(
  files: readonly string[],
  exists: (file: string) => boolean = existsInProject,
): readonly string[] {
  if (files.length === 0) return allTests;
  return [...new Set(files.flatMap((file) => testsOf(file, exists)))];
}

function testsOf(file: string, exists: (file: string) => boolean): readonly string[] {
  const relative = path.relative(projectRoot, path.resolve(file)).replaceAll(path.sep, '/');
  if (!exists(relative)) throw new Error(`${file} does not exist.`);
  const name = /^src\/(.+)\.ts$/u.exec(relative)?.[1];
  if (name === undefined) return [relative];
  const tests = ['unit', 'contract']
    .flatMap((suite) => [`test/${suite}/${name}.test.ts`, `test/${suite}/${name}.slow.test.ts`])
    .filter(exists);
  if (tests.length === 0)
    throw new Error(`${file} has no tests of the same path: there is no test/unit/${name}.test.ts.`);
  return tests;
}

function existsInProject(file: string): boolean {
  return existsSync(path.join(projectRoot, file));
}
