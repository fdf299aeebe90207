import assert from 'node:assert/strict';
import {
  focusAfterAction,
  focusAfterRemoval,
  idsBetween,
  moveFocus,
  nextWithFindings,
} from '../../../../../../src/webview/review/page/model/listFocus.ts';
import { makeReviewRow } from '../../../../../builders/reviewRow.ts';

const ids = ['a', 'b', 'c', 'd'];

describe('the focus of the review list', () => {
  it('moves within the list', () => {
    assert.equal(moveFocus(ids, 'b', 1), 'c');
    assert.equal(moveFocus(ids, 'd', 1), 'd');
    assert.equal(moveFocus(ids, 'c', -10), 'a');
    assert.equal(moveFocus(ids, 'a', Infinity), 'd');
    assert.equal(moveFocus(ids, undefined, 1), 'a');
    assert.equal(moveFocus(ids, 'gone', -1), 'a');
    assert.equal(moveFocus([], 'a', 1), undefined);
  });

  it('goes to the next row with findings, and from the last one to the first', () => {
    const problems = [{ severity: 'warning', sentence: 'Unusual.' }] as const;
    const rows = [makeReviewRow('a', { problems }), makeReviewRow('b'), makeReviewRow('c', { problems })];
    assert.equal(nextWithFindings(rows, 'a'), 'c');
    assert.equal(nextWithFindings(rows, 'c'), 'a');
    assert.equal(nextWithFindings(rows, undefined), 'a');
    assert.equal(nextWithFindings([makeReviewRow('b')], 'b'), undefined);
  });

  it('goes to the next open row after an action, else to the last one before it', () => {
    assert.equal(
      focusAfterAction(ids, 'b', (id) => id !== 'c'),
      'd',
    );
    assert.equal(
      focusAfterAction(ids, 'd', (id) => id !== 'd'),
      'c',
    );
    assert.equal(
      focusAfterAction(ids, 'b', () => false),
      'b',
    );
  });

  it('stays at the same place when the focused row is no longer listed', () => {
    assert.equal(focusAfterRemoval(ids, ['a', 'c', 'd'], 'b'), 'c');
    assert.equal(focusAfterRemoval(ids, ['a', 'b'], 'd'), 'b');
    assert.equal(focusAfterRemoval(ids, ids, 'b'), 'b');
    assert.equal(focusAfterRemoval(ids, [], 'b'), undefined);
    assert.equal(focusAfterRemoval([], ids, 'gone'), 'a');
  });

  it('selects from one row to another in both directions', () => {
    assert.deepEqual(idsBetween(ids, 'b', 'd'), ['b', 'c', 'd']);
    assert.deepEqual(idsBetween(ids, 'd', 'b'), ['b', 'c', 'd']);
    assert.deepEqual(idsBetween(ids, 'gone', 'b'), ['b']);
  });
});
