import { format } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ServerAddress } from './codeServer.ts';

export interface WindowOptions {
  /** Absolute path of the folder to open, or of a `.code-workspace` file. Without it, the window is empty. */
  readonly folder?: string;
  /** Folder of an extension to run in place of the installed one. Needs a server with `testDriver`. */
  readonly extensionDevelopmentPath?: string;
  /** A module with `run(): Promise<void>`, called in the extension host; its outcome is `CodeWindow.testsExit`. */
  readonly extensionTestsPath?: string;
  /** Port for a debugger of the extension host. Needs a server with `testDriver`. */
  readonly inspectPort?: number;
  /** Viewport in CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Pixels of a screenshot for each CSS pixel; 1 if absent. */
  readonly scale?: number;
  /** The display language, such as `de`; English if absent. VS Code itself stays in English. */
  readonly language?: string;
  /** Called with the page before it loads anything. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Receives every console line of the window and, with `extensionTestsPath`, of the extension host. */
  readonly onLog?: (type: string, line: string) => void;
}

/** A VS Code window: a browser page with its own storage, so that windows share no secrets. */
export interface CodeWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Every console line so far. */
  readonly log: readonly string[];
  /** The exit code of `extensionTestsPath`; never resolves without one. Rejects if the window closes first. */
  readonly testsExit: Promise<number>;
  /** Reloads the window as *Developer: Reload Window* does, and waits for the workbench. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

const workbenchTimeoutMs = 60_000;

/** Opens a folder in a new window of a running server and waits for its workbench. */
export async function openWindow(browser: Browser, server: ServerAddress, options: WindowOptions): Promise<CodeWindow> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    deviceScaleFactor: options.scale ?? 1,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const log: string[] = [];
  const exit = Promise.withResolvers<number>();
  exit.promise.catch(() => undefined); // A window without tests may close.
  page.once('close', () => {
    exit.reject(new Error('The VS Code window was closed before its tests ended.'));
  });
  page.once('crash', () => {
    exit.reject(new Error('The VS Code window crashed.'));
  });
  await page.exposeFunction('codeAutomationLog', (type: string, args: readonly unknown[]) => {
    const line = plainLine(args);
    log.push(line);
    options.onLog?.(type, line);
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => {
    exit.resolve(code);
  });
  await page.addInitScript(withoutFadingScrollBars);
  if (options.language !== undefined)
    await context.addInitScript((language) => {
      Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language });
    }, options.language);
  await options.prepare?.(page);
  await page.goto(windowAddress(server, options));
  await workbenchReady(page);
  return {
    page,
    context,
    log,
    testsExit: exit.promise,
    async reload() {
      await page.reload();
      await workbenchReady(page);
    },
    async close() {
      await context.close();
    },
  };
}

/**
 * Returns the address of a folder on a server. Without a development path, it works in any browser:
 * `http://127.0.0.1:PORT/?folder=…&tkn=…`.
 */
export function windowAddress(server: ServerAddress, options: WindowOptions): string {
  const origin = `127.0.0.1:${server.port}`;
  const address = new URL(`http://${origin}/`);
  if (options.folder === undefined) address.searchParams.set('ew', 'true');
  else address.searchParams.set(options.folder.endsWith('.code-workspace') ? 'workspace' : 'folder', options.folder);
  address.searchParams.set('tkn', server.token);
  const onServer = (file: string): string => new URL(file, `vscode-remote://${origin}/`).href;
  const payload: [string, string][] = [];
  if (options.extensionDevelopmentPath !== undefined)
    payload.push(['extensionDevelopmentPath', onServer(options.extensionDevelopmentPath)]);
  if (options.extensionTestsPath !== undefined)
    payload.push(['extensionTestsPath', onServer(options.extensionTestsPath)]);
  if (options.inspectPort !== undefined) payload.push(['inspect-extensions', String(options.inspectPort)]);
  if (payload.length > 0) address.searchParams.set('payload', JSON.stringify([...payload, ['skipWelcome', 'true']]));
  // Slashes are allowed in a query, and easier to read.
  return address.href.replaceAll('%2F', '/');
}

/**
 * Shows and hides scroll bars at once. VS Code fades them in and out all the time, and a machine without a graphics card
 * draws each of those frames slowly.
 */
function withoutFadingScrollBars(): void {
  if (window.top !== window) return;
  const style = new CSSStyleSheet();
  style.replaceSync('.monaco-scrollable-element > .scrollbar { transition: none !important; }');
  document.adoptedStyleSheets.push(style);
}

async function workbenchReady(page: Page): Promise<void> {
  await page.locator('.monaco-workbench').waitFor({ timeout: workbenchTimeoutMs });
  // The status bar has items once the extension host responds.
  await page.locator('.statusbar-item').first().waitFor({ timeout: workbenchTimeoutMs });
}

/** Returns console arguments as a line of text, without style directives. */
function plainLine(args: readonly unknown[]): string {
  const [first, ...rest] = args;
  if (typeof first !== 'string' || !first.includes('%c')) return format(...args);
  const styles = first.split('%c').length - 1;
  return format(first.replaceAll('%c', ''), ...rest.slice(styles));
}
