import assert from 'node:assert/strict';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { groupJobs, sortByUrgency, type Grouping } from '../../../src/views/jobGroups.ts';
import { makeTrackedJob, makeUnitRef } from '../../builders/trackedJob.ts';

const hour = 3_600_000;
const isAnyOwn = (): boolean => true;

function namesBy(grouping: Grouping, jobs: readonly TrackedJob[]): readonly (readonly [string, readonly string[]])[] {
  return groupJobs(jobs, grouping, isAnyOwn).ownGroups.map(({ name, jobs: members }) => [
    name,
    members.map(({ id }) => id),
  ]);
}

describe('groupJobs', () => {
  it('groups by status, in the order in which statuses need the user’s attention', () => {
    const statuses = ['approved', 'pending', 'reviewable', 'unclear', 'brand-new', 'reviewable'];
    const jobs = statuses.map((status, index) => makeTrackedJob({ id: String(index), status }));
    assert.deepEqual(namesBy('status', jobs), [
      ['unclear', ['3']],
      ['reviewable', ['2', '5']],
      ['pending', ['1']],
      ['brand-new', ['4']],
      ['approved', ['0']],
    ]);
  });

  it('groups by order, newest first, after the jobs whose order has no number yet', () => {
    const jobs = [
      makeTrackedJob({ id: '1', orderId: '20', createdAt: 2 }),
      makeTrackedJob({ id: '2', orderId: '30', createdAt: 3 }),
      makeTrackedJob({ id: '3', createdAt: 1 }),
      makeTrackedJob({ id: '4', orderId: '20', createdAt: 2 }),
    ];
    assert.deepEqual(namesBy('order', jobs), [
      ['', ['3']],
      ['30', ['2']],
      ['20', ['1', '4']],
    ]);
  });

  it('lists a job in each of its files, and files of different folders apart', () => {
    const jobs = [
      makeTrackedJob({ id: '1', units: [makeUnitRef({ file: 'b.json' }), makeUnitRef({ file: 'a.json' })] }),
      makeTrackedJob({ id: '2', units: [makeUnitRef({ file: 'a.json' }), makeUnitRef({ file: 'a.json', key: 'b' })] }),
      makeTrackedJob({ id: '3', units: [makeUnitRef({ file: 'a.json', project: 'q' })] }),
      makeTrackedJob({ id: '4' }),
    ];
    assert.deepEqual(namesBy('file', jobs), [
      ['', ['4']],
      ['a.json', ['1', '2']],
      ['a.json', ['3']],
      ['b.json', ['1']],
    ]);
    const ids = groupJobs(jobs, 'file', isAnyOwn).ownGroups.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('groups by target locale, sorted by the names of the languages', () => {
    const jobs = ['ja', 'de', 'fr', 'ja'].map((targetLocale, index) =>
      makeTrackedJob({ id: String(index), targetLocale }),
    );
    assert.deepEqual(namesBy('locale', jobs), [
      ['fr', ['2']],
      ['de', ['1']],
      ['ja', ['0', '3']],
    ]);
  });

  it('separates the jobs of other folders, and counts each once', () => {
    const units = [makeUnitRef({ file: 'a.json' }), makeUnitRef({ file: 'b.json' })];
    const jobs = [makeTrackedJob({ id: '1', units }), makeTrackedJob({ id: '2', units })];
    const { ownGroups, otherGroups, otherJobCount } = groupJobs(jobs, 'file', ({ id }) => id === '1');
    assert.deepEqual([ownGroups.length, otherGroups.length, otherJobCount], [2, 2, 1]);
    assert.equal(new Set([...ownGroups, ...otherGroups].map(({ id }) => id)).size, 4);
  });
});

describe('sortByUrgency', () => {
  const idsOf = (jobs: readonly TrackedJob[]): readonly string[] => sortByUrgency(jobs).map(({ id }) => id);
  const problem = { kind: 'missing-placeholder', severity: 'error', text: '{a}' } as const;

  it('begins with the jobs that wait for the user, then those in progress', () => {
    const jobs = [
      makeTrackedJob({ id: 'done', status: 'approved' }),
      makeTrackedJob({ id: 'due', status: 'pending', dueAt: 1 }),
      makeTrackedJob({ id: 'review', reviewUntil: 100 * hour }),
      makeTrackedJob({ id: 'held', status: 'approved', delivery: { kind: 'held', reason: 'problems' } }),
      makeTrackedJob({ id: 'asked', status: 'pending', hasOpenQuestion: true }),
    ];
    assert.deepEqual(idsOf(jobs), ['review', 'asked', 'held', 'due', 'done']);
  });

  it('sorts by the time that ends first, then by questions and findings', () => {
    const jobs = [
      makeTrackedJob({ id: 'clean', reviewUntil: 5 * hour + 1 }),
      makeTrackedJob({ id: 'warning', reviewUntil: 5 * hour + 2, problems: [{ ...problem, severity: 'warning' }] }),
      makeTrackedJob({ id: 'error', reviewUntil: 5 * hour + 3, problems: [problem] }),
      makeTrackedJob({ id: 'question', reviewUntil: 5 * hour + 4, hasOpenQuestion: true }),
      makeTrackedJob({ id: 'first', reviewUntil: 4 * hour }),
    ];
    assert.deepEqual(idsOf(jobs), ['first', 'question', 'error', 'warning', 'clean']);
  });

  it('keeps the order of jobs whose time ends within the same hour', () => {
    const jobs = [3, 1, 2].map((minute) =>
      makeTrackedJob({ id: String(minute), reviewUntil: 7 * hour + minute * 60_000 }),
    );
    assert.deepEqual(idsOf(jobs), ['3', '1', '2']);
  });
});
