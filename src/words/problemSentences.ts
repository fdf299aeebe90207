import * as l10n from '@vscode/l10n';
import type { Problem } from '../placeholders/read/placeholder.ts';
import { formatNumbers } from './formatting.ts';
import { sentences, words, type Words } from './words.ts';

/** Returns a sentence for a problem that a check found; it names the exact text. */
export function problemSentence(problem: Problem): Words {
  const { text } = problem;
  switch (problem.kind) {
    case 'missing-placeholder':
      return missingPlaceholderSentence(problem);
    case 'extra-placeholder':
      return words(l10n.t('The placeholder {0} is not in the source, or appears there fewer times.'), text);
    case 'changed-placeholder':
      return words(l10n.t('The placeholder was changed to {0}.'), text);
    case 'order-changed':
      return words(l10n.t('The order of placeholders matters and was changed at {0}.'), text);
    case 'icu-broken':
      return words(l10n.t('The message’s plural or select syntax is invalid: {0}'), text);
    case 'plural-missing':
      return words(l10n.t('The plural form “{0}”, which the language requires, is missing.'), text);
    case 'tag-broken':
      if (problem.start === undefined) return words(l10n.t('The tag {0} is missing.'), text);
      return words(
        l10n.t('The tag {0} is not in the source, appears there fewer times, or is in another position.'),
        text,
      );
    case 'stray-syntax':
      return words(l10n.t('Would be interpreted as syntax, and is not in the source: {0}'), text);
    case 'brackets-remaining':
      return words(l10n.t('Protective brackets remain in the translation: {0}'), text);
    case 'brackets-lost':
      return words(l10n.t('The source has {0} next to a placeholder, and the translation does not.'), text);
    case 'empty':
      return words(l10n.t('The translation is empty.'));
    case 'too-long':
      return words(l10n.t('The translation is longer than allowed: {0}'), text);
    case 'too-wide':
      return sentences(
        words(l10n.t('The length is allowed, but the characters are twice as wide as those of the source.')),
        words(l10n.t('The translation may not fit: {0}'), text),
      );
    case 'unusual-length':
      return words(l10n.t('The translation’s length is unusual for its source.'));
    case 'unusual-script':
      return words(l10n.t('The translation is mostly in a script that its language doesn’t use: {0}'), text);
    case 'whitespace-restored':
      if (problem.start === 0) return words(l10n.t('Leading whitespace was restored.'));
      return words(l10n.t('Trailing whitespace was restored.'));
    case 'apostrophe-doubled':
      return words(l10n.t('Apostrophes were doubled because the program reads a single one as a quotation mark.'));
    case 'apostrophe-quotes':
      if (problem.shown === undefined)
        return words(l10n.t('The program reads a single apostrophe as a quotation mark, and would reject this text.'));
      return words(
        l10n.t('The program may read a single apostrophe as a quotation mark, and would then show: {0}'),
        problem.shown,
      );
    case 'final-punctuation':
      return words(l10n.t('The final punctuation differs from the source: {0}'), text);
    case 'line-breaks':
      return words(l10n.t('The number of line breaks differs from the source.'));
    case 'same-as-source':
      return words(l10n.t('The translation is the same as the source.'));
    case 'hidden-character':
      return words(l10n.t('Contains a character that can’t be seen: {0}'), problem.shown ?? text);
    case 'direction-character':
      return words(
        l10n.t('Contains a character that changes the order of the text around it: {0}'),
        problem.shown ?? text,
      );
    case 'damaged-text':
      return words(l10n.t('The encoding of the text is damaged: {0}'), problem.shown ?? text);
    case 'foreign-letter':
      return words(l10n.t('The word “{0}” contains a letter of another script: {1}'), text, problem.shown ?? '');
    case 'foreign-link':
      return words(l10n.t('The link leads somewhere that the source doesn’t link to: {0}'), text);
    case 'formula':
      return words(l10n.t('A spreadsheet would calculate this text, because it begins with {0}'), text);
  }
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
  const missing = words(l10n.t('The placeholder {0} is missing.'), text);
  if (numbers === undefined) return missing;
  let reason = words(l10n.t('This plural form may be used for several numbers: {0} …'), formatNumbers(numbers));
  if (severity === 'error')
    reason = words(l10n.t('This plural form is used for several numbers: {0} …'), formatNumbers(numbers));
  return sentences(missing, reason);
}
