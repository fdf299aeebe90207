import assert from 'node:assert/strict';
import { protect } from '../../../src/placeholders/protect.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import { syntaxesFor } from '../../../src/placeholders/project/syntaxes.ts';
import type { ProblemKind, TranslationContext } from '../../../src/placeholders/read/placeholder.ts';

const json = syntaxesFor({ formatId: 'json' });

function problems(
  source: string,
  translated: string,
  context: TranslationContext = {},
  syntaxes = json,
): readonly [ProblemKind, string, string][] {
  return restore(translated, protect(source, syntaxes), context).problems.map(({ kind, severity, text }) => [
    kind,
    severity,
    text,
  ]);
}

function kinds(source: string, translated: string, context: TranslationContext): readonly string[] {
  return problems(source, translated, context).map(([kind]) => kind);
}

describe('restore with changed brackets', () => {
  const restorable: [source: string, translated: string, restored: string][] = [
    ['Hi %s!', 'Salut [[[\u200f%s\u200e]]]!', 'Salut %s!'],
    ['Hi %s!', 'Salut [[[\u2066%s\u2069]]]!', 'Salut %s!'],
    ['Hi %1$s!', 'Salut [[[% 1 $ s]]]!', 'Salut %1$s!'],
    ['Hi %1$s!', 'مرحبا [[[%١$s]]]!', 'مرحبا %1$s!'],
    ['Hi {name}!', 'こんにちは［[[｛ｎａｍｅ｝］]]!', 'こんにちは{name}!'],
    ['Hi {name}!', 'Salut 〔〔〔{name}〕〕〕!', 'Salut {name}!'],
    ['Hi {name}!', 'שלום ]]]{name}[[[!', 'שלום {name}!'],
    ['Hi {name}!', 'Salut \\[\\[\\[{name}\\]\\]\\]!', 'Salut {name}!'],
    ['Hi {name}!', 'Salut &#91;&#91;&#91;{name}&#93;&#93;&#93;!', 'Salut {name}!'],
    ["Now {d, date, ::'at' HH}!", 'Jetzt [[[{d, date, ::’at’ HH}]]]!', "Jetzt {d, date, ::'at' HH}!"],
    ['Hi {name}!', 'Salut { name }!', 'Salut {name}!'],
    ['a ${café} b', 'c [[[${cafe\u0301}]]] d', 'c ${café} d'],
    ['See ${name}]]」', 'Voir [[[${name}］］］]]」', 'Voir ${name}]]」'],
  ];
  for (const [source, translated, expected] of restorable) {
    it(`restores ${JSON.stringify(translated)}`, () => {
      const { text, problems: found } = restore(translated, protect(source, json));
      assert.equal(text, expected);
      assert.deepEqual(
        found.filter(({ severity }) => severity === 'error'),
        [],
      );
    });
  }
});

describe('problems of a translation', () => {
  it('include the offset in the source of a missing part', () => {
    const found = restore('Salut', protect('Hi <b>{name}</b>', json)).problems.filter(
      ({ severity }) => severity === 'error',
    );
    assert.deepEqual(
      found.map(({ text, sourceStart }) => [text, sourceStart]),
      [
        ['{name}', 6],
        ['<b>', 3],
        ['</b>', 12],
      ],
    );
  });

  it('include repeated placeholders, even after a digit that hides them', () => {
    assert.deepEqual(
      problems('%s items', '5[[[%s]]] pièces 5[[[%s]]]').filter(([, severity]) => severity === 'error'),
      [['extra-placeholder', 'error', '%s']],
    );
  });

  it('include characters of placeholder syntax that the source does not have', () => {
    assert.deepEqual(problems('Hi', 'Salut {'), [['stray-syntax', 'error', '{']]);
    assert.deepEqual(problems('Hi', 'Salut { 1 + 1 }'), [['stray-syntax', 'error', '{ 1 + 1 }']]);
    assert.deepEqual(problems('%s done', '[[[%s]]] fait, 100 %'), [['stray-syntax', 'error', '%']]);
    assert.deepEqual(problems('100% done', '100 % fait'), []);
    assert.deepEqual(problems('Hi', 'Salut <img src=x'), [['stray-syntax', 'error', '<img']]);
  });

  it('include tags with another name or attributes, but not translated titles', () => {
    assert.deepEqual(problems('<a href="x" title="Go">Hi</a>', "<a title='Va'  href=x >Salut</a>"), []);
    assert.deepEqual(problems('<a href="x" title="Go">Hi</a>', '<a title="Va" href=\'x\'>Salut</a>'), []);
    assert.deepEqual(
      problems('<a title="Go to {place}">Hi</a>', '<a title="Va">Salut</a>').map(([kind]) => kind),
      ['tag-broken', 'tag-broken'],
    );
    assert.deepEqual(
      problems('<a title="Go">Hi</a>', '<a title="Va" onclick="x()">Salut</a>').map(([kind]) => kind),
      ['tag-broken', 'tag-broken'],
    );
  });

  it('include template statements in another order', () => {
    assert.deepEqual(problems('{% if a %}x{% endif %}', '[[[{% endif %}]]]y[[[{% if a %}]]]'), [
      ['order-changed', 'error', '{% endif %}'],
    ]);
    assert.deepEqual(problems('{{#a}}x{{/a}}', '[[[{{/a}}]]]y[[[{{#a}}]]]'), [['order-changed', 'error', '{{/a}}']]);
  });

  it('include missing plural categories of the language, except those for millions', () => {
    const source = '{n, plural, one {# file} other {# files}}';
    const two = '[[[{n, plural, one {#]]] x[[[} other {#]]] y[[[}}]]]';
    assert.deepEqual(
      problems(source, two, { sourceLocale: 'en', targetLocale: 'ru' }).filter(([kind]) => kind === 'plural-missing'),
      [
        ['plural-missing', 'error', 'few'],
        ['plural-missing', 'error', 'many'],
      ],
    );
    for (const targetLocale of ['fr', 'es', 'de', 'ja', 'not a locale'])
      assert.ok(!kinds(source, two, { sourceLocale: 'en', targetLocale }).includes('plural-missing'), targetLocale);
    // Only decimals use Czech “many”.
    const czech = '[[[{n, plural, one {#]]] x[[[} few {#]]] y[[[} other {#]]] z[[[}}]]]';
    assert.ok(!kinds(source, czech, { sourceLocale: 'en', targetLocale: 'cs' }).includes('plural-missing'));
    // Exact numbers replace a category. If the source omits categories of its language, the translation may, too.
    assert.ok(
      !kinds('{n, plural, =1 {a} other {b}}', '[[[{n, plural, =1 {]]]c[[[} other {]]]d[[[}}]]]', {
        sourceLocale: 'en',
        targetLocale: 'de',
      }).includes('plural-missing'),
    );
    const exact = '{n, plural, =0 {a} =1 {b} other {c}}';
    const translated = '[[[{n, plural, =0 {]]]d[[[} =1 {]]]e[[[} other {]]]f[[[}}]]]';
    const missingIn = (targetLocale: string): readonly string[] =>
      problems(exact, translated, { sourceLocale: 'en', targetLocale }).flatMap(([kind, , text]) =>
        kind === 'plural-missing' ? [text] : [],
      );
    assert.deepEqual(missingIn('fr'), []);
    assert.deepEqual(missingIn('ru'), ['one', 'few', 'many']);
    assert.ok(
      !kinds('{n, plural, other {b}}', '[[[{n, plural, other {]]]d[[[}}]]]', {
        sourceLocale: 'en',
        targetLocale: 'ru',
      }).includes('plural-missing'),
    );
  });

  it('include text in a script that the language does not use', () => {
    const unusual = (source: string, translated: string, targetLocale: string): boolean =>
      kinds(source, translated, { targetLocale }).includes('unusual-script');
    for (const [source, translated, locale] of [
      ['Save changes', 'Сохранить изменения', 'de'],
      ['Save changes', 'Enregistrer les modifications', 'ru'],
      ['Save changes', 'Änderungen speichern', 'ja'],
      ['Save changes', '变更设置并删除', 'zh-TW'],
      ['Save changes', '變更設定並刪除', 'zh-CN'],
      ['Save changes', '变更设置并删除', 'ja'],
      ['Save changes', '變更設定並刪除', 'ko'],
      ['Save changes', 'Sačuvaj izmene', 'sr-Cyrl'],
    ] as const) {
      assert.ok(unusual(source, translated, locale), `${locale}: ${translated}`);
    }
    for (const [source, translated, locale] of [
      ['Open Bluetooth settings', 'Bluetooth', 'ja'],
      ['Use the API', 'API を使う', 'ja'],
      ['Push to GitHub', 'GitHub に push する', 'ja'],
      ['Save changes', 'Sačuvaj izmene', 'sr'],
      ['Save changes', 'Сачувај измене', 'sr'],
      ['See https://example.com/help', 'См. [[[https://example.com/help]]]', 'ru'],
      ['No. 1', '1.º', 'es'],
      ['Save', '保存', 'zh-TW'],
      ['Save', '保存', 'ja'],
      ['Save', '저장', 'ko'],
      ['Angle α', 'Winkel α', 'de'],
    ] as const) {
      assert.ok(!unusual(source, translated, locale), `${locale}: ${translated}`);
    }
  });

  it('include texts that are too long: in characters, in columns, and compared with the source', () => {
    assert.deepEqual(problems('Save', 'Speichern', { maxChars: 6 }), [['too-long', 'error', 'ern']]);
    assert.deepEqual(problems('Settings', '環境設定一覧', { maxChars: 10 }), [['too-wide', 'warning', '覧']]);
    assert.deepEqual(problems('設定', '環境設定一覧', { maxChars: 10 }), []);
    assert.deepEqual(problems('Settings', '環境設定一覧', { maxChars: 10, countsCodePoints: true }), []);
    assert.deepEqual(kinds('OK', 'x'.repeat(50), {}), ['unusual-length']);
    assert.deepEqual(kinds('word '.repeat(20).trim(), 'mot', {}), ['unusual-length']);
    assert.deepEqual(kinds('Settings and more', 'Einstellungen und vieles mehr', {}), []);
  });

  it('include another final mark, also before closing quotes and tags, except in languages without one', () => {
    assert.deepEqual(problems('He said “no.”', 'Il a dit « non ».'), []);
    assert.deepEqual(
      problems('<b>Done.</b>', '<b>Fait</b>').map(([kind]) => kind),
      ['final-punctuation'],
    );
    assert.deepEqual(problems('Done.', 'เสร็จแล้ว'), []);
    assert.deepEqual(problems('Really?', 'Իսկապե՞ս'), []);
  });

  it('include the line that was added, without counting lines inside placeholders', () => {
    assert.deepEqual(problems('a', 'b\nc'), [['line-breaks', 'warning', 'c']]);
    assert.deepEqual(
      problems(
        '{n, plural,\n one {a}\n other {b}\n}',
        '[[[{n, plural,\n one {]]]c[[[}\n few {]]]e[[[}\n other {]]]d[[[}\n}]]]',
      ).map(([kind]) => kind),
      [],
    );
  });

  it('do not include an unchanged text if both locales have the same language', () => {
    assert.deepEqual(kinds('Colors', 'Colors', { sourceLocale: 'en-US', targetLocale: 'en_GB' }), []);
    assert.deepEqual(kinds('Colors', 'Colors', { sourceLocale: 'en-US', targetLocale: 'fr' }), ['same-as-source']);
  });
});
