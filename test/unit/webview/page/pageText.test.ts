import assert from 'node:assert/strict';
import { pageStrings } from '../../../../src/webview/protocol.ts';
import { fill, readStrings } from '../../../../src/webview/page/pageText.ts';

describe('the words of the page', () => {
  it('come from the extension', () => {
    const words = Object.fromEntries(pageStrings.map((name) => [name, `<${name}>`]));
    assert.deepEqual(readStrings(JSON.stringify(words)), words);
  });

  for (const json of [undefined, '', 'null', '[]', '5', '{', '{"send":5}']) {
    it(`are their names when ${json === undefined ? 'nothing' : json === '' ? 'an empty text' : json} was given`, () => {
      const words = readStrings(json);
      assert.equal(words.send, 'send');
      assert.deepEqual(Object.keys(words), [...pageStrings]);
    });
  }

  it('have their holes filled once', () => {
    assert.equal(fill('{0} of {1}', 3, '{0}'), '3 of {0}');
    assert.equal(fill('{0} {2} {x}', 'a'), 'a {2} {x}');
  });
});
