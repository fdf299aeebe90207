import type { TrackedJob } from '../../src/orders/model/trackedJob.ts';
import type { UnitRef } from '../../src/orders/model/unitRef.ts';

/** Returns a reference to the unit `a` of `en.json`, to be delivered to `ja.json`. */
export function makeUnitRef(changes: Partial<UnitRef> = {}): UnitRef {
  return { project: 'p', file: 'en.json', key: 'a', locale: 'ja', targetFile: 'ja.json', sourceHash: 'h', ...changes };
}

/** Returns a job that can be reviewed, from English into Japanese, without units, translation or problems. */
export function makeTrackedJob(changes: Partial<TrackedJob> = {}): TrackedJob {
  return {
    id: '1',
    hasServiceId: true,
    status: 'reviewable',
    title: 't',
    units: [],
    sourceLocale: 'en',
    targetLocale: 'ja',
    tier: 'pro',
    sourceText: 's',
    problems: [],
    unitCount: 1,
    credits: 1,
    revisionsRequested: 0,
    autoApprove: false,
    delivery: { kind: 'none' },
    simulated: false,
    ...changes,
  };
}
