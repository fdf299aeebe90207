import { cp, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { present } from '../../src/base/present.ts';
import { launchBrowser } from '../host/browser.ts';
import { CodeServer } from '../host/codeServer.ts';
import type { RunningServer, ServerOptions } from '../host/codeServer.ts';
import { openWindow } from '../host/codeWindow.ts';
import { extensionId, outFolder, shopFixture } from '../host/paths.ts';
import { findExtensionHosts, killAll } from '../host/processTree.ts';
import { serverVariable } from '../host/vscodeHost.ts';
import { bundleFile, manifestFile, manifestTexts, writeTexts } from '../l10n/languageFiles.ts';
import { collectMessages } from '../l10n/messages.ts';
import { pseudoBundle, pseudoLanguage, pseudoManifest } from '../l10n/pseudoTexts.ts';
import { isTour, type ScreenshotOptions } from '../tour/camera.ts';
import { eventually } from './eventually.ts';
import { answerProxyQuestions, type ResolveProxy } from './proxyQuestions.ts';
import { followSystemLook, simulateHighContrast } from '../tour/systemLook.ts';
import { Workbench } from './workbench.ts';

let browser: Browser | undefined;

const workspaceTimeoutMs = 15_000;

/**
 * Returns the server that this process's tests share, with the packed extension installed. Its extension storage keeps
 * the data of earlier tests: a test that needs empty storage calls `openFreshWindow`.
 */
export async function sharedServer(): Promise<RunningServer> {
  const file = process.env[serverVariable];
  if (file === undefined) throw new Error('These tests need a VS Code server: run them with "npm test -- --only e2e".');
  return JSON.parse(await readFile(file, 'utf8')) as RunningServer;
}

/** VS Code's own extensions that a fresh window needs: themes, icons and the languages of the files that tests open. */
const builtIn = ['theme-defaults', 'theme-seti', 'json', 'markdown-basics', 'xml', 'yaml'];

// Settings open in a tab, not in a modal editor.
const windowSettings: Readonly<Record<string, unknown>> = {
  ...followSystemLook,
  'workbench.editor.useModal': 'off',
  // A blinking cursor is drawn again and again.
  'editor.cursorBlinking': 'solid',
};

interface FreshServerOptions extends Pick<ServerOptions, 'workspaceTrust' | 'settings' | 'keyBindings' | 'home'> {
  /** The language of the extension; English if absent. */
  readonly language?: string;
  /** Folders of additional extensions. */
  readonly extensions?: readonly string[];
  /** Returns the answer of a configuration script (PAC) for an address, such as `PROXY 127.0.0.1:8080`. */
  readonly resolveProxy?: ResolveProxy;
}

/** Starts a server with the same installed extension and empty storage, in less than a second. Stop it afterwards. */
async function startFreshServer({
  settings,
  extensions = [],
  language,
  resolveProxy,
  ...options
}: FreshServerOptions = {}): Promise<CodeServer> {
  const shared = await sharedServer();
  const dataFolder = await mkdtemp(path.join(path.dirname(shared.dataFolder), 'fresh-'));
  await cp(path.join(shared.dataFolder, 'extensions'), path.join(dataFolder, 'extensions'), { recursive: true });
  if (language === pseudoLanguage) await addPseudoLanguage(path.join(dataFolder, 'extensions'));
  return CodeServer.start({
    install: shared.install,
    dataFolder,
    builtIn: [...builtIn, ...extensions],
    reconnectionGraceSeconds: 5,
    settings: { ...windowSettings, ...settings },
    useHostProxy: resolveProxy !== undefined,
    ...options,
  });
}

/** Adds the tests' own translation to the installed extension. */
async function addPseudoLanguage(extensions: string): Promise<void> {
  const folder = (await readdir(extensions)).find((name) => name.startsWith(`${extensionId}-`));
  if (folder === undefined) throw new Error('The extension is not installed.');
  const installed = path.join(extensions, folder);
  await mkdir(path.join(installed, 'l10n'), { recursive: true });
  writeTexts(bundleFile(pseudoLanguage), pseudoBundle(collectMessages()), installed);
  writeTexts(manifestFile(pseudoLanguage), pseudoManifest(manifestTexts), installed);
}

/** Copies a sample workspace, which a test may change. Returns its absolute path. */
export async function copyShop(fixture = shopFixture): Promise<string> {
  const { dataFolder } = await sharedServer();
  const folder = path.join(await mkdtemp(path.join(path.dirname(dataFolder), 'workspace-')), path.basename(fixture));
  await cp(fixture, folder, { recursive: true });
  return folder;
}

/** A window with its own server and workspace, which several tests share. */
export interface FreshWindow {
  readonly server: CodeServer;
  readonly workbench: Workbench;
  /** The open folder, usually a copy of the sample workspace. */
  readonly shop: string;
  /** Takes a screenshot in every theme and size during `npm run tour`, while extensions are suspended. */
  screenshots(name: string, options?: ScreenshotOptions): Promise<void>;
  close(): Promise<void>;
}

interface FreshWindowOptions extends FreshServerOptions {
  /** A folder to open without copying it. */
  readonly folder?: string;
  /** The workspace to copy; the sample shop if absent. */
  readonly fixture?: string;
  /** Changes the copy before it is opened. */
  readonly prepare?: (folder: string) => Promise<void>;
}

/** Opens a copy of the sample workspace in a window of its own server. */
export async function openFreshWindow({
  folder,
  fixture,
  prepare,
  ...options
}: FreshWindowOptions = {}): Promise<FreshWindow> {
  const shop = folder ?? (await copyShop(fixture));
  await prepare?.(shop);
  return { ...(await openFresh(shop, options)), shop };
}

/** Opens a window without a folder, with a server of its own: what a user sees first. `home` is the home folder. */
export async function openEmptyWindow(
  options: FreshServerOptions = {},
): Promise<Omit<FreshWindow, 'shop'> & { readonly home: string }> {
  const { dataFolder } = await sharedServer();
  const home = await mkdtemp(path.join(path.dirname(dataFolder), 'home-'));
  return { ...(await openFresh(undefined, { home, ...options })), home };
}

async function openFresh(folder: string | undefined, options: FreshServerOptions): Promise<Omit<FreshWindow, 'shop'>> {
  const server = await startFreshServer(options);
  const workbench = await openWorkbench(server.running, folder, options);
  const close = async (): Promise<void> => {
    await workbench.close();
    await server.stop();
  };
  const screenshots = async (name: string, look?: ScreenshotOptions): Promise<void> => {
    if (isTour) await whileExtensionsAreSuspended(server, () => workbench.screenshots(name, look));
  };
  return { server, workbench, screenshots, close };
}

/**
 * Ends the extensions' process without warning, as a closed window does for them. VS Code starts it again. A window that
 * is loaded again would lose its keys in a browser.
 */
export async function restartExtensions(server: CodeServer): Promise<void> {
  const hosts = await findExtensionHosts(server.running.pid);
  killAll(hosts);
  await eventually('other processes of extensions', async () => {
    const found = await findExtensionHosts(server.running.pid);
    return found.length > 0 && !found.some((host) => hosts.includes(host));
  });
}

async function whileExtensionsAreSuspended(server: CodeServer, act: () => Promise<void>): Promise<void> {
  const hosts = await findExtensionHosts(server.running.pid);
  for (const host of hosts) process.kill(host, 'SIGSTOP');
  try {
    await act();
  } finally {
    for (const host of hosts) process.kill(host, 'SIGCONT');
  }
}

/**
 * Opens a folder in a new window of a server, in a browser that all tests share, and waits until it is ready. Without a
 * folder, the window is empty.
 */
export async function openWorkbench(
  server: RunningServer,
  folder?: string,
  { language, resolveProxy }: Pick<FreshServerOptions, 'language' | 'resolveProxy'> = {},
): Promise<Workbench> {
  if (browser?.isConnected() !== true) browser = await launchBrowser(server.install);
  const workbench = new Workbench(
    await openWindow(browser, server.address, {
      ...present({ folder, language }),
      prepare: async (page) => {
        await simulateHighContrast(page);
        if (resolveProxy !== undefined) await answerProxyQuestions(page, resolveProxy);
      },
    }),
    server.userDataFolder,
  );
  await workbench.ready();
  if (folder?.endsWith('.code-workspace') === true) await untilFoldersAreOpen(workbench);
  return workbench;
}

/** On a busy machine, VS Code sometimes opens a workspace file before it can read it, and then shows no folders. */
async function untilFoldersAreOpen(workbench: Workbench): Promise<void> {
  const rows = workbench.sideBar.locator('.explorer-folders-view .monaco-list-row');
  for (let attempts = 0; attempts < 3; attempts += 1) {
    const isOpen = await rows
      .first()
      .waitFor({ timeout: workspaceTimeoutMs })
      .then(
        () => true,
        () => false,
      );
    if (isOpen) return;
    await workbench.reload();
  }
  throw new Error('The window shows no folders of its workspace.');
}

// All tests share one browser, in which every window has its own storage.
after(async () => {
  await browser?.close();
});

/**
 * Takes a screenshot of the window after each failed test of the current `describe`, into `test/out/failures/`.
 * @param current returns the current window, undefined before it is open
 */
export function screenshotFailures(current: () => Workbench | undefined): void {
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
