import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import type { ServiceClient, ServiceClientOptions } from '../../../src/service/interface/serviceClient.ts';
import type { ServiceError } from '../../../src/service/interface/serviceError.ts';
import { signature } from '../../../src/service/http/signature.ts';
import { credentials, cut, err, failureOf, ok, raw, withClient, type Received, type Respond } from './localService.ts';

const sig = signature(credentials.privateKey, 1_700_000_000);
const html = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/'/g, '&#039;');
/** The keys in all encodings. */
const secrets = [credentials.apiKey, credentials.privateKey].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ '': secret }).toString().slice(1),
  html(secret),
  JSON.stringify(secret).slice(1, -1),
]);
const forbidden = [...new Set([...secrets, sig, 'hunter2'])];

/** Returns all text of an error that a log, a crash dump or a report may contain. */
function shown(failure: ServiceError): string {
  return [
    inspect(failure, { depth: Infinity, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null }),
    failure.stack,
    String(failure),
    JSON.stringify(failure),
    JSON.stringify([...(failure.jobErrors ?? [])]),
    JSON.stringify(
      (process.report.getReport(failure) as unknown as { readonly javascriptStack: unknown }).javascriptStack,
    ),
  ].join('\n');
}

function assertClean(text: string): void {
  for (const secret of forbidden) assert.ok(!text.includes(secret), `${secret} in ${text}`);
}

const echoed = ({ path, query, body, bytes }: Received): string =>
  [
    `${path}?${query.toString()} ${body} ${bytes.toString('latin1')}`,
    `${credentials.apiKey} ${credentials.privateKey} ${sig}`,
    `${html(credentials.apiKey)} ${JSON.stringify(credentials.privateKey)}`,
  ].join(' ');

const page: Respond = (response, received, index) => {
  raw(`<p>${html(echoed(received))} ${echoed(received)}</p>`, 200)(response, received, index);
};
const answers: Readonly<Record<string, Respond>> = {
  'a cut connection': cut,
  'half an answer': (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write(credentials.apiKey, () => response.destroy());
  },
  'a page that echoes': page,
  'a gateway’s page that echoes': (response, received, index) => {
    raw(echoed(received), 502)(response, received, index);
  },
  'an error that echoes': (response, received, index) => {
    err({ code: 1000, msg: echoed(received) })(response, received, index);
  },
  'an error that is a text that echoes': (response, received, index) => {
    err(echoed(received))(response, received, index);
  },
  'errors of single jobs that echo': (response, received, index) => {
    err({ job_1: [{ code: 1551, msg: echoed(received) }] })(response, received, index);
  },
  'errors of single jobs inside an answer that is fine': (response, received, index) => {
    ok({ jobs: { job_1: { err: { code: 1551, msg: echoed(received) } } } })(response, received, index);
  },
  'an answer of wrong types': (response, received, index) => {
    ok({
      jobs: [echoed(received)],
      order_id: echoed(received),
      credits: echoed(received),
      credits_used: echoed(received),
    })(response, received, index);
  },
  'a redirect that echoes': (response, received, index) => {
    raw('', 302, {
      location: `https://example.com/${encodeURIComponent(credentials.apiKey)}?${received.query.toString()}`,
    })(response, received, index);
  },
  'a redirect to nowhere': raw('', 307),
};

const job = { key: 'job_1', text: 'Save', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' };
const calls: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  'a read': (client) => client.account.balance(),
  'a list': (client) => client.jobs.list({ timestampAfter: 1 }),
  'an order': (client) => client.orders.place({ jobs: [job] }),
  'a quote': (client) => client.service.quote([job]),
  'a quote of files': (client) => client.service.quoteFiles([{ ...job, filename: 'a.md', content: Buffer.from('x') }]),
  'a cancellation': (client) => client.jobs.cancel('7'),
};

describe('keys and signatures', () => {
  for (const [what, answer] of Object.entries(answers)) {
    for (const [which, call] of Object.entries(calls)) {
      it(`are in no error, stack, report and log after ${what} to ${which}`, async () => {
        await withClient(answer, async (client, _service, lines) => {
          // A cancellation accepts an answer with any fields, and a failed file is an entry instead of an error.
          const outcome = await call(client).then(
            (value) => inspect(value, { depth: Infinity }),
            (error: unknown) => shown(error as ServiceError),
          );
          assertClean(outcome);
          assert.ok(lines.length >= 1);
          assertClean(lines.join('\n'));
        });
      });
    }
  }

  const others: Readonly<Record<string, Partial<ServiceClientOptions>>> = {
    'a connection that is refused': { baseUrl: 'http://127.0.0.1:1/v2' },
    'a name that does not exist': { baseUrl: 'https://service.invalid/v2' },
    'a proxy that does not exist': { baseUrl: 'https://service.invalid/v2', proxy: 'http://me:hunter2@127.0.0.1:1' },
    'a proxy with an address that is not valid': {
      baseUrl: 'https://service.invalid/v2',
      proxy: 'http://me:hunter2@:::',
    },
    'a key store with keys in its error': {
      credentials: () => Promise.reject(new Error(`cannot open ${credentials.privateKey}`, { cause: credentials })),
    },
    'no answer in time': { timeoutMs: 50 },
  };
  for (const [what, options] of Object.entries(others)) {
    it(`are in no error, stack, report and log after ${what}`, async () => {
      await withClient(
        () => undefined,
        async (client, _service, lines) => {
          for (const call of [() => client.orders.place({ jobs: [job] }), () => client.jobs.cancel('7')])
            assertClean(shown(await failureOf(call())));
          assertClean(lines.join('\n'));
        },
        options,
      );
    }).timeout(10_000);
  }

  it('are in no error, stack, report and log after an answer that is not HTTP', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (request) => socket.end(request));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const options = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2` };
    await withClient(
      ok({}),
      async (client, _service, lines) => {
        for (const call of Object.values(calls)) assertClean(shown(await failureOf(call(client))));
        assertClean(lines.join('\n'));
      },
      options,
    );
    server.close();
  });
});
