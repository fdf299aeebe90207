import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from '../host/browser.ts';
import { CodeServer } from '../host/codeServer.ts';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { openWindow } from '../host/codeWindow.ts';
import { projectRoot, shopFixture } from '../host/paths.ts';
import { makeRunFolder } from '../host/runFolder.ts';
import type { BenchRow } from './benchRow.ts';

/** An extension host is idle when it was busy for less than this share of a second, this many seconds in a row. */
const [idleShare, idleSeconds] = [0.1, 3];

/** In a window that starts, single activations take 15 to 300 ms, depending on what else it loads. */
const rounds = { starting: 25, idle: 9 } as const;
const resultName = 'milliseconds';

const emptyExtension = "import * as vscode from 'vscode';\nexport function activate() { return vscode.version; }\n";

/** When an extension is activated: while the window starts, as VS Code does, or when nothing else runs. */
const moments = ['starting', 'idle'] as const;
type Moment = (typeof moments)[number];

/**
 * Measures activation in a real VS Code, in turns with two extensions that do nothing: one without contributions, and one
 * with ours, which VS Code processes while the window starts.
 */
export async function benchActivation(log: (line: string) => void): Promise<readonly BenchRow[]> {
  const folder = await makeRunFolder('run');
  const contenders = {
    ours: await copyOurs(path.join(folder, 'ours')),
    sameManifest: await copyOurs(path.join(folder, 'sameManifest')),
    empty: await makeEmpty(path.join(folder, 'empty')),
  };
  await writeFile(path.join(contenders.sameManifest, 'dist', 'extension.js'), emptyExtension);
  const names = ['empty', 'sameManifest', 'ours'] as const;
  const workspace = path.join(folder, 'workspace');
  await cp(shopFixture, workspace, { recursive: true });

  const install = await installCodeServer(log);
  const server = await CodeServer.start({ install, dataFolder: path.join(folder, 'server'), testDriver: true });
  const browser = await launchBrowser(install, { isMeasured: true });
  const noTimes = (): Record<keyof typeof contenders, number[]> => ({ ours: [], sameManifest: [], empty: [] });
  const times: Readonly<Record<Moment, ReturnType<typeof noTimes>>> = { starting: noTimes(), idle: noTimes() };
  try {
    for (const moment of moments) {
      for (let round = 0; round < rounds[moment]; round += 1) {
        for (const name of round % 2 === 0 ? names : names.toReversed()) {
          const window = await openWindow(browser, server.running.address, {
            folder: workspace,
            extensionDevelopmentPath: contenders[name],
            extensionTestsPath: path.join(contenders[name], `${moment}.mjs`),
          });
          const code = await window.testsExit;
          await window.close();
          if (code !== 0) throw new Error(`The window of the ${name} extension failed:\n${window.log.join('\n')}`);
          times[moment][name].push(Number(await readFile(path.join(contenders[name], resultName), 'utf8')));
        }
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return moments.map((moment) => {
    const { ours, sameManifest, empty } = times[moment];
    const ratio = (to: readonly number[]): string => `${(median(ours) / median(to)).toFixed(2)} ×`;
    return {
      name: `Activation, ${moment} window: compared with an empty extension, and with one of the same manifest (medians)`,
      value: `${ratio(empty)} and ${ratio(sameManifest)} · half of the times: ${middleHalf(ours)}, empty ${middleHalf(empty)}, same manifest ${middleHalf(sameManifest)}`,
    };
  });
}

/** Copies the built extension without activation events, so that only the measurement activates it. */
async function copyOurs(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const name of ['dist', 'media', 'package.nls.json'])
    await cp(path.join(projectRoot, name), path.join(folder, name), { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(projectRoot, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  await writeManifest(folder, { ...manifest, activationEvents: [] });
  return folder;
}

async function makeEmpty(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'extension.js'), emptyExtension);
  await writeManifest(folder, {
    name: 'empty',
    publisher: 'bench',
    version: '0.0.1',
    engines: { vscode: '^1.110.0' },
    type: 'module',
    main: './extension.js',
    activationEvents: [],
  });
  return folder;
}

async function writeManifest(folder: string, manifest: Readonly<Record<string, unknown>>): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const id = `${String(manifest['publisher'])}.${String(manifest['name'])}`;
  for (const moment of moments)
    await writeFile(
      path.join(folder, `${moment}.mjs`),
      `import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
export async function run() {
  const extension = vscode.extensions.getExtension(${JSON.stringify(id)});
  if (extension.isActive) throw new Error('The extension is already active.');
  for (let idle = ${moment === 'idle' ? 0 : idleSeconds}; idle < ${idleSeconds}; ) {
    const before = performance.eventLoopUtilization();
    await setTimeout(1000);
    idle = performance.eventLoopUtilization(before).utilization < ${idleShare} ? idle + 1 : 0;
  }
  const start = performance.now();
  await extension.activate();
  await writeFile(${JSON.stringify(path.join(folder, resultName))}, String(performance.now() - start));
}
`,
    );
}

function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** Returns the first and the third quartile, which show how far single times differ. */
function middleHalf(numbers: readonly number[]): string {
  return `${quantile(numbers, 0.25).toFixed(1)}–${quantile(numbers, 0.75).toFixed(1)} ms`;
}

function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? NaN;
}
