import { present } from '../../../base/present.ts';
import { splitPlural } from '../../../formats/kit/unitId.ts';
import type { Finding } from './checkOrder.ts';
import {
  fileOfSkipped,
  plannedJobId,
  type Plan,
  type PlannedJob,
  type SkippedUnit,
  type SkipReason,
} from '../../units/plan/plan.ts';
import type { RefusedDocument } from '../../units/files/refusedDocument.ts';
import { privateParts, type PrivateKind } from './privateText.ts';
import type { UnitRef } from '../../model/unitRef.ts';

/** A value that may be private, with all its occurrences in an order: it is confirmed once. */
export interface PrivateValue {
  readonly as: PrivateKind;
  /** May be a secret: shortened when it is shown, and never logged. */
  readonly text: string;
  /** Jobs whose text, title or document contains it: skipped unless it is confirmed. */
  readonly jobs: readonly PlannedJob[];
  /** Jobs that contain it only in the note for the translator: without confirmation, those lines are removed. */
  readonly notes: readonly PlannedJob[];
  /** The comment to all translators contains it: without confirmation, nothing can be sent. */
  readonly inComment: boolean;
}

/** Returns the values that the user has to confirm one by one, in the order in which they were found. */
export function privateValues(findings: readonly Finding[]): readonly PrivateValue[] {
  interface Found {
    readonly as: PrivateKind;
    readonly jobs: Map<string, PlannedJob>;
    readonly notes: Map<string, PlannedJob>;
    inComment: boolean;
  }
  const values = new Map<string, Found>();
  for (const finding of findings) {
    if (finding.kind !== 'private') continue;
    const { as, text, location, job } = finding;
    const value = values.get(text) ?? { as, jobs: new Map(), notes: new Map(), inComment: false };
    values.set(text, value);
    if (job === undefined) value.inComment = true;
    else (location === 'note' ? value.notes : value.jobs).set(plannedJobId(job), job);
  }
  return [...values].map(([text, { as, jobs, notes, inComment }]) => ({
    as,
    text,
    jobs: [...jobs.values()],
    notes: [...notes].filter(([id]) => !jobs.has(id)).map(([, job]) => job),
    inComment,
  }));
}

/**
 * Returns the plan that may be sent: without refused units, and without units that contain a private value that is not
 * in `confirmed`. These are listed as skipped, with the reason. The forms of a plural and the branches of a message are
 * skipped together if one contains such a value; forms and branches without words are kept if another one has words.
 */
export function applyFindings(plan: Plan, findings: readonly Finding[], confirmed: ReadonlySet<string>): Plan {
  if (!findings.some(({ severity }) => severity !== 'warn')) return plan;
  const against = new Map<string, Finding>();
  const noted = new Set<string>();
  for (const finding of findings) {
    if (finding.job === undefined || finding.severity === 'warn') continue;
    if (finding.kind === 'private' && confirmed.has(finding.text)) continue;
    const job = plannedJobId(finding.job);
    if (finding.location === 'note') noted.add(job);
    else if (!against.has(job)) against.set(job, finding);
  }
  const whyNot = verdicts(plan.jobs, against);
  const jobs: PlannedJob[] = [];
  const skipped: SkippedUnit[] = [...plan.skipped];
  const refused: RefusedDocument[] = [];
  for (const job of plan.jobs) {
    const id = plannedJobId(job);
    const kept = job.units.filter((unit) => whyNot(unit, id) === undefined);
    for (const unit of job.units) {
      const finding = whyNot(unit, id);
      if (finding === undefined) continue;
      if (job.document !== undefined && finding.kind === 'brackets') refused.push(bracketsIn(job, finding));
      else
        skipped.push({
          key: unit.key ?? (job.document === undefined ? job.title : unit.file),
          locale: unit.locale,
          reason: reasonOf(finding),
          ...fileOfSkipped(plan, unit),
        });
    }
    if (kept.length === 0) continue;
    const remaining = kept.length === job.units.length ? job : { ...job, units: kept };
    jobs.push(noted.has(id) ? withoutPrivateLines(remaining, confirmed) : remaining);
  }
  return {
    ...plan,
    jobs,
    skipped: distinct(skipped),
    ...present({ refused: refused.length === 0 ? plan.refused : [...(plan.refused ?? []), ...refused] }),
  };
}

/**
 * Returns a function that finds the reason for skipping a unit of a job: a finding about the unit itself, or about its
 * plural or message.
 */
function verdicts(
  jobs: readonly PlannedJob[],
  against: ReadonlyMap<string, Finding>,
): (unit: UnitRef, jobId: string) => Finding | undefined {
  const wholes = new Map<string, Finding>();
  const withWords = new Set<string>();
  for (const job of jobs) {
    const finding = against.get(plannedJobId(job));
    for (const unit of job.units) {
      const whole = wholeOf(unit);
      if (whole === undefined) continue;
      if (finding === undefined) withWords.add(whole);
      else if (finding.kind !== 'nothing-to-translate') wholes.set(whole, finding);
    }
  }
  return (unit, jobId) => {
    const [whole, own] = [wholeOf(unit), against.get(jobId)];
    if (whole === undefined) return own;
    return wholes.get(whole) ?? (own?.kind === 'nothing-to-translate' && withWords.has(whole) ? undefined : own);
  };
}

/**
 * Returns the ids (`plannedJobId`) of the chosen jobs, and of all jobs with another form of the same plural or another
 * branch of the same message.
 */
export function withRelatedJobs(jobs: readonly PlannedJob[], chosen: readonly PlannedJob[]): ReadonlySet<string> {
  const wholesOf = ({ units }: PlannedJob): readonly string[] => units.flatMap((unit) => wholeOf(unit) ?? []);
  const wholes = new Set(chosen.flatMap(wholesOf));
  const related = jobs.filter((job) => wholesOf(job).some((whole) => wholes.has(whole)));
  return new Set([...chosen, ...related].map(plannedJobId));
}

/** Returns the identity of the plural or message that a unit belongs to. */
function wholeOf({ project, file, key, branch, locale }: UnitRef): string | undefined {
  if (key === undefined) return undefined;
  const member = splitPlural(key);
  if (member !== undefined) return JSON.stringify([project, file, locale, member.base, member.ordinal]);
  return branch === undefined ? undefined : JSON.stringify([project, file, locale, key]);
}

/** Removes duplicates: the branches of a message count as one unit. */
function distinct(skipped: readonly SkippedUnit[]): readonly SkippedUnit[] {
  return [
    ...new Map(skipped.map((unit) => [JSON.stringify([unit.file, unit.key, unit.locale, unit.reason]), unit])).values(),
  ];
}

function reasonOf({ kind }: Finding): SkipReason {
  if (kind === 'brackets') return 'unprotectable';
  return kind === 'nothing-to-translate' || kind === 'too-large' ? kind : 'withheld';
}

function bracketsIn(
  { title, units: [unit], targetLocale }: PlannedJob,
  { text, line = 1, column = 1 }: Extract<Finding, { kind: 'brackets' }>,
): RefusedDocument {
  return { file: unit?.file ?? title, locale: targetLocale, reason: 'brackets', location: { text, line, column } };
}

/** Replaces removed lines of a note. */
const removedLine = '(Line removed.)';

/** Returns the job with a note without the lines that contain a private value that was not confirmed. */
function withoutPrivateLines(job: PlannedJob, confirmed: ReadonlySet<string>): PlannedJob {
  const note = job.note ?? '';
  let kept = '';
  let from = 0;
  for (const { text, start, end } of privateParts(note)) {
    if (confirmed.has(text) || end <= from) continue;
    const lineStart = Math.max(from, note.lastIndexOf('\n', start - 1) + 1);
    const lineBreak = note.indexOf('\n', end);
    if (lineStart > from || from === 0) kept += note.slice(from, lineStart) + removedLine + (lineBreak < 0 ? '' : '\n');
    from = lineBreak < 0 ? note.length : lineBreak + 1;
  }
  return { ...job, note: kept + note.slice(from) };
}
