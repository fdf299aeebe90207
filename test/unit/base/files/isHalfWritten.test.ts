import assert from 'node:assert/strict';
import { isHalfWritten } from '../../../../src/base/files/isHalfWritten.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('isHalfWritten', () => {
  const before = bytes('{\n  "a": "one",\n  "b": "two"\n}\n');
  const longer = bytes('{\n  "a": "eins und mehr",\n  "b": "two"\n}\n');

  for (const [name, old, wanted] of [
    ['grows', before, longer],
    ['shrinks', longer, before],
    ['keeps its length', before, bytes('{\n  "a": "uno",\n  "b": "two"\n}\n')],
  ] as const) {
    it(`accepts every prefix of the new content over the old in a file that ${name}`, () => {
      for (let cut = 0; cut <= wanted.length; cut += 1) {
        assert.ok(
          isHalfWritten(Buffer.concat([wanted.subarray(0, cut), old.subarray(cut)]), old, wanted),
          `cut at ${cut}`,
        );
      }
    });
  }

  it('accepts every prefix of the new content in a file that was truncated or created', () => {
    for (let cut = 0; cut <= longer.length; cut += 1) {
      assert.ok(isHalfWritten(longer.subarray(0, cut), before, longer));
      assert.ok(isHalfWritten(longer.subarray(0, cut), undefined, longer));
    }
  });

  it('accepts sectors of either content', () => {
    const old = Buffer.alloc(4 * 512, 'a');
    const wanted = Buffer.alloc(4 * 512, 'b');
    assert.ok(
      isHalfWritten(Buffer.concat([old.subarray(0, 512), wanted.subarray(0, 1024), old.subarray(0, 512)]), old, wanted),
    );
  });

  it('rejects edited files, other mixtures and other lengths', () => {
    assert.ok(!isHalfWritten(bytes('{\n  "a": "one",\n  "b": "2"\n}\n'), before, longer));
    assert.ok(!isHalfWritten(bytes('{\n  "a": "one!",\n  "b": "two"\n}\n'), before, longer));
    assert.ok(
      !isHalfWritten(bytes('old NEW old'), bytes('old old old'), bytes('NEW NEW NEW')),
      'new content in the middle',
    );
    assert.ok(!isHalfWritten(bytes('NEW old NEW'), bytes('old old old'), bytes('NEW NEW NEW')), 'two cuts');
    assert.ok(!isHalfWritten(Buffer.concat([longer, bytes(' ')]), before, longer));
    assert.ok(!isHalfWritten(bytes('something else'), undefined, longer));
  });
});
