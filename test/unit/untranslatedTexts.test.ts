import assert from 'node:assert/strict';
import { foreignTexts } from '../e2e/untranslatedTexts.ts';

describe('foreignTexts', () => {
  it('accepts dates of every month, and finds words that look like a month', () => {
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
    const dates = Array.from({ length: 12 }, (_, month) => format.format(new Date(2026, month, 1, 13)));
    assert.deepEqual(foreignTexts(dates), []);
    assert.deepEqual(foreignTexts(['May I help you?', 'Šéñţ']), ['May I help you?']);
  });
});
