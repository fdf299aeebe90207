import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  estimatedHeight,
  rowOffsets,
  rowWindow,
  scrollToKeep,
  scrollToShow,
  type RowPositions,
} from '../../../../../../src/webview/review/page/model/rowWindow.ts';

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

describe('the scroll position of the review list', () => {
  const all = Array.from({ length: 100 }, (_, index) => String(index));
  const place = (ids: readonly string[], heights: ReadonlyMap<string, number> = new Map()): RowPositions => ({
    ids,
    offsets: rowOffsets(ids, heights),
  });
  const view = { top: 20 * estimatedHeight, height: 5 * estimatedHeight };

  it('follows the focused row when rows before it disappear', () => {
    const remaining = all.filter((id) => Number(id) >= 22);
    const top = scrollToKeep(place(all), place(remaining), { ...view, focused: '23' });
    // The row was three rows below the top of the view, and only one row is before it now.
    assert.equal(top, 0);
    const fewer = all.filter((id) => Number(id) >= 10);
    assert.equal(scrollToKeep(place(all), place(fewer), { ...view, focused: '23' }), 10 * estimatedHeight);
  });

  it('follows the first row in view that is still listed, if the focused one is elsewhere', () => {
    const remaining = all.filter((id) => Number(id) < 5 || Number(id) > 20);
    const top = scrollToKeep(place(all), place(remaining), { ...view, focused: '2' });
    assert.equal(top, 4 * estimatedHeight);
    assert.equal(scrollToKeep(place(all), place(['1', '2']), { ...view, focused: '2' }), view.top);
  });

  it('follows a change of heights before the view', () => {
    const heights = new Map([['3', estimatedHeight + 40]]);
    assert.equal(scrollToKeep(place(all), place(all, heights), { ...view, focused: undefined }), view.top + 40);
    const inView = new Map([['23', estimatedHeight + 40]]);
    assert.equal(scrollToKeep(place(all), place(all, inView), { ...view, focused: '23' }), view.top);
  });

  it('shows a row and the rows next to it', () => {
    const { offsets } = place(all);
    assert.equal(scrollToShow(offsets, 22, view), undefined);
    assert.equal(scrollToShow(offsets, 20, view), 19 * estimatedHeight);
    assert.equal(scrollToShow(offsets, 24, view), 21 * estimatedHeight);
    assert.equal(scrollToShow(offsets, 0, view), 0);
    assert.equal(scrollToShow(offsets, 99, view), 95 * estimatedHeight);
  });

  it('shows a high row from its beginning', () => {
    const { offsets } = place(all, new Map([['50', 10 * estimatedHeight]]));
    assert.equal(scrollToShow(offsets, 50, view), 50 * estimatedHeight);
  });
});
