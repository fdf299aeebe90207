import { randomBytes } from 'node:crypto';
import { errorMessage } from '../../base/errorMessage.ts';
import { present } from '../../base/present.ts';
import { hasConflictMarkers } from '../../formats/formats.ts';
import { maxFileBytes } from '../../service/interface/limits.ts';
import type { Job } from '../../service/interface/records.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { hidesSomething } from './documentErrors.ts';
import { joinReports, type DeliveryReport } from './deliveryReport.ts';
import { hashBytes } from '../model/hash.ts';
import type { EntryOf } from '../journal/journalEntry.ts';
import { writeJournaled } from './journaledWrite.ts';
import { unitsOf, type JobRecord, type Ledger } from '../journal/ledger.ts';
import type { DeliveryContext, ServiceAccess } from '../journal/account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import { hasBegunWrites, settleDeliveries } from './settleDeliveries.ts';
import { isDocumentTarget } from '../units/files/sourceDocument.ts';
import type { HoldReason } from '../model/trackedJob.ts';
import { isDocument, type DocumentRef } from '../model/unitRef.ts';
import { isRefused } from '../model/errors/refusedFileError.ts';

/** A translation may be longer than its source, which is no larger than `maxFileBytes`. */
const maxTranslatedBytes = 2 * maxFileBytes;

const nothingDelivered: DeliveryReport = { written: [], held: new Map() };

/**
 * When a document may be written. `wait`: only if nothing prevents it. `write`: even if the source was changed since
 * the order, or the delivery was undone. `replace`: as `write`, and even if the target file exists.
 */
export type OverwritePolicy = 'wait' | 'write' | 'replace';

/** The document of an approved job, to be delivered. */
export interface DocumentDelivery {
  readonly context: DeliveryContext & ServiceAccess;
  readonly record: JobRecord;
  readonly job: Job;
  readonly overwrite: OverwritePolicy;
}

/** Returns the documents of a job whose translation has never been delivered. */
export function undeliveredDocuments(ledger: Ledger, record: JobRecord): readonly DocumentRef[] {
  return unitsOf(record)
    .filter(isDocument)
    .filter((unit) => ledger.deliveryOf(record.jobId, unit) === undefined);
}

/** Downloads a job's translated file. Rejects with OrderError 'no-document', or as `files.download`. */
export async function downloadDocument(
  { client }: DeliveryContext & ServiceAccess,
  job: Job,
  options: CallOptions = {},
): Promise<Uint8Array> {
  const url = job.file?.ready === true ? job.file.targetUrl : undefined;
  if (url === undefined) throw new OrderError('no-document', job.title);
  return client.files.download(url, { ...options, maxBytes: maxTranslatedBytes });
}

/**
 * Downloads an approved document and writes it to the target path of its order: unchanged bytes, in one step. By
 * default, an existing file is replaced only if an earlier delivery wrote it, and nothing is written if the source was
 * changed since the order, or if the translation hides something; `overwrite` allows these. A replaced file is kept for
 * *Undo Delivery*. Settles interrupted deliveries first. Rejects with OrderError 'busy' and ServiceError 'aborted'.
 */
export async function deliverDocument(
  { context, record, job, overwrite }: DocumentDelivery,
  options: CallOptions = {},
): Promise<DeliveryReport> {
  const { jobId } = record;
  const forced = new Set(overwrite === 'wait' ? [] : [jobId]);
  const settled = hasBegunWrites(context)
    ? await context.journal.exclusively(() => settleDeliveries(context, forced))
    : nothingDelivered;
  const hold = (reason: HoldReason): DeliveryReport =>
    joinReports([settled, { written: [], held: new Map([[jobId, reason]]) }]);
  const unitsToDeliver = documentsToDeliver(context.ledger, record, overwrite);
  if (unitsToDeliver.length === 0) return settled;
  // Several folders may use one translation: closed folders do not prevent the delivery to open ones.
  const isOpen = ({ project }: DocumentRef): boolean => context.findProject(project) !== undefined;
  const unitsInOpenFolders = unitsToDeliver.filter(isOpen);
  // Hold reasons are checked before the download: the file may be large, and every refresh tries again.
  const reasons = await Promise.all(unitsInOpenFolders.map(async (unit) => whyHold(context, unit, overwrite)));
  const areAllHeld = !reasons.includes(undefined);
  if (areAllHeld) return hold(reasons[0] ?? 'no-project');

  let content: Uint8Array;
  try {
    content = await downloadDocument(context, job, options);
  } catch (error) {
    // The download was canceled, so nothing is known about the file.
    if (options.signal?.aborted === true) throw error;
    context.log(`The translated file of job ${jobId} could not be fetched: ${errorMessage(error)}`);
    return hold('not-downloaded');
  }
  const mustBeSeen = overwrite === 'wait' && !record.override;
  if (mustBeSeen && (await hidesContent(context, unitsInOpenFolders, content))) return hold('problems');

  return context.journal.exclusively(async () => {
    const settledDuringDownload = await settleDeliveries(context, forced);
    const held = new Map<string, HoldReason>();
    const written: DeliveryReport['written'][number][] = [];
    // Since the first check, another window may have delivered, and files may have changed.
    for (const unit of documentsToDeliver(context.ledger, record, overwrite).filter(isOpen)) {
      const outcome = await tryToWrite(context, { jobId, unit, content, overwrite });
      const { project, targetFile: file } = unit;
      if (typeof outcome === 'string') held.set(jobId, outcome);
      else written.push({ project, file, units: 1, deliveryId: outcome.id, document: true });
    }
    return joinReports([settled, settledDuringDownload, { written, held }]);
  });
}

/** Whether a document must not be delivered without the user's decision, because it hides something from its reader. */
async function hidesContent(
  context: DeliveryContext & ServiceAccess,
  units: readonly DocumentRef[],
  translation: Uint8Array,
): Promise<boolean> {
  for (const unit of units) {
    const source = await context.findProject(unit.project)?.readBytes(unit.file);
    if (source !== undefined && hidesSomething(unit, source, translation)) return true;
  }
  return false;
}

/** Returns the documents of a job that are still to be delivered; also those that were undone, unless `wait`. */
function documentsToDeliver(ledger: Ledger, record: JobRecord, overwrite: OverwritePolicy): readonly DocumentRef[] {
  const isUndone = (unit: DocumentRef): boolean => ledger.deliveryOf(record.jobId, unit)?.undone === true;
  return [
    ...undeliveredDocuments(ledger, record),
    ...(overwrite === 'wait' ? [] : unitsOf(record).filter(isDocument).filter(isUndone)),
  ];
}

/** Returns why a document may not be written; undefined if it may. */
async function whyHold(
  context: DeliveryContext & ServiceAccess,
  unit: DocumentRef,
  overwrite: OverwritePolicy,
): Promise<HoldReason | undefined> {
  const project = context.findProject(unit.project);
  if (project === undefined) return 'no-project';
  try {
    if (!(await isDocumentTarget(project, unit, context.layouts(project.id, unit.file))))
      throw new Error(`it is not where ${unit.file} has its translations into ${unit.locale}.`);
    if (context.ledger.pendingWriteIn(project.id, unit.targetFile) !== undefined) return 'interrupted';
    if ((await project.leadsOutside(unit.targetFile)) !== undefined) return 'leads-outside';
    if (await isRefused(project, unit.targetFile, context.log)) return 'refused-file';

    if (overwrite === 'replace') return undefined;
    const existing = await project.readBytes(unit.targetFile);
    if (existing !== undefined && !(await wasDelivered(context, unit, hashBytes(existing))))
      return overwrite === 'wait' && hasConflictMarkers(existing) ? 'conflict-markers' : 'target-exists';

    if (overwrite === 'write') return undefined;
    // `wait`: the source must be as it was ordered.
    const source = await project.readBytes(unit.file);
    if (source === undefined) return 'source-missing';
    if (hashBytes(source) === unit.sourceHash) return undefined;
    return hasConflictMarkers(source) ? 'conflict-markers' : 'source-changed';
  } catch (error) {
    context.log(`${unit.targetFile} cannot be delivered: ${context.describeError(error)}`);
    return 'unreadable';
  }
}

/** Whether an earlier delivery wrote exactly this file, by the journals of this account and of others. */
async function wasDelivered(
  { ledger, journal }: DeliveryContext & ServiceAccess,
  { project, targetFile }: DocumentRef,
  hash: string,
): Promise<boolean> {
  const wroteContent = (entry: EntryOf<'delivered'>): boolean =>
    entry.project === project && entry.targetFile === targetFile && entry.undo.afterHash === hash;
  const hasDelivery = ({ deliveries }: Ledger): boolean =>
    [...deliveries.values()].some(({ entry, undone }) => !undone && wroteContent(entry));
  return hasDelivery(ledger) || (await journal.siblings()).some((sibling) => hasDelivery(sibling.ledger));
}

/** A document to be written, if nothing prevents it. */
interface DocumentWrite {
  readonly jobId: string;
  readonly unit: DocumentRef;
  readonly content: Uint8Array;
  readonly overwrite: OverwritePolicy;
}

async function tryToWrite(
  context: DeliveryContext & ServiceAccess,
  { jobId, unit, content, overwrite }: DocumentWrite,
): Promise<{ readonly id: string } | HoldReason> {
  const reason = await whyHold(context, unit, overwrite);
  if (reason !== undefined) return reason;
  try {
    return await write(context, jobId, unit, content);
  } catch (error) {
    context.log(`${unit.targetFile} cannot be delivered: ${context.describeError(error)}`);
    return 'unreadable';
  }
}

/** Writes a document. Returns the id of the delivery, or why it could not be written. */
async function write(
  context: DeliveryContext & ServiceAccess,
  jobId: string,
  { project, file, locale, targetFile, sourceHash }: DocumentRef,
  content: Uint8Array,
): Promise<{ readonly id: string } | HoldReason> {
  const { journal, clock, simulated, findProject } = context;
  const folder = findProject(project);
  if (folder === undefined) return 'no-project';
  const replaced = await folder.readBytes(targetFile);
  const afterHash = hashBytes(content);
  const id = randomBytes(6).toString('hex');
  const undo = present({
    afterHash,
    // '': there was no file.
    beforeHash: replaced === undefined ? '' : hashBytes(replaced),
    created: replaced === undefined,
    edits: [],
    backup: replaced === undefined ? undefined : id,
  });
  const units = [{ jobId, file, locale, sourceHash, valueHash: afterHash }];
  const result = await writeJournaled(
    context,
    { type: 'delivering', id, at: clock.now(), jobId, project, targetFile, simulated, units, undo },
    async (fileWrite) => {
      if (replaced !== undefined) await journal.backups.keep(id, replaced);
      return folder.replace(targetFile, replaced, content, fileWrite);
    },
  );
  if (result === 'done') return { id };
  return result === 'unsaved' ? 'target-unsaved' : 'target-exists';
}

/**
 * Undoes the delivery of a document: restores the file that it replaced, or deletes it. The caller makes sure that no
 * other window delivers at the same time. Rejects with OrderError 'no-project', 'changed-since' or 'nothing-to-undo'.
 */
export async function undoDocument(
  context: DeliveryContext,
  { id, project, targetFile, undo }: EntryOf<'delivered'>,
): Promise<void> {
  const { journal, clock, findProject } = context;
  const folder = findProject(project);
  if (folder === undefined) throw new OrderError('no-project');
  const current = await folder.readBytes(targetFile);
  if (current === undefined || hashBytes(current) !== undo.afterHash) throw new OrderError('changed-since', targetFile);
  const replaced = undo.backup === undefined ? undefined : await journal.backups.find(undo.backup);
  if (!undo.created && replaced === undefined) throw new OrderError('nothing-to-undo');
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
        // '': the undo deletes the file.
        afterHash: replaced === undefined ? '' : hashBytes(replaced),
        beforeHash: undo.afterHash,
        created: false,
        edits: [],
      },
    },
    (fileWrite) => folder.replace(targetFile, current, replaced, fileWrite),
  );
  if (result !== 'done') throw new OrderError('changed-since', targetFile);
}
