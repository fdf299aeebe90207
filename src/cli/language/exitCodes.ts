import * as l10n from '@vscode/l10n';
import { words, type Words } from '../../words/words.ts';

interface ExitCodeRow {
  readonly code: number;
  readonly meaning: () => Words;
  /** The only commands that end with this code; absent if all may. */
  readonly commands?: readonly string[];
}

/** The meaning of each exit code. The help lists them, and `README.md` has the same table in English. */
export const exitCodeRows = {
  done: { code: 0, meaning: () => words(l10n.t('Done.')) },
  findings: {
    code: 1,
    meaning: () => words(l10n.t('There are more findings than the options allow.')),
    commands: ['check'],
  },
  usage: { code: 2, meaning: () => words(l10n.t('The arguments, the environment, or the settings are wrong.')) },
  failed: { code: 3, meaning: () => words(l10n.t('Failed. Standard error says why.')) },
  gitFailed: {
    code: 4,
    meaning: () => words(l10n.t('Git can’t read the repository, so copies that it ignores may have been counted.')),
    commands: ['check'],
  },
  held: {
    code: 5,
    meaning: () => words(l10n.t('Approved translations wait for a decision in the editor.')),
    commands: ['pull'],
  },
  incomplete: {
    code: 6,
    meaning: () => words(l10n.t('Not all jobs of the account are known, so strings on order may be missing.')),
    commands: ['status', 'quote', 'jobs', 'pull'],
  },
  sourceUnknown: {
    code: 7,
    meaning: () => words(l10n.t('The source of some strings is unknown: no file is in the source language.')),
    commands: ['check'],
  },
  interrupted: { code: 130, meaning: () => words(l10n.t('Interrupted.')) },
} as const satisfies Readonly<Record<string, ExitCodeRow>>;

type ExitCodeName = keyof typeof exitCodeRows;

/** The exit codes by name. */
export const exitCodes = Object.fromEntries(Object.entries(exitCodeRows).map(([name, { code }]) => [name, code])) as {
  readonly [Name in ExitCodeName]: (typeof exitCodeRows)[Name]['code'];
};

/** Returns the codes with which a command can end, in the order of the table. */
export function exitCodesOf(command: string): readonly ExitCodeRow[] {
  const rows: readonly ExitCodeRow[] = Object.values(exitCodeRows);
  return rows.filter(({ commands }) => commands === undefined || commands.includes(command));
}
