import assert from 'node:assert/strict';
import { responseProblemSentence } from '../../../src/words/deliverySentences.ts';
import { statusLabel, responseProblemLabel } from '../../../src/words/jobLabels.ts';
import { plain } from '../../../src/words/plain.ts';
import { actionsFor, unreadableStatus, type ResponseProblem } from '../../../src/orders/model/trackedJob.ts';
import { makeSnapshot } from '../../../src/webview/shared/host/makeSnapshot.ts';
import { makeTrackedJob } from '../../builders/trackedJob.ts';

const job = makeTrackedJob({ title: 'greeting', sourceText: 'Hello', translatedText: 'こんにちは', credits: 0.1 });

describe('a job with an unreadable response of the service', () => {
  for (const responseProblem of ['unreadable', 'unanswered', 'amount'] satisfies readonly ResponseProblem[]) {
    it(`is shown as last known, with a note on its page: ${responseProblem}`, () => {
      const snapshot = makeSnapshot({ ...job, responseProblem }, { busy: false }, { languages: [], orderJobs: [] });
      assert.deepEqual(JSON.parse(JSON.stringify(snapshot)), snapshot, 'a snapshot is plain JSON');
      assert.deepEqual(
        [snapshot.notes[0], snapshot.translation.text],
        [plain(responseProblemSentence(responseProblem)), 'こんにちは'],
      );
      assert.match(plain(responseProblemLabel(responseProblem)), /^[a-z ]{5,20}$/u);
      assert.equal(
        actionsFor({ ...job, responseProblem }).has('approve'),
        responseProblem === 'amount',
        'only a readable translation can be approved',
      );
    });
  }

  it('names the details that could not be read', () => {
    const detail = { revisions: [], incomplete: ['revisions', 'comments', 'feedback'] as const };
    const details = { detail, hasFailed: false };
    const { notes } = makeSnapshot(job, { busy: false }, { details, languages: [], orderJobs: [] });
    assert.equal(new Set(notes).size, 3);
  });

  it('has a label for its status', () => {
    assert.notEqual(plain(statusLabel(unreadableStatus)), unreadableStatus);
  });
});
