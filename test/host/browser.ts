import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { packagedChromium, packagedFontFolders } from './chromiumPackage.ts';
import type { CodeServerInstall } from './codeServerInstall.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/**
 * Starts a headless Chromium: CHROME_PATH, else an installed one, else the one of the npm install. Its pages compile and
 * collect garbage in their own threads only, since tests keep every core busy; not if they are measured.
 */
export async function launchBrowser(install: CodeServerInstall, { isMeasured = false } = {}): Promise<Browser> {
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  if (process.platform === 'linux') env['FONTCONFIG_FILE'] = await writeFontConfiguration(install);
  return chromium.launch({
    executablePath: findBrowser(install),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--font-render-hinting=none',
      ...(isMeasured ? [] : ['--js-flags=--single-threaded']),
    ],
    env,
  });
}

function findBrowser(install: CodeServerInstall): string {
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (!existsSync(chosen)) throw new Error(`CHROME_PATH names ${chosen}, which does not exist.`);
    return chosen;
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const installed = [...folders.flatMap((folder) => names.map((name) => path.join(folder, name))), ...applications];
  const found = [...installed, packagedChromium(install.root)].find((file) => existsSync(file));
  if (found === undefined) {
    throw new Error('No browser was found. Install Chrome or Chromium, or set CHROME_PATH to one.');
  }
  return found;
}

/** The machine's fonts, then the packaged ones: a minimal machine has no Japanese fonts, often none at all. */
async function writeFontConfiguration(install: CodeServerInstall): Promise<string> {
  const folder = path.join(install.root, 'fontconfig');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'fonts.conf');
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${packagedFontFolders(install.root)
  .map((each) => `  <dir>${escapeXml(each)}</dir>`)
  .join('\n')}
  <cachedir>${escapeXml(path.join(folder, 'cache'))}</cachedir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family><family>Noto Sans JP</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family><family>Noto Sans JP</family></prefer></alias>
  <alias><family>monospace</family>
    <prefer><family>DejaVu Sans Mono</family><family>Liberation Mono</family><family>Noto Sans JP</family></prefer>
  </alias>
</fontconfig>
`,
  );
  return file;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
