import * as l10n from '@vscode/l10n';
import type { LayoutPatternError, LayoutPatternReason } from '../locales/layoutPatternError.ts';
import type { SettingReason, SettingReasonCode, SettingReasonValues } from '../placeholders/pattern/settingError.ts';
import type { UnprotectableError } from '../placeholders/read/placeholder.ts';
import { formatSentence } from './formatSentence.ts';
import { localeName } from './formatting.ts';
import { fillMessage, fromOutside, join, plural, sentences, words, type MessageTable, type Words } from './words.ts';
import type { BranchError, BranchErrorReason } from '../orders/model/errors/branchError.ts';
import type { GitError, GitErrorReason } from '../orders/model/errors/gitError.ts';
import type { SkippedFile } from '../orders/model/plan/skippedFile.ts';
import type { UndeliverableError } from '../orders/model/errors/undeliverableError.ts';

const settingMessages: MessageTable<SettingReasonValues> = {
  'too-many-patterns': () => l10n.t('At most {0} patterns are supported.'),
  'too-many-terms': () => l10n.t('At most {0} terms are supported.'),
  'too-long': () => l10n.t('It is longer than {0} characters.'),
  'unknown-family': () => l10n.t('No placeholder family has this name. The families are: {0}.'),
  'not-a-pattern': () => l10n.t('It is not a valid regular expression: {0}.'),
  'pattern-flags': () => l10n.t('It changes flags inside the pattern, which is not supported.'),
  'pattern-backreference': () =>
    l10n.t('It refers to the match of an earlier group, which can take exponential time. Repeat the group’s pattern.'),
  'pattern-string-class': () =>
    l10n.t(
      'A character class contains strings of several characters, which is not supported. Write them as alternatives.',
    ),
  'pattern-too-large': () =>
    l10n.t(
      'It is too large: its repetitions and alternatives have too many parts. Repeat less, or write several patterns.',
    ),
  'pattern-too-slow': () =>
    l10n.t(
      'It takes too long on the string “{0}…”. Avoid “.*”: list the possible characters, for example [^<>]{1,50}.',
    ),
};

/** Says why a placeholder setting can't be used. */
export function settingSentence<Code extends SettingReasonCode>({ code, values }: SettingReason<Code>): Words {
  return fillMessage(settingMessages[code](...values), values);
}

const layoutMessages: Readonly<Record<LayoutPatternReason, () => string>> = {
  'several-arrows': () =>
    l10n.t('The layout “{0}” has more than one “->”: one separates the source’s path from the translations’ path.'),
  'no-locale': () =>
    l10n.t('The layout “{0}” needs “{locale}” for the locale in the path, for example “locales/{locale}.json”.'),
  'not-a-project-path': () =>
    l10n.t('The layout “{0}” must be a path inside the project, relative to its root and with forward slashes.'),
  'unmatched-wildcard': () =>
    l10n.t('The layout “{0}” has a wildcard after “->” that is not before it: both sides need the same ** and *.'),
};

/** Says why a pattern of the setting “Layouts” can't be used. */
export function layoutSentence({ reason, pattern }: LayoutPatternError): Words {
  return fillMessage(layoutMessages[reason](), [pattern]);
}

/** Says why a string can't be ordered: its placeholders can't be protected. */
export function unprotectableSentence({ brackets }: UnprotectableError): Words {
  return words(
    l10n.t('The string contains “{0}”, which the service reserves. Change the string, or translate it by hand.'),
    brackets,
  );
}

/** Says why a translation can't be delivered, a line for each string. */
export function undeliverableSentence({ because: reason }: UndeliverableError): Words {
  if (reason.code === 'invalid-message')
    return words(l10n.t('“{0}”: the translated forms would not make a valid message.'), ...reason.values);
  const lines = reason.values.map(({ key, error }) => words(l10n.t('“{0}”: {1}'), key, formatSentence(error.reason)));
  return join(lines, '\n');
}

/** A file that is not, or only in part, the source of its strings. */
export type FileWithoutSource = Extract<
  SkippedFile,
  { readonly reason: 'source-unknown' | 'second-source' | 'no-locale' }
>;

/** Says why a file is not the source of its strings. `nameOf` returns the name of a file in the skipped file's project. */
export function sourceSentence(skipped: FileWithoutSource, nameOf: (path: string) => Words): Words {
  const name = nameOf(skipped.file.path);
  switch (skipped.reason) {
    case 'source-unknown': {
      const language = localeName(skipped.locale);
      if (skipped.stringCount === 0)
        return words(
          l10n.t('{0} has no texts, and no file is in the source language. If the source is in {1}, set {2} to {3}.'),
          name,
          language,
          'humanTranslation.sourceLocale',
          skipped.locale,
        );
      return plural(
        skipped.stringCount,
        {
          one: l10n.t(
            'The source of {0} string in {1} is unknown, because no file is in the source language. If it is in {2}, set {3} to {4}.',
          ),
          other: l10n.t(
            'The source of {0} strings in {1} is unknown, because no file is in the source language. If it is in {2}, set {3} to {4}.',
          ),
        },
        name,
        language,
        'humanTranslation.sourceLocale',
        skipped.locale,
      );
    }
    case 'second-source':
      return plural(
        skipped.keys.length,
        {
          one: l10n.t(
            '{0} string in {1} differs from {2}. Both are in the source language, and the text in {2} is the source.',
          ),
          other: l10n.t(
            '{0} strings in {1} differ from {2}. Both are in the source language, and the texts in {2} are the source.',
          ),
        },
        name,
        nameOf(skipped.first),
      );
    case 'no-locale':
      return words(
        l10n.t('{0} is ignored: it has the strings of {1}, and the end of its name is not a locale.'),
        name,
        nameOf(skipped.of),
      );
  }
}

/** The longest message or path of git that is shown, in UTF-16 units. */
const maxGitCharacters = 500;

/** Says that git can't read a repository, what follows, and git's reason. */
export function gitErrorSentence(error: GitError): Words {
  return words(
    l10n.t('Git can’t read the repository {0}, so copies that it ignores may be counted. {1}'),
    fromOutside(error.repository, maxGitCharacters),
    gitReason(error),
  );
}

/** Returns why git can't read a repository, as a sentence. */
function gitReason({ reason, detail }: GitError): Words {
  return gitSentences[reason](fromOutside(detail, maxGitCharacters));
}

const gitSentences: Readonly<Record<GitErrorReason, (detail: Words) => Words>> = {
  refused: (detail) => words(l10n.t('Git says: {0}'), detail),
  'not-found': () => words(l10n.t('Git was not found on this machine.')),
  bare: () => words(l10n.t('It is a bare repository among the files of a project, which is never read.')),
  'timed-out': () => words(l10n.t('Git did not respond in time.')),
  'too-long': () => words(l10n.t('Git listed too many files.')),
};

/** Says why it is not known which strings a branch has added or changed, and what to do. */
export function branchSentence({ reason, branch, cause }: BranchError): Words {
  const why = branchSentences[reason](fromOutside(branch), cause === undefined ? [] : [gitReason(cause)]);
  return reason === 'no-changes' ? why : sentences(words(l10n.t('The changes of this branch are not known.')), why);
}

/** The setting that names the branch to compare with. */
const baseSetting = 'humanTranslation.baseBranch';

type Sentence = (branch: Words, gitReasons: readonly Words[]) => Words;

const branchSentences: Readonly<Record<BranchErrorReason, Sentence>> = {
  untrusted: () => words(l10n.t('Git is used only in a workspace that you trust.')),
  'no-repository': () => words(l10n.t('The folder is in no Git repository with commits.')),
  shallow: () => words(l10n.t('This clone has no earlier commits. Run “{0}” in a terminal.'), 'git fetch --unshallow'),
  partial: () =>
    words(
      l10n.t('This clone has no earlier versions of the locale files. Run “{0}” in a terminal.'),
      'git fetch --refetch --no-filter',
    ),
  'branch-not-found': (branch) =>
    words(l10n.t('The branch “{0}” in the setting {1} was not found.'), branch, baseSetting),
  'no-default-branch': () =>
    words(l10n.t('The default branch was not found. The setting {0} can name it.'), baseSetting),
  'no-upstream': (branch) =>
    words(
      l10n.t('“{0}” is the default branch, and has no upstream to compare with. The setting {1} can name a branch.'),
      branch,
      baseSetting,
    ),
  unrelated: (branch) =>
    words(
      l10n.t('This branch and “{0}” have no commit in common. The setting {1} can name another branch.'),
      branch,
      baseSetting,
    ),
  'too-large': () => words(l10n.t('An earlier version of a locale file is too large.')),
  git: (_, gitReasons) => sentences(words(l10n.t('Git can’t read the repository.')), ...gitReasons),
  'no-changes': (branch) =>
    words(l10n.t('This branch has no strings that “{0}” lacks or has with another text.'), branch),
};
