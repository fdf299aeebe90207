import { errorMessage } from '../../../base/errorMessage.ts';
import { isSameLocale } from '../../../base/locale.ts';
import { mayBeInLanguage, toLocale } from '../../../locales/languageCode.ts';
import { targetPath } from '../../../locales/layout.ts';
import { present } from '../../../base/present.ts';
import { type Job, isFileJob } from '../../../service/interface/records.ts';
import { noText } from '../../../placeholders/read/placeholder.ts';
import type { ParsedCustomData } from '../../model/order/customData.ts';
import { toJournal, type EntryOf } from '../../journal/journalEntry.ts';
import { openSourceFile, type SourceFile } from '../../units/files/localeFile.ts';
import { claimJob } from './matchJobs.ts';
import type { CloneFiles } from './cloneFiles.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { isFilePath } from '../../model/projectPath.ts';
import type { SharedTexts } from './sharedTexts.ts';
import { findOrderedText, protectAsSent, type RecoveredText } from '../../units/ordered/findOrderedText.ts';
import { documentTarget, locateDocument, openDocument } from '../../units/files/sourceDocument.ts';
import { isFinished } from '../../model/trackedJob.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import { titleOfUnit } from '../../model/unitName.ts';

/** Returns the entry of a job that was ordered elsewhere; `earlierEntry` is the latest one in the journal, if any. */
export function noteElsewhere(
  job: Job,
  data: ParsedCustomData,
  at: number,
  earlierEntry: EntryOf<'elsewhere'> | undefined,
): EntryOf<'elsewhere'> {
  const { project, intent, sourceHash, locale, remotes = [], pathHash, file, key, keyHash, branchHash, others } = data;
  const prices = [job.credits, earlierEntry?.credits].filter((credits) => credits !== undefined);
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
    currency: job.currency ?? earlierEntry?.currency,
  });
}

/** Does the same as `recoverJob`, but never rejects: a job that can't be matched must not stop the others. */
export async function tryToRecoverJob(
  context: OrderContext,
  job: Job,
  data: ParsedCustomData,
  files: KnownFiles,
): ReturnType<typeof recoverJob> {
  try {
    return await recoverJob(context, job, data, files);
  } catch (error) {
    context.log(`The job ${job.id} could not be matched with a file: ${errorMessage(error)}`);
    return undefined;
  }
}

/** The files that jobs may be matched with. */
export interface KnownFiles {
  /** The source files that were read, by project and path. */
  readonly sources: Map<string, Promise<SourceFile | undefined>>;
  readonly clones: CloneFiles;
  readonly shared: SharedTexts;
}

/**
 * Returns the entry by which the journal knows a job again. It is a 'job' if the journal has the job's intent, and
 * 'recovered' if a file has the job's text. Returns undefined if neither is so.
 */
async function recoverJob(
  context: OrderContext,
  job: Job,
  data: ParsedCustomData,
  files: KnownFiles,
): Promise<EntryOf<'job' | 'recovered'> | undefined> {
  const intent = context.ledger.intents.get(data.intent);
  if (intent !== undefined) return claimJob(intent, data, job, context.clock.now());
  const isProjectOpen = context.findProject(data.project) !== undefined;
  // Instead of a project that is not open, an open one may be a clone of the same repository.
  const namedFile = isProjectOpen ? data : files.clones.find(data);
  if (namedFile?.file === undefined) return undefined;
  const { project, file } = namedFile;
  const entry = await recoverFrom(context, job, { ...data, project, file }, files);
  if (entry === undefined) {
    if (isFinished(job)) context.onUnmatched?.({ job, data, project, file });
    return undefined;
  }
  const folder = await context.findProject(entry.project)?.identity();
  return present({
    ...entry,
    folder,
    credits: job.credits,
    currency: job.currency,
    createdAt: job.createdAt,
    intent: data.intent,
  });
}

/** Recovers a job from the file that its custom data names, if the file has the job's text. */
async function recoverFrom(
  context: OrderContext,
  job: Job,
  data: ParsedCustomData & { readonly file: string },
  { sources, shared }: Pick<KnownFiles, 'sources' | 'shared'>,
): Promise<EntryOf<'recovered'> | undefined> {
  const { file } = data;
  // Only a job for a whole document translates a file and names no key.
  if (data.key === undefined && data.keyHash === undefined && isFileJob(job))
    return recoverDocument(context, job, data);

  const name = JSON.stringify([data.project, file]);
  const reading = sources.get(name) ?? openNamedFile(context, data.project, file);
  sources.set(name, reading);
  const source = await reading;
  const matched = source === undefined ? undefined : matchUnits(context, source, job, data);
  if (matched === undefined) return undefined;
  const { entry, text } = matched;
  const unitsOfOtherFiles = text === undefined ? [] : await shared.unitsFor(text, data);
  return { ...entry, units: [...entry.units, ...unitsOfOtherFiles] };
}

async function openNamedFile(context: OrderContext, projectId: string, file: string): Promise<SourceFile | undefined> {
  const project = context.findProject(projectId);
  if (project === undefined || !isFilePath(file)) return undefined;
  try {
    return await openSourceFile(project, file, context.layouts(project.id, file));
  } catch (error) {
    context.log(`A job names the file ${file}, which cannot be read as a locale file: ${errorMessage(error)}`);
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
  if (project === undefined || !isFilePath(file) || !mayBeInLanguage(locale, job.targetLanguage)) return undefined;
  try {
    const { patterns } = context.layouts(project.id, file);
    const location = await locateDocument(project, file, patterns, toLocale(job.sourceLanguage));
    // The file that custom data names may be a translation of the document.
    if (location.path !== file) return undefined;
    const document = await openDocument(project, location, patterns);
    const isReadable = 'content' in document;
    if (!isReadable || document.hash !== sourceHash || isSameLocale(locale, document.locale)) return undefined;
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
    context.log(`A job names the file ${file}, which cannot be read as a document: ${errorMessage(error)}`);
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
  if (!mayBeInLanguage(locale, job.targetLanguage) || isSameLocale(locale, source.locale)) return undefined;
  const orderedText = findOrderedText(source, data);
  const firstUnit = orderedText?.units[0];
  if (orderedText === undefined || firstUnit === undefined) return undefined;
  // The text at the service must be the one that this file would send; otherwise the custom data is wrong.
  const protectedText = protectAsSent(orderedText, source, { sentText: job.sourceText, locale });
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
    title: titleOfUnit(firstUnit.key, orderedText.branch),
    protectedText: toJournal(protectedText),
    // Without a hash of the target's value, so that a value of the user's own is not replaced without confirmation.
    units: orderedText.units.map((unit): UnitRef => ({
      project: source.project.id,
      file: source.path,
      locale,
      targetFile,
      ...unit,
    })),
    orderId: job.orderId,
  });
  const { sourceUnit, branch, form } = orderedText;
  const isWholeText = branch === undefined && form.plural === undefined;
  return { entry, text: isWholeText ? { source, sourceUnit, protectedText, sentText: job.sourceText } : undefined };
}
