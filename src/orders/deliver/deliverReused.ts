import { randomBytes } from 'node:crypto';
import type { DeliveryContext } from '../journal/account/orderContext.ts';
import { reusedId } from '../model/reusedId.ts';
import type { HoldReason } from '../model/trackedJob.ts';
import { deliverFile } from './deliver.ts';
import type { DeliveryReport } from './deliveryReport.ts';
import { settleDeliveries } from './settleDeliveries.ts';
import type { WholeUnit } from '../model/unitRef.ts';
import type { TargetGroup } from '../units/files/composeDelivery.ts';

/** A translation of another string, which is copied to a string that lacks it. */
export interface ReusedTranslation {
  readonly unit: WholeUnit;
  readonly text: string;
}

/** The outcome of copying translations to strings. */
export interface ReuseReport {
  readonly written: DeliveryReport['written'];
  /** The strings that have the translation now, because it was written or was there already. */
  readonly done: readonly WholeUnit[];
  readonly held: readonly { readonly unit: WholeUnit; readonly reason: HoldReason }[];
}

/**
 * Copies translations to strings of their projects, as approved translations are delivered: one set of minimal edits for
 * each file, journaled before it is written, with the edits that undo it. A string is held if it or its source changed
 * since the plan was made. Sends nothing. Rejects with OrderError 'busy'.
 */
export async function deliverReused(
  context: DeliveryContext,
  translations: readonly ReusedTranslation[],
): Promise<ReuseReport> {
  return context.journal.exclusively(async () => {
    await settleDeliveries(context);
    const commonPrefix = randomBytes(6).toString('hex');
    const groups = new Map<string, TargetGroup>();
    const unitsByJobId = new Map<string, WholeUnit>();
    const held = new Map<string, HoldReason>();
    for (const { unit, text } of translations) {
      // There is no job. Each string has an id of its own, so that one that is held holds no other.
      const jobId = reusedId(`${commonPrefix}-${unitsByJobId.size}`);
      unitsByJobId.set(jobId, unit);
      const project = context.findProject(unit.project);
      if (project === undefined) {
        held.set(jobId, 'no-project');
        continue;
      }
      const { file, targetFile, locale, key } = unit;
      const groupKey = JSON.stringify([project.id, file, targetFile, locale]);
      const group = groups.get(groupKey) ?? { project, simulated: false, file, targetFile, locale, units: [] };
      groups.set(groupKey, group);
      group.units.push({ jobId, unit, key, text, force: false });
    }
    const written: DeliveryReport['written'][number][] = [];
    for (const group of groups.values()) {
      const delivery = await deliverFile(context, group, held);
      if (delivery !== undefined) written.push({ project: group.project.id, file: group.targetFile, ...delivery });
    }
    return {
      written,
      done: [...unitsByJobId].filter(([jobId]) => !held.has(jobId)).map(([, unit]) => unit),
      held: [...held].flatMap(([jobId, reason]) => {
        const unit = unitsByJobId.get(jobId);
        return unit === undefined ? [] : [{ unit, reason }];
      }),
    };
  });
}
