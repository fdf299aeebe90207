import { knownStatuses } from '../service/interface/records.ts';

/** The name of a command. */
export type CommandName = 'status' | 'estimate' | 'quote' | 'jobs' | 'pull' | 'check';

/** `flag` has no value; `text` has one, `list` may be repeated, and `count` is a whole number. */
export type OptionKind = 'flag' | 'text' | 'list' | 'count';

/** The options of all commands. */
export const optionKinds = {
  json: 'flag',
  help: 'flag',
  verbose: 'flag',
  language: 'text',
  cwd: 'list',
  folder: 'list',
  state: 'text',
  'base-url': 'text',
  locale: 'list',
  tier: 'text',
  offline: 'flag',
  status: 'list',
  'dry-run': 'flag',
  'max-missing': 'count',
  'max-outdated': 'count',
  'max-damaged': 'count',
  'max-same-as-source': 'count',
  'max-skipped': 'count',
} as const satisfies Readonly<Record<string, OptionKind>>;

/** The options that accept only some values. */
export const allowedValues: Readonly<Partial<Record<OptionName, readonly string[]>>> = {
  tier: ['standard', 'pro'],
  status: ['unclear', 'unreadable', ...knownStatuses],
};

export type OptionName = keyof typeof optionKinds;

const optionsOfAll = ['cwd', 'folder', 'json', 'language', 'verbose', 'help'] as const;
const optionsOfConnected = ['base-url', 'state'] as const;

/** The options of each command. */
export const optionsOfCommand: Readonly<Record<CommandName, readonly OptionName[]>> = {
  status: ['locale', 'offline', ...optionsOfConnected, ...optionsOfAll],
  estimate: ['locale', 'tier', 'offline', ...optionsOfConnected, ...optionsOfAll],
  quote: ['locale', 'tier', ...optionsOfConnected, ...optionsOfAll],
  jobs: ['locale', 'status', ...optionsOfConnected, ...optionsOfAll],
  pull: ['dry-run', ...optionsOfConnected, ...optionsOfAll],
  check: ['locale', 'max-missing', 'max-outdated', 'max-damaged', 'max-same-as-source', 'max-skipped', ...optionsOfAll],
};

export const commandNames = Object.keys(optionsOfCommand) as readonly CommandName[];

type ValueOf<Kind extends OptionKind> = Kind extends 'flag'
  ? true
  : Kind extends 'text'
    ? string
    : Kind extends 'list'
      ? readonly string[]
      : number;

/** The options that were given. */
export type OptionValues = { readonly [Name in OptionName]?: ValueOf<(typeof optionKinds)[Name]> };
