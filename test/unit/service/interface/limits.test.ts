import assert from 'node:assert/strict';
import {
  checkedComment,
  checkedCount,
  checkedCustomData,
  checkedPurpose,
  checkedRating,
  checkedReferenceId,
  checkedServices,
  checkedTone,
  checkedWhole,
} from '../../../../src/service/interface/limits.ts';
import type { JobService } from '../../../../src/service/interface/records.ts';
import { ServiceError } from '../../../../src/service/interface/serviceError.ts';

/** Checks that a limit returns what it accepts, and throws for everything else without sending it. */
function checkLimit<Value>(
  check: (value: Value) => unknown,
  { accepted, refused }: { readonly accepted: readonly Value[]; readonly refused: readonly Value[] },
): void {
  for (const value of accepted) assert.equal(check(value), value);
  for (const value of refused)
    assert.throws(
      () => check(value),
      (error) => error instanceof ServiceError && error.reason === 'invalid' && error.outcome === 'not-sent',
      String(value).slice(0, 40),
    );
}

describe('limits of the service', () => {
  it('accept ratings from 1 to 5', () => {
    checkLimit(checkedRating, { accepted: [undefined, 1, 2, 5], refused: [0, 6, 2.5, -1, Number.NaN] });
  });

  it('accept lists of 1 to 200 jobs', () => {
    checkLimit(checkedCount, { accepted: [undefined, 1, 200], refused: [0, 201, 1.5, -1, Number.NaN] });
  });

  it('accept whole numbers above 0', () => {
    checkLimit((value: number | undefined) => checkedWhole(value, 'A position'), {
      accepted: [undefined, 1, Number.MAX_SAFE_INTEGER],
      refused: [0, -1, 0.5, Number.MAX_SAFE_INTEGER + 1],
    });
  });

  it('accept reference ids from 0', () => {
    checkLimit(checkedReferenceId, {
      accepted: [undefined, 0, 1, Number.MAX_SAFE_INTEGER],
      refused: [-1, 0.5, Number.MAX_SAFE_INTEGER + 1],
    });
  });

  it('count the characters of purposes, tones and comments as code points', () => {
    for (const check of [checkedPurpose, checkedTone])
      checkLimit(check, { accepted: [undefined, '', 'x'.repeat(128), '😀'.repeat(128)], refused: ['x'.repeat(129)] });
    checkLimit(checkedPurpose, { accepted: [], refused: ['😀'.repeat(129)] });
    checkLimit(checkedComment, {
      accepted: ['x'.repeat(25_000), '😀'.repeat(25_000)],
      refused: ['x'.repeat(25_001), '😀'.repeat(25_001)],
    });
  });

  it('count custom data in bytes of UTF-8', () => {
    checkLimit(checkedCustomData, {
      accepted: [undefined, 'x'.repeat(1024), 'é'.repeat(512)],
      refused: ['x'.repeat(1025), `${'é'.repeat(512)}x`],
    });
  });

  it('accept translation as a service, alone or with an edit', () => {
    const none: readonly JobService[] = [];
    checkLimit(checkedServices, {
      accepted: [undefined, ['translation'], ['translation', 'edit'], ['edit', 'translation']],
      refused: [none, ['edit'], ['translation', 'translation']],
    });
  });
});
