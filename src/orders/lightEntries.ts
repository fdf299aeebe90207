import { LazyLine, type JournalBytes } from './journalBytes.ts';
import { intentJobSchema, type EntryOf, type IntentJob, type JournalEntry } from './journalEntry.ts';
import type { JournalRange } from './journalReader.ts';

/**
 * An entry as a snapshot keeps it. The most frequent ones are arrays without names; of large ones, the parts that are
 * seldom looked at stay in the journal. An entry that has anything more than these rows have is kept whole.
 */
export type SnapshotRow =
  | readonly ['intent', number, number, Omit<EntryOf<'intent'>, 'jobs'>, readonly number[]]
  | readonly ['job', string, number, string, number, string?]
  | readonly ['reviewable', string, number]
  | readonly ['approved', string, number, boolean]
  | readonly ['delivering', number, number, Omit<EntryOf<'delivering'>, 'units' | 'undo'>]
  | readonly ['delivered', number, number, string, number, string, string, boolean, readonly UnitRow[]]
  | readonly ['whole', JournalEntry];

/** Job, source hash, value hash, key, file, locale, branch. A file or locale that is null is that of the unit before. */
type UnitRow = readonly [string, string, string, string | null, string | null, string | null, string?];

type DeliveredUnits = EntryOf<'delivered'>['units'];

/** `range` is the entry's line in the journal. */
export function toRow(entry: JournalEntry, { offset, length }: JournalRange): SnapshotRow {
  switch (entry.type) {
    case 'intent': {
      const { jobs, ...rest } = entry;
      return ['intent', offset, length, rest, jobs.map(({ number }) => number)];
    }
    case 'job': {
      const { intent, number, jobId, orderId, at } = entry;
      if (!hasMembers(entry, orderId === undefined ? 5 : 6)) break;
      return orderId === undefined ? ['job', intent, number, jobId, at] : ['job', intent, number, jobId, at, orderId];
    }
    case 'reviewable':
      if (!hasMembers(entry, 3)) break;
      return ['reviewable', entry.jobId, entry.at];
    case 'approved':
      if (!hasMembers(entry, 4)) break;
      return ['approved', entry.jobId, entry.at, entry.override];
    case 'delivering': {
      const { units, undo, ...rest } = entry;
      return ['delivering', offset, length, rest];
    }
    case 'delivered': {
      const { id, at, project, targetFile, simulated, units } = entry;
      if (!hasMembers(entry, 8) || !units.every((unit) => hasMembers(unit, 5 + Number(unit.key !== undefined) + Number(unit.branch !== undefined)))) break;
      return ['delivered', offset, length, id, at, project, targetFile, simulated, toUnitRows(units)];
    }
    default:
      break;
  }
  return ['whole', entry];
}

/** The entry of a row: the same as what the journal's line gives, member by member. */
export function fromRow(row: SnapshotRow, bytes: JournalBytes): JournalEntry {
  switch (row[0]) {
    case 'intent': {
      const [, offset, length, rest, numbers] = row;
      const line = new LazyLine('intent', bytes, offset, length);
      return { ...rest, jobs: numbers.map((number, index) => lightJob(line, number, index)) };
    }
    case 'job': {
      const [type, intent, number, jobId, at, orderId] = row;
      return orderId === undefined ? { type, intent, number, jobId, at } : { type, intent, number, jobId, orderId, at };
    }
    case 'reviewable':
      return { type: row[0], jobId: row[1], at: row[2] };
    case 'approved':
      return { type: row[0], jobId: row[1], at: row[2], override: row[3] };
    case 'delivering':
      return lightDelivering(new LazyLine('delivering', bytes, row[1], row[2]), row[3]);
    case 'delivered':
      return new LightDelivered(new LazyLine('delivered', bytes, row[1], row[2]), row);
    case 'whole':
      return row[1];
  }
}

function hasMembers(value: object, count: number): boolean {
  return Object.keys(value).length === count;
}

function toUnitRows(units: DeliveredUnits): readonly UnitRow[] {
  return units.map(({ jobId, file, key = null, branch, locale, sourceHash, valueHash }, index) => {
    const before = units[index - 1];
    const row = [jobId, sourceHash, valueHash, key, file === before?.file ? null : file, locale === before?.locale ? null : locale] as const;
    return branch === undefined ? row : [...row, branch];
  });
}

function fromUnitRows(rows: readonly UnitRow[]): DeliveredUnits {
  let [file, locale] = ['', ''];
  return rows.map(([jobId, sourceHash, valueHash, key, newFile, newLocale, branch]) => {
    file = newFile ?? file;
    locale = newLocale ?? locale;
    if (branch !== undefined) return { jobId, file, locale, sourceHash, valueHash, branch, ...(key === null ? {} : { key }) };
    return key === null ? { jobId, file, locale, sourceHash, valueHash } : { jobId, file, key, locale, sourceHash, valueHash };
  });
}

/** A job of an intent of which only the number is known before somebody looks at it. It has all members of the schema. */
class LightJob {
  readonly number: number;
  readonly #line: LazyLine<'intent'>;
  readonly #index: number;

  constructor(line: LazyLine<'intent'>, number: number, index: number) {
    this.number = number;
    this.#line = line;
    this.#index = index;
  }

  get whole(): IntentJob {
    const job = this.#line.entry.jobs[this.#index];
    if (job === undefined) throw new Error(`The order has no job ${this.number}.`);
    return job;
  }

  toJSON(): IntentJob {
    return this.whole;
  }
}

for (const name of Object.keys(intentJobSchema.entries)) {
  if (name === 'number') continue;
  Object.defineProperty(LightJob.prototype, name, {
    enumerable: true,
    get(this: LightJob) {
      return this.whole[name as keyof IntentJob];
    },
  });
}

function lightJob(line: LazyLine<'intent'>, number: number, index: number): IntentJob {
  // Its other members are those that are defined above.
  return new LightJob(line, number, index) as unknown as IntentJob;
}

class LightDelivered implements EntryOf<'delivered'> {
  readonly type = 'delivered';
  readonly id: string;
  readonly at: number;
  readonly project: string;
  readonly targetFile: string;
  readonly simulated: boolean;
  readonly units: DeliveredUnits;
  readonly #line: LazyLine<'delivered'>;

  constructor(line: LazyLine<'delivered'>, [, , , id, at, project, targetFile, simulated, units]: Extract<SnapshotRow, { readonly 0: 'delivered' }>) {
    this.#line = line;
    this.id = id;
    this.at = at;
    this.project = project;
    this.targetFile = targetFile;
    this.simulated = simulated;
    this.units = fromUnitRows(units);
  }

  get undo(): EntryOf<'delivered'>['undo'] {
    return this.#line.entry.undo;
  }

  toJSON(): EntryOf<'delivered'> {
    return this.#line.entry;
  }
}

class LightDelivering {
  readonly #line: LazyLine<'delivering'>;

  constructor(line: LazyLine<'delivering'>, members: object) {
    this.#line = line;
    Object.assign(this, members);
  }

  get units(): EntryOf<'delivering'>['units'] {
    return this.#line.entry.units;
  }

  get undo(): EntryOf<'delivering'>['undo'] {
    return this.#line.entry.undo;
  }

  toJSON(): EntryOf<'delivering'> {
    return this.#line.entry;
  }
}

function lightDelivering(line: LazyLine<'delivering'>, members: Omit<EntryOf<'delivering'>, 'units' | 'undo'>): EntryOf<'delivering'> {
  // Its other members are those of the row, whichever they are.
  return new LightDelivering(line, members) as unknown as EntryOf<'delivering'>;
}
