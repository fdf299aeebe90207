import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunningServer } from './codeServer.ts';
import { installCodeServer } from './codeServerInstall.ts';
import type { CodeServerInstall } from './codeServerInstall.ts';
import { findDesktop } from './desktop.ts';

/** The VS Code of this machine: the desktop's executable where it can be had, else the pinned server from npm. */
export type VSCode =
  | { readonly kind: 'desktop'; readonly executable: string }
  | { readonly kind: 'server'; readonly install: CodeServerInstall };

/** In the environment of the suite on the interface: the path of the file that `writeRunningServer` wrote for it. */
export const serverVariable = 'HUMAN_TRANSLATION_TEST_SERVER';

/** Gets VS Code, downloading or installing it on first use. Rejects when neither route works. */
export async function getVSCode(report: (line: string) => void): Promise<VSCode> {
  const executable = await findDesktop(report);
  if (executable !== undefined) return { kind: 'desktop', executable };
  return { kind: 'server', install: await installCodeServer(report) };
}

/**
 * Writes an executable that takes VS Code's own command line and serves it from a running server, so that one call of
 * `runTests` from @vscode/test-electron works with it as with the desktop's executable. Returns its path.
 * @param serverFile what `writeRunningServer` wrote
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

/** Writes what another process needs to use a server, readable by this user only: it holds the server's token. Returns the path. */
export async function writeRunningServer(server: RunningServer, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'server.json');
  await writeFile(file, JSON.stringify(server), { mode: 0o600 });
  return file;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
