import assert from 'node:assert/strict';
import { logLines } from '../../../../src/editor/shown/logLines.ts';

describe('logLines', () => {
  it('keeps text from beginning a new line of the log', () => {
    const forged = '2026-01-01 00:00:00.000 [info] Everything is paid.';
    for (const lineBreak of ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
      assert.equal(logLines(`refused${lineBreak}${forged}`), `refused\n  │ ${forged}`);
    }
  });

  it('escapes control and bidirectional characters', () => {
    assert.equal(logLines('a\u001B[2Jb\u202Ec\u0000'), 'a[U+001B][2Jb[U+202E]c[U+0000]');
  });

  it('keeps ordinary text', () => {
    assert.equal(logLines('GET /v2/jobs → 200 in 12 ms, שלום'), 'GET /v2/jobs → 200 in 12 ms, שלום');
  });

  it('truncates a very long text', () => {
    assert.ok(logLines('x'.repeat(1_000_000)).length < 21_000);
  });
});
