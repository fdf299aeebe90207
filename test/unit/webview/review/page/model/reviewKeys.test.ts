import assert from 'node:assert/strict';
import { keyCommand } from '../../../../../../src/webview/review/page/model/reviewKeys.ts';

describe('keyCommand', () => {
  const press = (key: string, changes: Partial<Parameters<typeof keyCommand>[0]> = {}) =>
    keyCommand({
      key,
      code: '',
      repeat: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      ...changes,
    });

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

  it('finds letters by their position on a layout of another script', () => {
    for (const [key, code, kind] of [
      ['ф', 'KeyA', 'approve'],
      ['ρ', 'KeyR', 'revise'],
      ['ס', 'KeyX', 'reject'],
      ['に', 'KeyI', undefined],
      ['ظ', 'Slash', 'filter'],
      ['о', 'KeyJ', 'move'],
    ] as const)
      assert.equal(press(key, { code })?.kind, kind, key);
    assert.equal(press('ф', { code: 'KeyA', ctrlKey: true })?.kind, 'selectAll');
    assert.equal(press('Ф', { code: 'KeyA', shiftKey: true }), undefined);
    assert.equal(press('ф', { code: 'KeyA', repeat: true }), undefined);
  });

  it('finds letters where a layout types a combining mark', () => {
    // A vowel sign of Devanagari (InScript), and one of Thai.
    assert.equal(press('\u094B', { code: 'KeyA' })?.kind, 'approve');
    assert.equal(press('\u0E37', { code: 'KeyN' })?.kind, 'next');
    assert.equal(press('\u094B', { code: 'KeyA', ctrlKey: true })?.kind, 'selectAll');
    assert.equal(press('\u0301', { code: 'Digit5' }), undefined);
  });

  it('goes by what is typed on layouts with Latin letters and for signs', () => {
    // The letter “a” of a French keyboard is where “q” is on an American one.
    assert.equal(press('a', { code: 'KeyQ' })?.kind, 'approve');
    assert.equal(press('q', { code: 'KeyA' }), undefined);
    assert.equal(press('é', { code: 'KeyA' }), undefined);
    assert.equal(press('.', { code: 'Slash' }), undefined);
    assert.equal(press('/', { code: 'Backslash', shiftKey: true })?.kind, 'filter');
  });
});
