import { cp, mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../host/browser.ts';
import { CodeServer } from '../host/codeServer.ts';
import type { RunningServer, ServerOptions } from '../host/codeServer.ts';
import { openWindow } from '../host/codeWindow.ts';
import { outFolder, shopFixture } from '../host/paths.ts';
import { findExtensionHosts } from '../host/processTree.ts';
import { serverVariable } from '../host/vscodeHost.ts';
import { isTour } from '../tour/camera.ts';
import { followSystemLook, simulateHighContrast } from '../tour/systemLook.ts';
import { Workbench } from './workbench.ts';

let browser: Browser | undefined;

/**
 * The server that the whole run shares, with the packed extension installed. What one test leaves in the extension's
 * storage the next one finds: a test that needs a clean slate starts a server of its own.
 */
export async function sharedServer(): Promise<RunningServer> {
  const file = process.env[serverVariable];
  if (file === undefined) throw new Error('These tests need a VS Code server: run them with "npm test -- --only e2e".');
  return JSON.parse(await readFile(file, 'utf8')) as RunningServer;
}

/** VS Code's own extensions that a fresh window needs: themes, icons and the languages of the files that tests open. */
const builtIn = ['theme-defaults', 'theme-seti', 'json', 'markdown-basics', 'xml', 'yaml'];

// Settings open in a tab like any other editor, not on top of everything.
const windowSettings: Readonly<Record<string, unknown>> = { ...followSystemLook, 'workbench.editor.useModal': 'off' };

interface FreshServerOptions extends Pick<ServerOptions, 'workspaceTrust' | 'settings'> {
  /** Folders of further extensions, for what the one under test does not do. */
  readonly extensions?: readonly string[];
}

/** Starts a further server with the same installed extension and nothing stored. It takes less than a second; stop it afterwards. */
async function startFreshServer({
  settings,
  extensions = [],
  ...options
}: FreshServerOptions = {}): Promise<CodeServer> {
  const shared = await sharedServer();
  const dataFolder = await mkdtemp(path.join(path.dirname(shared.dataFolder), 'fresh-'));
  await cp(path.join(shared.dataFolder, 'extensions'), path.join(dataFolder, 'extensions'), { recursive: true });
  return CodeServer.start({
    install: shared.install,
    dataFolder,
    builtIn: [...builtIn, ...extensions],
    reconnectionGraceSeconds: 5,
    settings: { ...windowSettings, ...settings },
    ...options,
  });
}

/** A copy of a sample workspace that a test may change. Returns its absolute path. */
export async function copyShop(fixture = shopFixture): Promise<string> {
  const { dataFolder } = await sharedServer();
  const folder = path.join(await mkdtemp(path.join(path.dirname(dataFolder), 'workspace-')), path.basename(fixture));
  await cp(fixture, folder, { recursive: true });
  return folder;
}

/** A window that some tests share, and what it stands on. */
export interface FreshWindow {
  readonly server: CodeServer;
  readonly workbench: Workbench;
  /** The folder that is open in it, which is mostly a copy of the sample workspace. */
  readonly shop: string;
  /** Takes a screenshot in every theme during `npm run tour`. Extensions are suspended meanwhile, so that all show the same moment. */
  screenshots(name: string): Promise<void>;
  close(): Promise<void>;
}

interface FreshWindowOptions extends FreshServerOptions {
  /** A folder to open as it is, in place of a copy of a workspace. */
  readonly folder?: string;
  /** Another workspace than the sample shop. */
  readonly fixture?: string;
  /** May change the copy before it is opened. */
  readonly prepare?: (folder: string) => Promise<void>;
}

/** Opens a copy of the sample workspace in a window of a server of its own. */
export async function openFreshWindow({
  folder,
  fixture,
  prepare,
  ...options
}: FreshWindowOptions = {}): Promise<FreshWindow> {
  const shop = folder ?? (await copyShop(fixture));
  await prepare?.(shop);
  const server = await startFreshServer(options);
  const workbench = await openWorkbench(server.running, shop);
  const close = async (): Promise<void> => {
    await workbench.close();
    await server.stop();
  };
  const screenshots = async (name: string): Promise<void> => {
    if (isTour) await whileExtensionsStandStill(server, () => workbench.screenshots(name));
  };
  return { server, workbench, shop, screenshots, close };
}

async function whileExtensionsStandStill(server: CodeServer, act: () => Promise<void>): Promise<void> {
  const hosts = await findExtensionHosts(server.running.pid);
  for (const host of hosts) process.kill(host, 'SIGSTOP');
  try {
    await act();
  } finally {
    for (const host of hosts) process.kill(host, 'SIGCONT');
  }
}

/** Opens a folder in a new window of a server, in a browser that all tests share, and waits until it is ready. */
export async function openWorkbench(server: RunningServer, folder: string): Promise<Workbench> {
  if (browser?.isConnected() !== true) browser = await launchBrowser(server.install);
  const workbench = new Workbench(
    await openWindow(browser, server.address, { folder, prepare: simulateHighContrast }),
    server.userDataFolder,
  );
  await workbench.ready();
  return workbench;
}

// One browser for all: every window has a storage of its own in it.
after(async () => {
  await browser?.close();
});

/**
 * Call it inside a `describe`: after each failed test of it, a picture of the window goes to `test/out/failures/`.
 * @param current the window of the moment, undefined before there is one
 */
export function pictureFailures(current: () => Workbench | undefined): void {
  afterEach(async function () {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    const name = test
      .fullTitle()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 100);
    await current()?.page.screenshot({ path: path.join(outFolder, 'failures', `${name}.png`) });
  });
}
