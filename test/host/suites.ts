import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { resolveCliArgsFromVSCodeExecutablePath, runTests } from '@vscode/test-electron';
import { bundledSuites } from './bundleSuites.ts';
import { runChild, runNpm } from './childProcess.ts';
import { outFolder, projectRoot, shopFixture } from './paths.ts';
import type { SuiteResult } from './runMocha.ts';
import { countedRun } from './suiteOutcome.ts';

/** The folders of the workspace for suites inside VS Code, in their order: copies of the same shop. */
const shops = ['shop', 'branch'];

type Counted = SuiteResult & { readonly output: string };

/** Runs a script of package.json in the background; it passes or fails as a whole. */
export async function runScript(script: string, args: readonly string[] = []): Promise<Counted> {
  const command = ['run', '--silent', script, ...(args.length === 0 ? [] : ['--', ...args])];
  const { code, output } = await runNpm(command, projectRoot, { isBackground: true });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
}

export interface NodeSuite {
  readonly name: string;
  readonly globs: readonly string[];
  /** For each test that sets no timeout. */
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs only tests whose full title contains it. */
  readonly grep?: string | undefined;
}

/** Runs mocha suites in a separate Node process. */
export function runNodeSuite(suite: NodeSuite): Promise<Counted> {
  const resultFile = path.join(outFolder, 'results', `${suite.name}.json`);
  const grep = suite.grep === undefined ? [] : ['--grep', suite.grep];
  const script = path.join(import.meta.dirname, 'runMochaInNode.ts');
  const args = [script, ...grep, resultFile, String(suite.timeoutMs), ...suite.globs];
  return countedRun(resultFile, () =>
    runChild(process.execPath, args, { cwd: projectRoot, env: { ...process.env, ...suite.env } }),
  );
}

/** The executable for tests inside VS Code: the desktop's, or the shim that replaces it. */
export interface CodeExecutable {
  readonly path: string;
  /** Whether it is the shim, which uses the server's user data and extensions, not these folders. */
  readonly isShim: boolean;
  readonly userDataFolder: string;
  readonly extensionsFolder: string;
}

/** Runs the bundled suite `suite` (the checkout's own build is loaded) or `packed` (the installed package is). */
export function runCodeSuite(suite: 'suite' | 'packed', code: CodeExecutable, runFolder: string): Promise<Counted> {
  return countedRun(path.join(bundledSuites, `${suite}.json`), async () => {
    const workspace = path.join(runFolder, `workspace-${suite}`);
    await rm(workspace, { recursive: true, force: true });
    await mkdir(runFolder, { recursive: true });
    // A window with one folder would restart its extension host when a second folder is added.
    for (const name of shops) await cp(shopFixture, path.join(workspace, name), { recursive: true });
    const workspaceFile = path.join(workspace, 'shops.code-workspace');
    await writeFile(workspaceFile, JSON.stringify({ folders: shops.map((name) => ({ path: name })) }));
    const output: string[] = [];
    const collect = (): Writable =>
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          output.push(chunk.toString());
          done();
        },
      });
    try {
      const exitCode = await runTests({
        vscodeExecutablePath: code.path,
        extensionDevelopmentPath: suite === 'suite' ? projectRoot : path.join(import.meta.dirname, 'probe'),
        extensionTestsPath: path.join(bundledSuites, suite === 'suite' ? 'index.mjs' : 'packedIndex.mjs'),
        launchArgs: [
          workspaceFile,
          `--user-data-dir=${code.userDataFolder}`,
          `--extensions-dir=${code.extensionsFolder}`,
        ],
        stdout: collect(),
        stderr: collect(),
      });
      return { code: exitCode, output: output.join('') };
    } catch (error) {
      return { code: 1, output: `${output.join('')}\n${error instanceof Error ? error.message : String(error)}` };
    }
  });
}

/** Installs a packed extension into desktop VS Code's folders for this run. */
export async function installOnDesktop(code: CodeExecutable, vsix: string): Promise<void> {
  const [cli, ...args] = resolveCliArgsFromVSCodeExecutablePath(code.path, { reuseMachineInstall: true });
  if (cli === undefined) throw new Error(`The command line of ${code.path} was not found.`);
  const folders = [`--user-data-dir=${code.userDataFolder}`, `--extensions-dir=${code.extensionsFolder}`];
  const result = await runChild(cli, [...args, ...folders, '--install-extension', vsix, '--force'], {
    cwd: projectRoot,
  });
  if (result.code !== 0) throw new Error(`VS Code did not install ${vsix}:\n${result.output}`);
}
