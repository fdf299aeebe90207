import { isSameLocale } from '../../base/locale.ts';
import { toLanguageCode, toLocale } from '../../locales/languageCode.ts';
import { targetPath } from '../../locales/layout.ts';
import { present } from '../../base/present.ts';
import type { Job } from '../../service/interface/records.ts';
import { protect } from '../../placeholders/protect.ts';
import type { ProtectedText } from '../../placeholders/read/placeholder.ts';
import { askJobs, type JobAnswers } from './askJobs.ts';
import { parseCustomData, type ParsedCustomData } from '../journal/customData.ts';
import type { Inquiry } from './inquiry.ts';
import { noText, toJournal, type EntryOf } from '../journal/journalEntry.ts';
import { openSourceFile, type SourceFile } from '../files/localeFile.ts';
import { siblingKind } from '../account/account.ts';
import { hasNoResult } from '../journal/inFlight.ts';
import type { Ledger } from '../journal/ledger.ts';
import { claimJob, isFileJob, isTextOf, listJobsSince } from './lookUp.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { titleOfUnit } from '../files/openMessage.ts';
import { isFilePath } from '../model/projectPath.ts';
import { findText, type FoundText } from './recoveredText.ts';
import { documentTarget, locateDocument, openDocument } from '../files/sourceDocument.ts';
import { isFinished, type UnitRef } from '../model/trackedJob.ts';

/** How many jobs the service is asked for at the most; of more, the newest. 50 go into a request. */
const maxJobs = 2000;

/** Jobs older than this are not looked for. */
const oldestMs = 400 * 24 * 60 * 60 * 1000;

/** An order may stay queued, and so unseen, for this long after the time that its jobs bear. */
const queuedMs = 26 * 60 * 60 * 1000;

/**
 * Asks the service for jobs of this extension that the journal does not know: ordered from another machine, under another key,
 * or before the journal was lost. The first time, and after a part of the journal was lost, all of them are looked at; later
 * those created since. Jobs of open projects are taken in where the project's own file has the unit with the very text that
 * the service has, since custom data is only a hint; the others are noted, so that nothing is ordered twice.
 * `seen` holds the ids of jobs that need no second look, and grows. Returns the jobs taken in. What the service cannot tell is noted
 * in the inquiry.
 */
export async function recoverJobs(context: OrderContext, seen: Set<string>, inquiry: Inquiry): Promise<readonly Job[]> {
  const { ledger, journal, clock } = context;
  const { askedUntil } = ledger;
  const isFirst = askedUntil === undefined || journal.condition !== 'intact';
  const since = isFirst ? clock.now() - oldestMs : askedUntil - queuedMs;
  const answer = await inquiry.ask((options) => listJobsSince(context.client, since, options));
  if ('error' in answer) {
    inquiry.note({ item: 'recovery', error: answer.error });
    return [];
  }
  if (!answer.value.isComplete) {
    inquiry.noteCutList();
    context.log('The service may have listed only some of its jobs, so some may not have been recovered.');
  }
  const settled = await settledInSiblings(context);
  const isUnknown = (id: string): boolean =>
    !ledger.jobs.has(id) && !ledger.elsewhere.has(id) && !seen.has(id) && !settled.has(id);
  const listed = answer.value.ids.filter(isUnknown);
  if (listed.length > maxJobs)
    context.log(
      `The service has ${listed.length} jobs that this journal does not know; the newest ${maxJobs} are looked at.`,
    );
  const noted = [...ledger.elsewhere.values()]
    .filter((entry) => !seen.has(entry.jobId) && !ledger.jobs.has(entry.jobId) && isWorthAsking(context, entry))
    .map(({ jobId }) => jobId);
  const asked = await askJobs(context.client, [...listed.slice(-maxJobs), ...noted.slice(-maxJobs)], inquiry);
  const mates = answer.value.isComplete
    ? undefined
    : await askOrderMates(
        context,
        asked.jobs.filter(({ id }) => isUnknown(id)),
        isUnknown,
        inquiry,
      );
  const jobs = [...asked.jobs, ...(mates?.jobs ?? [])];
  const troubles = new Map([...asked.troubles, ...(mates?.troubles ?? [])]);
  for (const [id, error] of troubles) inquiry.note({ item: 'recovery', id, error });

  const files = new Map<string, Promise<SourceFile | undefined>>();
  const recovered: Job[] = [];
  const entries: EntryOf<'job' | 'recovered' | 'elsewhere' | 'asked'>[] = [];
  for (const job of jobs) {
    const data = parseCustomData(job.customData);
    if (data === undefined) {
      // Somebody else's job in the same account: never ours, so never asked about again.
      seen.add(job.id);
      continue;
    }
    const entry = await recoverQuietly(context, job, data, files);
    if (entry !== undefined) recovered.push(job);
    else if (hasNoResult(job.status) || isFinished(job)) seen.add(job.id);
    const note = entry ?? noteElsewhere(job, data, clock.now());
    if (note.type !== 'elsewhere' || ledger.elsewhere.get(job.id)?.status !== note.status) entries.push(note);
  }
  const until = jobs.reduce((latest, { createdAt = 0 }) => Math.max(latest, createdAt), askedUntil ?? 0);
  // What could not be read this time is looked at again the next time.
  if (troubles.size === 0 && (isFirst || until !== askedUntil))
    entries.push({ type: 'asked', at: clock.now(), until, ...(isFirst ? { whole: true } : {}) });
  await journal.append(...entries);
  return recovered;
}

/** Asks for the other jobs of these jobs' orders, as far as they are ours: an order may have more jobs than one list holds. */
async function askOrderMates(
  { client }: OrderContext,
  jobs: readonly Job[],
  isUnknown: (id: string) => boolean,
  inquiry: Inquiry,
): Promise<JobAnswers> {
  const orderIds = new Set(
    jobs.flatMap(({ customData, orderId }) =>
      orderId === undefined || parseCustomData(customData) === undefined ? [] : [orderId],
    ),
  );
  const found = new Set(jobs.map(({ id }) => id));
  const mates: string[] = [];
  for (const orderId of orderIds) {
    const answer = await inquiry.ask((options) => client.orders.get(orderId, options));
    if ('error' in answer) inquiry.note({ item: 'order', id: orderId, error: answer.error });
    else
      mates.push(
        ...Object.values(answer.value.jobIds)
          .flat()
          .filter((id) => isUnknown(id) && !found.has(id)),
      );
  }
  return askJobs(client, mates.slice(-maxJobs), inquiry);
}

/** Jobs of which the account's other journals on this machine have done everything that is to be done. */
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

/** A job ordered elsewhere is asked about while something may come of it, or when its folder is open by now. */
function isWorthAsking({ findProject }: OrderContext, { status, project }: EntryOf<'elsewhere'>): boolean {
  return !hasNoResult(status) && (!isFinished({ status }) || findProject(project) !== undefined);
}

function noteElsewhere(
  job: Job,
  { project, intent, sourceHash, locale, remotes = [], pathHash, file, key, keyHash, branchHash }: ParsedCustomData,
  at: number,
): EntryOf<'elsewhere'> {
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
  });
}

/** A job that cannot be matched, whatever its record holds, keeps no other one from it: it is noted as ordered elsewhere. */
async function recoverQuietly(...job: Parameters<typeof recoverJob>): ReturnType<typeof recoverJob> {
  try {
    return await recoverJob(...job);
  } catch (error) {
    const [context, { id }] = job;
    context.log(
      `The job ${id} could not be matched with a file: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

async function recoverJob(
  context: OrderContext,
  job: Job,
  data: ParsedCustomData,
  files: Map<string, Promise<SourceFile | undefined>>,
): Promise<EntryOf<'job' | 'recovered'> | undefined> {
  const intent = context.ledger.intents.get(data.intent);
  if (intent !== undefined) return claimJob(intent, data, job, context.clock.now());
  if (data.file === undefined) return undefined;
  const entry = await recoverFrom(context, job, data, data.file, files);
  const folder = entry === undefined ? undefined : await context.findProject(entry.project)?.identity();
  return entry === undefined
    ? undefined
    : present({ ...entry, folder, credits: job.credits, currency: job.currency, createdAt: job.createdAt });
}

async function recoverFrom(
  context: OrderContext,
  job: Job,
  data: ParsedCustomData,
  file: string,
  files: Map<string, Promise<SourceFile | undefined>>,
): Promise<EntryOf<'recovered'> | undefined> {
  // A record without a text is that of a file; a key in its custom data would be a lie.
  if (data.key === undefined && data.keyHash === undefined && isFileJob(job))
    return recoverDocument(context, job, data, file);

  const name = JSON.stringify([data.project, file]);
  const opening = files.get(name) ?? openHinted(context, data.project, file);
  files.set(name, opening);
  const source = await opening;
  return source === undefined ? undefined : matchUnits(context, source, job, data);
}

async function openHinted(context: OrderContext, projectId: string, file: string): Promise<SourceFile | undefined> {
  const project = context.findProject(projectId);
  if (project === undefined || !isFilePath(file)) return undefined;
  try {
    return await openSourceFile(project, file, context.layouts(project.id, file));
  } catch (error) {
    context.log(
      `A job names the file ${file}, which cannot be read as a locale file: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

/** A document counts when the project has it with the very bytes that were ordered; its place is the one that an order of today would give it. */
async function recoverDocument(
  context: OrderContext,
  job: Job,
  { project: projectId, locale, sourceHash }: ParsedCustomData,
  file: string,
): Promise<EntryOf<'recovered'> | undefined> {
  const project = context.findProject(projectId);
  if (project === undefined || !isFilePath(file) || toLanguageCode(locale, [job.targetLanguage]) === undefined)
    return undefined;
  try {
    const { patterns } = context.layouts(project.id, file);
    const place = await locateDocument(project, file, patterns, toLocale(job.sourceLanguage));
    const document = place.path === file ? await openDocument(project, place, patterns) : undefined;
    if (
      document === undefined ||
      !('content' in document) ||
      document.hash !== sourceHash ||
      isSameLocale(locale, document.locale)
    )
      return undefined;
    return {
      type: 'recovered',
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
      ...(job.orderId === undefined ? {} : { orderId: job.orderId }),
    };
  } catch (error) {
    context.log(
      `A job names the file ${file}, which cannot be read as a document: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
}

function matchUnits(
  context: OrderContext,
  source: SourceFile,
  job: Job,
  data: ParsedCustomData,
): EntryOf<'recovered'> | undefined {
  const { locale } = data;
  // The language that the service translates into must be the one that the file is for, and never the source's own.
  if (toLanguageCode(locale, [job.targetLanguage]) === undefined || isSameLocale(locale, source.locale))
    return undefined;
  const found = findText(source, data);
  const [first] = found?.units ?? [];
  if (found === undefined || first === undefined) return undefined;
  const protectedText = safeProtect(found, source);
  // The text at the service must be the one this file would send: else the custom data lies.
  if (protectedText === undefined || !isTextOf(protectedText.text, job)) return undefined;
  const targetFile = targetPath(source.layout, locale);
  return {
    type: 'recovered',
    jobId: job.id,
    at: context.clock.now(),
    project: source.project.id,
    sourceLocale: source.locale,
    targetLocale: locale,
    simulated: context.simulated,
    title: titleOfUnit(first.key, found.branch),
    protectedText: toJournal(protectedText),
    // Without the target's value of then: whatever stands there now may be somebody's own, and is not replaced without asking.
    units: found.units.map((unit): UnitRef => ({
      project: source.project.id,
      file: source.path,
      locale,
      targetFile,
      ...unit,
    })),
    ...(job.orderId === undefined ? {} : { orderId: job.orderId }),
  };
}

function safeProtect({ text, from, branch }: FoundText, source: SourceFile): ProtectedText | undefined {
  try {
    return protect(text, source.syntaxesOf(from), branch?.kind);
  } catch {
    return undefined;
  }
}
