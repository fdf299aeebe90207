import assert from 'node:assert/strict';
import type { ContractCase, ContractCases } from '../contractCase.ts';
import { textJob } from '../jobs.ts';
import { fields, integer, list, ok, okFields } from '../replies.ts';
import type { Service } from '../service.ts';
import { callFrom, callsAtOnce, type Column } from '../throttled.ts';

/** The number of calls of a group allowed within this many milliseconds. */
interface Rate {
  readonly calls: number;
  readonly ms: number;
}

/** The table at millisecond granularity: 60 per second is 6 in 100 ms, 5 per second is one in 200 ms. */
const hundred: Readonly<Record<Column, Rate>> = { production: { calls: 10, ms: 100 }, sandbox: { calls: 1, ms: 100 } };
const sixty: Readonly<Record<Column, Rate>> = { production: { calls: 6, ms: 100 }, sandbox: { calls: 1, ms: 200 } };

/** Checks that every path of the group has the group's rate in both columns, without affecting other groups. */
function heldTo(rates: Readonly<Record<Column, Rate>>, paths: readonly string[], otherGroup: string): ContractCase {
  return async ({ another }) => {
    for (const limits of ['production', 'sandbox'] as const) {
      await using service = await another({ throttle: '429', limits });
      const { calls, ms } = rates[limits];
      for (const path of paths) {
        const where = `${path}, ${limits}`;
        assert.equal(await callsAtOnce(service, path, calls + 1), calls, where);
        service.clock.advance(ms - 1);
        assert.equal(await callsAtOnce(service, path, 1), 0, `${where}: one millisecond too early`);
        // A refused call may count too; a whole window without calls is enough in any case.
        service.clock.advance(ms);
        assert.equal(await callsAtOnce(service, path, calls + 1), calls, where);
        assert.equal(await callsAtOnce(service, otherGroup, 1), 1, `${otherGroup} has a budget of its own`);
        service.clock.advance(1000);
      }
      assert.equal(await callsAtOnce(service, paths[0]!, calls), calls);
      assert.equal(await callsAtOnce(service, paths.at(-1)!, 1), 0, 'The paths of a group must share one rate limit.');
      service.clock.advance(1000);
      assert.equal(
        await callsInOneSecond(service, paths[0]!, rates[limits]),
        (calls * 1000) / ms,
        `${limits}: in one second`,
      );
    }
  };
}

/** Returns how many calls are accepted if each window of a second is used up. */
async function callsInOneSecond(service: Service, path: string, { calls, ms }: Rate): Promise<number> {
  let taken = 0;
  for (let at = 0; at < 1000; at += ms) {
    taken += await callsAtOnce(service, path, calls);
    service.clock.advance(ms);
  }
  return taken;
}

/** §8: the table of rates, and how calls are counted. */
export const throttlingCases: ContractCases = {
  '§8 Limits, rule 1: Throttling: per originating IP address, counted at millisecond': async ({ another }) => {
    await using service = await another({ throttle: '429', limits: 'production' });
    assert.equal(await callsAtOnce(service, '/v2/account/me', 100), 10, 'A burst of 100 calls must not be accepted.');
    const query = new URLSearchParams(service.keys()).toString();
    assert.equal(await callFrom(service, '127.0.0.1', 'GET', `/v2/account/me?${query}`), 429);
    const elsewhere = await callFrom(service, '127.0.0.2', 'GET', `/v2/account/me?${query}`);
    assert.ok(elsewhere === undefined || elsewhere === 200, 'Another address must have its own rate limit.');
  },

  '§8 Throttling, row 1: /translate/jobs': heldTo(
    sixty,
    ['/v2/translate/jobs', '/v2/translate/jobs/1,2,3'],
    '/v2/translate/job/1',
  ),
  '§8 Throttling, row 2: /account': heldTo(
    hundred,
    ['/v2/account/me', '/v2/account/balance', '/v2/account/stats', '/v2/account/preferred_translators'],
    '/v2/translate/order/1',
  ),
  '§8 Throttling, row 3: /translate/order': heldTo(
    hundred,
    ['/v2/translate/order/1', '/v2/translate/order/1/comments'],
    '/v2/account/me',
  ),
  '§8 Throttling, row 4: /translate/service': heldTo(
    hundred,
    ['/v2/translate/service/languages', '/v2/translate/service/language_pairs'],
    '/v2/translate/jobs',
  ),
  '§8 Throttling, row 5: Others': heldTo(
    hundred,
    ['/v2/translate/job/1', '/v2/translate/job/1/comments', '/service/unit_count'],
    '/v2/translate/service/languages',
  ),

  // Not documented: public material reads 2800 as the signal, and HTTP has 429. Both can be chosen.
  '§8 Limits, rule 2: Response when throttled: see Errors. Limit on number': async ({ another }) => {
    for (const [throttle, status] of [
      ['429', 429],
      ['code', 200],
    ] as const) {
      await using service = await another({ throttle, limits: 'sandbox' });
      ok(await service.get('/v2/account/me'));
      const reply = await service.get('/v2/account/me');
      assert.deepEqual([reply.httpStatus, fields(reply.body)['opstat']], [status, 'error']);
      assert.equal(integer(fields(fields(reply.body)['err'])['code']), 2800);
    }
    await using service = await another({});
    const jobs = Array.from({ length: 300 }, (_, index) => textJob({ body_src: `Text number ${index}` }));
    assert.equal(list(okFields(await service.post('/v2/translate/service/quote', { jobs }))['jobs']).length, 300);
    assert.equal(integer(okFields(await service.post('/v2/translate/jobs', { jobs }))['job_count']), 300);
  },
};
