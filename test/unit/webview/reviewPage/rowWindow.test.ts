import assert from 'node:assert/strict';
import fc from 'fast-check';
import { estimatedHeight, rowOffsets, rowWindow } from '../../../../src/webview/reviewPage/model/rowWindow.ts';

describe('the rendered part of the review list', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => String(index));

  it('has the rows in view', () => {
    const offsets = rowOffsets(ids, new Map());
    const part = rowWindow(offsets, { top: 100 * estimatedHeight, height: 5 * estimatedHeight, margin: 0 });
    assert.deepEqual([part.first, part.last], [100, 106]);
    assert.equal(part.before, 100 * estimatedHeight);
    assert.equal(part.after, 894 * estimatedHeight);
  });

  it('is empty for an empty list, and ends at the last row', () => {
    assert.deepEqual(rowWindow(rowOffsets([], new Map()), { top: 0, height: 500, margin: 500 }), {
      first: 0,
      last: 0,
      before: 0,
      after: 0,
    });
    const part = rowWindow(rowOffsets(ids, new Map()), { top: 1e9, height: 500, margin: 0 });
    assert.equal(part.last, 1000);
  });

  it('covers the view for any heights, with the same total height', () => {
    const heights = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(heights, fc.nat(20_000), fc.nat(900), fc.nat(300), (all, position, height, margin) => {
        const names = all.map((_, index) => String(index));
        const offsets = rowOffsets(names, new Map(all.map((one, index) => [String(index), one])));
        const total = all.reduce((sum, one) => sum + one, 0);
        const top = Math.min(position, Math.max(0, total - height));
        const part = rowWindow(offsets, { top, height, margin });
        const shown = all.slice(part.first, part.last).reduce((sum, one) => sum + one, 0);
        assert.equal(part.before + shown + part.after, total);
        assert.ok(part.before <= top);
        assert.ok(part.before + shown >= Math.min(total, top + height));
      }),
    );
  });
});
