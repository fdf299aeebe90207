import { isSameLocale } from '../../base/locale.ts';
import { toLanguageCode, toLocale } from '../../locales/languageCode.ts';
import { targetPath } from '../../locales/layout.ts';
import { present } from '../../base/present.ts';
import type { Job } from '../../service/interface/records.ts';
import { protect } from '../../placeholders/protect.ts';
import { protectedAsSent } from '../../placeholders/protectedAsSent.ts';
import type { ProtectedText } from '../../placeholders/read/placeholder.ts';
import { fetchJobs, type FetchedJobs } from './fetchJobs.ts';
import { parseCustomData, type ParsedCustomData } from '../journal/customData.ts';
import type { RequestSeries } from './requestSeries.ts';
import { noText, toJournal, type EntryOf } from '../journal/journalEntry.ts';
import { openSourceFile, type SourceFile } from '../files/localeFile.ts';
import { siblingKind } from '../account/ownJournals.ts';
import { unpricedJobs } from '../account/expenses.ts';
import { hasNoResult } from '../journal/inFlight.ts';
import type { Ledger } from '../journal/ledger.ts';
import { claimJob, isFileJob } from './claimJob.ts';
import { CloneFiles } from './cloneFiles.ts';
import { listJobsSince } from './listJobsSince.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { titleOfUnit } from '../files/splitMessage.ts';
import { isFilePath } from '../model/projectPath.ts';
import type { RecoveredText } from './sameTexts.ts';
import { SharedTexts } from './sharedTexts.ts';
import { findOrderedText, type OrderedText } from './findOrderedText.ts';
import { documentTarget, locateDocument, openDocument } from '../files/sourceDocument.ts';
import { isFinished } from '../model/trackedJob.ts';
import { numbersOfForm, withNumbers } from '../plan/numbersOfForm.ts';
import type { UnitRef } from '../model/unitRef.ts';

/** The maximum number of jobs that are fetched; if there are more, the newest. One request fetches 50. */
const maxJobs = 2000;

/** Older jobs are not searched for. */
const maxAgeMs = 400 * 24 * 60 * 60 * 1000;

/** The longest time for which an order may stay queued, and therefore unlisted, after the creation time of its jobs. */
const queuedMs = 26 * 60 * 60 * 1000;

/**
 * Fetches jobs of this extension that the journal does not know: ordered from another machine, with another key, or
 * before the journal was lost. The first time, and after a part of the journal was lost, all jobs are examined; later,
 * those created since then. A job of an open project is recovered if the project's own file has a unit with exactly the
 * text that the service has, because custom data is not trusted. The other jobs are journaled as ordered elsewhere, so
 * that nothing is ordered twice. Adds the ids of jobs that need not be examined again to `seen`. Returns the recovered
 * jobs; notes requests that failed in `series`.
 */
export async function recoverJobs(
  context: OrderContext,
  seen: Set<string>,
  series: RequestSeries,
): Promise<readonly Job[]> {
  const { ledger, journal, clock } = context;
  const { askedUntil } = ledger;
  const isFirst = askedUntil === undefined || journal.condition !== 'intact';
  const since = isFirst ? clock.now() - maxAgeMs : askedUntil - queuedMs;
  const answer = await series.send((options) => listJobsSince(context.client, since, options));
  if ('error' in answer) {
    series.note({ item: 'recovery', error: answer.error });
    return [];
  }
  if (!answer.value.isComplete) {
    series.noteCutList();
    context.log('The service may have listed only some of its jobs, so some may not have been recovered.');
  }
  const settled = await settledInSiblings(context);
  const clones = await CloneFiles.open(context);
  const isUnknown = (id: string): boolean =>
    !ledger.jobs.has(id) && !ledger.elsewhere.has(id) && !seen.has(id) && !settled.has(id);
  const listed = answer.value.ids.filter(isUnknown);
  if (listed.length > maxJobs)
    context.log(
      `The service has ${listed.length} jobs that this journal does not know; the newest ${maxJobs} are looked at.`,
    );
  const unpriced = unpricedJobs(ledger, clock.now());
  const noted = [...ledger.elsewhere.values()]
    .filter(
      (entry) =>
        !seen.has(entry.jobId) &&
        (unpriced.has(entry.jobId) || (!ledger.jobs.has(entry.jobId) && mayBeRecovered(context, clones, entry))),
    )
    .map(({ jobId }) => jobId);
  const asked = await fetchJobs(context.client, [...listed.slice(-maxJobs), ...noted.slice(-maxJobs)], series);
  const others = answer.value.isComplete
    ? undefined
    : await fetchJobsOfSameOrders(
        context,
        asked.jobs.filter(({ id }) => isUnknown(id)),
        isUnknown,
        series,
      );
  const jobs = [...asked.jobs, ...(others?.jobs ?? [])];
  const failures = new Map([...asked.failures, ...(others?.failures ?? [])]);
  for (const [id, error] of failures) series.note({ item: 'recovery', id, error });

  const files = new Map<string, Promise<SourceFile | undefined>>();
  const recovered: Job[] = [];
  const entries: EntryOf<'job' | 'recovered' | 'elsewhere' | 'asked'>[] = [];
  const parsed = jobs.map((job) => ({ job, data: parseCustomData(job.customData) }));
  const shared = new SharedTexts(
    context,
    parsed.flatMap(({ data }) => data ?? []),
    clones,
  );
  for (const { job, data } of parsed) {
    if (data === undefined) {
      // Another client ordered this job with the same account, so it need not be examined again.
      seen.add(job.id);
      continue;
    }
    const isKnown = ledger.jobs.has(job.id);
    const entry = isKnown ? undefined : await tryToRecoverJob(context, job, data, { sources: files, clones, shared });
    if (entry !== undefined) recovered.push(job);
    else if (hasNoResult(job.status) || isFinished(job)) seen.add(job.id);
    const noted = ledger.elsewhere.get(job.id);
    const note = entry ?? noteElsewhere(job, data, clock.now(), noted);
    if (note.type !== 'elsewhere' || noted?.status !== note.status || noted.credits !== note.credits)
      entries.push(note);
  }
  const until = jobs.reduce((latest, { createdAt = 0 }) => Math.max(latest, createdAt), askedUntil ?? 0);
  // Jobs that could not be read are fetched again the next time.
  if (failures.size === 0 && (isFirst || until !== askedUntil))
    entries.push({
      type: 'asked',
      at: clock.now(),
      until,
      ...present({ whole: isFirst ? (true as const) : undefined }),
    });
  await journal.append(...entries);
  return recovered;
}

/** Fetches the other jobs of the orders that these jobs belong to: an order may have more jobs than one list holds. */
async function fetchJobsOfSameOrders(
  { client }: OrderContext,
  jobs: readonly Job[],
  isUnknown: (id: string) => boolean,
  series: RequestSeries,
): Promise<FetchedJobs> {
  const orderIds = new Set(
    jobs.flatMap(({ customData, orderId }) =>
      orderId === undefined || parseCustomData(customData) === undefined ? [] : [orderId],
    ),
  );
  const found = new Set(jobs.map(({ id }) => id));
  const others: string[] = [];
  for (const orderId of orderIds) {
    const answer = await series.send((options) => client.orders.get(orderId, options));
    if ('error' in answer) series.note({ item: 'order', id: orderId, error: answer.error });
    else
      others.push(
        ...Object.values(answer.value.jobIds)
          .flat()
          .filter((id) => isUnknown(id) && !found.has(id)),
      );
  }
  return fetchJobs(client, others.slice(-maxJobs), series);
}

/** Returns the ids of jobs that another journal of the account on this machine has delivered or closed. */
async function settledInSiblings(context: OrderContext): Promise<ReadonlySet<string>> {
  const siblings = (await context.journal.siblings()).filter(
    (sibling) => siblingKind(context, sibling) === 'same-account',
  );
  return new Set(siblings.flatMap(({ ledger }) => settledJobs(ledger)));
}

function settledJobs(ledger: Ledger): readonly string[] {
  const undelivered = new Set(ledger.undeliveredJobs());
  return [...ledger.jobs.values()].flatMap((record) =>
    record.closedAs !== undefined || !undelivered.has(record) ? [record.jobId] : [],
  );
}

/** Whether a job ordered elsewhere may still change, or has a translation for a folder that is open. */
function mayBeRecovered(
  { findProject }: OrderContext,
  clones: CloneFiles,
  { status, project, remotes }: EntryOf<'elsewhere'>,
): boolean {
  const isOpen = findProject(project) !== undefined || clones.has({ remotes });
  return !hasNoResult(status) && (!isFinished({ status }) || isOpen);
}

function noteElsewhere(
  job: Job,
  { project, intent, sourceHash, locale, remotes = [], ...named }: ParsedCustomData,
  at: number,
  noted: EntryOf<'elsewhere'> | undefined,
): EntryOf<'elsewhere'> {
  const { pathHash, file, key, keyHash, branchHash, others } = named;
  const prices = [job.credits, noted?.credits].filter((credits) => credits !== undefined);
  return present({
    type: 'elsewhere' as const,
    jobId: job.id,
    orderId: job.orderId,
    at,
    createdAt: job.createdAt,
    status: job.status,
    project,
    intent,
    sourceHash,
    locale,
    remotes: [...remotes],
    pathHash,
    file,
    key,
    keyHash,
    branchHash,
    others: others && [...others],
    // A lower price, as after a refund, doesn't undo that the higher one was spent.
    credits: prices.length === 0 ? undefined : Math.max(...prices),
    currency: job.currency ?? noted?.currency,
  });
}

/** Does the same as `recoverJob`, but never rejects: a job that can't be matched must not stop the others. */
async function tryToRecoverJob(...job: Parameters<typeof recoverJob>): ReturnType<typeof recoverJob> {
  try {
    return await recoverJob(...job);
  } catch (error) {
    const [context, { id }] = job;
    context.log(`The job ${id} could not be matched with a file: ${messageOf(error)}`);
    return undefined;
  }
}

/** The files that jobs may be matched with. */
interface KnownFiles {
  /** The source files that were read, by project and path. */
  readonly sources: Map<string, Promise<SourceFile | undefined>>;
  readonly clones: CloneFiles;
  readonly shared: SharedTexts;
}

async function recoverJob(
  context: OrderContext,
  job: Job,
  data: ParsedCustomData,
  known: KnownFiles,
): Promise<EntryOf<'job' | 'recovered'> | undefined> {
  const intent = context.ledger.intents.get(data.intent);
  if (intent !== undefined) return claimJob(intent, data, job, context.clock.now());
  const { project, file } = data;
  const isOpen = context.findProject(project) !== undefined;
  const named = isOpen ? present({ project, file }) : known.clones.find(data);
  if (named?.file === undefined) return undefined;
  const entry = await recoverFrom(context, job, { ...data, project: named.project, file: named.file }, known);
  if (entry === undefined && isFinished(job))
    context.onUnmatched?.({ job, data, project: named.project, file: named.file });
  const folder = entry === undefined ? undefined : await context.findProject(entry.project)?.identity();
  return entry === undefined
    ? undefined
    : present({
        ...entry,
        folder,
        credits: job.credits,
        currency: job.currency,
        createdAt: job.createdAt,
        intent: data.intent,
      });
}

async function recoverFrom(
  context: OrderContext,
  job: Job,
  data: ParsedCustomData & { readonly file: string },
  { sources, shared }: Pick<KnownFiles, 'sources' | 'shared'>,
): Promise<EntryOf<'recovered'> | undefined> {
  const { file } = data;
  // A job without a text translates a file; then custom data with a key can't be right.
  if (data.key === undefined && data.keyHash === undefined && isFileJob(job))
    return recoverDocument(context, job, data);

  const name = JSON.stringify([data.project, file]);
  const opening = sources.get(name) ?? openNamedFile(context, data.project, file);
  sources.set(name, opening);
  const source = await opening;
  const matched = source === undefined ? undefined : matchUnits(context, source, job, data);
  if (matched === undefined) return undefined;
  const { entry, text } = matched;
  const others = text === undefined ? [] : await shared.unitsFor(text, data);
  return { ...entry, units: [...entry.units, ...others] };
}

async function openNamedFile(context: OrderContext, projectId: string, file: string): Promise<SourceFile | undefined> {
  const project = context.findProject(projectId);
  if (project === undefined || !isFilePath(file)) return undefined;
  try {
    return await openSourceFile(project, file, context.layouts(project.id, file));
  } catch (error) {
    context.log(`A job names the file ${file}, which cannot be read as a locale file: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * Recovers the job of a document if the project has the document with exactly the bytes that were ordered. The target
 * path is the one that a new order would use.
 */
async function recoverDocument(
  context: OrderContext,
  job: Job,
  { project: projectId, locale, sourceHash, file }: ParsedCustomData & { readonly file: string },
): Promise<EntryOf<'recovered'> | undefined> {
  const project = context.findProject(projectId);
  if (project === undefined || !isFilePath(file) || toLanguageCode(locale, [job.targetLanguage]) === undefined)
    return undefined;
  try {
    const { patterns } = context.layouts(project.id, file);
    const location = await locateDocument(project, file, patterns, toLocale(job.sourceLanguage));
    const document = location.path === file ? await openDocument(project, location, patterns) : undefined;
    if (
      document === undefined ||
      !('content' in document) ||
      document.hash !== sourceHash ||
      isSameLocale(locale, document.locale)
    )
      return undefined;
    return present({
      type: 'recovered' as const,
      jobId: job.id,
      at: context.clock.now(),
      project: project.id,
      sourceLocale: document.locale,
      targetLocale: locale,
      simulated: context.simulated,
      title: document.name,
      protectedText: toJournal(noText),
      document: { name: document.name, size: document.content.length },
      units: [{ project: project.id, file, locale, targetFile: documentTarget(document, locale), sourceHash }],
      orderId: job.orderId,
    });
  } catch (error) {
    context.log(`A job names the file ${file}, which cannot be read as a document: ${messageOf(error)}`);
    return undefined;
  }
}

/** The entry of a recovered job; and its text, if it is neither a plural form nor a branch of a message. */
interface MatchedJob {
  readonly entry: EntryOf<'recovered'>;
  readonly text: RecoveredText | undefined;
}

function matchUnits(
  context: OrderContext,
  source: SourceFile,
  job: Job,
  data: ParsedCustomData,
): MatchedJob | undefined {
  const { locale } = data;
  // The service's target language must be that of the locale, and the locale must not be the source's own.
  if (toLanguageCode(locale, [job.targetLanguage]) === undefined || isSameLocale(locale, source.locale))
    return undefined;
  const found = findOrderedText(source, data);
  const [first] = found?.units ?? [];
  if (found === undefined || first === undefined) return undefined;
  // The text at the service must be the one that this file would send; otherwise the custom data is wrong.
  const protectedText = tryToProtect(found, source, { job, locale });
  if (protectedText === undefined) return undefined;
  const targetFile = targetPath(source.layout, locale);
  const entry = present({
    type: 'recovered' as const,
    jobId: job.id,
    at: context.clock.now(),
    project: source.project.id,
    sourceLocale: source.locale,
    targetLocale: locale,
    simulated: context.simulated,
    title: titleOfUnit(first.key, found.branch),
    protectedText: toJournal(protectedText),
    // Without a hash of the target's value: a value that the file has now may be the user's own, so it is not replaced
    // without confirmation.
    units: found.units.map((unit): UnitRef => ({
      project: source.project.id,
      file: source.path,
      locale,
      targetFile,
      ...unit,
    })),
    orderId: job.orderId,
  });
  const { from, branch, form } = found;
  const isPlain = branch === undefined && form.plural === undefined;
  return {
    entry,
    text: isPlain ? { source, from, protectedText, sentText: job.sourceText } : undefined,
  };
}

/** Undefined if the text can't be protected, or isn't the text of the job. */
function tryToProtect(
  { text, from, branch, form }: OrderedText,
  source: SourceFile,
  { job, locale }: { readonly job: Job; readonly locale: string },
): ProtectedText | undefined {
  try {
    const now = protect(text, source.syntaxesOf(from), branch?.kind, source.apostrophesOf(from));
    const sent = protectedAsSent(now, job.sourceText);
    return sent === undefined ? undefined : withNumbers(sent, numbersOfForm(form, source, locale), source);
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
