import assert from 'node:assert/strict';
import { pageStrings } from '../../../../src/webview/pageStrings.ts';
import { fill, readStrings } from '../../../../src/webview/page/pageText.ts';

describe('readStrings', () => {
  it('returns the texts from the extension', () => {
    const words = Object.fromEntries(pageStrings.map((name) => [name, `<${name}>`]));
    assert.deepEqual(readStrings(JSON.stringify(words)), words);
  });

  for (const json of [undefined, '', 'null', '[]', '5', '{', '{"send":5}']) {
    it(`returns the names instead of texts for ${json === '' ? 'an empty text' : String(json)}`, () => {
      const words = readStrings(json);
      assert.equal(words.send, 'send');
      assert.deepEqual(Object.keys(words), [...pageStrings]);
    });
  }
});

describe('fill', () => {
  it('replaces each placeholder once', () => {
    assert.equal(fill('{0} of {1}', 3, '{0}'), '3 of {0}');
    assert.equal(fill('{0} {2} {x}', 'a'), 'a {2} {x}');
  });
});
