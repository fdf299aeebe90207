import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withSentence } from '../../../builders/englishReason.ts';
import { decodeFile, encodeFile, type DecodedFile } from '../../../../src/formats/encoding.ts';
import { FormatError } from '../../../../src/formats/format.ts';
import {
  decodeLegacy,
  encodeLegacy,
  isDoubleByte,
  legacyEncodings,
  type LegacyEncoding,
} from '../../../../src/formats/kit/legacyEncoding.ts';

function refuse(character: string): never {
  throw new Error(`${character} is not in the encoding.`);
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** Decodes, and asserts that encoding gives back the same bytes. */
function decode(bytes: Uint8Array, path: string): DecodedFile {
  const file = decodeFile(bytes, path);
  assert.deepEqual(Buffer.from(encodeFile(file.text, file)), Buffer.from(bytes), 'the same bytes');
  return file;
}

function edited(bytes: Uint8Array, path: string, change: (text: string) => string): Buffer {
  const file = decode(bytes, path);
  return Buffer.from(encodeFile(change(file.text), file));
}

function po(charset: string, text: string): string {
  return (
    `# Licence\nmsgid ""\nmsgstr ""\n"Project-Id-Version: shop\\n"\n` +
    `"Content-Type: text/plain; "\n"charset=${charset}\\n"\n\nmsgid "a"\nmsgstr "${text}"\n`
  );
}

describe('a file that declares its encoding', () => {
  it('is read and written by its XML declaration', () => {
    const bytes = latin1('<?xml version="1.0" encoding="ISO-8859-1"?>\n<a b="\xe9">\xfc\x80</a>\n');
    const file = decode(bytes, 'res/values/strings.xml');
    assert.equal(file.encoding, 'iso-8859-1');
    assert.match(file.text, /b="é">ü\u0080</);
    assert.deepEqual(
      edited(bytes, 'a.xlf', (text) => text.replace('ü', 'ÿ')),
      latin1(bytes.toString('latin1').replace('\xfc', '\xff')),
    );
  });

  it('writes characters that its encoding lacks as references in text and in attribute values', () => {
    const bytes = latin1("<?xml version='1.0' encoding='windows-1252'?>\n<!-- \x80 --><a b='1'>\xe9</a>");
    const after = edited(bytes, 'a.resx', (text) => text.replace('é', 'Ж😀').replace("'1'", "'ć'"));
    assert.equal(after.toString('latin1').split('\n')[1], "<!-- \x80 --><a b='&#263;'>&#1046;&#128512;</a>");
    for (const [from, to] of [
      ['€', '€Ж'],
      ['<a ', '<aЖ '],
      ['</a>', '<![CDATA[Ж]]></a>'],
      ['<a ', '<?x Ж?><a '],
      ['<!--', '<!DOCTYPE a [<!ENTITY b "Ж">]><!--'],
      ['</a>', '</aЖ>'],
    ] as const) {
      assert.throws(
        () => edited(bytes, 'a.resx', (text) => text.replace(from, to)),
        withSentence(/“Ж” \(U\+0416\) can’t be written in windows-1252.*UTF-8/),
        to,
      );
    }
  });

  it('is read by the charset of a PO header, on any line', () => {
    const bytes = Buffer.concat([
      Buffer.from(po('KOI8-R', '')).subarray(0, -2),
      Buffer.from([0xc1, 0xc2]),
      Buffer.from('"\n'),
    ]);
    const file = decode(bytes, 'ru.po');
    assert.equal(file.encoding, 'koi8-r');
    assert.match(file.text, /msgstr "аб"/);
    assert.throws(() => encodeFile(file.text.replace('аб', 'aé'), file), { name: 'FormatError', line: 9, column: 10 });
    assert.equal(decode(Buffer.from(po('CHARSET', 'é')), 'a.pot').encoding, 'utf-8');
    assert.equal(decode(Buffer.from(po('UTF-8', 'é')), 'a.po').encoding, 'utf-8');
    assert.equal(decode(Buffer.from(po('ASCII', 'e')), 'a.po').encoding, 'us-ascii');
    assert.throws(() => decodeFile(latin1(po('UTF-8', '\xe9')), 'a.po'), withSentence(/not valid UTF-8/));
    assert.throws(
      () => decodeFile(Buffer.from(po('EBCDIC-FR', 'e')), 'a.po'),
      withSentence(/declares the encoding “EBCDIC-FR”/),
    );
    assert.throws(
      () => decodeFile(Buffer.from(po('ISO-2022-JP', 'e')), 'a.po'),
      withSentence(/declares the encoding “ISO-2022-JP”/),
    );
  });

  it('does not read the text of a message as a declaration', () => {
    const bytes = Buffer.from('msgid "charset=koi8-r"\nmsgstr "é"\n');
    assert.equal(decode(bytes, 'a.po').encoding, 'utf-8');
    assert.equal(decode(Buffer.from('{"a":"<?xml encoding=\'koi8-r\'?>é"}'), 'a.json').encoding, 'utf-8');
  });

  it('is read by an HTML meta element, as browsers do', () => {
    const file = decode(latin1('<!doctype html><meta charset="iso-8859-1"><p>\x80</p>'), 'a.html');
    assert.deepEqual([file.encoding, file.text.at(-5)], ['windows-1252', '€']);
    assert.throws(() => encodeFile(`${file.text}Ж`, file), FormatError);
    assert.equal(decode(Buffer.from('<html><!-- <meta charset="koi8-r"> --><p>é'), 'a.htm').encoding, 'utf-8');
    const older = '<meta http-equiv=content-type content="text/html; charset=shift_jis">';
    assert.equal(decode(Buffer.from(older), 'a.htm').encoding, 'shift_jis');
  });

  it('is read by its bytes if the declaration is wrong', () => {
    const wrong = '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>';
    assert.deepEqual(decode(Buffer.from(wrong), 'a.xml'), { text: wrong, encoding: 'utf-8', bom: false });
    assert.deepEqual(decode(Buffer.from(`\uFEFF${wrong}`), 'a.xml'), { text: wrong, encoding: 'utf-8', bom: true });
    assert.equal(decode(Buffer.from(wrong.replace('ISO-8859-1', 'UTF-16')), 'a.xml').encoding, 'utf-8');
    assert.equal(
      decode(Buffer.from(`\uFEFF${wrong.replace('ISO-8859-1', 'UTF-8')}`, 'utf16le'), 'a.xml').encoding,
      'utf-16le',
    );
    assert.throws(
      () => decodeFile(latin1(wrong.replace('ISO-8859-1', 'us-ascii')), 'a.xml'),
      withSentence(/bytes that are invalid in it/),
    );
  });

  it('is refused if a character has several encodings, because one could become the other', () => {
    const [one, other] = [
      [0x87, 0x90],
      [0x81, 0xe0],
    ].map((bytes) =>
      Buffer.concat([
        Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><a>'),
        Buffer.from(bytes),
        Buffer.from('</a>'),
      ]),
    );
    assert.equal(decode(other ?? Buffer.of(), 'a.xml').text.at(-5), '≒');
    assert.throws(() => decodeFile(one ?? Buffer.of(), 'a.xml'), withSentence(/encoded in several ways/));
  });

  it('is created in the encoding that its text declares', () => {
    const text = '<?xml version="1.0" encoding="windows-1251"?><a>Жé</a>';
    const bytes = encodeFile(text, decodeFile(new Uint8Array(), 'a.xml'));
    assert.equal(decode(bytes, 'a.xml').text, text.replace('é', '&#233;'));
    assert.deepEqual(encodeFile('é', decodeFile(new Uint8Array(), 'a.properties')), new TextEncoder().encode('é'));
  });
});

describe('a file without a declaration', () => {
  it('is Latin-1 if it is .properties and not UTF-8, and other characters are escaped', () => {
    const bytes = latin1('a=\xe9\x93\nb=\\\\\n');
    const file = decode(bytes, 'messages.properties');
    assert.deepEqual(file, { text: 'a=é\u0093\nb=\\\\\n', encoding: 'iso-8859-1', bom: false, escapes: 'properties' });
    assert.equal(
      Buffer.from(encodeFile('a=é€😀\nb=\\\\€', file)).toString('latin1'),
      'a=\xe9\\u20AC\\uD83D\\uDE00\nb=\\\\\\u20AC',
    );
    assert.throws(() => encodeFile('a=\n\\€', file), { name: 'FormatError', line: 2, column: 2 });
    assert.equal(decode(Buffer.from('a=é'), 'messages.properties').encoding, 'utf-8');
  });

  it('is UTF-16 without a byte order mark if it is .strings or XML and contains the zero bytes of UTF-16', () => {
    const text = '"a" = "é😀";\n';
    const little = Buffer.from(text, 'utf16le');
    assert.deepEqual(decode(little, 'fr.lproj/Localizable.strings'), { text, encoding: 'utf-16le', bom: false });
    assert.deepEqual(decode(Buffer.from(little).swap16(), 'Localizable.strings'), {
      text,
      encoding: 'utf-16be',
      bom: false,
    });
    assert.equal(decode(Buffer.from('<?xml version="1.0"?><a/>', 'utf16le'), 'a.xml').encoding, 'utf-16le');
    assert.throws(() => decodeFile(little, 'a.json'), withSentence(/without a byte order mark/));
    assert.throws(() => decodeFile(little.subarray(1), 'a.xml'), FormatError);
  });
});

describe('a file without a declaration, with another usual encoding', () => {
  const cyrillic = Buffer.from([0x61, 0x3d, 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);

  it('is in that encoding, under the names of VS Code’s setting', () => {
    const file = decodeFile(cyrillic, 'ru.ini', 'windows1251');
    assert.deepEqual(file, { text: 'a=Привет', encoding: 'windows-1251', bom: false });
    assert.deepEqual(Buffer.from(encodeFile(file.text, file)), cyrillic);
    assert.deepEqual(Buffer.from(encodeFile('a=Да', file)), Buffer.from([0x61, 0x3d, 0xc4, 0xe0]));
    assert.throws(() => encodeFile('a=Да\nb=é', file), withSentence(/“é” \(U\+00E9\).*windows-1251/));
    const names =
      'windows1252 iso88591 iso885915 iso885916 koi8r koi8u cp866 macroman shiftjis eucjp gb2312 gbk gb18030';
    for (const name of `${names} big5hkscs euckr windows874`.split(' '))
      assert.notEqual(decodeFile(latin1('a=b'), 'a.json', name).encoding, 'utf-8', name);
  });

  it('is UTF-8 if its bytes show that, if it is XML, and for an unknown encoding', () => {
    const utf8 = Buffer.from('{"a": "é"}');
    for (const usual of ['windows1252', 'gbk', 'cp437', 'nonsense', '', 'utf8', 'utf8bom', 'utf16le'])
      assert.deepEqual(decodeFile(utf8, 'a.json', usual), decodeFile(utf8, 'a.json'), usual);
    assert.throws(() => decodeFile(latin1('{"a": "é"}'), 'a.json', 'cp437'), withSentence(/not valid UTF-8/));
    assert.equal(decodeFile(latin1('<resources/>'), 'values/strings.xml', 'windows1252').encoding, 'utf-8');
    assert.equal(decodeFile(latin1('<!DOCTYPE TS>\n<TS/>'), 'app_fr.ts', 'windows1252').encoding, 'utf-8');
    const declared = decodeFile(latin1(po('ISO-8859-2', 'x')), 'a.po', 'windows1251');
    assert.equal(declared.encoding, 'iso-8859-2');
  });

  it('escapes characters that the encoding lacks in .properties files', () => {
    const file = decodeFile(cyrillic, 'ru.properties', 'windows1251');
    assert.equal(Buffer.from(encodeFile('a=é', file)).toString('latin1'), 'a=\\u00E9');
  });

  it('decides the encoding of a new file, unless its text declares another', () => {
    const written = (text: string, usual: string): Buffer =>
      Buffer.from(encodeFile(text, decodeFile(new Uint8Array(), 'new', usual)));
    assert.deepEqual(written('é', 'windows1252'), latin1('\xe9'));
    assert.deepEqual(written('é', 'utf8bom'), Buffer.from('\ufeffé'));
    assert.deepEqual(written('é', 'utf16le'), Buffer.from('\ufeffé', 'utf16le'));
    assert.deepEqual(written('é', 'cp437'), Buffer.from('é'));
    assert.deepEqual(
      written('<?xml version="1.0"?><a>é</a>', 'windows1252'),
      Buffer.from('<?xml version="1.0"?><a>é</a>'),
    );
    assert.deepEqual(written(po('UTF-8', 'é'), 'windows1252'), Buffer.from(po('UTF-8', 'é')));
    assert.deepEqual(written(po('ISO-8859-2', 'ő'), 'utf8').includes(0xf5), true);
    assert.throws(() => written('Я', 'windows1252'), withSentence(/“Я” \(U\+042F\)/));
  });

  it('is UTF-16 without a byte order mark only if that is the usual encoding', () => {
    const little = Buffer.from('{"a": "é"}', 'utf16le');
    const file = decodeFile(little, 'a.json', 'utf16le');
    assert.deepEqual(Buffer.from(encodeFile(file.text, file)), little);
    assert.throws(() => decodeFile(little, 'a.json', 'utf16be'), withSentence(/without a byte order mark/));
  });
});

describe('encodings of one or two bytes', () => {
  /** Sample text and its bytes for each encoding, from the definition of the encoding. */
  const samples: Partial<Record<LegacyEncoding, readonly [string, readonly number[]]>> = {
    'iso-8859-2': ['ąŁ', [0xb1, 0xa3]],
    'iso-8859-15': ['€Œ', [0xa4, 0xbc]],
    'windows-1251': ['Жё', [0xc6, 0xb8]],
    'windows-1252': ['€é', [0x80, 0xe9]],
    'koi8-r': ['Жё', [0xf6, 0xa3]],
    shift_jis: ['日ｱ～', [0x93, 0xfa, 0xb1, 0x81, 0x60]],
    'euc-jp': ['日ｱ丂', [0xc6, 0xfc, 0x8e, 0xb1, 0x8f, 0xb0, 0xa1]],
    'euc-kr': ['한', [0xc7, 0xd1]],
    gbk: ['中國', [0xd6, 0xd0, 0x87, 0xf8]],
    gb18030: ['中', [0xd6, 0xd0]],
    big5: ['中十', [0xa4, 0xa4, 0xa4, 0x51]],
  };

  for (const encoding of legacyEncodings) {
    it(`restores every byte of ${encoding}`, () => {
      const sample = samples[encoding];
      if (sample !== undefined && encoding !== 'shift_jis')
        assert.deepEqual([...encodeLegacy(sample[0], encoding, refuse)], sample[1]);
      else if (sample !== undefined)
        assert.equal(decodeLegacy(Uint8Array.from(sample[1]), encoding)?.slice(0, 2), sample[0].slice(0, 2));
      if (isDoubleByte(encoding)) return;
      for (let byte = 0; byte <= 0xff; byte += 1) {
        const text = decodeLegacy(Uint8Array.of(byte), encoding);
        if (text !== undefined) assert.deepEqual([...encodeLegacy(text, encoding, refuse)], [byte]);
      }
    });
  }

  it('are accepted only if encoding gives back the same bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...legacyEncodings),
        fc.uint8Array({ minLength: 1, maxLength: 12 }),
        (label, words) => {
          const bytes = Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${label}"?><a>`), words]);
          try {
            decode(bytes, 'a.xml');
          } catch (error) {
            assert.ok(error instanceof FormatError, String(error));
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
