import * as v from 'valibot';
import { journalEntrySchema, type JournalEntry } from '../../../src/orders/journal/journalEntry.ts';

/** Returns a generator of numbers from 0 to 1 with the same sequence for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Ids come from small sets, so that entries refer to the orders, jobs and deliveries of earlier ones. */
const names: Readonly<Record<string, readonly string[]>> = {
  id: ['d1', 'd2', 'd3', 'i1', 'i2', 'i3'],
  intent: ['i1', 'i2', 'i3'],
  delivery: ['d1', 'd2', 'd3'],
  jobId: ['1', '2', '3', '4', '5', '6'],
  orderId: ['o1', 'o2'],
  job: ['1', '2', '3', 'i1:1', 'i2:2'],
  project: ['p', 'q'],
  replaces: ['p'],
  file: ['en.json', 'a.md'],
  targetFile: ['ja.json', 'a.ja.md'],
  key: ['a', 'b', 'c'],
  branch: ['x', 'y'],
  locale: ['ja', 'de'],
  sourceHash: ['h1', 'h2'],
  status: ['canceled', 'archived', 'rejected'],
};

interface AnySchema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
  readonly literal?: unknown;
  readonly options?: readonly unknown[];
}

/** Returns a random entry, made from the schemas, so that new types and members are included. */
export function randomEntry(random: () => number): JournalEntry {
  const { options } = journalEntrySchema;
  const schema = options[Math.floor(random() * options.length)];
  return v.parse(journalEntrySchema, randomValue(schema as AnySchema, '', random));
}

function randomValue(schema: AnySchema, name: string, random: () => number): unknown {
  const pick = (values: readonly unknown[]): unknown => values[Math.floor(random() * values.length)];
  switch (schema.type) {
    case 'literal':
      return schema.literal;
    case 'string':
      return name === 'item' ? pick(['1', '2', 'i1:1']) : pick(names[name] ?? ['é', '"x"', '']);
    case 'number':
      return name === 'number' ? 1 + Math.floor(random() * 3) : Math.floor(random() * 1000);
    case 'boolean':
      return random() < 0.5;
    case 'array':
      return name === 'jobs' && schema.item?.type === 'object'
        ? Array.from({ length: 3 }, (_, index) => ({
            ...(randomValue(schema.item!, 'item', random) as object),
            number: index + 1,
          }))
        : Array.from({ length: Math.floor(random() * 3) }, () => randomValue(schema.item!, 'item', random));
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.entries ?? {}).flatMap(([key, member]): [string, unknown][] => {
          if (member.type !== 'exact_optional') return [[key, randomValue(member, key, random)]];
          return random() < 0.5 ? [[key, randomValue(member.wrapped!, key, random)]] : [];
        }),
      );
    case 'picklist':
      return pick(schema.options ?? []);
    case 'custom':
      return name === 'apostrophes' ? 'icu' : pick(['printf', { pattern: 'a+' }, { term: 'b' }]);
    default:
      throw new Error(`A schema of the kind ${schema.type} needs a way to make values.`);
  }
}
