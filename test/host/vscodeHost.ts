import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunningServer } from './codeServer.ts';
import { installCodeServer } from './codeServerInstall.ts';
import type { CodeServerInstall } from './codeServerInstall.ts';
import { findDesktop } from './desktop.ts';

/** The VS Code of this machine: the desktop's executable if available, else the pinned server from npm. */
export type VSCode =
  | { readonly kind: 'desktop'; readonly executable: string }
  | { readonly kind: 'server'; readonly install: CodeServerInstall };

/** Environment variable of end-to-end tests: the path of the file that `writeRunningServer` wrote. */
export const serverVariable = 'HUMAN_TRANSLATION_TEST_SERVER';

/** Gets VS Code, downloading or installing it on first use. Rejects if neither is available. */
export async function getVSCode(report: (line: string) => void): Promise<VSCode> {
  const executable = await findDesktop(report);
  if (executable !== undefined) return { kind: 'desktop', executable };
  return { kind: 'server', install: await installCodeServer(report) };
}

/**
 * Writes an executable that accepts VS Code's command line and uses a running server, so that `runTests` of
 * @vscode/test-electron works as with the desktop's executable. Returns its path.
 * @param serverFile the path that `writeRunningServer` returned
 */
export async function writeCodeShim(serverFile: string): Promise<string> {
  const folder = path.dirname(serverFile);
  const script = path.join(import.meta.dirname, 'codeShim.ts');
  if (process.platform === 'win32') {
    const file = path.join(folder, 'code.cmd');
    await writeFile(file, `@"${process.execPath}" "${script}" "${serverFile}" %*\r\n`);
    return file;
  }
  const file = path.join(folder, 'code');
  await writeFile(file, `#!/bin/sh\nexec ${[process.execPath, script, serverFile].map(shellQuote).join(' ')} "$@"\n`);
  await chmod(file, 0o755);
  return file;
}

/** Writes the data of a running server for other processes. Only this user can read it, because of the token. */
export async function writeRunningServer(server: RunningServer, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'server.json');
  await writeFile(file, JSON.stringify(server), { mode: 0o600 });
  return file;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
