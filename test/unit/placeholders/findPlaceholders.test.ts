import assert from 'node:assert/strict';
import { withSentence } from '../../builders/englishReason.ts';
import { findPlaceholders } from '../../../src/placeholders/findPlaceholders.ts';
import { syntaxesFor } from '../../../src/placeholders/project/syntaxes.ts';
import type { PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';

const json = syntaxesFor({ formatId: 'json' });

function texts(text: string, syntaxes: readonly PlaceholderSyntax[]): string[] {
  return findPlaceholders(text, syntaxes).map((placeholder) => placeholder.text);
}

/** Family, text, and the placeholders in it. */
const examples: [PlaceholderSyntax, string, string[]][] = [
  [
    'printf',
    'Hi %s, %1$s of %2$-10.3f, %05d, %.2f, %@, %5$@, %lld',
    ['%s', '%1$s', '%2$-10.3f', '%05d', '%.2f', '%@', '%5$@', '%lld'],
  ],
  ['printf', '%#@files@ and %arg and %*d', ['%#@files@', '%arg', '%*d']],
  ['printf', '%d%% done', ['%d', '%%']],
  ['printf', '%sK and %dpx', ['%s', '%d']],
  ['python-percent', '%(name)s has %(count)05d', ['%(name)s', '%(count)05d']],
  ['ruby', '%{name} pays %<price>.2f', ['%{name}', '%<price>.2f']],
  ['mustache', 'Hi {{name}}, {{{raw}}}, {{- x, uppercase}}', ['{{name}}', '{{{raw}}}', '{{- x, uppercase}}']],
  [
    'i18next-nesting',
    'See $t(common:more) and $t(a, { "n": {{n}} }) or $t(f(x))',
    ['$t(common:more)', '$t(a, { "n": {{n}} })', '$t(f(x))'],
  ],
  ['dollar-brace', 'Save ${amount} and ${ user.name }', ['${amount}', '${ user.name }']],
  [
    'brace',
    '{name} {0} {} {user.name} { spaced } {first-name}',
    ['{name}', '{0}', '{}', '{user.name}', '{ spaced }', '{first-name}'],
  ],
  ['dotnet', '{0} {1,-10} {2:yyyy-MM-dd} {{0}} {{{3}}}', ['{0}', '{1,-10}', '{2:yyyy-MM-dd}', '{3}']],
  ['laravel', 'Hello :name, :Name and :NAME!', [':name', ':Name', ':NAME']],
  ['laravel', '{0} None|[1,19] Some|[20,*] Many', ['{0}', '[1,19]', '[20,*]']],
  ['chrome', 'Hi $USER$, $1 and $$', ['$USER$', '$1', '$$']],
  ['vue-link', "@:home @.lower:a.b.c @:(x) {'@'}", ['@:home', '@.lower:a.b.c', '@:(x)', "{'@'}"]],
  ['qt', '%1 of %L2 and %n file(s), %12', ['%1', '%L2', '%n', '%12']],
  [
    'vscode',
    'Press $(sync~spin) {0} {name} [x](command:my.run?%5B%5D) &&File',
    ['$(sync~spin)', '{0}', '{name}', 'command:my.run?%5B%5D'],
  ],
  ['laravel', ':name: :count/:max, :attribute:', [':name', ':count', ':max', ':attribute']],
  ['dotnet', '{0 } {1 , -5 :N2} {2,\t3}', ['{0 }', '{1 , -5 :N2}']],
  ['reference', '[%key:ui::common::delete%] now', ['[%key:ui::common::delete%]']],
  ['reference', '@string/app_name', ['@string/app_name']],
  ['reference', 'See @string/app_name', []],
  ['line-break', 'One\\nTwo\\r\\n%s \\\\n', ['\\n', '\\r\\n']],
  ['line-break', 'C:\\new\\name, \\newline', []],
  [
    'dollar-brace',
    "${a ? 'or equal to' : ''} ${b === 'x' ? `in` : \"out\"} ${names.join(' and ')} ${t('x', {y: 'z'})} ${c ?? 'it'}",
    [
      "${a ? '",
      "' : ''}",
      "${b === 'x' ? `",
      '` : "',
      '"}',
      "${names.join('",
      "')}",
      "${t('x', {y: 'z'})}",
      "${c ?? '",
      "'}",
    ],
  ],
  [
    'restructuredtext',
    'See :ref:`a`, :doc:`this page <b>`, ``c``, `d <https://e.example>`_, :guilabel:`Save`, |f| and [1]_',
    [':ref:`a`', ':doc:`', ' <b>`', '``c``', '`', ' <https://e.example>`_', ':guilabel:`', '`', '|f|', '[1]_'],
  ],
  ['restructuredtext', 'a `b` c, at 10:30 | or, x_y `z', []],
  [
    'wikitext',
    '{{PLURAL:$1|0=none|one|2=pair|$1 {{SITENAME}} [[a|b]]}} of {{GENDER:$2||her}} {{PLURAL:$3|x',
    ['{{PLURAL:$1|0=', '|', '|2=', '|', '$1', 'a', '}}', '{{GENDER:$2||', '}}', '$3'],
  ],
  ['java-date', 'On %1$tY-%tm', ['%1$tY', '%tm']],
  ['percent-pair', 'Hi %name% and %count%', ['%name%', '%count%']],
  [
    'template',
    '<%= name %> {% if x %}a{% endif %} <?php echo 1 ?> {!! raw !!}',
    ['<%= name %>', '{% if x %}', '{% endif %}', '<?php echo 1 ?>', '{!! raw !!}'],
  ],
  ['entity', 'A &amp; B &#160; &#x2026; &Auml; &frac12;', ['&amp;', '&#160;', '&#x2026;', '&Auml;', '&frac12;']],
  [
    'url',
    'See https://example.com/a?b=%20c#d. Or (www.example.com), mail me@example.com.',
    ['https://example.com/a?b=%20c#d', 'www.example.com', 'me@example.com'],
  ],
  ['url', 'https://{host}:{port}/x/A_(b) と https://例', ['https://{host}:{port}/x/A_(b)']],
  ['url', 'https://example.comをご覧ください', ['https://example.com']],
  [
    'tag',
    '<b>a</b> <0>x</0> <br/> <a href="x>y" title=\'z\'>',
    ['<b>', '</b>', '<0>', '</0>', '<br/>', '<a href="x>y" title=\'z\'>'],
  ],
  [
    'tag',
    '<xliff:g id="n" example="1">x</xliff:g> <!-- note --> <input disabled> <T>',
    ['<xliff:g id="n" example="1">', '</xliff:g>', '<!-- note -->', '<input disabled>', '<T>'],
  ],
  ['tag', '<svg/onload=alert(1)>', ['<svg/onload=alert(1)>']],
  [
    'icu',
    'Hi {name}, {n, number, ::percent}, {d, date, short}',
    ['{name}', '{n, number, ::percent}', '{d, date, short}'],
  ],
  [
    'icu',
    '{count, plural, =0 {Sold out} one {Only # left} other {# in stock}}',
    ['{count, plural, =0 {', '} one {', '#', '} other {', '#', '}}'],
  ],
  [
    'icu',
    '{g, select, 2 {two} 1 {one} other {{n, selectordinal, one {#st} other {#th}}}}',
    ['{g, select, 2 {', '} 1 {', '} other {', '{n, selectordinal, one {', '#', '} other {', '#', '}}', '}}'],
  ],
  [{ pattern: '__\\w+__' }, 'Hi __name__!', ['__name__']],
];

/** Texts of real files with parts that only look like placeholders. */
const traps: [string, readonly PlaceholderSyntax[], string[]][] = [
  ['100% sure, 0.10% will be, more than 90% of', json, []],
  ['50%off', json, []],
  ['is:issue is%3Aissue and a%20xyz', json, []],
  ['%m/%d/%Y', json, []],
  ['%B %d', json, []],
  ['%N: Torrent name', json, []],
  ['$1 million or $5', json, []],
  ['It costs $1.50', ['chrome'], []],
  ['at 10:30, Foo::class, :smile:, http://x', ['laravel'], []],
  [
    'usage: run [<file>] --name=<value> <OUT>, <b>bold</b> <who>me</who> <a %s>x</a> <https://a.example/?b=c>',
    ['tag', 'url'],
    ['<b>', '</b>', '<who>', '</who>', '<a %s>', '</a>', 'https://a.example/?b=c'],
  ],
  ['%<PRIuMAX> of %<n>d', ['ruby', 'printf'], ['%<PRIuMAX>', '%<n>d']],
  ['%1s %1d %1x%2', ['qt', 'printf'], ['%1', '%1', '%1', '%2']],
  ["'''{0}''' is quoted", ['icu', 'dotnet', 'brace'], []],
  ['a { color: red } b', json, []],
  ['This is {', json, []],
  ["Write '{' or '{not}' or it''s {x}", json, ['{x}']],
  ["File '{name}' not found", json, ['{name}']],
  ['# only counts in plurals: {x} #', json, ['{x}']],
  ['AT&T; &File && _Edit', json, []],
  ['<some IP address>, a < b and c > d, if x <y and z> w, I <3 you', json, []],
  ['{{x}} is not ICU, {user.name} neither', json, ['{{x}}', '{user.name}']],
  [
    '{{name}} has {n, plural, one {# item} other {# items}}',
    json,
    ['{{name}}', '{n, plural, one {', '#', '} other {', '#', '}}'],
  ],
  [
    '{user.name} has {n, plural, one {# item} other {# items}}',
    json,
    ['{user.name}', '{n, plural, one {', '#', '} other {', '#', '}}'],
  ],
  ['{n, plural, one {{name}} other {{name}}}', json, ['{n, plural, one {', '{name}', '} other {', '{name}', '}}']],
  [
    '{n, plural, one {see https://x.com/a} other {no}}',
    json,
    ['{n, plural, one {', 'https://x.com/a', '} other {', '}}'],
  ],
  ['{n, plural, one {<b>#</b>} other {no}}', json, ['{n, plural, one {', '<b>', '#', '</b>', '} other {', '}}']],
  ['https://x.com/%s/{id}?q=${z} %s', json, ['https://x.com/%s/{id}?q=${z}', '%s']],
  ['%1$s is not %1', ['qt', 'printf'], ['%1$s', '%1']],
  ['🎉 {name} 🎉', json, ['{name}']],
];

/** Families that a text is read with, a text of another family, and the placeholders in it. */
const otherFamilies: [PlaceholderSyntax[], string, string[]][] = [
  [['brace'], '${amount} is due', ['{amount}']],
  [['printf'], '${amount} is due', []],
  [['brace'], 'Run `npm ci`', []],
  [['printf'], '{ $count } items', []],
  [['printf'], '{{PLURAL:$1|page|pages}}', []],
  [['printf'], 'There {0,choice,0#are none|1#is one}', []],
];

describe('findPlaceholders', () => {
  for (const [syntaxes, text, expected] of otherFamilies) {
    it(`finds nothing of another family: ${text}`, () => {
      assert.deepEqual(texts(text, syntaxes), expected);
    });
  }

  for (const [syntax, text, expected] of examples) {
    it(`finds ${typeof syntax === 'string' ? syntax : 'a custom pattern'}: ${text}`, () => {
      const found = findPlaceholders(text, [syntax]);
      assert.deepEqual(
        found.map((placeholder) => placeholder.text),
        expected,
      );
      for (const placeholder of found) {
        assert.equal(text.slice(placeholder.start, placeholder.end), placeholder.text);
        assert.deepEqual(placeholder.syntax, syntax);
      }
    });
  }

  for (const [text, syntaxes, expected] of traps) {
    it(`is not misled by ${text}`, () => {
      assert.deepEqual(texts(text, syntaxes), expected);
    });
  }

  it('returns the family of each placeholder', () => {
    const found = findPlaceholders('{{a}} ${b} %{c} %1$s {d.e} {0} <b> https://x.org &nbsp;', json);
    assert.deepEqual(
      found.map(({ syntax }) => syntax),
      ['mustache', 'dollar-brace', 'ruby', 'printf', 'brace', 'brace', 'tag', 'url', 'entity'],
    );
    assert.deepEqual(
      findPlaceholders('{d} {e}', json).map(({ syntax }) => syntax),
      ['icu', 'icu'],
    );
    assert.deepEqual(
      findPlaceholders('{0} {1}', json).map(({ syntax }) => syntax),
      ['brace', 'brace'],
    );
    assert.deepEqual(
      findPlaceholders('{0} {1}', ['icu']).map(({ syntax }) => syntax),
      ['icu', 'icu'],
    );
  });

  it('finds only the given families', () => {
    assert.deepEqual(findPlaceholders('{{a}} ${b} %{c} %1$s {d} <b> :x', []), []);
  });

  it('refuses invalid and unsupported patterns', () => {
    assert.throws(() => findPlaceholders('x', [{ pattern: '(' }]), withSentence(/not a valid regular expression/u));
    for (const pattern of ['(a+)\\1', '(?<x>a*)\\k<x>']) {
      assert.throws(() => findPlaceholders('x', [{ pattern }]), withSentence(/exponential time/u), pattern);
    }
    const long = 'a'.repeat(5000);
    for (const pattern of ['(a+)+!', '(?:a|a)*b', '(\\w+\\.)*\\w+!', '((a?)b){5,}', '(?<x>a*){9}b', '.*.*.*.*b']) {
      assert.deepEqual(findPlaceholders(long, [{ pattern }]), [], pattern);
    }
    assert.throws(() => findPlaceholders(long, [{ pattern: 'a(?:[^]*b)?' }]), withSentence(/takes too long/u));
    for (const pattern of ['[(+)*]+x', '\\(a+\\)+', '(?:ab)+', '%(?:\\d+\\$)?s', '(?:a|b)c', '\\p{Lu}+_x']) {
      assert.doesNotThrow(() => findPlaceholders('x', [{ pattern }]), pattern);
    }
  });

  it('ignores empty matches of a custom pattern, and finds matches at the end of a long text', () => {
    assert.deepEqual(texts('aXb', [{ pattern: 'X*' }]), ['X']);
    const long = `${'word '.repeat(1000)}__a__ ${'word '.repeat(1000)}__b__`;
    assert.deepEqual(texts(long, [{ pattern: '(?<= )__\\w+__' }]), ['__a__', '__b__']);
  });

  it('finds names of several hundred characters', () => {
    const name = 'long_name_of_a_placeholder_'.repeat(14);
    for (const [text, syntax] of [
      [`{${name}}`, 'brace'],
      [`%{${name}}`, 'ruby'],
      [`%(${name})s`, 'python-percent'],
      [`{{${name}}}`, 'mustache'],
      [`\${${name}}`, 'dollar-brace'],
    ] as const) {
      assert.deepEqual(texts(`See ${text} now`, [syntax]), [text]);
    }
  });

  it('reads long texts of unclosed beginnings to their end', () => {
    const all: PlaceholderSyntax[] = [
      ...json,
      'laravel',
      'chrome',
      'vue-link',
      'qt',
      'vscode',
      'java-date',
      'percent-pair',
      'dotnet',
      'line-break',
      'reference',
      'restructuredtext',
      'wikitext',
    ];
    for (const piece of [
      '{',
      '{{',
      '${',
      '%{',
      '$t(',
      '<a "',
      "<a '",
      '<!--',
      '<%',
      '{%',
      ':a',
      '%(',
      'http://(',
      '%0',
      '@:',
      'a@',
      '`',
      '`` ',
      ':a:`',
      '|a',
      '[[',
      '{{plural:$1|',
      '${a ? "b',
      '{a, plural, one {',
      '[',
    ]) {
      const found = findPlaceholders(`${piece.repeat(4000)} "'>)} {{last}}`, all);
      assert.ok(
        found.some(({ text }) => text.includes('{last}')),
        piece,
      );
    }
  });
});
