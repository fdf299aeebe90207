import assert from 'node:assert/strict';
import { protect } from '../../../src/placeholders/protect.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import { findings, type TextFacts } from './findings.ts';

/** Texts of a server of Minecraft in MiniMessage. */
const chatTexts = ['dark_red', 'gray', 'green', 'primary', 'secondary'].flatMap((color) =>
  Array.from({ length: 6 }, (_, index) => `<${color}>Line ${index}`),
);
const chat: TextFacts = { formatId: 'properties', neighbors: chatTexts };

describe('colors of a chat', () => {
  const source = '<primary>Home<secondary> {0} <primary>was set.';

  it('are a warning if a translation lacks, replaces or moves them', () => {
    for (const translation of [
      'Zuhause {0} wurde gesetzt.',
      '<gray>Zuhause <green>{0}<gray> wurde gesetzt.',
      '<secondary>{0}<primary>: Zuhause gesetzt.',
      '<dark_aqua>Zuhause<secondary> {0} <b>gesetzt</b>.',
    ])
      for (const finding of findings(source, translation, 'de', chat)) assert.equal(finding, 'warning tag-broken');
  });

  it('are errors if remains of them are shown', () => {
    for (const shown of [
      '&7Zuhause &3{0} &7wurde gesetzt.',
      '§6Zuhause {0} wurde gesetzt.',
      '<Hauptfarbe>Zuhause {0} wurde gesetzt.',
      '<основной>Zuhause {0}.',
      '(primary)Zuhause {0} wurde gesetzt.',
      '<primary Zuhause {0} wurde gesetzt.',
      'primary>Zuhause {0} wurde gesetzt.',
      '<primary>Zuhause {0}</b> wurde gesetzt.',
    ])
      assert.ok(
        findings(source, shown, 'de', chat).some((finding) => finding.startsWith('error')),
        shown,
      );
  });

  it('are no reason to lose an argument, a link or a command', () => {
    assert.ok(findings(source, 'Zuhause wurde gesetzt.', 'de', chat).includes('error missing-placeholder'));
    const link = 'Join <click:open_url:"{0}">{0}</click><primary>!';
    assert.ok(findings(link, 'Tritt {0} bei!', 'de', chat).includes('error tag-broken'));
    assert.ok(findings('/<command> <player>', '/<befehl> <spieler>', 'de', chat).includes('error tag-broken'));
  });

  it('are errors where no other text shows that the program has them', () => {
    const plain: TextFacts = { formatId: 'properties', neighbors: ['Save', 'Open <b>all</b>'] };
    assert.ok(findings('<green>Saved', 'Gespeichert', 'de', plain).includes('error tag-broken'));
    const rich: TextFacts = { formatId: 'json', dependencies: ['react-intl'], neighbors: chatTexts };
    assert.ok(findings('<green>Saved</green>', 'Gespeichert', 'de', rich).includes('error tag-broken'));
  });

  it('are errors if they are codes', () => {
    const codes: TextFacts = { formatId: 'json', neighbors: ['&aReady', '&cStop', '&eWait &f{0}'] };
    assert.ok(findings('&eDone: &f{0}', 'Fertig: {0}', 'de', codes).includes('error missing-placeholder'));
  });
});

describe('inline elements of a manual', () => {
  const mallard: TextFacts = {
    formatId: 'po',
    neighbors: Array.from(
      { length: 12 },
      (_, index) => `Choose <gui style="tab">Tab ${index}</gui> or <gui>Item</gui>.`,
    ),
  };

  it('may replace one another, with a warning', () => {
    for (const translation of [
      'Wähle <gui>Alles</gui>.',
      'Wähle <gui style="button">Alles</gui>.',
      'Wähle <em>Alles</em>.',
    ])
      assert.deepEqual(findings('Choose <gui style="menuitem">All</gui>.', translation, 'de', mallard), [
        'warning tag-broken',
      ]);
  });

  it('are errors if they are lost, added, not closed, translated or HTML, and so are links', () => {
    for (const translation of [
      'Wähle Alles.',
      'Wähle <gui>Alles.',
      'Wähle <em>Alles</gui>.',
      'Wähle <oberfläche>Alles</oberfläche>.',
      'Wähle <i>Alles</i>.',
      'Wähle <app>Alles</app> <gui>jetzt</gui>.',
      'Wähle <link xref="all">Alles</link>.',
    ])
      assert.ok(
        findings('Choose <gui>All</gui>.', translation, 'de', mallard).includes('error tag-broken') ||
          translation.includes('<app>'),
        translation,
      );
    const link = 'See <link xref="a">this</link>.';
    assert.ok(findings(link, 'Siehe <gui>dies</gui>.', 'de', mallard).includes('error tag-broken'));
    assert.ok(findings(link, 'Siehe <link xref="b">dies</link>.', 'de', mallard).includes('error tag-broken'));
  });

  it('of components of a program may not: they lead somewhere', () => {
    const lingui: TextFacts = {
      formatId: 'po',
      neighbors: Array.from({ length: 12 }, (_, index) => `Go to <0>page ${index}</0> or <1>back</1>.`),
    };
    assert.ok(findings('See <0>this</0>.', 'Siehe <1>dies</1>.', 'de', lingui).includes('error tag-broken'));
  });
});

describe('labels of Swing', () => {
  const labels = ['<html>One<br>two</html>', '<html>Press <b>Enter</b>', '<html>Three', 'Four'];
  const swing: TextFacts = { formatId: 'properties', neighbors: labels };

  it('may begin as a document, or not, with a warning', () => {
    assert.deepEqual(findings('<html>The size</html>', 'Die Größe', 'de', swing), ['warning tag-broken']);
    assert.deepEqual(findings('The size', '<html>Die <b>Größe</b><br>aller</html>', 'de', swing), [
      'warning tag-broken',
    ]);
    assert.deepEqual(findings('<html>The size</html>', '<html>Die Größe<html>', 'de', swing), []);
  });

  it('show their tags if they do not begin as a document', () => {
    assert.ok(findings('<html>The <b>size</b></html>', 'Die <b>Größe</b>', 'de', swing).includes('error tag-broken'));
    assert.ok(findings('<html>The <b>size</b></html>', 'Die Größe', 'de', swing).includes('error tag-broken'));
    assert.ok(findings('<html>Of {0}</html>', '<html>Von</html>', 'de', swing).includes('error missing-placeholder'));
    const web: TextFacts = { formatId: 'php', neighbors: labels };
    assert.ok(findings('<html>The size</html>', 'Die Größe', 'de', web).includes('error tag-broken'));
  });
});

describe('links in tags', () => {
  const php: TextFacts = { formatId: 'php' };
  it('may be encrypted, and nothing else', () => {
    const link = (address: string): string => `<a href="${address}">x</a>`;
    assert.deepEqual(findings(link('http://a.test/b'), link('https://a.test/b'), 'de', php), []);
    for (const broken of [
      'http://a.test/b',
      'https://a.test/b/',
      'https://a.test/c',
      'https://a.test.example/b',
      'https:/a.test/b',
    ])
      assert.ok(findings(link('https://a.test/b'), link(broken), 'de', php).includes('error tag-broken'), broken);
  });

  it('and not nested rightly are errors', () => {
    const nested = findings(
      '<a href="https://a.test/b/"><b>x</b></a>',
      '<a href="https://a.test/b"><b>x</a></b>',
      'de',
      php,
    );
    assert.ok(nested.includes('error tag-broken'));
  });

  it('have one apostrophe for two in a message of Java with arguments', () => {
    const java: TextFacts = { formatId: 'properties' };
    assert.deepEqual(findings('See <a href="{0}/x">x</a>', "Siehe <a href=''{0}/x''>x</a>", 'de', java), []);
    assert.ok(
      findings('See <a href="{0}/x">x</a>', "Siehe <a href=''{0}/y''>x</a>", 'de', java).includes('error tag-broken'),
    );
    assert.ok(findings('See <a href="%s">x</a>', "Siehe <a href=''%s''>x</a>", 'de', php).includes('error tag-broken'));
  });
});

describe('addresses that say what to insert', () => {
  const properties: TextFacts = { formatId: 'properties' };
  it('may be translated, with a warning', () => {
    for (const [source, translation] of [
      ['Such as http://server:port/app', 'Ad esempio http://server:porta/app'],
      ['Under http://yourserver/files', 'In http://iltuoserver/files'],
      ['jdbc:mysql://host:port/database', 'jdbc:mysql://host:puerto/basededatos'],
    ] as const)
      assert.ok(
        findings(source, translation, 'de', properties).every(
          (finding) => !finding.startsWith('error') || finding.endsWith('foreign-link'),
        ),
        translation,
      );
  });

  it('may not become an address of somebody, or none', () => {
    assert.ok(
      findings('Under http://yourserver/files', 'In evil', 'de', properties).includes('error missing-placeholder'),
    );
    for (const [source, translation] of [
      ['Write to help@shop.test', 'Scrivi a aiuto@shop.test'],
      ['See https://shop.test/a', 'Vedi https://shop.test/b'],
      ['See https://serverport.test/', 'Vedi https://server.test/'],
    ] as const)
      assert.ok(
        findings(source, translation, 'it', properties).some((finding) => finding.startsWith('error')),
        translation,
      );
    for (const foreign of [
      'http://evil.test/files',
      'https://evil.test',
      'http://me@evil.test/x',
      'http://server@evil.test',
    ])
      assert.ok(
        findings('Under http://yourserver/files', `In ${foreign}`, 'de', properties).some((finding) =>
          finding.startsWith('error'),
        ),
        foreign,
      );
  });

  it('of a browser may have an ending', () => {
    const chrome: TextFacts = { formatId: 'chrome' };
    assert.deepEqual(findings('Open chrome://extensions now', 'Öffne die chrome://extensions-Seite', 'de', chrome), []);
    assert.ok(
      findings('Open chrome://extensions now', 'Öffne chrome://settings', 'de', chrome).includes('error foreign-link'),
    );
  });
});

describe('conversions of printf', () => {
  const c: TextFacts = { formatId: 'po', flags: ['c-format'] };
  it('%i is %d in C, by the flags or the places in the code', () => {
    assert.deepEqual(findings('%d files', '%i Dateien', 'de', c), []);
    assert.deepEqual(findings('%1$ld of %2$s', '%2$s: %1$li', 'de', c), []);
    assert.deepEqual(findings('%d of %s', '%1$i von %2$s', 'de', c), []);
    assert.deepEqual(findings('%d files', '%i Dateien', 'de', { formatId: 'po', note: 'Used in src/main.cpp:12' }), []);
    assert.deepEqual(findings('%d files', '%i Dateien', 'de', { formatId: 'strings' }), []);
    for (const other of [
      '%s Dateien',
      '%u Dateien',
      '%x Dateien',
      '%ld Dateien',
      '% i Dateien',
      '%1$i und %2$i Dateien',
    ])
      assert.ok(
        findings('%d files', other, 'de', c).some((finding) => finding.startsWith('error')),
        other,
      );
  });

  it('%i is no conversion in Java and PHP, and may be none in other programs', () => {
    for (const facts of [
      { formatId: 'android-xml' },
      { formatId: 'php' },
      { formatId: 'po', flags: ['php-format'] },
      { formatId: 'po', note: 'Used in src/main.php:12' },
      { formatId: 'po', note: 'Used in src/main.c:12, src/main.php:1' },
      { formatId: 'po' },
    ])
      assert.ok(
        findings('%d files', '%i Dateien', 'de', facts).some((finding) => finding.startsWith('error')),
        JSON.stringify(facts),
      );
  });

  it('have numbers in C without flags, too, but not in Python', () => {
    const note = 'Used in src/print.c:345';
    assert.deepEqual(findings('Page %d of %d', '%2$d の %1$d', 'ja', { formatId: 'po', note }), []);
    assert.ok(
      findings('Page %d of %d', '%2$d の %1$d', 'ja', { formatId: 'po', note: 'Used in print.py:3' }).some((finding) =>
        finding.startsWith('error'),
      ),
    );
  });
});

describe('codes for a line break', () => {
  const yaml: TextFacts = { formatId: 'yaml' };
  it('are restored at the end, where nothing follows, with a warning', () => {
    const sent = protect('Dear customer,\\n', ['line-break']);
    assert.equal(restore('Beste klant,', sent).text, 'Beste klant,\\n');
    assert.deepEqual(findings('Dear customer,\\n', 'Beste klant,', 'nl', yaml), ['warning whitespace-restored']);
    assert.deepEqual(findings('Dear customer,\\n\\n', 'Beste klant, ', 'nl', yaml), ['warning whitespace-restored']);
    assert.deepEqual(findings('One\\nTwo\\n', 'Een\\nTwee', 'nl', yaml), ['warning whitespace-restored']);
  });

  it('are errors within a text, if something of them remains, and if there are more', () => {
    assert.ok(findings('One\\nTwo', 'Een twee', 'nl', yaml).includes('error missing-placeholder'));
    assert.ok(findings('One\\nTwo\\n', 'Een twee', 'nl', yaml).includes('error missing-placeholder'));
    assert.ok(findings('One\\n', 'Een\\', 'nl', yaml).includes('error missing-placeholder'));
    assert.ok(findings('One\\n', 'Een\\ n', 'nl', yaml).includes('error missing-placeholder'));
    assert.ok(findings('One', 'Een\\n', 'nl', yaml).includes('error extra-placeholder'));
  });
});

describe('braces in apostrophes', () => {
  it('are shown by MessageFormat, so that they are a warning there', () => {
    const java: TextFacts = { formatId: 'properties', neighbors: ['Of {0}', "It''s {1}"] };
    const result = findings('Name, such as "foo"', "Name: $'{'NAME##*/}", 'de', java);
    assert.ok(
      result.every((finding) => finding.startsWith('warning')),
      result.join(),
    );
    assert.ok(findings('Name {0}', "Name '{'0}", 'de', java).includes('error missing-placeholder'));
    assert.ok(findings('Name', 'Name {x', 'de', java).some((finding) => finding.startsWith('error')));
  });
});
