import assert from 'node:assert/strict';
import { protect } from '../../../src/placeholders/protect.ts';
import { restore } from '../../../src/placeholders/restore.ts';

const sent = protect('{1}: {0,choice,0#no files|1#{0} files} left', ['icu']);

function errorsOf(translation: string): [string, string][] {
  return restore(translation, sent)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ kind, text }) => [kind, text]);
}

describe('choice arguments', () => {
  it('are protected as a whole', () => {
    assert.equal(sent.text, '[[[{1}]]]: [[[{0,choice,0#no files|1#{0} files}]]] left');
    assert.deepEqual(errorsOf('[[[{0,choice,0#no files|1#{0} files}]]] reste, [[[{1}]]]'), []);
  });

  it('are reported if they are missing, repeated or changed', () => {
    assert.deepEqual(errorsOf('[[[{1}]]] reste'), [['missing-placeholder', '{0,choice,0#no files|1#{0} files}']]);
    assert.deepEqual(errorsOf(`${sent.text} [[[{0,choice,0#no files|1#{0} files}]]]`), [
      ['extra-placeholder', '{0,choice,0#no files|1#{0} files}'],
    ]);
    assert.deepEqual(errorsOf('[[[{1}]]]: [[[{0,choice,0#rien|1#{0}}]]] reste'), [
      ['changed-placeholder', '{0,choice,0#rien|1#{0}}'],
    ]);
  });
});
