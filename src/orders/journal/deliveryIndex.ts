import type { EntryOf } from './journalEntry.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { nameInFile, unitIdentity } from '../model/unitName.ts';

/** A delivery of translations to one file. */
export interface Delivery {
  readonly entry: EntryOf<'delivered'>;
  undone: boolean;
}

/** One unit of a delivery. */
export interface DeliveredUnit {
  readonly delivery: Delivery;
  readonly unit: EntryOf<'delivered'>['units'][number];
}

/** The latest delivery of a unit, from which the older ones can be reached. */
interface DeliveryChain extends DeliveredUnit {
  /** The delivery of the same unit before this one. */
  readonly older: DeliveryChain | undefined;
}

/** By the name in the file, as in `nameInFile`: null for a document. */
type ChainsOfFile = Map<string | null, DeliveryChain>;

/**
 * An index of deliveries by job and by unit. For speed, identities are only built for jobs with several units: a long
 * journal has a hundred thousand deliveries, and all of them are indexed before anything is shown.
 */
export class DeliveryIndex {
  /** A job's only unit (the most frequent case), or its units by identity. */
  readonly #unitsByJob = new Map<string, DeliveredUnit | Map<string, DeliveredUnit>>();
  /** By project, file, locale, and name in the file. All branches of a message share the name of the message. */
  readonly #chains = new Map<string, Map<string, Map<string, ChainsOfFile>>>();

  add(delivery: Delivery): void {
    const { entry } = delivery;
    // Consecutive units are usually of the same file and locale, so their chains are looked up once.
    let [file, locale, chains]: [string?, string?, ChainsOfFile?] = [];
    for (const unit of entry.units) {
      if (chains === undefined || unit.file !== file || unit.locale !== locale) {
        ({ file, locale } = unit);
        chains = this.#chainsOf(entry.project, file, locale);
      }
      const name = unit.key ?? null;
      const chain = { delivery, unit, older: chains.get(name) };
      chains.set(name, chain);
      this.#addToJob(chain);
    }
  }

  #addToJob(added: DeliveredUnit): void {
    const { jobId } = added.unit;
    const units = this.#unitsByJob.get(jobId);
    if (units === undefined) this.#unitsByJob.set(jobId, added);
    else if (units instanceof Map) units.set(identityOf(added), added);
    else this.#unitsByJob.set(jobId, new Map([[identityOf(units), units]]).set(identityOf(added), added));
  }

  #chainsOf(project: string, file: string, locale: string): ChainsOfFile {
    const files = getOrAdd(this.#chains, project, () => new Map<string, Map<string, ChainsOfFile>>());
    const locales = getOrAdd(files, file, () => new Map<string, ChainsOfFile>());
    return getOrAdd(locales, locale, (): ChainsOfFile => new Map());
  }

  /** Returns a job's last delivery of a unit since `forget`, even if it was undone. */
  ofUnit(jobId: string, unit: UnitRef): Delivery | undefined {
    const units = this.#unitsByJob.get(jobId);
    if (units === undefined) return undefined;
    if (units instanceof Map) return units.get(unitIdentity(unit))?.delivery;
    return isSameUnit(units, unit) ? units.delivery : undefined;
  }

  /** Removes a job's delivery of a unit, because the unit will be delivered again. */
  forget(jobId: string, unit: UnitRef): void {
    const units = this.#unitsByJob.get(jobId);
    if (units instanceof Map) units.delete(unitIdentity(unit));
    else if (units !== undefined && isSameUnit(units, unit)) this.#unitsByJob.delete(jobId);
  }

  /** Returns the last delivery of a job that was not undone. */
  remaining(jobId: string): Delivery | undefined {
    const units = this.#unitsByJob.get(jobId);
    if (units === undefined) return undefined;
    const unitsOfJob = units instanceof Map ? [...units.values()] : [units];
    return unitsOfJob.findLast(({ delivery }) => !delivery.undone)?.delivery;
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
    const chains = this.#chains.get(project)?.get(file)?.get(locale);
    if (chains === undefined) return undefined;
    return (name) => {
      let latest: DeliveryChain | undefined;
      for (let chain = chains.get(name); chain !== undefined; chain = chain.older) {
        const { undone, entry } = chain.delivery;
        const isLater = latest === undefined || entry.at > latest.delivery.entry.at;
        if (!undone && isLater) latest = chain;
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
