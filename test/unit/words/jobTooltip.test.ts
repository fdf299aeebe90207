import assert from 'node:assert/strict';
import { jobTooltip } from '../../../src/words/jobTooltip.ts';
import { formatTime } from '../../../src/words/formatting.ts';
import { plain } from '../../../src/words/plain.ts';
import { makeTrackedJob } from '../../builders/trackedJob.ts';

describe('jobTooltip', () => {
  it('has the texts, the status, the price and the expected time', () => {
    const dueAt = new Date(2030, 4, 17, 12).getTime();
    const job = makeTrackedJob({
      sourceText: 'Pay now',
      translatedText: '支払う',
      credits: 1.5,
      currency: 'USD',
      dueAt,
    });
    const [source, translation, facts = ''] = plain(jobTooltip(job)).split('\n\n');
    assert.deepEqual([source, translation], ['Pay now', '支払う']);
    assert.ok(facts.includes('1.50'), facts);
    assert.ok(facts.includes(`expected ${formatTime(dueAt)}`), facts);
  });
});
