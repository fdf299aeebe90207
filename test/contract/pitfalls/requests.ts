import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { NewTextJob } from '../../../src/service/interface/records.ts';
import { credentials, failureOf, ok, testClock } from '../../unit/service/localService.ts';
import { makeSelfSigned } from '../../unit/service/selfSigned.ts';
import { startFixture, type SandboxFixture } from '../sandboxFixture.ts';
import { textJob, type Pitfalls } from './pitfall.ts';
import { withScript } from './scripted.ts';

/** Characters that are special in forms, addresses or JSON. */
const specialText = 'A & B = 100 % + "x" \\ \'y\' %20 \\u0041 a=b;c?d#e\n\t<p>&amp;</p> – “日本語” 😀 é e\u0301';

/** Orders the jobs, and returns their ids once they have left the queue. */
async function order({ client }: SandboxFixture, ...jobs: readonly NewTextJob[]): Promise<readonly string[]> {
  const { orderId } = await client.orders.place({ jobs });
  return Object.values((await client.orders.get(orderId!)).jobIds).flat();
}

/** Pitfalls of requests. */
export const requestPitfalls: Pitfalls = {
  2: {
    title: 'sends the filters of a list as plain query parameters, which the service applies',
    run: async (wire) => {
      await withScript(ok([]), async (client, { received }) => {
        await client.jobs.list({ status: 'pending', timestampAfter: 1_700_000_000_999, count: 7 });
        const { query, path } = received[0]!;
        assert.equal(path, '/v2/translate/jobs');
        assert.deepEqual(
          ['status', 'timestamp_after', 'count', 'data'].map((name) => query.get(name)),
          ['pending', '1700000000', '7', null],
        );
      });
      await using fixture = await startFixture('manual', { wire });
      await order(fixture, textJob('job_1', 'one'), textJob('job_2', 'two'));
      assert.equal((await fixture.client.jobs.list({ count: 1 })).length, 1);
      assert.deepEqual(await fixture.client.jobs.list({ status: 'pending' }), []);
    },
  },
  3: {
    title: 'declares the body of a PUT as a form, which the service reads',
    run: async (wire) => {
      await withScript(ok({}), async (client, { received }) => {
        await client.jobs.archive('1');
        await client.jobs.archiveMany(['1', '2']);
        for (const { method, headers, form } of received) {
          assert.deepEqual([method, headers['content-type']], ['PUT', 'application/x-www-form-urlencoded']);
          assert.deepEqual([...form.keys()].toSorted(), ['api_key', 'api_sig', 'data', 'ts']);
        }
        assert.deepEqual(
          received.map(({ path }) => path),
          ['/v2/translate/job/1', '/v2/translate/jobs'],
        );
      });
      await using fixture = await startFixture('instant', { wire });
      const [id] = await order(fixture, textJob('job_1', 'one'));
      await fixture.client.jobs.approve(id!);
      await fixture.client.jobs.archiveMany([id!]);
      assert.equal((await fixture.client.jobs.getOne(id!)).status, 'archived');
    },
  },
  4: {
    title: 'sends jobs as one JSON string in a form, and does not retry if the service reports that they are missing',
    run: async () => {
      await withScript(ok({ order_id: 1, job_count: 1, credits_used: '0.07' }), async (client, { received }) => {
        await client.orders.place({ jobs: [textJob('job_1', specialText)] });
        const [{ form, body, headers }] = received as [(typeof received)[number]];
        assert.equal(Number(headers['content-length']), Buffer.byteLength(body));
        const { jobs } = JSON.parse(form.get('data') ?? '') as { jobs: Record<string, { body_src: string }> };
        assert.equal(jobs['job_1']?.body_src, specialText);
      });
      await withScript(
        (response) => response.end('{"opstat":"error","err":{"code":1800,"msg":"\\"jobs\\" is a required field"}}'),
        async (client, { received }) => {
          const { reason, outcome } = await failureOf(client.orders.place({ jobs: [textJob('job_1', 'x')] }));
          assert.deepEqual([reason, outcome, received.length], ['invalid', 'refused', 1]);
        },
      );
    },
  },
  5: {
    title: 'sends texts, titles, comments and custom data that look like escapes, and receives them unchanged',
    run: async (wire) => {
      await using fixture = await startFixture('manual', { wire });
      const [id] = await order(
        fixture,
        textJob('job_1', specialText, { title: specialText.slice(0, 60), customData: specialText }),
      );
      await fixture.client.jobs.comment(id!, specialText);
      await fixture.control('POST', `/jobs/${id!}/start`);
      await fixture.control('POST', `/jobs/${id!}/finish`, { body_tgt: specialText });
      const job = await fixture.client.jobs.getOne(id!);
      assert.deepEqual(
        [job.sourceText, job.title, job.customData, job.translatedText],
        [specialText, specialText.slice(0, 60), specialText, specialText],
      );
      assert.deepEqual(
        (await fixture.client.jobs.comments(id!)).map(({ body }) => body),
        [specialText],
      );
    },
  },
  6: {
    title: 'signs the decimal timestamp with the UTF-8 bytes of the key, and sends bodies in UTF-8',
    run: async () => {
      // Created by: printf TS | openssl dgst -sha1 -hmac KEY
      const vectors = [
        ['test_private_key', 1_700_000_000, '34fd9a54d909d78a5a4fb26c96aa961100b6c213'],
        ['p|r&i=v%a~t$e{k}', 1_388_016_000, '3c163cbf50f396201a6efa1de3d885c022501500'],
        ['日本鍵', 1_700_000_000, '49362428f0682e2ee1d6d00ed878da0c36d92cc8'],
      ] as const;
      for (const [privateKey, ts, expected] of vectors) {
        await withScript(
          ok({ order_id: 1, job_count: 1, credits_used: 0 }),
          async (client, { received }) => {
            await client.orders.place({ jobs: [textJob('job_1', '日本語')] });
            const { form } = received[0]!;
            assert.deepEqual([form.get('ts'), form.get('api_sig')], [String(ts), expected]);
            assert.ok(form.get('data')?.includes('日本語'));
          },
          { credentials: () => Promise.resolve({ apiKey: 'key', privateKey }), clock: testClock(ts * 1000 + 999) },
        );
      }
    },
  },
  7: {
    title: 'sends a body of several megabytes of escaped characters completely',
    run: async (wire) => {
      await using fixture = await startFixture('manual', { wire, openingCents: 1_000_000_000 });
      const text = 'word & 100 % é日本\n'.repeat(100_000);
      const [id] = await order(fixture, textJob('job_1', text));
      assert.equal((await fixture.client.jobs.getOne(id!)).sourceText === text, true);
    },
  },
  8: {
    title: "sends feedback under the contract's names, or the older name on request, and reads a rating or none",
    run: async (wire) => {
      const approval = { rating: 4, forTranslator: 'Good', forService: 'Private', public: true };
      for (const [staffComment, other] of [
        ['for_service', 'for_mygengo'],
        ['for_mygengo', 'for_service'],
      ] as const) {
        await withScript(
          ok({}),
          async (client, { received }) => {
            await client.jobs.approve('1', approval);
            const data = JSON.parse(received[0]!.form.get('data') ?? '') as Record<string, unknown>;
            assert.deepEqual(data, {
              action: 'approve',
              rating: 4,
              for_translator: 'Good',
              [staffComment]: 'Private',
              public: 1,
            });
            assert.ok(!(other in data));
          },
          staffComment === 'for_service' ? {} : { wireNames: { staffComment } },
        );
      }
      await using fixture = await startFixture('instant', { wire });
      const [rated, unrated] = await order(fixture, textJob('job_1', 'one'), textJob('job_2', 'two'));
      await fixture.client.jobs.approve(rated!, approval);
      await fixture.client.jobs.approve(unrated!);
      assert.deepEqual(await fixture.client.jobs.feedback(rated!), { rating: 4, forTranslator: 'Good' });
      assert.equal((await fixture.client.jobs.feedback(unrated!)).rating, undefined);
    },
  },
  17: {
    title: 'requests jobs by id in calls of at most fifty',
    run: async () => {
      const ids = Array.from({ length: 120 }, (_, index) => String(1_000_001 + index));
      await withScript(ok({ jobs: [] }), async (client, { received }) => {
        await client.jobs.get(ids);
        const requestedIds = received.map(({ path }) => path.replace('/v2/translate/jobs/', '').split(','));
        assert.deepEqual(
          requestedIds.map(({ length }) => length).toSorted((a, b) => a - b),
          [20, 50, 50],
        );
        assert.deepEqual(requestedIds.flat().toSorted(), ids);
      });
    },
  },
  22: {
    title: "adds the order's comment to the order",
    run: async (wire) => {
      await withScript(ok({ order_id: 1, job_count: 1, credits_used: 0 }), async (client, { received }) => {
        await client.orders.place({ jobs: [textJob('job_1', 'x')], comment: 'All texts belong to a shop.' });
        assert.equal(
          (JSON.parse(received[0]!.form.get('data') ?? '') as { comment: unknown }).comment,
          'All texts belong to a shop.',
        );
      });
      await using fixture = await startFixture('manual', { wire });
      const { orderId } = await fixture.client.orders.place({
        jobs: [textJob('job_1', 'x')],
        comment: 'All texts belong to a shop.',
      });
      assert.deepEqual(
        (await fixture.client.orders.comments(orderId!)).map(({ body }) => body),
        ['All texts belong to a shop.'],
      );
    },
  },
  23: {
    title: "signs each call separately, and does not change the caller's job keys",
    run: async () => {
      const clock = testClock();
      await withScript(
        ok({ jobs: { jobKey_A: { credits: 0, unit_count: 1 }, 'Shop.title': { credits: 0, unit_count: 1 } } }),
        async (client, { received }) => {
          const jobs = [textJob('jobKey_A', 'x', { customData: '{"camelCase":1}' }), textJob('Shop.title', 'y')];
          const quoted = await client.service.quote(jobs);
          await clock.sleep(90_000);
          await client.service.quote(jobs);
          assert.deepEqual(
            quoted.map(({ key }) => key),
            ['jobKey_A', 'Shop.title'],
          );
          const [first, second] = received.map(({ form }) => [form.get('ts'), form.get('api_sig')]);
          assert.notDeepEqual(first![0], second![0]);
          assert.notDeepEqual(first![1], second![1]);
          const data = JSON.parse(received[0]!.form.get('data') ?? '') as {
            jobs: Record<string, { custom_data?: string }>;
          };
          assert.deepEqual(Object.keys(data.jobs), ['jobKey_A', 'Shop.title']);
          assert.equal(data.jobs['jobKey_A']?.custom_data, '{"camelCase":1}');
        },
        { clock },
      );
    },
  },
  24: {
    title: 'always verifies certificates, also in reads, and logs no key',
    run: async () => {
      let requests = 0;
      const server = createTlsServer(await makeSelfSigned(), (_request, response) => {
        requests += 1;
        response.end('{}');
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const lines: string[] = [];
      const options = {
        baseUrl: `https://localhost:${(server.address() as AddressInfo).port}/v2`,
        log: (line: string) => lines.push(line),
      };
      try {
        await withScript(
          ok({}),
          async (client) => {
            for (const call of [client.account.balance(), client.jobs.archive('1')])
              assert.equal((await failureOf(call)).reason, 'insecure');
          },
          options,
        );
      } finally {
        server.close();
      }
      assert.equal(requests, 0);
      assert.ok(lines.length >= 2);
      for (const line of lines)
        assert.ok(
          !line.includes('?') && !line.includes(credentials.apiKey) && !line.includes(credentials.privateKey),
          line,
        );
    },
  },
};
