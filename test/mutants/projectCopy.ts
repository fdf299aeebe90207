import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../host/paths.ts';

/** Tests that take longer than this hang. */
const mostMs = 180_000;

export type TestResult =
  | { readonly kind: 'passed' }
  | { readonly kind: 'hung' }
  | { readonly kind: 'failed'; readonly file: string | undefined; readonly title: string };

/** A copy of the checkout in which tests are run with changed code. The checkout itself is never changed. */
export class ProjectCopy {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** Copies the files that git knows, with their changes, and shares the installed packages. */
  static async make(): Promise<ProjectCopy> {
    const root = await mkdtemp(path.join(tmpdir(), 'mutants-'));
    for (const file of await projectFiles()) {
      const target = path.join(root, file);
      await mkdir(path.dirname(target), { recursive: true });
      await copyFile(path.join(projectRoot, file), target);
    }
    await symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'), 'junction');
    return new ProjectCopy(root);
  }

  async write(file: string, text: string): Promise<void> {
    await writeFile(path.join(this.#root, file), text);
  }

  /** Runs test files in one process until a test fails. */
  async test(files: readonly string[]): Promise<TestResult> {
    const report = path.join(this.#root, 'mutants-report.json');
    await rm(report, { force: true });
    const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
    const options = ['--bail', '--exit', '--timeout', '20000', '--reporter', 'json', '--reporter-option'];
    const child = spawn(process.execPath, [mocha, ...options, `output=${report}`, ...files], {
      cwd: this.#root,
      stdio: 'ignore',
      timeout: mostMs,
      killSignal: 'SIGKILL',
    });
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.once('error', reject);
    child.once('close', resolve);
    const code = await promise;
    if (code === 0) return { kind: 'passed' };
    if (code === null) return { kind: 'hung' };
    return failureIn(await readFile(report, 'utf8').catch(() => '{}'), this.#root);
  }

  async remove(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function projectFiles(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 },
  );
  const { stdout: deleted } = await promisify(execFile)('git', ['ls-files', '-z', '--deleted'], { cwd: projectRoot });
  const gone = new Set(deleted.split('\0'));
  return stdout.split('\0').filter((file) => file !== '' && !gone.has(file));
}

/** Returns the first failure of mocha's report; a report without one comes from files that could not be loaded. */
function failureIn(report: string, root: string): TestResult {
  const { failures = [] } = JSON.parse(report) as {
    readonly failures?: readonly { readonly file?: string | null; readonly fullTitle: string }[];
  };
  const [failure] = failures;
  const file = failure?.file ?? undefined;
  return {
    kind: 'failed',
    file: file && path.relative(root, file).replaceAll(path.sep, '/'),
    title: failure?.fullTitle ?? 'the tests can’t be loaded',
  };
}
