import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { launchBrowser } from '../host/browser.ts';
import { CodeServer } from '../host/codeServer.ts';
import { openWindow } from '../host/codeWindow.ts';
import { debugWorkspace, projectRoot, shopFixture } from '../host/paths.ts';
import { sharedServer } from './e2eHost.ts';

/** A target that a Node process lists on its debugging port. */
interface DebugTarget {
  readonly type: string;
  readonly webSocketDebuggerUrl: string;
}

/** An event of Chrome's debugging protocol. */
interface ScriptParsed {
  readonly method?: string;
  readonly params?: { readonly url?: string };
}

// F5 needs a desktop. The VS Code under test gets the same arguments in its address.
describe('the launch configuration "Run Extension"', () => {
  it('runs the extension of this checkout on the sample workspace, and its debugger lists the bundle', async () => {
    const { args, outFiles } = await readRunExtension();
    const extensionDevelopmentPath = valueOf(args, '--extensionDevelopmentPath=');
    const folder = args.find((arg) => !arg.startsWith('-'));
    assert.equal(extensionDevelopmentPath, projectRoot);
    assert.equal(folder, debugWorkspace);
    assert.deepEqual(outFiles, [path.join(projectRoot, 'dist/**/*.js')]);
    await cp(shopFixture, debugWorkspace, { recursive: true });

    const { install, dataFolder } = await sharedServer();
    const server = await CodeServer.start({
      install,
      dataFolder: await mkdtemp(path.join(path.dirname(dataFolder), 'debug-')),
      builtIn: ['theme-defaults', 'json'],
      testDriver: true,
    });
    const browser = await launchBrowser(install);
    try {
      const inspectPort = await freePort();
      await openWindow(browser, server.running.address, { folder, extensionDevelopmentPath, inspectPort });
      const targets = await listTargets(inspectPort);
      assert.deepEqual(
        targets.map(({ type }) => type),
        ['node'],
      );
      await seesScript(targets[0]!, path.join(projectRoot, 'dist/extension.js'));
    } finally {
      await browser.close();
      await server.stop();
    }
  });
});

async function readRunExtension(): Promise<{ readonly args: readonly string[]; readonly outFiles: readonly string[] }> {
  const text = await readFile(path.join(projectRoot, '.vscode/launch.json'), 'utf8');
  const resolved = text.replaceAll(/^\s*\/\/.*$/gmu, '').replaceAll('${workspaceFolder}', projectRoot);
  const { configurations } = JSON.parse(resolved) as {
    readonly configurations: readonly {
      readonly name: string;
      readonly args: readonly string[];
      readonly outFiles: readonly string[];
    }[];
  };
  const found = configurations.find(({ name }) => name === 'Run Extension');
  assert.ok(found !== undefined);
  return found;
}

function valueOf(args: readonly string[], option: string): string {
  return args.find((arg) => arg.startsWith(option))?.slice(option.length) ?? '';
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}

/** Lists the targets of the debugging port, once the extension host has started. */
async function listTargets(port: number): Promise<readonly DebugTarget[]> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
    if (response !== undefined) return (await response.json()) as readonly DebugTarget[];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Resolves once the debugger has reported a script with this path as loaded. */
async function seesScript({ webSocketDebuggerUrl }: DebugTarget, file: string): Promise<void> {
  const socket = new WebSocket(webSocketDebuggerUrl);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('error', () => {
        reject(new Error(`${webSocketDebuggerUrl} does not answer.`));
      });
      socket.addEventListener('open', () => {
        socket.send(JSON.stringify({ id: 1, method: 'Debugger.enable' }));
      });
      socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const { method, params } = JSON.parse(data) as ScriptParsed;
        if (method === 'Debugger.scriptParsed' && params?.url?.endsWith(file) === true) resolve();
      });
    });
  } finally {
    socket.close();
  }
}
