import * as l10n from '@vscode/l10n';
import { parseArgs } from 'node:util';
import { words } from '../words/words.ts';
import { canonicalLocale, localeTag } from '../base/locale.ts';
import {
  allowedValues,
  commandNames,
  optionKinds,
  optionsOfCommand,
  type CommandName,
  type OptionName,
  type OptionValues,
} from './commandOptions.ts';
import { UsageError } from './usageError.ts';

/** A command to be run, with its options in `values`. Without a command, help for all of them is wanted. */
export interface ParsedCommand {
  readonly command: CommandName | undefined;
  /** Files and folders, as they were given. */
  readonly paths: readonly string[];
  readonly values: OptionValues;
}

/** Parses the arguments after the program's name. Throws UsageError. */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const [first] = args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help')
    return { command: undefined, paths: [], values: { help: true } };
  const command = commandNames.find((name) => name === first);
  if (command === undefined)
    throw new UsageError(words(l10n.t('There is no command “{0}”. Run “--help” for the list of commands.'), first));
  return { command, ...parseOptions(command, args.slice(1)) };
}

function parseOptions(command: CommandName, args: readonly string[]): Pick<ParsedCommand, 'paths' | 'values'> {
  const optionNames = optionsOfCommand[command];
  const typeOf = (name: OptionName) => (optionKinds[name] === 'flag' ? 'boolean' : 'string');
  const optionTypes = Object.fromEntries(optionNames.map((name) => [name, { type: typeOf(name) } as const]));
  const { tokens } = parseArgs({
    args: [...args],
    // Node's own errors would be in English, so the options are checked below.
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: { ...optionTypes, help: { type: 'boolean', short: 'h' } },
  });
  const values = new Map<OptionName, unknown>();
  const paths: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') paths.push(token.value);
    if (token.kind !== 'option') continue;
    const name = optionNames.find((optionName) => optionName === token.name);
    if (name === undefined)
      throw new UsageError(
        words(l10n.t('The command “{0}” has no option {1}. Run “{0} --help” for its options.'), command, token.rawName),
      );
    // In `--tier --json`, the next argument is another option. `--tier=--json` has a value, which is refused later.
    const isNextOption = token.inlineValue === false && /^-./u.test(token.value);
    values.set(name, valueOf(name, isNextOption ? undefined : token.value, values.get(name)));
  }
  return { paths, values: Object.fromEntries(values) };
}

/** Returns the value of an option: of a list, with the earlier values. Throws UsageError if it is not allowed. */
function valueOf(name: OptionName, value: string | undefined, earlierValues: unknown): unknown {
  const option = `--${name}`;
  const kind = optionKinds[name];
  if (kind === 'flag') {
    if (value !== undefined) throw new UsageError(words(l10n.t('The option {0} takes no value.'), option));
    return true;
  }
  if (value === undefined || value === '') throw new UsageError(words(l10n.t('The option {0} needs a value.'), option));
  const allowed = allowedValues[name];
  if (allowed?.includes(value) === false)
    throw new UsageError(
      words(l10n.t('The value of {0} must be one of these, not “{1}”: {2}.'), option, value, allowed.join(', ')),
    );
  if (name === 'locale' && canonicalLocale(localeTag(value)) === undefined)
    throw new UsageError(words(l10n.t('“{0}” is not a locale, such as “de” or “pt-BR”.'), value));
  if (kind === 'list') return [...((earlierValues ?? []) as readonly string[]), value];
  if (kind === 'text') return value;
  if (!/^\d{1,9}$/u.test(value))
    throw new UsageError(words(l10n.t('The value of {0} must be a whole number, not “{1}”.'), option, value));
  return Number(value);
}
