import type { OrderContext } from '../../orders/journal/account/orderContext.ts';
import { targetUnitOf } from '../../formats/targetUnit.ts';
import type { EntryOf } from '../../orders/journal/journalEntry.ts';
import { compareFolders, hashPath, isPairOf } from '../../orders/model/folderIdentity.ts';
import { hashText } from '../../orders/model/hash.ts';
import { isFinished } from '../../orders/model/trackedJob.ts';
import { localesIn } from '../../orders/units/gaps/planDrafts.ts';
import { SourceIndex } from '../../orders/units/source/sourceIndex.ts';
import type { LeftOutString } from './leftOutStrings.ts';
import { openTargets } from '../../orders/units/files/localeFile.ts';

/**
 * Finds the strings without a translation whose text, language, path and key are those of an approved job of a repository
 * with other remotes. It may be another clone, whose remote is spelled in another way, or a project with equal strings:
 * only the user can decide whether the strings get its translation. Rejects with the signal's reason.
 */
export async function findInOtherClones(context: OrderContext, signal: AbortSignal): Promise<readonly LeftOutString[]> {
  const { ledger } = context;
  const approvedElsewhere = [...ledger.jobsElsewhere.values()].filter(
    (job) => isFinished(job) && job.branchHash === undefined && !ledger.jobs.has(job.jobId),
  );
  if (approvedElsewhere.length === 0) return [];
  const sources = new SourceIndex(context);
  const leftOut: LeftOutString[] = [];
  for (const project of context.openProjects()) {
    const identity = await project.identity();
    const files = (await project.localeFiles?.()) ?? [];
    // Of jobs elsewhere, the journal has only hashes of paths and keys.
    const filesByHash = new Map(files.map((file) => [hashPath(identity, file), file]));
    for (const job of approvedElsewhere) {
      const file = filesByHash.get(job.pathHash ?? '');
      const isSameRepository = compareFolders(identity, job) === 'same';
      const isKnownToDiffer = ledger.differentFolders.some((pair) => isPairOf(pair, identity, job));
      if (file === undefined || isSameRepository || isKnownToDiffer) continue;
      const reading = await sources.read(project.id, file);
      if (reading.kind !== 'open') continue;
      const { source } = reading;
      const sourceUnit = source.units.find(({ id, text }) => isKeyOf(job, id) && hashText(text) === job.sourceHash);
      if (sourceUnit === undefined) continue;
      const { opened } = await openTargets(source, localesIn(source, [job.locale]), signal);
      const { jobId, sourceHash } = job;
      for (const { path: targetFile, locale, units } of opened) {
        const targetUnit = targetUnitOf(units, sourceUnit.id);
        const isTranslated = targetUnit !== undefined && targetUnit.text !== '' && targetUnit.needsWork !== true;
        if (isTranslated) continue;
        const unit = { project: project.id, file: source.path, targetFile, locale, key: sourceUnit.id, sourceHash };
        leftOut.push({ jobId, unit });
      }
    }
  }
  return leftOut;
}

/** Whether an id is the key of a job, of which the journal may have only the hash. */
function isKeyOf({ key, keyHash }: Pick<EntryOf<'elsewhere'>, 'key' | 'keyHash'>, id: string): boolean {
  if (key !== undefined) return key === id;
  return keyHash !== undefined && hashText(id) === keyHash;
}
