import { errorMessage } from '../../base/errorMessage.ts';
import { isHalfWritten } from '../../base/files/isHalfWritten.ts';
import { decodeFile } from '../../formats/encoding.ts';
import type { DeliveryReport } from './deliveryReport.ts';
import { hashBytes, hashText } from '../model/hash.ts';
import { abandonWrite, finishWrite, type PendingWrite } from './journaledWrite.ts';
import { openSourceFile, readTargetUnits } from '../units/files/localeFile.ts';
import type { DeliveryContext } from '../journal/account/orderContext.ts';
import type { Project } from '../model/project.ts';
import { isReusedId } from '../model/reusedId.ts';
import { targetUnitOf } from '../../formats/targetUnit.ts';
import type { HoldReason } from '../model/trackedJob.ts';

/** The outcome of interrupted deliveries and undos. */
export interface SettledWrites extends DeliveryReport {
  /** Ids of the deliveries whose undo was completed. */
  readonly undone: ReadonlySet<string>;
}

/** The content of a file after an interrupted write, compared with the content before and after that write. */
type FoundContent = 'before' | 'after' | 'other';

/** Whether a delivery or undo in an open folder was interrupted, or is in progress in another window. */
export function hasBegunWrites({ ledger, findProject }: DeliveryContext): boolean {
  return [...ledger.pendingWrites.values()].some(({ project }) => findProject(project) !== undefined);
}

/**
 * Settles the deliveries and undos that a crash or an error interrupted, by the content of their files. A file with the
 * new content is journaled as delivered, a half-written one is completed, and one with the old content counts as not
 * written. With any other content, the write stays open and its jobs are held, until the user delivers one of them
 * again (`forced`). Files of closed folders are skipped. The caller makes sure that no other window delivers.
 */
export async function settleDeliveries(
  context: DeliveryContext,
  forced: ReadonlySet<string> = new Set(),
): Promise<SettledWrites> {
  const written: DeliveryReport['written'][number][] = [];
  const held = new Map<string, HoldReason>();
  const undone = new Set<string>();
  for (const entry of [...context.ledger.pendingWrites.values()]) {
    const project = context.findProject(entry.project);
    if (project === undefined) continue;
    const outcome = await trySettle(context, project, entry, forced);
    // A translation that was copied from another string has no job that could be held.
    const jobIds = outcome === 'interrupted' ? jobsOf(context, entry).filter((jobId) => !isReusedId(jobId)) : [];
    for (const jobId of jobIds) held.set(jobId, 'interrupted');
    if (outcome !== 'finished') continue;
    if (entry.undoes !== undefined) undone.add(entry.undoes);
    else written.push(reportOf(context, entry));
  }
  return { written, held, undone };
}

/**
 * The outcome of a write that has begun. `finished`: the file has the new content; `abandoned`: it was not written, and
 * can be written again; `interrupted`: only the user can decide.
 */
type WriteOutcome = 'finished' | 'abandoned' | 'interrupted';

/** Finds out the outcome of a write and journals it. An error leaves the write interrupted. */
async function trySettle(
  context: DeliveryContext,
  project: Project,
  entry: PendingWrite,
  forced: ReadonlySet<string>,
): Promise<WriteOutcome> {
  try {
    let outcome = await outcomeOf(context, project, entry, forced);
    // No job could be delivered again to settle a copied translation, and the user has edited the file since then.
    if (outcome === 'interrupted' && jobsOf(context, entry).some(isReusedId)) outcome = 'abandoned';
    if (outcome === 'finished') await finishWrite(context, entry);
    if (outcome === 'abandoned') await abandonWrite(context, entry);
    const action = entry.undoes === undefined ? 'delivery to' : 'undo in';
    context.log(`An interrupted ${action} ${entry.targetFile} was found: ${outcome}.`);
    return outcome;
  } catch (error) {
    const reason = errorMessage(error);
    context.log(`The interrupted delivery to ${entry.targetFile} cannot be completed: ${reason}`);
    return 'interrupted';
  }
}

/** Determines the outcome of a write by the content of its file. Completes a file that is half-written. */
async function outcomeOf(
  context: DeliveryContext,
  project: Project,
  entry: PendingWrite,
  forced: ReadonlySet<string>,
): Promise<WriteOutcome> {
  const { id, targetFile, undoes, undo } = entry;
  const { afterHash } = undo;
  const { backups } = context.journal;
  const isText = !isOfDocument(context, entry);
  const hashOfBackup = async (): Promise<string | undefined> => {
    if (undo.backup === undefined) return undefined;
    return hashIfAny(await backups.find(undo.backup));
  };
  // '' if there was no file; undefined if it is not known, because an earlier version did not record it.
  const beforeHash = undo.created ? '' : (undo.beforeHash ?? (await hashOfBackup()));
  const hash = (bytes: Uint8Array): string | undefined =>
    isText ? hashOfText(bytes, targetFile, project.usualEncoding?.(targetFile)) : hashBytes(bytes);
  await project.cleanUp(targetFile, id, {
    // Unlike the hash after the write, that before it may not have been recorded.
    isBefore: (bytes) => isRecordedHash(hash(bytes), beforeHash),
    isAfter: (bytes) => hash(bytes) === afterHash,
  });
  const contentOfFile = async (): Promise<FoundContent> => {
    const foundHash = isText
      ? await hashOfCurrentText(project, targetFile)
      : hashIfAny(await project.readBytes(targetFile));
    if (foundHash === afterHash) return 'after';
    return isRecordedHash(foundHash, beforeHash) ? 'before' : 'other';
  };

  const content = await contentOfFile();
  if (content !== 'other') return content === 'after' ? 'finished' : 'abandoned';
  // Only a file that is written in place, not replaced in one step, has a backup of its new content.
  const newContent = await backups.find(id, 'after');
  if (newContent !== undefined) {
    const isComplete = await completeWrite(project, entry, await backups.find(id), newContent);
    if (isComplete && (await contentOfFile()) === 'after') return 'finished';
  }
  if (jobsOf(context, entry).some((jobId) => forced.has(jobId))) return 'abandoned';
  // The file was written in place and has changed since then: only the user can decide which content is right.
  if (newContent !== undefined) return 'interrupted';
  // The file was written in one step, so it is complete, and the user has changed it since then.
  const isDelivery = undoes === undefined;
  return isText && isDelivery ? outcomeByValues(context, project, entry) : 'abandoned';
}

/** Whether two hashes are known and the same: a file that can't be read is not the one that was not recorded. */
function isRecordedHash(found: string | undefined, recorded: string | undefined): boolean {
  return found !== undefined && found === recorded;
}

/** Completes a half-written file. Returns false if the file contains anything but a part of this write. */
async function completeWrite(
  project: Project,
  { id, targetFile }: PendingWrite,
  before: Uint8Array | undefined,
  after: Uint8Array,
): Promise<boolean> {
  const current = await project.readBytes(targetFile);
  if (current === undefined || !isHalfWritten(current, before, after)) return false;
  // The backups of the first attempt are kept: they also identify a file that this attempt leaves half-written.
  return (await project.replace(targetFile, current, after, { id, keep: () => Promise.resolve() })) === 'done';
}

/** Decides by the values: if the changed file has all of the delivery, it is finished; if none, abandoned. */
async function outcomeByValues(
  context: DeliveryContext,
  project: Project,
  { targetFile, units = [] }: PendingWrite,
): Promise<WriteOutcome> {
  // All units of a delivery have the same source file and locale.
  const [first] = units;
  const text = await project.read(targetFile);
  if (first === undefined || text === undefined) return 'abandoned';
  const source = await openSourceFile(project, first.file, context.layouts(project.id, first.file));
  const targetUnits = await readTargetUnits(source, text, first.locale);
  const written = units.filter(({ key, valueHash }) => {
    const value = key === undefined ? undefined : targetUnitOf(targetUnits, key)?.text;
    return value !== undefined && hashText(value) === valueHash;
  });
  if (written.length === units.length) return 'finished';
  return written.length === 0 ? 'abandoned' : 'interrupted';
}

/** Whether a write delivers a document, or undoes such a delivery. */
function isOfDocument({ ledger }: DeliveryContext, { jobId, undoes }: PendingWrite): boolean {
  // Only the delivery of a document names a job itself; one of strings names the job of each string.
  if (undoes === undefined) return jobId !== undefined;
  // Only strings have keys.
  return ledger.deliveries.get(undoes)?.entry.units.every(({ key }) => key === undefined) === true;
}

/** Returns the ids of the jobs whose translations a write contains or, for an undo, contained. */
function jobsOf({ ledger }: DeliveryContext, { jobId, undoes, units = [] }: PendingWrite): readonly string[] {
  const unitsOfWrite = undoes === undefined ? units : (ledger.deliveries.get(undoes)?.entry.units ?? []);
  const jobIds = unitsOfWrite.map((unit) => unit.jobId);
  return [...new Set(jobId === undefined ? jobIds : [jobId, ...jobIds])];
}

function reportOf(context: DeliveryContext, entry: PendingWrite): DeliveryReport['written'][number] {
  const { id, project, targetFile, units = [] } = entry;
  const file = { project, file: targetFile, deliveryId: id };
  if (isOfDocument(context, entry)) return { ...file, units: 1, document: true };
  return { ...file, units: new Set(units.map(({ key }) => key)).size };
}

/** Returns the hash of a file's content as `beforeHash` has it: '' if the file does not exist. */
function hashIfAny(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : hashBytes(bytes);
}

async function hashOfCurrentText(project: Project, path: string): Promise<string | undefined> {
  try {
    const text = await project.read(path);
    return text === undefined ? '' : hashText(text);
  } catch {
    // The file may end in the middle of a character, for example.
    return undefined;
  }
}

function hashOfText(bytes: Uint8Array, path: string, usualEncoding: string | undefined): string | undefined {
  try {
    return hashText(decodeFile(bytes, path, usualEncoding).text);
  } catch {
    return undefined;
  }
}
