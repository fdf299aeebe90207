import assert from 'node:assert/strict';
import type { OutdatedUnit } from '../../../../../src/orders/units/history/outdatedUnits.ts';
import type { TargetDraft } from '../../../../../src/orders/units/plan/planOrder.ts';
import type { SameUnit } from '../../../../../src/orders/units/plan/sameAsSource.ts';
import { stringStates } from '../../../../../src/orders/units/gaps/stringStates.ts';
import type { SkippedUnit } from '../../../../../src/orders/model/plan/plan.ts';

type Draft = TargetDraft['drafts'][number];

function draftOf(
  drafted: readonly (readonly [string, Draft['reason']])[],
  skipped: readonly (readonly [string, SkippedUnit['reason']])[] = [],
): Pick<TargetDraft, 'drafts' | 'skipped'> {
  return {
    drafts: drafted.map(([key, reason]) => ({ reason, units: [{ key }] }) as unknown as Draft),
    skipped: skipped.map(([key, reason]) => ({ key, reason, locale: 'ja' })),
  };
}

const none = { same: undefined, outdated: undefined };

describe('stringStates', () => {
  it('calls a string outdated if its source was changed after the delivery', () => {
    const draft = draftOf([
      ['a', 'missing'],
      ['b', 'changed'],
      ['c', 'simulated'],
    ]);
    assert.deepEqual(stringStates(draft, none), {
      inFlight: [],
      fromOtherClone: [],
      missing: ['a'],
      simulated: ['c'],
      sameAsSource: [],
      outdated: ['b'],
    });
  });

  it('calls a string missing that can’t be ordered because of its placeholders', () => {
    const { missing, inFlight } = stringStates(
      draftOf(
        [],
        [
          ['a', 'unprotectable'],
          ['b', 'in-flight'],
          ['c', 'empty'],
        ],
      ),
      none,
    );
    assert.deepEqual([missing, inFlight], [['a'], ['b']]);
  });

  it('has each string in one list only', () => {
    const same = [{ forms: [{ key: 'a' }, { key: 'b' }] }] as unknown as readonly SameUnit[];
    const outdated = ['a', 'c', 'd'].map((key) => ({ key })) as unknown as readonly OutdatedUnit[];
    const draft = draftOf([
      ['d', 'missing'],
      ['e', 'missing'],
    ]);
    assert.deepEqual(
      stringStates(draft, { same, outdated, onOrder: { keys: new Set(['e']), fromOtherClone: new Set() } }),
      {
        inFlight: ['e'],
        fromOtherClone: [],
        missing: ['d'],
        simulated: [],
        sameAsSource: ['a', 'b'],
        outdated: ['c'],
      },
    );
  });
});
