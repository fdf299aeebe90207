import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noticeKinds } from '../../../../../src/orders/model/noticeKind.ts';
import type { HoldReason, TrackedJob } from '../../../../../src/orders/model/trackedJob.ts';
import { NoticeMemory } from '../../../../../src/commands/jobs/noticeMemory.ts';
import { dueNotices, heldFacts, type NoticeState } from '../../../../../src/orders/jobs/track/notices.ts';
import { makeTrackedJob } from '../../../../builders/trackedJob.ts';
import { reachedBudgets } from '../../../../../src/orders/model/limits/budget.ts';

const now = new Date(2030, 4, 17, 12).getTime();
const hour = 60 * 60_000;
const all = new Set(noticeKinds);

function due(changes: Partial<NoticeState>, enabled = all, known: ReadonlySet<string> = new Set()): readonly string[] {
  const state: NoticeState = { jobs: [], questionOf: () => undefined, reachedBudgets: [], now, ...changes };
  return dueNotices(state, enabled, known).map(
    ({ kind, facts }) => `${kind}: ${facts.map(({ fact }) => fact).join(', ')}`,
  );
}

describe('dueNotices', () => {
  const ending = (id: string, hours: number, more: Partial<TrackedJob> = {}): TrackedJob =>
    makeTrackedJob({ id, reviewUntil: now + hours * hour, ...more });

  it('has one notice for all reviews that end within a day, the first one first', () => {
    const jobs = [
      ending('1', 20),
      ending('2', 3),
      ending('3', 30),
      ending('4', -1),
      ending('5', 2, { status: 'approved' }),
    ];
    assert.deepEqual(due({ jobs }), ['reviewEnding: reviewEnding 2 0, reviewEnding 1 0']);
  });

  it('names the job or the budget of each fact', () => {
    const jobs = [ending('1', 3)];
    const reached = [{ kind: 'day' as const, budget: 10 }];
    const state: NoticeState = { jobs, questionOf: () => undefined, reachedBudgets: reached, now };
    const facts = dueNotices(state, all, new Set()).flatMap((notice) => notice.facts);
    assert.deepEqual(
      facts.map(({ job, budget }) => job?.id ?? budget?.kind),
      ['1', 'day'],
    );
  });

  it('has a new fact for a review after a revision', () => {
    const jobs = [ending('1', 3, { revisionsRequested: 1 })];
    assert.deepEqual(due({ jobs }, all, new Set(['reviewEnding 1 0'])), ['reviewEnding: reviewEnding 1 1']);
    assert.deepEqual(due({ jobs }, all, new Set(['reviewEnding 1 1'])), []);
  });

  it('has one fact for an unconfirmed order, once it was looked up for a while', () => {
    const unclear = (id: string, createdAt: number): TrackedJob =>
      makeTrackedJob({ id, status: 'unclear', hasServiceId: false, createdAt });
    const jobs = [unclear('a:0', now - hour), unclear('a:1', now - hour), unclear('b:0', now - 60_000)];
    assert.deepEqual(due({ jobs }), ['unconfirmed: unconfirmed a']);
  });

  it('has the questions of translators', () => {
    const jobs = [makeTrackedJob({ id: '1', status: 'pending' }), makeTrackedJob({ id: '2', status: 'pending' })];
    assert.deepEqual(due({ jobs, questionOf: ({ id }) => (id === '2' ? { id: 'q' } : undefined) }), [
      'question: question 2 q',
    ]);
  });

  it('has the approved translations that wait for a decision, once for each reason', () => {
    const held = (id: string, reason: HoldReason): TrackedJob =>
      makeTrackedJob({ id, status: 'approved', delivery: { kind: 'held', reason } });
    const jobs = [
      held('1', 'problems'),
      held('2', 'waits-for-branches'),
      held('3', 'leads-outside'),
      held('4', 'source-changed'),
    ];
    assert.deepEqual(due({ jobs }), ['held: held 1 problems, held 4 source-changed']);
    const reported = new Set(heldFacts(new Map([['1', 'problems' as const]])));
    assert.deepEqual(due({ jobs }, all, reported), ['held: held 4 source-changed']);
    assert.deepEqual(due({ jobs: [held('1', 'target-changed')] }, all, reported), ['held: held 1 target-changed']);
  });

  it('has the budgets that are used up, once a day or month', () => {
    const spending = { day: new Map([['ja', 6]]), month: new Map([['ja', 60]]) };
    const reached = reachedBudgets({ perOrder: 1, perDay: 10, perMonth: 60 }, spending);
    assert.deepEqual(due({ reachedBudgets: reached }), ['budget: budget month 2030-5 60']);
    assert.deepEqual(due({ reachedBudgets: [{ kind: 'day', budget: 10 }] }), ['budget: budget day 2030-5-17 10']);
  });

  it('has the most urgent first, and none of a kind that is turned off', () => {
    const jobs = [ending('1', 3), makeTrackedJob({ id: 'a:0', status: 'unclear', createdAt: now - hour })];
    assert.deepEqual(
      due({ jobs }).map((notice) => notice.split(':')[0]),
      ['unconfirmed', 'reviewEnding'],
    );
    assert.deepEqual(due({ jobs }, new Set()), []);
    assert.deepEqual(due({ jobs }, new Set(['reviewEnding'])), ['reviewEnding: reviewEnding 1 0']);
  });
});

describe('NoticeMemory', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'notices-'));
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('gives each fact to one window only, also after a restart', async () => {
    const file = path.join(folder, 'new', 'facts.json');
    const windows = [1, 2, 3].map(() => new NoticeMemory(file, () => now));
    const claimed = await Promise.all(windows.map((window) => window.claim(['a', 'b'])));
    assert.deepEqual(claimed.flat().sort(), ['a', 'b']);
    assert.deepEqual(await new NoticeMemory(file, () => now).claim(['a', 'c']), ['c']);
  });

  it('forgets facts after a quarter of a year, and survives a damaged file', async () => {
    const file = path.join(folder, 'facts.json');
    await new NoticeMemory(file, () => now).claim(['a']);
    const later = new NoticeMemory(file, () => now + 91 * 24 * hour);
    await later.claim(['b']);
    assert.deepEqual(await later.claim(['a']), ['a']);
    await writeFile(file, '{"a":');
    assert.deepEqual(await later.claim(['a']), ['a']);
  });
});
