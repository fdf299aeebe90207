import assert from 'node:assert/strict';
import { present } from '../../../../src/base/present.ts';
import type { WriteContext } from '../../../../src/formats/format.ts';
import { applyEdits } from '../../../../src/formats/formats.ts';
import { po } from '../../../../src/formats/po/po.ts';

const header = [
  'msgid ""',
  'msgstr ""',
  '"Language: de\\n"',
  '"Content-Type: text/plain; charset=UTF-8\\n"',
  '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"',
];

const template = `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#: search.c:3
msgid "Search the archive"
msgstr ""

#, c-format
msgid "Open %s"
msgstr ""

msgctxt "menu"
msgid "Close"
msgstr ""

msgid "%d page"
msgid_plural "%d pages"
msgstr[0] ""
msgstr[1] ""
`;

function file(...lines: readonly string[]): string {
  return `${[...header, ...lines].join('\n')}\n`;
}

function write(text: string, translations: Record<string, string>, state?: WriteContext['state']): string {
  const context = { sourceText: template, sourceLocale: 'en', targetLocale: 'de', ...present({ state }) };
  return applyEdits(text, po.write(text, new Map(Object.entries(translations)), context));
}

const search = ['#~ msgid "Search the archive"', '#~ msgstr "Archiv durchsuchen"'];
const searchInUse = ['#: search.c:3', 'msgid "Search the archive"', 'msgstr "Im Archiv suchen"'];
const wanted = { 'Search the archive': 'Im Archiv suchen' };

describe('obsolete entries', () => {
  it('are replaced by the entry of the same message, which gettext refuses next to them', () => {
    assert.equal(write(file('', ...search), wanted), file('', ...searchInUse));
  });

  it('keep their places if they are about other messages', () => {
    const rest = ['#~ msgid "Gone"', '#~ msgstr "Weg"'];
    assert.equal(write(file('', ...search, '', ...rest), wanted), file('', ...searchInUse, '', ...rest));
    assert.equal(write(file('', ...rest, '', ...search), wanted), file('', ...searchInUse, '', ...rest));
    // Without empty lines between them.
    assert.equal(write(file('', ...rest, ...search), wanted), file('', ...searchInUse, '', ...rest));
    assert.equal(write(file('', ...search, ...rest), wanted), file('', ...searchInUse, '', ...rest));
  });

  it('are removed when the text of the entry that is in the file, too, is written', () => {
    const empty = ['msgid "Search the archive"', 'msgstr ""'];
    const filled = ['msgid "Search the archive"', 'msgstr "Im Archiv suchen"'];
    assert.equal(write(file('', ...empty, '', ...search), wanted), file('', ...filled));
    assert.equal(write(file('', ...search, '', ...empty), wanted), file('', ...filled));
  });

  it('are removed with their flags and previous texts, in each spelling', () => {
    const spellings = [
      ['#, fuzzy', '#~| msgid "Search archive"', ...search],
      ['#~, fuzzy', '#~| msgid "Search archive"', ...search],
      ['#~ #: old.c:1', '#~ #, fuzzy', '#~ #| msgid "Search archive"', ...search],
      ['#~ msgid ""', '#~ "Search the "', '#~ "archive"', '#~ msgstr ""', '#~ "Archiv "', '#~ "durchsuchen"'],
    ];
    for (const lines of spellings) assert.equal(write(file('', ...lines), wanted), file('', ...searchInUse));
  });

  it('give the translator’s comments to the new entry', () => {
    assert.equal(
      write(file('', '# Short, it is a button', ...search), wanted),
      file('', '# Short, it is a button', ...searchInUse),
    );
  });

  it('are about the same message only with the same context', () => {
    const close = ['#~ msgid "Close"', '#~ msgstr "Schließen"'];
    const closeInMenu = ['#~ msgctxt "menu"', '#~ msgid "Close"', '#~ msgstr "Schließen"'];
    const inUse = ['msgctxt "menu"', 'msgid "Close"', 'msgstr "Zu"'];
    assert.equal(write(file('', ...close), { 'menu.Close': 'Zu' }), file('', ...inUse, '', ...close));
    assert.equal(write(file('', ...closeInMenu), { 'menu.Close': 'Zu' }), file('', ...inUse));
  });

  it('are about the same message whether or not they have a plural', () => {
    const inUse = ['msgid "%d page"', 'msgid_plural "%d pages"', 'msgstr[0] "%d Blatt"', 'msgstr[1] "%d Blätter"'];
    const translations = { '%d page#one': '%d Blatt', '%d page#other': '%d Blätter' };
    const singular = ['#~ msgid "%d page"', '#~ msgstr "%d Seite"'];
    const plural = ['#~ msgid "%d page"', '#~ msgid_plural "%d sheets"', '#~ msgstr[0] "a"', '#~ msgstr[1] "b"'];
    for (const lines of [singular, plural]) assert.equal(write(file('', ...lines), translations), file('', ...inUse));
  });

  it('are removed in a file with CRLF, without a final line end, and several times', () => {
    const withCrLf = file('', ...search, '', ...search).replaceAll('\n', '\r\n');
    assert.equal(write(withCrLf, wanted), file('', ...searchInUse).replaceAll('\n', '\r\n'));
    assert.equal(write(file('', ...search).slice(0, -1), wanted), file('', ...searchInUse));
  });

  it('are kept if they are broken', () => {
    const broken = ['#~ msgid "Search the archive', '#~ msgstr "Archiv durchsuchen"'];
    assert.equal(write(file('', ...broken), wanted), file('', ...searchInUse, '', ...broken));
  });

  it('offer their finished translations', () => {
    const offered = (...lines: readonly string[]): unknown => po.obsolete?.(file('', ...lines), 'de');
    assert.deepEqual(offered(...search), [{ id: 'Search the archive', text: 'Archiv durchsuchen' }]);
    assert.deepEqual(offered('#, fuzzy', ...search), []);
    assert.deepEqual(offered('#~, fuzzy', ...search), []);
    assert.deepEqual(offered('#~ msgid "Search the archive"', '#~ msgstr ""'), []);
    assert.deepEqual(offered('#~ msgctxt "menu"', '#~ msgid "Close"', '#~ msgstr "Zu"'), [
      { id: 'menu.Close', text: 'Zu' },
    ]);
    assert.deepEqual(
      offered(
        '#~ msgid "%d page"',
        '#~ msgid_plural "%d pages"',
        '#~ msgstr[0] "%d Seite"',
        '#~ msgstr[1] "%d Seiten"',
      ),
      [
        { id: '%d page#one', text: '%d Seite', plural: 'one', pluralSource: '%d pages' },
        { id: '%d page#other', text: '%d Seiten', plural: 'other', pluralSource: '%d pages' },
      ],
    );
    assert.deepEqual(po.obsolete?.(file('', ...search), 'fr'), []);
  });
});
