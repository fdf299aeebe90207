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
  it('are protected except for the words between the limits', () => {
    assert.equal(sent.text, '[[[{1}]]]: [[[{0,choice,0#]]]no files[[[|1#{0}]]] files[[[}]]] left');
    assert.deepEqual(errorsOf('[[[{0,choice,0#]]]aucun fichier[[[|1#{0}]]] fichiers[[[}]]] restent, [[[{1}]]]'), []);
  });

  it('are protected as a whole without limits', () => {
    assert.equal(protect('{0,choice,what} left', ['icu']).text, '[[[{0,choice,what}]]] left');
  });

  it('are reported if they are missing, repeated or changed', () => {
    const pieces = ['{0,choice,0#', '|1#', '}'];
    assert.deepEqual(
      errorsOf('[[[{1}]]] reste')
        .filter(([, text]) => text !== '{0}')
        .map(([kind, text]) => [kind, text]),
      pieces.map((text) => ['missing-placeholder', text]),
    );
    assert.ok(errorsOf(`${sent.text} [[[{0,choice,0#]]]rien[[[|1#{0}]]][[[}]]]`).length > 0);
    assert.ok(errorsOf('[[[{1}]]]: [[[{0,choice,0#]]]rien[[[|2#{0}]]] fichiers[[[}]]] restent').length > 0);
    assert.ok(errorsOf('[[[{1}]]]: [[[{0,choice,0#]]]rien[[[{0}]]] fichiers[[[}]]] restent').length > 0);
  });
});
