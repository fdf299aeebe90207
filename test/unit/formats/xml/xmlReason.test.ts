import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { xmlReason } from '../../../../src/formats/xml/xmlReason.ts';

/** Every message of the parser, with `a` for values. */
function parserMessages(): readonly string[] {
  const code = readFileSync(createRequire(import.meta.url).resolve('saxes'), 'utf8');
  const literal = /(["`])((?:\\[^]|(?!\1)[^])*)\1/g;
  const messages = [...code.matchAll(/\bfail\([^;"`]*["`][^;]*;/g)].flatMap(([call]) =>
    Array.from(call.matchAll(literal), ([, , message = '']) =>
      message
        .replace(/\\\n/g, '')
        .replace(/\\"/g, '"')
        .replace(/\$\{[^}]*\}/g, 'a'),
    ),
  );
  return [...new Set(messages)];
}

describe('the reasons for errors of the XML parser', () => {
  it('have a code for each message of the parser that a document can cause', () => {
    const messages = parserMessages();
    assert.ok(messages.length > 40, `${messages.length} messages`);
    const others = messages.filter((message) => xmlReason(`1:2: ${message}`).code === 'xml-syntax');
    // Namespaces are not resolved, and nothing is written after the end.
    assert.deepEqual(
      others.filter((message) => message !== '' && !/\bprefix\b|\bnamespace\b|after close/.test(message)),
      [],
    );
  });

  it('have the names in the parser’s message', () => {
    assert.deepEqual(xmlReason('3:14: unclosed tag: b'), { code: 'xml-tag-open', values: ['b'] });
    assert.deepEqual(xmlReason('3:14: duplicate attribute: x:y.'), { code: 'xml-attribute-twice', values: ['x:y'] });
    assert.deepEqual(xmlReason('3:14: something new.'), { code: 'xml-syntax', values: ['something new'] });
  });
});
