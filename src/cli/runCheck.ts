import * as l10n from '@vscode/l10n';
import { type TargetGaps, damagedUnits } from '../orders/units/gaps/translationGaps.ts';
import { distinctSentences } from '../words/findingSentences.ts';
import { readableId } from '../formats/kit/unitId.ts';
import { plain } from '../words/plain.ts';
import { problemSentence } from '../words/problemSentences.ts';
import { andMoreLine } from '../words/truncatedList.ts';
import { fromOutside, sentences, words, type Words } from '../words/words.ts';
import type { CliInput, CliResult } from './cliCommand.ts';
import { exitCodes } from './language/exitCodes.ts';
import type { OptionValues } from './commandOptions.ts';
import { openProjects, type CliProjects } from './openProjects.ts';
import { openScope } from './openScope.ts';
import { gapsOf } from './stringCounts.ts';
import { tableLines } from './terminal.ts';
import {
  maxFileCharacters,
  skippedLinks,
  unreadableFiles,
  unreadableRepositories,
  warnAboutHistory,
  type UnreadableFile,
} from './unreadableFiles.ts';

const findingKinds = ['missing', 'outdated', 'damaged', 'same-as-source'] as const;
type FindingKind = (typeof findingKinds)[number];

/** A member of `findings` in the JSON document. A file that can't be read is a damaged one without a key. */
interface CheckFinding {
  readonly kind: FindingKind;
  readonly file: string;
  readonly locale?: string;
  readonly key?: string;
  /** Why a string is damaged. */
  readonly message?: string;
}

/** The maximum number of findings that are listed for people; the JSON document has all of them. */
const maxListedFindings = 200;

/** Checks the strings of each file and locale without any request, and compares the numbers of findings with limits. */
export async function runCheck(input: CliInput): Promise<CliResult> {
  const { terminal, signal, values } = input;
  const projects = await openProjects(values, terminal, signal);
  const { groups, unreadable } = await openScope(input, projects, { newLocales: false });
  const unread: UnreadableFile[] = [...unreadableFiles(projects, unreadable, [])];
  const targets: TargetGaps[] = [];
  for (const group of groups) {
    const gaps = await gapsOf(group, projects, undefined);
    targets.push(...(await gaps.statesIn(group.locales, signal)));
    unread.push(...unreadableFiles(projects, [], gaps.drafts.failedIn(group.locales)));
  }
  warnAboutHistory(terminal, targets);
  const links = await skippedLinks(projects, terminal);
  const findings = unread.map(({ file, message }): CheckFinding => ({ kind: 'damaged', file, message }));
  for (const target of targets) findings.push(...(await findingsOf(projects, target)));
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
    },
    lines: [...findingLines(findings), ...countLines(counts, limits, exceeded)],
    exitCode: exitCodeOf(projects, exceeded.length),
  };
}

/** If git can't read a repository, the counts may be wrong, whether they exceed a limit or not. */
function exitCodeOf({ gitErrors }: CliProjects, exceededCount: number): number {
  if (gitErrors.length > 0) return exitCodes.gitFailed;
  return exceededCount === 0 ? exitCodes.done : exitCodes.findings;
}

type Counts = Readonly<Record<FindingKind, number>>;
/** The maximum number of findings of each kind; absent for no limit. */
type Limits = Readonly<Partial<Record<FindingKind, number>>>;

/** Without options, nothing may be missing, outdated or damaged; a string may rightly equal its source. */
function limitsOf(values: OptionValues): Limits {
  const maxSameAsSource = values['max-same-as-source'];
  return {
    missing: values['max-missing'] ?? 0,
    outdated: values['max-outdated'] ?? 0,
    damaged: values['max-damaged'] ?? 0,
    ...(maxSameAsSource === undefined ? {} : { 'same-as-source': maxSameAsSource }),
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
