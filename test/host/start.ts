// npm start [-- --port N] [--workspace-trust]: builds, packs and installs the extension, and opens a copy of the sample
// workspace: in desktop VS Code if available, else at an address for any browser.
import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CodeServer, installExtension } from './codeServer.ts';
import { windowAddress } from './codeWindow.ts';
import { packExtension } from './packExtension.ts';
import { shopFixture } from './paths.ts';
import { makeRunFolder } from './runFolder.ts';
import { installOnDesktop } from './suites.ts';
import { getVSCode } from './vscodeHost.ts';
import type { VSCode } from './vscodeHost.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, 'workspace-trust': { type: 'boolean', default: false } },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  throw new Error(`"${values.port}" is no port: --port wants a number from 0 (any free port) to 65535.`);

console.log('Building the extension…');
const [vscode, vsix, runFolder] = await Promise.all([
  getVSCode((line) => {
    console.log(line);
  }),
  packExtension(() => undefined),
  makeRunFolder('start'),
]);
const workspace = path.join(runFolder, 'shop');
await cp(shopFixture, workspace, { recursive: true });
await (vscode.kind === 'desktop' ? startDesktop(vscode) : startServer(vscode));

async function startDesktop({ executable }: Extract<VSCode, { kind: 'desktop' }>): Promise<void> {
  const code = {
    path: executable,
    isShim: false,
    userDataFolder: path.join(runFolder, 'user'),
    extensionsFolder: path.join(runFolder, 'extensions'),
  };
  await installOnDesktop(code, vsix);
  const args = [
    workspace,
    '--user-data-dir',
    code.userDataFolder,
    '--extensions-dir',
    code.extensionsFolder,
    '--skip-welcome',
    '--disable-updates',
  ];
  if (!values['workspace-trust']) args.push('--disable-workspace-trust');
  const child = spawn(executable, args, { stdio: 'ignore' });
  endOnSignal(() => {
    child.kill();
  });
  console.log('VS Code is opening. Close its window, or press Ctrl+C here, to end.');
  console.log(firstStep());
  await new Promise((resolve) => {
    child.once('exit', resolve);
  });
}

async function startServer({ install }: Extract<VSCode, { kind: 'server' }>): Promise<void> {
  const dataFolder = path.join(runFolder, 'data');
  await installExtension(install, dataFolder, vsix);
  const server = await CodeServer.start({ install, dataFolder, port, workspaceTrust: values['workspace-trust'] });
  endOnSignal(() => {
    void server.stop();
  });
  console.log(`Open ${windowAddress(server.running.address, { folder: workspace })}`);
  console.log(firstStep());
  console.log('Press Ctrl+C here to end.');
  await server.ended();
}

function firstStep(): string {
  return 'First open locales/en.json and run "Human Translation: Order Locale File" from the Command Palette (F1).';
}

/** The first Ctrl+C ends VS Code and waits for it; a second one does not wait. */
function endOnSignal(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(130));
      end();
    });
  }
}
