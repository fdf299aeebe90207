import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, formatMessages } from 'esbuild';
import type { BuildFailure } from 'esbuild';
import { debugWorkspace, projectRoot } from '../host/paths.ts';

interface ProblemMatcher {
  readonly pattern: readonly {
    readonly regexp: string;
    readonly file?: number;
    readonly line?: number;
    readonly message?: number;
  }[];
  readonly background: { readonly beginsPattern: string; readonly endsPattern: string };
}

interface Task {
  readonly label: string;
  readonly script?: string;
  readonly args?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly problemMatcher: unknown;
}

interface Configuration {
  readonly name: string;
  readonly args?: readonly string[];
  readonly program?: string;
  readonly runtimeExecutable?: string;
  readonly preLaunchTask?: string;
}

const { scripts } = await read<{ readonly scripts: Readonly<Record<string, string>> }>('package.json');
const { tasks } = await read<{ readonly tasks: readonly Task[] }>('.vscode/tasks.json');
const { configurations } = await read<{ readonly configurations: readonly Configuration[] }>('.vscode/launch.json');
const labels = tasks.map(({ label }) => label);
const watch = tasks.find(({ label }) => label === 'watch')?.problemMatcher as ProblemMatcher;

/** Parses JSON in which comments are on separate lines. */
async function read<T>(file: string): Promise<T> {
  const text = await readFile(path.join(projectRoot, file), 'utf8');
  return JSON.parse(
    text.replaceAll(/^\s*\/\/.*$/gmu, '').replaceAll('${workspaceFolder}', projectRoot.replaceAll('\\', '/')),
  ) as T;
}

describe('.vscode/tasks.json', () => {
  it('runs scripts and files that exist', () => {
    for (const { label, script, args, dependsOn = [] } of tasks) {
      if (script !== undefined) assert.ok(script in scripts, label);
      for (const file of args ?? []) assert.ok(existsSync(path.join(projectRoot, file)), file);
      for (const task of dependsOn) assert.ok(labels.includes(task), task);
    }
  });

  it('recognizes the errors that esbuild prints, with file and line', async () => {
    const failure = await build({
      stdin: { contents: 'import "./gone.ts";', sourcefile: 'src/a.ts', resolveDir: projectRoot },
      bundle: true,
      write: false,
      logLevel: 'silent',
    }).catch((error: unknown) => error as BuildFailure);
    assert.ok('errors' in failure);
    const [printed = ''] = await formatMessages([...failure.errors], { kind: 'error', color: false });
    const matched = printed
      .split('\n')
      .slice(0, watch.pattern.length)
      .map((line, index) => new RegExp(watch.pattern[index]!.regexp, 'u').exec(line));
    assert.ok(
      matched.every((match) => match !== null),
      printed,
    );
    assert.deepEqual(matched[0]?.slice(1), ['ERROR', 'Could not resolve "./gone.ts"']);
    assert.deepEqual(matched[2]?.slice(1, 3), ['src/a.ts', '1']);
  });

  it('recognizes the beginning and the end of a watched build by its output', async () => {
    const text = await readFile(path.join(projectRoot, 'esbuild.mjs'), 'utf8');
    const printed = [...text.matchAll(/console\.log\('(.+)'\)/gu)].map(([, line = '']) => line);
    for (const pattern of [watch.background.beginsPattern, watch.background.endsPattern]) {
      assert.ok(
        printed.some((line) => new RegExp(pattern, 'u').test(line)),
        pattern,
      );
    }
  });
});

describe('.vscode/launch.json', () => {
  const named = (name: string): Configuration | undefined =>
    configurations.find((configuration) => configuration.name === name);

  it('runs existing tasks before the launch', () => {
    for (const { preLaunchTask } of configurations)
      if (preLaunchTask !== undefined) assert.ok(labels.includes(preLaunchTask), preLaunchTask);
  });

  it('opens the copy of the sample workspace that the task creates', () => {
    assert.equal(path.normalize(named('Run Extension')?.args?.at(-1) ?? ''), debugWorkspace);
  });

  it('debugs a test file with the Mocha and the Node.js options of this repository', () => {
    const { program = '', runtimeExecutable = '' } = named('Debug Current Mocha File') ?? {};
    assert.ok(existsSync(program), program);
    assert.ok(
      [runtimeExecutable, `${runtimeExecutable}.exe`].some((file) => existsSync(file)),
      runtimeExecutable,
    );
  });
});

describe('.github/CONTRIBUTING.md', () => {
  it('names scripts that exist', async () => {
    const text = await readFile(path.join(projectRoot, '.github/CONTRIBUTING.md'), 'utf8');
    for (const [, script = ''] of text.matchAll(/npm run ([a-z:]+)/gu)) assert.ok(script in scripts, script);
  });
});
