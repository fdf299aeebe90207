import * as l10n from '@vscode/l10n';
import type { LayoutPatternError, LayoutPatternReason } from '../locales/layoutPatternError.ts';
import type { SettingReason, SettingReasonCode, SettingReasonValues } from '../placeholders/pattern/settingError.ts';
import type { UnprotectableError } from '../placeholders/read/placeholder.ts';
import { formatSentence } from './formatSentence.ts';
import { fillMessage, join, words, type MessageTable, type Words } from './words.ts';
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
