import type { Job } from '../service/records.ts';
import type { CallOptions } from '../service/serviceClient.ts';
import { protect } from '../placeholders/protect.ts';
import type { ProtectedText } from '../placeholders/placeholder.ts';
import { parseCustomData, type CustomData } from './customData.ts';
import { hashText } from './hash.ts';
import type { EntryOf, JournalEntry } from './journalEntry.ts';
import { openSourceFile, openTargetFile, type SourceFile } from './localeFile.ts';
import { jobEntry, listJobsSince } from './lookUp.ts';
import type { OrderContext } from './orderContext.ts';
import type { UnitRef } from './trackedJob.ts';

/**
 * Finds jobs of the open projects at the service that this journal does not know: ordered from another machine, or
 * before the journal was lost. What custom data says is a hint only: a unit counts when the project's own file has it
 * with the very text that the service has. `seen` holds the ids already looked at and grows.
 * Returns the jobs taken in.
 */
export async function recoverJobs(context: OrderContext, seen: Set<string>, options: CallOptions = {}): Promise<readonly Job[]> {
  const ids = (await listJobsSince(context.client, 0, options)).filter((id) => !context.ledger.jobs.has(id) && !seen.has(id));
  const jobs = await context.client.jobs.get(ids, options);
  const files = new Map<string, Promise<SourceFile | undefined>>();
  const recovered: Job[] = [];
  const entries: JournalEntry[] = [];
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
  data: CustomData,
  files: Map<string, Promise<SourceFile | undefined>>,
): Promise<JournalEntry | undefined> {
  const intent = context.ledger.intents.get(data.intent);
  if (intent !== undefined) return jobEntry(intent, data.number, job, context.clock.now());
  if (data.file === undefined) return undefined;

  const name = `${data.project}/${data.file}`;
  let opening = files.get(name);
  if (opening === undefined) {
    opening = openHinted(context, data.project, data.file);
    files.set(name, opening);
  }
  const source = await opening;
  return source === undefined ? undefined : matchUnits(context, source, job, data);
}

async function openHinted(context: OrderContext, projectId: string, file: string): Promise<SourceFile | undefined> {
  const project = context.findProject(projectId);
  // A path that could lead out of the project is not ours, whoever wrote it.
  if (project === undefined || file.startsWith('/') || file.split('/').includes('..') || file.includes('\\')) return undefined;
  try {
    return await openSourceFile(project, file, context.layoutPatterns());
  } catch (error) {
    context.log(`A job names the file ${file}, which cannot be read as a locale file: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

async function matchUnits(context: OrderContext, source: SourceFile, job: Job, data: CustomData): Promise<EntryOf<'recovered'> | undefined> {
  const twins = source.units.filter((unit) => hashText(unit.text) === data.sourceHash);
  const named = data.key === undefined ? undefined : (twins.find((unit) => unit.id === data.key) ?? pluralTwin(source, data));
  const [first] = named === undefined ? twins : [named];
  if (first === undefined) return undefined;
  const protectedText = safeProtect(first.text, source);
  // The text at the service must be the one this file would send: else the custom data lies.
  if (protectedText?.text !== job.sourceText) return undefined;
  let target;
  try {
    target = await openTargetFile(source, data.locale);
  } catch {
    return undefined;
  }
  const keys = named?.plural === undefined ? twins.filter((unit) => unit.plural === undefined).map((unit) => unit.id) : [data.key ?? named.id];
  const units = keys.map((key): UnitRef => {
    const present = target.units.get(key);
    return {
      project: source.project.id,
      file: source.path,
      key,
      locale: data.locale,
      targetFile: target.path,
      sourceHash: data.sourceHash,
      ...(present === undefined || present.text === '' ? {} : { targetHash: hashText(present.text) }),
    };
  });
  return {
    type: 'recovered',
    jobId: job.id,
    at: context.clock.now(),
    project: source.project.id,
    sourceLocale: source.locale,
    targetLocale: data.locale,
    simulated: context.simulated,
    title: data.key ?? first.id,
    protectedText: { text: protectedText.text, source: protectedText.source, placeholders: [...protectedText.placeholders] },
    units,
    ...(job.orderId === undefined ? {} : { orderId: job.orderId }),
  };
}

/** A plural form that only the target's locale has is translated from the source's `other`. */
function pluralTwin(source: SourceFile, data: CustomData) {
  if (data.key?.includes('#') !== true) return undefined;
  const base = data.key.slice(0, data.key.lastIndexOf('#'));
  return source.units.find((unit) => unit.plural !== undefined && unit.id.startsWith(`${base}#`) && hashText(unit.text) === data.sourceHash);
}

function safeProtect(text: string, source: SourceFile): ProtectedText | undefined {
  try {
    return protect(text, source.syntaxes);
  } catch {
    return undefined;
  }
}
