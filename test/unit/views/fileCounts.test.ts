import assert from 'node:assert/strict';
import { countByFile, fileCountText } from '../../../src/views/fileCounts.ts';
import { plain } from '../../../src/words/plain.ts';
import { makeTrackedJob, makeUnitRef } from '../../builders/trackedJob.ts';

const warning = { kind: 'final-punctuation', severity: 'warning', text: '.' } as const;

describe('countByFile', () => {
  it('counts translations to review for their source and target files, once per file', () => {
    const units = [makeUnitRef({ key: 'a' }), makeUnitRef({ key: 'b' })];
    const jobs = [
      makeTrackedJob({ units }),
      makeTrackedJob({ units: [makeUnitRef({ targetFile: 'fr.json' })], problems: [warning] }),
      makeTrackedJob({ units, status: 'pending' }),
      makeTrackedJob({ units, status: 'approved' }),
    ];
    assert.deepEqual(countByFile(jobs), [
      { project: 'p', path: 'en.json', toReview: 2, withFindings: 1 },
      { project: 'p', path: 'ja.json', toReview: 1, withFindings: 0 },
      { project: 'p', path: 'fr.json', toReview: 1, withFindings: 1 },
    ]);
  });

  it('counts approved translations whose errors prevent their delivery as findings', () => {
    const held = { kind: 'held', reason: 'problems' } as const;
    const job = makeTrackedJob({ status: 'approved', delivery: held, units: [makeUnitRef()] });
    assert.deepEqual(
      countByFile([job]).map(({ toReview, withFindings }) => [toReview, withFindings]),
      [
        [0, 1],
        [0, 1],
      ],
    );
  });

  it('omits selections in files outside all folders', () => {
    assert.deepEqual(countByFile([makeTrackedJob({ units: [makeUnitRef({ project: '' })] })]), []);
  });
});

describe('fileCountText', () => {
  it('says how many there are', () => {
    assert.equal(
      plain(fileCountText({ toReview: 120, withFindings: 1 })),
      '120 translations to review, 1 translation with errors or warnings',
    );
  });
});
