import assert from 'node:assert/strict';
import type { SourceState } from '../../../../../src/orders/model/sourceState.ts';
import type { TrackedJob } from '../../../../../src/orders/model/trackedJob.ts';
import { protect } from '../../../../../src/placeholders/protect.ts';
import { makeSnapshot } from '../../../../../src/webview/shared/host/makeSnapshot.ts';
import { jobTooltip } from '../../../../../src/words/jobTooltip.ts';
import { plain } from '../../../../../src/words/plain.ts';
import { sourceLabel } from '../../../../../src/words/jobLabels.ts';
import { makeTrackedJob, makeUnitRef } from '../../../../builders/trackedJob.ts';
import type { PageSnapshot } from '../../../../../src/webview/shared/pageSnapshot.ts';

const changed: SourceState = { kind: 'changed', text: 'Save all changes' };
const unit = makeUnitRef({ key: 'save' });

function jobWith(state: SourceState, changes: Partial<TrackedJob> = {}): TrackedJob {
  const sourceText = 'Save changes';
  return makeTrackedJob({
    sourceText,
    protectedText: protect(sourceText, []),
    units: [unit],
    sourceChanges: [{ unit, state }],
    ...changes,
  });
}

function shown(job: TrackedJob): PageSnapshot {
  return makeSnapshot(job, { busy: false }, { languages: [], orderJobs: [] });
}

describe('source changes on the job page', () => {
  for (const [status, offers, advice] of [
    ['available', ['order'], /cancel the job and order the new text/u],
    ['pending', ['message'], /unless you message the translator/u],
    ['revising', ['message'], /unless you message the translator/u],
    ['hold', ['message'], /unless you message the translator/u],
    ['reviewable', [], /delivered only if you agree/u],
  ] as const) {
    it(`have the difference, and what can be done about it, for a job that is ${status}`, () => {
      const { sourceChanges, suggestedComment, actions } = shown(jobWith(changed, { status }));
      assert.equal(sourceChanges?.length, 1);
      assert.deepEqual([sourceChanges[0]?.severity, sourceChanges[0]?.currentText], ['warning', 'Save all changes']);
      assert.match(sourceChanges[0]?.sentence ?? '', advice);
      const offered = [
        ...(actions.includes('cancelAndOrder') ? ['order'] : []),
        ...(suggestedComment === undefined ? [] : ['message']),
      ];
      assert.deepEqual(offered, offers);
      assert.equal(actions.includes('approve'), status === 'reviewable');
    });
  }

  it('say that a delivered translation is outdated', () => {
    const delivery = { kind: 'delivered', at: 0, simulated: false } as const;
    const { sourceChanges, actions } = shown(jobWith(changed, { status: 'approved', delivery }));
    assert.match(sourceChanges?.[0]?.sentence ?? '', /outdated/u);
    assert.deepEqual([sourceChanges?.[0]?.severity, sourceChanges?.[0]?.currentText], ['info', 'Save all changes']);
    assert.ok(!actions.includes('cancelAndOrder'));
  });

  it('are shown in the list, too', () => {
    const places = [unit, { ...unit, key: 'other' }];
    for (const [state, label] of [
      [changed, 'source changed'],
      [{ kind: 'removed' }, 'source removed'],
      [{ kind: 'ambiguous', places }, 'source moved'],
      [{ kind: 'unknown', why: 'missing' }, 'source file missing'],
      [{ kind: 'unknown', why: 'closed' }, undefined],
      [{ kind: 'moved', to: unit }, undefined],
    ] as const) {
      const found = sourceLabel(jobWith(state));
      assert.equal(found && plain(found), label);
    }
    assert.equal(sourceLabel(makeTrackedJob()), undefined);
    assert.match(plain(jobTooltip(jobWith(changed))), /The source of “.*save.*” has changed since the order/u);
  });

  it('say once why a translation is not delivered', () => {
    const delivery = { kind: 'held', reason: 'source-missing' } as const;
    const job = jobWith({ kind: 'unknown', why: 'missing' }, { status: 'approved', delivery });
    const { sourceChanges, deliveryNotice } = shown(job);
    assert.deepEqual([sourceChanges, deliveryNotice?.severity], [undefined, 'warning']);
    assert.equal(plain(jobTooltip(job)).split('branch').length, 2);
  });

  it('are limited in number', () => {
    const sourceChanges = Array.from({ length: 40 }, (_, index) => ({
      unit: { ...unit, key: `key${index}` },
      state: changed,
    }));
    const notices = shown(jobWith(changed, { sourceChanges })).sourceChanges ?? [];
    assert.deepEqual([notices.length, notices.at(-1)?.sentence], [6, '… and 35 more strings.']);
  });

  it('have no difference if only another branch of the message has changed', () => {
    const branch = { ...unit, branch: 'count:one' };
    const job = jobWith(changed, {
      status: 'pending',
      sourceChanges: [{ unit: branch, state: { kind: 'changed', text: 'Save changes' } }],
    });
    const { sourceChanges, suggestedComment } = shown(job);
    assert.match(sourceChanges?.[0]?.sentence ?? '', /The part that this job translates is the same/u);
    assert.deepEqual([sourceChanges?.[0]?.currentText, suggestedComment], [undefined, undefined]);
  });
});
