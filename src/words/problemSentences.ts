import * as l10n from '@vscode/l10n';
import type { Problem, ProblemKind } from '../placeholders/read/placeholder.ts';
import { formatNumbers } from './formatting.ts';
import { sentences, words, type Words } from './words.ts';

const problemSentences: Readonly<Record<ProblemKind, (problem: Problem) => Words>> = {
  'missing-placeholder': missingPlaceholderSentence,
  'extra-placeholder': ({ text }) =>
    words(l10n.t('The placeholder {0} is not in the source, or appears there fewer times.'), text),
  'changed-placeholder': ({ text }) => words(l10n.t('The placeholder was changed to {0}.'), text),
  'order-changed': ({ text }) => words(l10n.t('The order of placeholders matters and was changed at {0}.'), text),
  'icu-broken': ({ text }) => words(l10n.t('The message’s plural or select syntax is invalid: {0}'), text),
  'plural-missing': ({ text }) =>
    words(l10n.t('The plural form “{0}”, which the language requires, is missing.'), text),
  'tag-broken': ({ text, start }) => {
    if (start === undefined) return words(l10n.t('The tag {0} is missing.'), text);
    return words(
      l10n.t('The tag {0} is not in the source, appears there fewer times, or is in another position.'),
      text,
    );
  },
  'stray-syntax': ({ text }) => words(l10n.t('Would be interpreted as syntax, and is not in the source: {0}'), text),
  'brackets-remaining': ({ text }) => words(l10n.t('Protective brackets remain in the translation: {0}'), text),
  'brackets-lost': ({ text }) =>
    words(l10n.t('The source has {0} next to a placeholder, and the translation does not.'), text),
  empty: () => words(l10n.t('The translation is empty.')),
  'too-long': ({ text }) => words(l10n.t('The translation is longer than allowed: {0}'), text),
  'too-wide': ({ text }) =>
    sentences(
      words(l10n.t('The length is allowed, but the characters are twice as wide as those of the source.')),
      words(l10n.t('The translation may not fit: {0}'), text),
    ),
  'unusual-length': () => words(l10n.t('The translation’s length is unusual for its source.')),
  'unusual-script': ({ text }) =>
    words(l10n.t('The translation is mostly in a script that its language doesn’t use: {0}'), text),
  'whitespace-restored': ({ start }) => {
    if (start === 0) return words(l10n.t('Leading whitespace was restored.'));
    return words(l10n.t('Trailing whitespace was restored.'));
  },
  'apostrophe-doubled': () =>
    words(l10n.t('Apostrophes were doubled because the program reads a single one as a quotation mark.')),
  'apostrophe-quotes': ({ shown }) => {
    if (shown === undefined)
      return words(l10n.t('The program reads a single apostrophe as a quotation mark, and would reject this text.'));
    return words(
      l10n.t('The program may read a single apostrophe as a quotation mark, and would then show: {0}'),
      shown,
    );
  },
  'final-punctuation': ({ text }) => words(l10n.t('The final punctuation differs from the source: {0}'), text),
  'line-breaks': () => words(l10n.t('The number of line breaks differs from the source.')),
  'same-as-source': () => words(l10n.t('The translation is the same as the source.')),
  'hidden-character': ({ text, shown }) => words(l10n.t('Contains a character that can’t be seen: {0}'), shown ?? text),
  'direction-character': ({ text, shown }) =>
    words(l10n.t('Contains a character that changes the order of the text around it: {0}'), shown ?? text),
  'damaged-text': ({ text, shown }) => words(l10n.t('The encoding of the text is damaged: {0}'), shown ?? text),
  'foreign-letter': ({ text, shown }) =>
    words(l10n.t('The word “{0}” contains a letter of another script: {1}'), text, shown ?? ''),
  'foreign-link': ({ text }) => words(l10n.t('The link leads somewhere that the source doesn’t link to: {0}'), text),
  formula: ({ text }) => words(l10n.t('A spreadsheet would calculate this text, because it begins with {0}'), text),
};

/** Returns a sentence for a problem that a check found; it names the exact text. */
export function problemSentence(problem: Problem): Words {
  return problemSentences[problem.kind](problem);
}

/** Returns the errors, followed by the warnings. */
export function worstFirst(problems: readonly Problem[]): readonly Problem[] {
  return [
    ...problems.filter(({ severity }) => severity === 'error'),
    ...problems.filter(({ severity }) => severity === 'warning'),
  ];
}

/** Returns a problem's sentence, preceded by its severity. */
export function problemLine(problem: Problem): Words {
  const sentence = problemSentence(problem);
  return problem.severity === 'error' ? words(l10n.t('Error: {0}'), sentence) : words(l10n.t('Warning: {0}'), sentence);
}

function missingPlaceholderSentence({ text, numbers, severity }: Problem): Words {
  const sentence = words(l10n.t('The placeholder {0} is missing.'), text);
  if (numbers === undefined) return sentence;
  let reason = words(l10n.t('This plural form may be used for several numbers: {0} …'), formatNumbers(numbers));
  if (severity === 'error')
    reason = words(l10n.t('This plural form is used for several numbers: {0} …'), formatNumbers(numbers));
  return sentences(sentence, reason);
}
