import { present } from '../../../base/present.ts';
import { formatCustomData } from '../../model/order/customData.ts';
import { hashPath, hashUnit, type FolderIdentity } from '../../model/folderIdentity.ts';
import { hashText } from '../../model/hash.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import type { PlannedJob } from '../../model/plan/plan.ts';

/** Returns the custom data of a job, which names its first unit. */
export function jobCustomData(
  job: PlannedJob,
  {
    folder,
    ...order
  }: {
    readonly project: string;
    readonly intent: string;
    readonly number: number;
    readonly folder: FolderIdentity;
  },
): string {
  const [unit] = job.units;
  return formatCustomData({
    ...order,
    sourceHash: unit?.sourceHash ?? '',
    locale: job.targetLocale,
    remotes: folder.remotes,
    ...present({
      // Without a remote, the path is only meaningful on this machine.
      pathHash: unit === undefined || folder.remotes.length === 0 ? undefined : hashPath(folder, unit.file),
      file: unit?.file,
      key: unit?.key,
      branchHash: unit?.branch === undefined ? undefined : hashText(unit.branch),
      others: folder.remotes.length === 0 || unit === undefined ? undefined : othersOf(job.units, folder),
    }),
  });
}

/** Returns the hashes of the units that custom data doesn't name. */
function othersOf([first, ...units]: PlannedJob['units'], folder: FolderIdentity): readonly string[] {
  const hashOf = ({ file, key }: UnitRef): string => hashUnit(hashPath(folder, file), key);
  return [...new Set(units.map(hashOf))].filter((hash) => first === undefined || hash !== hashOf(first));
}
