import assert from 'node:assert/strict';
import { ExpectedRows } from '../../../../src/editor/shown/expectedRows.ts';

describe('the rows that VS Code has to ask for', () => {
  let expected: ExpectedRows;

  beforeEach(() => {
    expected = new ExpectedRows();
    expected.noteStart();
  });

  it('are those below expanded rows, until they are asked for', () => {
    expected.noteRow('collapsed', false);
    assert.equal(expected.areMissing, false);
    expected.noteRow('expanded', true);
    expected.noteRow('other', true);
    expected.noteRequest('expanded');
    assert.equal(expected.areMissing, true);
    expected.noteRequest('other');
    assert.equal(expected.areMissing, false);
  });

  it('do not include those below rows that the user collapsed', () => {
    expected.noteRow('row', true);
    expected.noteCollapse('row');
    assert.equal(expected.areMissing, false);
    expected.noteRow('row', true);
    assert.equal(expected.areMissing, false);
    expected.noteExpand('row');
    expected.noteRow('row', true);
    assert.equal(expected.areMissing, true);
  });

  it('are others once the tree is asked for again', () => {
    expected.noteRow('row', true);
    expected.noteStart();
    assert.equal(expected.areMissing, false);
  });
});
