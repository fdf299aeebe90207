import * as l10n from '@vscode/l10n';
import { countOrAbsent, present } from '../base/present.ts';
import { fromOutside, words } from '../words/words.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import { openCliSession } from './cliSession.ts';
import { baseUrlOf, keysOf } from './environment.ts';
import { warnAboutFailures, warnAboutUnknownJobs } from './runJobs.ts';
import { openProjects, type CliProjects } from './openProjects.ts';
import { openScope } from './openScope.ts';
import type { TargetGaps } from '../orders/units/gaps/translationGaps.ts';
import { countStrings, gapsOf, otherCloneLines } from './stringCounts.ts';
import { tableLines } from './terminal.ts';
import {
  maxFileCharacters,
  skippedLinks,
  unreadableFiles,
  unreadableRepositories,
  warnAboutHistory,
  type UnreadableFile,
} from './unreadableFiles.ts';

/** Counts the strings of each file and locale by their states. */
export async function runStatus(input: CliInput): Promise<CliResult> {
  const { terminal, signal, values, env } = input;
  const projects = await openProjects(values, terminal, signal);
  // Without an address or keys, only strings on order are unknown.
  const isConnected = baseUrlOf(values, env) !== undefined && keysOf(values, env) !== undefined;
  await using session = isConnected ? await openCliSession(input, projects) : undefined;
  if (values.offline === true) await session?.jobs.reload();
  else await session?.jobs.fetch({ recover: true, searchAll: true, reviewTimes: false, signal });
  const failures = session === undefined ? 0 : warnAboutFailures(session, terminal);

  const { groups, unreadable } = await openScope(input, projects, { newLocales: false });
  const unread: UnreadableFile[] = [...unreadableFiles(projects, unreadable, [])];
  const targets: TargetGaps[] = [];
  for (const group of groups) {
    const gaps = await gapsOf(group, projects, session);
    targets.push(...(await gaps.statesIn(group.locales, signal)));
    unread.push(...unreadableFiles(projects, [], gaps.drafts.failedIn(group.locales)));
  }
  warnAboutHistory(terminal, targets);
  const links = await skippedLinks(projects, terminal);

  const files = targets.map((target) => rowOf(projects, target, session !== undefined));
  const totals = totalsOf(files);
  const codeOfFailures = failures === 0 ? exitCodes.done : exitCodes.failed;
  return {
    json: {
      files,
      unreadable: unread.map(({ file, message }) => ({ file, message })),
      unreadableRepositories: unreadableRepositories(projects),
      links,
      totals,
    },
    lines: [
      ...statusLines(files, totals),
      ...otherCloneLines(totals.fromOtherClone ?? 0),
      ...unread.map(({ sentence }) => sentence),
    ],
    // If jobs are not known, strings on order may be listed as missing.
    exitCode: session === undefined ? exitCodes.done : warnAboutUnknownJobs(session, terminal, codeOfFailures),
  };
}

/** The members of a file and locale in the JSON document. */
interface StatusRow extends Counts {
  readonly source: string;
  readonly sourceLocale: string;
  readonly file: string;
  readonly locale: string;
  readonly outdatedChecked: TargetGaps['outdatedChecked'];
}

/** The numbers of strings by their states. */
interface Counts {
  readonly strings: number;
  readonly translated: number;
  readonly missing: number;
  readonly sameAsSource: number;
  readonly outdated: number;
  /** The number of strings on order; null if it is not known, because no session is open. */
  readonly inFlight: number | null;
  /** How many of them seem to be on order from another clone of the repository; absent without any. */
  readonly fromOtherClone?: number;
}

function rowOf(projects: CliProjects, gaps: TargetGaps, isInFlightKnown: boolean): StatusRow {
  const { source, target, states, outdatedChecked } = gaps;
  const { sameAsSource, outdated, inFlight, fromOtherClone } = states;
  const missingCount = states.missing.length + states.simulated.length;
  const untranslatedCount = missingCount + sameAsSource.length + outdated.length + inFlight.length;
  const stringCount = countStrings(gaps);
  return {
    source: projects.nameOf(source.project.id, source.path),
    sourceLocale: source.locale,
    file: projects.nameOf(source.project.id, target.path),
    locale: target.locale,
    strings: stringCount,
    translated: Math.max(0, stringCount - untranslatedCount),
    missing: missingCount,
    sameAsSource: sameAsSource.length,
    outdated: outdated.length,
    outdatedChecked,
    inFlight: isInFlightKnown ? inFlight.length : null,
    ...present({ fromOtherClone: countOrAbsent(fromOtherClone.length) }),
  };
}

function totalsOf(rows: readonly StatusRow[]): Counts {
  const sum = (countOf: (row: StatusRow) => number): number => rows.reduce((total, row) => total + countOf(row), 0);
  const fromOtherClone = sum(({ fromOtherClone: count = 0 }) => count);
  return {
    strings: sum(({ strings }) => strings),
    translated: sum(({ translated }) => translated),
    missing: sum(({ missing }) => missing),
    sameAsSource: sum(({ sameAsSource }) => sameAsSource),
    outdated: sum(({ outdated }) => outdated),
    inFlight: rows.some(({ inFlight }) => inFlight === null) ? null : sum(({ inFlight }) => inFlight ?? 0),
    ...present({ fromOtherClone: countOrAbsent(fromOtherClone) }),
  };
}

function statusLines(files: readonly StatusRow[], totals: Counts): readonly string[] {
  const countCells = ({ strings, translated, missing, sameAsSource, outdated, inFlight }: Counts) =>
    [strings, translated, missing, sameAsSource, outdated, inFlight ?? '–'] as const;
  return tableLines([
    [
      words(l10n.t('File')),
      words(l10n.t('Locale')),
      words(l10n.t('Strings')),
      words(l10n.t('Translated')),
      words(l10n.t('Missing')),
      words(l10n.t('Same as source')),
      words(l10n.t('Outdated')),
      words(l10n.t('On order')),
    ],
    ...files.map((row) => [fromOutside(row.file, maxFileCharacters), row.locale, ...countCells(row)]),
    [words(l10n.t('Total')), '', ...countCells(totals)],
  ]);
}
