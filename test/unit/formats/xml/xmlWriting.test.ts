import assert from 'node:assert/strict';
import { englishReason } from '../../../builders/englishReason.ts';
import { present } from '../../../../src/base/present.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { spliceEdits } from '../../../../src/formats/kit/spliceEdits.ts';
import { attributeEdit, attributeRemoval } from '../../../../src/formats/xml/xmlAttribute.ts';
import { parseMarkup, prefixesOf, refuseBadMarkup } from '../../../../src/formats/xml/xmlMarkup.ts';
import { commentsAbove, insertElements, levelOf } from '../../../../src/formats/xml/xmlSiblings.ts';
import { asciiXml, needsAscii } from '../../../../src/formats/xml/xmlText.ts';
import { elementsOf, parseXml } from '../../../../src/formats/xml/xmlTree.ts';
import { valueEdit } from '../../../../src/formats/xml/xmlValue.ts';

describe('markup as the content of an element', () => {
  it('is refused if it is not well-formed there', () => {
    for (const bad of [
      '<b>',
      '</b>',
      '</x><x>',
      '</x>',
      'a & b',
      '&nope;',
      '<b a=1/>',
      ']]>',
      '<!--',
      '<!DOCTYPE a>',
      '<?xml version="1.0"?>',
      '<b></i>',
      'a\u0001',
      '</x><x/><x>',
    ]) {
      assert.throws(
        () => {
          refuseBadMarkup(bad);
        },
        (error) => error instanceof FormatError && englishReason(error.reason).includes('well-formed'),
        bad,
      );
    }
    for (const good of [
      '',
      'plain > text',
      '<b>x</b> &amp; <br/>',
      '<![CDATA[&]]>',
      '<!-- note -->',
      '&#233;',
      'two\nlines',
    ])
      refuseBadMarkup(good);
    refuseBadMarkup('&app;', new Map([['app', 'Shop']]));
  });

  it('lists the prefixes that have to be declared outside', () => {
    assert.deepEqual(
      [...prefixesOf(parseMarkup('<x:g id="1"><y:h xmlns:y="u" z:a="1"/></x:g><b xml:lang="de"/>'))],
      ['x', 'z'],
    );
  });
});

describe('attributes', () => {
  const edited = (text: string, name: string, value: string): string =>
    spliceEdits(text, [attributeEdit(text, parseXml(text).root, name, value)]);

  it('change between their present quotes', () => {
    assert.equal(edited('<a b="1" c=\'2\' />', 'c', `it's "x" & <y>`), `<a b="1" c='it&apos;s "x" &amp; &lt;y&gt;' />`);
    assert.equal(edited('<a\n  b = "1"></a>', 'b', `"\n`), '<a\n  b = "&quot;&#10;"></a>');
  });

  it('are added after the last one, with its quotes, and removed with the whitespace before them', () => {
    assert.equal(edited("<a b='1' />", 'c', '2'), "<a b='1' c='2' />");
    assert.equal(edited('<a></a>', 'c', 'é'), '<a c="é"></a>');
    assert.equal(
      edited('<?xml version="1.0" encoding="ISO-8859-1"?><a></a>', 'c', 'é'),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a c="&#233;"></a>',
    );
    const text = '<a b="1"\n   c="2"/>';
    const removal = attributeRemoval(text, parseXml(text).root, 'c');
    assert.ok(removal !== undefined);
    assert.equal(spliceEdits(text, [removal]), '<a b="1"/>');
    assert.equal(attributeRemoval(text, parseXml(text).root, 'd'), undefined);
  });
});

describe('values', () => {
  const edited = (text: string, value: string): string =>
    spliceEdits(text, [valueEdit(text, parseXml(text).root, value, '\n')]);

  it('stay character data or a section, and open a closed element', () => {
    assert.equal(edited('<a>old</a>', 'x < y & z'), '<a>x &lt; y &amp; z</a>');
    assert.equal(edited('<a><![CDATA[old]]></a>', 'x < y ]]> z'), '<a><![CDATA[x < y ]]]]><![CDATA[> z]]></a>');
    assert.equal(edited('<a><![CDATA[x ]]]]><![CDATA[> z]]></a>', '<b>'), '<a><![CDATA[<b>]]></a>');
    assert.equal(edited('<a n="1" />', 'new'), '<a n="1">new</a>');
    assert.equal(
      edited('<?xml version="1.0" encoding="windows-1252"?><a>x</a>', 'é😀'),
      '<?xml version="1.0" encoding="windows-1252"?><a>&#233;&#128512;</a>',
    );
  });

  it('know which encodings can represent every character', () => {
    assert.equal(needsAscii("<?xml version='1.0' encoding='utf-8'?>"), false);
    assert.equal(needsAscii('<?xml version="1.0" encoding="UTF-16"?>'), false);
    assert.equal(needsAscii('<?xml version="1.0"?>'), false);
    assert.equal(needsAscii('<?xml version="1.0" encoding="iso-8859-1" standalone="no"?>'), true);
    assert.equal(asciiXml('aé𝒳'), 'a&#233;&#119987;');
  });
});

describe('new elements among siblings', () => {
  const layout = { lineEnd: '\n', level: '  ' };
  const inserted = (text: string, at: 'behind' | 'before' | 'empty', name = 'b'): string => {
    const { root } = parseXml(text);
    const sibling = elementsOf(root, name)[0];
    const next = at === 'behind' ? { after: sibling } : { before: sibling };
    const place = { parent: root, ...(at === 'empty' ? {} : present(next)) };
    return spliceEdits(text, [insertElements(text, place, layout, () => ['<n/>', '<m/>'])]);
  };

  it('go after a sibling with its indentation, and after the comment on its line', () => {
    assert.equal(inserted('<r>\n\t<b/>\n</r>', 'behind'), '<r>\n\t<b/>\n\t<n/>\n\t<m/>\n</r>');
    assert.equal(
      inserted('<r>\n  <b/> <!-- of b -->\n  <c/></r>', 'behind'),
      '<r>\n  <b/> <!-- of b -->\n  <n/>\n  <m/>\n  <c/></r>',
    );
    assert.equal(
      inserted('<r>\n  <b/>\n  <!-- of c -->\n  <c/></r>', 'behind'),
      '<r>\n  <b/>\n  <n/>\n  <m/>\n  <!-- of c -->\n  <c/></r>',
    );
    assert.equal(inserted('<r><a/> <b/></r>', 'behind'), '<r><a/> <b/> <n/> <m/></r>');
  });

  it('go before a sibling and the comments that describe it', () => {
    assert.equal(
      inserted('<r>\n  <!-- head -->\n\n  <!-- of b -->\n  <b/>\n</r>', 'before'),
      '<r>\n  <!-- head -->\n\n  <n/>\n  <m/>\n  <!-- of b -->\n  <b/>\n</r>',
    );
    assert.equal(inserted('<r><b/></r>', 'before'), '<r><n/><m/><b/></r>');
  });

  it('are separated by an empty line if all siblings are', () => {
    assert.equal(
      inserted('<r>\n\n  <a/>\n\n  <b/>\n\n  <c/>\n</r>', 'behind'),
      '<r>\n\n  <a/>\n\n  <b/>\n\n  <n/>\n\n  <m/>\n\n  <c/>\n</r>',
    );
    assert.equal(
      inserted('<r>\n  <a/>\n\n  <b/>\n  <c/>\n</r>', 'behind'),
      '<r>\n  <a/>\n\n  <b/>\n  <n/>\n  <m/>\n  <c/>\n</r>',
    );
  });

  it('go into a parent without elements', () => {
    assert.equal(inserted('<r/>', 'empty'), '<r>\n  <n/>\n  <m/>\n</r>');
    assert.equal(inserted('<r a="1" />', 'empty'), '<r a="1">\n  <n/>\n  <m/>\n</r>');
    assert.equal(inserted('<r></r>', 'empty'), '<r>\n  <n/>\n  <m/>\n</r>');
    assert.equal(inserted('<r>\n</r>', 'empty'), '<r>\n  <n/>\n  <m/>\n</r>');
    assert.equal(inserted('<r>\n  <!-- none yet -->\n</r>', 'empty'), '<r>\n  <!-- none yet -->\n  <n/>\n  <m/>\n</r>');
  });

  it('keep comments above them apart from headings', () => {
    const text =
      '<r> <!-- of r -->\n  <!-- heading -->\n\n  <!-- one -->\n  <!-- two -->\n  <a/> <!-- of a -->\n  <b/>\n</r>';
    const { root } = parseXml(text);
    const [a, b] = elementsOf(root);
    assert.ok(a !== undefined && b !== undefined);
    assert.deepEqual(
      commentsAbove(text, root, a).map((comment) => comment.text),
      [' one ', ' two '],
    );
    assert.deepEqual(commentsAbove(text, root, b), []);
    assert.equal(levelOf(text, root), '  ');
  });
});
