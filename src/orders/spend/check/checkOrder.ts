import { setImmediate } from 'node:timers/promises';
import { FormatError } from '../../../formats/format.ts';
import { decodeFile } from '../../../formats/encoding.ts';
import { readableId, splitPlural } from '../../../formats/kit/unitId.ts';
import { placeAt } from '../../../formats/kit/textPlace.ts';
import { canonicalLocale } from '../../../base/locale.ts';
import { seemsToBeIn } from '../../../locales/seemsToBeIn.ts';
import { bracketFault, type BracketFault } from '../../../service/interface/excludedText.ts';
import { maxRequestBytes } from '../../../service/interface/limits.ts';
import { documentTypeOf } from '../../model/documentType.ts';
import { findConcatenation, type Concatenation, type ConcatenationSign } from './concatenatedText.ts';
import { isSecret, privatePartsOfLarge, type PrivateKind, type PrivatePart, privateParts } from './privateText.ts';
import type { PlaceholderSyntax } from '../../../placeholders/read/placeholder.ts';
import {
  type Plan,
  type PlannedDocument,
  type PlannedJob,
  plannedJobId,
  type SkippedUnit,
  fileOfSkipped,
  type SkipReason,
} from '../../model/plan/plan.ts';
import type { RefusedDocument } from '../../model/plan/refusedDocument.ts';
import { present } from '../../../base/present.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import type { OrderOptions } from '../../model/order/quote.ts';

/**
 * The part of an order with the finding: what is translated (`text`, `document`), or what translators are shown about a
 * job (`title`, `note`) or about the whole order (`comment`).
 */
export type FindingLocation = 'text' | 'document' | 'title' | 'note' | 'comment';

/**
 * The effect of a finding: the unit is skipped (`refused`), it is skipped unless the user confirms it (`confirm`), or
 * the user is only warned (`warn`).
 */
export type Severity = 'refused' | 'confirm' | 'warn';

interface FindingBase {
  readonly severity: Severity;
  /** Absent for a finding in the comment to all translators. */
  readonly job?: PlannedJob;
  readonly location: FindingLocation;
  /**
   * The exact part; '' for the whole. May be a secret if the finding is private: shortened when it is shown, and never
   * logged.
   */
  readonly text: string;
  /** UTF-16 offset in the part of the order. */
  readonly start: number;
}

export type Finding = FindingBase &
  (
    | {
        readonly kind: 'brackets';
        readonly severity: 'refused';
        readonly problem: BracketFault['problem'];
        /** In a document; line and column from 1. */
        readonly line?: number;
        readonly column?: number;
      }
    /** No letter outside placeholders and tags. */
    | { readonly kind: 'nothing-to-translate'; readonly severity: 'refused' }
    | { readonly kind: 'too-large'; readonly severity: 'refused' }
    | { readonly kind: 'private'; readonly severity: 'confirm'; readonly as: PrivateKind }
    | { readonly kind: 'target-language'; readonly severity: 'warn' }
    | { readonly kind: 'concatenated'; readonly severity: 'warn'; readonly sign: ConcatenationSign }
    /** A file whose text cannot be extracted, so it was not checked. */
    | { readonly kind: 'unread-document'; readonly severity: 'warn' }
  );

/** The texts that all translators are shown. */
type Words = Pick<OrderOptions, 'comment' | 'tone' | 'purpose'>;

/**
 * A byte takes at most three in a form, and the size of a request is limited. A longer text must be ordered as a
 * document.
 */
const maxTextBytes = Math.floor(maxRequestBytes / 3);

/** The number of jobs after which the event loop gets control. */
const jobsAtOnce = 200;

/**
 * Checks everything that would be sent to the service and its translators, before it is sent. `applyFindings` acts on
 * the result. Rejects with the reason of the signal if it is aborted.
 */
export async function checkOrder(plan: Plan, words: Words, signal?: AbortSignal): Promise<readonly Finding[]> {
  const look = inspector(plan);
  const findings: Finding[] = [];
  for (const text of [words.comment, words.tone, words.purpose])
    if (text !== undefined)
      findings.push(...(await look.forPrivate(text)).map((part) => asFinding(part, { location: 'comment' })));
  for (const [index, job] of plan.jobs.entries()) {
    findings.push(...(await checkJob(job, look)));
    if (index % jobsAtOnce === jobsAtOnce - 1 || job.document !== undefined) await setImmediate();
    signal?.throwIfAborted();
  }
  return findings;
}

/** The checks of single texts. Each text is checked once: an order into ten languages has every text ten times. */
interface Inspector {
  readonly forPrivate: (text: string) => Promise<readonly PrivatePart[]>;
  readonly forConcatenation: (text: string) => Concatenation | undefined;
  readonly sourceLocale: string;
  readonly readText: (document: PlannedDocument) => string | undefined;
}

function inspector({ sourceLocale }: Plan): Inspector {
  const canonical = canonicalLocale(sourceLocale);
  const language = canonical === undefined ? '' : new Intl.Locale(canonical).language;
  return {
    sourceLocale,
    forPrivate: once(async (text: string) => privatePartsOfLarge(text)),
    forConcatenation: once((text: string) => findConcatenation(text, language)),
    readText: once(textOf),
  };
}

/** Returns a function that finds the result for each key once; a result may be undefined. */
function once<K, T>(find: (key: K) => T): (key: K) => T {
  const results = new Map<K, T>();
  return (key) => {
    const earlier = results.get(key);
    if (earlier !== undefined || results.has(key)) return earlier as T;
    const result = find(key);
    results.set(key, result);
    return result;
  };
}

async function checkJob(job: PlannedJob, look: Inspector): Promise<readonly Finding[]> {
  const findingsAboutJob: Finding[] = [];
  for (const part of await look.forPrivate(job.title))
    if (isSecret(part.kind) || !job.units.some(({ key }) => key !== undefined))
      findingsAboutJob.push(asFinding(part, { job, location: 'title' }));
  for (const part of await look.forPrivate(job.note ?? ''))
    if (isSecret(part.kind) || !isNameInCode(part, job))
      findingsAboutJob.push(asFinding(part, { job, location: 'note' }));
  if (job.document === undefined) return [...(await checkText(job, look)), ...findingsAboutJob];
  return [...(await checkDocument(job, job.document, look)), ...findingsAboutJob];
}

async function checkText(job: PlannedJob, look: Inspector): Promise<readonly Finding[]> {
  const { protectedText, targetLocale } = job;
  const at = { job, location: 'text' } as const;
  const { text, source, placeholders } = protectedText;
  const fault = bracketFault(text);
  if (fault !== undefined) return [{ ...at, kind: 'brackets', severity: 'refused', ...fault }];
  if (text.length > maxTextBytes / 3 && Buffer.byteLength(text) > maxTextBytes)
    return [{ ...at, kind: 'too-large', severity: 'refused', text: '', start: 0 }];
  const plain = withoutPlaceholders(source, placeholders);
  if (!/\p{L}/u.test(plain)) return [{ ...at, kind: 'nothing-to-translate', severity: 'refused', text: '', start: 0 }];

  const names = placeholders.filter(({ syntax }) => !isShownAsText(syntax));
  const findings: Finding[] = (await look.forPrivate(source))
    .filter((part) => isSecret(part.kind) || !names.some(({ start, end }) => start < part.end && part.start < end))
    .map((part) => asFinding(part, at));
  if (seemsToBeIn(targetLocale, plain, look.sourceLocale))
    findings.push({ ...at, kind: 'target-language', severity: 'warn', text: '', start: 0 });
  const concatenation = look.forConcatenation(source);
  if (concatenation !== undefined) findings.push({ ...at, kind: 'concatenated', severity: 'warn', ...concatenation });
  return findings;
}

/** Whether a part of a note repeats a key or a placeholder: `headers.local` is a name in the program, and no host. */
function isNameInCode({ text }: PrivatePart, { units, protectedText: { placeholders } }: PlannedJob): boolean {
  return (
    units.some(({ key }) => key !== undefined && readableId(key).includes(text)) ||
    placeholders.some((placeholder) => !isShownAsText(placeholder.syntax) && placeholder.text.includes(text))
  );
}

/**
 * Whether translators read a placeholder as text of the user's: addresses, code and the project's own terms. All others
 * are names in the program, such as `{headers.local}`, in which only secrets are looked for.
 */
function isShownAsText(syntax: PlaceholderSyntax): boolean {
  if (typeof syntax === 'object') return true;
  return ['url', 'tag', 'entity', 'code-span', 'restructuredtext'].includes(syntax);
}

function withoutPlaceholders(source: string, placeholders: PlannedJob['protectedText']['placeholders']): string {
  if (placeholders.length === 0) return source;
  let plain = '';
  let copiedTo = 0;
  for (const { start, end } of placeholders) {
    plain += `${source.slice(copiedTo, Math.max(copiedTo, start))} `;
    copiedTo = Math.max(copiedTo, end);
  }
  return plain + source.slice(copiedTo);
}

async function checkDocument(job: PlannedJob, document: PlannedDocument, look: Inspector): Promise<readonly Finding[]> {
  const at = { job, location: 'document' } as const;
  const text = look.readText(document);
  if (text === undefined) return [{ ...at, kind: 'unread-document', severity: 'warn', text: '', start: 0 }];
  const fault = bracketFault(text);
  if (fault !== undefined)
    return [{ ...at, kind: 'brackets', severity: 'refused', ...fault, ...placeAt(text, fault.start) }];
  if (!/\p{L}/u.test(text)) return [{ ...at, kind: 'nothing-to-translate', severity: 'refused', text: '', start: 0 }];
  return (await look.forPrivate(text)).map((part) => asFinding(part, at));
}

/** Returns the text of a document, if it is a text file in a known encoding. */
function textOf({ name, content }: PlannedDocument): string | undefined {
  if (!documentTypeOf(name).isText) return undefined;
  try {
    return decodeFile(content, name).text;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function asFinding({ kind, text, start }: PrivatePart, at: Pick<FindingBase, 'job' | 'location'>): Finding {
  return { ...at, kind: 'private', severity: 'confirm', as: kind, text, start };
}

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
  const findingByJob = new Map<string, Finding>();
  const jobsWithPrivateNote = new Set<string>();
  for (const finding of findings) {
    if (finding.job === undefined || finding.severity === 'warn') continue;
    if (finding.kind === 'private' && confirmed.has(finding.text)) continue;
    const job = plannedJobId(finding.job);
    if (finding.location === 'note') jobsWithPrivateNote.add(job);
    else if (!findingByJob.has(job)) findingByJob.set(job, finding);
  }
  const whySkip = verdicts(plan.jobs, findingByJob);
  const jobs: PlannedJob[] = [];
  const skipped: SkippedUnit[] = [...plan.skipped];
  const refused: RefusedDocument[] = [];
  for (const job of plan.jobs) {
    const id = plannedJobId(job);
    const orderableUnits = job.units.filter((unit) => whySkip(unit, id) === undefined);
    for (const unit of job.units) {
      const finding = whySkip(unit, id);
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
    if (orderableUnits.length === 0) continue;
    const remaining = orderableUnits.length === job.units.length ? job : { ...job, units: orderableUnits };
    jobs.push(jobsWithPrivateNote.has(id) ? withoutPrivateLines(remaining, confirmed) : remaining);
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
 * plural or message, which are called a whole here.
 */
function verdicts(
  jobs: readonly PlannedJob[],
  findingByJob: ReadonlyMap<string, Finding>,
): (unit: UnitRef, jobId: string) => Finding | undefined {
  const findingByWhole = new Map<string, Finding>();
  const withWords = new Set<string>();
  for (const job of jobs) {
    const finding = findingByJob.get(plannedJobId(job));
    for (const unit of job.units) {
      const whole = wholeOf(unit);
      if (whole === undefined) continue;
      if (finding === undefined) withWords.add(whole);
      else if (finding.kind !== 'nothing-to-translate') findingByWhole.set(whole, finding);
    }
  }
  return (unit, jobId) => {
    const whole = wholeOf(unit);
    const finding = findingByJob.get(jobId);
    if (whole === undefined) return finding;
    const findingOfWhole = findingByWhole.get(whole);
    if (findingOfWhole !== undefined) return findingOfWhole;
    const isKeptWithoutWords = finding?.kind === 'nothing-to-translate' && withWords.has(whole);
    return isKeptWithoutWords ? undefined : finding;
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

/** Returns the identity of the plural or message that a unit belongs to; undefined if it belongs to none. */
function wholeOf({ project, file, key, branch, locale }: UnitRef): string | undefined {
  if (key === undefined) return undefined;
  const member = splitPlural(key);
  if (member !== undefined) return JSON.stringify([project, file, locale, member.base, member.ordinal]);
  if (branch === undefined) return undefined;
  return JSON.stringify([project, file, locale, key]);
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
  let shareableText = '';
  let copiedTo = 0;
  for (const { text, start, end } of privateParts(note)) {
    if (confirmed.has(text) || end <= copiedTo) continue;
    const lineStart = Math.max(copiedTo, note.lastIndexOf('\n', start - 1) + 1);
    const lineBreak = note.indexOf('\n', end);
    // Adjacent lines are replaced by one mark.
    if (lineStart > copiedTo || copiedTo === 0)
      shareableText += note.slice(copiedTo, lineStart) + removedLine + (lineBreak < 0 ? '' : '\n');
    copiedTo = lineBreak < 0 ? note.length : lineBreak + 1;
  }
  return { ...job, note: shareableText + note.slice(copiedTo) };
}
