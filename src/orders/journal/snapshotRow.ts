import { present } from '../../base/present.ts';
import { LazyLine, type JournalBytes } from './journalBytes.ts';
import { intentJobSchema, type EntryOf, type IntentJob, type JournalEntry } from './journalEntry.ts';
import type { JournalRange } from './journalLines.ts';

/**
 * A row of a snapshot: one or more entries. The most frequent entries are stored as arrays without member names, and
 * consecutive entries that only differ in their jobs share a row. Large parts that are seldom needed are not copied;
 * they are read from the journal on demand. An entry with additional members is stored whole.
 */
export type SnapshotRow =
  | readonly [type: 'intent', offset: number, length: number, members: IntentMembers, numbers: readonly number[]]
  | readonly [type: 'job', intent: string, at: number, orderId: string | null, numbers: number[], jobIds: string[]]
  | readonly [type: 'reviewable', at: number, jobIds: string[]]
  | readonly [type: 'approved', at: number, override: boolean, jobIds: string[]]
  | readonly [type: 'delivering', offset: number, length: number, members: DeliveringMembers]
  | readonly [type: 'delivered', offset: number, length: number, ...members: DeliveredMembers]
  | readonly [type: 'whole', entry: JournalEntry];

type IntentMembers = Omit<EntryOf<'intent'>, 'jobs'>;
type DeliveringMembers = Omit<EntryOf<'delivering'>, 'units' | 'undo'>;
type DeliveredMembers = [id: string, at: number, project: string, file: string, simulated: boolean, units: UnitRows];
type UnitRows = readonly UnitRow[];

/** A unit of a delivery. Null as file or locale means the same as in the previous unit. */
type UnitRow = readonly [jobId: string, sourceHash: string, valueHash: string, ...names: UnitNames];
type UnitNames = readonly [key: string | null, file: string | null, locale: string | null, branch?: string];

type DeliveredUnits = EntryOf<'delivered'>['units'];

/** Adds an entry to the rows. `range` is the entry's line in the journal. */
export function addRow(rows: SnapshotRow[], entry: JournalEntry, range: JournalRange): void {
  const row = toRow(entry, range);
  const last = rows.at(-1);
  if (last === undefined || !joinRows(last, row)) rows.push(row);
}

/** Returns an entry whose seldom needed parts are parsed from the journal's bytes on demand. */
export function toLazyEntry(entry: JournalEntry, range: JournalRange, bytes: JournalBytes): JournalEntry {
  if (entry.type === 'intent') {
    const line = new LazyLine('intent', bytes, range.offset, range.length);
    // Units are kept, because the ledger compares them with the deliveries.
    return { ...entry, jobs: entry.jobs.map(({ number, units }, index) => lazyJob(line, number, index, units)) };
  }
  if (entry.type !== 'delivering' && entry.type !== 'delivered') return entry;
  let lazyEntry: JournalEntry = entry;
  readRow(toRow(entry, range), bytes, (entryOfRow) => {
    lazyEntry = entryOfRow;
  });
  return lazyEntry;
}

/** Maximum number of jobs in a row; a longer row would block the event loop noticeably. */
const jobsPerRow = 200;

/** Adds the jobs of the row `next` to `row`. Returns false if their other members differ or `row` is full. */
function joinRows(row: SnapshotRow, next: SnapshotRow): boolean {
  // The jobs of a row are its last element, and all elements before them must be equal.
  if ((row.at(-1) as { readonly length?: number }).length === jobsPerRow) return false;
  if (row[0] === 'job' && next[0] === 'job') {
    const [, intent, at, orderId, numbers, jobIds] = row;
    if (intent !== next[1] || at !== next[2] || orderId !== next[3]) return false;
    numbers.push(...next[4]);
    jobIds.push(...next[5]);
    return true;
  }
  if (row[0] === 'reviewable' && next[0] === 'reviewable') {
    const [, at, jobIds] = row;
    if (at !== next[1]) return false;
    jobIds.push(...next[2]);
    return true;
  }
  if (row[0] === 'approved' && next[0] === 'approved') {
    const [, at, override, jobIds] = row;
    if (at !== next[1] || override !== next[2]) return false;
    jobIds.push(...next[3]);
    return true;
  }
  return false;
}

function toRow(entry: JournalEntry, range: JournalRange): SnapshotRow {
  return shortRow(entry, range) ?? ['whole', entry];
}

/** Returns the row of an entry without member names; undefined if it has more members than a row of its type stores. */
function shortRow(entry: JournalEntry, { offset, length }: JournalRange): SnapshotRow | undefined {
  if (entry.type === 'reviewable') return hasMembers(entry, 3) ? ['reviewable', entry.at, [entry.jobId]] : undefined;
  if (entry.type === 'approved')
    return hasMembers(entry, 4) ? ['approved', entry.at, entry.override, [entry.jobId]] : undefined;
  if (entry.type === 'job') {
    const { intent, number, jobId, orderId, at } = entry;
    if (!hasMembers(entry, orderId === undefined ? 5 : 6)) return undefined;
    return ['job', intent, at, orderId ?? null, [number], [jobId]];
  }
  if (entry.type === 'intent') {
    const { jobs, ...members } = entry;
    return ['intent', offset, length, members, jobs.map(({ number }) => number)];
  }
  if (entry.type === 'delivering') return ['delivering', offset, length, withoutHeavyParts(entry)];
  if (entry.type !== 'delivered') return undefined;
  const { id, at, project, targetFile, simulated, units } = entry;
  const isUnitOfRow = (unit: DeliveredUnits[number]): boolean =>
    hasMembers(unit, 5 + Number(unit.key !== undefined) + Number(unit.branch !== undefined));
  if (!hasMembers(entry, 8) || !units.every(isUnitOfRow)) return undefined;
  return ['delivered', offset, length, id, at, project, targetFile, simulated, toUnitRows(units)];
}

function withoutHeavyParts(entry: EntryOf<'delivering'>): DeliveringMembers {
  const members = { ...entry };
  Reflect.deleteProperty(members, 'units');
  Reflect.deleteProperty(members, 'undo');
  return members;
}

/** Calls `take` with each entry of a row. The entries have the same members as those read from the journal's lines. */
export function readRow(row: SnapshotRow, bytes: JournalBytes, take: (entry: JournalEntry) => void): void {
  switch (row[0]) {
    case 'intent': {
      const [, offset, length, members, numbers] = row;
      const line = new LazyLine('intent', bytes, offset, length);
      take({ ...members, jobs: numbers.map((number, index) => lazyJob(line, number, index)) });
      break;
    }
    case 'job': {
      const [type, intent, at, orderId, numbers, jobIds] = row;
      for (const [index, number] of numbers.entries()) {
        const jobId = jobIds[index] ?? '';
        take(orderId === null ? { type, intent, number, jobId, at } : { type, intent, number, jobId, orderId, at });
      }
      break;
    }
    case 'reviewable': {
      const [type, at, jobIds] = row;
      for (const jobId of jobIds) take({ type, jobId, at });
      break;
    }
    case 'approved': {
      const [type, at, override, jobIds] = row;
      for (const jobId of jobIds) take({ type, jobId, at, override });
      break;
    }
    case 'delivering': {
      const [type, offset, length, members] = row;
      take(lazyDelivering(new LazyLine(type, bytes, offset, length), members));
      break;
    }
    case 'delivered': {
      const [type, offset, length] = row;
      take(new LazyDelivered(new LazyLine(type, bytes, offset, length), row));
      break;
    }
    case 'whole':
      take(row[1]);
      break;
  }
}

function hasMembers(value: object, count: number): boolean {
  return Object.keys(value).length === count;
}

function toUnitRows(units: DeliveredUnits): UnitRows {
  return units.map(({ jobId, file, key = null, branch, locale, sourceHash, valueHash }, index) => {
    const previous = units[index - 1];
    const row = [
      jobId,
      sourceHash,
      valueHash,
      key,
      file === previous?.file ? null : file,
      locale === previous?.locale ? null : locale,
    ] as const;
    return branch === undefined ? row : [...row, branch];
  });
}

function fromUnitRows(rows: UnitRows): DeliveredUnits {
  let [file, locale] = ['', ''];
  return rows.map(([jobId, sourceHash, valueHash, key, newFile, newLocale, branch]) => {
    file = newFile ?? file;
    locale = newLocale ?? locale;
    if (branch !== undefined)
      return { jobId, file, locale, sourceHash, valueHash, branch, ...present({ key: key ?? undefined }) };
    if (key === null) return { jobId, file, locale, sourceHash, valueHash };
    return { jobId, file, key, locale, sourceHash, valueHash };
  });
}

/** A job of an intent that is parsed on demand, except for its number and, if given, its units. */
class LazyJob {
  readonly number: number;
  readonly #line: LazyLine<'intent'>;
  readonly #index: number;
  readonly #units: IntentJob['units'] | undefined;

  constructor(line: LazyLine<'intent'>, number: number, index: number, units: IntentJob['units'] | undefined) {
    this.number = number;
    this.#line = line;
    this.#index = index;
    this.#units = units;
  }

  get units(): IntentJob['units'] {
    return this.#units ?? this.whole.units;
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

// Each other member of the schema is read from the whole job.
for (const name of Object.keys(intentJobSchema.entries)) {
  if (name === 'number' || name === 'units') continue;
  Object.defineProperty(LazyJob.prototype, name, {
    enumerable: true,
    get(this: LazyJob) {
      return this.whole[name as keyof IntentJob];
    },
  });
}

function lazyJob(line: LazyLine<'intent'>, number: number, index: number, units?: IntentJob['units']): IntentJob {
  // The other members are defined on the prototype above.
  return new LazyJob(line, number, index, units) as unknown as IntentJob;
}

/** A delivery whose `undo` is parsed on demand. */
class LazyDelivered implements EntryOf<'delivered'> {
  readonly type = 'delivered';
  readonly id: string;
  readonly at: number;
  readonly project: string;
  readonly targetFile: string;
  readonly simulated: boolean;
  readonly units: DeliveredUnits;
  readonly #line: LazyLine<'delivered'>;

  constructor(
    line: LazyLine<'delivered'>,
    [, , , id, at, project, targetFile, simulated, units]: Extract<SnapshotRow, { readonly 0: 'delivered' }>,
  ) {
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

/** A started delivery whose units and `undo` are parsed on demand. */
class LazyDelivering {
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

function lazyDelivering(
  line: LazyLine<'delivering'>,
  members: Omit<EntryOf<'delivering'>, 'units' | 'undo'>,
): EntryOf<'delivering'> {
  // The other members are assigned from the row.
  return new LazyDelivering(line, members) as unknown as EntryOf<'delivering'>;
}
