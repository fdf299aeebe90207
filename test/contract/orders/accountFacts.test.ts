import assert from 'node:assert/strict';
import { readAccountFacts } from '../../../src/service/calls/accountFacts.ts';
import { describeInWireModes, startFixture, type SandboxFixture } from '../sandboxFixture.ts';

describeInWireModes('what the service says about an account', (wire) => {
  let fixture: SandboxFixture;

  beforeEach(async () => {
    fixture = await startFixture('manual', { wire, openingCents: 12_345 });
  });

  afterEach(async () => {
    await fixture[Symbol.asyncDispose]();
  });

  it('is fetched from all four endpoints', async () => {
    const { balance, me, stats, preferredTranslators, failures } = await readAccountFacts(fixture.client);
    assert.equal(failures.size, 0);
    assert.deepEqual(balance, { credits: 123.45, currency: 'USD' });
    assert.equal(me?.email, 'developer@sandbox.invalid');
    assert.equal(stats?.billingType, 'Pre-pay');
    assert.ok(stats.userSince !== undefined);
    assert.ok((preferredTranslators ?? []).length > 0);
    assert.ok(preferredTranslators?.[0]?.translators[0]?.lastLogin !== undefined);
  });

  it('lacks only the parts that could not be fetched', async () => {
    await fixture.control('POST', '/faults', { match: 'GET /v2/account/balance', times: 5, fault: 'html' });
    const { balance, me, failures } = await readAccountFacts(fixture.client);
    assert.equal(balance, undefined);
    assert.notEqual(me, undefined);
    assert.deepEqual([...failures.keys()], ['balance']);
  });
});
