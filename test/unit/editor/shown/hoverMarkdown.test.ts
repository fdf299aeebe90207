import assert from 'node:assert/strict';
import { encodeArguments, withoutMarkup } from '../../../../src/editor/shown/hoverMarkdown.ts';

describe('withoutMarkup', () => {
  const joined = (text: string): string => withoutMarkup(text).replaceAll('\u2060', '|');

  it('separates what Markdown would make a link, an element or a character', () => {
    assert.equal(joined('https://example.org'), 'https:|//example.org');
    assert.equal(joined('WWW.example.org'), 'WWW|.example.org');
    assert.equal(joined('a@example.org'), 'a|@example.org');
    assert.equal(joined('<command:x>'), '<|command:x>');
    assert.equal(joined('&#x202E;'), '&|#x202E;');
    assert.equal(joined('1.'), '1|.');
    assert.equal(joined('==='), '=|=|=|');
  });

  it('does not change other text', () => {
    for (const text of ['Price:', '3', '>', '{name}', '–', '100%', '//', 'www', '1.5', '2.x'])
      assert.equal(withoutMarkup(text), text);
  });
});

describe('encodeArguments', () => {
  it('leaves no character that could end a link or its title', () => {
    const hostile = [{ jobId: `1) [x](command:y "t") '*!` }];
    const encoded = encodeArguments(hostile);
    assert.match(encoded, /^[\w.~%-]+$/u);
    assert.deepEqual(JSON.parse(decodeURIComponent(encoded)), hostile);
  });
});
