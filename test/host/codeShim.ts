// Replaces the desktop executable: takes the arguments of @vscode/test-electron, opens a window of a running server,
// forwards the tests' report, and exits with their outcome. The window's console is written to window.log next to the
// server file.
// node codeShim.ts SERVER.json WORKSPACE --extensionDevelopmentPath=… --extensionTestsPath=… [ignored desktop options]
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from './browser.ts';
import { openWindow } from './codeWindow.ts';
import type { RunningServer } from './codeServer.ts';
import { reportLinePrefix } from '../vscode/reportLinePrefix.ts';

/** Without a report for so long, the tests hang. Their whole time depends on the machine, so it has no limit. */
const silenceMs = 4 * 60 * 1000;
const linesOnFailure = 40;

const [serverFile, ...args] = process.argv.slice(2);
const folder = args.find((each) => !each.startsWith('--'));
const extensionDevelopmentPath = option('extensionDevelopmentPath');
const extensionTestsPath = option('extensionTestsPath');
if (
  serverFile === undefined ||
  folder === undefined ||
  extensionDevelopmentPath === undefined ||
  extensionTestsPath === undefined
) {
  throw new Error('codeShim wants a server file, a folder, --extensionDevelopmentPath and --extensionTestsPath.');
}

const { address, install } = JSON.parse(await readFile(serverFile, 'utf8')) as RunningServer;
const consoleLines: string[] = [];
let reported = false;
let reportedAt = Date.now();
const browser = await launchBrowser(install);
try {
  const window = await openWindow(browser, address, {
    folder,
    extensionDevelopmentPath,
    extensionTestsPath,
    onLog: (type, line) => {
      consoleLines.push(`[${type}] ${line}`);
      if (!line.startsWith(reportLinePrefix)) return;
      reported = true;
      reportedAt = Date.now();
      process.stdout.write(
        `${line
          .split('\n')
          .map((each) => each.slice(reportLinePrefix.length))
          .join('\n')}\n`,
      );
    },
  });
  process.exitCode = await Promise.race([window.testsExit, untilSilent()]);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await writeFile(path.join(path.dirname(serverFile), 'window.log'), consoleLines.join('\n'));
  await browser.close();
}
if (process.exitCode !== 0 && !reported) {
  console.error(
    `The tests did not start. The end of the window's console:\n${consoleLines.slice(-linesOnFailure).join('\n')}`,
  );
}
// The timer of `untilSilent` would keep the process running.
process.exit();

function option(name: string): string | undefined {
  return args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function untilSilent(): Promise<never> {
  return new Promise((_, reject) => {
    setInterval(() => {
      if (Date.now() - reportedAt > silenceMs)
        reject(new Error(`The tests in VS Code reported nothing for ${silenceMs / 60_000} minutes.`));
    }, 1000);
  });
}
