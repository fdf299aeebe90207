import { setImmediate } from 'node:timers/promises';
import { FormatError } from '../../../formats/format.ts';
import { decodeFile } from '../../../formats/encoding.ts';
import { readableId, splitPlural } from '../../../formats/kit/unitId.ts';
import { placeAt } from '../../../formats/kit/textLocation.ts';
import { canonicalLocale } from '../../../base/locale.ts';
import { seemsToBeIn } from '../../../locales/seemsToBeIn.ts';
import { bracketFault, type BracketFault } from '../../../service/interface/excludedText.ts';
import { maxRequestBytes } from '../../../service/interface/limits.ts';
import { documentTypeOf } from '../../model/documentType.ts';
import { findConcatenation, type Concatenation, type ConcatenationSign } from './findConcatenation.ts';
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
  /** The exact part; '' for the whole. May be a secret: shortened when it is shown, and never logged. */
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
    /** `as`: what the part seems to be. */
    | { readonly kind: 'private'; readonly severity: 'confirm'; readonly as: PrivateKind }
    | { readonly kind: 'target-language'; readonly severity: 'warn' }
    | { readonly kind: 'concatenated'; readonly severity: 'warn'; readonly sign: ConcatenationSign }
    /** A file whose text cannot be extracted, so it was not checked. */
    | { readonly kind: 'unread-document'; readonly severity: 'warn' }
  );

/** The texts of an order that all its translators are shown. */
type SharedTexts = Pick<OrderOptions, 'comment' | 'tone' | 'purpose'>;

/** A longer text must be ordered as a document: a form encodes a byte with at most three (`é` is `%C3%A9`). */
const maxTextBytes = Math.floor(maxRequestBytes / 3);

/** The number of jobs after which the event loop gets control. */
const jobsAtOnce = 200;

/**
 * Checks everything that would be sent to the service and its translators, before it is sent. `applyFindings` acts on
 * the result. Rejects with the reason of the signal if it is aborted.
 */
export async function checkOrder(plan: Plan, shared: SharedTexts, signal?: AbortSignal): Promise<readonly Finding[]> {
  const checks = cachedChecks(plan);
  const findings: Finding[] = [];
  for (const text of [shared.comment, shared.tone, shared.purpose]) {
    const parts = await checks.privateParts(text ?? '');
    findings.push(...parts.map((part) => privateFinding(part, { location: 'comment' })));
  }
  for (const [index, job] of plan.jobs.entries()) {
    findings.push(...(await checkJob(job, checks)));
    if (index % jobsAtOnce === jobsAtOnce - 1 || job.document !== undefined) await setImmediate();
    signal?.throwIfAborted();
  }
  return findings;
}

/** The checks of single texts. Each text is checked once: an order into ten languages has every text ten times. */
interface Checks {
  readonly privateParts: (text: string) => Promise<readonly PrivatePart[]>;
  readonly concatenation: (text: string) => Concatenation | undefined;
  readonly sourceLocale: string;
  readonly readText: (document: PlannedDocument) => string | undefined;
}

function cachedChecks({ sourceLocale }: Plan): Checks {
  const canonical = canonicalLocale(sourceLocale);
  // '' for an unknown locale: then no words are known by which concatenation is found.
  const language = canonical === undefined ? '' : new Intl.Locale(canonical).language;
  return {
    sourceLocale,
    privateParts: cached(async (text: string) => privatePartsOfLarge(text)),
    concatenation: cached((text: string) => findConcatenation(text, language)),
    readText: cached(textOfDocument),
  };
}

/** Returns a function that calls `find` once for each key. A result of undefined is cached, too. */
function cached<K, T>(find: (key: K) => T): (key: K) => T {
  const results = new Map<K, T>();
  return (key) => {
    const earlier = results.get(key);
    if (earlier !== undefined || results.has(key)) return earlier as T;
    const result = find(key);
    results.set(key, result);
    return result;
  };
}

async function checkJob(job: PlannedJob, checks: Checks): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  if (job.document === undefined) findings.push(...(await checkText(job, checks)));
  else findings.push(...(await checkDocument(job, job.document, checks)));
  // The title of a string is its key, a name in code, in which only secrets are looked for.
  const isTitleInCode = job.units.some(({ key }) => key !== undefined);
  for (const part of await checks.privateParts(job.title))
    if (isSecret(part.kind) || !isTitleInCode) findings.push(privateFinding(part, { job, location: 'title' }));
  for (const part of await checks.privateParts(job.note ?? ''))
    if (isSecret(part.kind) || !isNameInCode(part, job)) findings.push(privateFinding(part, { job, location: 'note' }));
  return findings;
}

async function checkText(job: PlannedJob, checks: Checks): Promise<readonly Finding[]> {
  const { protectedText, targetLocale } = job;
  const wholeText = { job, location: 'text', text: '', start: 0 } as const;
  const { text, source, placeholders } = protectedText;
  const fault = bracketFault(text);
  if (fault !== undefined) return [{ ...wholeText, kind: 'brackets', severity: 'refused', ...fault }];
  // Most texts are so short that their bytes need not be counted: a UTF-16 unit takes at most three bytes in UTF-8.
  if (text.length > maxTextBytes / 3 && Buffer.byteLength(text) > maxTextBytes)
    return [{ ...wholeText, kind: 'too-large', severity: 'refused' }];
  const plainText = withoutPlaceholders(source, placeholders);
  if (!hasLetter(plainText)) return [{ ...wholeText, kind: 'nothing-to-translate', severity: 'refused' }];

  const findings: Finding[] = [];
  const namesInCode = placeholders.filter(({ syntax }) => !isShownAsText(syntax));
  for (const part of await checks.privateParts(source)) {
    const overlapsName = namesInCode.some(({ start, end }) => start < part.end && part.start < end);
    if (isSecret(part.kind) || !overlapsName) findings.push(privateFinding(part, wholeText));
  }
  if (seemsToBeIn(targetLocale, plainText, checks.sourceLocale))
    findings.push({ ...wholeText, kind: 'target-language', severity: 'warn' });
  const sign = checks.concatenation(source);
  if (sign !== undefined) findings.push({ ...wholeText, kind: 'concatenated', severity: 'warn', ...sign });
  return findings;
}

function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text);
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

/** Returns the text with a space for each placeholder. Placeholders may overlap. */
function withoutPlaceholders(source: string, placeholders: PlannedJob['protectedText']['placeholders']): string {
  if (placeholders.length === 0) return source;
  let plainText = '';
  let copiedTo = 0;
  for (const { start, end } of placeholders) {
    plainText += `${source.slice(copiedTo, Math.max(copiedTo, start))} `;
    copiedTo = Math.max(copiedTo, end);
  }
  return plainText + source.slice(copiedTo);
}

async function checkDocument(job: PlannedJob, document: PlannedDocument, checks: Checks): Promise<readonly Finding[]> {
  const wholeDocument = { job, location: 'document', text: '', start: 0 } as const;
  const text = checks.readText(document);
  if (text === undefined) return [{ ...wholeDocument, kind: 'unread-document', severity: 'warn' }];
  const fault = bracketFault(text);
  if (fault !== undefined)
    return [{ ...wholeDocument, kind: 'brackets', severity: 'refused', ...fault, ...placeAt(text, fault.start) }];
  if (!hasLetter(text)) return [{ ...wholeDocument, kind: 'nothing-to-translate', severity: 'refused' }];
  return (await checks.privateParts(text)).map((part) => privateFinding(part, wholeDocument));
}

/** Returns the text of a document, if it is a text file in a known encoding. */
function textOfDocument({ name, content }: PlannedDocument): string | undefined {
  if (!documentTypeOf(name).isText) return undefined;
  try {
    return decodeFile(content, name).text;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function privateFinding(part: PrivatePart, jobAndLocation: Pick<FindingBase, 'job' | 'location'>): Finding {
  const { kind, text, start } = part;
  return { ...jobAndLocation, kind: 'private', severity: 'confirm', as: kind, text, start };
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
  const values: PrivateValue[] = [];
  const privateFindings = findings.filter((finding) => finding.kind === 'private');
  for (const [text, [first, ...others]] of Map.groupBy(privateFindings, (finding) => finding.text)) {
    if (first === undefined) continue;
    const jobsById = new Map<string, PlannedJob>();
    const notesById = new Map<string, PlannedJob>();
    for (const { job, location } of [first, ...others])
      if (job !== undefined) (location === 'note' ? notesById : jobsById).set(plannedJobId(job), job);
    for (const id of jobsById.keys()) notesById.delete(id);
    const inComment = [first, ...others].some(({ job }) => job === undefined);
    values.push({ as: first.as, text, jobs: [...jobsById.values()], notes: [...notesById.values()], inComment });
  }
  return values;
}

/**
 * Returns the plan that may be sent: without refused units, and without units that contain a private value that is not
 * in `confirmed`. These are listed as skipped, with the reason. The forms of a plural and the branches of a message are
 * skipped together if one contains such a value; forms and branches without words are kept if another one has words.
 */
export function applyFindings(plan: Plan, findings: readonly Finding[], confirmed: ReadonlySet<string>): Plan {
  if (findings.every(({ severity }) => severity === 'warn')) return plan;
  const findingByJob = new Map<string, Finding>();
  const jobsWithPrivateNote = new Set<string>();
  for (const finding of findings) {
    if (finding.job === undefined || finding.severity === 'warn') continue;
    if (finding.kind === 'private' && confirmed.has(finding.text)) continue;
    const jobId = plannedJobId(finding.job);
    if (finding.location === 'note') jobsWithPrivateNote.add(jobId);
    else if (!findingByJob.has(jobId)) findingByJob.set(jobId, finding);
  }
  const findingToSkipFor = skippingFindings(plan.jobs, findingByJob);
  const jobs: PlannedJob[] = [];
  const skipped: SkippedUnit[] = [...plan.skipped];
  const refused: RefusedDocument[] = [];
  for (const job of plan.jobs) {
    const jobId = plannedJobId(job);
    const orderableUnits: UnitRef[] = [];
    for (const unit of job.units) {
      const finding = findingToSkipFor(unit, jobId);
      // A passage is listed by its job's title, a document by its path.
      const key = unit.key ?? (job.document === undefined ? job.title : unit.file);
      if (finding === undefined) orderableUnits.push(unit);
      else if (job.document !== undefined && finding.kind === 'brackets')
        refused.push(refusedForBrackets(job, finding));
      else skipped.push({ key, locale: unit.locale, reason: reasonOf(finding), ...fileOfSkipped(plan, unit) });
    }
    if (orderableUnits.length === 0) continue;
    const orderableJob = orderableUnits.length === job.units.length ? job : { ...job, units: orderableUnits };
    jobs.push(jobsWithPrivateNote.has(jobId) ? withoutPrivateLines(orderableJob, confirmed) : orderableJob);
  }
  return {
    ...plan,
    jobs,
    skipped: distinct(skipped),
    ...present({ refused: refused.length === 0 ? plan.refused : [...(plan.refused ?? []), ...refused] }),
  };
}

/**
 * Returns a function that finds the reason for skipping a unit of a job, or undefined. The reason is a finding about
 * the unit itself, or about the plural or message that the unit is a part of, see `messageOf`.
 */
function skippingFindings(
  jobs: readonly PlannedJob[],
  findingByJob: ReadonlyMap<string, Finding>,
): (unit: UnitRef, jobId: string) => Finding | undefined {
  // Here, a plural with its forms counts as a message with branches.
  const findingByMessage = new Map<string, Finding>();
  const messagesWithWords = new Set<string>();
  for (const job of jobs) {
    const finding = findingByJob.get(plannedJobId(job));
    for (const unit of job.units) {
      const message = messageOf(unit);
      if (message === undefined) continue;
      // A part without words would have a finding.
      if (finding === undefined) messagesWithWords.add(message);
      else if (finding.kind !== 'nothing-to-translate') findingByMessage.set(message, finding);
    }
  }
  return (unit, jobId) => {
    const message = messageOf(unit);
    const finding = findingByJob.get(jobId);
    if (message === undefined) return finding;
    const findingOfMessage = findingByMessage.get(message);
    if (findingOfMessage !== undefined) return findingOfMessage;
    // A form such as `{count}` is kept if another form has words.
    const isKeptWithoutWords = finding?.kind === 'nothing-to-translate' && messagesWithWords.has(message);
    return isKeptWithoutWords ? undefined : finding;
  };
}

/**
 * Returns the ids (`plannedJobId`) of the chosen jobs, and of all jobs with another form of the same plural or another
 * branch of the same message.
 */
export function withRelatedJobs(jobs: readonly PlannedJob[], chosen: readonly PlannedJob[]): ReadonlySet<string> {
  const messagesOf = ({ units }: PlannedJob): readonly string[] => units.flatMap((unit) => messageOf(unit) ?? []);
  const messages = new Set(chosen.flatMap(messagesOf));
  const related = jobs.filter((job) => messagesOf(job).some((message) => messages.has(message)));
  return new Set([...chosen, ...related].map(plannedJobId));
}

/** Returns the identity of the plural (`items` of `items#one`) or message that a unit is a part of, if there is one. */
function messageOf({ project, file, key, branch, locale }: UnitRef): string | undefined {
  if (key === undefined) return undefined;
  const pluralMember = splitPlural(key);
  if (pluralMember !== undefined)
    return JSON.stringify([project, file, locale, pluralMember.base, pluralMember.ordinal]);
  if (branch === undefined) return undefined;
  return JSON.stringify([project, file, locale, key]);
}

/** Removes duplicates: the branches of a message count as one unit. */
function distinct(skipped: readonly SkippedUnit[]): readonly SkippedUnit[] {
  const identityOf = ({ file, key, locale, reason }: SkippedUnit): string =>
    JSON.stringify([file, key, locale, reason]);
  return [...new Map(skipped.map((unit) => [identityOf(unit), unit])).values()];
}

function reasonOf({ kind }: Finding): SkipReason {
  if (kind === 'brackets') return 'unprotectable';
  return kind === 'nothing-to-translate' || kind === 'too-large' ? kind : 'withheld';
}

function refusedForBrackets(
  { title, units: [unit], targetLocale }: PlannedJob,
  { text, line = 1, column = 1 }: Extract<Finding, { kind: 'brackets' }>,
): RefusedDocument {
  return { file: unit?.file ?? title, locale: targetLocale, reason: 'brackets', location: { text, line, column } };
}

/** This replaces the removed lines of a note. */
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
    const isLastLine = lineBreak < 0;
    // Adjacent lines are replaced by one mark. `copiedTo` is the end of the last removed line, 0 without one.
    const isAfterRemovedLine = lineStart === copiedTo && copiedTo > 0;
    if (!isAfterRemovedLine) shareableText += note.slice(copiedTo, lineStart) + removedLine + (isLastLine ? '' : '\n');
    copiedTo = isLastLine ? note.length : lineBreak + 1;
  }
  return { ...job, note: shareableText + note.slice(copiedTo) };
}
