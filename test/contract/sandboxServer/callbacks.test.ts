import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly type: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** The names as received over the wire. */
  readonly headerNames: readonly string[];
}

/** A server for callbacks, which answers with the status that `answer` returns. */
interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
  status: number;
  /** Maximum number of simultaneous requests. */
  readonly mostAtOnce: number;
  /** While set, no request is answered. */
  hold?: Promise<void> | undefined;
}

async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer(
    (incoming, outgoing) =>
      void answer(incoming).then((status) => outgoing.writeHead(status, { location: '/elsewhere' }).end('{}')),
  );
  const answer = async (incoming: IncomingMessage): Promise<number> => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    await receiver.hold;
    received.push({
      method: incoming.method!,
      url: incoming.url!,
      type: incoming.headers['content-type'],
      fields: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
      headerNames: incoming.rawHeaders.filter((_text, index) => index % 2 === 0),
    });
    atOnce -= 1;
    return receiver.status;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?secret=s3cret`,
    received,
    status: 200,
    hold: undefined,
    get mostAtOnce() {
      return mostAtOnce;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  } satisfies Receiver as Receiver;
  return receiver;
}

interface Counts {
  readonly pending: number;
  readonly sent: number;
  readonly given_up: number;
  readonly too_large: number;
}

async function counts(fixture: SandboxFixture): Promise<Counts> {
  return ((await fixture.control('GET', '/state')).response as { callbacks: Counts }).callbacks;
}

/** Waits until the counts satisfy the condition; only the test's own timeout limits the wait. */
async function until(fixture: SandboxFixture, fits: (now: Counts) => boolean): Promise<Counts> {
  for (;;) {
    const now = await counts(fixture);
    if (fits(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function order(fixture: SandboxFixture, job: object = {}): Promise<string> {
  const placed = await fixture.call('POST', '/translate/jobs', {
    jobs: {
      one: { body_src: `Hello ${Math.random()}`, lc_src: 'en', lc_tgt: 'fr', tier: 'pro', custom_data: 'mine', ...job },
    },
  });
  const { order_id: id } = placed.response as { order_id: string };
  const shown = (await fixture.call('GET', `/translate/order/${id}`)).response as {
    order: { jobs_available: string[]; jobs_reviewable: string[] };
  };
  return [...shown.order.jobs_available, ...shown.order.jobs_reviewable][0]!;
}

const statuses = (receiver: Receiver): unknown[] =>
  receiver.received.map(({ fields }) =>
    fields['job'] === undefined ? 'comment' : (JSON.parse(fields['job']) as { status: string }).status,
  );

describe('contract: callbacks', function () {
  this.timeout(20_000);

  it('posts a form with one field, which is the job as returned by GET, for each event', async () => {
    await using receiver = await startReceiver();
    await using fixture = await startFixture('manual');
    const id = await order(fixture, { callback_url: receiver.url });
    await fixture.control('POST', `/jobs/${id}/start`);
    await fixture.control('POST', `/jobs/${id}/finish`);
    await until(fixture, ({ sent, pending }) => sent === 3 && pending === 0);
    assert.deepEqual(statuses(receiver), ['available', 'pending', 'reviewable']);
    const last = receiver.received[2]!;
    assert.deepEqual(
      [last.method, last.url, last.type, Object.keys(last.fields)],
      ['POST', '/hook?secret=s3cret', 'application/x-www-form-urlencoded', ['job']],
    );
    const { job } = (await fixture.call('GET', `/translate/job/${id}`)).response as { job: object };
    assert.deepEqual(JSON.parse(last.fields['job']!), job);
  });

  it("posts a job for each action of the customer, but not for the customer's comments", async () => {
    await using receiver = await startReceiver();
    await using fixture = await startFixture('manual', { sandbox: { callbackUrl: receiver.url } });
    const { call, control } = fixture;
    const id = await order(fixture);
    await control('POST', `/jobs/${id}/start`);
    for (const action of ['revise', 'reject', 'approve', 'archive']) {
      if (action !== 'archive') await control('POST', `/jobs/${id}/finish`);
      await call('POST', `/translate/job/${id}/comment`, { body: 'By the way …' });
      await call('PUT', `/translate/job/${id}`, { action, comment: 'Because.', reason: 'other' });
      if (action === 'reject') await control('POST', `/jobs/${id}/start`);
    }
    await until(fixture, ({ sent, pending }) => sent === 11 && pending === 0);
    assert.deepEqual(statuses(receiver), [
      'available',
      'pending',
      'reviewable',
      'revising',
      'reviewable',
      'rejected',
      'available',
      'pending',
      'reviewable',
      'approved',
      'archived',
    ]);
  });

  for (const [way, cancel] of [
    ['by itself', (fixture, id) => fixture.call('DELETE', `/translate/job/${id}`)],
    ['with others', (fixture, id) => fixture.call('DELETE', `/translate/jobs/${id}`)],
    [
      'with its order',
      async (fixture, id) => {
        const { job } = (await fixture.call('GET', `/translate/job/${id}`)).response as { job: { order_id: unknown } };
        return fixture.call('DELETE', `/translate/order/${String(job.order_id)}`);
      },
    ],
  ] satisfies (readonly [string, (fixture: SandboxFixture, id: string) => Promise<unknown>])[]) {
    it(`posts a job that is canceled ${way}`, async () => {
      await using receiver = await startReceiver();
      await using fixture = await startFixture('manual', { sandbox: { callbackUrl: receiver.url } });
      await cancel(fixture, await order(fixture));
      await until(fixture, ({ sent, pending }) => sent === 2 && pending === 0);
      assert.deepEqual(statuses(receiver), ['available', 'canceled']);
    });
  }

  it('names its headers in the usual case', async () => {
    await using receiver = await startReceiver();
    await using fixture = await startFixture('manual', { sandbox: { callbackUrl: receiver.url } });
    await order(fixture);
    await until(fixture, ({ sent }) => sent === 1);
    assert.deepEqual(receiver.received[0]!.headerNames.toSorted(), [
      'Connection',
      'Content-Length',
      'Content-Type',
      'Host',
      'User-Agent',
    ]);
  });

  it('posts comments of translators', async () => {
    await using receiver = await startReceiver();
    await using fixture = await startFixture('manual', { sandbox: { callbackUrl: receiver.url } });
    const id = await order(fixture);
    await fixture.control('POST', `/jobs/${id}/start`);
    await fixture.control('POST', `/jobs/${id}/comment`, { body: 'Which café?' });
    await until(fixture, ({ sent }) => sent === 3);
    const comment = JSON.parse(receiver.received[2]!.fields['comment']!) as Record<string, unknown>;
    assert.deepEqual(
      { ...comment, ctime: 0 },
      { job_id: Number(id), body: 'Which café?', ctime: 0, author: 'translator', custom_data: 'mine' },
    );
  });

  it("uses the job's address rather than the account's", async () => {
    await using own = await startReceiver();
    await using common = await startReceiver();
    await using fixture = await startFixture('manual', { sandbox: { callbackUrl: common.url } });
    await order(fixture, { callback_url: own.url });
    await order(fixture);
    await until(fixture, ({ sent }) => sent === 2);
    assert.deepEqual([own.received.length, common.received.length], [1, 1]);
  });

  it('is sent without any requests', async () => {
    await using receiver = await startReceiver();
    await using fixture = await startFixture('fast');
    await fixture.call('POST', '/translate/jobs', {
      jobs: { one: { body_src: 'Hello', lc_src: 'en', lc_tgt: 'fr', tier: 'pro', callback_url: receiver.url } },
    });
    while (receiver.received.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(statuses(receiver), ['available', 'pending', 'reviewable']);
  });

  for (const status of [500, 404, 201, 302]) {
    it(`is retried every 15 minutes of the sandbox's clock until the answer is 200, not ${status}`, async () => {
      await using receiver = await startReceiver();
      receiver.status = status;
      await using fixture = await startFixture('manual', { sandbox: { callbackUrl: receiver.url } });
      await order(fixture);
      const advance = (seconds: number): Promise<unknown> => fixture.control('POST', '/clock', { advance_s: seconds });
      while (receiver.received.length < 1) await until(fixture, () => true);
      await advance(14 * 60);
      assert.equal(receiver.received.length, 1);
      while (receiver.received.length < 2) await advance(60);
      receiver.status = 200;
      while (receiver.received.length < 3) await advance(15 * 60);
      const { pending, sent, given_up: givenUp } = await until(fixture, (now) => now.sent === 1);
      assert.deepEqual([pending, sent, givenUp], [0, 1, 0]);
      assert.ok(
        receiver.received.every(({ url }) => url.startsWith('/hook')),
        'a redirect was followed',
      );
    });
  }

  it('is given up after 12 hours', async () => {
    await using receiver = await startReceiver();
    receiver.status = 503;
    await using fixture = await startFixture('manual', { sandbox: { callbackUrl: receiver.url } });
    await order(fixture);
    for (;;) {
      const before = receiver.received.length;
      const { given_up: givenUp } = await counts(fixture);
      if (givenUp === 1) break;
      if (before > 0) await fixture.control('POST', '/clock', { advance_s: 15 * 60 });
    }
    assert.ok(receiver.received.length >= 40 && receiver.received.length <= 49, `${receiver.received.length} tries`);
  });

  it('is limited to two at a time for one host and one at a time for a job', async () => {
    await using receiver = await startReceiver();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    receiver.hold = promise;
    await using fixture = await startFixture('instant', { sandbox: { callbackUrl: receiver.url } });
    for (let index = 0; index < 5; index += 1) await order(fixture);
    assert.equal((await counts(fixture)).pending, 15);
    resolve(undefined);
    await until(fixture, ({ sent }) => sent === 15);
    assert.ok(receiver.mostAtOnce <= 2, `${receiver.mostAtOnce} at once`);
    const byJob = Map.groupBy(
      receiver.received.map(({ fields }) => JSON.parse(fields['job']!) as { job_id: string; status: string }),
      ({ job_id: id }) => id,
    );
    for (const events of byJob.values())
      assert.deepEqual(
        events.map(({ status }) => status),
        ['available', 'pending', 'reviewable'],
      );
  });

  it('does not send bodies over 60 KB', async () => {
    await using receiver = await startReceiver();
    await using fixture = await startFixture('manual', { sandbox: { callbackUrl: receiver.url } });
    await order(fixture, { body_src: 'word '.repeat(13_000) });
    assert.deepEqual(await counts(fixture), { pending: 0, sent: 0, given_up: 0, too_large: 1 });
    assert.equal(receiver.received.length, 0);
  });

  it('is not sent to addresses other than loopback unless allowed; logs the address without its query', async () => {
    const lines: string[] = [];
    await using fixture = await startFixture('manual', { sandbox: { log: (line) => lines.push(line) } });
    const forbidden = [
      'http://192.0.2.1/x?token=t',
      'http://[2001:db8::1]/',
      'http://example.invalid/',
      'http://0.0.0.0:1/',
      'http://10.0.0.1/',
      'http://169.254.169.254/',
    ];
    for (const url of forbidden) await order(fixture, { callback_url: url });
    const { pending, given_up: givenUp } = await until(fixture, (now) => now.given_up === forbidden.length);
    assert.deepEqual([pending, givenUp], [0, forbidden.length]);
    assert.ok(lines.some((line) => line.includes('http://192.0.2.1 given up')));
    assert.ok(!lines.some((line) => line.includes('token')));
  });

  it('is sent to localhost by name', async () => {
    await using receiver = await startReceiver();
    await using fixture = await startFixture('manual');
    await order(fixture, { callback_url: receiver.url.replace('127.0.0.1', 'localhost') });
    await until(fixture, ({ sent }) => sent === 1);
  });

  it('continues after a restart', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sandbox-callbacks-'));
    try {
      await using receiver = await startReceiver();
      receiver.status = 500;
      const lines: string[] = [];
      const sandbox = {
        dataFile: path.join(folder, 'data.jsonl'),
        callbackUrl: receiver.url,
        log: (line: string) => lines.push(line),
      };
      {
        await using fixture = await startFixture('manual', { sandbox });
        await order(fixture);
        while (!lines.some((line) => line.includes('failed: answered with HTTP 500'))) await until(fixture, () => true);
      }
      receiver.status = 200;
      await using fixture = await startFixture('manual', { sandbox });
      assert.equal((await counts(fixture)).pending, 1);
      await fixture.control('POST', '/clock', { advance_s: 15 * 60 });
      await until(fixture, ({ sent, pending }) => sent === 1 && pending === 0);
      assert.deepEqual(receiver.received[0]!.fields, receiver.received.at(-1)!.fields);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
