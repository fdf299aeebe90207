import { randomBytes } from 'node:crypto';
import { maxFileBytes } from '../../service/interface/limits.ts';
import type { Job } from '../../service/interface/records.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { joinReports, type DeliveryReport } from './deliveryReport.ts';
import { hashBytes } from '../model/hash.ts';
import type { EntryOf } from '../journal/journalEntry.ts';
import { writeJournaled } from './journaledWrite.ts';
import { unitsOf, type JobRecord, type Ledger } from '../journal/ledger.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import { hasBegunWrites, settleDeliveries } from './settleDeliveries.ts';
import { isDocumentTarget } from '../files/sourceDocument.ts';
import type { HoldReason } from '../model/trackedJob.ts';
import { isDocument, type DocumentRef } from '../model/unitRef.ts';

/** A translation may be longer than its source, which is no larger than `maxFileBytes`. */
const maxTranslatedBytes = 2 * maxFileBytes;

const nothingDelivered: DeliveryReport = { written: [], held: new Map() };

/**
 * How much the person wants a document written: `wait` while anything speaks against it; `write` although the source was
 * changed since, or the delivery was undone; `replace` even in the place of a file that is there.
 */
export type Insistence = 'wait' | 'write' | 'replace';

/** Documents of a job whose translation has not been delivered, nor delivered and taken back. */
export function undeliveredDocuments(ledger: Ledger, record: JobRecord): readonly DocumentRef[] {
  return unitsOf(record)
    .filter(isDocument)
    .filter((unit) => ledger.deliveryOf(record.jobId, unit) === undefined);
}

/** Fetches the translated file of a job. Rejects with OrderError 'no-document' while there is none, and as `files.download` does. */
export async function downloadDocument(
  { client }: OrderContext,
  job: Job,
  options: CallOptions = {},
): Promise<Uint8Array> {
  const url = job.file?.ready === true ? job.file.targetUrl : undefined;
  if (url === undefined) throw new OrderError('no-document', job.title);
  return client.files.download(url, { ...options, maxBytes: maxTranslatedBytes });
}

/**
 * Fetches an approved document and writes it where its order said: bytes as they came, in one step. A place that is taken by
 * a file which no delivery left there is not touched, nor is anything written when the source was changed since the order,
 * unless the person insists; what is replaced then is kept for *Undo Delivery*. Deliveries that were interrupted are
 * settled first. Rejects with OrderError 'busy', and with ServiceError 'aborted'.
 */
export async function deliverDocument(
  context: OrderContext,
  record: JobRecord,
  job: Job,
  insistence: Insistence,
  options: CallOptions = {},
): Promise<DeliveryReport> {
  const { jobId } = record;
  const forced = new Set(insistence === 'wait' ? [] : [jobId]);
  const settled = hasBegunWrites(context)
    ? await context.journal.exclusively(() => settleDeliveries(context, forced))
    : nothingDelivered;
  const hold = (reason: HoldReason): DeliveryReport =>
    joinReports([settled, { written: [], held: new Map([[jobId, reason]]) }]);
  const waiting = documentsToDeliver(context.ledger, record, insistence);
  if (waiting.length === 0) return settled;
  // Several folders may use one translation. Those that are closed keep no open one from it.
  const isOpen = ({ project }: DocumentRef): boolean => context.findProject(project) !== undefined;
  const open = waiting.filter(isOpen);
  // What holds a document is found out before it is fetched: it may be large, and is looked at again with every refresh.
  const reasons = await Promise.all(open.map(async (unit) => whyHold(context, unit, insistence)));
  if (!reasons.includes(undefined)) return hold(reasons[0] ?? 'no-project');
  let content: Uint8Array;
  try {
    content = await downloadDocument(context, job, options);
  } catch (error) {
    // Given up on purpose: that says nothing about the file.
    if (options.signal?.aborted === true) throw error;
    context.log(`The translated file of job ${jobId} could not be fetched: ${messageOf(error)}`);
    return hold('not-downloaded');
  }
  return context.journal.exclusively(async () => {
    const settledSince = await settleDeliveries(context, forced);
    const held = new Map<string, HoldReason>();
    const written: DeliveryReport['written'][number][] = [];
    // Another window may have been faster, and files may have changed while this one was fetched.
    for (const unit of documentsToDeliver(context.ledger, record, insistence).filter(isOpen)) {
      const outcome = await tryToWrite(context, jobId, unit, content, insistence);
      if (typeof outcome === 'string') held.set(jobId, outcome);
      else
        written.push({
          project: unit.project,
          file: unit.targetFile,
          units: 1,
          deliveryId: outcome.id,
          document: true,
        });
    }
    return joinReports([settled, settledSince, { written, held }]);
  });
}

function documentsToDeliver(ledger: Ledger, record: JobRecord, insistence: Insistence): readonly DocumentRef[] {
  const isUndone = (unit: DocumentRef): boolean => ledger.deliveryOf(record.jobId, unit)?.undone === true;
  return [
    ...undeliveredDocuments(ledger, record),
    ...(insistence === 'wait' ? [] : unitsOf(record).filter(isDocument).filter(isUndone)),
  ];
}

async function whyHold(
  context: OrderContext,
  unit: DocumentRef,
  insistence: Insistence,
): Promise<HoldReason | undefined> {
  const project = context.findProject(unit.project);
  if (project === undefined) return 'no-project';
  try {
    if (!(await isDocumentTarget(project, unit, context.layouts(project.id, unit.file))))
      throw new Error(`it is not where ${unit.file} has its translations into ${unit.locale}.`);
    if (context.ledger.begunIn(project.id, unit.targetFile) !== undefined) return 'interrupted';
    if ((await project.leadsOutside(unit.targetFile)) !== undefined) return 'leads-outside';
    if (insistence === 'replace') return undefined;
    const present = await project.readBytes(unit.targetFile);
    const presentHash = present === undefined ? undefined : hashBytes(present);
    if (presentHash !== undefined && !(await isOfDelivery(context, unit, presentHash))) return 'target-exists';
    if (insistence === 'write') return undefined;
    const source = await project.readBytes(unit.file);
    return source !== undefined && hashBytes(source) === unit.sourceHash ? undefined : 'source-changed';
  } catch (error) {
    context.log(`${unit.targetFile} cannot be delivered: ${messageOf(error)}`);
    return 'unreadable';
  }
}

/** Whether a file is as an earlier delivery left it, of this service or another. */
async function isOfDelivery(
  { ledger, journal }: OrderContext,
  { project, targetFile }: DocumentRef,
  hash: string,
): Promise<boolean> {
  const left = (entry: EntryOf<'delivered'>): boolean =>
    entry.project === project && entry.targetFile === targetFile && entry.undo.afterHash === hash;
  const isLeft = ({ deliveries }: Ledger): boolean =>
    [...deliveries.values()].some(({ entry, undone }) => !undone && left(entry));
  return isLeft(ledger) || (await journal.siblings()).some((sibling) => isLeft(sibling.ledger));
}

async function tryToWrite(
  context: OrderContext,
  jobId: string,
  unit: DocumentRef,
  content: Uint8Array,
  insistence: Insistence,
): Promise<{ readonly id: string } | HoldReason> {
  const reason = await whyHold(context, unit, insistence);
  if (reason !== undefined) return reason;
  try {
    return await write(context, jobId, unit, content);
  } catch (error) {
    context.log(`${unit.targetFile} cannot be delivered: ${messageOf(error)}`);
    return 'unreadable';
  }
}

async function write(
  context: OrderContext,
  jobId: string,
  { project, file, locale, targetFile, sourceHash }: DocumentRef,
  content: Uint8Array,
): Promise<{ readonly id: string } | HoldReason> {
  const { journal, clock, simulated, findProject } = context;
  const folder = findProject(project);
  if (folder === undefined) return 'no-project';
  const before = await folder.readBytes(targetFile);
  const afterHash = hashBytes(content);
  const id = randomBytes(6).toString('hex');
  const undo = {
    afterHash,
    beforeHash: before === undefined ? '' : hashBytes(before),
    created: before === undefined,
    edits: [],
    ...(before === undefined ? {} : { backup: id }),
  };
  const units = [{ jobId, file, locale, sourceHash, valueHash: afterHash }];
  const result = await writeJournaled(
    context,
    { type: 'delivering', id, at: clock.now(), jobId, project, targetFile, simulated, units, undo },
    async (fileWrite) => {
      if (before !== undefined) await journal.backups.keep(id, before);
      return folder.replace(targetFile, before, content, fileWrite);
    },
  );
  if (result === 'done') return { id };
  return result === 'unsaved' ? 'target-unsaved' : 'target-exists';
}

/** Puts back the file that a document took the place of, or takes the document away where there was none. Called while no other window delivers. */
export async function undoDocument(
  context: OrderContext,
  { id, project, targetFile, undo }: EntryOf<'delivered'>,
): Promise<void> {
  const { journal, clock, findProject } = context;
  const folder = findProject(project);
  if (folder === undefined) throw new OrderError('no-project');
  const present = await folder.readBytes(targetFile);
  if (present === undefined || hashBytes(present) !== undo.afterHash) throw new OrderError('changed-since', targetFile);
  const before = undo.backup === undefined ? undefined : await journal.backups.find(undo.backup);
  if (!undo.created && before === undefined) throw new OrderError('nothing-to-undo');
  const result = await writeJournaled(
    context,
    {
      type: 'delivering',
      id: randomBytes(6).toString('hex'),
      at: clock.now(),
      project,
      targetFile,
      undoes: id,
      undo: {
        afterHash: before === undefined ? '' : hashBytes(before),
        beforeHash: undo.afterHash,
        created: false,
        edits: [],
      },
    },
    (fileWrite) => folder.replace(targetFile, present, before, fileWrite),
  );
  if (result !== 'done') throw new OrderError('changed-since', targetFile);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
