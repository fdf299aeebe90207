import assert from 'node:assert/strict';
import { parseReviewScope } from '../../../src/editor/jobCommandArgument.ts';

describe('parseReviewScope', () => {
  const cases: readonly (readonly [what: string, args: readonly unknown[], ids: readonly string[] | undefined])[] = [
    ['nothing', [], undefined],
    ['a list of ids', [['1', '2', '1']], ['1', '2']],
    ['an object with ids', [{ jobIds: ['1', 2] }], ['1']],
    ['a row', [{ kind: 'job', id: 'job:1', jobId: '1' }], ['1']],
    ['a group', [{ kind: 'group', jobs: [{ jobId: '1' }, { jobId: '2' }] }], ['1', '2']],
    ['selected rows and groups', [{ jobId: '3' }, [{ jobId: '1' }, { jobs: [{ jobId: '2' }] }]], ['1', '2']],
    ['something else', [{ jobs: 'all' }, 7], undefined],
  ];
  for (const [what, [argument, selected], ids] of cases)
    it(`reads ${what}`, () => {
      assert.deepEqual(parseReviewScope(argument, selected), ids);
    });
});
