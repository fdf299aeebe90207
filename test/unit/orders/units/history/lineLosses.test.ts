import assert from 'node:assert/strict';
import fc from 'fast-check';
import { differingLines } from '../../../../../src/orders/units/history/differingLines.ts';
import { LineLosses } from '../../../../../src/orders/units/history/lineLosses.ts';

/** Returns the indices of the versions, newest first, that must be parsed. */
function parsed(texts: readonly string[]): readonly number[] {
  const losses = new LineLosses(texts[0] ?? '', []);
  const indices: number[] = [];
  for (const [index, text] of texts.entries()) if (index > 0 && losses.add(text, index)) indices.push(index - 1);
  return losses.hasPending ? [...indices, texts.length - 1] : indices;
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 8 }).map((all) => all.join('\n'));

describe('differingLines', () => {
  it('returns what was lost, gained and inserted', () => {
    assert.deepEqual(differingLines('a\nb\nc\n', 'a\nx\nb\nd\n'), {
      lost: ['c'],
      gained: ['x', 'd'],
      insertedAfter: ['a', 'c'],
    });
  });

  it('ignores indentation and a comma at the end', () => {
    assert.deepEqual(differingLines('{\n"a": 1\n}', '{\n  "a": 1,\n  "b": 2\n}').lost, []);
  });

  it('returns the lines that only one of two texts has, as often as they are there', () => {
    const count = (text: string): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const line of text.split('\n')) if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
      return counts;
    };
    fc.assert(
      fc.property(lines, lines, (older, newer) => {
        const [before, after] = [count(older), count(newer)];
        const { lost, gained } = differingLines(older, newer);
        for (const line of ['a', 'b', 'c', 'd', 'e']) {
          const more = (after.get(line) ?? 0) - (before.get(line) ?? 0);
          assert.equal(lost.includes(line), more < 0);
          assert.equal(gained.filter((one) => one === line).length, Math.max(0, more));
        }
      }),
    );
  });
});

describe('LineLosses', () => {
  it('chooses no version if lines were only added', () => {
    assert.deepEqual(parsed(['a\nb\nc', 'a\nb', 'a']), []);
  });

  it('chooses one version that has all lines that were lost later', () => {
    assert.deepEqual(parsed(['x\ny\nz', 'x\ny\nc', 'x\nb\nc', 'a\nb\nc']), [3]);
  });

  it('chooses versions that together have every line', () => {
    fc.assert(
      fc.property(fc.array(lines, { minLength: 1, maxLength: 8 }), (texts) => {
        const shown = new Set([0, ...parsed(texts)].flatMap((index) => (texts[index] ?? '').split('\n')));
        for (const text of texts) for (const line of text.split('\n')) assert.ok(line === '' || shown.has(line), line);
      }),
    );
  });

  it('knows the last version with a range of lines', () => {
    const texts = ['a\nnew', 'a\nold', 'b\nold', 'b\nold\nc'];
    const losses = new LineLosses(texts[0] ?? '', []);
    for (const [index, text] of texts.entries()) if (index > 0) losses.add(text, index);
    const old = { start: 2, end: 5 };
    assert.equal(losses.lastVersion(texts[3] ?? '', old, 3), 1);
    assert.equal(losses.lastVersion(texts[3] ?? '', { start: 0, end: 1 }, 3), 2);
    assert.equal(losses.lastVersion(texts[3] ?? '', { start: 6, end: 7 }, 3), 3);
  });
});
