import path from 'node:path';
import { installExtension, CodeServer } from '../../host/codeServer.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { packExtension } from '../../host/packExtension.ts';
import { makeRunFolder } from '../../host/runFolder.ts';
import type { SuiteOutcome } from '../../host/suiteOutcome.ts';
import { measureSuite } from '../../host/suiteOutcome.ts';
import { runNodeSuite } from '../../host/suites.ts';
import { serverVariable, writeRunningServer } from '../../host/vscodeHost.ts';

/** Packs the extension, starts a VS Code server with it, and kills extension hosts while they order and deliver. */
export function killVSCode(): Promise<SuiteOutcome> {
  return measureSuite('VS Code', async () => {
    const [vsix, install, runFolder] = await Promise.all([
      packExtension(() => undefined),
      installCodeServer(() => undefined),
      makeRunFolder('run'),
    ]);
    const dataFolder = path.join(runFolder, 'shared');
    await installExtension(install, dataFolder, vsix);
    const server = await CodeServer.start({ install, dataFolder, reconnectionGraceSeconds: 5 });
    try {
      const serverFile = await writeRunningServer(server.running, runFolder);
      return await runNodeSuite({
        name: 'kill',
        globs: ['test/kill/vscode/*.test.ts'],
        timeoutMs: 120_000,
        env: { [serverVariable]: serverFile },
      });
    } finally {
      await server.stop();
    }
  });
}
