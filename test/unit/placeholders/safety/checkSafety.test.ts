import assert from 'node:assert/strict';
import { protect } from '../../../../src/placeholders/protect.ts';
import { restore } from '../../../../src/placeholders/restore.ts';
import { syntaxesFor } from '../../../../src/placeholders/project/syntaxes.ts';
import type { Problem, TranslationContext } from '../../../../src/placeholders/read/placeholder.ts';

const safetyKinds = new Set<Problem['kind']>([
  'hidden-character',
  'direction-character',
  'damaged-text',
  'foreign-letter',
  'foreign-link',
  'formula',
]);

function problemsOf(
  source: string,
  translation: string,
  context: TranslationContext = { sourceLocale: 'en', targetLocale: 'de' },
  formatId = 'json',
): readonly Problem[] {
  return restore(translation, protect(source, syntaxesFor({ formatId })), context).problems.filter(({ kind }) =>
    safetyKinds.has(kind),
  );
}

function namesOf(source: string, translation: string, targetLocale: string): readonly string[] {
  return problemsOf(source, translation, { sourceLocale: 'en', targetLocale }).map(
    ({ kind, shown }) => `${kind} ${shown ?? ''}`,
  );
}

describe('checkSafety', () => {
  describe('characters', () => {
    const deceiving: readonly [name: string, translation: string, expected: Problem['kind'], shown: string][] = [
      ['an override', 'Sie zahlen \u202E00,5\u202C Euro', 'direction-character', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
      ['a zero-width space', 'Pay\u200BPal', 'hidden-character', 'U+200B ZERO WIDTH SPACE'],
      ['a zero-width joiner', 'Pay\u200DPal', 'hidden-character', 'U+200D ZERO WIDTH JOINER'],
      ['a zero-width non-joiner', 'Pay\u200CPal', 'hidden-character', 'U+200C ZERO WIDTH NON-JOINER'],
      ['a word joiner', 'Pay\u2060Pal', 'hidden-character', 'U+2060 WORD JOINER'],
      ['a byte order mark', 'Pay\uFEFFPal', 'hidden-character', 'U+FEFF ZERO WIDTH NO-BREAK SPACE'],
      ['a soft hyphen outside of a word', 'Sie zahlen 5\u00AD,00 Euro', 'hidden-character', 'U+00AD SOFT HYPHEN'],
      ['a soft hyphen in a short word', 'Sie zah\u00ADlen', 'hidden-character', 'U+00AD SOFT HYPHEN'],
      ['a null character', 'Sie\u0000zahlen', 'hidden-character', 'U+0000 NULL'],
      ['an escape character', 'Sie \u001B[8mzahlen', 'hidden-character', 'U+001B ESCAPE'],
      ['a bell', 'Sie\u0007 zahlen', 'hidden-character', 'U+0007 BELL'],
      ['a backspace', '500\b\b\b5 Euro', 'hidden-character', 'U+0008 BACKSPACE'],
      ['a C1 control character', 'Sie\u009B8m zahlen', 'hidden-character', 'U+009B CONTROL SEQUENCE INTRODUCER'],
      ['tag characters', 'Sie zahlen\u{E0068}\u{E0069}', 'hidden-character', 'U+E0068 TAG h'],
      ['a variation selector', 'Sie zahlen\uFE0F', 'hidden-character', 'U+FE0F VARIATION SELECTOR-16'],
      ['a private-use character', 'Sie zahlen \uE000', 'damaged-text', 'U+E000'],
      ['a Cyrillic letter in a Latin word', 'Sie z\u0430hlen', 'foreign-letter', 'U+0430'],
      ['a noncharacter', 'Sie zahlen \uFFFF', 'damaged-text', 'U+FFFF'],
      ['a replacement character', 'Sie m\uFFFDssen zahlen', 'damaged-text', 'U+FFFD REPLACEMENT CHARACTER'],
      ['a line separator', 'Sie\u2028zahlen', 'hidden-character', 'U+2028 LINE SEPARATOR'],
      ['a Hangul filler', 'Sie zahlen\u3164', 'hidden-character', 'U+3164 HANGUL FILLER'],
      ['a blank Braille pattern', 'Sie\u2800zahlen', 'hidden-character', 'U+2800 BRAILLE PATTERN BLANK'],
      [
        'an isolate in a text without right-to-left letters',
        '\u20675,00\u2069',
        'direction-character',
        'U+2067 RIGHT-TO-LEFT ISOLATE',
      ],
      // Siblings
      ['an override as an entity', 'Sie zahlen &#x202E;00,5', 'direction-character', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
      ['an override as an escape', 'Sie zahlen \\u202E00,5', 'direction-character', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
      ['a named entity', 'Pay&ZeroWidthSpace;Pal', 'hidden-character', 'U+200B ZERO WIDTH SPACE'],
      ['a lone surrogate', 'Sie zahlen \uD800', 'damaged-text', 'U+D800'],
      ['an unassigned code point', 'Sie zahlen \u0378', 'damaged-text', 'U+0378'],
      ['an invisible operator', 'Pay\u2063Pal', 'hidden-character', 'U+2063 INVISIBLE SEPARATOR'],
      ['a combining grapheme joiner', 'Pay\u034FPal', 'hidden-character', 'U+034F COMBINING GRAPHEME JOINER'],
      ['an unusual space', 'Sie\u2001zahlen', 'hidden-character', 'U+2001 EM QUAD'],
      ['a right-to-left mark', 'Sie zahlen 5,00\u200F', 'direction-character', 'U+200F RIGHT-TO-LEFT MARK'],
      ['a Greek letter in a Latin word', 'Sie zahl\u03BF', 'foreign-letter', 'U+03BF'],
      ['a word of Cyrillic letters that look Latin', 'Sie zahlen \u0441\u043E\u0440', 'foreign-letter', 'U+0441'],
      ['a Cherokee letter in a Latin word', '\u13A0uge', 'foreign-letter', 'U+13A0'],
      ['mathematical letters', '\u{1D40F}\u{1D41A}\u{1D432}', 'foreign-letter', 'U+1D40F'],
      ['letters of wide fonts', 'Ｐａｙ', 'foreign-letter', 'U+FF30'],
      ['UTF-8 read as Windows-1252', 'Sie mÃ¼ssen zahlen', 'damaged-text', ''],
      ['a quotation mark read as Windows-1252', 'Sieâ€™s', 'damaged-text', ''],
    ];
    for (const [name, translation, kind, shown] of deceiving) {
      it(`reports ${name} as an error, by its name`, () => {
        const found = problemsOf('You pay 5.00 euros', translation);
        assert.ok(
          found.some((problem) => problem.kind === kind && (problem.shown ?? '') === shown),
          JSON.stringify(found),
        );
        assert.deepEqual(new Set(found.map(({ severity }) => severity)), new Set(['error']));
      });
    }

    const right: readonly [name: string, source: string, translation: string, locale: string][] = [
      ['non-joiners of Persian', 'You want %s files', 'می‌خواهید %s‌ها را', 'fa'],
      ['joiners of Malayalam', 'Network', 'നെറ്റ്‌വര്‍ക്ക്', 'ml'],
      ['joiners of Sinhala', 'Sri Lanka', 'ශ්‍රී ලංකා', 'si'],
      ['joiners of Hindi', 'x', 'क्‍ष', 'hi'],
      ['joiners of emoji', 'Family', 'Familie 👨‍👩‍👧 ❤️ 1️⃣ 👩🏽‍🚀', 'de'],
      ['flags of regions', 'England', 'England 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'de'],
      ['zero-width spaces of Khmer', 'Files', 'ឯកសារ​ទាំង​អស់', 'km'],
      ['zero-width spaces of Thai', 'Files', 'ไฟล์​ทั้งหมด', 'th'],
      ['marks and isolates of Hebrew', 'File %s (x)', '\u200Fקובץ \u2068%s\u2069 (x)\u200E', 'he'],
      ['balanced embeddings of Arabic', 'x', 'ملف \u202Aa.txt\u202C', 'ar'],
      ['isolates where the source has right-to-left letters', 'שלום', 'Hallo \u2067x\u2069', 'de'],
      ['soft hyphens in German words', 'Settings', 'Ein\u00ADstel\u00ADlun\u00ADgen', 'de'],
      ['no-break spaces of French', 'What?', 'Quoi\u202F? «\u00A0oui\u00A0»', 'fr'],
      ['guillemets after a capital letter', 'x', '«\u00A0CAFÉ\u00A0» «MANHÃ»', 'fr'],
      ['ideographic variation', 'x', '葛\u{E0100}城', 'ja'],
      ['Latin letters next to kana', 'T-shirt, version β', 'Tシャツ β版', 'ja'],
      ['an ending after an abbreviation', 'PDF files', 'PDFы', 'ru'],
      ['an ending after a name of the source', 'Sign in to Example', 'Вход с помощью Exampleа', 'ru'],
      ['a symbol', 'Micro', 'μTorrent 5 kΩ', 'de'],
      ['characters of the source', 'a\u200Bb \u202Ec', 'a\u200Bb \u202Ed', 'de'],
      ['entities for characters of the source', 'a\uFFFC', 'b&#65532;', 'de'],
      ['decomposed letters', 'x', 'Zu\u0308rich', 'de'],
    ];
    for (const [name, source, translation, locale] of right) {
      it(`accepts ${name}`, () => {
        assert.deepEqual(namesOf(source, translation, locale), []);
      });
    }

    it('accepts a character of the source only as often as the source has it', () => {
      assert.deepEqual(namesOf('a\u200Bb', 'a\u200Bb\u200Bc', 'de'), ['hidden-character U+200B ZERO WIDTH SPACE']);
    });

    it('reports an isolate that is not closed, and an override, in right-to-left text', () => {
      assert.deepEqual(namesOf('x', 'קובץ \u2067a', 'he'), ['direction-character U+2067 RIGHT-TO-LEFT ISOLATE']);
      assert.deepEqual(
        namesOf('x', 'קובץ \u202Ea\u202C', 'he')[0],
        'direction-character U+202E RIGHT-TO-LEFT OVERRIDE',
      );
    });

    it('reports a Latin letter in a Cyrillic word, with the word', () => {
      const [problem] = problemsOf('Print', 'Рас\u0070ечатать', { sourceLocale: 'en', targetLocale: 'ru' });
      assert.deepEqual([problem?.text, problem?.start, problem?.shown], ['Расpечатать', 0, 'U+0070']);
    });

    it('reports a letter that takes the place of the last one of a name, or is an ending of another language', () => {
      assert.deepEqual(namesOf('Sign in to Example', 'Вход в Examplе', 'ru'), ['foreign-letter U+0435']);
      assert.deepEqual(namesOf('Sign in to Example', 'Bei Exampleа anmelden', 'de'), ['foreign-letter U+0430']);
    });

    it('locates an entity at its own offset', () => {
      const [problem] = problemsOf('a', 'ab &amp; c&#8203;d');
      assert.deepEqual([problem?.text, problem?.start], ['&#8203;', 10]);
    });
  });

  describe('links', () => {
    const foreign: readonly [source: string, translation: string, formatId: string][] = [
      ['Hello', '[Welt](javascript:alert(1))', 'markdown'],
      ['Hello', '[Welt](javascript:alert(1))', 'mdx'],
      ['Hello', '[Welt](javascript:alert(1))', 'json'],
      ['[World](./a.md)', '[Welt](javascript:alert(1))', 'markdown'],
      ['Hello', '[Welt](JaVa&#115;cript:alert(1))', 'markdown'],
      ['Hello', '[Welt](java\tscript:alert(1))', 'json'],
      ['Hello', '[Welt](java\u200Bscript:alert(1))', 'json'],
      ['Hello', '[Welt](javascript&colon;alert(1))', 'markdown'],
      ['Hello', '[Welt](%6Aavascript:alert(1))', 'markdown'],
      ['Hello', '[Welt](command:workbench.action.quit)', 'markdown'],
      ['Hello', '[Welt](vbscript:x)', 'yaml'],
      ['Hello', '![Welt](data:text/html;base64,eA==)', 'markdown'],
      ['Hello', '<javascript:alert(1)>', 'markdown'],
      ['Hello', '[1]: javascript:alert(1)', 'markdown'],
      ['Hello', '[Welt](//evil.example/x)', 'markdown'],
      ['Hello', '[Welt](\\\\evil.example)', 'markdown'],
      ['Hello', '<a href="//evil.example">Welt</a>', 'html'],
      ['Hello', "<a xlink:href='javascript:x'>Welt</a>", 'html'],
      ['Hello', '<a href="jav&#x0A;ascript:x">Welt</a>', 'android-xml'],
      ['Hello', '<img srcset="a.png 1x, https://evil.example/b.png 2x">', 'html'],
      ['Hello', '<button formaction=https://evil.example>Welt</button>', 'html'],
      ['Hello', '<p style="background:url(https://evil.example/x)">Welt</p>', 'html'],
      ['Hello', '&lt;a href=&quot;https://evil.example&quot;&gt;Welt&lt;/a&gt;', 'xliff'],
      ['Hello', '[url=javascript:x]Welt[/url]', 'php'],
      ['Hello', '`Welt <javascript:x>`_', 'po'],
      ['[World](https://shop.example/en)', '[Welt](https://shop.example@evil.example/de)', 'markdown'],
      ['[World](https://shop.example/en)', '[Welt](https://shop.example.evil.example/de)', 'markdown'],
      ['[World](https://shop.example/en)', '[Welt](https://sh\u043Ep.example/de)', 'markdown'],
      ['[World](https://shop.example/en)', '[Welt](ftp://shop.example/de)', 'markdown'],
      ['[World](https://shop.github.io)', '[Welt](https://de.github.io)', 'markdown'],
      ['[World](javascript:void(0))', '[Welt](javascript:alert(1))', 'markdown'],
      ['Hello', '[Welt](tel:+1900555)', 'markdown'],
      ['Hotel: 5 stars', '[Hotel](tel:+1900555)', 'json'],
      // A part of a host is another host.
      ['[World](https://shop.example.com)', '[Welt](https://example.co)', 'json'],
      ['[World](https://myshop.example)', '[Welt](https://shop.example)', 'json'],
      ['[World](https://a.github.io)', '[Welt](https://github.io)', 'json'],
      // Somebody else's site
      ['[World](https://shop-en.example.com)', '[Welt](https://evil-de.example.com)', 'json'],
      ['[World](https://ibm.github.io)', '[Welt](https://de.github.io)', 'json'],
      ['[World](https://ibm.github.io:444)', '[Welt](https://de.github.io:444)', 'json'],
      ['[World](https://bbc.co.uk)', '[Welt](https://de.co.uk)', 'json'],
      ['[World](https://shop.example.com)', '[Welt](https://shop-de-evil.example.com)', 'json'],
      ['https://shop.github.io/a', 'https://evil.github.io/a', 'json'],
      ['https://shop.github.io/a', 'https://evil.github.io/de', 'json'],
      ['https://shop.github.io/a', 'https://de.github.io/a/de', 'json'],
      ['https://shop.github.io/a', 'https://m.github.io/a', 'json'],
      ['https://shop.example.co.uk/a', 'https://de.evil.co.uk/de', 'json'],
      // Pages of another host of the domain are only right as a whole text, and with nothing that hides the host.
      ['See https://shop.example.com/a', 'Siehe https://evil.example.com/de', 'json'],
      ['https://shop.example.com/a', 'https://shop.example.com@evil.example/de', 'json'],
      ['https://shop.example.com/a', 'https://evil.example/shop.example.com/de', 'json'],
      // Next to an ending
      ['[Example](https://example.com) page', '[Example](https://example.com)-x.evil.com', 'json'],
      ['See https://example.com', 'Siehe https://example.com-x.evil.com', 'json'],
      ['See https://example.com', 'Siehe https://example.com:x@evil.com', 'json'],
      ['Starts with webcals://', 'Beginnt mit webcals://-x.evil.com', 'json'],
      // Next to a pattern
      ['Format: http://[user:pass@]URL[:port]', 'Format: http://[x@evil.com/', 'json'],
      ['Format: http://[user:pass@]URL[:port]', 'Format: http://evil.com[:port]', 'json'],
      ['Format: http://[user:pass@]URL[:port]', 'Format: ftp://[user:pass@]URL[:port]', 'json'],
      ['Such as tcp://host:port', 'Etwa tcp://evil.com:port', 'json'],
      ['Such as tcp://host:port', 'Etwa tcp://evil:22', 'json'],
      ['Such as tcp://host:port', 'Etwa ssh://host:port', 'json'],
    ];
    for (const [source, translation, formatId] of foreign) {
      it(`reports ${JSON.stringify(translation)} in ${formatId} for ${JSON.stringify(source)}`, () => {
        const problems = restore(translation, protect(source, syntaxesFor({ formatId })), {
          sourceLocale: 'en',
          targetLocale: 'de',
        }).problems.filter(({ severity }) => severity === 'error');
        assert.ok(problems.length > 0);
        if (/script|command|data:/u.test(translation))
          assert.ok(
            problems.some(({ kind }) => kind === 'foreign-link'),
            JSON.stringify(problems),
          );
      });
    }

    const right: readonly [source: string, translation: string][] = [
      ['[a](./a.md)', '[a](./a.de.md)'],
      ['[a](https://shop.example/en/x)', '[a](https://shop.example/de/x)'],
      ['[a](https://en.wikipedia.org/wiki/A)', '[a](https://de.wikipedia.org/wiki/B)'],
      ['[a](https://en.wikipedia.org/wiki/A)', '[a](https://de.m.wikipedia.org/wiki/B)'],
      ['[a](https://wordpress.org/x)', '[a](https://de.wordpress.org/x)'],
      ['[a](http://shop.example)', '[a](https://shop.example)'],
      ['[a](javascript:void(0))', '[b](javascript:void(0))'],
      ['Date: 5', 'Data: 5'],
      ['Starts with http://', 'Beginnt mit http:// oder'],
      ['Mail a@shop.example', '[Mail](mailto:a@shop.example)'],
      ['see [1]', 'siehe [1](siehe: Seite 5)'],
      ['[a](https://shop.example.org/a)', '[a](https://shop.m.example.org/b)'],
      ['[a](https://my-shop.example.org/a)', '[a](https://my-shop-de.example.org/b)'],
      ['[a](https://shop-en.example.org/a)', '[a](https://shop-de.example.org/b)'],
      ['[a](https://world-en.example.org/a)', '[a](https://world-de.example.org/b)'],
      ['[a](https://world.example.org/a)', '[a](https://de.example.org/b)'],
      ['See shop.example', 'Siehe [Laden](//shop.example)'],
      ['Based on [Example](https://www.example.com) libraries', 'Mit [Example](https://www.example.com)-Bibliotheken.'],
      ['Starts with http:// or webcals://', 'Beginnt mit http:// oder webcals://-ban'],
      ['Format: http://[user:pass@]URL[:port]. If', 'Format: http://[Name:Kennwort@]URL[:Port]. Falls'],
      ['Such as "tcp://ip:port" or "tcp://host:port"', 'Etwa "tcp://ip:Anschluss" oder "tcp://hôte:Anschluss"'],
    ];
    for (const [source, translation] of right) {
      it(`accepts ${JSON.stringify(translation)} for ${JSON.stringify(source)}`, () => {
        assert.deepEqual(
          problemsOf(source, translation).filter(({ kind }) => kind === 'foreign-link'),
          [],
        );
      });
    }
  });

  it('accepts a host that is named after a locale with a variant', () => {
    const context = { sourceLocale: 'en', targetLocale: 'be-tarask' };
    const [source, translation] = [
      '[a](https://en.wikipedia.org/wiki/A)',
      '[а](https://be-tarask.wikipedia.org/wiki/B)',
    ];
    assert.deepEqual(problemsOf(source, translation, context), []);
    assert.equal(problemsOf(source, translation.replace('tarask', 'other'), context).length, 1);
  });

  it('reports a whole link to a page in the language of the translation on another host of its domain as a warning', () => {
    const severities = (source: string, translation: string): readonly string[] =>
      problemsOf(source, translation).map(({ kind, severity }) => `${kind} ${severity}`);
    assert.deepEqual(severities('https://donate.example.org/', 'https://world-de.example.org/spenden'), [
      'foreign-link warning',
    ]);
    assert.deepEqual(severities('https://a.example.org/terms', 'https://b.example.org/terms/de'), [
      'foreign-link warning',
    ]);
    assert.deepEqual(severities('https://a.example.org/', 'https://b.example.de/'), ['foreign-link error']);
    assert.deepEqual(severities('https://a.example.org/', 'https://b.example.org/de?to=https://evil.example'), [
      'foreign-link error',
    ]);
    assert.deepEqual(severities('https://192.0.2.1/', 'https://198.51.2.1/de'), ['foreign-link error']);
  });

  describe('cells of a table', () => {
    const context = { sourceLocale: 'en', targetLocale: 'de', isCell: true };
    for (const begin of ['=', '+', '-', '@', '＝', '＋', '－', '＠', ' =', '"=', '\u200B=']) {
      it(`reports a translation that begins with ${JSON.stringify(begin)}`, () => {
        const kinds = problemsOf('Total', `${begin}1+1`, context).map(({ kind }) => kind);
        assert.ok(kinds.includes('formula'), kinds.join());
      });
    }

    it('accepts a beginning that the source has, and other files', () => {
      assert.deepEqual(problemsOf('-5 degrees', '-5 Grad', context), []);
      assert.deepEqual(problemsOf('- item', '- Punkt', context), []);
      assert.deepEqual(problemsOf('Total', '-5', { sourceLocale: 'en', targetLocale: 'de' }), []);
      assert.equal(problemsOf('-5 degrees', '=5', context).length, 1);
    });
  });
});
