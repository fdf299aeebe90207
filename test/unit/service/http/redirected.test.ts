import assert from 'node:assert/strict';
import { credentials, failureOf, localService, ok, raw, withClient, type Respond } from '../localService.ts';

const toBalance = (location: string, status = 302): Respond => raw('', status, { location });

/** Redirects `times` times, then answers. */
function after(times: number, redirect: (index: number) => Respond): Respond {
  return (response, received, index) => {
    (index < times ? redirect(index) : ok({ credits: 1 }))(response, received, index);
  };
}

describe('redirects of reads', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`are followed on the same origin: ${status}`, async () => {
      await withClient(
        after(1, () => toBalance('/v2/account/balance/', status)),
        async (client, service) => {
          assert.equal((await client.account.balance()).credits, 1);
          assert.deepEqual(
            service.received.map(({ path }) => path),
            ['/v2/account/balance', '/v2/account/balance/'],
          );
          // Only the path changes; the keys stay in the query.
          assert.deepEqual([...(service.received[1]?.query ?? [])], [...(service.received[0]?.query ?? [])]);
        },
      );
    });
  }

  it('keep their own query', async () => {
    await withClient(
      after(1, () => toBalance('balance2?a=1')),
      async (client, service) => {
        await client.account.balance();
        assert.deepEqual(
          [service.received[1]?.path, service.received[1]?.query.toString()],
          ['/v2/account/balance2', 'a=1'],
        );
      },
    );
  });

  it('are followed at most three times', async () => {
    await withClient(
      after(3, (index) => toBalance(`/v2/${index}`)),
      async (client) => {
        assert.equal((await client.account.balance()).credits, 1);
      },
    );
    await withClient(
      after(4, (index) => toBalance(`/v2/${index}`)),
      async (client, service) => {
        const failure = await failureOf(client.account.balance());
        assert.deepEqual([failure.reason, failure.httpStatus], ['insecure', 302]);
        assert.equal(service.received.length, 4);
      },
    );
  });

  it('are refused for another host, port or scheme, also at the second step, without sending keys there', async () => {
    await using elsewhere = await localService(ok({ credits: 1 }));
    const { port } = new URL(elsewhere.baseUrl);
    const locations = [
      `${elsewhere.baseUrl}/account/balance`,
      `//localhost:${port}/`,
      'https://example.com/',
      'javascript:alert(1)',
      'http://',
      `http://me:secret@127.0.0.1:${port}/`,
    ];
    for (const location of locations) {
      for (const steps of [0, 1]) {
        await withClient(
          after(9, (index) => toBalance(index < steps ? '/v2/near' : location)),
          async (client, service, lines) => {
            const failure = await failureOf(client.account.balance());
            assert.equal(failure.reason, 'insecure', location);
            assert.equal(service.received.length, steps + 1);
            assert.ok(lines.every((line) => !line.includes('api_')));
          },
        );
      }
    }
    assert.equal(elsewhere.received.length, 0);
  });

  it('are refused without a location', async () => {
    await withClient(raw('', 302), async (client) => {
      assert.equal((await failureOf(client.account.balance())).reason, 'insecure');
    });
  });

  it('do not put keys into the log, whatever the location', async () => {
    await withClient(
      after(1, () => toBalance(`/v2/${encodeURIComponent(credentials.apiKey)}`)),
      async (client, _service, lines) => {
        await client.account.balance();
        assert.equal(lines.length, 2);
        assert.ok(!lines.join('\n').includes(encodeURIComponent(credentials.apiKey)));
      },
    );
  });
});

describe('redirects of changes, and of reads by POST', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`are refused even on the same origin: ${status}`, async () => {
      await withClient(toBalance('/v2/elsewhere', status), async (client, service) => {
        const calls = [
          () => client.jobs.archive('7'),
          () => client.jobs.cancel('7'),
          () =>
            client.service.quote([{ key: 'a', text: 'x', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'pro' }]),
          () => client.service.unitCount([{ text: 'x', language: 'en' }]),
        ];
        for (const call of calls) assert.equal((await failureOf(call())).reason, 'insecure');
        assert.equal(service.received.length, calls.length);
      });
    });
  }
});
