import * as l10n from '@vscode/l10n';
import { countOrAbsent, present } from '../base/present.ts';
import { once } from '../base/once.ts';
import { sourceLanguageSentence, type SourceLanguage } from '../words/languageNames.ts';
import { fromOutside, words } from '../words/words.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import { openCliSession, type CliSession } from './cliSession.ts';
import { baseUrlOf, keysOf } from './environment.ts';
import { warnAboutFailures, warnAboutUnknownJobs } from './runJobs.ts';
import { openProjects, type CliProjects } from './openProjects.ts';
import { openScope } from './openScope.ts';
import { distinctLanguages, sourceLanguagesIn, type ServiceLanguages } from './priceScope.ts';
import type { TargetGaps } from '../orders/units/gaps/translationGaps.ts';
import { gapsOf, otherCloneLines, skippedLines, skippedMember, skippedStrings } from './stringCounts.ts';
import { tableLines } from './terminal.ts';
import {
  describeWithoutSource,
  maxFileCharacters,
  mistakenNames,
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

  const { groups, unreadable, withoutSource } = await openScope(input, projects, { newLocales: false });
  const withoutSourceFiles = describeWithoutSource(projects, withoutSource);
  const unread: UnreadableFile[] = [...unreadableFiles(projects, unreadable, [])];
  const targets: TargetGaps[] = [];
  const sourceLanguages: SourceLanguage[] = [];
  const service = session === undefined || values.offline === true ? undefined : serviceLanguages(session, signal);
  for (const group of groups) {
    const gaps = await gapsOf(group, projects, session);
    targets.push(...(await gaps.statesIn(group.locales, signal)));
    if (service !== undefined) sourceLanguages.push(...(await sourceLanguagesIn(group, service)));
    unread.push(...unreadableFiles(projects, [], gaps.drafts.failedIn(group.locales)));
  }
  warnAboutHistory(terminal, targets);
  const links = await skippedLinks(projects, terminal);
  const mistakes = await mistakenNames(projects, groups);

  const files = rowsOf(projects, targets, session !== undefined);
  const totals = totalsOf(files);
  const skipped = skippedStrings(projects, targets);
  const codeOfFailures = failures === 0 ? exitCodes.done : exitCodes.failed;
  return {
    json: {
      files,
      unreadable: unread.map(({ file, message }) => ({ file, message })),
      unreadableRepositories: unreadableRepositories(projects),
      links,
      mistakenNames: mistakes.map(({ member }) => member),
      withoutSource: withoutSourceFiles.rows,
      sourceLanguages: distinctLanguages(sourceLanguages),
      skipped: skipped.map(skippedMember),
      totals,
    },
    lines: () => [
      ...statusLines(files, totals),
      ...otherCloneLines(totals.fromOtherClone ?? 0),
      ...distinctLanguages(sourceLanguages).map(sourceLanguageSentence),
      ...unread.map(({ sentence }) => sentence),
      ...withoutSourceFiles.sentences,
      ...skippedLines(skipped),
      ...mistakes.map(({ sentence }) => sentence),
    ],
    // If jobs are not known, strings on order may be listed as missing.
    exitCode: session === undefined ? exitCodes.done : warnAboutUnknownJobs(session, terminal, codeOfFailures),
  };
}

/** Returns the languages of the service, requested when they are first needed: most sources are in usual ones. */
function serviceLanguages({ context: { client } }: CliSession, signal: AbortSignal): () => Promise<ServiceLanguages> {
  return once(async (): Promise<ServiceLanguages> => ({
    codes: (await client.service.languages({ signal })).map(({ code }) => code),
    pairs: (source) => client.service.languagePairs({ source }, { signal }),
  }));
}

/** The members of a file and locale in the JSON document. */
interface StatusRow extends Counts {
  readonly source: string;
  readonly sourceLocale: string;
  readonly file: string;
  readonly locale: string;
  readonly outdatedChecked: TargetGaps['outdatedChecked'];
}

/** The numbers of strings by their states. The states together are all strings. */
interface Counts {
  readonly strings: number;
  readonly translated: number;
  readonly missing: number;
  readonly sameAsSource: number;
  readonly outdated: number;
  /** The number of strings on order; null if it is not known, because no session is open. */
  readonly inFlight: number | null;
  readonly skipped: number;
  /** How many of those on order seem to be on order from another clone of the repository; absent without any. */
  readonly fromOtherClone?: number;
}

/** Returns a row for each target. Bilingual files that share their entries have one together, that of the target. */
function rowsOf(projects: CliProjects, targets: readonly TargetGaps[], isInFlightKnown: boolean): readonly StatusRow[] {
  const rowOfTarget = (gaps: TargetGaps): StatusRow => rowOf(projects, gaps, isInFlightKnown);
  const bySharedTarget = Map.groupBy(
    targets.filter(({ source }) => source.idsInto !== undefined),
    keyOfTarget,
  );
  return targets.flatMap((gaps) => {
    const sharing = gaps.source.idsInto === undefined ? [gaps] : (bySharedTarget.get(keyOfTarget(gaps)) ?? []);
    if (sharing[0] !== gaps) return [];
    const rows = sharing.map(rowOfTarget);
    const [firstRow = rowOfTarget(gaps)] = rows;
    if (rows.length === 1) return [firstRow];
    // The file itself has the source of most of its entries.
    const ownRow = rows.find(({ source, file }) => source === file) ?? firstRow;
    const isComplete = rows.every(({ outdatedChecked }) => outdatedChecked === 'complete');
    return [{ ...ownRow, ...totalsOf(rows), outdatedChecked: isComplete ? 'complete' : ownRow.outdatedChecked }];
  });
}

function keyOfTarget({ source, target }: TargetGaps): string {
  return JSON.stringify([source.project.id, target.path, target.locale]);
}

function rowOf(projects: CliProjects, gaps: TargetGaps, isInFlightKnown: boolean): StatusRow {
  const { source, target, states, outdatedChecked } = gaps;
  const { translated, sameAsSource, outdated, inFlight, skipped, fromOtherClone } = states;
  const missingCount = states.missing.length + states.simulated.length;
  const untranslatedCount = missingCount + sameAsSource.length + outdated.length + inFlight.length + skipped.length;
  return {
    source: projects.nameOf(source.project.id, source.path),
    sourceLocale: source.locale,
    file: projects.nameOf(source.project.id, target.path),
    locale: target.locale,
    strings: translated + untranslatedCount,
    translated,
    missing: missingCount,
    sameAsSource: sameAsSource.length,
    outdated: outdated.length,
    outdatedChecked,
    inFlight: isInFlightKnown ? inFlight.length : null,
    skipped: skipped.length,
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
    skipped: sum(({ skipped }) => skipped),
    ...present({ fromOtherClone: countOrAbsent(fromOtherClone) }),
  };
}

function statusLines(files: readonly StatusRow[], totals: Counts): readonly string[] {
  const countCells = ({ strings, translated, missing, sameAsSource, outdated, inFlight, skipped }: Counts) =>
    [strings, translated, missing, sameAsSource, outdated, inFlight ?? '–', skipped] as const;
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
      words(l10n.t('Skipped')),
    ],
    ...files.map((row) => [fromOutside(row.file, maxFileCharacters), row.locale, ...countCells(row)]),
    [words(l10n.t('Total')), '', ...countCells(totals)],
  ]);
}
