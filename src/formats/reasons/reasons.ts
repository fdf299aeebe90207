/**
 * Why a format can't read a file or can't write a text: a code for each reason, and the reason in English. `{0}`, `{1}`
 * … stand for values. `words/formatSentences.ts` has the same sentences in the user's language.
 */
export const reasons = {
  // kit
  'file-too-large': 'This file is larger than {0} MiB, the most that is read as a locale file.',
  'text-lone-surrogate':
    'The translation holds half of a surrogate pair, which no file can hold. Correct that character and try again.',
  'unit-read-only': '“{0}” cannot be written: {1}',
  'unit-marked': 'it is marked as not to be translated.',
  'in-source-file': 'In the source file: {0}',

  // json

  // json5

  // arb

  // xcstrings

  // xml

  // android

  // resx

  // xliff

  // qt

  // stringsdict

  // strings

  // properties

  // code

  // php

  // module

  // yaml

  // toml

  // markdown

  // html

  // po

  // csv

  // fluent

  // subtitles
} as const satisfies Readonly<Record<string, string>>;

export type ReasonCode = keyof typeof reasons;
