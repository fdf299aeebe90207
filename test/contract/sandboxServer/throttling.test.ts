import assert from 'node:assert/strict';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';

type Group = 'jobs' | 'account' | 'order' | 'service' | 'other';

interface Limits {
  readonly requests: Readonly<Record<Group, number>>;
  readonly exceeded: Readonly<Record<Group, number>>;
}

async function limitsOf(fixture: SandboxFixture): Promise<Limits> {
  return (await fixture.control('GET', '/state')).response as Limits;
}

/** Sends all calls at once, so that they are within one window. */
async function burst({ sandbox }: SandboxFixture, path: string, calls: number): Promise<readonly Response[]> {
  return Promise.all(Array.from({ length: calls }, () => fetch(sandbox.baseUrl + path)));
}

describe('contract: throttling', () => {
  it('off: answers calls over the limit, and counts them by group', async () => {
    await using fixture = await startFixture('manual', { sandbox: { limits: 'sandbox' } });
    const answers = await burst(fixture, '/translate/service/languages', 20);
    for (const answer of answers) assert.equal(((await answer.json()) as { opstat: string }).opstat, 'ok');
    const { requests, exceeded } = await limitsOf(fixture);
    assert.equal(requests.service, 20);
    assert.ok(exceeded.service > 0 && exceeded.service < 20);
    assert.deepEqual({ ...exceeded, service: 0 }, { jobs: 0, account: 0, order: 0, service: 0, other: 0 });
  });

  it('429: refuses calls over the limit with a retry time, and changes nothing', async () => {
    await using fixture = await startFixture('manual', { sandbox: { limits: 'sandbox', throttle: '429' } });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        fixture.call('POST', '/translate/jobs', {
          jobs: { a: { body_src: `text ${index}`, lc_src: 'en', lc_tgt: 'fr', tier: 'pro' } },
        }),
      ),
    );
    const placed = answers.filter(({ opstat }) => opstat === 'ok').length;
    assert.ok(placed > 0 && placed < 10);
    const { exceeded } = await limitsOf(fixture);
    assert.equal(exceeded.jobs, 10 - placed);
    assert.equal(((await fixture.control('GET', '/state')).response as { orders: number }).orders, placed);
    const [refused] = (await burst(fixture, '/translate/service/languages', 20)).filter(({ status }) => status === 429);
    assert.equal(refused!.headers.get('retry-after'), '1');
    assert.equal(refused!.headers.get('content-type'), 'application/json');
    assert.deepEqual(await refused!.json(), {
      opstat: 'error',
      err: { code: 2800, msg: 'the interface is temporarily unavailable: too many requests' },
    });
  });

  it('code: refuses calls over the limit with HTTP 200 and code 2800', async () => {
    await using fixture = await startFixture('manual', { sandbox: { limits: 'production', throttle: 'code' } });
    const answers = await Promise.all(
      (await burst(fixture, '/translate/service/languages', 40)).map(async (answer) => [
        answer.status,
        ((await answer.json()) as { err?: { code: number } }).err?.code,
      ]),
    );
    assert.ok(answers.some(([status, code]) => status === 200 && code === 2800));
    assert.ok(answers.filter(([, code]) => code === undefined).length >= 10);
  });

  it("does not count the sandbox's own interface or downloads", async () => {
    await using fixture = await startFixture('manual', { sandbox: { limits: 'sandbox', throttle: '429' } });
    for (let index = 0; index < 10; index += 1) assert.equal((await fixture.control('GET', '/state')).opstat, 'ok');
    const downloads = await Promise.all(
      Array.from({ length: 10 }, () => fetch(new URL('/files/x/source/y', fixture.sandbox.baseUrl))),
    );
    assert.ok(downloads.every(({ status }) => status === 404));
    assert.deepEqual((await limitsOf(fixture)).requests, { jobs: 0, account: 0, order: 0, service: 0, other: 0 });
  });
});
