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
 * with other remotes: it seems to be another clone, whose remote is spelled in another way, or a project with equal
 * strings. Only the user can decide whether they get its translation. Rejects with the signal's reason.
 */
export async function findInOtherClones(context: OrderContext, signal: AbortSignal): Promise<readonly LeftOutString[]> {
  const { ledger } = context;
  const approved = [...ledger.elsewhere.values()].filter(
    (entry) => isFinished(entry) && entry.branchHash === undefined && !ledger.jobs.has(entry.jobId),
  );
  if (approved.length === 0) return [];
  const sources = new SourceIndex(context);
  const leftOut: LeftOutString[] = [];
  for (const project of context.openProjects()) {
    const identity = await project.identity();
    const files = (await project.localeFiles?.()) ?? [];
    const filesByHash = new Map(files.map((file) => [hashPath(identity, file), file]));
    for (const entry of approved) {
      const file = filesByHash.get(entry.pathHash ?? '');
      const isOtherClone =
        compareFolders(identity, entry) !== 'same' && !ledger.different.some((pair) => isPairOf(pair, identity, entry));
      if (file === undefined || !isOtherClone) continue;
      const reading = await sources.read(project.id, file);
      if (reading.kind !== 'open') continue;
      const { source } = reading;
      const sourceUnit = source.units.find(({ id, text }) => isKeyOf(entry, id) && hashText(text) === entry.sourceHash);
      if (sourceUnit === undefined) continue;
      const { opened } = await openTargets(source, localesIn(source, [entry.locale]), signal);
      for (const { path, locale, units } of opened) {
        const current = targetUnitOf(units, sourceUnit.id);
        if (current !== undefined && current.text !== '' && current.needsWork !== true) continue;
        const { sourceHash } = entry;
        const unit = {
          project: project.id,
          file: source.path,
          targetFile: path,
          locale,
          key: sourceUnit.id,
          sourceHash,
        };
        leftOut.push({ jobId: entry.jobId, unit });
      }
    }
  }
  return leftOut;
}

function isKeyOf({ key, keyHash }: Pick<EntryOf<'elsewhere'>, 'key' | 'keyHash'>, id: string): boolean {
  return key === undefined ? keyHash !== undefined && hashText(id) === keyHash : key === id;
}
