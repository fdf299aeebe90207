import assert from 'node:assert/strict';
import { spendingAt } from '../../../../src/orders/journal/account/periodSpending.ts';
import { planHistory, unitsInFlight, unitsSince } from '../../../../src/orders/journal/unitsInFlight.ts';
import type { EntryOf, IntentJob, JournalEntry } from '../../../../src/orders/journal/journalEntry.ts';
import { Ledger, unitsOf } from '../../../../src/orders/journal/ledger.ts';
import type { UnitRef } from '../../../../src/orders/model/unitRef.ts';
import { makeIntent, makeIntentJob } from '../../../builders/journalEntries.ts';
import { makeUnitRef } from '../../../builders/trackedJob.ts';
import { sumOfCredits } from '../../../../src/orders/model/limits/budget.ts';
import { isInFlight } from '../../../../src/orders/model/plan/planHistory.ts';

function unit(key: string, sourceHash = 'h'): UnitRef {
  return makeUnitRef({ key, sourceHash });
}

function intentJob(number: number, ...keys: readonly string[]): IntentJob {
  return makeIntentJob({ number, title: keys[0] ?? '', units: keys.map((key) => unit(key)) });
}

function intent(id: string, ...jobs: readonly IntentJob[]): EntryOf<'intent'> {
  return makeIntent({ id, jobs: [...jobs] });
}

function delivered(id: string, jobId: string, ...keys: readonly string[]): JournalEntry {
  return {
    type: 'delivered',
    id,
    at: 1,
    project: 'p',
    targetFile: 'ja.json',
    simulated: false,
    undo: { afterHash: '', created: false, edits: [] },
    units: keys.map((key) => ({ jobId, file: 'en.json', key, locale: 'ja', sourceHash: 'h', valueHash: 'v' })),
  };
}

function ledgerOf(...entries: readonly JournalEntry[]): Ledger {
  const ledger = new Ledger();
  for (const entry of entries) ledger.apply(entry);
  return ledger;
}

/** Returns those of the keys that must not be ordered now. */
function flying(
  ledger: Ledger,
  status: string | undefined,
  ...units: readonly UnitRef[]
): readonly (string | undefined)[] {
  const inFlight = unitsInFlight(ledger, () => status);
  return units.filter((one) => isInFlight(inFlight, one)).map(({ key }) => key);
}

const placed: JournalEntry = { type: 'placed', intent: 'i', at: 1, orderId: 'o', creditsUsed: 1, known: [] };
const job = (number: number, jobId: string, of = 'i'): JournalEntry => ({
  type: 'job',
  intent: of,
  number,
  jobId,
  orderId: 'o',
  at: 1,
});

describe('Ledger', () => {
  it('keeps units in flight from the intent on, until the service refuses or the user allows reordering', () => {
    const order = intent('i', intentJob(1, 'a'), intentJob(2, 'b', 'c'));
    const all = [unit('a'), unit('b'), unit('c')];
    assert.deepEqual(flying(ledgerOf(order), undefined, ...all, unit('d')), ['a', 'b', 'c']);
    assert.deepEqual(
      flying(ledgerOf(order, { type: 'unclear', intent: 'i', at: 1, reason: 'timeout' }), undefined, ...all),
      ['a', 'b', 'c'],
    );
    assert.deepEqual(flying(ledgerOf(order, placed), undefined, ...all), ['a', 'b', 'c']);
    assert.deepEqual(
      flying(
        ledgerOf(order, { type: 'refused', intent: 'i', at: 1, reason: 'credits', message: '' }),
        undefined,
        ...all,
      ),
      [],
    );
    assert.deepEqual(
      flying(
        ledgerOf(
          order,
          { type: 'unclear', intent: 'i', at: 1, reason: 'x' },
          { type: 'acknowledged', intent: 'i', at: 2 },
        ),
        undefined,
        ...all,
      ),
      [],
    );
    assert.deepEqual(
      flying(ledgerOf(order, placed, job(1, '7'), { type: 'acknowledged', intent: 'i', at: 2 }), undefined, ...all),
      ['a'],
    );
  });

  it('frees the units and credits of an intent that was never sent, even after reordering was allowed', () => {
    const unsent: JournalEntry = { type: 'unsent', intent: 'i', at: 2, reason: 'interrupted' };
    const acknowledged: JournalEntry = { type: 'acknowledged', intent: 'i', at: 2 };
    for (const entries of [[unsent], [acknowledged, unsent], [unsent, acknowledged]]) {
      const ledger = ledgerOf(intent('i', intentJob(1, 'a')), ...entries);
      assert.deepEqual(flying(ledger, undefined, unit('a')), []);
      assert.deepEqual([ledger.intents.get('i')?.outcome, sumOfCredits(spendingAt(ledger, 1).month)], ['refused', 0]);
    }
  });

  it('ignores a late “unsent” or “refused” for an order that was found', () => {
    const refused: JournalEntry = { type: 'refused', intent: 'i', at: 2, reason: 'credits', message: '' };
    for (const found of [placed, job(1, '7')]) {
      for (const late of [refused, { type: 'unsent', intent: 'i', at: 2, reason: 'interrupted' } as const]) {
        for (const entries of [
          [found, late],
          [late, found],
        ]) {
          const ledger = ledgerOf(intent('i', intentJob(1, 'a')), ...entries);
          assert.deepEqual(flying(ledger, undefined, unit('a')), ['a']);
          assert.deepEqual(
            [ledger.intents.get('i')?.outcome, sumOfCredits(spendingAt(ledger, 1).month)],
            ['placed', 1],
          );
        }
      }
    }
  });

  it('does not count the excepted intent', () => {
    const ledger = ledgerOf(intent('i', intentJob(1, 'a')), intent('j', intentJob(1, 'b')));
    assert.deepEqual(
      [...unitsInFlight(ledger, () => undefined, 'i')],
      [...unitsInFlight(ledgerOf(intent('j', intentJob(1, 'b'))), () => undefined)],
    );
    assert.equal(sumOfCredits(spendingAt(ledger, 1, { except: 'i' }).month), 1);
  });

  it('returns the units that were ordered or delivered after a plan', async () => {
    const ledger = ledgerOf(intent('i', intentJob(1, 'a')), placed, job(1, '7'), delivered('d', '7', 'a'));
    const { until } = await planHistory(ledger, [], () => 'approved');
    assert.ok(until !== undefined);
    assert.equal(unitsSince(ledger, until).size, 0);
    ledger.apply(intent('j', intentJob(1, 'b')));
    ledger.apply(intent('k', intentJob(1, 'c')));
    ledger.apply({ type: 'unsent', intent: 'k', at: 2, reason: 'interrupted' });
    ledger.apply(delivered('e', '7', 'd'));
    const since = unitsSince(ledger, until);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].filter((key) => isInFlight(since, unit(key))),
      ['b', 'd'],
    );
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].filter((key) => isInFlight(unitsSince(ledger, until, 'j'), unit(key))),
      ['d'],
    );
  });

  it('keeps units in flight until their job has ended without a result', () => {
    const ledger = ledgerOf(intent('i', intentJob(1, 'a')), placed, job(1, '7'));
    for (const status of [undefined, 'available', 'pending', 'reviewable', 'rejected', 'on the moon'])
      assert.deepEqual(flying(ledger, status, unit('a')), ['a'], status);
    for (const status of ['canceled', 'deleted', 'duplicate', 'archived'])
      assert.deepEqual(flying(ledger, status, unit('a')), [], status);
    assert.deepEqual(flying(ledger, 'approved', unit('a')), ['a']);
    assert.deepEqual(flying(ledger, 'approved', unit('a', 'another text')), []);
    ledger.apply(delivered('d', '7', 'a'));
    assert.deepEqual(flying(ledger, 'approved', unit('a')), []);
    ledger.apply({ type: 'undone', delivery: 'd', at: 2 });
    assert.deepEqual(flying(ledger, 'approved', unit('a')), []);
  });

  it('lets the units of a later order wait for the job of an earlier one', () => {
    const ledger = ledgerOf(intent('i', intentJob(1, 'a')), placed, job(1, '7'), delivered('d', '7', 'a'), {
      type: 'closed',
      jobId: '7',
      at: 1,
      status: 'archived',
    });
    ledger.apply(intent('k', intentJob(1, 'b')));
    ledger.apply({ type: 'placed', intent: 'k', at: 2, creditsUsed: 0, known: [{ number: 1, jobId: '7' }] });
    const record = ledger.jobs.get('7')!;
    assert.deepEqual(
      unitsOf(record).map(({ key }) => key),
      ['a', 'b'],
    );
    assert.equal(record.closedAs, undefined);
    assert.deepEqual(flying(ledger, 'approved', unit('a'), unit('b')), ['b']);
    ledger.apply(delivered('e', '7', 'b'));
    assert.deepEqual(flying(ledger, 'approved', unit('a'), unit('b')), []);
    assert.equal(ledger.deliveryOfJob.get('7')?.entry.id, 'e');
    ledger.apply({ type: 'undone', delivery: 'e', at: 3 });
    assert.equal(ledger.deliveryOfJob.get('7')?.entry.id, 'd');
  });

  it('lets a delivered unit wait for delivery again after another order', () => {
    const ledger = ledgerOf(intent('i', intentJob(1, 'a')), placed, job(1, '7'), delivered('d', '7', 'a'), {
      type: 'undone',
      delivery: 'd',
      at: 1,
    });
    assert.deepEqual(flying(ledger, 'approved', unit('a')), []);
    ledger.apply(intent('k', intentJob(1, 'a')));
    ledger.apply({ type: 'placed', intent: 'k', at: 2, creditsUsed: 0, known: [{ number: 1, jobId: '7' }] });
    assert.deepEqual(flying(ledger, 'approved', unit('a')), ['a']);
    assert.equal(ledger.deliveryOf('7', unit('a')), undefined);
  });

  it('trusts a job at the service more than an earlier conclusion', () => {
    const ledger = ledgerOf(
      intent('i', intentJob(1, 'a')),
      { type: 'unclear', intent: 'i', at: 1, reason: 'x' },
      job(1, '7'),
      { type: 'unclear', intent: 'i', at: 3, reason: 'x' },
    );
    assert.equal(ledger.intents.get('i')?.outcome, 'placed');
    assert.equal(ledger.intents.get('i')?.orderId, 'o');
  });

  it('does not change with a repeated entry, and ignores unknown jobs', () => {
    const entries = [intent('i', intentJob(1, 'a')), placed, job(1, '7'), delivered('d', '7', 'a')];
    const ledger = ledgerOf(
      ...entries,
      ...entries,
      job(9, '8'),
      job(1, '9', 'unknown'),
      { type: 'closed', jobId: '5', at: 1, status: 'x' },
      { type: 'undone', delivery: 'x', at: 1 },
    );
    assert.deepEqual([...ledger.jobs.keys()], ['7']);
    assert.deepEqual(ledger.jobs.get('7')?.laterOrders, []);
    assert.equal(ledger.deliveries.size, 1);
  });
});
