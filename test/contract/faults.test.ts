import assert from 'node:assert/strict';
import type { NewTextJob } from '../../src/service/interface/records.ts';
import { ServiceError } from '../../src/service/interface/serviceError.ts';
import { describeInWireModes, startFixture, type SandboxFixture } from './sandboxFixture.ts';

const job: NewTextJob = {
  key: 'job_1',
  text: 'Hello',
  sourceLanguage: 'en',
  targetLanguage: 'fr',
  tier: 'pro',
  customData: 'mark',
};

async function placeUnder(fault: string, fixture: SandboxFixture, more: object = {}): Promise<ServiceError> {
  await fixture.control('POST', '/faults', { match: 'POST /v2/translate/jobs', fault, ...more });
  try {
    await fixture.client.orders.place({ jobs: [job] });
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error;
  }
  return assert.fail('the order was placed');
}

async function totals(fixture: SandboxFixture): Promise<{ readonly orders: number; readonly spent: string }> {
  return (await fixture.control('GET', '/state')).response as { orders: number; spent: string };
}

describeInWireModes('contract: faults', (wire) => {
  for (const fault of ['drop-after', 'truncate']) {
    it(`${fault}: the order is unconfirmed, and there is exactly one`, async () => {
      await using fixture = await startFixture('instant', { wire });
      const error = await placeUnder(fault, fixture);
      assert.equal(error.outcome, 'unknown');
      assert.deepEqual(await totals(fixture).then(({ orders, spent }) => ({ orders, spent })), {
        orders: 1,
        spent: '0.10',
      });
      const [found] = await fixture.client.jobs.list({ timestampAfter: Date.now() - 60_000 });
      assert.equal((await fixture.client.jobs.getOne(found!.id)).customData, 'mark');
    });
  }

  for (const fault of ['drop-before', '500', 'html']) {
    it(`${fault}: the order is unconfirmed, and there is none`, async () => {
      await using fixture = await startFixture('instant', { wire });
      assert.equal((await placeUnder(fault, fixture)).outcome, 'unknown');
      assert.equal((await totals(fixture)).orders, 0);
    });
  }

  it('throttle: does not repeat the call that spends money', async () => {
    await using fixture = await startFixture('instant', { wire });
    assert.equal((await placeUnder('throttle', fixture)).reason, 'throttled');
    assert.equal((await totals(fixture)).orders, 0);
  });

  it('error: refuses the call with the code of the catalog, and orders nothing', async () => {
    await using fixture = await startFixture('instant');
    const error = await placeUnder('error', fixture, { code: 1951 });
    assert.deepEqual([error.outcome, error.reason, error.meaning], ['refused', 'invalid', 'group-of-one']);
    assert.equal((await totals(fixture)).orders, 0);
  });

  it('slow: answers late', async () => {
    await using fixture = await startFixture('instant', { wire });
    await fixture.control('POST', '/faults', { match: 'GET /v2/account', fault: 'slow', ms: 20 });
    assert.equal((await fixture.client.account.me()).languageCode, 'en');
  });

  it('affects the given number of reads, and the client retries them', async () => {
    await using fixture = await startFixture('instant', { wire });
    await fixture.control('POST', '/faults', { match: 'GET /v2/account/balance', fault: 'throttle', times: 1 });
    assert.equal((await fixture.client.account.balance()).currency, 'USD');
  }).timeout(20_000);

  it('are removed by DELETE, and refused if they are invalid', async () => {
    await using fixture = await startFixture('instant', { wire });
    await fixture.control('POST', '/faults', { match: 'GET /v2', fault: 'html', times: 9 });
    await fixture.control('DELETE', '/faults');
    assert.equal((await fixture.call('GET', '/account/me')).opstat, 'ok');
    const codes = [undefined, 1952.5, '1951', 1999, 0].map((code) => ({ match: 'GET /', fault: 'error', code }));
    for (const bad of [
      ...codes,
      { fault: 'html' },
      { match: 'GET /', fault: 'fire' },
      { match: 'GET /', fault: 'slow', ms: -1 },
      { match: 'GET /', fault: 'html', times: 0 },
    ]) {
      assert.equal((await fixture.control('POST', '/faults', bad)).opstat, 'error');
    }
  });
});
