import assert from 'node:assert/strict';
import { englishReason } from '../../../builders/englishReason.ts';
import { isRoundTripError } from '../../../laws/laws.ts';
import { FormatError, type LocaleFormat } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { srt, vtt } from '../../../../src/formats/subtitles/subtitles.ts';

function write(
  format: LocaleFormat,
  target: string,
  translations: Readonly<Record<string, string>>,
  source = target,
): string {
  const edits = format.write(target, new Map(Object.entries(translations)), {
    sourceText: source,
    sourceLocale: 'en',
    targetLocale: 'de-AT',
  });
  return applyEdits(target, edits);
}

function refuses(run: () => unknown, reason: RegExp): void {
  assert.throws(
    run,
    (error) => error instanceof FormatError && reason.test(englishReason(error.reason)) && !isRoundTripError(error),
  );
}

const idsAndTexts = (format: LocaleFormat, text: string): readonly (readonly [string, string])[] =>
  format.read(text).map((unit) => [unit.id, unit.text]);

describe('reading SubRip', () => {
  it('names subtitles by their numbers, made unique, and keeps their line breaks', () => {
    const file =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\ntwo\r\n\r\n1\r\n00:00:03,000 --> 00:00:04,000\r\n' +
      '<i>Again</i>\r\n\r\n00:00:05,000 --> 00:00:06,000\r\nNo number\r\n4\r\n00:00:07,000 --> 00:00:08,000';
    assert.deepEqual(idsAndTexts(srt, file), [
      ['1', 'One\ntwo'],
      ['1-2', '<i>Again</i>'],
      ['3', 'No number'],
      ['4', ''],
    ]);
    assert.deepEqual(
      srt.read(file).map(({ markup }) => markup),
      [undefined, true, undefined, undefined],
    );
  });

  it('reports text after an empty line, and does not change it', () => {
    const [, rest] = srt.read(
      '1\n00:00:01,000 --> 00:00:02,000\nOne\n\nbehind\n\nand more\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n',
    );
    assert.deepEqual([rest?.id, rest?.text, rest?.translatable], ['1.rest', 'behind\n\nand more', false]);
  });

  it('reads numbers within a text as text', () => {
    assert.deepEqual(
      idsAndTexts(srt, '1\n00:00:01,000 --> 00:00:02,000\n2024\n1999\n\n2\n00:00:03,000 --> 00:00:04,000\nx'),
      [
        ['1', '2024\n1999'],
        ['2', 'x'],
      ],
    );
  });

  it('refuses a file without times', () => {
    refuses(() => srt.read('Just words.\n'), /not a SubRip file/);
    refuses(() => srt.read('\u0000\u0001PK'), /not a SubRip file/);
    assert.deepEqual(srt.read(''), []);
    assert.deepEqual(srt.read('\n \n'), []);
  });
});

describe('reading WebVTT', () => {
  it('reads identifiers, numbers the other cues, decodes plain text, and reads a comment as a note', () => {
    const file =
      'WEBVTT\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE max 20 chars\n\nintro\n' +
      '00:01.000 --> 00:02.000 line:0\nFish &amp; chips &unknown;\n\n00:03.000 --> 00:04.000\n' +
      '<v Ana>1 &lt; 2\n\nNOTE about nothing\n\nREGION\nid:x\n';
    assert.deepEqual(vtt.read(file), [
      { id: 'intro', text: 'Fish & chips &unknown;', note: 'max 20 chars', maxChars: 20, start: 107, end: 133 },
      { id: '2', text: '<v Ana>1 &lt; 2', markup: true, start: 159, end: 174 },
    ]);
  });

  it('ends a cue at the next times if no empty line is between them', () => {
    assert.deepEqual(idsAndTexts(vtt, 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n00:02.000 --> 00:03.000\nTwo'), [
      ['1', 'One'],
      ['2', 'Two'],
    ]);
  });

  it('keeps a whitespace-only line in a cue, as the specification does', () => {
    assert.deepEqual(idsAndTexts(vtt, 'WEBVTT\r\r00:01.000 --> 00:02.000\rOne\r \rTwo\r\rNOTE x'), [
      ['1', 'One\n \nTwo'],
    ]);
  });

  it('refuses a file without its first line', () => {
    refuses(() => vtt.read('00:01.000 --> 00:02.000\nOne'), /has to begin with WEBVTT/);
    refuses(() => vtt.read('WEBVTTX\n'), /has to begin with WEBVTT/);
  });
});

describe('writing subtitles', () => {
  const source =
    '1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nTwo\r\n\r\n' +
    '3\r\n00:00:05,000 --> 00:00:06,000\r\nThree\r\n';

  it('replaces a text with the line ends of the file', () => {
    assert.equal(write(srt, source, { 2: 'Zwei\nzweite Zeile' }), source.replace('Two', 'Zwei\r\nzweite Zeile'));
  });

  it('creates the whole file, with the source’s texts where there is no translation', () => {
    assert.equal(write(srt, '', { 2: 'Zwei' }, source), source.replace('Two', 'Zwei'));
    assert.equal(
      write(vtt, '', { 1: 'Eins' }, 'WEBVTT\nLanguage: en-US\n\n00:01.000 --> 00:02.000\nOne\n'),
      'WEBVTT\nLanguage: de-AT\n\n00:01.000 --> 00:02.000\nEins\n',
    );
  });

  it('inserts a missing subtitle in the source’s order, with its times', () => {
    const target = '1\n00:00:01,000 --> 00:00:02,000\nEins\n\n3\n00:00:05,000 --> 00:00:06,000\nDrei\n';
    assert.equal(
      write(srt, target, { 2: 'Zwei' }, source),
      '1\n00:00:01,000 --> 00:00:02,000\nEins\n\n2\n00:00:03,000 --> 00:00:04,000\nZwei\n\n3\n' +
        '00:00:05,000 --> 00:00:06,000\nDrei\n',
    );
    assert.equal(
      write(srt, target.slice(target.indexOf('3\n')), { 1: 'Eins', 2: 'Zwei' }, source),
      write(srt, target, { 2: 'Zwei' }, source),
    );
  });

  it('does not insert missing subtitles if the times differ', () => {
    refuses(
      () => write(srt, '1\n00:00:09,000 --> 00:00:10,000\nEins\n', { 2: 'Zwei' }, source),
      /times of subtitle “1” differ/,
    );
  });

  it('fills and empties a subtitle', () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:02.000 --> 00:03.000\n';
    const filled = 'WEBVTT\n\n00:01.000 --> 00:02.000\nEins\n\n00:02.000 --> 00:03.000\nZwei';
    assert.equal(write(vtt, file, { 1: 'Eins', 2: 'Zwei' }), filled);
    assert.deepEqual(idsAndTexts(vtt, write(vtt, filled, { 1: '' })), [
      ['1', ''],
      ['2', 'Zwei'],
    ]);
  });

  it('writes text that would be markup as references, and markup as it is', () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\nplain\n\n00:02.000 --> 00:03.000\n<i>x</i>';
    assert.equal(
      write(vtt, file, { 1: 'a < b & c --> &amp;', 2: '&lt;<b>y</b>' }),
      'WEBVTT\n\n00:01.000 --> 00:02.000\na &lt; b & c --&gt; &amp;amp;\n\n00:02.000 --> 00:03.000\n&lt;<b>y</b>',
    );
    const untagged = write(vtt, file, { 2: 'Fish &amp; chips' });
    assert.equal(untagged.slice(-23), 'Fish &amp; chips<c></c>');
    assert.equal(vtt.read(untagged)[1]?.text, 'Fish &amp; chips');
    assert.equal(write(vtt, untagged, { 2: '<i>z</i>' }), file.replace('<i>x</i>', '<i>z</i>'));
  });

  const refused: readonly [LocaleFormat, string, RegExp][] = [
    [srt, 'a\n\nb', /empty line, or one with only spaces/],
    [srt, 'a\n \t', /empty line, or one with only spaces/],
    [srt, 'a\r\nb', /carriage return/],
    [srt, '00:00:01,000 --> 00:00:02,000', /times of another subtitle/],
    [vtt, '\na', /empty line/],
    [vtt, 'a\rb', /carriage return/],
    [vtt, 'a\0', /U\+0000/],
  ];
  for (const [format, text, reason] of refused) {
    it(`refuses ${JSON.stringify(text)} in ${format.id}`, () => {
      const file = format === srt ? source : 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n';
      refuses(() => write(format, file, { 1: text }), reason);
    });
  }

  it('refuses the end of a cue in markup', () => {
    refuses(
      () => write(vtt, 'WEBVTT\n\n00:01.000 --> 00:02.000\n<i>One</i>\n', { 1: '<i>--></i>' }),
      /would end the cue/,
    );
  });

  it('takes linear time', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `1\n00:00:01,000 --> 00:00:02,000\nText ${index}\n`).join(
      '\n',
    );
    const translations = Object.fromEntries(srt.read(many).map(({ id }) => [id, `Übersetzung ${id}`]));
    assert.equal(srt.read(write(srt, many, translations)).length, 20_000);
  }).timeout(30_000);
});
