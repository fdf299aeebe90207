import assert from 'node:assert/strict';
import { withSentence } from '../../../builders/englishReason.ts';
import { po } from '../../../../src/formats/po/po.ts';
import { findPlaceholders } from '../../../../src/placeholders/findPlaceholders.ts';
import { compileUserPattern } from '../../../../src/placeholders/pattern/compileUserPattern.ts';
import { familyNames } from '../../../../src/placeholders/project/placeholderSettings.ts';
import { protect } from '../../../../src/placeholders/protect.ts';
import type { PlaceholderSyntax } from '../../../../src/placeholders/read/placeholder.ts';
import { restore } from '../../../../src/placeholders/restore.ts';
import { PlaceholderSettingError, type SettingReasonCode } from '../../../../src/placeholders/pattern/settingError.ts';
import { syntaxesFor, syntaxesOfUnits, type FileFacts } from '../../../../src/placeholders/project/syntaxes.ts';

type Facts = Omit<FileFacts, 'units'>;

const noSettings = { add: [], remove: [], patterns: [], doNotTranslate: [] };

/** Returns a text of a file as it is sent. */
function sent(text: string, facts: Facts, others: readonly string[] = []): string {
  const units = [text, ...others].map((each) => ({ text: each }));
  return protect(text, syntaxesOfUnits({ ...facts, units })({ text })).text;
}

const i18next = ['i18next', 'react-i18next'];
const vue = ['vue-i18n'];
const rails = ['gem:rails'];
const symfony = ['composer:symfony/framework-bundle'];
const laravel = ['composer:laravel/framework'];

/** Format, libraries, and texts in which brackets mark all placeholders; everything else is ordinary text there. */
const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  // If the library that reads the file is unknown, placeholders of all possible families are protected.
  [
    'json',
    [],
    [
      '[[[{{name}}]]] [[[{name}]]] [[[%s]]] [[[%1$s]]] [[[%{x}]]] [[[${x}]]] [[[$t(key)]]]',
      ':port and @:link and $1 are text',
      '100% sure',
      'It costs $5',
    ],
  ],
  ['json', ['react', 'left-pad'], ['[[[{{name}}]]] and [[[{name}]]]']],
  ['json', i18next, ['[[[{{name}}]]] has [[[$t(items)]]] and [[[{count}]]]', '100% sure', '[[[%1$s]]] by sprintf']],
  ['json', [...i18next, 'i18next-icu'], ['[[[{{name}}]]] has [[[{count}]]]']],
  ['json', vue, ["[[[{name}]]] and [[[@:link]]] and [[[{'@'}]]]"]],
  ['json', ['next-intl'], ["[[[{name}]]] and '{not}'"]],
  ['json', ['@lingui/core'], ['Hello [[[{name}]]]']],
  ['json', ['@ngx-translate/core'], ['[[[{{ value }}]]] and :name, $1']],
  ['json', ['@vscode/l10n'], ['[[[{0}]]] [[[$(check)]]]']],
  ['json', laravel, ['Hello [[[:name]]], at 10:30 :smile: http[:]//'.replace('[:]', ':')]],
  ['json', ['node-polyglot'], ['[[[%{name}]]] and @:link']],
  ['typescript', vue, ['[[[@:link]]]']],
  ['yaml', [], ['[[[%{name}]]] [[[%d]]] [[[{name}]]]']],
  ['yaml', rails, ['[[[%{name}]]] on %b %d for %n %u', '{literal} 100%']],
  ['yaml', symfony, ['[[[%name%]]] has %li', '[[[{{ limit }}]]]']],
  ['yaml', vue, ['[[[@:link]]] [[[{name}]]]']],
  ['yaml', ['pub:easy_localization'], ['[[[{name}]]] [[[@:link]]]']],
  ['yaml', ['cargo:rust-i18n'], ['[[[%{name}]]]']],
  ['toml', ['golang:github.com/gohugoio/hugo'], ['[[[{{ .Count }}]]] of [[[%d]]], {literal}']],
  ['toml', [], ['[[[{{ .Count }}]]] [[[{name}]]] [[[%s]]]']],
  ['xliff', symfony, ['[[[%name%]]]']],
  ['xliff', ['@angular/localize'], ['[[[{{ name }}]]] [[[{INTERPOLATION}]]], 50 %d']],
  ['xliff', [], ['[[[%@]]] [[[{0}]]]']],
  [
    'php',
    laravel,
    ['Hello [[[:name]]], {literal} [[[%s]]]', 'The [[[%s]]]:[[[%s]]] field, step [[[%d]]] of [[[%2$d]]]', '100%d %c'],
  ],
  ['php', symfony, ['[[[%name%]]] :name']],
  ['php', ['composer:yiisoft/yii2'], ['[[[{name}]]] :name']],
  ['php', [], ['[[[:name]]] [[[%s]]] [[[{name}]]]']],
  ['properties', ['maven:org.springframework:spring-core'], ['[[[{0}]]] of [[[{1,number,integer}]]], 5 %d']],
  ['properties', [], ['[[[{0}]]] [[[%s]]]']],
  ['po', ['pypi:django'], ['[[[%(name)s]]] [[[%s]]] [[[{name}]]]']],
  ['po', ['@lingui/core'], ['[[[{name}]]] 5 %d']],
  [
    'po',
    ['composer:drupal/core-recommended'],
    ['[[[@count]]] of [[[%name]]] by [[[:link]]] me@example at 10:30'.replace('me@example', 'me')],
  ],
  ['resx', [], ['[[[{0:C2}]]] {name} %s']],
  ['resx', ['nuget:Microsoft.Extensions.Localization'], ['[[[{0:C2}]]] [[[{name}]]]']],
  ['arb', [], ['[[[{name}]]] %s']],
  ['android-xml', [], ['[[[%1$s]]] at [[[%tH]]] 100% sure 50%off']],
  ['strings', [], ['[[[%@]]] [[[%#@files@]]] {name}']],
  ['xcstrings', [], ['[[[%lld]]] {name}']],
  ['stringsdict', [], ['[[[%d]]]']],
  ['chrome', [], ['[[[$NAME$]]] [[[$1]]] $1.50 %s']],
  ['package-nls', [], ['Runs [[[`npm ci`]]] in [[[{0}]]] %s']],
  ['angular-json', [], ['[[[{$INTERPOLATION}]]]']],
  ['qt', [], ['[[[%1]]] [[[%n]]] [[[%L2]]] {name}']],
  [
    'markdown',
    [],
    [
      'Run [[[`npm ci`]]], [[[``a ` b``]]] and `this',
      '[guide]([[[./guide.md#top]]]) and [x](<a b>)',
      '{name} %s [[[{{< ref "a" >}}]]]',
      'Title [[[{#id}]]]',
    ],
  ],
  ['mdx', [], ['Run [[[`npm ci`]]] [[[{name}]]]']],
  ['html', [], ['[[[{{ name }}]]] [[[{% if a %}]]] {name}']],
  ['srt', [], ['{name} %s [[[https://a.example/x]]]']],
];

describe('syntaxesOfUnits', () => {
  for (const [formatId, dependencies, texts] of cases) {
    it(`protects ${formatId} with ${dependencies.join(', ') || 'an unknown library'}`, () => {
      for (const marked of texts) {
        const text = marked.replaceAll(/\[\[\[|\]\]\]/gu, '');
        // Placeholders with only spaces between them share one pair of brackets.
        const joined = marked.replaceAll(/\]\]\]([ ]*)\[\[\[/gu, '$1');
        assert.equal(sent(text, { formatId, dependencies }), joined);
      }
    });
  }

  it('protects families that occur in several texts of a file, whatever the project says', () => {
    const facts = { formatId: 'yaml', dependencies: rails };
    assert.equal(sent('Hi {name}', facts), 'Hi {name}');
    assert.equal(sent('Hi {name}', facts, ['{a} b', 'c {d}']), 'Hi [[[{name}]]]');
    assert.equal(
      sent('%name% of %count%', { formatId: 'json' }, ['%a_b% c', 'd %name%']),
      '[[[%name%]]] of [[[%count%]]]',
    );
    assert.equal(
      sent('%name% %s', { formatId: 'yaml', dependencies: symfony }, ['%s a', '%s b', '%d c']),
      '[[[%name% %s]]]',
    );
  });

  it('always protects the syntax of an ICU message with branches', () => {
    const text = '{n, plural, one {# file} other {# files}}';
    for (const formatId of ['json', 'yaml', 'po', 'php', 'android-xml', 'strings', 'resx', 'html', 'csv']) {
      for (const dependencies of [[], i18next, rails, vue]) {
        assert.ok(
          !sent(text, { formatId, dependencies })
            .replaceAll(/\[\[\[[^\]]*\]\]\]/gu, '')
            .includes('plural'),
          formatId,
        );
      }
    }
  });

  it('protects in a dialect what it protects in its format', () => {
    const colors = ['&aHello %player%', '&cBye', '&eStop'];
    const braces = ['Hi {name}', 'Bye {name}', 'See {place}'];
    for (const dependencies of [[], i18next, rails, vue, ['maven:org.spigotmc:spigot-api']]) {
      for (const texts of [colors, braces, ['%{name} %s'], ['{{name}} :x']]) {
        for (const [dialect, formatId] of [
          ['yaml-1.1', 'yaml'],
          ['interface-builder', 'strings'],
        ] as const) {
          const [text = ''] = texts;
          assert.equal(
            sent(text, { formatId: dialect, dependencies }, texts),
            sent(text, { formatId, dependencies }, texts),
            `${dialect}: ${text}`,
          );
        }
      }
    }
  });

  it('protects what the strings of a file show, although its format does not have it', () => {
    const telegram = ['{phone} joined', '{user} left', 'by {name}'];
    assert.equal(sent('Hi {name}', { formatId: 'strings' }), 'Hi {name}');
    assert.equal(sent('Hi {name}', { formatId: 'strings' }, telegram), 'Hi [[[{name}]]]');
    assert.equal(sent('Hi {name}', { formatId: 'chrome' }, telegram), 'Hi [[[{name}]]]');
    assert.equal(sent('%0 of %1', { formatId: 'strings' }), '%0 of %1');
    assert.equal(sent('%0% of %1', { formatId: 'strings' }, ['%0 left', '%1 free']), '[[[%0]]]% of [[[%1]]]');
    const docs = ['See :ref:`a`.', 'Use :py:class:`b`.', '`Here <c>`_'];
    assert.equal(sent('Run ``x``', { formatId: 'po' }), 'Run ``x``');
    assert.equal(sent('Run ``x`` or |y|', { formatId: 'po' }, docs), 'Run [[[``x``]]] or [[[|y|]]]');
    assert.equal(
      sent('{{PLURAL:$1|page|pages}} for $5', { formatId: 'json' }),
      '[[[{{PLURAL:$1|]]]page[[[|]]]pages[[[}}]]] for [[[$5]]]',
    );
    const names = ['Hi :name', 'By :author now', '(:count)'];
    assert.equal(sent('At :time', { formatId: 'json', path: 'lang/de.json' }, names), 'At [[[:time]]]');
    assert.equal(sent('At :time', { formatId: 'json', path: 'locales/de.json' }, names), 'At :time');
  });

  it("recognizes files of Symfony and of browsers' extensions by their paths", () => {
    assert.equal(sent('%li% of $1', { formatId: 'yaml', path: '_locales/en/messages.yml' }), '%li% of [[[$1]]]');
    assert.equal(sent('%a% {2,3} b', { formatId: 'yaml', path: 'translations/messages.en.yml' }), '[[[%a%]]] {2,3} b');
    assert.equal(sent('{2,3} b', { formatId: 'yaml', path: 'translations/messages.en.yml' }), '[[[{2,3}]]] b');
  });

  it('takes the plurals of the library that reads a folder if a project has two libraries with bars', () => {
    const plurals = (path: string, formatId: string, dependencies: readonly string[]): readonly unknown[] =>
      syntaxesOfUnits({ formatId, path, dependencies, units: [] })({ text: 'a' }).filter(
        (syntax) => typeof syntax === 'string' && syntax.endsWith('-plural'),
      );
    const both = [...symfony, ...vue];
    assert.deepEqual(plurals('translations/messages.en.yaml', 'yaml', both), ['symfony-plural']);
    assert.deepEqual(plurals('app/translations/messages.en.json', 'json', both), ['symfony-plural']);
    assert.deepEqual(plurals('assets/locales/en.json', 'json', both), ['vue-plural']);
    assert.deepEqual(plurals('assets/locales/en.yaml', 'yaml', both), ['vue-plural']);
    assert.deepEqual(plurals('lang/en.json', 'json', [...laravel, ...vue]), ['laravel-plural']);
    assert.deepEqual(plurals('resources/js/locales/en.json', 'json', [...laravel, ...vue]), ['vue-plural']);
    assert.deepEqual(plurals('locales/en.json', 'json', laravel), ['laravel-plural']);
  });

  it("recognizes Symfony's files of ICU messages by their names", () => {
    const facts = { formatId: 'yaml', dependencies: symfony };
    assert.equal(
      sent('{name} %name%', { ...facts, path: 'translations/messages+intl-icu.en.yaml' }),
      '[[[{name}]]] %name%',
    );
    assert.equal(sent('{name} %name%', { ...facts, path: 'translations/messages.en.yaml' }), '{name} [[[%name%]]]');
  });
});

describe('syntaxesOfUnits with flags of PO files', () => {
  const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';

  function sentOf(
    entries: readonly (readonly [string, string])[],
    dependencies: readonly string[] = [],
  ): readonly string[] {
    const text =
      header +
      entries
        .map(([flags, id]) => `${flags === '' ? '' : `#, ${flags}\n`}msgid ${JSON.stringify(id)}\nmsgstr ""\n`)
        .join('\n');
    const units = po.read(text);
    const syntaxesOf = syntaxesOfUnits({ formatId: 'po', dependencies, units });
    return units.map((unit) => protect(unit.text, syntaxesOf(unit)).text);
  }

  it('protects the family that the flags of an entry name, and all families in entries without a known flag', () => {
    assert.deepEqual(
      sentOf([
        ['c-format', '%d of {total} files'],
        ['no-c-format', 'up to %d, 100% sure'],
        ['fuzzy, python-format', '%(count)d of %s and {x}'],
        ['python-brace-format', '{name} of %s'],
        ['', '%d is text here'],
        ['csharp-format', '{0:C} of %d'],
        ['qt-format', '%1 of %s'],
        ['boost-format', '%1% of %s'],
        ['go-format', '%v of %[2]q'],
        ['sh-format', '$HOME and ${USER}'],
        ['java-format', '{0,number} of %d'],
        ['lisp-format', '~a of ~5,2f'],
        ['ruby-format', '%{name} %<n>d %s'],
        ['object-pascal-format', '%0:s of %d'],
        ['elixir-format', '%{name} of %d'],
        ['unheard-of-format', '%d'],
      ]),
      [
        '[[[%d]]] of {total} files',
        'up to %d, 100% sure',
        '[[[%(count)d]]] of [[[%s]]] and {x}',
        '[[[{name}]]] of %s',
        '[[[%d]]] is text here',
        '[[[{0:C}]]] of %d',
        '[[[%1]]] of %s',
        '[[[%1%]]] of [[[%s]]]',
        '[[[%v]]] of [[[%[2]q]]]',
        '[[[$HOME]]] and [[[${USER}]]]',
        '[[[{0,number}]]] of %d',
        '[[[~a]]] of [[[~5,2f]]]',
        '[[[%{name} %<n>d %s]]]',
        '[[[%0:s]]] of [[[%d]]]',
        '[[[%{name}]]] of %d',
        '[[[%d]]]',
      ],
    );
  });

  it('reads the flags of one entry as facts about no other', () => {
    for (const flags of ['no-c-format', 'c-format', 'no-wrap', 'python-brace-format', 'range: 0..10', '']) {
      assert.deepEqual(
        sentOf([
          [flags, 'Open'],
          ['', 'Saved {path} in %s'],
        ]),
        ['Open', 'Saved [[[{path}]]] in [[[%s]]]'],
        flags,
      );
    }
    const dates = ['%A %B %-d', '%b %d', '%e %b', '%l:%M %p', '%a %e %H:%M', '%m/%d/%Y'];
    assert.deepEqual(sentOf([['c-format', '%d files'], ...dates.map((date) => ['', date] as const)]), [
      '[[[%d]]] files',
      ...dates,
    ]);
  });

  it('protects all families if no entry has a format flag', () => {
    assert.deepEqual(sentOf([['', '%d of {total}']]), ['[[[%d]]] of [[[{total}]]]']);
    assert.deepEqual(sentOf([['fuzzy', '%d of {total}']], ['@lingui/core']), ['[[[%d]]] of [[[{total}]]]']);
  });
});

describe('syntaxesOfUnits with settings', () => {
  const withSettings = (text: string, settings: Partial<typeof noSettings> | object, formatId = 'strings'): string =>
    sent(text, { formatId, settings: { ...noSettings, ...settings } });

  it('adds and removes families, and adding has priority', () => {
    assert.equal(withSettings('{a} %s <b>', { add: ['brace'] }), '[[[{a} %s]]] <b>');
    assert.equal(withSettings('{a} %s', { remove: ['printf', 'brace'] }), '{a} %s');
    assert.equal(withSettings('{a} %s', { remove: ['brace'], add: ['brace'] }), '[[[{a} %s]]]');
  });

  it('adds patterns, which have priority', () => {
    assert.equal(withSettings('__a__ is %s', { patterns: ['__\\w+__'] }), '[[[__a__]]] is [[[%s]]]');
  });

  it('protects terms as whole words, the longest first, with the same case', () => {
    const doNotTranslate = ['Acme', ' Acme Cloud ', 'Go', 'C++', 'クラウド', '.NET', ''];
    const kept = (text: string): string => withSettings(text, { doNotTranslate });
    assert.equal(kept('Acme Cloud and Acme, acme or Acmes'), '[[[Acme Cloud]]] and [[[Acme]]], acme or Acmes');
    assert.equal(
      kept('Go to Google, or Go2, in C++ or .NET'),
      '[[[Go]]] to Google, or Go2, in [[[C++]]] or [[[.NET]]]',
    );
    assert.equal(kept('アクメクラウドへ'), 'アクメ[[[クラウド]]]へ');
    assert.equal(kept('AcmeへようこそAcme'), '[[[Acme]]]へようこそ[[[Acme]]]');
    assert.equal(kept('Acme-Go’s <a title="Acme">'), '[[[Acme]]]-[[[Go]]]’s <a title="Acme">');
    assert.equal(kept('éGo Goé 😀Go'), 'éGo Goé 😀[[[Go]]]');
    assert.equal(kept('https://acme.example/Acme'), '[[[https://acme.example/Acme]]]');
  });

  it('leads to an error if a term is missing from a translation, wherever the language puts it', () => {
    const syntaxes = syntaxesOfUnits({ formatId: 'strings', settings: { ...noSettings, doNotTranslate: ['Acme'] } })({
      text: 'Buy at Acme',
    });
    const source = protect('Buy at Acme', syntaxes);
    const back = (translated: string): readonly string[] =>
      restore(translated, source).problems.map(({ kind, severity, text }) => `${severity} ${kind} ${text}`);
    assert.deepEqual(back('Osta [[[Acme]]]sta'), []);
    assert.deepEqual(back('[[[Acme]]]で買う'), []);
    assert.deepEqual(back('Acme: chez [[[Acme]]]'), ['warning extra-placeholder Acme']);
    assert.deepEqual(back('Kaufen bei [[[Akme]]]'), ['error changed-placeholder Akme']);
    assert.deepEqual(back('Kaufen'), ['error missing-placeholder Acme']);
  });

  it('returns only the terms that occur in a text', () => {
    const syntaxesOf = syntaxesOfUnits({
      formatId: 'strings',
      settings: { ...noSettings, doNotTranslate: Array.from({ length: 2000 }, (_, index) => `Term${index}`) },
    });
    assert.deepEqual(
      syntaxesOf({ text: 'Term1 and Term12 of Term1' }).filter((syntax) => typeof syntax === 'object'),
      [{ term: 'Term1' }, { term: 'Term12' }],
    );
  });

  it('throws an error with the setting and its invalid value when the syntaxes of a text are requested', () => {
    const refused = (settings: object, setting: string, value: string, code: SettingReasonCode): void => {
      const syntaxesOf = syntaxesOfUnits({ formatId: 'json', settings: { ...noSettings, ...settings } });
      assert.throws(
        () => syntaxesOf({ text: '' }),
        (error) =>
          error instanceof PlaceholderSettingError &&
          error.setting === setting &&
          error.value === value &&
          error.message.includes(setting) &&
          error.reason.code === code,
      );
    };
    refused({ patterns: ['a', '('] }, 'placeholders.patterns', '(', 'not-a-pattern');
    refused({ patterns: ['(a)\\1'] }, 'placeholders.patterns', '(a)\\1', 'pattern-backreference');
    refused({ add: ['print'] }, 'placeholders.add', 'print', 'unknown-family');
    refused({ remove: ['toString'] }, 'placeholders.remove', 'toString', 'unknown-family');
    refused(
      { patterns: Array.from({ length: 51 }, (_, index) => `x${index}`) },
      'placeholders.patterns',
      'x50',
      'too-many-patterns',
    );
    refused(
      { doNotTranslate: Array.from({ length: 2001 }, (_, index) => `x${index}`) },
      'doNotTranslate',
      'x2000',
      'too-many-terms',
    );
    refused({ doNotTranslate: ['x'.repeat(201)] }, 'doNotTranslate', `${'x'.repeat(40)}…`, 'too-long');
  });

  it('accepts settings that protect all or nothing', () => {
    assert.equal(withSettings('All of this', { patterns: ['[^]*'] }), '[[[All of this]]]');
    assert.equal(withSettings('%s', { remove: familyNames }), '%s');
  });
});

describe('protect with brackets in the source', () => {
  const samples: Readonly<Record<string, string>> = {
    brace: '{a}',
    chrome: '$A$',
    'code-span': '`x`',
    'color-code': '§c',
    'dollar-brace': '${a}',
    dotnet: '{0}',
    entity: '&amp;',
    fluent: '{ $a }',
    'i18next-nesting': '$t(a)',
    icu: '{a}',
    inflection: '^[a](inflect: true)',
    'java-date': '%tY',
    laravel: ':name',
    'line-break': '\\n',
    mustache: '{{a}}',
    'percent-pair': '%name%',
    printf: '%s',
    'python-percent': '%(a)s',
    qt: '%1',
    reference: '[%key:a%]',
    restructuredtext: '``a``',
    ruby: '%{a}',
    tag: '<b>',
    template: '<%= a %>',
    url: 'https://a.example/x',
    vscode: '$(check)',
    'vue-link': '@:a.b',
    wikitext: '$1',
  };
  const families = Object.keys(samples) as PlaceholderSyntax[];

  it('keeps brackets around placeholders of every family', () => {
    const plurals = familyNames.filter((name) => name.endsWith('-plural'));
    assert.deepEqual([...Object.keys(samples), ...plurals].sort(), [...familyNames].sort());
    // These have brackets of their own; a reference is nothing to translate.
    const bracketed = families.filter((syntax) => syntax !== 'reference' && syntax !== 'inflection');
    for (const syntax of [...bracketed, { pattern: 'Acme' }, { term: 'Acme' }]) {
      const placeholder = typeof syntax === 'string' ? (samples[syntax] ?? '') : 'Acme';
      for (const [open, close] of [
        ['[', ']'],
        ['[[', ']]'],
        ['[', ''],
        ['', ']'],
        ['[[', ''],
      ]) {
        const text = `a ${open}${placeholder}${close} b`;
        const source = protect(text, [syntax]);
        assert.equal(source.text.includes(`[[[${placeholder}]]]`), syntax !== 'tag' && syntax !== 'entity', text);
        assert.deepEqual(restore(source.text, source).text, text);
      }
    }
  });

  it('refuses triple brackets, with the reason', () => {
    for (const text of ['a [[[b', 'a ]]] b', '[[[[%s]]]]'])
      assert.throws(
        () => protect(text, ['printf']),
        withSentence(/contains “(?:\[\[\[|\]\]\])”, which the service reserves/u),
      );
  });
});

describe('syntaxesFor', () => {
  it('returns only patterns that can be compiled', () => {
    const facts = ['po', 'yaml', 'json', 'markdown', 'mdx'].flatMap((formatId) =>
      [[], symfony, ['composer:drupal/core'], ['pub:slang'], ['pub:get']].map((dependencies) => ({
        formatId,
        dependencies,
      })),
    );
    for (const syntax of facts.flatMap((each) => syntaxesFor(each)))
      if (typeof syntax === 'object' && 'pattern' in syntax)
        assert.doesNotThrow(() => compileUserPattern(syntax.pattern));
  });
});

describe('families that only a file’s strings show', () => {
  const inFiles: readonly (readonly [string, string, readonly string[]])[] = [
    // `%1` with QString::arg or a `replace` of the program's own, also where printf would read `%1x`.
    ['ini', 'Scaled ([[[%1]]]x[[[%2]]])', ['Delete %1', 'Filters for %1', 'Open %1?']],
    ['po', 'Page [[[%1]]] of [[[%2]]]', ['Delete %1', 'Open %1', 'Read %1?']],
    ['json', 'set [[[%1]]] to [[[%2]]]', ['hide list %1', '%1 > %2', 'if %1 then']],
    ['yaml', '100% of [[[%1]]]', ['Delete %1', 'Open %1', 'Read %1?']],
    ['javascript', 'The “[[[%1]]]” field ([[[%2]]])', ['Delete %1', 'Open %1', 'Read %1?']],
    ['php', '[[[%1]]] of [[[%2]]]', ['Delete %1', 'Open %1', 'Read %1?']],
    ['json-locales', '[[[%1]]] of [[[%2]]]', ['Delete %1', 'Open %1', 'Read %1?']],
    ['ini', 'Found [[[%d]]] of [[[%s]]]', ['Delete %1', 'Open %1', 'Read %1?']],
    // Boost.Format.
    ['properties', 'At least [[[%1%]]] of [[[%2%]]]', ['Not %1%', 'No %1% here', '%1% is used']],
    ['po', 'Export [[[%1%]]] to [[[%2%]]]', ['Load %1%', 'Save %1%', '%1% failed']],
    ['json', 'Up to 50% of [[[%1%]]]', ['Load %1%', 'Save %1%', '%1% failed']],
    // Ant's filters and macros.
    ['properties', '[[[@User:ID@]]] signed in', []],
    ['properties', 'Version [[[@project.version@]]], by ada @ work', []],
    ['yaml', 'Built on [[[@BUILD-DATE@]]]', []],
    ['properties', 'Hello @ada and @bob', []],
    // Links within a site.
    ['xliff', 'See [our terms]([[[/terms]]]) (/not this)', []],
    ['json', 'See [the top]([[[#top]]]) or [a page]([[[../page.html]]])', []],
    ['po', '[Log in]([[[/login?next=%2F]]]) now', []],
    ['yaml', 'call(f[0](x)) and (/path)', []],
    // Scratch's extensions, and other names in capitals.
    ['json', 'change [[[[COLOR]]]] by [[[[VALUE]]]]', ['set [MOTOR_ID]', 'when [PEN_COLOR] changes']],
    ['json', '[OK] or [CANCEL]', []],
    // BBCode.
    ['json', '[[[[color=red]]]]Stop[[[[/color]]]]', []],
    ['csv-texts', '[[[[b]]]]{0} gold[[[[/b]]]]'.replace('{0}', '[[[{0}]]]'), []],
    ['po', '[[[[COLOR red]]]]Stop[[[[/COLOR]]]][[[[CR]]]]Go', []],
    ['json', '[i] is an index, [x] is done', []],
  ];

  for (const [formatId, marked, others] of inFiles) {
    it(`${formatId}: ${marked}`, () => {
      const text = marked.replaceAll(/\[\[\[((?:(?!\]\]\]).)*\]?)\]\]\]/gu, '$1');
      const units = [text, ...others].map((each) => ({ text: each }));
      const runs = findPlaceholders(text, syntaxesOfUnits({ formatId, units })({ text }));
      let shown = text;
      for (const { start, end } of runs.toReversed())
        shown = `${shown.slice(0, start)}[[[${shown.slice(start, end)}]]]${shown.slice(end)}`;
      assert.equal(shown, marked);
    });
  }

  it('takes a name in angle brackets after an at sign as words', () => {
    assert.deepEqual(
      findPlaceholders('Reply with @<user> to <0>Ada</0>', ['tag']).map(({ text }) => text),
      ['<0>', '</0>'],
    );
    assert.deepEqual(
      findPlaceholders('Mail @<b>Ada</b>', ['tag']).map(({ text }) => text),
      ['<b>', '</b>'],
    );
  });
});
