import assert from 'node:assert/strict';
import { findPlaceholders } from '../../../../src/placeholders/findPlaceholders.ts';
import { choiceNumber, numberPlaceholder } from '../../../../src/placeholders/read/numberPlaceholder.ts';
import type { PlaceholderSyntax } from '../../../../src/placeholders/read/placeholder.ts';

function numberOf(
  form: string,
  other: string,
  syntax: PlaceholderSyntax,
  needsAllArguments = false,
): string | undefined {
  const found = (text: string) => findPlaceholders(text, [syntax]);
  return numberPlaceholder(found(form), found(other), { needsAllArguments })?.text;
}

describe('numberPlaceholder', () => {
  it('returns the placeholder that only the form “other” has', () => {
    const cases: readonly (readonly [string, string, PlaceholderSyntax, string])[] = [
      ['1 day', '%{count} days', 'ruby', '%{count}'],
      ['One item', '{{count}} items', 'mustache', '{{count}}'],
      ['One item', '{{ count, number }} items', 'mustache', '{{ count, number }}'],
      ['One file', '%d files', 'printf', '%d'],
      ['One file', '%,d files', 'printf', '%,d'],
      ['One song', '%lld songs', 'printf', '%lld'],
      ['One file', '%s files', 'printf', '%s'],
      ['One file', '{0} files', 'dotnet', '{0}'],
      ['One tab', '{ $tabCount } tabs', 'fluent', '{ $tabCount }'],
      ['One file', '%n files', 'qt', '%n'],
      ['%{name} and 1 file', '%{name} and %{file_count} files', 'ruby', '%{file_count}'],
      ['One of %(all)s', '%(num)d of %(all)s', 'python-percent', '%(num)d'],
      ['%1$s has one photo', '%1$s has %2$d photos', 'printf', '%2$d'],
      ['%s has one photo', '%s has %d photos', 'printf', '%d'],
      ['%{name} joined', '%{name}, %{others} and %{count} others joined', 'ruby', '%{count}'],
    ];
    for (const [form, other, syntax, expected] of cases) assert.equal(numberOf(form, other, syntax), expected, other);
  });

  it('returns the number that both forms have', () => {
    assert.equal(numberOf('%{count} day', '%{count} days', 'ruby'), '%{count}');
    assert.equal(numberOf('%1$d file in %2$s', '%1$d files in %2$s', 'printf'), '%1$d');
    assert.equal(numberOf('{{name}}: {{n}} day', '{{name}}: {{n}} days', 'mustache'), '{{n}}');
    assert.equal(numberOf('{{total}} of {{count}}', '{{total}} of {{count}}', 'mustache'), '{{count}}');
  });

  it('returns undefined if it is not certain', () => {
    assert.equal(numberOf('Rename %{file}', 'Rename %{files}', 'ruby'), undefined);
    assert.equal(numberOf('%{name} joined', '%{name} joined', 'ruby'), undefined);
    assert.equal(numberOf('One', '%d of %d', 'printf'), undefined);
    assert.equal(numberOf('One', '%1$d of %2$d', 'printf'), undefined);
    assert.equal(numberOf('One', '<b>Many</b> https://example.com', 'tag'), undefined);
    assert.equal(numberOf('One', '100%% of many', 'printf'), undefined);
  });

  it('returns undefined if another placeholder would get its value', () => {
    assert.equal(numberOf('One file in %s', '%d files in %s', 'printf'), undefined);
    assert.equal(numberOf('%d file in %s', '%d files in %s', 'printf'), undefined);
    assert.equal(numberOf('%d file', '%d files', 'printf', true), undefined);
    assert.equal(numberOf('%(n)d file', '%(n)d files', 'python-percent', true), '%(n)d');
  });
});

describe('choiceNumber', () => {
  it('finds the argument of a plural, and its sign in the innermost branch', () => {
    const found = findPlaceholders('{n} of {m, number} on {n, date}', ['icu']);
    assert.equal(choiceNumber(found, 'n', true)?.text, '{n}');
    assert.equal(choiceNumber(found, 'm', true)?.text, '{m, number}');
    assert.equal(choiceNumber(found, 'd', true), undefined);
    const sign = [{ start: 0, end: 1, text: '#', syntax: 'icu' as const }];
    assert.equal(choiceNumber(sign, 'n', true)?.text, '#');
    assert.equal(choiceNumber(sign, 'n', false), undefined);
  });
});
