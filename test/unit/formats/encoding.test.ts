import assert from 'node:assert/strict';
import fc from 'fast-check';
import { englishReason, withSentence } from '../../builders/englishReason.ts';
import { decodeFile, encodeFile, type DecodedFile } from '../../../src/formats/encoding.ts';
import { FormatError } from '../../../src/formats/format.ts';

const kinds: readonly Omit<DecodedFile, 'text'>[] = [
  { encoding: 'utf-8', bom: false },
  { encoding: 'utf-8', bom: true },
  { encoding: 'utf-16le', bom: true },
  { encoding: 'utf-16be', bom: true },
];

describe('decodeFile and encodeFile', () => {
  for (const kind of kinds) {
    it(`restores every byte of texts in ${kind.encoding} ${kind.bom ? 'with' : 'without'} a byte order mark`, () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (words) => {
          // A file begins with ASCII characters in every text format.
          const text = `{}${words}`;
          const bytes = encodeFile(text, { ...kind, text: '' });
          const decoded = decodeFile(bytes, 'en.json');
          assert.deepEqual(decoded, { ...kind, text });
          assert.deepEqual(encodeFile(decoded.text, decoded), bytes);
        }),
      );
    });
  }

  it('excludes the byte order mark from the text', () => {
    assert.equal(decodeFile(Buffer.from('\uFEFF{}'), 'en.json').text, '{}');
  });

  it('reads bytes in the middle of a buffer', () => {
    const bytes = Buffer.concat([Buffer.from('xx'), Buffer.from([0xfe, 0xff, 0, 0x41])]).subarray(2);
    assert.equal(decodeFile(bytes, 'en.json').text, 'A');
  });

  it('accepts valid UTF-8 or reports the first invalid byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        const file = Buffer.concat([Buffer.from('{\n\uFFFD'), bytes]);
        try {
          const decoded = decodeFile(file, 'en.json');
          assert.deepEqual(Buffer.from(encodeFile(decoded.text, decoded)), file);
        } catch (error) {
          assert.ok(error instanceof FormatError);
          const at = Number(/byte (\d+)/.exec(englishReason(error.reason))?.[1]) - 1;
          const good = file.subarray(0, at);
          assert.equal(Buffer.compare(Buffer.from(good.toString('utf8')), good), 0, 'everything before is UTF-8');
          assert.match(
            englishReason(error.reason),
            new RegExp(`0x${(file[at] ?? 0).toString(16).padStart(2, '0')}`, 'i'),
          );
        }
      }),
    );
  });

  const refused: readonly [string, readonly number[], RegExp, { line: number; column: number }][] = [
    [
      'a byte of Latin-1',
      [0x7b, 0x0d, 0x0a, 0x22, 0xe9, 0x22],
      /en\.json is not valid UTF-8: byte 5 of the file is 0xE9/,
      { line: 2, column: 2 },
    ],
    [
      'a broken byte after a byte order mark',
      [0xef, 0xbb, 0xbf, 0x7b, 0xff],
      /byte 5 of the file is 0xFF/,
      { line: 1, column: 2 },
    ],
    ['an encoded surrogate', [0x7b, 0xed, 0xa0, 0x80], /byte 2/, { line: 1, column: 2 }],
    ['half a code unit', [0xff, 0xfe, 0x41, 0x00, 0x41], /not valid UTF-16/, { line: 1, column: 2 }],
    [
      'half a surrogate pair',
      [0xfe, 0xff, 0xff, 0xfd, 0x00, 0x0a, 0xd8, 0x3d],
      /not valid UTF-16/,
      { line: 2, column: 1 },
    ],
    ['UTF-16 without a mark', [0x7b, 0x00, 0x7d, 0x00], /without a byte order mark/, { line: 1, column: 1 }],
    ['UTF-32', [0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0], /in UTF-32/, { line: 1, column: 1 }],
  ];
  for (const [what, bytes, reason, place] of refused) {
    it(`refuses ${what}, with the location`, () => {
      assert.throws(
        () => decodeFile(Uint8Array.from(bytes), 'locales/en.json'),
        (error) =>
          error instanceof FormatError &&
          reason.test(englishReason(error.reason)) &&
          error.line === place.line &&
          error.column === place.column,
      );
    });
  }

  it('refuses a text that would not decode to itself', () => {
    const plain: DecodedFile = { text: '', encoding: 'utf-8', bom: false };
    assert.throws(() => encodeFile('a\nb\ud83d', plain), { name: 'FormatError', line: 2, column: 2 });
    assert.throws(() => encodeFile('\udc00', { ...plain, encoding: 'utf-16le', bom: true }), FormatError);
    assert.throws(() => encodeFile('\uFEFFa', plain), FormatError);
  });

  it('refuses a file over 64 MiB by its size', () => {
    assert.throws(
      () => decodeFile(new Uint8Array(64 * 1024 * 1024 + 1), 'en.json'),
      withSentence(/larger than 64 MiB/),
    );
  });
});
