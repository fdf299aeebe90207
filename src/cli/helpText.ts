import * as l10n from '@vscode/l10n';
import { words, type Words } from '../words/words.ts';
import { commandNames, optionKinds, optionsOfCommand, type CommandName, type OptionName } from './commandOptions.ts';
import { exitCodesOf } from './language/exitCodes.ts';
import { variables } from '../service/interface/keyVariables.ts';
import { tableLines, type Cell } from './terminal.ts';

const summaries: Readonly<Record<CommandName, () => Words>> = {
  status: () => words(l10n.t('Counts the strings of each file and locale: missing, outdated, on order, translated.')),
  estimate: () => words(l10n.t('Estimates the price of missing strings. No text is sent.')),
  quote: () => words(l10n.t('Asks the service for the price of missing strings. Their texts are sent to the service.')),
  jobs: () => words(l10n.t('Lists jobs with their statuses, findings, and questions.')),
  pull: () => words(l10n.t('Delivers approved translations without errors to their files. Approves nothing.')),
  check: () => words(l10n.t('Fails if strings are missing, outdated, or damaged. Sends no request.')),
};

const descriptions: Readonly<Record<OptionName, () => Words>> = {
  cwd: () => words(l10n.t('A project folder or .code-workspace file; may be repeated. Default: the current folder.')),
  folder: () => words(l10n.t('A folder outside its own one that a .code-workspace file may list; may be repeated.')),
  json: () => words(l10n.t('Prints one JSON document instead of text.')),
  language: () => words(l10n.t('The language of messages, such as “de”. Default: the language of the environment.')),
  verbose: () => words(l10n.t('Prints the log to standard error.')),
  help: () => words(l10n.t('Shows help.')),
  state: () => words(l10n.t('The folder of the order journals. Default: the system’s folder for state.')),
  'base-url': () => words(l10n.t('The address of the service, which ends in /v2. Default: {0}.'), variables.baseUrl),
  locale: () => words(l10n.t('Only this target locale; may be repeated.')),
  tier: () => words(l10n.t('The quality tier. Default: the setting “Tier”.')),
  offline: () => words(l10n.t('Sends no request.')),
  status: () => words(l10n.t('Only jobs with this status, such as “reviewable”; may be repeated.')),
  'dry-run': () => words(l10n.t('Shows what would be delivered. Changes no file.')),
  'max-missing': () => words(l10n.t('The maximum number of missing strings. Default: 0.')),
  'max-outdated': () => words(l10n.t('The maximum number of outdated strings. Default: 0.')),
  'max-damaged': () => words(l10n.t('The maximum number of damaged strings and unreadable files. Default: 0.')),
  'max-same-as-source': () =>
    words(l10n.t('The maximum number of strings that equal their source. Default: no limit.')),
  'max-skipped': () => words(l10n.t('The maximum number of strings that are never ordered. Default: no limit.')),
};

/** Returns the help for all commands. */
export function helpForAll(): readonly (Words | string)[] {
  return [
    words(l10n.t('Usage: {0}'), 'human-translation COMMAND [PATH…] [OPTION…]'),
    '',
    ...indented(commandNames.map((name) => [name, summaries[name]()])),
    '',
    words(l10n.t('Run “{0}” for the options of a command.'), 'human-translation COMMAND --help'),
    words(
      l10n.t('Keys come only from the environment: {0} and {1}. Nothing can be ordered here.'),
      variables.publicKey,
      variables.privateKey,
    ),
  ];
}

/** Returns the help for a command. */
export function helpFor(command: CommandName): readonly (Words | string)[] {
  const options = optionsOfCommand[command].map((name) => [spellingOf(name), descriptions[name]()]);
  return [
    words(l10n.t('Usage: {0}'), `human-translation ${command} [PATH…] [OPTION…]`),
    '',
    summaries[command](),
    '',
    ...indented(options),
    '',
    words(l10n.t('Exit codes:')),
    ...indented(exitCodesOf(command).map(({ code, meaning }) => [String(code), meaning()])),
  ];
}

function indented(rows: readonly (readonly Cell[])[]): readonly string[] {
  return tableLines(rows).map((line) => `  ${line}`);
}

function spellingOf(name: OptionName): string {
  switch (optionKinds[name]) {
    case 'flag':
      return `--${name}`;
    case 'count':
      return `--${name} N`;
    case 'text':
    case 'list':
      return `--${name} VALUE`;
  }
}
