import type { FileWrite } from '../../base/replaceFile.ts';
import type { EntryOf } from '../journal/journalEntry.ts';
import { unitsOf } from '../journal/ledger.ts';
import type { DeliveryContext } from '../journal/account/orderContext.ts';
import type { ReplaceResult } from '../model/project.ts';
import { isDocument } from '../model/unitRef.ts';

/** A write that was journaled before it began: a delivery or, with `undoes`, the undo of the delivery with that id. */
export type PendingWrite = EntryOf<'delivering'>;

/**
 * Journals a write with the data that undoes it, then writes, then journals that the write is complete. After a crash
 * in between, `settleDeliveries` completes or reports the write. The caller makes sure that no other window delivers.
 */
export async function writeJournaled(
  context: DeliveryContext,
  entry: PendingWrite,
  run: (write: FileWrite) => Promise<ReplaceResult>,
): Promise<ReplaceResult> {
  const { journal } = context;
  // The next start of the editor reads only journals with this marker.
  await journal.markWatched(true);
  await journal.append(entry);
  // While this window was suspended, another one may have taken the lock and delivered: then the target is out of date.
  await journal.verifyLock();
  const result = await run({
    id: entry.id,
    keep: async (before, after) => {
      if (before !== undefined) await journal.backups.keep(entry.id, before);
      await journal.backups.keep(entry.id, after, 'after');
    },
  });
  if (result === 'done') await finishWrite(context, entry);
  else await abandonWrite(context, entry);
  return result;
}

/** Journals that a write is complete. Deletes its backups first, so that none is left without an entry. */
export async function finishWrite(
  { journal, ledger, clock, simulated }: DeliveryContext,
  entry: PendingWrite,
): Promise<void> {
  const { id, jobId, undoes: undoneDelivery, project, targetFile, undo, units = [] } = entry;
  await journal.backups.drop(id, 'after');
  // The content that an undo restores is kept.
  if (undo.backup !== id) await journal.backups.drop(id);
  if (undoneDelivery !== undefined) {
    // The undone delivery can't be undone again.
    const backup = ledger.deliveries.get(undoneDelivery)?.entry.undo.backup;
    if (backup !== undefined) await journal.backups.drop(backup);
    await journal.append({ type: 'undone', delivery: undoneDelivery, at: clock.now() });
    return;
  }
  const lacksUnits = units.length === 0 && jobId !== undefined;
  const deliveredUnits = lacksUnits ? documentUnits(ledger, jobId, entry) : units;
  await journal.append({
    type: 'delivered',
    id,
    at: clock.now(),
    project,
    targetFile,
    simulated: entry.simulated ?? simulated,
    units: [...deliveredUnits],
    undo,
  });
}

/** Journals that a write did not change its file. */
export async function abandonWrite({ journal, clock }: DeliveryContext, { id }: PendingWrite): Promise<void> {
  await journal.backups.drop(id, 'after');
  await journal.backups.drop(id);
  await journal.append({ type: 'undone', delivery: id, at: clock.now() });
}

/** Returns the delivered unit of a document, which journals of earlier versions did not record before the write. */
function documentUnits(
  { jobs }: DeliveryContext['ledger'],
  jobId: string,
  { project, targetFile, undo }: PendingWrite,
): readonly EntryOf<'delivered'>['units'][number][] {
  const record = jobs.get(jobId);
  if (record === undefined) return [];
  const unit = unitsOf(record)
    .filter(isDocument)
    .find((candidate) => candidate.project === project && candidate.targetFile === targetFile);
  if (unit === undefined) return [];
  return [{ jobId, file: unit.file, locale: unit.locale, sourceHash: unit.sourceHash, valueHash: undo.afterHash }];
}
