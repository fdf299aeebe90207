import assert from 'node:assert/strict';
import * as gettextParser from 'gettext-parser';
import { englishReason, withSentence } from '../../../builders/englishReason.ts';
import { FormatError, type WriteContext } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { po } from '../../../../src/formats/po/po.ts';

const russian =
  '"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 ' +
  '|| n%100>=20) ? 1 : 2);\\n"\n';

function header(language: string, more = ''): string {
  return `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n${more}`;
}

function write(
  text: string,
  translations: Readonly<Record<string, string>>,
  context: Partial<WriteContext> = {},
): string {
  const edits = po.write(text, new Map(Object.entries(translations)), {
    sourceText: text,
    sourceLocale: 'en',
    targetLocale: 'fr',
    ...context,
  });
  return applyEdits(text, edits);
}

const cart =
  `${header('ru', russian)}\n#, fuzzy, c-format\n#| msgid "%d old"\nmsgid "%d thing"\n` +
  `msgid_plural "%d things"\nmsgstr[0] "а"\nmsgstr[1] "б"\nmsgstr[2] "в"\n`;

describe('PO', () => {
  it('reads both sides, with notes, context, limits and states', () => {
    const text =
      `${header('fr')}\n# ours\n#. theirs\n#: a.c:1 b.c:2 c.c:3 d.c:4\n#, fuzzy, max-length:30\n` +
      `msgctxt "menu"\nmsgid "Open."\nmsgstr "Ouvrir"\n`;
    const [source] = po.read(text);
    assert.deepEqual(source, {
      id: 'menu.Open\\.',
      text: 'Open.',
      note: 'ours\ntheirs\nContext: menu\nUsed in a.c:1, b.c:2, c.c:3 …',
      maxChars: 30,
      start: text.indexOf('"Open."'),
      end: text.indexOf('\nmsgstr "Ou'),
    });
    const [target] = po.read(text, 'fr');
    assert.deepEqual(
      [target?.text, target?.needsWork, text.slice(target?.start, target?.end)],
      ['Ouvrir', true, '"Ouvrir"'],
    );
    assert.deepEqual(po.locales?.(text), { source: undefined, targets: ['fr'] });
  });

  it('matches plural forms to the categories of the language, by the formula of the header', () => {
    assert.deepEqual(
      po.read(cart).map(({ id, text }) => [id, text]),
      [
        ['%d thing#one', '%d thing'],
        ['%d thing#other', '%d things'],
      ],
    );
    assert.deepEqual(
      po.read(cart, 'ru').map(({ id, text }) => [id, text]),
      [
        ['%d thing#one', 'а'],
        ['%d thing#few', 'б'],
        ['%d thing#many', 'в'],
      ],
    );
    const wrong = cart.replace(russian, '"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n');
    assert.ok(po.read(wrong, 'ru').every(({ translatable, reason }) => translatable === false && reason !== undefined));
    assert.throws(() => write(cart, { '%d thing#other': 'x' }, { targetLocale: 'ru' }), withSentence(/one, few, many/));
  });

  it('removes fuzzy and the previous msgid only if every form is delivered', () => {
    const all = { '%d thing#one': 'а', '%d thing#few': 'б', '%d thing#many': 'г' };
    const context = { targetLocale: 'ru', state: 'translated' } as const;
    assert.equal(
      write(cart, all, context),
      cart.replace('#, fuzzy, c-format\n#| msgid "%d old"\n', '#, c-format\n').replace('"в"', '"г"'),
    );
    assert.equal(write(cart, { '%d thing#many': 'г' }, context), cart.replace('"в"', '"г"'));
    const plain = `${header('fr')}\nmsgid "a"\nmsgstr "b"\n`;
    assert.equal(
      write(plain, { a: 'b' }, { state: 'needs-review' }),
      plain.replace('msgid "a"', '#, fuzzy\nmsgid "a"'),
    );
  });

  it('wraps long lines like the file', () => {
    const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen';
    const wrapped =
      `${header('fr')}\nmsgid ""\n` +
      `"a long message that goes on for so many words that it has to be broken into "\n"lines"\nmsgstr ""\n`;
    const id = po.read(wrapped)[0]?.id ?? '';
    assert.ok(
      write(wrapped, { [id]: words }).endsWith(
        'msgstr ""\n"one two three four five six seven eight nine ten eleven twelve thirteen "\n"fourteen fifteen"\n',
      ),
    );
    const long =
      `${header('fr')}\n` +
      `msgid "a long message that goes on for so many words that it would have to be broken into ` +
      `lines, but is not"\nmsgstr ""\n`;
    assert.ok(write(long, { [po.read(long)[0]?.id ?? '']: words }).endsWith(`msgstr "${words}"\n`));
  });

  it('adds the forms that an entry lacks, and entries with the source’s comments', () => {
    const empty = cart.replace('msgstr[0] "а"\nmsgstr[1] "б"\nmsgstr[2] "в"\n', 'msgstr[0] ""\nmsgstr[1] ""\n');
    assert.equal(
      write(empty, { '%d thing#many': 'в' }, { targetLocale: 'ru' }),
      empty.replace('msgstr[1] ""\n', 'msgstr[1] ""\nmsgstr[2] "в"\n'),
    );
    const pot =
      `${header('')}\n#: a.c:1\nmsgid "a"\nmsgstr ""\n\n#. note\n#: b.c:1\n#, fuzzy, c-format\n` +
      `msgctxt "c"\nmsgid "b"\nmsgstr ""\n`;
    const target = `${header('fr')}\n#: a.c:1\nmsgid "a"\nmsgstr "A"\n\n#~ msgid "old"\n#~ msgstr "vieux"\n`;
    assert.equal(
      write(target, { 'c.b': 'B' }, { sourceText: pot }),
      target.replace(
        'msgstr "A"\n',
        'msgstr "A"\n\n#. note\n#: b.c:1\n#, c-format\nmsgctxt "c"\nmsgid "b"\nmsgstr "B"\n',
      ),
    );
  });

  it('creates a file with every msgid and a header for the target', () => {
    const pot =
      `# Licence\n#, fuzzy\nmsgid ""\nmsgstr ""\n"Last-Translator: FULL NAME\\n"\n"Language: \\n"\n` +
      `"Content-Type: text/plain; charset=CHARSET\\n"\n` +
      `"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n\nmsgid "%d x"\nmsgid_plural "%d xs"\n` +
      `msgstr[0] ""\nmsgstr[1] ""\n\nmsgid "b"\nmsgstr ""\n`;
    const created = write('', { '%d x#few': 'ф' }, { sourceText: pot, targetLocale: 'sr-Latn' });
    assert.equal(
      created,
      `# Licence\nmsgid ""\nmsgstr ""\n"Last-Translator: FULL NAME\\n"\n"Language: sr@latin\\n"\n` +
        `"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n` +
        `"Content-Transfer-Encoding: 8bit\\n"\n` +
        `"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && "\n` +
        `"n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n\nmsgid "%d x"\nmsgid_plural "%d xs"\n` +
        `msgstr[0] ""\nmsgstr[1] "ф"\nmsgstr[2] ""\n\nmsgid "b"\nmsgstr ""\n`,
    );
  });

  it('refuses a file in another language, and accepts other spellings of its language', () => {
    const text = `${header('pt_BR')}\nmsgid "a"\nmsgstr "b"\n`;
    const [unit] = po.read(text, 'pt-PT');
    assert.deepEqual([unit?.text, unit?.translatable, unit?.start === unit?.end], ['', false, true]);
    assert.throws(() => write(text, { a: 'c' }, { targetLocale: 'pt-PT' }), withSentence(/says “pt_BR”, not “pt-PT”/));
    assert.equal(po.read(text, 'pt-BR')[0]?.text, 'b');
    assert.equal(po.read(text, 'pt')[0]?.text, 'b');
  });

  it('writes files that other parsers read the same way', () => {
    const text = `${header('fr')}\nmsgid "a"\nmsgstr ""\n`;
    for (const words of ['msgid "x"\nmsgstr "y"', '\\n', '"\\', 'a\tb\r\nc', '#~ x', '\u2028é😀', ' ']) {
      const parsed = gettextParser.po.parse(write(text, { a: words }));
      assert.deepEqual(parsed.translations['']?.['a']?.msgstr, [words]);
    }
  });

  // Compared with msgfmt 0.21, which refuses the whole file, even without --check; except for an empty msgstr.
  for (const [msgid, words, isAccepted] of [
    ['a', 'b', true],
    ['a\\n', 'b\n', true],
    ['a\\n', 'b\n\n', true],
    ['a\\n', 'b\r\n', true],
    ['\\na', '\nb', true],
    ['a\\n', 'b', false],
    ['a\\n', 'b\n ', false],
    ['a', 'b\n', false],
    ['\\na', 'b', false],
    ['a', '\nb', false],
  ] as const) {
    it(`${isAccepted ? 'writes' : 'refuses'} ${JSON.stringify(words)} for the msgid "${msgid}"`, () => {
      const single = `${header('fr')}\nmsgid "${msgid}"\nmsgstr ""\n`;
      const plural = `${header('fr')}\nmsgid "${msgid}"\nmsgid_plural "${msgid}"\nmsgstr[0] ""\nmsgstr[1] ""\n`;
      const writes = [single, plural].flatMap((text) => {
        const texts = Object.fromEntries(po.read(text, 'fr').map(({ id }) => [id, words]));
        return [() => write(text, texts), () => write('', texts, { sourceText: text })];
      });
      const refused = words.startsWith('\n') === msgid.startsWith('\\n') ? 'po-line-break-end' : 'po-line-break-start';
      for (const each of writes)
        if (isAccepted) each();
        else assert.throws(each, (error) => error instanceof FormatError && error.reason.code === refused);
    });
  }

  it('accepts an empty text for any msgid', () => {
    const text = `${header('fr')}\nmsgid "a\\n"\nmsgstr "b\\n"\n`;
    assert.equal(write(text, { 'a\n': '' }), text.replace('"b\\n"', '""'));
  });

  const broken: readonly [string, RegExp, number][] = [
    ['msgid "a"\nmsgstr "b', /no closing quote/, 2],
    ['msgid "a"\n\nmsgid "b"\nmsgstr ""', /no msgstr/, 1],
    ['msgstr "b"', /msgid has to come before/, 1],
    ['msgid "a"\nmsgstr[0] "b"', /msgid_plural/, 2],
    ['msgid "a"\nmsgstr "b"\nmsgstr "c"', /already exists/, 3],
    ['hello', /“hello” is not a PO keyword/, 1],
    ['"a"', /doesn’t follow a keyword/, 1],
    ['msgid a', /quotation marks has to follow msgid/, 1],
    ['msgid "a"\n# x\nmsgstr ""', /comment can’t be inside/, 2],
  ];
  for (const [text, reason, line] of broken) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => po.read(text),
        (error) => error instanceof FormatError && reason.test(englishReason(error.reason)) && error.line === line,
      );
    });
  }
});
