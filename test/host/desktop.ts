import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { cacheFolder } from './paths.ts';

/** The release in the pinned npm package, so that both sources provide the same VS Code. */
const version = '1.139.1';
const releases = 'https://update.code.visualstudio.com/api/releases/stable';
const probeTimeoutMs = 4_000;
const downloadIdleTimeoutMs = 20_000;

/**
 * Returns the executable of desktop VS Code, downloaded once into `.vscode-test/`. Undefined without access to the
 * download server or without a display, and with `HUMAN_TRANSLATION_VSCODE=server`.
 * @param report receives a sentence with the result
 */
export async function findDesktop(report: (line: string) => void): Promise<string | undefined> {
  const why = await whyNotDesktop();
  if (why === undefined) {
    try {
      return await downloadAndUnzipVSCode({
        version,
        cachePath: cacheFolder,
        timeout: downloadIdleTimeoutMs,
        reporter: new SilentReporter(),
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report(`Desktop VS Code ${version} could not be downloaded (${reason}): the same VS Code from npm is used.`);
      return undefined;
    }
  }
  report(`Desktop VS Code is not used (${why}): the same VS Code from npm is.`);
  return undefined;
}

async function whyNotDesktop(): Promise<string | undefined> {
  if (process.env['HUMAN_TRANSLATION_VSCODE'] === 'server') return 'HUMAN_TRANSLATION_VSCODE=server';
  const { DISPLAY: x11, WAYLAND_DISPLAY: wayland } = process.env;
  if (process.platform === 'linux' && x11 === undefined && wayland === undefined) return 'this machine has no display';
  if (process.platform === 'linux' && process.getuid?.() === 0) return 'it does not start as root';
  try {
    const answer = await fetch(releases, { method: 'HEAD', signal: AbortSignal.timeout(probeTimeoutMs) });
    return answer.ok ? undefined : `its download server answers ${answer.status}`;
  } catch {
    return 'its download server cannot be reached';
  }
}
