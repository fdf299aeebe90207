import assert from 'node:assert/strict';
import { because } from '../../../../../src/formats/format.ts';
import type { OutdatedUnit } from '../../../../../src/orders/units/history/outdatedUnits.ts';
import type { TargetDraft } from '../../../../../src/orders/units/plan/planOrder.ts';
import type { SameUnit } from '../../../../../src/orders/units/plan/sameAsSource.ts';
import { stringStates } from '../../../../../src/orders/units/gaps/stringStates.ts';
import type { WantedUnit } from '../../../../../src/orders/units/plan/wantedUnits.ts';
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

/** Strings with these keys. */
function strings(...keys: readonly string[]): readonly WantedUnit[] {
  return keys.map((id) => ({ id, sourceUnit: { id, text: `Text of ${id}`, start: 0, end: 0 } }));
}

const none = { same: undefined, outdated: undefined };

describe('stringStates', () => {
  it('calls a string outdated if its source was changed after the delivery', () => {
    const draft = draftOf([
      ['a', 'missing'],
      ['b', 'changed'],
      ['c', 'simulated'],
    ]);
    assert.deepEqual(stringStates(strings('a', 'b', 'c', 'd'), draft, none), {
      translated: 1,
      skipped: [],
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
      strings('a', 'b', 'c'),
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
      stringStates(strings('a', 'b', 'c', 'd', 'e', 'f', 'g'), draft, {
        same,
        outdated,
        onOrder: { keys: new Set(['e']), fromOtherClone: new Set() },
      }),
      {
        translated: 2,
        skipped: [],
        inFlight: ['e'],
        fromOtherClone: [],
        missing: ['d'],
        simulated: [],
        sameAsSource: ['a', 'b'],
        outdated: ['c'],
      },
    );
  });

  it('skips a string that is not for translators, whatever its translation is, and says why', () => {
    const [marked, empty] = strings('marked', 'empty');
    if (marked === undefined || empty === undefined) assert.fail();
    const sourceUnit = { ...marked.sourceUnit, translatable: false, reason: because('resx-locked') } as const;
    const states = stringStates(
      [{ ...marked, sourceUnit }, { ...empty, sourceUnit: { ...empty.sourceUnit, text: ' ' } }, ...strings('a')],
      draftOf([], [['empty', 'empty']]),
      none,
    );
    assert.deepEqual(states.skipped, [
      { key: 'marked', reason: 'not-translatable', detail: because('resx-locked') },
      { key: 'empty', reason: 'empty' },
    ]);
    assert.equal(states.translated, 1);
  });

  it('skips all strings of a translation whose strings can’t be matched with those of the source', () => {
    const draft = draftOf(
      [],
      [
        ['1', 'unwritable'],
        ['2', 'unwritable'],
      ],
    );
    const { skipped, translated } = stringStates(strings('1', '2'), draft, none);
    assert.deepEqual([skipped.map(({ reason }) => reason), translated], [['unwritable', 'unwritable'], 0]);
  });

  it('does not count a plural form that is a copy of another one', () => {
    const draft = draftOf([
      ['many', 'missing'],
      ['other', 'missing'],
    ]);
    assert.deepEqual(stringStates(strings('one', 'many'), draft, none).missing, ['many']);
  });
});
