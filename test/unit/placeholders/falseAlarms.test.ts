import assert from 'node:assert/strict';
import { protect } from '../../../src/placeholders/protect.ts';
import { syntaxesOfUnits } from '../../../src/placeholders/project/syntaxes.ts';
import type { FormNumber } from '../../../src/placeholders/read/placeholder.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import { findings, type TextFacts } from './findings.ts';

const html = ['Press <b>Save</b> to go on.', 'Read <em>all</em> of it.', 'One<br>two', 'No markup'];

describe('elements that only a translation has', () => {
  const php: TextFacts = { formatId: 'php', neighbors: html };
  it('are a warning if they only format words, are closed, and the texts of the file are HTML', () => {
    for (const translation of [
      'Hochladen nach <strong>oben</strong>',
      'Nach<br/>oben laden',
      '<code>oben</code> <small><i>laden</i></small>',
      '<p>Nach oben</p><ul><li>laden</li></ul>',
    ])
      assert.deepEqual(findings('Upload to the top', translation, 'de', php), ['warning tag-broken'], translation);
  });

  it('are errors if they lead somewhere, load something, run code or have attributes', () => {
    for (const added of [
      '<a href="https://example.net">oben</a>',
      '<a>oben</a>',
      '<img src="x.png">oben',
      '<script>oben()</script>',
      '<b onclick="oben()">oben</b>',
      '<b style="display:none">oben</b>',
      '<iframe>oben</iframe>',
      '<style>oben</style>',
      '<form>oben</form>',
      '<svg>oben</svg>',
      '<font>oben</font>',
    ])
      assert.ok(
        findings('Upload to the top', `Hochladen nach ${added}`, 'de', php).includes('error tag-broken'),
        added,
      );
  });

  it('are errors if they are not closed, or if an element of the source is missing', () => {
    assert.deepEqual(findings('Upload to the top', 'Nach <b>oben laden', 'de', php), ['error tag-broken']);
    assert.deepEqual(findings('Upload to the top', 'Nach </b>oben<b> laden', 'de', php), ['error tag-broken']);
    assert.deepEqual(findings('Upload to the <kbd>top</kbd>', 'Nach <b>oben</b> laden', 'de', php), [
      'error tag-broken',
    ]);
  });

  it('are errors if they repeat a line break of the source', () => {
    assert.deepEqual(findings('Go<br>up', 'Geh<br><br>hoch', 'de', php), ['error tag-broken']);
  });

  it('are errors if no other text of the file has markup, or only one of many', () => {
    const plain = { formatId: 'json', neighbors: ['Save', 'Open', 'Close'] };
    assert.deepEqual(findings('Upload to the top', 'Nach <b>oben</b>', 'de', plain), ['error tag-broken']);
    const many = Array.from({ length: 400 }, (_, index) => `Text ${index}`);
    const rare = { formatId: 'php', neighbors: [...many, 'Type <b>x</b>.', 'Type <b>y</b>.'] };
    assert.deepEqual(findings('Upload to the top', 'Nach <b>oben</b>', 'de', rare), ['error tag-broken']);
  });

  it('are errors where the code has to define each of them, as for intl-messageformat', () => {
    const rich = { formatId: 'json', dependencies: ['react-intl'], neighbors: html };
    assert.deepEqual(findings('Upload to the top', 'Nach <b>oben</b>', 'de', rich), ['error tag-broken']);
  });

  it('are a warning in a text whose key declares it as HTML, and in Android, which draws them', () => {
    const rails = { formatId: 'yaml-locales', key: 'en.legal.terms_html' };
    assert.deepEqual(findings('Our terms', 'Unsere <em>Bedingungen</em>', 'de', rails), ['warning tag-broken']);
    assert.deepEqual(findings('Our terms', 'Unsere <em>Bedingungen</em>', 'de', { ...rails, key: 'en.legal.terms' }), [
      'error tag-broken',
    ]);
    const android = { formatId: 'android-xml' };
    assert.deepEqual(findings('Credits', '<u>Danksagung</u>', 'de', android), ['warning tag-broken']);
    assert.deepEqual(findings('Credits', '<a href="https://example.net">Dank</a>', 'de', android), [
      'error tag-broken',
    ]);
  });

  it('are a warning if many texts of a manual have them, closed', () => {
    const manual = {
      formatId: 'po',
      neighbors: Array.from({ length: 12 }, (_, index) => `Choose <gui>Item ${index}</gui>.`),
    };
    assert.deepEqual(findings('Type: 1', '<gui>1</gui> eintippen', 'de', manual), ['warning tag-broken']);
    assert.deepEqual(findings('Type: 1', '<gui>1 eintippen', 'de', manual), ['error tag-broken']);
    assert.deepEqual(findings('Type: 1', '<app>1</app> eintippen', 'de', manual), ['error tag-broken']);
  });

  it('are a warning if they are the colors of a chat, which have no end', () => {
    const chat = {
      formatId: 'properties',
      neighbors: Array.from({ length: 12 }, (_, index) => `<gold>You have <aqua>${index}<gold> left.`),
    };
    assert.deepEqual(findings('<gold>No home yet.', '<gold>Noch <aqua>kein Zuhause.', 'de', chat), [
      'warning tag-broken',
    ]);
    assert.deepEqual(findings('<gold>No home yet.', '<gold>Noch <pink>kein Zuhause.', 'de', chat), [
      'error tag-broken',
    ]);
  });
});

describe('a branch of a plural', () => {
  const number: FormNumber = { text: '#', syntax: 'icu', argument: 'rows', examples: [2, 3, 4] };
  const facts: TextFacts = { formatId: 'json', dependencies: ['react-intl'], within: 'plural', numbers: [number] };

  it('may print the plural’s argument for its number sign', () => {
    assert.deepEqual(findings('# rows', '{rows} Zeilen', 'de', facts), []);
    assert.deepEqual(findings('# rows in {name}', '{rows} Zeilen in {name}', 'de', facts), []);
  });

  it('may print no other argument for it', () => {
    assert.ok(findings('# rows', '{lines} Zeilen', 'de', facts).includes('error extra-placeholder'));
    assert.ok(findings('# rows', 'Zeilen', 'de', facts).includes('error missing-placeholder'));
    const unknown = { ...facts, numbers: [{ text: '#', syntax: 'icu', examples: [2, 3] } as const] };
    assert.ok(findings('# rows', '{rows} Zeilen', 'de', unknown).includes('error extra-placeholder'));
  });
});

describe('a plural that only one of the texts has', () => {
  const facts: TextFacts = { formatId: 'json', dependencies: ['react-intl'] };
  it('is a warning if it prints the number that the source prints', () => {
    const forms = '{n, plural, one {# stůl} few {# stoly} many {# stolu} other {# stolů}}';
    assert.deepEqual(findings('{n} tables', forms, 'cs', facts), ['warning extra-placeholder']);
    assert.deepEqual(findings('{n} tables', '{n, plural, =1 {Ein Tisch} other {{n} Tische}}', 'de', facts), [
      'warning extra-placeholder',
    ]);
  });

  it('is an error if it is of another argument, lacks the number, or prints more', () => {
    for (const forms of [
      '{m, plural, one {# Tisch} other {# Tische}}',
      '{n, plural, one {# Tisch} other {Tische}}',
      '{n, plural, one {# Tisch} other {# Tische von {name}}}',
    ])
      assert.ok(findings('{n} tables', forms, 'de', facts).includes('error extra-placeholder'), forms);
  });

  it('is needless where nouns don’t change after a number', () => {
    const source = '{n, plural, one {# guest} other {# guests}}';
    assert.deepEqual(findings(source, '{n} vendég', 'hu', facts), []);
    assert.deepEqual(findings(source, '{n} misafir', 'tr', facts), []);
    assert.ok(findings(source, '{n} Gäste', 'de', facts).some((finding) => finding.startsWith('error')));
  });
});

describe('choices of Java', () => {
  const facts: TextFacts = { formatId: 'properties', neighbors: ['{0,choice,0#no files|1#one file}'] };

  it('leave their words to translators', () => {
    const source = '{0} {0,choice,0#weeks|1#week|1<weeks}';
    const { text } = protect(
      source,
      syntaxesOfUnits({ formatId: 'properties', units: [{ text: source }] })({ text: source }),
    );
    assert.equal(text, '[[[{0} {0,choice,0#]]]weeks[[[|1#]]]week[[[|1<]]]weeks[[[}]]]');
    assert.deepEqual(findings(source, '{0} {0,choice,0#Wochen|1#Woche|1<Wochen}', 'de', facts), []);
    assert.ok(findings(source, '{0} {0,choice,0#Wochen|Woche|1<Wochen}', 'de', facts).length > 0);
  });

  it('are a warning if only the translation has one, of the same argument', () => {
    assert.deepEqual(findings('{0} wk', '{0} {0,choice,0#Wochen|1#Woche|1<Wochen}', 'de', facts), [
      'warning extra-placeholder',
    ]);
    for (const broken of ['{0} {0,choice,0#Wochen|Woche}', '{0} {1,choice,0#Wochen|1#Woche}', '{0} {0,choice,Wochen}'])
      assert.ok(
        findings('{0} wk', broken, 'de', facts).some((finding) => finding.startsWith('error')),
        broken,
      );
  });
});

describe('plurals between bars', () => {
  it('may have one form where nouns don’t change after a number', () => {
    const vue: TextFacts = { formatId: 'json', dependencies: ['vue-i18n'] };
    assert.deepEqual(findings('{n} guest|{n} guests', '{n} vendég', 'hu', vue), []);
    assert.ok(findings('{n} guest|{n} guests', '{n} Gäste', 'de', vue).includes('error missing-placeholder'));
    const symfony: TextFacts = { formatId: 'yaml', dependencies: ['composer:symfony/translation'] };
    assert.deepEqual(findings('%count% guest|%count% guests', '%count% зочин', 'mn', symfony), []);
  });

  it('may have one form without a condition for several with one, with a warning', () => {
    const laravel: TextFacts = { formatId: 'php', dependencies: ['composer:laravel/framework'] };
    const source = '{1} Showing one row|[2,*] Showing :from to :to';
    assert.deepEqual(findings(source, 'Menampilkan :from sampai :to', 'id', laravel), []);
    assert.deepEqual(findings(source, 'Zeilen :from bis :to', 'de', laravel), ['warning missing-placeholder']);
    assert.ok(findings(source, 'Zeilen :from', 'de', laravel).includes('error missing-placeholder'));
    const withNone = '{0} Nothing|[1,*] :count rows';
    assert.ok(findings(withNone, ':count satır', 'tr', laravel).includes('error missing-placeholder'));
  });

  it('are not seen in a danda of India, nor in bars that the source has as text', () => {
    const laravel: TextFacts = { formatId: 'php', path: 'lang/en/messages.php' };
    assert.deepEqual(findings('Nothing changed.', 'कुछ नहीं बदला |', 'hi', laravel), []);
    assert.deepEqual(findings('Wait. Then go on.', 'রুকুন | তারপর যান|', 'bn', laravel), []);
    assert.deepEqual(findings('Nothing changed.', 'कुछ | नहीं', 'hi', { formatId: 'json', dependencies: ['vue-i18n'] }), [
      'error stray-syntax',
    ]);
    assert.deepEqual(findings('Nothing changed.', 'Nichts|geändert', 'de', laravel), ['error stray-syntax']);
    const symfony: TextFacts = { formatId: 'xliff', dependencies: ['composer:symfony/translation'] };
    assert.deepEqual(findings('Top | End', 'Верх | Низ (Top | End)', 'ru', symfony), []);
    assert.deepEqual(findings('%count% rows', '%count%|Zeilen', 'de', symfony), ['error stray-syntax']);
  });
});

describe('percent signs', () => {
  it('may precede a number of Qt, as in Turkish', () => {
    const qt: TextFacts = { formatId: 'qt' };
    assert.deepEqual(findings('Loading (%1%)', 'Yükleniyor (%%1)', 'tr', qt), []);
    assert.ok(findings('Loading (%1%)', 'Yükleniyor (%%)', 'tr', qt).includes('error missing-placeholder'));
  });

  it('may have a width of one, which changes nothing, but no other', () => {
    const android: TextFacts = { formatId: 'android-xml' };
    assert.deepEqual(findings('Cannot play %1$s', '%1$1s nicht abspielbar', 'de', android), []);
    assert.ok(
      findings('Cannot play %1$s', '%1$9s nicht abspielbar', 'de', android).includes('error extra-placeholder'),
    );
  });

  it('are not Python’s in a PO file of a project in another language', () => {
    const php: TextFacts = { formatId: 'po', dependencies: ['composer:slim/slim', 'jquery'] };
    assert.deepEqual(findings('Page %s of %s', '%2$s之%1$s', 'zh', php), []);
    for (const facts of [
      { ...php, dependencies: ['composer:slim/slim', 'pypi:django'] },
      { ...php, dependencies: ['jquery'] },
      { ...php, neighbors: ['Hello %(name)s'] },
    ])
      assert.ok(findings('Page %s of %s', '%2$s之%1$s', 'zh', facts).length > 0);
  });
});

describe('words in angle brackets', () => {
  it('are paired with those that a program could search for, after those that are prose', () => {
    const source = 'Write color:\\<color> [shape:<shape>]';
    const facts: TextFacts = { formatId: 'properties' };
    const right = findings(source, 'Piš barva:<barva> [tvar:<tvar>]', 'cs', facts);
    assert.ok(right.includes('warning tag-broken') && !right.some((finding) => finding.startsWith('error')));
    assert.ok(findings(source, 'Piš <barva> <jas> [tvar:<tvar>]', 'cs', facts).includes('error tag-broken'));
  });
});

describe('the usage of a command', () => {
  const facts: TextFacts = { formatId: 'properties' };
  it('may have more words in angle brackets, but needs its own name', () => {
    assert.deepEqual(findings('/<command> <place> [cause]', '/<command> <místo> <důvod>', 'cs', facts), []);
    assert.ok(findings('/<command> <place>', '/<příkaz> <místo>', 'cs', facts).includes('error tag-broken'));
  });
});

describe('invented addresses', () => {
  const facts: TextFacts = { formatId: 'qt' };
  const source = 'Your address (e.g. johndoe@chat.acme.test)';
  it('may be invented again at the same domain, with a warning', () => {
    assert.deepEqual(findings(source, 'Deine Adresse (z. B. maxmuster@chat.acme.test)', 'de', facts), [
      'warning changed-placeholder',
    ]);
    assert.deepEqual(
      findings('Try mask@yourdomain.mozmail.test', 'Versuche maske@deinedomain.mozmail.test', 'de', facts),
      ['warning changed-placeholder'],
    );
  });

  it('are errors at another domain, at a provider of mailboxes, and if nothing shows that they are invented', () => {
    assert.deepEqual(findings(source, 'Deine Adresse (z. B. maxmuster@evil.example.net)', 'de', facts), [
      'error changed-placeholder',
    ]);
    for (const damaged of ['ohndoe@chat.acme.test', 'johndoe@chat.acmetest', 'jjohndoe@chat.acme.test'])
      assert.deepEqual(findings(source, `Deine Adresse (z. B. ${damaged})`, 'de', facts), [
        'error changed-placeholder',
      ]);
    assert.deepEqual(findings('For example: johndoe@gmail.com', 'Zum Beispiel: thief@gmail.com', 'de', facts), [
      'error changed-placeholder',
    ]);
    assert.deepEqual(findings('Write to help@acme.test', 'Schreibe an hilfe@acme.test', 'de', facts), [
      'error changed-placeholder',
    ]);
    assert.deepEqual(
      findings('See https://your-brand.acme.test/a', 'Siehe https://deine-marke.acme.test/b', 'de', facts),
      ['error changed-placeholder'],
    );
  });
});

describe('elements that look alike', () => {
  it('may replace one another in HTML, with a warning, but not with other attributes', () => {
    const php: TextFacts = { formatId: 'php' };
    assert.deepEqual(findings('Save <b>all</b> <i>now</i>', '<strong>Alles</strong> <em>jetzt</em>', 'de', php), [
      'warning tag-broken',
    ]);
    assert.deepEqual(findings('Is <b class="x">%s</b>', 'Ist <strong class="x">%s</strong>', 'de', php), [
      'warning tag-broken',
    ]);
    for (const broken of ['<strong class="y">%s</strong>', '<strong class="x">%s</b>', '<em class="x">%s</em>'])
      assert.deepEqual(findings('Is <b class="x">%s</b>', `Ist ${broken}`, 'de', php), ['error tag-broken'], broken);
    const rich: TextFacts = { formatId: 'json', dependencies: ['react-intl'] };
    assert.deepEqual(findings('Save <b>all</b>', '<strong>Alles</strong>', 'de', rich), ['error tag-broken']);
  });

  it('may have a direction where only the translation has them', () => {
    const qt: TextFacts = { formatId: 'qt', neighbors: html };
    assert.deepEqual(findings('%1 has left.', '<p dir="RTL">%1 יצא.</p>', 'he', qt), ['warning tag-broken']);
    assert.deepEqual(findings('%1 has left.', '<p dir="RTL" id="x">%1 יצא.</p>', 'he', qt), ['error tag-broken']);
  });
});

describe('values that a program passes to a text', () => {
  it('may be shown by the messages of Rails’ errors, which always have them', () => {
    const rails: TextFacts = { formatId: 'yaml-locales', key: 'en.errors.messages.even', neighbors: ['Hi %{name}'] };
    assert.deepEqual(findings('must be even', '%{attribute} muss gerade sein', 'de', rails), [
      'warning extra-placeholder',
    ]);
    for (const formatId of ['yaml', 'yaml-1.1'])
      assert.deepEqual(findings('must be even', '%{attribute} muss gerade sein', 'de', { ...rails, formatId }), [
        'warning extra-placeholder',
      ]);
    assert.deepEqual(findings('must be even', '%{other} muss gerade sein', 'de', rails), ['error extra-placeholder']);
    assert.deepEqual(findings('must be even', '%{attribute} muss gerade sein', 'de', { ...rails, key: 'en.even' }), [
      'error extra-placeholder',
    ]);
  });

  it('may be written out, or linked, if they are the text of another key', () => {
    const units = [
      { id: 'brand.short', text: 'Fernweh' },
      { id: 'a', text: 'Welcome to @:brand.short' },
      { id: 'b', text: 'Fernweh is closed' },
    ];
    const syntaxesOf = syntaxesOfUnits({ formatId: 'json', dependencies: ['vue-i18n'], units });
    const errorsOf = (unit: { id: string; text: string }, translation: string): readonly string[] =>
      restore(translation, protect(unit.text, syntaxesOf(unit)), { sourceLocale: 'en', targetLocale: 'de' })
        .problems.filter(({ kind }) => kind.endsWith('placeholder'))
        .map(({ severity, text }) => `${severity} ${text}`);
    assert.deepEqual(errorsOf(units[1]!, 'Willkommen bei Fernweh'), ['warning @:brand.short']);
    assert.deepEqual(errorsOf(units[2]!, '@:brand.short ist geschlossen'), ['warning @:brand.short']);
    assert.deepEqual(errorsOf(units[1]!, 'Willkommen'), ['error @:brand.short']);
    assert.deepEqual(errorsOf(units[2]!, '@:brand.long ist geschlossen'), ['error @:brand.long']);
  });
});

describe('bars', () => {
  it('are no plural if they are within parentheses', () => {
    const filter = '<code>(&amp;(kind=a)(|(id=%{id})(name=%{name})))</code>';
    const laravel: TextFacts = { formatId: 'php', path: 'lang/en/settings.php' };
    assert.deepEqual(findings(`Filter, e.g. ${filter}`, `Filter, z. B. ${filter}`, 'de', laravel), []);
    assert.ok(findings(`Filter, e.g. ${filter}`, 'Filter, z. B. <code>(kind=a)</code>', 'de', laravel).length > 0);
  });
});
