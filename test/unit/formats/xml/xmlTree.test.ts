import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withSentence } from '../../../builders/englishReason.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { decodeXml, encodeXml, textOf } from '../../../../src/formats/xml/xmlText.ts';
import {
  attributeRange,
  childOf,
  elementsOf,
  maxXmlDepth,
  parseXml,
  type XmlNode,
} from '../../../../src/formats/xml/xmlTree.ts';
import { anyMarkup, anyText } from '../../../laws/hostileStrings.ts';

describe('the XML tree', () => {
  it('has the offsets of everything in an element', () => {
    const text =
      '<?xml version="1.0"?>\r\n<!-- top -->\r\n<r a=\'1\'>\r\n' +
      '  <b>x &amp; 😀</b><c /><!-- in --><![CDATA[<d>]]><?p q?>tail\r\n</r>\r\n';
    const { root, prolog } = parseXml(text);
    assert.deepEqual(
      prolog.map((node) => text.slice(node.start, node.end)),
      ['<!-- top -->'],
    );
    assert.deepEqual(
      root.children.map((node) => text.slice(node.start, node.end)),
      ['<b>x &amp; 😀</b>', '<c />', '<!-- in -->', '<![CDATA[<d>]]>', '<?p q?>'],
    );
    assert.equal(text.slice(root.start, root.end), text.slice(text.indexOf('<r'), text.indexOf('</r>') + 4));
    const [b, c] = elementsOf(root);
    assert.ok(b !== undefined && c !== undefined);
    assert.equal(text.slice(b.innerStart, b.innerEnd), 'x &amp; 😀');
    assert.ok(c.selfClosing && c.innerStart === c.end && c.innerEnd === c.end);
    assert.deepEqual({ ...root.attributes }, { a: '1' });
  });

  it('has the right offsets for every tag of any markup', () => {
    fc.assert(
      fc.property(anyMarkup, fc.constantFrom('\n', '\r\n', '\r', ''), (markup, gap) => {
        const text = `<r>${gap}${markup}${gap}<b a=">'"/>${gap}<!--<i>-->${markup}</r>`;
        const check = (node: XmlNode): void => {
          const written = text.slice(node.start, node.end);
          if (node.kind === 'comment') assert.equal(written, `<!--${node.text}-->`);
          if (node.kind !== 'element') return;
          assert.ok(
            written.startsWith(`<${node.name}`) && written.endsWith(node.selfClosing ? '/>' : `</${node.name}>`),
          );
          assert.ok(
            !node.selfClosing
              ? text.startsWith('</', node.innerEnd) && text[node.innerStart - 1] === '>'
              : node.innerEnd === node.end,
          );
          node.children.forEach(check);
        };
        check(parseXml(text).root);
      }),
    );
  });

  it('knows the entities that the document declares, and accepts others if there are external declarations', () => {
    const declared = parseXml(
      '<!DOCTYPE r [ <!-- <!ENTITY no "x"> --> <!ENTITY app "Sh&#111;p &amp; more">' +
        ' <!ENTITY app "second"> <!ENTITY % p "q"> ]>\n<r>&app; &lt;</r>',
    );
    assert.deepEqual([...declared.entities], [['app', 'Sh&#111;p &amp; more']]);
    assert.equal(decodeXml('&app; &lt; &other;', declared.entities), 'Shop & more < &other;');
    for (const doctype of [
      '<!DOCTYPE r SYSTEM "r.dtd">',
      '<!DOCTYPE r [<!ENTITY % brand SYSTEM "brand.dtd"> %brand;]>',
      '<!DOCTYPE r [<!ENTITY chapter SYSTEM "c.xml">]>',
    ]) {
      assert.equal(parseXml(`${doctype}<r>&chapter;</r>`).root.name, 'r', doctype);
    }
    assert.throws(() => parseXml('<!DOCTYPE r [<!ENTITY a "b">]><r>&other;</r>'), FormatError);
    assert.throws(() => parseXml('<r>&constructor;</r>'), FormatError);
    assert.equal(decodeXml('&constructor;&toString;'), '&constructor;&toString;');
  });

  it('does not expand entities within entities', () => {
    let doctype = '<!ENTITY a0 "ha">';
    for (let level = 1; level < 60; level += 1) doctype += `<!ENTITY a${level} "&a${level - 1};&a${level - 1};">`;
    const { entities } = parseXml(`<!DOCTYPE r [${doctype}]><r>&a59;</r>`);
    assert.ok(decodeXml('&a59;', entities).length < 100);
  });

  it('refuses XML that is not well-formed, with the location', () => {
    const refused: readonly (readonly [string, number])[] = [
      ['', 1],
      ['plain', 1],
      ['<a>', 1],
      ['<a>\n<b></a>', 2],
      ['<a>\n\n&x;</a>', 3],
      ['<a/>\n<b/>', 2],
      ['<a>\nA & B</a>', 2],
      ['<a b="1"\n b="2"/>', 2],
      ['<a>\n]]></a>', 2],
      ['<a>\n<!-- -- --></a>', 2],
      ['<a>\u0001</a>', 1],
      ['bplist00\u0000\u0001', 1],
      ['<a', 1],
      ['<a><![CDATA[', 1],
    ];
    for (const [text, line] of refused) {
      assert.throws(
        () => parseXml(text),
        (error) => error instanceof FormatError && error.line === line && error.column >= 1,
        text,
      );
    }
  });

  it('refuses excessive nesting, and reads anything within the limit', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    assert.equal(parseXml(nested(maxXmlDepth)).root.name, 'a');
    assert.throws(() => parseXml(nested(maxXmlDepth + 1)), withSentence(/nested more than 500 levels/));
    assert.throws(() => parseXml('<a>'.repeat(20_000)), FormatError);
  });

  it('finds attributes where they are written', () => {
    const text = '<a  one = \'x > y\'\n two="it\'s" xml:space="preserve"/>';
    const { root } = parseXml(text);
    const written = (name: string): readonly (string | undefined)[] => {
      const place = attributeRange(text, root, name);
      return place === undefined
        ? []
        : [text.slice(place.start, place.end), text.slice(place.valueStart, place.valueEnd)];
    };
    assert.deepEqual(written('one'), ["one = 'x > y'", 'x > y']);
    assert.deepEqual(written('two'), ['two="it\'s"', "it's"]);
    assert.deepEqual(written('xml:space'), ['xml:space="preserve"', 'preserve']);
    assert.deepEqual(written('space'), []);
  });
});

describe('character data', () => {
  it('reads back what was written, with every line end', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('\n', '\r\n', '\r'), (value, lineEnd) => {
        fc.pre(!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(value));
        const text = `<r><s>${encodeXml(value, lineEnd)}</s></r>`;
        assert.equal(textOf(text, childOf(parseXml(text).root, 's')!), value);
      }),
    );
  });

  it('is refused if XML cannot represent it', () => {
    assert.throws(() => encodeXml('a\u0000b', '\n'), withSentence(/U\+0000/));
    assert.throws(() => encodeXml('\uffff', '\n'), withSentence(/U\+FFFF/));
  });

  it('of an element is read across CDATA sections and comments', () => {
    const text = '<s>a &lt; <![CDATA[<b>&amp;\r\n]]>c<!-- no -->d</s>';
    assert.equal(textOf(text, parseXml(text).root), 'a < <b>&amp;\ncd');
  });
});
