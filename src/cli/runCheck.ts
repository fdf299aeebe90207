import * as l10n from '@vscode/l10n';
import { type TargetGaps, damagedUnits } from '../orders/units/gaps/translationGaps.ts';
import type { SkipReason } from '../orders/model/plan/plan.ts';
import { distinctSentences } from '../words/findingSentences.ts';
import { readableId } from '../formats/kit/unitId.ts';
import { present } from '../base/present.ts';
import { plain } from '../words/plain.ts';
import { problemSentence } from '../words/problemSentences.ts';
import { andMoreLine } from '../words/truncatedList.ts';
import { fromOutside, sentences, words, type Words } from '../words/words.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import type { OptionValues } from './commandOptions.ts';
import { openProjects, type CliProjects } from './openProjects.ts';
import { openScope } from './openScope.ts';
import { gapsOf, skippedLines, skippedMember, skippedStrings } from './stringCounts.ts';
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

const findingKinds = ['missing', 'outdated', 'damaged', 'same-as-source', 'skipped'] as const;
type FindingKind = (typeof findingKinds)[number];

/** A member of `findings` in the JSON document. A file that can't be read is a damaged one without a key. */
interface CheckFinding {
  readonly kind: FindingKind;
  readonly file: string;
  readonly locale?: string;
  readonly key?: string;
  /** Why a string is skipped, as a code. */
  readonly reason?: SkipReason;
  /** Why a string is damaged or skipped. */
  readonly message?: string;
}

/** The maximum number of findings that are listed for people; the JSON document has all of them. */
const maxListedFindings = 200;

/** Checks the strings of each file and locale without any request, and compares the numbers of findings with limits. */
export async function runCheck(input: CliInput): Promise<CliResult> {
  const { terminal, signal, values } = input;
  const projects = await openProjects(values, terminal, signal);
  const { groups, unreadable, withoutSource } = await openScope(input, projects, { newLocales: false });
  const withoutSourceFiles = describeWithoutSource(projects, withoutSource);
  const unread: UnreadableFile[] = [...unreadableFiles(projects, unreadable, [])];
  const targets: TargetGaps[] = [];
  for (const group of groups) {
    const gaps = await gapsOf(group, projects, undefined);
    targets.push(...(await gaps.statesIn(group.locales, signal)));
    unread.push(...unreadableFiles(projects, [], gaps.drafts.failedIn(group.locales)));
  }
  warnAboutHistory(terminal, targets);
  const links = await skippedLinks(projects, terminal);
  const mistakes = await mistakenNames(projects, groups);
  const findings = unread.map(({ file, message }): CheckFinding => ({ kind: 'damaged', file, message }));
  for (const target of targets) findings.push(...(await findingsOf(projects, target)));
  const skipped = skippedStrings(projects, targets);
  findings.push(...skipped.map((name): CheckFinding => ({ kind: 'skipped', ...skippedMember(name) })));
  const countOf = (kind: FindingKind): number => findings.filter((finding) => finding.kind === kind).length;
  const counts = Object.fromEntries(findingKinds.map((kind) => [kind, countOf(kind)])) as Counts;
  const limits = limitsOf(values);
  const exceeded = findingKinds.filter((kind) => counts[kind] > (limits[kind] ?? Infinity));
  return {
    json: {
      passed: exceeded.length === 0,
      exceeded,
      counts,
      limits: Object.fromEntries(findingKinds.map((kind) => [kind, limits[kind] ?? null])),
      outdatedChecked: targets.every(({ outdatedChecked }) => outdatedChecked === 'complete') ? 'complete' : 'partial',
      findings,
      unreadableRepositories: unreadableRepositories(projects),
      links,
      mistakenNames: mistakes.map(({ member }) => member),
      withoutSource: withoutSourceFiles.rows,
    },
    lines: () => [
      ...findingLines(findings.filter(({ kind }) => kind !== 'skipped')),
      ...countLines(counts, limits, exceeded),
      ...skippedLines(skipped),
      ...mistakes.map(({ sentence }) => sentence),
      ...withoutSourceFiles.sentences,
    ],
    exitCode: exitCodeOf(projects, {
      exceeded: exceeded.length,
      unknownSources: withoutSource.filter(({ reason }) => reason === 'source-unknown').length,
    }),
  };
}

/**
 * If git can't read a repository, the counts may be wrong, whether they exceed a limit or not. If the source of some
 * strings is unknown, they are not counted.
 */
function exitCodeOf(
  { gitErrors }: CliProjects,
  counts: { readonly exceeded: number; readonly unknownSources: number },
): number {
  if (gitErrors.length > 0) return exitCodes.gitFailed;
  if (counts.exceeded > 0) return exitCodes.findings;
  return counts.unknownSources > 0 ? exitCodes.sourceUnknown : exitCodes.done;
}

type Counts = Readonly<Record<FindingKind, number>>;
/** The maximum number of findings of each kind; absent for no limit. */
type Limits = Readonly<Partial<Record<FindingKind, number>>>;

/** Without options, nothing may be missing, outdated or damaged; a string may rightly equal its source, or be skipped. */
function limitsOf(values: OptionValues): Limits {
  const { 'max-same-as-source': maxSameAsSource, 'max-skipped': maxSkipped } = values;
  return {
    missing: values['max-missing'] ?? 0,
    outdated: values['max-outdated'] ?? 0,
    damaged: values['max-damaged'] ?? 0,
    ...present({ 'same-as-source': maxSameAsSource, skipped: maxSkipped }),
  };
}

/** Returns the findings in a target: missing, outdated and damaged strings, and those that equal their source. */
async function findingsOf(
  projects: CliProjects,
  { source, target, states }: TargetGaps,
): Promise<readonly CheckFinding[]> {
  const { locale } = target;
  const file = projects.nameOf(source.project.id, target.path);
  const damagedStrings = await damagedUnits(source, target);
  const findingsOfKind = (kind: FindingKind, keys: readonly string[]): readonly CheckFinding[] =>
    keys.map((key) => ({ kind, file, locale, key }));
  return [
    ...findingsOfKind('missing', [...states.missing, ...states.simulated]),
    ...findingsOfKind('outdated', states.outdated),
    ...damagedStrings.map(({ key, problems }): CheckFinding => ({
      kind: 'damaged',
      file,
      locale,
      key,
      message: plain(sentences(...distinctSentences(problems.map(problemSentence)))),
    })),
    ...findingsOfKind('same-as-source', states.sameAsSource),
  ];
}

const kindLabels: Readonly<Record<FindingKind, () => Words>> = {
  missing: () => words(l10n.t('Missing')),
  outdated: () => words(l10n.t('Outdated')),
  damaged: () => words(l10n.t('Damaged')),
  'same-as-source': () => words(l10n.t('Same as source')),
  skipped: () => words(l10n.t('Skipped')),
};

function findingLines(findings: readonly CheckFinding[]): readonly (Words | string)[] {
  if (findings.length === 0) return [];
  const listedRows = findings.slice(0, maxListedFindings).map(({ kind, file, locale = '', key, message = '' }) => {
    const name = key === undefined ? '' : readableId(key);
    return [
      kindLabels[kind](),
      fromOutside(file, maxFileCharacters),
      locale,
      name,
      fromOutside(message, maxFileCharacters),
    ];
  });
  const heading = [words(l10n.t('Finding')), words(l10n.t('File')), words(l10n.t('Locale')), words(l10n.t('Key')), ''];
  const unlistedCount = findings.length - listedRows.length;
  return [...tableLines([heading, ...listedRows]), ...(unlistedCount > 0 ? [andMoreLine(unlistedCount)] : []), ''];
}

function countLines(counts: Counts, limits: Limits, exceeded: readonly FindingKind[]): readonly string[] {
  return tableLines([
    [words(l10n.t('Finding')), words(l10n.t('Count')), words(l10n.t('Limit')), ''],
    ...findingKinds.map((kind) => [
      kindLabels[kind](),
      counts[kind],
      limits[kind] ?? '–',
      exceeded.includes(kind) ? words(l10n.t('exceeded')) : '',
    ]),
  ]);
}
