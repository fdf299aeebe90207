import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { englishReason, withSentence } from '../../../builders/englishReason.ts';
import { FormatError, type WriteContext } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { xliff } from '../../../../src/formats/xliff/xliff.ts';
import { parseXml, type XmlElement } from '../../../../src/formats/xml/xmlTree.ts';

const fixture = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/formats/xliff', name), 'utf8');

function write(
  text: string,
  translations: Record<string, string>,
  options: { source?: string; locale?: string; state?: WriteContext['state'] } = {},
): string {
  const { source = text, locale = 'de', state } = options;
  const context = {
    sourceText: source,
    sourceLocale: 'en',
    targetLocale: locale,
    ...(state === undefined ? {} : { state }),
  };
  return applyEdits(text, xliff.write(text, new Map(Object.entries(translations)), context));
}

const one = (unit: string, attributes = ' target-language="de"'): string =>
  `<xliff version="1.2"><file source-language="en"${attributes} original="a"><body>\n  ${unit}\n</body></file></xliff>`;
const refused =
  (reason: RegExp) =>
  (error: unknown): boolean =>
    error instanceof FormatError && reason.test(englishReason(error.reason));

describe('reading XLIFF', () => {
  it('reads sources, notes, the first location and limits of Angular’s files', () => {
    const units = xliff.read(fixture('messages.xlf'));
    assert.deepEqual(units[0], {
      id: 'basket\\.title',
      text: 'Your basket',
      start: units[0]?.start,
      end: units[0]?.end,
      maxChars: 20,
      note: 'Heading of the basket, max 20 characters\nMeaning: shopping\nsrc/app/basket/basket.component.html:4,6',
    });
    assert.equal(units[1]?.markup, true);
    assert.ok(units[1].text.endsWith(', &quot;welcome&quot; back!'));
    assert.match(englishReason(units.find(({ id }) => id === 'brand')?.reason), /translate="no"/);
    assert.equal(
      units.find(({ id }) => id === 'shipping\\.note')?.text,
      "We ship on weekdays & Saturdays,\n          but it's quiet on Sundays.",
    );
  });

  it('reads targets: an empty or missing one is untranslated, states mark what needs work', () => {
    const units = xliff.read(fixture('messages.de.xlf'), 'de');
    assert.deepEqual(
      units.map(({ id, text, needsWork, translatable, maxChars }) => [
        id,
        text.slice(0, 12),
        needsWork ?? false,
        translatable ?? true,
        maxChars,
      ]),
      [
        ['basket\\.title', 'Ihr Warenkor', false, true, undefined],
        ['greeting', 'Hallo <x id=', false, true, undefined],
        ['button\\.save', 'Save & close', true, true, 12],
        ['empty', '', true, true, undefined],
        ['no-target', '', false, true, undefined],
        ['imprint', 'Impressum', true, true, undefined],
        ['home', 'https://shop', false, false, undefined],
        ['help', 'Hilfe', false, true, undefined],
        ['segmented', '<mrk mtype="', false, true, undefined],
      ],
    );
  });

  it('names units by their files if there are several, and segments by theirs if a unit has several', () => {
    assert.deepEqual(
      xliff
        .read(fixture('shop.fr.xlf'))
        .map(({ id }) => id)
        .slice(2, 4),
      ['emails\\.en\\.yaml.3', 'pages\\.en\\.yaml.1'],
    );
    assert.deepEqual(
      xliff.read(fixture('app.v2.ja.xlf')).map(({ id }) => id),
      ['welcome', 'terms', 'steps.a', 'steps.b', 'steps.s3', 'sku', 'state'],
    );
    assert.equal(xliff.read(fixture('app.v2.ja.xlf'))[0]?.maxChars, 24);
  });

  it('numbers ids that repeat', () => {
    const file = one(
      '<trans-unit id="a"><source>1</source></trans-unit><trans-unit id="a"><source>2</source></trans-unit>',
    );
    assert.deepEqual(
      xliff.read(file).map(({ id, text }) => [id, text]),
      [
        ['a', '1'],
        ['a.2', '2'],
      ],
    );
  });

  it('recognizes its languages in any spelling', () => {
    assert.deepEqual(xliff.locales?.(fixture('shop.fr.xlf')), { source: 'en', targets: ['fr'] });
    const file = one(
      '<trans-unit id="a"><source>1</source><target>2</target></trans-unit>',
      ' target-language="pt_BR"',
    );
    for (const locale of ['pt-BR', 'pt_br', 'pt']) assert.equal(xliff.read(file, locale)[0]?.text, '2');
  });

  it('reads a file whose target language is the source’s: its sources are keys', () => {
    const file = one(
      '<trans-unit id="a"><source>a.key</source><target>Words</target></trans-unit>',
      ' target-language="en"',
    );
    assert.equal(xliff.read(file)[0]?.text, 'Words');
    assert.deepEqual(xliff.locales?.(file)?.targets, []);
  });

  it('reads and writes nothing in a file of another language', () => {
    const [unit] = xliff.read(fixture('messages.de.xlf'), 'fr');
    assert.deepEqual([unit?.text, unit?.translatable, unit?.start === unit?.end], ['', false, true]);
    assert.throws(() => write(fixture('messages.de.xlf'), { help: 'Aide' }, { locale: 'fr' }), refused(/are in “de”/));
  });

  it('supports a namespace prefix', () => {
    const file =
      '<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2" version="1.2">' +
      '<x:file source-language="en" original="a"><x:body><x:trans-unit id="a"><x:source>A</x:source>' +
      '</x:trans-unit></x:body></x:file></x:xliff>';
    assert.ok(write(file, { a: 'B' }).includes('<x:source>A</x:source><x:target>B</x:target>'));
  });

  const broken: readonly [string, RegExp][] = [
    ['', /root element/],
    ['<resources/>', /not an XLIFF file/],
    ['<xliff version="3.0"/>', /version “3.0”/],
    [one('<trans-unit id="a"><source>A</trans-unit>'), /close tag|closing/i],
    [`<xliff version="1.2">${'<group>'.repeat(20_000)}`, /nested more than/],
  ];
  for (const [file, reason] of broken)
    it(`refuses ${JSON.stringify(file.slice(0, 40))}`, () => {
      assert.throws(() => xliff.read(file), refused(reason));
    });
});

describe('writing XLIFF', () => {
  it('creates a target after its source, in the style of the others', () => {
    assert.equal(
      write(one('<trans-unit id="a"><source>A</source></trans-unit>'), { a: '<&>' }),
      one('<trans-unit id="a"><source>A</source><target>&lt;&amp;&gt;</target></trans-unit>'),
    );
    const lines = one('<trans-unit id="a">\n    <source>A</source>\n    <note>N</note>\n  </trans-unit>');
    assert.equal(write(lines, { a: 'B' }), lines.replace('</source>', '</source>\n    <target>B</target>'));
    const segmented = one(
      '<trans-unit id="a"><source>A</source> <seg-source><mrk mtype="seg" mid="1">A</mrk></seg-source></trans-unit>',
    );
    assert.equal(write(segmented, { a: 'B' }), segmented.replace('</seg-source>', '</seg-source> <target>B</target>'));
  });

  it('keeps CDATA sections, quotes and references as they are', () => {
    assert.ok(
      write(fixture('shop.fr.xlf'), { 'emails\\.en\\.yaml.2': 'a ]]> <b>' }, { locale: 'fr' }).includes(
        '<target><![CDATA[a ]]]]><![CDATA[> <b>]]></target>',
      ),
    );
    const file = one('<trans-unit id="a"><source>A</source><target>it&apos;s&#xa0;"so"</target></trans-unit>');
    assert.equal(write(file, { a: '\'\u00a0"\r' }), file.replace('it&apos;s&#xa0;"so"', '&apos;&#xa0;"&#13;'));
  });

  const states: readonly [string, WriteContext['state'], string, string][] = [
    ['<target state="new">x</target>', 'translated', 'y', '<target state="translated">y</target>'],
    [
      '<target state="new" state-qualifier="mt-suggestion">x</target>',
      'translated',
      'y',
      '<target state="translated">y</target>',
    ],
    ['<target state="final">x</target>', 'translated', 'x', '<target state="final">x</target>'],
    ['<target state="final">x</target>', 'translated', 'y', '<target state="translated">y</target>'],
    ['<target state="final">x</target>', undefined, 'y', '<target state="final">y</target>'],
    ['<target>x</target>', 'translated', 'y', '<target>y</target>'],
    ['<target>x</target>', 'needs-review', 'x', '<target state="needs-review-translation">x</target>'],
    ['<target />', 'needs-review', 'y', '<target state="needs-review-translation">y</target>'],
    ['', 'needs-review', 'y', '<target state="needs-review-translation">y</target>'],
  ];
  for (const [target, state, text, expected] of states) {
    it(`moves ${target === '' ? 'no target' : target} to ${expected} when ${state ?? 'no state'} is asked`, () => {
      const unit = (content: string): string => one(`<trans-unit id="a"><source>A</source>${content}</trans-unit>`);
      assert.equal(write(unit(target), { a: text }, state === undefined ? {} : { state }), unit(expected));
    });
  }

  it('removes an approval if the translation needs review', () => {
    assert.match(
      write(fixture('messages.de.xlf'), { greeting: 'Hallo' }, { state: 'needs-review' }),
      /id="greeting" datatype="html" approved="no"/,
    );
  });

  it('approves a new translation of a unit that is marked as not approved, since TYPO3 would not show it', () => {
    const unit = (approved: string, target: string): string =>
      one(`<trans-unit id="a" approved="${approved}"><source>A</source>${target}</trans-unit>`);
    for (const target of ['<target>x</target>', '<target/>', '']) {
      const written = write(unit('no', target), { a: 'y' }, { state: 'translated' });
      assert.match(written, /approved="yes"/u, target);
    }
    assert.equal(write(unit('no', '<target>x</target>'), { a: 'y' }), unit('no', '<target>y</target>'));
    assert.equal(
      write(unit('no', '<target>x</target>'), { a: 'x' }, { state: 'translated' }),
      unit('no', '<target>x</target>'),
    );
  });

  it('has no note that is only Xcode’s placeholder for one', () => {
    const file = one('<trans-unit id="a"><source>A</source><note>No comment provided by engineer.</note></trans-unit>');
    assert.equal(xliff.read(file)[0]?.note, undefined);
  });

  it('changes the states of XLIFF 2, and declares the language once there is a target', () => {
    const after = write(
      fixture('app.v2.ja.xlf'),
      { 'steps.b': '支払う', 'steps.a': '住所' },
      { locale: 'ja', state: 'needs-review' },
    );
    assert.equal(after.split('state="translated" subState="human-translation:needs-review"').length, 3);
    assert.ok(xliff.read(after, 'ja').find(({ id }) => id === 'steps.a')?.needsWork);
    const done = write(after, { 'steps.b': '支払う' }, { locale: 'ja', state: 'translated' });
    assert.ok(done.includes('<segment id="b" state="translated">'));
    assert.ok(write(fixture('app.v2.xlf'), { search: 'Suche' }).includes('srcLang="en-US" trgLang="de">'));
  });

  it('restores the bytes of a unit that was removed', () => {
    const source = fixture('messages.de.xlf');
    for (const id of ['basket\\.title', 'segmented']) {
      const unit = xliff.read(source, 'de').find((each) => each.id === id);
      const bare = id.replace('\\', '');
      const without = source.replace(new RegExp(`\\n *<trans-unit id="${bare}"[^]*?</trans-unit>`), '');
      const state = { source, ...(id === 'basket\\.title' ? { state: 'translated' as const } : {}) };
      assert.notEqual(without, source);
      assert.equal(write(without, { [id]: unit?.text ?? '' }, state), source);
    }
  });

  it('lays out inserted units like the target', () => {
    const target = (
      '<xliff version="1.2">\n\t<file source-language="en" target-language="fr" original="x">\n' +
      '\t\t<body>\n\t\t\t<trans-unit id="button.pay">\n\t\t\t\t<source>Pay</source>\n' +
      '\t\t\t\t<target>Payer</target>\n\t\t\t</trans-unit>\n\t\t</body>\n\t</file>\n</xliff>'
    ).replaceAll('\n', '\r\n');
    const after = write(target, { 'shipping\\.note': 'Note' }, { source: fixture('messages.xlf'), locale: 'fr' });
    assert.ok(
      after.includes('<body>\r\n\t\t\t<trans-unit id="shipping.note" datatype="html">\r\n\t\t\t\t<source>We ship'),
    );
    assert.ok(
      after.includes(
        '\r\n\t\t\t\t<target>Note</target>\r\n' +
          '\t\t\t\t<note priority="1" from="description">Below the date of delivery</note>\r\n' +
          '\t\t\t</trans-unit>\r\n\t\t\t<trans-unit id="button.pay">',
      ),
    );
  });

  it('writes units that share an id only together', () => {
    const unit = (text: string): string => `<trans-unit id="a"><source>${text}</source></trans-unit>`;
    const source =
      `<xliff version="1.2"><file source-language="en" datatype="plaintext" original="x"><body>` +
      `${unit('One')}${unit('Two')}</body></file></xliff>`;
    assert.deepEqual(
      xliff.read(write('', { a: 'Eins', 'a.2': 'Zwei' }, { source }), 'de').map(({ id, text }) => [id, text]),
      [
        ['a', 'Eins'],
        ['a.2', 'Zwei'],
      ],
    );
    assert.throws(
      () => write('', { 'a.2': 'Zwei' }, { source }),
      withSentence(/“a” is the id of several units in the source file/),
    );
    assert.throws(
      () => write(source.replace(unit('Two'), ''), { 'a.2': 'Zwei' }, { source }),
      withSentence(/its own id/),
    );
    assert.throws(
      () => write(source.replace(unit('One') + unit('Two'), ''), { 'a.2': 'Zwei' }, { source }),
      withSentence(/its own id/),
    );
  });

  it('numbers thousands of units that share an id', () => {
    const file = one('<trans-unit id="a"><source>A</source></trans-unit>'.repeat(20_000));
    assert.deepEqual(
      [1, 2, 20_000].map((place) => xliff.read(file)[place - 1]?.id),
      ['a', 'a.2', 'a.20000'],
    );
    assert.throws(
      () => write('', { 'a.3': 'C', a: 'A' }, { source: file }),
      withSentence(/“a” is the id of several units/),
    );
  });

  it('refuses text that would end its element, and control characters', () => {
    assert.throws(() => write(fixture('messages.de.xlf'), { greeting: '</target>' }), refused(/not well-formed/));
    assert.throws(() => write(fixture('messages.de.xlf'), { greeting: 'a\r\nb' }), refused(/carriage return/));
    assert.throws(() => write(fixture('messages.de.xlf'), { help: '\u0001' }), refused(/U\+0001/));
    assert.throws(() => write(fixture('messages.de.xlf'), { nope: 'x' }), refused(/no string/));
    assert.throws(
      () => write(fixture('app.v2.xlf'), { help: 'x' }, { source: fixture('messages.de.xlf') }),
      refused(/XLIFF 2/),
    );
  });
});

describe('XLIFF’s schemas', () => {
  /** Names of child elements, in order. */
  const names = (element: XmlElement): readonly string[] =>
    element.children.flatMap((child) => (child.kind === 'element' ? [child.name] : []));
  const walk = (element: XmlElement): readonly XmlElement[] => [
    element,
    ...element.children.flatMap((child) => (child.kind === 'element' ? walk(child) : [])),
  ];

  it('1.2: order source, seg-source, target, then the rest; a created file declares only its own language', () => {
    const source = fixture('messages.de.xlf');
    const translations = Object.fromEntries(
      xliff
        .read(source)
        .filter(({ translatable }) => translatable !== false)
        .map(({ id, text }) => [id, text]),
    );
    const created = write('', translations, { source, locale: 'is', state: 'translated' });
    const elements = walk(parseXml(created).root);
    assert.ok(
      elements.filter(({ name }) => name === 'file').every(({ attributes }) => attributes['target-language'] === 'is'),
    );
    for (const unit of elements.filter(({ name }) => name === 'trans-unit')) {
      assert.match(names(unit).join(' '), /^source (?:seg-source )?target(?: (?:note|context-group))*$/);
      assert.equal(unit.attributes['approved'], undefined);
    }
    assert.equal(elements.filter(({ name }) => name === 'alt-trans').length, 0);
    assert.equal(
      new Set(elements.filter(({ name }) => name === 'target').map(({ attributes }) => attributes['state'])).size,
      1,
    );
  });

  it('2: require trgLang on the root, units in each file, and source before target in a segment', () => {
    const source = fixture('app.v2.ja.xlf');
    const { root } = parseXml(
      write('', { 'steps.b': 'B', terms: 'T' }, { source, locale: 'de-AT', state: 'translated' }),
    );
    assert.equal(root.attributes['trgLang'], 'de-AT');
    const segments = walk(root).filter(({ name }) => name === 'segment');
    assert.deepEqual(
      segments.map((segment) => [names(segment).join(' '), segment.attributes['state']]),
      [
        ['source target', 'translated'],
        ['source', undefined],
        ['source target', 'translated'],
        ['source', undefined],
      ],
    );
    assert.ok(walk(root).some(({ name }) => name === 'originalData'));
  });
});
