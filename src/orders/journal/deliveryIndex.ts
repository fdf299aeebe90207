import type { EntryOf } from './journalEntry.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { nameInFile, unitIdentity } from '../model/unitName.ts';

export interface Delivery {
  readonly entry: EntryOf<'delivered'>;
  undone: boolean;
}

/** One unit of a delivery. */
export interface DeliveredUnit {
  readonly delivery: Delivery;
  readonly unit: EntryOf<'delivered'>['units'][number];
}

interface Link extends DeliveredUnit {
  /** The delivery of the same unit before this one. */
  readonly older: Link | undefined;
}

type UnitsOfFile = Map<string | null, Link>;

/**
 * Finds deliveries by job and by unit. Strings are joined into names only where several units of a job make it necessary:
 * a long journal has a hundred thousand deliveries, and all of them are entered before anything is shown.
 */
export class DeliveryIndex {
  /** The only unit of a job, as it is most often, or several by their identity. */
  readonly #ofJob = new Map<string, DeliveredUnit | Map<string, DeliveredUnit>>();
  /** By project, file, locale, and name in the file; all branches of a message under its name. */
  readonly #ofUnit = new Map<string, Map<string, Map<string, UnitsOfFile>>>();

  add(delivery: Delivery): void {
    const { entry } = delivery;
    let [file, locale, units]: [string?, string?, UnitsOfFile?] = [];
    for (const unit of entry.units) {
      if (units === undefined || unit.file !== file || unit.locale !== locale) {
        ({ file, locale } = unit);
        units = this.#unitsOf(entry.project, file, locale);
      }
      const name = unit.key ?? null;
      const link = { delivery, unit, older: units.get(name) };
      units.set(name, link);
      this.#addToJob(link);
    }
  }

  #addToJob(added: DeliveredUnit): void {
    const { jobId } = added.unit;
    const known = this.#ofJob.get(jobId);
    if (known === undefined) this.#ofJob.set(jobId, added);
    else if (known instanceof Map) known.set(identityOf(added), added);
    else this.#ofJob.set(jobId, new Map([[identityOf(known), known]]).set(identityOf(added), added));
  }

  #unitsOf(project: string, file: string, locale: string): UnitsOfFile {
    const files = getOrAdd(this.#ofUnit, project, () => new Map<string, Map<string, UnitsOfFile>>());
    const locales = getOrAdd(files, file, () => new Map<string, UnitsOfFile>());
    return getOrAdd(locales, locale, (): UnitsOfFile => new Map());
  }

  /** The last delivery of a unit by a job, undone or not, since `forget`. */
  ofUnit(jobId: string, unit: UnitRef): Delivery | undefined {
    const known = this.#ofJob.get(jobId);
    if (known === undefined) return undefined;
    if (known instanceof Map) return known.get(unitIdentity(unit))?.delivery;
    return isSameUnit(known, unit) ? known.delivery : undefined;
  }

  /** A unit of a job is to be delivered anew. */
  forget(jobId: string, unit: UnitRef): void {
    const known = this.#ofJob.get(jobId);
    if (known instanceof Map) known.delete(unitIdentity(unit));
    else if (known !== undefined && isSameUnit(known, unit)) this.#ofJob.delete(jobId);
  }

  /** The last delivery of a job that was not undone. */
  remaining(jobId: string): Delivery | undefined {
    const known = this.#ofJob.get(jobId);
    if (known === undefined) return undefined;
    return (known instanceof Map ? [...known.values()] : [known]).findLast(({ delivery }) => !delivery.undone)
      ?.delivery;
  }

  /** The latest delivery of a unit that was not undone, by whichever job; of a message, that of any of its branches. */
  latest(project: string, file: string, locale: string, name: string | null): DeliveredUnit | undefined {
    let latest: Link | undefined;
    for (
      let link = this.#ofUnit.get(project)?.get(file)?.get(locale)?.get(name);
      link !== undefined;
      link = link.older
    ) {
      if (!link.delivery.undone && (latest === undefined || link.delivery.entry.at > latest.delivery.entry.at))
        latest = link;
    }
    return latest;
  }
}

function identityOf({ delivery: { entry }, unit }: DeliveredUnit): string {
  return unitIdentity({ ...unit, project: entry.project, targetFile: entry.targetFile });
}

/** Whether `identityOf` one is `unitIdentity` of the other. */
function isSameUnit({ delivery: { entry }, unit: delivered }: DeliveredUnit, unit: UnitRef): boolean {
  const { file, locale, key = null, branch } = delivered;
  return (
    entry.project === unit.project &&
    file === unit.file &&
    locale === unit.locale &&
    branch === unit.branch &&
    key === nameInFile(unit)
  );
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
