import assert from 'node:assert/strict';
import { languageFindings } from '../../l10n/languageCheck.ts';
import { messagesOf, type Message } from '../../l10n/messages.ts';

const code = `import * as l10n from '@vscode/l10n';
plural(count, { one: l10n.t('{0} job'), other: l10n.t('{0} jobs') });
words(l10n.t({ message: 'Order', comment: ['A noun'] }));
words(l10n.t('Deliver Translation'));
words(l10n.t('Use “Deliver Translation” for {0}.'), file);
`;
const messages: readonly Message[] = messagesOf('commands/example.ts', code);

const right = {
  'Deliver Translation': 'Übersetzung liefern',
  'Order/A noun': 'Auftrag',
  'Use “Deliver Translation” for {0}.': 'Verwenden Sie „Übersetzung liefern“ für {0}.',
  '{0} job': '{0} Job',
  '{0} jobs': '{0} Jobs',
};

function findings(changes: Readonly<Record<string, string | undefined>>, language: 'de' | 'fr' | 'ja' = 'de'): string {
  const bundle = Object.fromEntries(
    Object.entries({ ...right, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return languageFindings(language, messages, { bundle, manifest: {} }, [], {}).join('\n');
}

describe('messagesOf', () => {
  it('names the place and the plural form of a message', () => {
    const [one] = messages;
    assert.deepEqual(one, {
      key: '{0} job',
      message: '{0} job',
      comment: undefined,
      uses: [{ place: 'commands/example.ts:2', category: 'one', role: 'plural(count) one:' }],
    });
  });

  it('keeps messages with different comments apart', () => {
    assert.equal(messages[2]?.key, 'Order/A noun');
  });
});

describe('languageFindings', () => {
  it('finds nothing in a complete translation', () => {
    assert.equal(findings({}), '');
  });

  const wrong: readonly (readonly [string, Readonly<Record<string, string | undefined>>, RegExp])[] = [
    ['a missing message', { '{0} job': undefined }, /lacks “\{0\} job”/u],
    ['an obsolete message', { Zebra: 'Zebra' }, /“Zebra”, which is not used/u],
    ['another order', { Alpha: 'Alpha' }, /is not sorted/u],
    ['a lost placeholder', { '{0} job': 'ein Job' }, /has the placeholders “” instead of “\{0\}”/u],
    ['a text that is the same as in English', { '{0} jobs': '{0} jobs' }, /is the same as in English/u],
    ['whitespace at the end', { 'Order/A noun': 'Auftrag ' }, /other whitespace/u],
    [
      'quotation marks of English',
      { 'Use “Deliver Translation” for {0}.': '“Übersetzung liefern” für {0}.' },
      /has ”/u,
    ],
    [
      'another name of a command',
      { 'Use “Deliver Translation” for {0}.': 'Verwenden Sie „Übersetzung ausliefern“ für {0}.' },
      /mentions “Deliver Translation”, which is “Übersetzung liefern” in the interface/u,
    ],
    [
      'a lost ellipsis or full stop',
      { 'Deliver Translation': 'Übersetzung liefern.' },
      /ends with “\.” instead of “”/u,
    ],
  ];
  for (const [what, changes, found] of wrong) {
    it(`finds ${what}`, () => {
      assert.match(findings(changes), found);
    });
  }

  it('finds a plural form without its number, because French uses it for 0 and 1', () => {
    const [one] = messagesOf(
      'a.ts',
      `'@vscode/l10n'; plural(n, { one: l10n.t('one job'), other: l10n.t('{0} jobs') });`,
    );
    assert.ok(one !== undefined);
    const found = languageFindings('fr', [one], { bundle: { 'one job': 'une tâche' }, manifest: {} }, [], {});
    assert.deepEqual(found, ['“one job” is a plural form without its number.']);
  });

  it('finds a message for both forms of a plural, because other languages inflect them', () => {
    const text = `l10n.t('{0} more')`;
    const form = `'@vscode/l10n'; plural(n, { one: ${text}, other: ${text} });`;
    const [one, other] = messagesOf('a.ts', form);
    assert.ok(one !== undefined && other !== undefined);
    const message = { ...one, uses: [...one.uses, ...other.uses] };
    const found = languageFindings('fr', [message], { bundle: { '{0} more': '{0} de plus' }, manifest: {} }, [], {});
    assert.deepEqual(found, ['“{0} more” is the form “one” and the form “other” of a plural, which need comments.']);
  });

  it('accepts the form that French uses for whole millions only, and no further forms of other languages', () => {
    assert.ok(!findings({}, 'fr').includes('plural form'));
    const russian = 'ru' as 'de';
    const found = languageFindings(russian, [], { bundle: {}, manifest: {} }, [], {});
    assert.deepEqual(found, [
      'ru has the plural form “few”, which “plural” lacks.',
      'ru has the plural form “many”, which “plural” lacks.',
    ]);
  });

  it('says which files are missing', () => {
    const found = languageFindings('ja', messages, { bundle: undefined, manifest: undefined });
    assert.deepEqual(found, ['l10n/bundle.l10n.ja.json doesn’t exist.', 'package.nls.ja.json doesn’t exist.']);
  });
});
