import assert from 'node:assert/strict';
import { wireModes } from '../../../src/sandbox/wire/wireNumbers.ts';
import { fixtureKeys } from '../sandboxFixture.ts';
import { withBench, type MethodCases } from './bench.ts';
import { startClient, type ClientProcess } from './clientProcess.ts';
import { methodsOf, versionOf, type ClientName } from './publicClients.ts';
import { buildRoad, type Road } from './road.ts';

const addresses = [
  { title: 'http://api.sandbox.gengo.com', useSandboxHost: true, scheme: 'http', host: 'api.sandbox.gengo.com' },
  { title: 'https://api.gengo.com', useSandboxHost: false, scheme: 'https', host: 'api.gengo.com' },
] as const;

/**
 * Runs the cases of a public client at both of its addresses, and in both wire modes. Which methods there are is asked of the client itself:
 * one without a case fails, and so does a case of no method.
 */
export function describeClient(name: ClientName, version: string, cases: MethodCases): void {
  const methods = [...methodsOf(name, { apiKey: 'none', privateKey: 'none', useSandboxHost: true }).keys()];

  describe(`contract: ${name} ${version}, and every method it has`, function () {
    this.timeout(30_000);

    it('is the published version, and each of its methods has a case', () => {
      assert.equal(versionOf(name), version);
      const shown = Object.keys(cases).filter((method) => cases[method]!.length > 0);
      assert.deepEqual(shown.toSorted(), methods.toSorted());
    });

    for (const { title, useSandboxHost, scheme, host } of addresses) {
      describe(`at ${title}`, () => {
        let road: Road;
        let client: ClientProcess;
        before(async () => {
          road = await buildRoad();
          client = await startClient(name, { ...fixtureKeys, useSandboxHost }, road);
        });
        after(async () => {
          await client[Symbol.asyncDispose]();
          await road[Symbol.asyncDispose]();
        });

        for (const wire of wireModes) {
          for (const method of methods) {
            for (const methodCase of cases[method] ?? []) {
              it(`${method}: ${methodCase.title}, with numbers in ${wire} mode`, () =>
                withBench(client, road, wire, methodCase));
            }
          }
        }

        it('asked for this host and no other', () => {
          assert.deepEqual(
            [...new Set(road.passed.map((passed) => `${passed.scheme}://${passed.host}`))],
            [`${scheme}://${host}`],
          );
          assert.deepEqual(road.refused, []);
        });
      });
    }
  });
}
