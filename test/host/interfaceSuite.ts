import { CodeServer, installExtension } from './codeServer.ts';
import type { ServerOptions } from './codeServer.ts';
import { runNodeSuite } from './suites.ts';
import type { NodeSuite } from './suites.ts';
import { serverVariable, writeRunningServer } from './vscodeHost.ts';

/** Starts a server with the packed extension installed, and stops it afterwards. */
export async function withServer<T>(
  options: ServerOptions,
  vsix: string,
  use: (server: CodeServer) => Promise<T>,
): Promise<T> {
  await installExtension(options.install, options.dataFolder, vsix);
  const server = await CodeServer.start({ reconnectionGraceSeconds: 5, ...options });
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** Runs end-to-end tests with a server, which they find through a file in `runFolder`. */
export async function runInterfaceSuite(
  server: CodeServer,
  runFolder: string,
  suite: Omit<NodeSuite, 'timeoutMs'>,
): ReturnType<typeof runNodeSuite> {
  const serverFile = await writeRunningServer(server.running, runFolder);
  return runNodeSuite({ timeoutMs: 240_000, ...suite, env: { ...suite.env, [serverVariable]: serverFile } });
}
