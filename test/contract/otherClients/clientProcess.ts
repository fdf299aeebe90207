import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { suiteLog } from '../logSink.ts';
import type { Outcome } from './driver.ts';
import type { ClientName, ClientOptions } from './publicClients.ts';
import type { ServiceProxy } from './serviceProxy.ts';

const driver = path.join(import.meta.dirname, 'driver.ts');

/** A public client in its own process, with the proxy in its environment. */
export interface ClientProcess extends AsyncDisposable {
  call(method: string, ...args: readonly unknown[]): Promise<Outcome>;
}

export async function startClient(
  name: ClientName,
  options: ClientOptions,
  proxy: ServiceProxy,
): Promise<ClientProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'other-client-'));
  const certificateFile = path.join(folder, 'certificate.pem');
  await writeFile(certificateFile, proxy.certificate);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([variable]) => !/^(?:https?|no)_proxy$/iu.test(variable)),
  );
  const child = spawn(process.execPath, [driver, name], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...env, HTTP_PROXY: proxy.proxy, HTTPS_PROXY: proxy.proxy, NODE_EXTRA_CA_CERTS: certificateFile },
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
  const ended = once(child, 'close');
  const results = createInterface(child.stdout)[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify(options)}\n`);
  let last: Promise<unknown> = Promise.resolve();
  return {
    call: (method, ...args) => {
      const outcome = last.then(async () => {
        child.stdin.write(`${JSON.stringify({ method, args })}\n`);
        const line = await results.next();
        if (line.done === true) throw new Error(`The client's process ended: ${errorOutput}`);
        return JSON.parse(line.value) as Outcome;
      });
      last = outcome.catch(() => undefined);
      return outcome;
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
      suiteLog.note('other client', errorOutput);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
