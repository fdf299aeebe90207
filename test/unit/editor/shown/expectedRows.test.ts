import assert from 'node:assert/strict';
import { ExpectedRows } from '../../../../src/editor/shown/expectedRows.ts';

describe('the rows that VS Code has to ask for', () => {
  let expected: ExpectedRows;

  beforeEach(() => {
    expected = new ExpectedRows();
    expected.start();
  });

  it('are those below expanded rows, until they are asked for', () => {
    expected.give('collapsed', false);
    assert.equal(expected.areMissing, false);
    expected.give('expanded', true);
    expected.give('other', true);
    expected.ask('expanded');
    assert.equal(expected.areMissing, true);
    expected.ask('other');
    assert.equal(expected.areMissing, false);
  });

  it('do not include those below rows that the user collapsed', () => {
    expected.give('row', true);
    expected.collapse('row');
    assert.equal(expected.areMissing, false);
    expected.give('row', true);
    assert.equal(expected.areMissing, false);
    expected.expand('row');
    expected.give('row', true);
    assert.equal(expected.areMissing, true);
  });

  it('are others once the tree is asked for again', () => {
    expected.give('row', true);
    expected.start();
    assert.equal(expected.areMissing, false);
  });
});
