import assert from 'node:assert/strict';
import { protect } from '../../../src/placeholders/protect.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import { checkLength } from '../../../src/placeholders/check/checkLength.ts';
import { UnprotectableError, type PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';
import { syntaxesFor } from '../../../src/placeholders/project/syntaxes.ts';

const json = syntaxesFor({ formatId: 'json' });

/** Text, and the text that is sent. */
const sent: [string, string][] = [
  ['Plain words', 'Plain words'],
  ['Hi {{name}}!', 'Hi [[[{{name}}]]]!'],
  ['[%s]', '[[[[%s]]]]'],
  ['[[%s]]', '[[[[[%s]]]]]'],
  ['{first} {last}', '[[[{first} {last}]]]'],
  ['%s%s, %d', '[[[%s%s]]], [[[%d]]]'],
  ['%s\n%s', '[[[%s]]]\n[[[%s]]]'],
  ['<b>{name}</b> &amp; {x}', '<b>[[[{name}]]]</b> &amp; [[[{x}]]]'],
  ['<a href="%s">here</a>', '<a href="%s">here</a>'],
  ['See https://x.org/{id}.', 'See [[[https://x.org/{id}]]].'],
  [
    '{n, plural, =0 {Sold out} one {Only # left} other {{x} in stock}}',
    '[[[{n, plural, =0 {]]]Sold out[[[} one {]]]Only [[[#]]] left[[[} other {{x}]]] in stock[[[}}]]]',
  ],
  ['You save ${amount}: %{percent} off', 'You save [[[${amount}]]]: [[[%{percent}]]] off'],
];

/** Source, translation, and restored text. There are no errors. */
const restorable: [string, string, string][] = [
  ['Hi %s!', 'Salut [[[%s]]] !', 'Salut %s !'],
  ['Hi %s!', 'Salut [[[ %s ]]]!', 'Salut %s!'],
  ['Hi %s, you', 'Salut[[[ %s ]]], toi', 'Salut %s, toi'],
  ['Hi %s!', 'Salut [[[\u00a0%s\n]]]!', 'Salut %s!'],
  ['Hi %s!', 'こんにちは［［［%s］］］!', 'こんにちは%s!'],
  ['Hi %s!', 'こんにちは【【【%s】】】!', 'こんにちは%s!'],
  ['Hi %s!', 'こんにちは「「「%s」」」!', 'こんにちは%s!'],
  ['Hi %s!', 'Salut [ [ [ %s ] ] ]!', 'Salut %s!'],
  ['Hi %s!', 'Salut %s!', 'Salut %s!'],
  ['Hi %s!', 'Salut [[[[[[%s]]]]]]!', 'Salut %s!'],
  ['Hi %s!', 'Salut [[%s]]!', 'Salut %s!'],
  ['Hi %s!', 'Salut [[[%s]]!', 'Salut %s!'],
  ['Hi %s!', 'Salut [[[%s!', 'Salut %s!'],
  ['Hi %s!', 'Salut %s]]]!', 'Salut %s!'],
  ['[%s] left', 'reste [[[[%s]]]]', 'reste [%s]'],
  ['[%s] left', 'reste [[[%s]]]', 'reste %s'],
  ['[%s] left', 'reste ［［［［%s］］］］', 'reste ［%s］'],
  ['［［［%s］］］', '［［［[[[%s]]]］］］', '［［［%s］］］'],
  ['{first} {last}', '[[[{last}]]] [[[{first}]]]', '{last} {first}'],
  ['{first} {last}', '[[[{first}{last}]]]', '{first} {last}'],
  ['{a} and {b}', '[[[{b}]]] et [[[{a}]]]', '{b} et {a}'],
  ['%1$s of %2$s', '[[[%2$s]]] de [[[%1$s]]]', '%2$s de %1$s'],
  ['Hi %s!', 'Salut [[[%s toi]]]!', 'Salut %s toi!'],
  [
    '{n, plural, one {# left} other {# left}}',
    '[[[{n, plural, one {]]]残り[[[#]]][[[} other {]]]残り[[[#]]][[[}}]]]',
    '{n, plural, one {残り#} other {残り#}}',
  ],
  [
    '{n, plural, one {# file} other {# files}}',
    '[[[{n, plural, one {#]]] файл[[[} few {#]]] файла[[[} other {#]]] файлов[[[}}]]]',
    '{n, plural, one {# файл} few {# файла} other {# файлов}}',
  ],
  [
    '{n, plural,\n  one {x}\n  other {y}\n}',
    '[[[{n, plural, one {]]]ein[[[} other {]]]zwei[[[} }]]]',
    '{n, plural,\n  one {ein}\n  other {zwei}\n}',
  ],
  ['<b>Hi</b> <i>you</i>', '<i>toi</i> <b>salut</b>', '<i>toi</i> <b>salut</b>'],
  ['a<br/>b', 'x<br />y', 'x<br />y'],
  ['<b>x</b> y', '[[[<b>]]]z[[[</b>]]] w', '<b>z</b> w'],
  ['See https://x.org', '[[[https://x.org]]]をご覧ください', 'https://x.orgをご覧ください'],
  ['See https://x.org now', 'Nézd: [[[https://x.org]]]-ban', 'Nézd: https://x.org-ban'],
  ['%s items', '5[[[%s]]] pièces', '5%s pièces'],
  ['a\r\nb %s\r\n', 'c\nd [[[%s]]]\n', 'c\r\nd %s\r\n'],
  ['a\nb', 'c\r\nd', 'c\nd'],
  ['Total:', 'Total&nbsp;:', 'Total&nbsp;:'],
  ['「「「Hi %s」」」', '「「「やあ [[[%s]]]」」」', '「「「やあ %s」」」'],
  ['《《《 &#91;&#91;&#91; %s', '《《《 &#91;&#91;&#91; [[[%s]]]', '《《《 &#91;&#91;&#91; %s'],
];

/** Source, translation, and the kind and exact part of each error. */
const errors: [string, string, [string, string][]][] = [
  ['Hi %s!', 'Salut !', [['missing-placeholder', '%s']]],
  ['Hi!', 'Salut %s!', [['extra-placeholder', '%s']]],
  ['Hi %s!', 'Salut [[[%s]]] [[[%s]]]!', [['extra-placeholder', '%s']]],
  ['Hi %s!', 'Salut [[[%S]]]!', [['changed-placeholder', '%S']]],
  ['Hi {name}!', 'こんにちは[[[{名前}]]]!', [['changed-placeholder', '{名前}']]],
  ['Hi {{name}}!', 'Salut {{Name}}!', [['changed-placeholder', '{{Name}}']]],
  ['Hi {{name}}!', 'Salut [[[nom]]]!', [['changed-placeholder', 'nom']]],
  [
    'Hi {{name}}!',
    'Salut {{nom}}!',
    [
      ['extra-placeholder', '{{nom}}'],
      ['missing-placeholder', '{{name}}'],
    ],
  ],
  ['{0} of {1}', '[[[{0}]]] de [[[{0}]]]', [['missing-placeholder', '{1}']]],
  ['%s has %d', '[[[%d]]] a [[[%s]]]', [['order-changed', '%d']]],
  [
    'Hi {a.b}',
    '{[[[{a.b}]]]}',
    [
      ['extra-placeholder', '{{a.b}}'],
      ['missing-placeholder', '{a.b}'],
    ],
  ],
  [
    'Hi %s!',
    'Salut [[[Paul]]] [[[%s]]]!',
    [
      ['brackets-remaining', '[[['],
      ['brackets-remaining', ']]]'],
    ],
  ],
  [
    'Hi %s!',
    'Salut [%s]!',
    [
      ['brackets-remaining', '['],
      ['brackets-remaining', ']'],
    ],
  ],
  ['Hi', '[[[Salut', [['brackets-remaining', '[[[']]],
  ['「「「Hi %s', '「「「「「「[[[%s]]]さん', [['brackets-remaining', '「「「「「「']]],
  ['「「「Hi', '「「「『『『やあ', [['brackets-remaining', '『『『']]],
  ['「「「Hi', '「「「やあ「「「', [['brackets-remaining', '「「「']]],
  ['Hi', '  ', [['empty', '']]],
  [
    '<b>Hi</b>',
    'Salut',
    [
      ['tag-broken', '<b>'],
      ['tag-broken', '</b>'],
    ],
  ],
  ['<b>Hi</b>', '</b>Salut<b>', [['tag-broken', '</b>']]],
  ['<b><i>Hi</i></b>', '<b><i>Salut</b></i>', [['tag-broken', '</b>']]],
  ['<b>Hi</b>', '<b>Salut</b><script>', [['tag-broken', '<script>']]],
  ['Hi', 'Salut <img src=x onerror=alert(1)>', [['tag-broken', '<img src=x onerror=alert(1)>']]],
  [
    '<a href="/x">Hi</a>',
    '<a href="/y">Salut</a>',
    [
      ['tag-broken', '<a href="/y">'],
      ['tag-broken', '<a href="/x">'],
    ],
  ],
  ['A &amp; B', 'A & B', [['missing-placeholder', '&amp;']]],
  ['See https://x.org', 'Voir [[[https://x.fr]]]', [['changed-placeholder', 'https://x.fr']]],
  ['Hi {name}, you', "l'[[[{name}]]], toi", [['apostrophe-quotes', "'"]]],
  [
    '{n, plural, one {# left} other {# left}}',
    '[[[{n, plural, one {#]]] x[[[} other {#]]] x',
    [['icu-broken', '{n, plural, one {# x} other {# x']],
  ],
  [
    '{n, plural, one {# left} other {# left}}',
    '[[[{n, plural, one {#]]] x[[[} other {]]] x[[[}}]]]',
    [['missing-placeholder', '#']],
  ],
  ['{n, plural, one {# left} other {# left}}', '{n, plural, other {# x}}', [['missing-placeholder', 'one']]],
  [
    '{n, plural, one {a} other {b}}',
    '{n, plural, one {a} one {b} other {c}}',
    [['icu-broken', '{n, plural, one {a} one {b} other {c}}']],
  ],
  [
    '{n, plural, one {a} other {b}}',
    '{n, plural, one {c} other {d}}}}',
    [['icu-broken', '{n, plural, one {c} other {d}}}}']],
  ],
  [
    '{n, plural, one {a} other {b}}',
    '{n, plural, offset:1 one {c} other {d}}',
    [
      ['missing-placeholder', '{n, plural, one {'],
      ['extra-placeholder', '{n, plural, offset:1 one {'],
    ],
  ],
  ['{g, select, f {she} other {they}}', '{g, select, f {elle} other {ils} x {on}}', [['extra-placeholder', 'x']]],
  [
    '{g, select, f {she} other {they}}',
    '{g, select, w {sie} other {sie}}',
    [
      ['missing-placeholder', 'f'],
      ['extra-placeholder', 'w'],
    ],
  ],
  [
    '{d, date, short} x',
    '{d, date, long} y',
    [
      ['missing-placeholder', '{d, date, short}'],
      ['extra-placeholder', '{d, date, long}'],
    ],
  ],
];

/** Source, translation, the kind of the only warning, and restored text. */
const warnings: [string, string, string, string][] = [
  [' Hi', 'Salut', 'whitespace-restored', ' Salut'],
  ['Hi\n', 'Salut', 'whitespace-restored', 'Salut\n'],
  ['Hi', 'Salut\n', 'whitespace-restored', 'Salut'],
  ['Hi.', 'Salut', 'final-punctuation', 'Salut'],
  ['Hi', 'Salut!', 'final-punctuation', 'Salut!'],
  ['a\nb', 'c d', 'line-breaks', 'c d'],
  ['Hotel', 'Hotel', 'same-as-source', 'Hotel'],
  ['Total:', 'Total&nbsp;:', 'extra-placeholder', 'Total&nbsp;:'],
];

describe('protect', () => {
  for (const [text, expected] of sent) {
    it(`protects ${JSON.stringify(text)}`, () => {
      const result = protect(text, json);
      assert.equal(result.text, expected);
      assert.equal(result.source, text);
    });
  }

  it('refuses a text with triple brackets of its own', () => {
    for (const text of ['a [[[b', 'a ]]] b', '[[[%s]]]']) {
      assert.throws(
        () => protect(text, json),
        (error) => error instanceof UnprotectableError && text.includes(error.brackets),
      );
    }
  });
});

describe('restore', () => {
  for (const [source, translated, expected] of restorable) {
    it(`restores ${JSON.stringify(translated)}`, () => {
      const { text, problems } = restore(translated, protect(source, json));
      assert.equal(text, expected);
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      );
    });
  }

  for (const [source, translated, expected] of errors) {
    it(`reports ${JSON.stringify(translated)} for ${JSON.stringify(source)}`, () => {
      const { text, problems } = restore(translated, protect(source, json));
      const found = problems.filter(({ severity }) => severity === 'error');
      assert.deepEqual(found.map((problem) => [problem.kind, problem.text]).sort(), [...expected].sort());
      for (const problem of found) {
        if (problem.start !== undefined)
          assert.equal(text.slice(problem.start, problem.start + problem.text.length), problem.text);
      }
    });
  }

  for (const [source, translated, kind, expected] of warnings) {
    it(`warns of ${kind}: ${JSON.stringify(translated)} for ${JSON.stringify(source)}`, () => {
      const { text, problems } = restore(translated, protect(source, json));
      assert.equal(text, expected);
      assert.deepEqual(
        problems.map((problem) => [problem.kind, problem.severity]),
        [[kind, 'warning']],
      );
    });
  }

  it('accepts the final punctuation of other scripts', () => {
    for (const [source, translated] of [
      ['Hi.', 'こんにちは。'],
      ['Hi?', 'مرحبا؟'],
      ['Hi?', 'Γεια;'],
      ['Hi...', 'Salut…'],
      ['Hi!', '你好！'],
      ['Hi.', 'नमस्ते।'],
    ] as const) {
      assert.deepEqual(restore(translated, protect(source, json)).problems, []);
    }
  });

  it('does not report a text of placeholders and numbers as untranslated', () => {
    assert.deepEqual(restore('[[[{a}]]] – 10', protect('{a} – 10', json)).problems, []);
  });

  it('needs only data that can be rebuilt from source and families after a restart', () => {
    const syntaxes: PlaceholderSyntax[] = ['printf', { pattern: '__\\w+__' }];
    const { text, source, placeholders } = JSON.parse(
      JSON.stringify(protect('Hi %s and __who__', syntaxes)),
    ) as ReturnType<typeof protect>;
    assert.equal(text, 'Hi [[[%s]]] and [[[__who__]]]');
    const restored = restore('Salut [[[%s]]] et [[[__qui__]]]', { text: '', source, placeholders });
    assert.deepEqual(
      restored.problems.map(({ kind, text: part }) => [kind, part]),
      [['changed-placeholder', '__qui__']],
    );
  });
});

describe('restore with a term of two code units', () => {
  it('terminates, however the brackets were changed', () => {
    const source = protect('Party 🎉🎉', [{ term: '🎉' }]);
    assert.equal(source.text, 'Party [[[🎉🎉]]]');
    assert.equal(
      restore('Fest [\\🎉 🎉] [🎉]', source).problems.some(({ severity }) => severity === 'error'),
      true,
    );
    assert.equal(restore('Fest ［［［🎉 🎉］］］', source).text, 'Fest 🎉🎉');
  });

  it('never loses a bracket of the source, even if added brackets next to it are missing', () => {
    assert.equal(
      restore('[[[%s］］］[[[:name]]]', protect('%s］］］:name', ['printf', 'laravel'])).text,
      '%s］］］:name',
    );
  });
});

describe('checkLength', () => {
  it('counts grapheme clusters', () => {
    assert.equal(checkLength('👨‍👩‍👧é', 2), undefined);
    const start = '👨‍👩‍👧é'.length;
    assert.deepEqual(checkLength('👨‍👩‍👧éab', 2), { kind: 'too-long', severity: 'error', text: 'ab', start });
    assert.equal(checkLength('', 0), undefined);
  });

  it('counts code points if the limit is that of a store', () => {
    const hindi = 'हिन्दी';
    assert.equal(checkLength(hindi, 3), undefined);
    assert.equal(checkLength(hindi, 6, { countsCodePoints: true }), undefined);
    assert.deepEqual(checkLength(hindi, 4, { countsCodePoints: true }), {
      kind: 'too-long',
      severity: 'error',
      text: 'दी',
      start: 4,
    });
    assert.equal(checkLength('😀😀', 2, { countsCodePoints: true }), undefined);
  });
});

describe('restore with thousands of placeholders', () => {
  // The repeated part of the text, a token in it, and its replacement.
  const texts: readonly [string, string, string][] = [
    ['{a}', '{a}', '{b}'],
    ['%s ', '%s', '%d'],
    ['a@b.', 'a@', 'b@'],
    ['<a>', '<a>', '<b>'],
    ['${a}, ', '${a}', '${b}'],
    ['{a, plural, one {x} other {y}}', '{a, plural', '{b, plural'],
  ];
  for (const [part, token, another] of texts) {
    it(`restores all, and compares all if each was changed: ${part}`, () => {
      const source = protect(`Words ${part.repeat(5000)}`, json);
      const translated = source.text.replace('Words', 'Mots');
      assert.deepEqual(
        restore(translated, source, { targetLocale: 'fr' }).problems.filter(({ severity }) => severity === 'error'),
        [],
      );
      const { problems } = restore(translated.replaceAll(token, another).replaceAll('[[[', '［［ ［'), source, {
        targetLocale: 'fr',
      });
      assert.ok(problems.some(({ severity }) => severity === 'error'));
    });
  }
});

describe('restore of rows of brackets', () => {
  it('reports rows of several forms that the source lacks', () => {
    const rowsIn = (source: string, translation: string): readonly string[] =>
      restore(translation, protect(source, ['brace']))
        .problems.filter(({ kind }) => kind === 'brackets-remaining')
        .map(({ text }) => text);
    assert.deepEqual(rowsIn('Hi {name}', 'Hallo [[[{name}]]] und {name}】]］!'), ['】]］']);
    assert.deepEqual(rowsIn('Hi {name}', '［[【 Hallo [[[{name}]]]'), ['［[【']);
    assert.deepEqual(rowsIn('Hi {name}', '【「[[[{name}]]]」】'), []);
    assert.deepEqual(rowsIn('Hi {name} 】]］', 'Hallo [[[{name}]]] 】]］'), []);
  });

  it('keeps three equal characters of the source around a placeholder whose brackets were lost', () => {
    for (const row of ["'''", '***', '===', '"""']) {
      const source = `${row}{name}${row} and {name}`;
      assert.equal(restore(source, protect(source, ['brace'])).text, source);
    }
  });
});

describe('restore of syntax around words', () => {
  it('accepts as many forms of a MediaWiki function as a language needs, but not a lost bar', () => {
    const sent = protect('{{PLURAL:$1|page|pages}} left', ['wikitext']);
    assert.equal(sent.text, '[[[{{PLURAL:$1|]]]page[[[|]]]pages[[[}}]]] left');
    const errorsIn = (translation: string): readonly string[] =>
      restore(translation, sent).problems.flatMap(({ kind, severity }) => (severity === 'error' ? [kind] : []));
    assert.deepEqual(errorsIn('осталось [[[{{PLURAL:$1|]]]страница[[[|]]]страницы|страниц[[[}}]]]'), []);
    assert.deepEqual(errorsIn('[[[{{PLURAL:$1|]]]Seite[[[}}]]] übrig'), ['missing-placeholder']);
  });

  it('notices an entity without its ampersand that continues a placeholder', () => {
    for (const [source, returned, lost] of [
      ['Save 100%&nbsp;now', 'Sparen Sie jetzt 100%nbsp;', '&nbsp;'],
      ['Mail me@example.com&amp;more', 'Mail [[[me@example.com]]]amp;mehr', '&amp;'],
    ] as const) {
      const { problems } = restore(returned, protect(source, ['url', 'entity', 'printf']));
      assert.deepEqual(
        problems.filter(({ severity }) => severity === 'error').map(({ kind, text }) => [kind, text]),
        [['missing-placeholder', lost]],
        returned,
      );
    }
  });

  it('reports a quote in the words of a template literal that ends their string', () => {
    const sent = protect("at ${a ? 'most' : 'least'}", ['dollar-brace']);
    assert.equal(sent.text, "at [[[${a ? ']]]most[[[' : ']]]least[[['}]]]");
    const text = "[[[${a ? ']]]au plus[[[' : ']]]qu'au moins[[['}]]]";
    assert.ok(restore(text, sent).problems.some(({ severity }) => severity === 'error'));
    assert.deepEqual(restore("[[[${a ? ']]]au plus[[[' : ']]]au moins[[['}]]]", sent).problems, []);
  });
});
