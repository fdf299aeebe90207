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
 * An index of deliveries by job and by unit. For speed, identities are only built for jobs with several units: a long
 * journal has a hundred thousand deliveries, and all of them are indexed before anything is shown.
 */
export class DeliveryIndex {
  /** A job's only unit (the most frequent case), or its units by identity. */
  readonly #ofJob = new Map<string, DeliveredUnit | Map<string, DeliveredUnit>>();
  /** By project, file, locale, and name in the file. All branches of a message share the name of the message. */
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
    const ofJob = this.#ofJob.get(jobId);
    if (ofJob === undefined) this.#ofJob.set(jobId, added);
    else if (ofJob instanceof Map) ofJob.set(identityOf(added), added);
    else this.#ofJob.set(jobId, new Map([[identityOf(ofJob), ofJob]]).set(identityOf(added), added));
  }

  #unitsOf(project: string, file: string, locale: string): UnitsOfFile {
    const files = getOrAdd(this.#ofUnit, project, () => new Map<string, Map<string, UnitsOfFile>>());
    const locales = getOrAdd(files, file, () => new Map<string, UnitsOfFile>());
    return getOrAdd(locales, locale, (): UnitsOfFile => new Map());
  }

  /** Returns a job's last delivery of a unit since `forget`, even if it was undone. */
  ofUnit(jobId: string, unit: UnitRef): Delivery | undefined {
    const ofJob = this.#ofJob.get(jobId);
    if (ofJob === undefined) return undefined;
    if (ofJob instanceof Map) return ofJob.get(unitIdentity(unit))?.delivery;
    return isSameUnit(ofJob, unit) ? ofJob.delivery : undefined;
  }

  /** Removes a job's delivery of a unit, because the unit will be delivered again. */
  forget(jobId: string, unit: UnitRef): void {
    const ofJob = this.#ofJob.get(jobId);
    if (ofJob instanceof Map) ofJob.delete(unitIdentity(unit));
    else if (ofJob !== undefined && isSameUnit(ofJob, unit)) this.#ofJob.delete(jobId);
  }

  /** Returns the last delivery of a job that was not undone. */
  remaining(jobId: string): Delivery | undefined {
    const ofJob = this.#ofJob.get(jobId);
    if (ofJob === undefined) return undefined;
    return (ofJob instanceof Map ? [...ofJob.values()] : [ofJob]).findLast(({ delivery }) => !delivery.undone)
      ?.delivery;
  }

  /** Returns the latest delivery of a unit, by any job, that was not undone; for a message, of any of its branches. */
  latest(project: string, file: string, locale: string, name: string | null): DeliveredUnit | undefined {
    return this.latestIn(project, file, locale)?.(name);
  }

  /** Returns `latest` for one file and locale, as a function by name; undefined if nothing was delivered there. */
  latestIn(
    project: string,
    file: string,
    locale: string,
  ): ((name: string | null) => DeliveredUnit | undefined) | undefined {
    const units = this.#ofUnit.get(project)?.get(file)?.get(locale);
    if (units === undefined) return undefined;
    return (name) => {
      let latest: Link | undefined;
      for (let link = units.get(name); link !== undefined; link = link.older) {
        if (!link.delivery.undone && (latest === undefined || link.delivery.entry.at > latest.delivery.entry.at))
          latest = link;
      }
      return latest;
    };
  }
}

function identityOf({ delivery: { entry }, unit }: DeliveredUnit): string {
  return unitIdentity({ ...unit, project: entry.project, targetFile: entry.targetFile });
}

/** Returns whether `identityOf` the delivered unit equals `unitIdentity` of the unit. */
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
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}
