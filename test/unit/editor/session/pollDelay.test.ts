import assert from 'node:assert/strict';
import { pollDelay, type PollSituation } from '../../../../src/editor/session/pollDelay.ts';
import type { TrackedJob } from '../../../../src/orders/model/trackedJob.ts';
import { makeTrackedJob } from '../../../builders/trackedJob.ts';

const now = Date.UTC(2030, 0, 1);
const second = 1000;
const minute = 60 * second;

function job(status: string, more: Partial<TrackedJob> = {}): TrackedJob {
  return makeTrackedJob({ status, createdAt: now - 3600 * second, ...more });
}

const watching = { isVisible: true, isFocused: true, idleMs: 0, hasCallbacks: false, isSandbox: false } as const;

const nearlyDue = job('pending', { dueAt: now + 5 * minute });
const endsSoon = job('reviewable', { reviewUntil: now + 2 * minute });

const table: readonly (readonly [string, Partial<PollSituation>, number | undefined])[] = [
  ['nothing was ordered', { jobs: [] }, undefined],
  ['everything is finished', { jobs: [job('approved'), job('canceled'), job('deleted')] }, undefined],
  ['everything is finished and the last refresh failed', { jobs: [job('approved')], failures: 1 }, 30 * minute],
  ['only reviews are due', { jobs: [job('reviewable'), job('approved')] }, 30 * minute],
  ['an order was just placed', { jobs: [job('queued', { createdAt: now - minute })] }, 15 * second],
  ['an order is unclear', { jobs: [job('unclear', { createdAt: now - minute })], isVisible: false }, 15 * second],
  ['an order has been queued for long', { jobs: [job('queued')] }, 5 * minute],
  ['a translator works', { jobs: [job('pending', { dueAt: now + 60 * minute })] }, 5 * minute],
  ['nobody looks', { jobs: [job('pending')], isVisible: false }, 15 * minute],
  ['a job is about due', { jobs: [job('pending', { dueAt: now + 5 * minute })] }, minute],
  ['a job is a little late', { jobs: [job('pending', { dueAt: now - 30 * minute })] }, minute],
  ['a job is very late', { jobs: [job('pending', { dueAt: now - 300 * minute })] }, 5 * minute],
  ['the window has no focus', { jobs: [job('pending')], isFocused: false }, 15 * minute],
  ['the window is hidden', { jobs: [job('pending')], isVisible: false, isFocused: false }, 30 * minute],
  ['the user is away', { jobs: [job('pending')], idleMs: 20 * minute }, 15 * minute],
  ['the service calls', { jobs: [job('pending')], hasCallbacks: true }, 10 * minute],
  ['a job is about due in a hidden window', { jobs: [nearlyDue], isVisible: false, isFocused: false }, 6 * minute],
  ['a review ends soon', { jobs: [job('reviewable', { reviewUntil: now + 10 * minute })] }, 10 * minute],
  ['a review has just ended', { jobs: [job('reviewable', { reviewUntil: now - second })] }, 30 * minute],
  ['a review ends while nobody looks', { jobs: [job('pending'), endsSoon], isFocused: false }, 2 * minute],
  ['a status is unknown', { jobs: [job('on the moon')] }, 5 * minute],
  ['a refresh failed', { jobs: [job('pending')], failures: 1 }, 10 * minute],
  ['many refreshes failed', { jobs: [job('pending')], failures: 20 }, 30 * minute],
  ['the sandbox is in use', { jobs: [job('pending')], isSandbox: true }, second],
  ['the sandbox is in use and nobody looks', { jobs: [job('pending')], isSandbox: true, isVisible: false }, 5 * second],
  ['the sandbox cannot be reached', { jobs: [job('pending')], isSandbox: true, failures: 3 }, 8 * second],
];

describe('pollDelay', () => {
  for (const [what, situation, delay] of table) {
    it(`${what}: ${delay === undefined ? 'not at all' : `${delay / second} s`}`, () => {
      assert.equal(pollDelay({ ...watching, jobs: [], now, failures: 0, ...situation }), delay);
    });
  }
});
