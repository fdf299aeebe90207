import assert from 'node:assert/strict';
import {
  createRequestLimits,
  groupOf,
  type LimitColumn,
  type ResourceGroup,
} from '../../../../src/sandbox/http/requestLimits.ts';

describe('sandbox/requestLimits', () => {
  const groups: readonly (readonly [path: string, group: ResourceGroup])[] = [
    ['/v2/translate/jobs', 'jobs'],
    ['/v2/translate/jobs/', 'jobs'],
    ['/v2/translate/jobs/1,2', 'jobs'],
    ['/v2/translate/job/1', 'other'],
    ['/v2/account/me', 'account'],
    ['/v2/translate/order/1', 'order'],
    ['/v2/translate/order/1/comment', 'order'],
    ['/v2/translate/service/quote/file', 'service'],
    ['/v2/translate/glossary', 'other'],
    ['/service/unit_count', 'other'],
    ['/v2/translate/jobsworth', 'other'],
    ['/', 'other'],
  ];
  for (const [path, group] of groups) {
    it(`counts ${path} as ${group}`, () => {
      assert.equal(groupOf(path), group);
    });
  }

  const paths: Readonly<Record<ResourceGroup, string>> = {
    jobs: '/v2/translate/jobs',
    account: '/v2/account/me',
    order: '/v2/translate/order/1',
    service: '/v2/translate/service/quote',
    other: '/v2/translate/job/1',
  };

  for (const [column, group, calls, ms] of [
    ['production', 'jobs', 6, 100],
    ['production', 'account', 10, 100],
    ['production', 'order', 10, 100],
    ['production', 'service', 10, 100],
    ['production', 'other', 10, 100],
    ['sandbox', 'jobs', 1, 200],
    ['sandbox', 'account', 1, 100],
    ['sandbox', 'order', 1, 100],
    ['sandbox', 'service', 1, 100],
    ['sandbox', 'other', 1, 100],
  ] as const satisfies readonly (readonly [LimitColumn, ResourceGroup, number, number])[]) {
    it(`allows ${calls} calls of ${group} in any ${ms} ms (${column}), not ${(calls * 1000) / ms} at once`, () => {
      let now = 1000;
      const limits = createRequestLimits(column, () => now);
      const note = (): boolean => limits.note('127.0.0.1', paths[group]);
      for (let call = 0; call < calls; call += 1) assert.ok(note());
      assert.ok(!note());
      now += ms - 1;
      assert.ok(!note());
      now += 1;
      for (let call = 0; call < calls; call += 1) assert.ok(note());
      assert.ok(!note());
      assert.deepEqual([limits.requests[group], limits.exceeded[group]], [2 * calls + 3, 3]);
    });
  }

  it('uses a sliding window: counts calls at the end of one period with calls at the beginning of the next', () => {
    let now = 0;
    const limits = createRequestLimits('production', () => now);
    for (const at of [0, 60, 70, 80, 90, 95]) {
      now = at;
      assert.ok(limits.note('a', paths.jobs));
    }
    now = 100;
    assert.ok(limits.note('a', paths.jobs));
    assert.ok(!limits.note('a', paths.jobs));
    now = 160;
    assert.ok(limits.note('a', paths.jobs));
  });

  it('counts each address and each group separately', () => {
    const limits = createRequestLimits('sandbox', () => 0);
    assert.ok(limits.note('a', paths.jobs));
    assert.ok(limits.note('b', paths.jobs));
    assert.ok(limits.note('a', paths.order));
    assert.ok(!limits.note('a', paths.jobs));
  });
});
