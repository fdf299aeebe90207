import { isSameLocale } from '../locales/locale.ts';
import { toLanguageCode, toLocale } from '../locales/languageCode.ts';
import { targetPath } from '../locales/layout.ts';
import type { Job } from '../service/records.ts';
import { protect } from '../placeholders/protect.ts';
import type { ProtectedText } from '../placeholders/placeholder.ts';
import { askJobs } from './askJobs.ts';
import { parseCustomData, type ParsedCustomData } from './customData.ts';
import type { Inquiry } from './inquiry.ts';
import { noText, toJournal, type EntryOf } from './journalEntry.ts';
import { openSourceFile, type SourceFile } from './localeFile.ts';
import { claimJob, isFileJob, isTextOf, listJobsSince } from './lookUp.ts';
import type { OrderContext } from './orderContext.ts';
import { titleOfUnit } from './openMessage.ts';
import { findText, type FoundText } from './recoveredText.ts';
import { documentTarget, locateDocument, openDocument } from './sourceDocument.ts';
import type { UnitRef } from './trackedJob.ts';

/**
 * Finds jobs of the open projects at the service that this journal does not know: ordered from another machine, or
 * before the journal was lost. What custom data says is a hint only: a unit counts when the project's own file has it
 * with the very text that the service has. `seen` holds the ids already looked at and grows.
 * Returns the jobs taken in.
 */
export async function recoverJobs(context: OrderContext, seen: Set<string>, inquiry: Inquiry): Promise<readonly Job[]> {
  const answer = await inquiry.ask((options) => listJobsSince(context.client, 0, options));
  if ('error' in answer) {
    inquiry.note({ item: 'recovery', error: answer.error });
    return [];
  }
  if (!answer.value.isComplete) context.log('The service may have listed only some of its jobs, so some may not have been recovered.');
  const ids = answer.value.ids.filter((id) => !context.ledger.jobs.has(id) && !seen.has(id));
  const { jobs, troubles } = await askJobs(context.client, ids, inquiry);
  for (const [id, error] of troubles) inquiry.note({ item: 'recovery', id, error });
  const files = new Map<string, Promise<SourceFile | undefined>>();
  const recovered: Job[] = [];
  const entries: EntryOf<'job' | 'recovered'>[] = [];
  for (const job of jobs) {
    const data = parseCustomData(job.customData);
    if (data === undefined) {
      // Somebody else's job in the same account: never ours, so never asked about again.
      seen.add(job.id);
      continue;
    }
    const entry = await recoverJob(context, job, data, files);
    if (entry === undefined) continue;
    recovered.push(job);
    entries.push(entry);
  }
  await context.journal.append(...entries);
  return recovered;
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
  // A record without a text is that of a file; a key in its custom data would be a lie.
  if (data.key === undefined && data.keyHash === undefined && isFileJob(job)) return recoverDocument(context, job, data, data.file);

  const name = JSON.stringify([data.project, data.file]);
  const opening = files.get(name) ?? openHinted(context, data.project, data.file);
  files.set(name, opening);
  const source = await opening;
  return source === undefined ? undefined : matchUnits(context, source, job, data);
}

async function openHinted(context: OrderContext, projectId: string, file: string): Promise<SourceFile | undefined> {
  const project = context.findProject(projectId);
  if (project === undefined || !isInside(file)) return undefined;
  try {
    return await openSourceFile(project, file, context.layouts(project.id, file));
  } catch (error) {
    context.log(`A job names the file ${file}, which cannot be read as a locale file: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** A path that could lead out of the project is not ours, whoever wrote it. */
function isInside(file: string): boolean {
  return !/^\/|\\|^[A-Za-z]:|(?:^|\/)\.{0,2}(?:\/|$)/u.test(file);
}

/** A document counts when the project has it with the very bytes that were ordered; its place is the one that an order of today would give it. */
async function recoverDocument(context: OrderContext, job: Job, { project: projectId, locale, sourceHash }: ParsedCustomData, file: string): Promise<EntryOf<'recovered'> | undefined> {
  const project = context.findProject(projectId);
  if (project === undefined || !isInside(file) || toLanguageCode(locale, [job.targetLanguage]) === undefined) return undefined;
  try {
    const { patterns } = context.layouts(project.id, file);
    const place = await locateDocument(project, file, patterns, toLocale(job.sourceLanguage));
    const document = place.path === file ? await openDocument(project, place, patterns) : undefined;
    if (document === undefined || !('content' in document) || document.hash !== sourceHash || isSameLocale(locale, document.locale)) return undefined;
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
    context.log(`A job names the file ${file}, which cannot be read as a document: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function matchUnits(context: OrderContext, source: SourceFile, job: Job, data: ParsedCustomData): EntryOf<'recovered'> | undefined {
  const { locale } = data;
  // The language that the service translates into must be the one that the file is for, and never the source's own.
  if (toLanguageCode(locale, [job.targetLanguage]) === undefined || isSameLocale(locale, source.locale)) return undefined;
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
    units: found.units.map((unit): UnitRef => ({ project: source.project.id, file: source.path, locale, targetFile, ...unit })),
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
