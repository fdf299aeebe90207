import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ExternalSandbox } from './externalSandbox.ts';
import { hostileText } from './hostileText.ts';

/** Response fields with text by the service, its staff or translators. */
const hostileFields: ReadonlySet<string> = new Set([
  'body',
  'slug',
  'title',
  'description',
  'language',
  'localized_name',
  'currency',
  'msg',
  'full_name',
  'display_name',
]);

/** A service that responds like the sandbox, with a hostile text in every text field. */
export class HostileService {
  readonly sandbox: ExternalSandbox;
  readonly #server: Server;
  #refuses: string | undefined;

  private constructor(sandbox: ExternalSandbox) {
    this.sandbox = sandbox;
    this.#server = createServer((incoming, outgoing) => {
      this.#answer(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  static async start(): Promise<HostileService> {
    const service = new HostileService(await ExternalSandbox.start('--pace', 'manual'));
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v2`;
  }

  /** Refuses later calls whose path begins with `path`, with a hostile message; none if absent. */
  refuse(path?: string): void {
    this.#refuses = path;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.sandbox.stop();
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const target = new URL(incoming.url ?? '/', this.sandbox.baseUrl);
    if (this.#refuses !== undefined && target.pathname.startsWith(this.#refuses)) {
      send(outgoing, 200, JSON.stringify({ opstat: 'error', err: { code: 99999, msg: hostileText } }));
      return;
    }
    const type = incoming.headers['content-type'];
    const answer = await fetch(target, {
      method: incoming.method ?? 'GET',
      headers: { accept: incoming.headers.accept ?? '*/*', ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body === '' ? {} : { body }),
    });
    send(
      outgoing,
      answer.status,
      JSON.stringify(JSON.parse(await answer.text()), (name, value: unknown) =>
        hostileFields.has(name) && typeof value === 'string' ? hostileText : value,
      ),
    );
  }
}

function send(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(body);
}
