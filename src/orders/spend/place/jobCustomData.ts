import { present } from '../../../base/present.ts';
import { formatCustomData } from '../../model/order/customData.ts';
import { hashPath, hashUnit, type FolderIdentity } from '../../model/folderIdentity.ts';
import { hashText } from '../../model/hash.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import type { PlannedJob } from '../../model/plan/plan.ts';

interface OrderOfJob {
  readonly project: string;
  readonly intent: string;
  /** The number of the job in the order, from 1. */
  readonly number: number;
  readonly folder: FolderIdentity;
}

/** Returns the custom data of a job, by which it is found again if the journal is lost. It names the first unit. */
export function jobCustomData(job: PlannedJob, { folder, ...order }: OrderOfJob): string {
  const [unit] = job.units;
  // Without a remote, a path is only meaningful on this machine.
  const hasPaths = unit !== undefined && folder.remotes.length > 0;
  return formatCustomData({
    ...order,
    sourceHash: unit?.sourceHash ?? '',
    locale: job.targetLocale,
    remotes: folder.remotes,
    ...present({
      pathHash: hasPaths ? hashPath(folder, unit.file) : undefined,
      file: unit?.file,
      key: unit?.key,
      branchHash: unit?.branch === undefined ? undefined : hashText(unit.branch),
      others: hasPaths ? othersOf(job.units, folder) : undefined,
    }),
  });
}

/** Returns the hashes of the units that custom data doesn't name. */
function othersOf([first, ...units]: PlannedJob['units'], folder: FolderIdentity): readonly string[] {
  const hashOf = ({ file, key }: UnitRef): string => hashUnit(hashPath(folder, file), key);
  return [...new Set(units.map(hashOf))].filter((hash) => first === undefined || hash !== hashOf(first));
}
