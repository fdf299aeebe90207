import assert from 'node:assert/strict';
import { csvLine } from '../../../../src/base/text/csvLine.ts';

describe('csvLine', () => {
  for (const cell of ['=1', '+1', '-1', '@a', '＝1', '＋1', '－1', '＠a', ' =1', '\u00A0=1', '\u200B=1', '"=1', '\n=1'])
    it(`makes a text of ${JSON.stringify(cell)}`, () => {
      assert.match(csvLine([cell]), /^"?'/u);
    });

  it('leaves other texts as they are', () => {
    assert.equal(csvLine(['a=1', "'=1", 'é', '(-1)', 5, -5]), "a=1,'=1,é,(-1),5,-5\r\n");
  });
});
