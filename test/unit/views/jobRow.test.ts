import assert from 'node:assert/strict';
import { groupJobs, type Grouping } from '../../../src/views/jobGroups.ts';
import { countCancelable, groupRow, jobRow, type RowContext } from '../../../src/views/jobRow.ts';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { plain } from '../../../src/words/plain.ts';
import { makeTrackedJob, makeUnitRef } from '../../builders/trackedJob.ts';

const day = 86_400_000;
const context = (changes: Partial<RowContext> = {}): RowContext => ({
  grouping: 'status',
  now: 0,
  sandbox: false,
  cancelable: new Map(),
  ...changes,
});
/** Without the characters that isolate texts from outside. */
const shown = (words: Parameters<typeof plain>[0] | undefined): string =>
  words === undefined ? '' : plain(words).replace(/[\u2066-\u2069]/gu, '');
const error = { kind: 'missing-placeholder', severity: 'error', text: '{a}' } as const;
const full = makeTrackedJob({
  title: 'nav.cart',
  reviewUntil: 5 * day,
  problems: [error],
  hasOpenQuestion: true,
  units: [makeUnitRef({ file: 'locales/en.json' })],
});

describe('jobRow', () => {
  it('describes a job briefly, most important first, and speaks it in full', () => {
    const row = jobRow(full, context());
    assert.equal(shown(row.description), 'ja · 1 error · question · 5 d · en.json');
    assert.equal(shown(row.spoken), 'nav.cart, Japanese, To Review, 1 error, question, 5 days remaining, en.json');
    assert.deepEqual([row.icon, row.severity], ['error', 'error']);
    const held = jobRow({ ...full, problems: [], delivery: { kind: 'held', reason: 'target-changed' } }, context());
    assert.deepEqual([held.icon, held.severity], ['warning', 'warning']);
  });

  it('says that a review may end earlier if it is not known when it began', () => {
    const row = jobRow({ ...full, reviewMayEndEarlier: true }, context());
    assert.equal(shown(row.description), 'ja · 1 error · question · at most 5 d · en.json');
    assert.match(shown(row.spoken), /at most 5 days remaining/u);
  });

  it('does not repeat what the group says', () => {
    const descriptions = (['order', 'file', 'locale'] as const).map((grouping) =>
      shown(jobRow(full, context({ grouping })).description),
    );
    assert.deepEqual(descriptions, [
      'ja · 1 error · question · 5 d · To Review · en.json',
      'ja · 1 error · question · 5 d · To Review',
      '1 error · question · 5 d · To Review · en.json',
    ]);
  });

  it('says when a translation is expected, and that it is late', () => {
    const pending = makeTrackedJob({ status: 'pending', dueAt: 3 * 3_600_000 });
    assert.equal(shown(jobRow(pending, context()).description), 'ja · in 3 h');
    assert.equal(shown(jobRow(pending, context({ now: day })).description), 'ja · late');
  });

  it('has the conditions of its menus', () => {
    const available = makeTrackedJob({ status: 'available', orderId: '7', translatedText: 'a' });
    const cancelable = countCancelable([available, available]);
    const value = jobRow(available, context({ cancelable, sandbox: true })).contextValue;
    assert.equal(value, 'job;open;comment;cancel;cancelOrder;translated;sandbox;available;');
    assert.doesNotMatch(jobRow(available, context()).contextValue, /cancelOrder|sandbox/u);
  });
});

describe('groupRow', () => {
  const rowOf = (grouping: Grouping, jobs: readonly TrackedJob[]) => {
    const [group] = groupJobs(jobs, grouping, () => true).ownGroups;
    assert.ok(group !== undefined);
    return groupRow(group, { now: 0 });
  };

  it('shows how many jobs there are, and how many are to review', () => {
    const units = [makeUnitRef({ file: 'src/locales/en.json' })];
    const jobs = [makeTrackedJob({ units, orderId: '7', createdAt: 12 * 3_600_000 }), makeTrackedJob({ units })];
    const texts = (['status', 'file', 'locale', 'order'] as const).map((grouping) => {
      const { label, description } = rowOf(grouping, grouping === 'order' ? jobs.slice(0, 1) : jobs);
      return `${shown(label)} | ${shown(description)}`;
    });
    assert.deepEqual(texts, [
      'To Review | 2',
      'en.json | 2 to review · src/locales',
      'Japanese | 2 to review · ja',
      'Order 7 | 1 to review · Jan 1',
    ]);
  });

  it('has the conditions of its menus', () => {
    assert.equal(rowOf('status', [makeTrackedJob()]).contextValue, 'group;approve;revise;reject;');
    assert.equal(rowOf('status', [makeTrackedJob({ status: 'available' })]).contextValue, 'group;cancel;');
    const approved = makeTrackedJob({ status: 'approved', translatedText: 'a', units: [makeUnitRef()] });
    assert.equal(rowOf('status', [approved]).contextValue, 'group;translated;deliver;archive;');
  });
});
