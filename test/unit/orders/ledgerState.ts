import { unitsInFlight } from '../../../src/orders/journal/unitsInFlight.ts';
import { Ledger, unitsOf } from '../../../src/orders/journal/ledger.ts';

/**
 * Calls of a ledger’s methods for `stateOf`, which throws for a method that is missing here: add calls of new methods.
 */
const questions: Readonly<Record<string, (ledger: Ledger) => unknown>> = {
  adoptionsOf: (ledger) =>
    [...ledger.intents.values()].map((state) =>
      state.intent.jobs.map(({ number }) => ledger.adoptionsOf(state, number)),
    ),
  pendingWriteIn: (ledger) =>
    ['p', 'q'].map((project) => ['ja.json', 'a.ja.md'].map((file) => ledger.pendingWriteIn(project, file))),
  deliveryOf: (ledger) =>
    [...ledger.jobs.values()].map((record) => unitsOf(record).map((unit) => ledger.deliveryOf(record.jobId, unit))),
  unitsOf: (ledger) =>
    [...ledger.intents.values()].map((state) => state.intent.jobs.map((job) => ledger.unitsOf(state, job))),
  latestDelivery: (ledger) =>
    ['p', 'q'].map((project) =>
      ['en.json', 'a.md'].map((file) =>
        ['ja', 'de'].map((locale) =>
          ['a', 'b', 'c', null].map((name) => ledger.latestDelivery(project, file, locale, name)?.delivery),
        ),
      ),
    ),
  latestDeliveriesIn: (ledger) =>
    ['p', 'q'].map((project) =>
      ['en.json', 'a.md'].map((file) =>
        ['ja', 'de'].map((locale) => {
          const latest = ledger.latestDeliveriesIn(project, file, locale);
          return ['a', 'b', 'c', null].map((name) => latest?.(name)?.delivery);
        }),
      ),
    ),
  undeliveredJobs: (ledger) => [...ledger.undeliveredJobs()].map(({ jobId }) => jobId).sort(),
  unitsInFlight: (ledger) =>
    [undefined, 'pending', 'approved', 'canceled'].map((status) => [...unitsInFlight(ledger, () => status)].sort()),
};

/** Methods that change a ledger, or return how far it has been scanned, which may differ for equal states. */
const others = new Set(['constructor', 'apply', 'limitUndelivered', 'undeliveredJobIds', 'scanUndelivered']);

/**
 * Returns a ledger’s whole state as plain data: all public members, including future ones, and results of its methods.
 */
export function stateOf(ledger: Ledger): unknown {
  const members = Object.entries(Object.getOwnPropertyDescriptors(Ledger.prototype));
  const unknown = members
    .filter(
      ([name, member]) => typeof member.value === 'function' && questions[name] === undefined && !others.has(name),
    )
    .map(([name]) => name);
  if (unknown.length > 0) throw new Error(`stateOf asks nothing of ${unknown.join(', ')}.`);
  const getters = members
    .filter(([, member]) => 'get' in member)
    .map(([name]): [string, unknown] => [name, Reflect.get(ledger, name)]);
  return plain(
    Object.fromEntries([
      ...Object.entries(ledger),
      ...getters,
      ...Object.entries(questions).map(([name, ask]) => [`${name}()`, ask(ledger)]),
    ]),
  );
}

/** Returns a value as plain data: getters become members, and undefined members are omitted. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member: unknown) => plain(member));
  if (value instanceof Map)
    return [...(value as ReadonlyMap<unknown, unknown>)].map(([key, member]) => [key, plain(member)]);
  if (value instanceof Set) return [...value].map(plain);
  const found: Record<string, unknown> = {};
  for (const name of [...Object.keys(value), ...gettersOf(Object.getPrototypeOf(value) as object)]) {
    const member = plain(Reflect.get(value, name));
    if (member !== undefined) found[name] = member;
  }
  return found;
}

const knownGetters = new Map<object, readonly string[]>([[Object.prototype, []]]);

/** Returns the names of a class’s getters. */
function gettersOf(prototype: object): readonly string[] {
  const getters =
    knownGetters.get(prototype) ??
    Object.entries(Object.getOwnPropertyDescriptors(prototype))
      .filter(([name, member]) => 'get' in member && name !== 'whole')
      .map(([name]) => name);
  knownGetters.set(prototype, getters);
  return getters;
}
