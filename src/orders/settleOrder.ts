import type { Finding } from './checkOrder.ts';
import type { Plan, PlannedJob, RefusedDocument, SkippedUnit, SkipReason } from './plan.ts';
import { privateParts, type PrivateKind } from './privateText.ts';

/** Something private, wherever it was found in an order: it is confirmed once. */
export interface PrivateValue {
  readonly as: PrivateKind;
  /** May be a secret: shown shortened, never logged. */
  readonly text: string;
  /** Indexes of the jobs whose text, title or document holds it: without a yes they are left out. */
  readonly jobs: readonly number[];
  /** Indexes of those that are only told of it, in their note: without a yes the note goes without those lines. */
  readonly notes: readonly number[];
  /** It stands in what is said to all translators: without a yes nothing can be sent. */
  readonly inComment: boolean;
}

/** What a person has to confirm by name, in the order in which it was found. */
export function privateValues(findings: readonly Finding[]): readonly PrivateValue[] {
  const values = new Map<string, { as: PrivateKind; jobs: Set<number>; notes: Set<number>; inComment: boolean }>();
  for (const finding of findings) {
    if (finding.kind !== 'private') continue;
    const value = values.get(finding.text) ?? { as: finding.as, jobs: new Set(), notes: new Set(), inComment: false };
    values.set(finding.text, value);
    if (finding.job === undefined) value.inComment = true;
    else (finding.place === 'note' ? value.notes : value.jobs).add(finding.job);
  }
  return [...values].map(([text, { as, jobs, notes, inComment }]) => ({ as, text, jobs: [...jobs], notes: [...notes].filter((job) => !jobs.has(job)), inComment }));
}

/**
 * The plan as it may leave: without what was refused, and without what holds a private value that is not among `confirmed`.
 * What is left out stands in the plan with its reason.
 */
export function settleOrder(plan: Plan, findings: readonly Finding[], confirmed: ReadonlySet<string>): Plan {
  if (!findings.some(({ severity }) => severity !== 'tell')) return plan;
  const dropped = new Map<number, Finding>();
  const noted = new Set<number>();
  for (const finding of findings) {
    const { job } = finding;
    if (job === undefined || finding.severity === 'tell' || (finding.kind === 'private' && confirmed.has(finding.text))) continue;
    if (finding.place === 'note') noted.add(job);
    else if (!dropped.has(job)) dropped.set(job, finding);
  }
  const skipped: SkippedUnit[] = [...plan.skipped];
  const refused: RefusedDocument[] = [];
  for (const [index, finding] of dropped) {
    const job = plan.jobs[index];
    if (job === undefined) continue;
    if (job.document !== undefined && finding.kind === 'brackets') refused.push(bracketsIn(job, finding));
    else for (const { key, file, locale } of job.units) skipped.push({ key: job.document === undefined ? (key ?? job.title) : file, locale, reason: reasonOf(finding) });
  }
  const jobs = plan.jobs.flatMap((job, index) => (dropped.has(index) ? [] : [noted.has(index) ? withoutPrivateLines(job, confirmed) : job]));
  return { ...plan, jobs, skipped, ...(plan.refused === undefined && refused.length === 0 ? {} : { refused: [...(plan.refused ?? []), ...refused] }) };
}

function reasonOf({ kind }: Finding): SkipReason {
  if (kind === 'brackets') return 'unprotectable';
  return kind === 'nothing-to-translate' || kind === 'too-large' ? kind : 'withheld';
}

function bracketsIn({ title, units: [unit], targetLocale }: PlannedJob, { text, line = 1, column = 1 }: Finding): RefusedDocument {
  return { file: unit?.file ?? title, locale: targetLocale, reason: 'brackets', place: { text, line, column } };
}

/** What stands in a note for lines that are left out of it. */
const leftOut = '(Left out.)';

/** A job whose note goes without the lines in which something private stands that was not confirmed. */
function withoutPrivateLines(job: PlannedJob, confirmed: ReadonlySet<string>): PlannedJob {
  const note = job.note ?? '';
  let kept = '';
  let from = 0;
  for (const { text, start, end } of privateParts(note)) {
    if (confirmed.has(text) || end <= from) continue;
    const lineStart = Math.max(from, note.lastIndexOf('\n', start - 1) + 1);
    const lineBreak = note.indexOf('\n', end);
    if (lineStart > from || from === 0) kept += note.slice(from, lineStart) + leftOut + (lineBreak < 0 ? '' : '\n');
    from = lineBreak < 0 ? note.length : lineBreak + 1;
  }
  return { ...job, note: kept + note.slice(from) };
}
