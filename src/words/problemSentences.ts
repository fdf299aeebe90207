import * as l10n from '@vscode/l10n';
import type { Problem } from '../placeholders/read/placeholder.ts';
import { words, type Words } from './words.ts';

/** Returns a sentence for a problem that a check found; it names the exact text. */
export function problemSentence(problem: Problem): Words {
  const { text } = problem;
  switch (problem.kind) {
    case 'missing-placeholder':
      return words(l10n.t('The placeholder {0} is missing.'), text);
    case 'extra-placeholder':
      return words(l10n.t('The placeholder {0} is not in the source, or stands there less often.'), text);
    case 'changed-placeholder':
      return words(l10n.t('The placeholder was changed to {0}.'), text);
    case 'order-changed':
      return words(l10n.t('The order of placeholders matters here and was changed at {0}.'), text);
    case 'icu-broken':
      return words(l10n.t('The message’s plural or select syntax is broken: {0}'), text);
    case 'plural-missing':
      return words(l10n.t('The plural form “{0}” is missing, which the language needs.'), text);
    case 'tag-broken':
      return problem.start === undefined
        ? words(l10n.t('The tag {0} is missing.'), text)
        : words(l10n.t('The tag {0} is not in the source, stands there less often, or at another place.'), text);
    case 'stray-syntax':
      return words(l10n.t('The program would take this for code, and the source does not have it: {0}'), text);
    case 'brackets-left':
      return words(l10n.t('Protecting brackets were left in the text: {0}'), text);
    case 'empty':
      return words(l10n.t('The translation is empty.'));
    case 'too-long':
      return words(l10n.t('The translation is longer than allowed: {0}'), text);
    case 'too-wide':
      return words(
        l10n.t(
          'The translation has no more characters than allowed, but they are twice as wide as those of the source. This may have no room: {0}',
        ),
        text,
      );
    case 'unusual-length':
      return words(l10n.t('The length of the translation is unusual for its source.'));
    case 'unusual-script':
      return words(l10n.t('The translation is mostly in a script that its language is not written in: {0}'), text);
    case 'blanks-repaired':
      return problem.start === 0
        ? words(l10n.t('Blanks at the beginning were put back as in the source.'))
        : words(l10n.t('Blanks at the end were put back as in the source.'));
    case 'final-punctuation':
      return words(l10n.t('The punctuation at the end differs from the source: {0}'), text);
    case 'line-breaks':
      return words(l10n.t('The number of line breaks differs from the source.'));
    case 'same-as-source':
      return words(l10n.t('The translation is the same as the source.'));
  }
}

/** Errors, then warnings. */
export function worstFirst(problems: readonly Problem[]): readonly Problem[] {
  return [
    ...problems.filter(({ severity }) => severity === 'error'),
    ...problems.filter(({ severity }) => severity === 'warning'),
  ];
}

/** Returns a problem's sentence, preceded by its severity. */
export function problemLine(problem: Problem): Words {
  return problem.severity === 'error'
    ? words(l10n.t('Error: {0}'), problemSentence(problem))
    : words(l10n.t('Warning: {0}'), problemSentence(problem));
}
