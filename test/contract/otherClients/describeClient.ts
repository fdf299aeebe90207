import assert from 'node:assert/strict';
import { wireModes } from '../../../src/sandbox/wire/wireNumbers.ts';
import { fixtureKeys } from '../sandboxFixture.ts';
import { withClientHarness, type MethodCases } from './clientHarness.ts';
import { startClient, type ClientProcess } from './clientProcess.ts';
import { methodsOf, versionOf, type ClientName } from './publicClients.ts';
import { startServiceProxy, type ServiceProxy } from './serviceProxy.ts';

const addresses = [
  { title: 'http://api.sandbox.gengo.com', useSandboxHost: true, scheme: 'http', host: 'api.sandbox.gengo.com' },
  { title: 'https://api.gengo.com', useSandboxHost: false, scheme: 'https', host: 'api.gengo.com' },
] as const;

/**
 * Runs the cases of a public client at both of its addresses and in both wire modes. The methods are read from the
 * client: a method without a case fails, and so does a case without a method.
 */
export function describeClient(name: ClientName, version: string, cases: MethodCases): void {
  const methods = [...methodsOf(name, { apiKey: 'none', privateKey: 'none', useSandboxHost: true }).keys()];

  describe(`contract: ${name} ${version}, every method`, function () {
    this.timeout(30_000);

    it('is the published version and has a case for each method', () => {
      assert.equal(versionOf(name), version);
      const shown = Object.keys(cases).filter((method) => cases[method]!.length > 0);
      assert.deepEqual(shown.toSorted(), methods.toSorted());
    });

    for (const { title, useSandboxHost, scheme, host } of addresses) {
      describe(`at ${title}`, () => {
        let proxy: ServiceProxy;
        let client: ClientProcess;
        before(async () => {
          proxy = await startServiceProxy();
          client = await startClient(name, { ...fixtureKeys, useSandboxHost }, proxy);
        });
        after(async () => {
          await client[Symbol.asyncDispose]();
          await proxy[Symbol.asyncDispose]();
        });

        for (const wire of wireModes) {
          for (const method of methods) {
            for (const methodCase of cases[method] ?? []) {
              it(`${method}: ${methodCase.title}, with numbers in ${wire} mode`, () =>
                withClientHarness(client, proxy, wire, methodCase));
            }
          }
        }

        it('requested only this host', () => {
          assert.deepEqual(
            [...new Set(proxy.passed.map((passed) => `${passed.scheme}://${passed.host}`))],
            [`${scheme}://${host}`],
          );
          assert.deepEqual(proxy.refused, []);
        });
      });
    }
  });
}
