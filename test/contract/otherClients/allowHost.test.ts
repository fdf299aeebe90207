import assert from 'node:assert/strict';
import { runSandbox } from '../sandboxProcess.ts';
import { startFixture } from '../sandboxFixture.ts';
import { startClient } from './clientProcess.ts';
import { clientNames } from './publicClients.ts';
import { serviceHosts, startServiceProxy } from './serviceProxy.ts';

const balanceOf = { gengo: 'account.balance', 'gengo-api': 'account.getBalance' } as const;

describe('contract: other clients, and the host names they ask for', function () {
  this.timeout(30_000);

  for (const name of clientNames) {
    for (const [wire, credits] of [
      ['contract', 10_000],
      ['recorded', '10000.00'],
    ] as const) {
      it(`${name} is let in by --allow-host, under both of its names, with --wire ${wire}`, async () => {
        await using sandbox = runSandbox(
          '--port',
          '0',
          '--wire',
          wire,
          ...serviceHosts.flatMap((host) => ['--allow-host', host]),
        );
        const { baseUrl, apiKey, privateKey } = (await sandbox.line)!;
        await using proxy = await startServiceProxy();
        proxy.forwardTo(baseUrl);
        for (const useSandboxHost of [true, false]) {
          await using client = await startClient(name, { apiKey, privateKey, useSandboxHost }, proxy);
          assert.deepEqual(await client.call(balanceOf[name]), { result: { credits, currency: 'USD' } });
        }
        assert.deepEqual(
          proxy.passed.map(({ host }) => host),
          ['api.sandbox.gengo.com', 'api.gengo.com'],
        );
      });
    }

    it(`${name} is kept out without it`, async () => {
      await using fixture = await startFixture('manual');
      await using proxy = await startServiceProxy();
      proxy.forwardTo(fixture.sandbox.baseUrl);
      await using client = await startClient(name, { ...fixture.sandbox, useSandboxHost: true }, proxy);
      const outcome = await client.call(balanceOf[name]);
      assert.ok('error' in outcome);
      assert.equal((proxy.passed[0]?.answer.err as { code: unknown }).code, 403);
    });

    it(`${name} is refused with 1000 under a wrong key`, async () => {
      await using fixture = await startFixture('manual', { allowedHosts: serviceHosts });
      await using proxy = await startServiceProxy();
      proxy.forwardTo(fixture.sandbox.baseUrl);
      const { apiKey } = fixture.sandbox;
      await using client = await startClient(name, { apiKey, privateKey: 'another key', useSandboxHost: true }, proxy);
      assert.ok('error' in (await client.call(balanceOf[name])));
      assert.equal((proxy.passed[0]?.answer.err as { code: unknown }).code, 1000);
    });
  }
});
