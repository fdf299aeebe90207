import assert from 'node:assert/strict';
import { countWaiting } from '../../../src/orders/model/waitingJobs.ts';
import { summarizeStatus } from '../../../src/views/statusSummary.ts';
import { plain } from '../../../src/words/plain.ts';
import { makeTrackedJob } from '../../builders/trackedJob.ts';

const sandbox = { sandbox: true, service: '' };

describe('summarizeStatus', () => {
  it('names the most urgent thing only, and all of them in the tooltip', () => {
    const review = makeTrackedJob();
    const question = makeTrackedJob({ status: 'pending', hasOpenQuestion: true });
    const held = makeTrackedJob({ status: 'approved', delivery: { kind: 'held', reason: 'problems' } });
    const unconfirmed = makeTrackedJob({ status: 'unclear' });
    const texts = [[held], [held, review, review], [held, review, question], [held, review, question, unconfirmed]].map(
      (jobs) => plain(summarizeStatus(countWaiting(jobs), sandbox).text),
    );
    assert.deepEqual(texts, [
      '$(beaker) $(warning) 1 not delivered',
      '$(beaker) $(warning) 2 to review',
      '$(beaker) $(warning) 1 question',
      '$(beaker) $(warning) order unconfirmed',
    ]);
    const { waiting, leadsTo } = summarizeStatus(countWaiting([held, review, question, unconfirmed]), sandbox);
    assert.equal(waiting.length, 4);
    assert.equal(leadsTo, 'jobs');
  });

  it('names the service if nothing waits, and leads to the account', () => {
    const quiet = countWaiting([makeTrackedJob({ status: 'pending' })]);
    const address = 'https://api.example.com/v2';
    const { text, service, waiting, leadsTo } = summarizeStatus(quiet, { sandbox: false, service: address });
    assert.equal(plain(text), '$(globe) Human Translation');
    assert.match(plain(service), /api\.example\.com/u);
    assert.deepEqual(waiting, []);
    assert.equal(leadsTo, 'account');
    assert.equal(plain(summarizeStatus(quiet, sandbox).text), '$(beaker) Translation Sandbox');
  });

  it('counts a job that waits for several reasons once', () => {
    assert.equal(countWaiting([makeTrackedJob({ hasOpenQuestion: true })]).total, 1);
  });
});
