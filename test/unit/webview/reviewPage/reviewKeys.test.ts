import assert from 'node:assert/strict';
import { keyCommand } from '../../../../src/webview/reviewPage/model/reviewKeys.ts';

describe('keyCommand', () => {
  const press = (key: string, changes: Partial<Parameters<typeof keyCommand>[0]> = {}) =>
    keyCommand({ key, repeat: false, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...changes });

  it('gives each action a key', () => {
    const kinds = ['a', 'r', 'x', 'c', 'o', 'd', 'Enter', 'n', 'z', '/', ' ', 'Escape'].map((key) => press(key)?.kind);
    assert.deepEqual(kinds, [
      'approve',
      'revise',
      'reject',
      'comment',
      'openFile',
      'details',
      'details',
      'next',
      'undo',
      'filter',
      'select',
      'escape',
    ]);
  });

  it('moves with arrows and letters, and extends the selection with Shift', () => {
    assert.deepEqual(press('j'), { kind: 'move', by: 1, extend: false });
    assert.deepEqual(press('ArrowUp', { shiftKey: true }), { kind: 'move', by: -1, extend: true });
    assert.deepEqual(press('End'), { kind: 'move', by: Infinity, extend: false });
  });

  it('repeats only moves while a key is held down', () => {
    assert.equal(press('j', { repeat: true })?.kind, 'move');
    for (const key of ['a', 'r', 'x', 'c', 'o', 'z', ' ', 'Enter'])
      assert.equal(press(key, { repeat: true }), undefined);
  });

  it('leaves combinations to VS Code, except Select All', () => {
    assert.equal(press('a', { ctrlKey: true })?.kind, 'selectAll');
    assert.equal(press('a', { altKey: true }), undefined);
    assert.equal(press('z', { metaKey: true }), undefined);
    assert.equal(press('constructor'), undefined);
  });
});
