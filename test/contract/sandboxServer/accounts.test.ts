import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Keys } from '../../../src/sandbox/http/auth.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import type { Pace } from '../../../src/sandbox/world/pace.ts';
import {
  codeOf,
  idsIn,
  jobCodesOf,
  okOf,
  placeJobs,
  readJob,
  reviewableJobs,
  textJob,
  type Data,
} from '../sandboxRules/calls.ts';
import { fixtureKeys, signature, startFixture, type Answer, type SandboxFixture } from '../sandboxFixture.ts';
import { runSandbox } from '../sandboxProcess.ts';

const otherKeys: Keys = { apiKey: 'other & key = 100%', privateKey: 'o:t|h&e=r%s~e$c{r}et' };
const thirdKeys: Keys = { apiKey: 'third', privateKey: 'third secret' };

interface AccountState {
  readonly api_key: string;
  readonly balance: string;
  readonly spent: string;
  readonly orders: number;
  readonly jobs: number;
}
type State = Omit<AccountState, 'api_key'> & { readonly accounts: readonly AccountState[] };

function startSeveral(pace: Pace, sandbox: Partial<SandboxOptions> = {}): Promise<SandboxFixture> {
  return startFixture(pace, { sandbox: { accounts: [otherKeys, thirdKeys], ...sandbox } });
}

/** Returns the same sandbox, called with the keys of another account. */
function as(keys: Keys, fixture: SandboxFixture): SandboxFixture {
  return { ...fixture, call: (method, address, data) => fixture.callAs(keys, method, address, data) };
}

async function stateOf({ control }: SandboxFixture): Promise<State> {
  return okOf(await control('GET', '/state')) as State;
}

async function quoteFile({ sandbox }: SandboxFixture, keys: Keys, content: string): Promise<string> {
  const form = new FormData();
  const jobs = { one: { type: 'file', file_key: 'file', lc_src: 'en', lc_tgt: 'fr', tier: 'standard' } };
  for (const [name, value] of Object.entries({ ...signature(keys), data: JSON.stringify({ jobs }) }))
    form.set(name, value);
  form.set('file', new Blob([content]), 'page.txt');
  const answer = await fetch(`${sandbox.baseUrl}/translate/service/quote/file`, { method: 'POST', body: form });
  return (okOf((await answer.json()) as Answer) as { jobs: { one: { identifier: string } } }).jobs.one.identifier;
}

async function approve({ call }: SandboxFixture, id: string): Promise<void> {
  okOf(await call('PUT', `/translate/job/${id}`, { action: 'approve' }));
}

async function listed({ call }: SandboxFixture): Promise<readonly string[]> {
  return (okOf(await call('GET', '/translate/jobs', { timestamp_after: 0 })) as readonly { job_id: unknown }[]).map(
    ({ job_id: id }) => String(id),
  );
}

describe('contract: several accounts', function () {
  this.timeout(20_000);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-accounts-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  it('have separate balances, statistics, orders and jobs', async () => {
    await using fixture = await startSeveral('manual', { openingCents: 10_000 });
    const other = as(otherKeys, fixture);
    const mine = await idsIn(
      fixture,
      await placeJobs(fixture, [textJob(), textJob({ body_src: 'One more' })]),
      'jobs_available',
    );
    const [its] = await idsIn(other, await placeJobs(other, [textJob({ tier: 'pro' })]), 'jobs_available');
    assert.deepEqual(
      [await listed(fixture), await listed(other), await listed(as(thirdKeys, fixture))],
      [mine, [its], []],
    );
    const spent: unknown[] = [];
    for (const account of [fixture, other, as(thirdKeys, fixture)]) {
      const { credits } = okOf(await account.call('GET', '/account/balance')) as Data;
      const { credits_spent: credit } = okOf(await account.call('GET', '/account/stats')) as Data;
      assert.equal(Number(credits) + Number(credit), 100);
      spent.push(Number(credit));
    }
    assert.deepEqual(spent, [0.2, 0.2, 0]);
    const { accounts, ...totals } = await stateOf(fixture);
    assert.deepEqual([totals.orders, totals.jobs, totals.balance, totals.spent], [2, 3, '99.80', '0.20']);
    assert.deepEqual(accounts, [
      { api_key: fixtureKeys.apiKey, balance: '99.80', spent: '0.20', orders: 1, jobs: 2 },
      { api_key: otherKeys.apiKey, balance: '99.80', spent: '0.20', orders: 1, jobs: 1 },
      { api_key: thirdKeys.apiKey, balance: '100.00', spent: '0.00', orders: 0, jobs: 0 },
    ]);
  });

  it('share no id of an order or a job', async () => {
    await using fixture = await startSeveral('manual');
    const accounts = [fixture, as(otherKeys, fixture), as(thirdKeys, fixture)];
    const orders = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        placeJobs(accounts[index % 3]!, [textJob({ body_src: `a ${index}` }), textJob({ body_src: `b ${index}` })]),
      ),
    );
    const jobs = await Promise.all(orders.map((id, index) => idsIn(accounts[index % 3]!, id, 'jobs_available')));
    assert.deepEqual([new Set(orders).size, new Set(jobs.flat()).size], [12, 24]);
  });

  it('are not answered with jobs approved by another account', async () => {
    await using fixture = await startSeveral('manual');
    const other = as(otherKeys, fixture);
    const [id] = await reviewableJobs(fixture, [textJob()]);
    await approve(fixture, id!);
    const quoted = async ({ call }: SandboxFixture): Promise<number> => {
      const {
        jobs: [entry],
      } = okOf(await call('POST', '/translate/service/quote', { jobs: [textJob()] })) as {
        jobs: { credits: unknown }[];
      };
      return Number(entry?.credits);
    };
    assert.deepEqual([await quoted(fixture), await quoted(other)], [0, 0.1]);
    const placed = okOf(await other.call('POST', '/translate/jobs', { jobs: [textJob()] })) as Data;
    assert.deepEqual([placed['jobs'], Number(placed['credits_used'])], [undefined, 0.1]);
    const known = okOf(await fixture.call('POST', '/translate/jobs', { jobs: [textJob()], comment: 'Again' })) as {
      jobs: readonly (readonly Data[])[];
    };
    assert.deepEqual(
      Object.values(known.jobs)
        .flat()
        .map((job) => String(job['job_id'])),
      [id],
    );
  });

  it('may send a payload that another account has just sent', async () => {
    await using fixture = await startSeveral('manual');
    const payload = { jobs: [textJob()] };
    okOf(await fixture.call('POST', '/translate/jobs', payload));
    okOf(await fixture.callAs(otherKeys, 'POST', '/translate/jobs', payload));
    assert.deepEqual(
      [
        codeOf(await fixture.call('POST', '/translate/jobs', payload)),
        codeOf(await fixture.callAs(otherKeys, 'POST', '/translate/jobs', payload)),
      ],
      [1754, 1754],
    );
  });

  it('have no glossaries and preferred translators, except the first account', async () => {
    await using fixture = await startSeveral('manual');
    const jobs = [textJob({ glossary_id: 115 }), textJob({ lc_tgt: 'ja', use_preferred: 1 })];
    const readings = ['/translate/glossary', '/account/preferred_translators'];
    for (const reading of readings) {
      assert.equal((okOf(await fixture.call('GET', reading)) as unknown[]).length, 2);
      assert.deepEqual(okOf(await fixture.callAs(otherKeys, 'GET', reading)), []);
    }
    okOf(await fixture.call('GET', '/translate/glossary/115'));
    assert.equal(codeOf(await fixture.callAs(otherKeys, 'GET', '/translate/glossary/115')), 404);
    for (const address of ['/translate/service/quote', '/translate/jobs']) {
      okOf(await fixture.call('POST', address, { jobs }));
      assert.deepEqual(jobCodesOf(await fixture.callAs(otherKeys, 'POST', address, { jobs })), {
        0: [404],
        1: [1701],
      });
    }
  });

  it("can order only the files that they had quoted; anyone with a file's address may download it", async () => {
    await using fixture = await startSeveral('instant');
    for (const [owner, foreignKeys, content] of [
      [fixtureKeys, otherKeys, 'First text'],
      [otherKeys, fixtureKeys, 'Second text'],
    ] as const) {
      const jobs = { one: { type: 'file', identifier: await quoteFile(fixture, owner, content) } };
      assert.deepEqual(jobCodesOf(await fixture.callAs(foreignKeys, 'POST', '/translate/jobs', { jobs })), {
        one: [1303],
      });
      const account = as(owner, fixture);
      const [id] = await idsIn(account, await placeJobs(account, [jobs.one]), 'jobs_reviewable');
      const job = await readJob(account, id!);
      assert.equal(await (await fetch(String(job['file_url_src']))).text(), content);
      assert.notEqual(await (await fetch(String(job['file_url_tgt']))).text(), content);
    }
    for (const address of [`/files/${'0'.repeat(64)}/source/page.txt`, '/files/x', '/files/']) {
      assert.equal((await fetch(new URL(address, fixture.sandbox.baseUrl))).status, 404, address);
    }
  });

  it('sign with their own keys, and need none for open calls', async () => {
    await using fixture = await startSeveral('manual');
    for (const keys of [
      { ...otherKeys, privateKey: fixtureKeys.privateKey },
      { ...fixtureKeys, privateKey: otherKeys.privateKey },
      { ...otherKeys, privateKey: '' },
      { apiKey: 'unknown', privateKey: '' },
    ]) {
      assert.equal(codeOf(await fixture.callAs(keys, 'GET', '/account/me')), 1000);
    }
    const languages = await fetch(`${fixture.sandbox.baseUrl}/translate/service/languages`);
    assert.ok((okOf((await languages.json()) as Answer) as unknown[]).length > 10);
  });

  it('are affected by control calls and the clock', async () => {
    await using fixture = await startSeveral('manual');
    const other = as(otherKeys, fixture);
    const [mine] = await reviewableJobs(fixture, [textJob()]);
    const [its] = await reviewableJobs(other, [textJob()]);
    okOf(await fixture.control('POST', '/clock', { advance_s: 121 * 3600 }));
    assert.deepEqual(
      [(await readJob(fixture, mine!))['status'], (await readJob(other, its!))['status']],
      ['approved', 'approved'],
    );
    assert.equal(codeOf(await fixture.control('POST', '/jobs/1/start')), 2100);
  });

  it('receive callbacks without any requests', async () => {
    const received = Promise.withResolvers<string>();
    const server = createServer((incoming, outgoing) => {
      void text(incoming).then((body) => {
        outgoing.end();
        const { status, callback_url: address } = JSON.parse(new URLSearchParams(body).get('job') ?? '{}') as Data;
        if (status === 'reviewable') received.resolve(String(address));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await using fixture = await startSeveral('fast');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/other`;
      await placeJobs(as(otherKeys, fixture), [textJob({ body_src: 'Hi', callback_url: url })]);
      assert.equal(await received.promise, url);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  describe('in a data file', () => {
    const keptIn = (name: string): Partial<SandboxOptions> => ({ dataFile: path.join(folder, name) });

    it('are stored with everything except private keys, and kept while their keys are not given', async () => {
      let [mine, its, identifier] = ['', '', ''];
      {
        await using fixture = await startSeveral('manual', keptIn('data.jsonl'));
        [mine = ''] = await reviewableJobs(fixture, [textJob()]);
        [its = ''] = await reviewableJobs(as(otherKeys, fixture), [textJob()]);
        await approve(as(otherKeys, fixture), its);
        identifier = await quoteFile(fixture, otherKeys, 'Some text');
      }
      const written = await readFile(path.join(folder, 'data.jsonl'), 'utf8');
      for (const { privateKey } of [otherKeys, thirdKeys])
        assert.ok(!written.includes(JSON.stringify(privateKey).slice(1, -1)));
      {
        await using fixture = await startFixture('manual', { sandbox: keptIn('data.jsonl') });
        assert.equal(codeOf(await fixture.callAs(otherKeys, 'GET', '/account/me')), 1000);
        assert.equal(codeOf(await fixture.call('GET', `/translate/job/${its}`)), 2100);
        const [next] = await reviewableJobs(fixture, [textJob({ body_src: 'Something else' })]);
        assert.equal(Number(next), Number(its) + 1);
        const { orders, jobs, accounts } = await stateOf(fixture);
        assert.deepEqual([orders, jobs, accounts.map((account) => account.jobs)], [3, 3, [2, 1, 0]]);
      }
      await using fixture = await startSeveral('manual', {
        ...keptIn('data.jsonl'),
        accounts: [thirdKeys, { ...otherKeys, privateKey: 'a new one' }],
      });
      const other = as({ ...otherKeys, privateKey: 'a new one' }, fixture);
      assert.deepEqual(
        [(await readJob(fixture, mine))['status'], (await readJob(other, its))['status']],
        ['reviewable', 'approved'],
      );
      assert.equal(codeOf(await fixture.callAs(otherKeys, 'GET', '/account/me')), 1000);
      const known = okOf(await other.call('POST', '/translate/jobs', { jobs: [textJob()], comment: 'Again' })) as {
        jobs: object;
      };
      assert.equal(Object.values(known.jobs).flat().length, 1);
      okOf(await other.call('POST', '/translate/jobs', { jobs: [{ type: 'file', identifier }] }));
    });

    it('stay the same if the first account gets other keys', async () => {
      let [mine, its] = ['', ''];
      {
        await using fixture = await startSeveral('manual', keptIn('data.jsonl'));
        [mine = ''] = await reviewableJobs(fixture, [textJob()]);
        [its = ''] = await reviewableJobs(as(otherKeys, fixture), [textJob()]);
      }
      await using fixture = await startSeveral('manual', {
        ...keptIn('data.jsonl'),
        apiKey: 'rotated',
        privateKey: 'rotated too',
      });
      assert.deepEqual(
        [(await readJob(fixture, mine))['status'], (await readJob(as(otherKeys, fixture), its))['status']],
        ['reviewable', 'reviewable'],
      );
      assert.equal(codeOf(await fixture.callAs(fixtureKeys, 'GET', '/account/me')), 1000);
    });

    it('are added to a data file of an older version', async () => {
      await copyFile(
        path.resolve(import.meta.dirname, '../../fixtures/journals/orders/sandbox.jsonl'),
        path.join(folder, 'sandbox.jsonl'),
      );
      let before: readonly string[];
      {
        await using fixture = await startFixture('manual', { sandbox: keptIn('sandbox.jsonl') });
        before = await listed(fixture);
        assert.ok(before.length > 0);
      }
      await using fixture = await startSeveral('manual', keptIn('sandbox.jsonl'));
      assert.deepEqual([await listed(fixture), await listed(as(otherKeys, fixture))], [before, []]);
      const [next] = await reviewableJobs(as(otherKeys, fixture), [textJob()]);
      assert.ok(!before.includes(next!));
    });

    it("need an API key that differs from the first account's", async () => {
      await (await startFixture('manual', { sandbox: keptIn('data.jsonl') }))[Symbol.asyncDispose]();
      const { code, stderr } = await runSandbox(
        '--data',
        path.join(folder, 'data.jsonl'),
        '--account',
        `${fixtureKeys.apiKey}:meant-as-key`,
      ).ended;
      assert.deepEqual(
        [code, stderr.trim()],
        [1, 'Two accounts have the same API key. Give each account a key of its own.'],
      );
    });
  });

  it('are given on the command line, and again after a kill', async () => {
    const args = [
      '--pace',
      'manual',
      '--api-key',
      'first',
      '--private-key',
      's',
      '--account',
      'second:a:b',
      '--account',
      'third:c',
      '--data',
      path.join(folder, 'data.jsonl'),
    ];
    const keys: Keys = { apiKey: 'second', privateKey: 'a:b' };
    const form = (data: Data): URLSearchParams =>
      new URLSearchParams({ ...signature(keys), data: JSON.stringify(data) });
    await using first = runSandbox(...args);
    const { baseUrl, apiKey } = (await first.line)!;
    assert.equal(apiKey, 'first');
    const placed = (await (
      await fetch(`${baseUrl}/translate/jobs`, { method: 'POST', body: form({ jobs: [textJob()] }) })
    ).json()) as Answer;
    const { order_id: order } = okOf(placed) as { order_id: unknown };
    await first.kill('SIGKILL');
    await using second = runSandbox(...args);
    const { baseUrl: again } = (await second.line)!;
    const read = async (who: Keys): Promise<Answer> =>
      (await (
        await fetch(`${again}/translate/order/${String(order)}?${new URLSearchParams(signature(who)).toString()}`)
      ).json()) as Answer;
    okOf(await read(keys));
    assert.deepEqual(
      [
        codeOf(await read({ apiKey: 'first', privateKey: 's' })),
        codeOf(await read({ apiKey: 'third', privateKey: 'c' })),
      ],
      [2750, 2750],
    );
    await second.kill('SIGTERM');
    assert.doesNotMatch((await second.ended).stderr, /a:b|second|third/u);
  });
});
