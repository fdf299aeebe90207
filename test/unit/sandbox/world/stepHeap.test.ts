import assert from 'node:assert/strict';
import fc from 'fast-check';
import { StepHeap } from '../../../../src/sandbox/world/stepHeap.ts';

describe('sandbox/stepHeap', () => {
  it('returns entries by time, and by job if times are equal', () => {
    const entry = fc.record(
      { at: fc.integer({ min: 0, max: 50 }), job: fc.integer({ min: 1, max: 20 }) },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const heap = new StepHeap();
        for (const one of entries) heap.push(one);
        const popped = entries.map(() => heap.pop());
        assert.deepEqual(
          popped,
          entries.toSorted((a, b) => a.at - b.at || a.job - b.job),
        );
        assert.equal(heap.pop(), undefined);
        assert.equal(heap.first, undefined);
      }),
    );
  });
});
