import assert from 'node:assert/strict';
import {
  actionsFor,
  isClosed,
  waitsForDelivery,
  type JobAction,
  type TrackedJob,
} from '../../../../src/orders/model/trackedJob.ts';
import { makeTrackedJob, makeUnitRef } from '../../../builders/trackedJob.ts';

const unit = makeUnitRef();

function job(status: string, more: Partial<TrackedJob> = {}): TrackedJob {
  return makeTrackedJob({ status, units: [unit], ...more });
}

const table: readonly (readonly [string, TrackedJob, readonly JobAction[]])[] = [
  ['unclear', job('unclear', { hasServiceId: false }), ['open', 'orderAgain']],
  ['queued without an id', job('queued', { hasServiceId: false }), ['open']],
  ['available', job('available'), ['open', 'comment', 'cancel']],
  ['pending', job('pending'), ['open', 'comment']],
  [
    'reviewable',
    job('reviewable', { translatedText: 'x' }),
    ['open', 'comment', 'approve', 'reject', 'revise', 'showChanges'],
  ],
  [
    'reviewable for the last time',
    job('reviewable', { translatedText: 'x', revisionsRequested: 3 }),
    ['open', 'comment', 'approve', 'reject', 'showChanges'],
  ],
  ['approved', job('approved', { translatedText: 'x' }), ['open', 'comment', 'archive', 'deliver', 'showChanges']],
  [
    'approved and held',
    job('approved', { translatedText: 'x', delivery: { kind: 'held', reason: 'problems' } }),
    ['open', 'comment', 'archive', 'deliver', 'showChanges'],
  ],
  [
    'delivered',
    job('approved', { translatedText: 'x', delivery: { kind: 'delivered', at: 1, simulated: false } }),
    ['open', 'comment', 'archive', 'undoDelivery'],
  ],
  [
    'undone',
    job('approved', { translatedText: 'x', delivery: { kind: 'undone' } }),
    ['open', 'comment', 'archive', 'deliver', 'showChanges'],
  ],
  [
    'an approved passage',
    job('approved', {
      translatedText: 'x',
      units: [{ project: 'p', file: 'README.md', locale: 'ja', sourceHash: 'h' }],
    }),
    ['open', 'comment', 'archive', 'insert'],
  ],
  ['unknown', job('on the moon'), ['open', 'comment']],
];

describe('actionsFor', () => {
  for (const [what, tracked, actions] of table) {
    it(`${what}: ${actions.join(', ')}`, () => {
      assert.deepEqual([...actionsFor(tracked)].toSorted(), [...actions].toSorted());
    });
  }

  it('recognizes closed jobs, and jobs that wait for delivery', () => {
    assert.deepEqual(
      ['approved', 'canceled', 'deleted', 'reviewable', 'rejected', 'on the moon'].map((status) =>
        isClosed({ status }),
      ),
      [true, true, true, false, false, false],
    );
    assert.deepEqual(
      [
        job('approved'),
        job('approved', { delivery: { kind: 'undone' } }),
        job('reviewable'),
        job('approved', { units: [] }),
      ].map(waitsForDelivery),
      [true, false, false, false],
    );
  });
});
