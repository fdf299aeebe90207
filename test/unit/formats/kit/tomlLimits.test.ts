import assert from 'node:assert/strict';
import { beyondLimits } from '../../../../src/formats/kit/tomlLimits.ts';

describe('beyondLimits', () => {
  const nested = (depth: number): string => `a = ${'['.repeat(depth)}${']'.repeat(depth)}\n`;
  const tables = (depth: number): string => `a = ${'{ b = '.repeat(depth)}1${' }'.repeat(depth)}\n`;

  it('counts the levels of arrays and inline tables, and those that were closed no more', () => {
    for (const write of [nested, tables]) {
      assert.equal(beyondLimits(write(3), 3), undefined);
      assert.equal(beyondLimits(write(4), 3)?.reason.code, 'nested-too-deeply');
      assert.equal(beyondLimits(write(3).repeat(5), 3), undefined);
    }
  });

  it('counts no brackets in texts and comments', () => {
    const brackets = '[[[[';
    const text = `# ${brackets}\na = "${brackets} \\" ${brackets}"\nb = '${brackets}'\nc = """\n${brackets} \\""" ${brackets}"""\n`;
    assert.equal(beyondLimits(text, 3), undefined);
    assert.deepEqual(beyondLimits(`${text}${nested(4)}`, 3)?.at, text.length + 'a = [[['.length);
  });

  it('names the beginning of a very long text, but not of a long comment', () => {
    const long = 'x'.repeat(50_001);
    assert.equal(beyondLimits(`# ${long}\n`, 3), undefined);
    assert.deepEqual([beyondLimits(`a = "${long}"\n`, 3)?.at, beyondLimits(`a = """${long}"""\n`, 3)?.at], [4, 4]);
  });
});
