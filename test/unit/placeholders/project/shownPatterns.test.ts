import assert from 'node:assert/strict';
import { findPlaceholders } from '../../../../src/placeholders/findPlaceholders.ts';
import { protect } from '../../../../src/placeholders/protect.ts';
import { restore } from '../../../../src/placeholders/restore.ts';
import { syntaxesOfUnits } from '../../../../src/placeholders/project/syntaxes.ts';

/** A format, and the texts of one file, each followed by its placeholders in order. */
type FileCase = readonly [
  name: string,
  formatId: string,
  texts: readonly (readonly [text: string, ...runs: string[]])[],
];

const shown: readonly FileCase[] = [
  [
    'Velocity',
    'properties',
    [['Hi $user.name, see $!{x.y}', '$user.name', '$!{x.y}'], ['Bye $user.', '$user'], ['$5']],
  ],
  [
    'Kotlin',
    'json',
    [['By $author', '$author'], ['From $sender to $receiver', '$sender', '$receiver'], ['US$ 5 or $5']],
  ],
  [
    'Wesnoth',
    'po',
    [
      ['$name| dies', '$name|'],
      ['You have $gold| gold', '$gold|'],
    ],
  ],
  [
    'Paradox',
    'yaml',
    [
      ['Hi $NAME$, [Root.GetName]', '$NAME$', '[Root.GetName]'],
      ['§YGold§! £gold£', '§Y', '§!', '£gold£'],
    ],
  ],
  [
    'numbered dollars',
    'json',
    [['$1 of $2', '$1', '$2'], ['$2 by $1', '$2', '$1'], ['$1, then $2', '$1', '$2'], ['$1.50']],
  ],
  [
    'LibreOffice',
    'po',
    [['%PRODUCTNAME x', '%PRODUCTNAME'], ['Open $(ARG1)', '$(ARG1)'], ['%1 of %2', '%1', '%2'], ['~File']],
  ],
  [
    'Kodi',
    'po',
    [
      ['$LOCALIZE[13] x', '$LOCALIZE[13]'],
      ['[COLOR red]x[/COLOR]', '[COLOR red]', '[/COLOR]'],
    ],
  ],
  ['doubled percent signs', 'json', [['Hi %%NAME%%', '%%NAME%%']]],
  [
    'the Source engine',
    'json',
    [
      ['%s1 killed %s2', '%s1', '%s2'],
      ['%s1 won', '%s1'],
    ],
  ],
  [
    'FormatMessage',
    'resx',
    [
      ['%1!s! of %2!d!', '%1!s!', '%2!d!'],
      ['%1 done', '%1'],
    ],
  ],
  ['Object Pascal', 'po', [['%0:s of %1:d', '%0:s', '%1:d'], ['&File']]],
  ['Erlang', 'po', [['User ~s', '~s'], ['~ts of ~p', '~ts', '~p'], ['~5 min']]],
  ['names between number signs', 'php', [['Hi #USER_NAME#', '#USER_NAME#'], ['#COUNT# x', '#COUNT#'], ['#1 choice']]],
  [
    'WordPress',
    'po',
    [['Hi ###USERNAME###', '###USERNAME###'], ['[gallery id="1"] x', '[gallery id="1"]'], ['[Beta]']],
  ],
  ['GLPI', 'po', [['##ticket.title## x', '##ticket.title##']]],
  ['Dolibarr', 'lang', [['__USER__ of __MYCOMPANY_NAME__', '__USER__', '__MYCOMPANY_NAME__']]],
  [
    'i18next 1',
    'json',
    [
      ['__count__ nodes', '__count__'],
      ['Saved __message__', '__message__'],
      ['__a__ of __b__', '__a__', '__b__'],
    ],
  ],
  ['Mailchimp', 'json', [['Hi *|FNAME|*', '*|FNAME|*']]],
  [
    'angles',
    'json',
    [
      ['Hi <<name>>', '<<name>>'],
      ['<<code>> x', '<<code>>'],
    ],
  ],
  ['parentheses', 'json', [['Hi ((name))', '((name))'], ['((code)) x', '((code))'], ['(or so)']]],
  [
    'Luanti',
    'po',
    [
      ['@1 of @2', '@1', '@2'],
      ['Hi @1', '@1'],
      ['me@1.example', 'me@1.example'],
    ],
  ],
  ['MessageFormat 2', 'json', [['{$n :number} {#b}x{/b} {|y|}', '{$n :number}', '{#b}', '{/b}', '{|y|}']]],
  [
    'Smarty',
    'php',
    [
      ['{if $x}Yes{/if}', '{if $x}', '{/if}'],
      ['{$name|escape}', '{$name|escape}'],
    ],
  ],
  ['html10n', 'json', [['{[plural(n) one: author, other: authors ]}', '{[plural(n) one:', ', other:', ' ]}']]],
  [
    'Unreal',
    'po',
    [
      ['{Count}|plural(one=item,other=items) left', '{Count}', '|plural(one=', ',other=', ')'],
      ['<Bold>x</> y', '<Bold>', '</>'],
    ],
  ],
  ['names in brackets', 'json', [['[user_name] x', '[user_name]'], ['[siteUrl] y', '[siteUrl]'], ['[optional] z']]],
  ['capitals in brackets', 'ini', [['Hi [NAME]', '[NAME]'], ['At [SITENAME]', '[SITENAME]'], ['Choose [b]']]],
  [
    'Polymer',
    'json',
    [
      ['Hi [[name]]', '[[name]]'],
      ['[[a.b]] x', '[[a.b]]'],
    ],
  ],
  [
    'DNN',
    'resx',
    [
      ['[Portal:PortalName] x', '[Portal:PortalName]'],
      ['[User:FirstName]', '[User:FirstName]'],
    ],
  ],
  ['closed brackets', 'xliff', [['[1][2]x[/2][/1]', '[1]', '[2]', '[/2]', '[/1]'], ['See [1]']]],
  [
    'phpMyAdmin',
    'po',
    [['[a@https://x.example/@_blank]x[/a]', '[a@https://x.example/@_blank]', '[/a]'], ['[optional] x']],
  ],
  [
    "Ren'Py",
    'json',
    [
      ['Hi [name] {b}x{/b}', '[name]', '{b}', '{/b}'],
      ['[other!t]', '[other!t]'],
    ],
  ],
  ['RPG Maker', 'json', [['Hi \\V[1] \\C[3]x\\C[0]', '\\V[1]', '\\C[3]', '\\C[0]']]],
  ['World of Warcraft', 'json', [['|cffff0000Red|r x', '|cffff0000', '|r'], ['a | b']]],
  [
    'Terraria',
    'json',
    [
      ['[c/FF0000:Red] x', '[c/FF0000:', ']'],
      ['[i:29] x', '[i:29]'],
    ],
  ],
  [
    'libGDX',
    'properties',
    [
      ['[accent]Hi[] {0}', '[accent]', '[]', '{0}'],
      ['[scarlet]x[]', '[scarlet]', '[]'],
    ],
  ],
  ['Stardew Valley', 'json', [['Hi @.#$b#Bye$h', '@', '#$b#', '$h']]],
  [
    'po4a',
    'po',
    [['B<ls> I<x>', 'B<', '>', 'I<', '>'], ['I<file> y', 'I<', '>'], ['B<--all> E<lt>', 'B<', '>', 'E<lt>'], ['a > b']],
  ],
  [
    'Maketext',
    'po',
    [
      ['[_1] by [_2]', '[_1]', '[_2]'],
      ['[quant,_1,ticket,tickets]', '[quant,_1,', ',', ']'],
    ],
  ],
  ['RT', 'po', [['%quant(%1,ticket,tickets) x', '%quant(%1,', ',', ')']]],
  ['Mozilla', 'properties', [['#1 tab;#1 tabs', '#1', '#1'], ['# 1']]],
  ['Flarum', 'yaml', [['=> core.ref.email', '=> core.ref.email'], ['a => b']]],
  [
    'Drupal',
    'po',
    [
      ['@count items by @name', '@count', '@name'],
      ['me@x.example', 'me@x.example'],
    ],
  ],
  ['Magento', 'magento', [['%1 and %name', '%1', '%name'], ['50%of']]],
  ['FreeMarker', 'properties', [['<#if x>Yes<#else>No</#if>', '<#if x>', '<#else>', '</#if>']]],
  ['Template Toolkit', 'po', [['[% name %] x', '[% name %]']]],
  [
    'TextMesh Pro',
    'json',
    [['<size=120%>x</size> <sprite=3> <#ff0000>', '<size=120%>', '</size>', '<sprite=3>', '<#ff0000>']],
  ],
  [
    'a plug-in with many names in brackets',
    'yaml',
    [
      ...['[player_name] left', '[prefix_an-island]', '[new_rank]', '[max_size]', '[world_name]'].map(
        (text) => [text, /\[[^\]]+\]/u.exec(text)?.[0] ?? ''] as const,
      ),
      ['Max size: [number]', '[number]'],
      ['<gray>[description]</gray>', '<gray>', '[description]', '</gray>'],
      ['[player]'],
      ['[player] [rank]'],
    ],
  ],
  ['links between brackets', 'properties', [['See [HYPERLINK:https://a.example]', '[HYPERLINK:https://a.example]']]],
  ['a prefix of commands', 'po', [['Use `[p]set x`', '[p]'], ['`[p]help` and [p]list', '[p]', '[p]'], ['[a]dd']]],
  ['highlighted keys', 'json', [['Hold <(Shift)> now', '<', '>']]],
  ['kinds of files', 'resx', [['Images|*.png;*.jpg|All|*.*', '|*.png;*.jpg|', '|*.*'], ['a|b']]],
  [
    'angular-translate',
    'json',
    [
      ['@:APP.ACTION_CLONE', '@:APP.ACTION_CLONE'],
      ['See @:APP.NAME', '@:APP.NAME'],
    ],
  ],
  [
    'a plural with commas',
    'json',
    [['{0,plural,one {1 hour},other {# hours}} ago', '{0,plural,one {', '},other {', '#', '}}'], ['Issue #1']],
  ],
  [
    'a program with colons',
    'yaml',
    [
      ['Create a :type now', ':type'],
      ['Up to :count per day', ':count'],
      ['No more than :length', ':length'],
      ['At 10:30 :)'],
    ],
  ],
  [
    'keys with colons',
    'json',
    [
      ['@:a.b', '@:a.b'],
      ['@:action:force-stop VM', '@:action:force-stop'],
      ['@:c: d', '@:c'],
    ],
  ],
  ['dollars in INI', 'ini', [['Hi ${VERSION}', '${VERSION}']]],
  ['a number in XLIFF', 'xliff', [['Post %1', '%1'], ['50% off']]],
];

/** Texts in which all of this is ordinary text. */
const ordinaryTexts = [
  ...[
    '%Creative Tab',
    'uncolor <object> { * | <pattern> ... }',
    'unalias { * | <key> ... }',
    '`a:<status>` or <status>',
  ],
  ...['Choose [b] or [c]', '[Beta] [OK] [optional]', 'array[0] and [1]', '$5 or $10', '$1 per month', 'US$ and a $ b'],
  ...[
    '#1 choice; #hashtag',
    'Issue #12',
    '~5 min, ~a week',
    'snake_case_word',
    'a|b',
    '@home and @work',
    '5 > 3 and 2 < 4',
  ],
  ...[
    'A & B',
    '10:30 :)',
    'C:\\Vista',
    '50% off',
    '(see below)',
    '§ 5 of the law',
    'x__y',
    'a => b',
    'the __init__ method',
  ],
];

function runsOf(formatId: string, texts: readonly string[]): readonly (readonly string[])[] {
  const units = texts.map((text) => ({ text }));
  const syntaxesOf = syntaxesOfUnits({ formatId, units });
  return units.map((unit) => findPlaceholders(unit.text, syntaxesOf(unit)).map(({ text }) => text));
}

describe('placeholders that only the strings of a file show', () => {
  for (const [name, formatId, texts] of shown) {
    it(`are those of ${name}`, () => {
      const runs = runsOf(
        formatId,
        texts.map(([text]) => text),
      );
      assert.deepEqual(
        runs,
        texts.map(([, ...expected]) => expected),
      );
    });

    it(`return unchanged, of ${name}`, () => {
      const units = texts.map(([text]) => ({ text }));
      const syntaxesOf = syntaxesOfUnits({ formatId, units });
      for (const unit of units) {
        const sent = protect(unit.text, syntaxesOf(unit));
        const { text, problems } = restore(sent.text, sent);
        const problemsOfForm = problems.filter(({ kind }) => kind !== 'same-as-source');
        assert.deepEqual({ text, problemsOfForm }, { text: unit.text, problemsOfForm: [] });
      }
    });
  }

  for (const formatId of [
    'json',
    'yaml',
    'po',
    'properties',
    'php',
    'ini',
    'xliff',
    'strings',
    'resx',
    'android-xml',
  ]) {
    it(`are not seen in ordinary texts of ${formatId}`, () => {
      assert.deepEqual(runsOf(formatId, ordinaryTexts).flat(), []);
    });
  }

  it('are found beside those that a flag declares', () => {
    const texts = [
      { text: '%s: [link]more[/link]', flags: ['php-format'] },
      { text: '[link]all[/link]', flags: [] },
    ];
    const syntaxesOf = syntaxesOfUnits({ formatId: 'po', units: texts });
    assert.deepEqual(
      texts.map((unit) => findPlaceholders(unit.text, syntaxesOf(unit)).map(({ text }) => text)),
      [
        ['%s', '[link]', '[/link]'],
        ['[link]', '[/link]'],
      ],
    );
  });

  it('are not those of documents', () => {
    assert.deepEqual(runsOf('markdown', ['By $author', 'From $sender', '###NAME###', '[1]x[/1]']).flat(), []);
  });
});
