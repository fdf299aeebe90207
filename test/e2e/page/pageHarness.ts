import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { PageUnavailable } from '../../../src/webview/job/jobMessages.ts';
import { projectRoot } from '../../host/paths.ts';
import { strings } from './pageStrings.ts';
import { themeClass, themeCss, themes, type Theme } from './themes.ts';
import type { JobIntent } from '../../../src/webview/job/jobIntent.ts';
import type { PageSnapshot } from '../../../src/webview/shared/pageSnapshot.ts';

/** Serves the page's files on loopback, with the content security policy that the page has in VS Code. */
export interface PageServer {
  readonly origin: string;
  /** Size of the script, minified, in bytes. */
  readonly scriptSize: number;
  close(): void;
}

/** A job page in a browser. */
export interface OpenPage {
  readonly page: Page;
  /** Script errors and violations of the policy. */
  readonly pageErrors: readonly string[];
  show(message: PageSnapshot | PageUnavailable): Promise<void>;
  /** Returns the intents that the page has sent, including `ready`; without those about its tab and its order. */
  sent(): Promise<readonly JobIntent[]>;
  allSent(): Promise<readonly JobIntent[]>;
}

// Simulates VS Code: keeps the state across reloads, as VS Code does for a hidden page.
const host = `
  const sent = [];
  globalThis.sentMessages = sent;
  globalThis.acquireVsCodeApi = () => ({
    postMessage: (message) => { sent.push(message); },
    getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
    setState: (state) => { sessionStorage.setItem('state', JSON.stringify(state)); },
  });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error('policy: ' + violatedDirective + ' ' + blockedURI);
  });
`;

/** The page that a server serves. */
export interface ServedPage {
  /** Path of its script's entry. */
  readonly entry: string;
  /** In `media`, in addition to `page.css`. */
  readonly style?: string;
  readonly strings: Readonly<Record<string, string>>;
}

const jobPage: ServedPage = { entry: 'src/webview/job/page/startJobPage.ts', strings };

/** Starts a server of the job page, or of another one. */
export async function startPageServer(served: ServedPage = jobPage): Promise<PageServer> {
  const script = await bundle(served.entry);
  const media = (name: string): Promise<Buffer> => readFile(path.join(projectRoot, 'media', name));
  const files: Readonly<Record<string, readonly [string, string | Uint8Array]>> = {
    '/page.js': ['text/javascript', script],
    '/page.css': ['text/css', await media('page.css')],
    '/more.css': ['text/css', served.style === undefined ? '' : await media(served.style)],
    '/codicon.css': ['text/css', await media('codicon.css')],
    '/codicon.ttf': ['font/ttf', await media('codicon.ttf')],
    ...Object.fromEntries(
      (Object.keys(themes) as Theme[]).map((theme) => [`/${theme}.css`, ['text/css', themeCss(theme)]]),
    ),
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = files[pathname];
    if (file !== undefined) response.writeHead(200, { 'content-type': file[0] }).end(file[1]);
    else if (pathname === '/') {
      const isRightToLeft = searchParams.get('dir') === 'rtl';
      const words = isRightToLeft ? rightToLeft(served.strings) : served.strings;
      sendDocument(response, (searchParams.get('theme') ?? 'light') as Theme, words, isRightToLeft);
    }
    // A browser requests /favicon.ico automatically.
    else response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scriptSize: script.byteLength,
    close: () => {
      closeServer(server);
    },
  };
}

/** How a page is opened. */
export interface PageLook {
  readonly theme?: Theme;
  /** Whether the display language is Arabic: laid out from right to left, with strings of Arabic letters. */
  readonly isRightToLeft?: boolean;
  /** In CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Device pixels for each CSS pixel. */
  readonly scale?: number;
}

/** Opens the page in a new tab. */
export async function openPage(browser: Browser, server: PageServer, options: PageLook = {}): Promise<OpenPage> {
  const page = await browser.newPage({
    viewport: { width: options.width ?? 1000, height: options.height ?? 900 },
    deviceScaleFactor: options.scale ?? 1,
  });
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) pageErrors.push(message.text());
  });
  await page.goto(pageAddress(server, options));
  return {
    page,
    pageErrors,
    show: (snapshot) => page.evaluate(postAndSettle, snapshot),
    sent: async () => (await allSent(page)).filter(({ type }) => type !== 'keepOpen' && type !== 'showOrder'),
    allSent: () => allSent(page),
  };
}

/** Returns the address of the page with a look. */
export function pageAddress({ origin }: PageServer, { theme = 'light', isRightToLeft = false }: PageLook): string {
  return `${origin}/?theme=${theme}${isRightToLeft ? '&dir=rtl' : ''}`;
}

/** Replaces the letters of all strings by Arabic ones; placeholders remain. */
function rightToLeft(words: ServedPage['strings']): ServedPage['strings'] {
  const arabic = Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهوي');
  const replaced = (text: string): string =>
    text.replace(/[A-Za-z]/gu, (letter) => arabic[(letter.codePointAt(0) ?? 0) % arabic.length] ?? letter);
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [name, replaced(text)]));
}

function allSent(page: Page): Promise<readonly JobIntent[]> {
  return page.evaluate(() => (globalThis as unknown as { sentMessages: JobIntent[] }).sentMessages);
}

/** Runs in the browser: posts a snapshot and waits until the page has rendered it. */
async function postAndSettle(snapshot: PageSnapshot | PageUnavailable): Promise<void> {
  const arrived = new Promise<void>((resolve) => {
    window.addEventListener(
      'message',
      () => {
        resolve();
      },
      { once: true },
    );
  });
  window.postMessage(snapshot, '*');
  await arrived;
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

async function bundle(entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [path.join(projectRoot, entry)],
    tsconfig: path.join(projectRoot, 'src/webview/tsconfig.json'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error('The page was not bundled.');
  return script.contents;
}

function sendDocument(
  response: ServerResponse,
  theme: Theme,
  words: ServedPage['strings'],
  isRightToLeft: boolean,
): void {
  const nonce = randomBytes(16).toString('base64');
  const json = JSON.stringify(words).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      `default-src 'none'; img-src 'self'; style-src 'self' 'nonce-${nonce}'`,
      `font-src 'self'; script-src 'nonce-${nonce}'`,
    ].join('; '),
  });
  response.end(`<!DOCTYPE html>
<html lang="${isRightToLeft ? 'ar' : 'en'}" dir="${isRightToLeft ? 'rtl' : 'ltr'}">
  <head>
    <meta charset="utf-8">
    <title>Job</title>
    <link rel="stylesheet" nonce="${nonce}" href="/${theme}.css" id="theme">
    <link rel="stylesheet" nonce="${nonce}" href="/page.css">
    <link rel="stylesheet" nonce="${nonce}" href="/more.css">
    <link rel="stylesheet" nonce="${nonce}" href="/codicon.css" id="vscode-codicon-stylesheet">
    <script nonce="${nonce}">${host}</script>
    <script type="module" nonce="${nonce}" src="/page.js"></script>
  </head>
  <body class="${themeClass(theme)}" data-strings="${json}"></body>
</html>`);
}

function closeServer(server: Server): void {
  server.closeAllConnections();
  server.close();
}
