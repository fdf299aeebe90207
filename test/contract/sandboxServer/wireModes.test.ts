import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFixture, type Answer, type SandboxFixture } from '../sandboxFixture.ts';

/** Reads all calls about one job and the account. */
async function readAll({ call }: SandboxFixture, orderId: string): Promise<readonly unknown[]> {
  const order = responseOf(await call('GET', `/translate/order/${orderId}`)) as {
    readonly order: { readonly jobs_approved: readonly string[] };
  };
  const [id] = order.order.jobs_approved;
  const paths = [
    `/translate/job/${id!}`,
    `/translate/job/${id!}/revisions`,
    `/translate/job/${id!}/feedback`,
    '/translate/jobs',
    '/account/balance',
    '/account/stats',
  ];
  return [order, ...(await Promise.all(paths.map(async (resource) => responseOf(await call('GET', resource)))))];
}

function responseOf(answer: Answer): unknown {
  assert.equal(answer.opstat, 'ok', JSON.stringify(answer.err));
  return answer.response;
}

/** Returns the same data with numeric strings converted to numbers. */
function asNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asNumbers);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asNumbers(member)]));
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value;
}

describe('contract: a data file opened in another wire mode', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'wire-modes-'));
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  for (const [first, second] of [
    ['contract', 'recorded'],
    ['recorded', 'contract'],
  ] as const) {
    it(`has the same orders, from ${first} to ${second}`, async () => {
      const sandbox = { dataFile: path.join(folder, `${first}.jsonl`) };
      let before: readonly unknown[];
      let orderId: string;
      {
        await using fixture = await startFixture('instant', { wire: first, sandbox });
        const job = {
          body_src: 'Hello there',
          lc_src: 'en',
          lc_tgt: 'ja',
          tier: 'pro',
          auto_approve: 1,
          custom_data: 'mine',
        };
        orderId = String(
          (
            responseOf(await fixture.call('POST', '/translate/jobs', { jobs: { job_1: job } })) as {
              readonly order_id: number;
            }
          ).order_id,
        );
        before = await readAll(fixture, orderId);
      }
      await using fixture = await startFixture('instant', { wire: second, sandbox });
      const after = await readAll(fixture, orderId);
      assert.notDeepEqual(after, before);
      assert.deepEqual(asNumbers(after), asNumbers(before));
    });
  }

  it('writes numbers as the contract says by default', async () => {
    await using fixture = await startFixture('instant');
    assert.deepEqual(responseOf(await fixture.call('GET', '/account/balance')), { credits: 10_000, currency: 'USD' });
  });
});
