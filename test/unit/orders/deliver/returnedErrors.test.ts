import assert from 'node:assert/strict';
import { returnedErrors, rangeInLiteral } from '../../../../src/orders/deliver/returnedErrors.ts';
import type { TrackedJob } from '../../../../src/orders/model/trackedJob.ts';
import type { UnitRef } from '../../../../src/orders/model/unitRef.ts';
import type { Problem } from '../../../../src/placeholders/read/placeholder.ts';
import type { Delivery } from '../../../../src/orders/journal/deliveryIndex.ts';
import { makeTrackedJob, makeUnitRef } from '../../../builders/trackedJob.ts';

const extra: Problem = { kind: 'extra-placeholder', severity: 'error', text: '{x}', start: 4 };
const warning: Problem = { kind: 'line-breaks', severity: 'warning', text: '', start: 0 };
const unit = makeUnitRef({ key: 'cart', locale: 'de', targetFile: 'de.json', sourceHash: 's' });

function job(id: string, problems: readonly Problem[] = [extra], units: readonly UnitRef[] = [unit]): TrackedJob {
  return makeTrackedJob({
    id,
    units,
    problems,
    status: 'approved',
    title: id,
    targetLocale: 'de',
    sourceText: 'One',
    translatedText: 'Der {x}',
    delivery: { kind: 'delivered', at: 1, simulated: false },
  });
}

function delivery(jobId: string, at: number, undone = false): Delivery {
  const units = [{ jobId, file: 'en.json', key: 'cart', locale: 'de', sourceHash: 's', valueHash: `hash of ${jobId}` }];
  return {
    undone,
    entry: {
      type: 'delivered',
      id: `d${jobId}`,
      at,
      project: 'p',
      targetFile: 'de.json',
      simulated: false,
      units,
      undo: { afterHash: '', created: false, edits: [] },
    },
  };
}

describe('returnedErrors', () => {
  const ledger = (...deliveries: readonly Delivery[]) => ({
    deliveryOf: (jobId: string) => deliveries.find(({ entry }) => entry.units[0]?.jobId === jobId),
  });
  const found = (jobs: readonly TrackedJob[], ...deliveries: readonly Delivery[]): readonly string[] =>
    returnedErrors(jobs, ledger(...deliveries)).flatMap(({ valueHash }) => valueHash ?? []);

  it('returns the errors of values that were delivered and not undone', () => {
    assert.deepEqual(found([job('1')], delivery('1', 5)), ['hash of 1']);
    assert.deepEqual(found([job('1')]), []);
    assert.deepEqual(found([job('1')], delivery('1', 5, true)), []);
    assert.deepEqual(found([job('1', [])], delivery('1', 5)), []);
  });

  it('ignores warnings, such as what was repaired', () => {
    for (const kind of ['whitespace-restored', 'apostrophe-doubled'] as const)
      assert.deepEqual(
        found([job('1', [{ kind, severity: 'warning', text: ' ', start: 0 }])], delivery('1', 5)),
        [],
        kind,
      );
  });

  it('returns the errors of the last delivery to a unit', () => {
    assert.deepEqual(found([job('1'), job('2')], delivery('1', 7), delivery('2', 5)), ['hash of 1']);
    assert.deepEqual(
      found([job('1'), job('2')], delivery('1', 7, true), delivery('2', 5)),
      ['hash of 2'],
      'what is there again after an undo',
    );
  });

  it('returns the errors of translations that wait for a review or a delivery', () => {
    const waiting = (changes: Partial<TrackedJob>): number =>
      returnedErrors([{ ...job('1'), ...changes }], ledger()).filter(({ valueHash }) => valueHash === undefined).length;
    assert.equal(waiting({ status: 'reviewable', delivery: { kind: 'none' } }), 1);
    assert.equal(waiting({ status: 'reviewable', delivery: { kind: 'none' }, problems: [warning] }), 0);
    assert.equal(waiting({ status: 'approved', delivery: { kind: 'held', reason: 'problems' } }), 1);
    assert.equal(waiting({ status: 'approved', delivery: { kind: 'undone' } }), 0);
    assert.equal(waiting({ status: 'revising', delivery: { kind: 'none' } }), 0);
  });

  it('returns the value of the unit itself, of all that a delivery has written', () => {
    const one = delivery('1', 5);
    const [written] = one.entry.units;
    assert.ok(written);
    const others = [
      { ...written, jobId: '2' },
      { ...written, file: 'other.json' },
      { ...written, key: 'shop' },
      { ...written, branch: 'count:one' },
      { ...written, locale: 'fr' },
    ].map((unit) => ({ ...unit, valueHash: 'hash of another unit' }));
    const entry = { ...one.entry, units: [...others, written] };
    const errors = returnedErrors([job('1')], { deliveryOf: () => ({ ...one, entry }) });
    assert.deepEqual(
      errors.map(({ valueHash }) => valueHash),
      ['hash of 1'],
    );
    assert.deepEqual(
      returnedErrors([job('1')], { deliveryOf: () => ({ ...one, entry: { ...entry, units: others } }) }),
      [],
      'a delivery of other units',
    );
  });

  it('ignores passages, whose location in a file is unknown', () => {
    const { project, file, locale, sourceHash } = unit;
    const passage = { project, file, locale, sourceHash };
    assert.deepEqual(found([job('1', [extra], [passage])], delivery('1', 5)), []);
  });
});

describe('rangeInLiteral', () => {
  const texts = { sourceText: 'One {y}', translatedText: 'Der {x}' };

  it('returns the affected part if the literal shows the text without escapes', () => {
    assert.deepEqual(rangeInLiteral('"Der {x}"', extra, texts), { start: 5, end: 8 });
  });

  it('returns the affected part among escapes if it appears once', () => {
    const escaped = { ...texts, translatedText: 'D"r {x}' };
    assert.deepEqual(rangeInLiteral('"D\\"r {x}"', extra, escaped), { start: 6, end: 9 });
    assert.equal(
      rangeInLiteral('"{x}\\"{x}"', { ...extra, start: 0 }, { ...texts, translatedText: '{x}"{x}' }),
      undefined,
    );
  });

  it('returns undefined for a missing part, and for an empty range', () => {
    assert.equal(
      rangeInLiteral('"Der"', { kind: 'missing-placeholder', severity: 'error', text: '{y}', sourceStart: 4 }, texts),
      undefined,
    );
    assert.equal(
      rangeInLiteral('"Der {x}"', { kind: 'plural-missing', severity: 'error', text: 'few', start: 4 }, texts),
      undefined,
    );
  });
});
