import assert from 'node:assert/strict';
import { englishReason } from '../../../builders/englishReason.ts';
import { isRoundTripError } from '../../../laws/laws.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { html } from '../../../../src/formats/html/html.ts';

function write(target: string, translations: Readonly<Record<string, string>>, source = target): string {
  return applyEdits(
    target,
    html.write(target, new Map(Object.entries(translations)), {
      sourceText: source,
      sourceLocale: 'en',
      targetLocale: 'de-AT',
    }),
  );
}

function refuses(run: () => unknown, reason: RegExp): void {
  assert.throws(
    run,
    (error) => error instanceof FormatError && reason.test(englishReason(error.reason)) && !isRoundTripError(error),
  );
}

const idsAndTexts = (text: string): readonly (readonly [string, string])[] =>
  html.read(text).map((unit) => [unit.id, unit.text]);

describe('reading HTML', () => {
  it('reads the text of a block element decoded and with collapsed whitespace, or, with elements, as written', () => {
    assert.deepEqual(html.read('<p>\r\n  Fish &amp;\r\n  chips </p><p>a <b>b</b><br>\r\nc</p>'), [
      { id: 'p.1', text: 'Fish & chips', start: 7, end: 26 },
      { id: 'p.2', text: 'a <b>b</b><br>\nc', markup: true, start: 34, end: 51 },
    ]);
  });

  it('names texts by data-i18n or id, and numbers the others', () => {
    assert.deepEqual(idsAndTexts('<h1 id="top">A</h1><p data-i18n="x.y" id="z">B</p><p>C<div>D</div>E'), [
      ['id.top', 'A'],
      ['id.x\\.y', 'B'],
      ['p.1', 'C'],
      ['div.1', 'D'],
      ['text.1', 'E'],
    ]);
  });

  it('reads attributes for people, but not those within a text', () => {
    assert.deepEqual(
      idsAndTexts(
        '<img alt="A &quot;b&quot;"><a title=T href=/></a><p>x <img alt="in it"></p>' +
          '<input type=submit value=Go><input value=no placeholder>',
      ),
      [
        ['img.alt.1', 'A "b"'],
        ['a.title.1', 'T'],
        ['p.1', 'x <img alt="in it">'],
        ['input.value.1', 'Go'],
        ['input.placeholder.1', ''],
      ],
    );
  });

  it('skips scripts, styles and code, and marks texts that are not translatable', () => {
    const units = html.read(
      '<style>a{}</style><script>"<p>x</p>"</script><pre>y</pre><p><code>z</code></p><p translate=no>N</p>' +
        '<p class="a notranslate"><i>M</i></p><div translate="no">a<p translate="yes">Y</p></div>' +
        '<p>{{ t("<b>") }}</p>',
    );
    assert.deepEqual(
      units.map(({ text, reason }) => [text, reason?.code]),
      [
        ['<code>z</code>', 'unit-only-code'],
        ['N', 'unit-marked'],
        ['<i>M</i>', 'unit-marked'],
        ['a', 'unit-marked'],
        ['Y', undefined],
        ['{{ t("<b>") }}', 'unit-only-code'],
      ],
    );
  });

  it('reads a comment for translators as a note', () => {
    assert.deepEqual(
      html.read('<!-- i18n: max 12 chars --><p>x</p><p>y</p>').map(({ note, maxChars }) => [note, maxChars]),
      [
        ['max 12 chars', 12],
        [undefined, undefined],
      ],
    );
  });

  it('ends a closing tag at its bracket', () => {
    for (const closing of ['</p\n>', '</p\t>', '</p />', '</p class="x">']) {
      const file = `<div><p>One${closing} &amp; two <i>or</i\n> three</div>`;
      assert.deepEqual(idsAndTexts(file), [
        ['p.1', 'One'],
        ['div.1', '&amp; two <i>or</i\n> three'],
      ]);
      assert.equal(write(file, { 'div.1': 'x' }), `<div><p>One${closing} x</div>`);
    }
  });

  const unbalanced: readonly [string, readonly string[]][] = [
    ['<b>One<div>Two</div>three</b>', ['One', 'Two', 'three']],
    ['<p>Go <b>there', ['Go', 'there']],
    ['<p>One</i> two</p>', ['One', 'two']],
    ['<p><i>One <b>two</i> three</p>', ['One', 'two', 'three']],
    ['<p><i>One</i> <b>two</p>', ['<i>One</i>', 'two']],
    ['<p>One</i\n> <b>two</b> three</p>', ['One', '<b>two</b> three']],
    ['<a title="Home"><div>One</div></a>', ['Home', 'One']],
    ['<p>One<br>two<br/>three</br>four</p>', ['One<br>two<br/>three</br>four']],
    ['<p><ruby>漢<rt>kan</ruby> one</p>', ['<ruby>漢<rt>kan</ruby> one']],
  ];
  for (const [file, texts] of unbalanced)
    it(`reads texts with whole elements only from ${JSON.stringify(file)}`, () => {
      const units = html.read(file);
      assert.deepEqual(
        units.map(({ text }) => text),
        texts,
      );
      const written = write(file, Object.fromEntries(units.map(({ id, text }) => [id, `${text}!`])));
      assert.deepEqual(
        html.read(written).map(({ text }) => text),
        texts.map((text) => `${text}!`),
      );
    });

  it('reads broken documents', () => {
    assert.deepEqual(idsAndTexts('<p>a<p>b</i></div><td>c<b>d'), [
      ['p.1', 'a'],
      ['p.2', 'b'],
      ['td.1', 'c'],
      ['td.2', 'd'],
    ]);
    assert.deepEqual(idsAndTexts('\u0000<<<>&&&;<!--'), [['text.1', '\u0000<<<>&&&;']]);
    assert.deepEqual(html.read('<'.repeat(100_000)).length, 1);
    refuses(() => html.read('<div>'.repeat(20_000)), /nested more than 1,000/);
    assert.deepEqual(html.read('</div>'.repeat(20_000)), []);
    assert.deepEqual(html.read('{{'.repeat(50_000)).length, 1);
    assert.deepEqual(html.read('<%'.repeat(50_000)).length, 1);
  });
});

describe('writing HTML', () => {
  it('encodes text that would be markup, and keeps template code', () => {
    assert.equal(
      write('<p>x</p>', { 'p.1': ' a <b> & <%= n < 1 %> {{ n }} {{' }),
      '<p>&#32;a &lt;b> &amp; <%= n < 1 %> {{ n }} &#123;{</p>',
    );
    assert.equal(write('<p>x&nbsp;y</p>', { 'p.1': 'z\u00a0w' }), '<p>z&nbsp;w</p>');
  });

  it('keeps the quotes of an attribute, and adds missing ones', () => {
    assert.equal(
      write('<img alt=x><img alt=\'y\'><img alt="z"><input placeholder>', {
        'img.alt.1': 'a "b"',
        'img.alt.2': '\'"',
        'img.alt.3': '"&',
        'input.placeholder.1': 'p',
      }),
      '<img alt="a &quot;b&quot;"><img alt=\'&#39;"\'><img alt="&quot;&amp;"><input placeholder="p">',
    );
  });

  it('writes markup as it is, including a translation without the source’s tags', () => {
    assert.equal(write('<p>a <b>b</b></p>', { 'p.1': '<b>c</b> &amp; d' }), '<p><b>c</b> &amp; d</p>');
    assert.equal(write('<p>a <b>b</b></p>', { 'p.1': 'c & d' }), '<p>c & d</p>');
  });

  it('keeps the mark of earlier versions after markup without tags', () => {
    const marked = '<p>c &amp; d<!----></p>';
    assert.deepEqual(idsAndTexts(marked), [['p.1', 'c &amp; d']]);
    assert.equal(write(marked, { 'p.1': 'e &lt; f' }, '<p>a <b>b</b></p>'), '<p>e &lt; f<!----></p>');
  });

  it('creates the source’s document in the target’s language', () => {
    const source = '<!doctype html>\r\n<html lang="en">\r\n<title>Bread</title>\r\n<p>One</p>\r\n<p>Two</p>\r\n';
    assert.equal(write('', { 'p.2': 'Zwei' }, source), source.replace('"en"', '"de-AT"').replace('Two', 'Zwei'));
  });

  it('inserts nothing into a document with another structure', () => {
    refuses(() => write('<p>Eins</p>', { 'p.2': 'Zwei' }, '<p>One</p><p>Two</p>'), /“p\.2” is not in the de-AT file/);
  });

  const refused: readonly [string, string, RegExp][] = [
    ['<p>x</p>', '', /is empty/],
    ['<p>x</p>', 'a\0', /U\+0000/],
    ['<p>a<br>b</p>', '<p>c</p>', /contains a block element/],
    ['<p>a<br>b</p>', 'c &amp; d', /none of the source’s tags/],
    ['<p>a<br>b</p>', 'c</b>', /an extra closing tag/],
    ['<p>a<br>b</p>', '<i>c</i> d</b> e', /an extra closing tag/],
    ['<p>a<br>b</p>', '<i>c <b>d</i> e', /without its closing tag/],
    ['<p>a<br>b</p>', '<b>c', /without its closing tag/],
    ['<p>a<br>b</p>', '<br>', /only tags/],
    ['<p>a<br>b</p>', '<!-- c -->d', /comments at its ends/],
  ];
  for (const [file, text, reason] of refused) {
    it(`refuses ${JSON.stringify(text)} in ${file}`, () => {
      refuses(() => write(file, { 'p.1': text }), reason);
    });
  }
});
