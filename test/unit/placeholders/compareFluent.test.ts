import assert from 'node:assert/strict';
import { protect } from '../../../src/placeholders/protect.ts';
import { restore } from '../../../src/placeholders/restore.ts';

const plural = 'You have { $n ->\n    [one] one email\n   *[other] { $n } emails\n}';

/** Returns the errors and warnings of a translation into Czech. */
function problemsOf(source: string, translation: string, targetLocale = 'cs'): readonly string[] {
  return restore(translation, protect(source, ['fluent', 'brace']), { targetLocale })
    .problems.filter(({ kind }) => kind !== 'unusual-length')
    .map(({ severity, kind, text }) => `${severity}: ${kind} ${text}`);
}

describe('translations of Fluent patterns with choices', () => {
  for (const [title, source, translation] of [
    [
      'the forms of its language',
      plural,
      'Máte { $n ->\n    [one] jeden\n    [few] { $n } maily\n   *[other] { $n } mailů\n}',
    ],
    [
      'whole sentences',
      plural,
      '{ $n ->\n    [one] Máte jeden\n    [few] Máte { $n } maily\n   *[other] Máte { $n } mailů\n}',
    ],
    ['one text for all numbers', plural, 'Počet e-mailů: { $n }'],
    ['a choice by grammatical case', 'Firefox', '{ $case ->\n   *[nom] Firefox\n    [gen] Firefoxu\n}'],
    ['a term in another case', 'Open { -brand }', 'Otevřít { -brand(case: "acc") } { $x ->\n   *[a] b\n}'],
    ['no choice by system', 'Open { PLATFORM() ->\n    [macos] Finder\n   *[other] Explorer\n}', 'Otevřít soubory'],
    [
      'a system more',
      '{ PLATFORM() ->\n    [macos] A\n   *[other] B\n}',
      '{ PLATFORM() ->\n    [macos] A\n    [linux] C\n   *[other] B\n}',
    ],
  ] as const)
    it(`may have ${title}`, () => {
      assert.deepEqual(problemsOf(source, translation), []);
    });

  for (const [title, translation, ...expected] of [
    [
      'a number that a form for several numbers lacks',
      'Máte { $n ->\n    [one] jeden\n    [few] maily\n   *[other] { $n } mailů\n}',
      'error: missing-placeholder { $n }',
    ],
    ['a number that the only text lacks', 'Máte e-maily', 'error: missing-placeholder { $n }'],
    [
      'another value',
      'Máte { $n ->\n    [one] jeden\n    [few] { $n } maily\n   *[other] { $m } { $n } mailů\n}',
      'error: extra-placeholder { $m }',
    ],
    [
      'a choice by another value',
      'Máte { $nn ->\n    [one] { $n }\n    [few] { $n }\n   *[other] { $n } mailů\n}',
      'error: extra-placeholder { $nn ->',
    ],
    [
      'a translated key',
      'Máte { $n ->\n    [jeden] { $n }\n   *[other] { $n } mailů\n}',
      'error: extra-placeholder [jeden]',
    ],
    [
      'a form that the language needs',
      'Máte { $n ->\n    [one] jeden\n   *[other] { $n } mailů\n}',
      'warning: plural-missing few',
    ],
  ] as const)
    it(`reports ${title}`, () => {
      assert.deepEqual(problemsOf(plural, translation), expected);
    });

  it('reports a variant that lost its key, unless one text is for all numbers', () => {
    const source = '{ $n ->\n    [0] none\n    [one] one\n   *[other] { $n } mails\n}';
    const lost = '{ $n ->\n    [one] nic jeden\n    [few] { $n } maily\n   *[other] { $n } mailů\n}';
    assert.deepEqual(problemsOf(source, lost), ['error: missing-placeholder [0]']);
    assert.deepEqual(problemsOf(plural, 'Máte { $n ->\n   *[other] { $n } mailů\n}'), []);
  });

  it('reports a choice that is no longer one', () => {
    for (const translation of [
      'Máte { $n ->\n    [one] x\n   *[other] { $n } y',
      'Máte { $n ->\n    [one] x\n   [other] { $n } y\n}',
    ])
      assert.ok(problemsOf(plural, translation).some((problem) => problem.startsWith('error')));
  });
});
