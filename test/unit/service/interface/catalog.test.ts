import assert from 'node:assert/strict';
import { codes, meaningOf, outcomeOf, reasonOf } from '../../../../src/service/interface/catalog.ts';
import { ServiceError } from '../../../../src/service/interface/serviceError.ts';

/** Every code of the public catalog, old and new. */
const known = [
  400, 404, 500, 1000, 1100, 1150, 1200, 1201, 1250, 1251, 1300, 1301, 1302, 1303, 1304, 1305, 1306, 1350, 1351, 1352,
  1400, 1450, 1500, 1501, 1551, 1601, 1651, 1701, 1751, 1754, 1758, 1800, 1801, 1802, 1803, 1804, 1851, 1852, 1901,
  1950, 1951, 1952, 2000, 2010, 2050, 2100, 2150, 2200, 2250, 2251, 2252, 2300, 2350, 2400, 2401, 2450, 2500, 2501,
  2502, 2503, 2550, 2600, 2650, 2700, 2750, 2751, 2752, 2753, 2800,
];

describe('the catalog of codes', () => {
  it('has exactly the public codes', () => {
    assert.deepEqual(Object.keys(codes).map(Number), known);
  });

  it('has a different meaning for each code, with one exception', () => {
    const byMeaning = Map.groupBy(Object.entries(codes), ([, { meaning }]) => meaning);
    assert.deepEqual(
      [...byMeaning.values()].filter((entries) => entries.length > 1).map((entries) => entries.map(([code]) => code)),
      [['2501', '2502']],
    );
  });

  it('returns the meaning of each code, and undefined for other codes', () => {
    for (const code of known)
      assert.equal(new ServiceError('service', '', { outcome: 'unknown', code }).meaning, codes[code]?.meaning);
    for (const code of [undefined, 0, 7777]) assert.equal(meaningOf(code), undefined);
    assert.equal(
      new ServiceError('invalid', '', { outcome: 'not-sent', meaning: 'brackets-open' }).meaning,
      'brackets-open',
    );
  });

  it('treats only the service’s own codes as proof that nothing was done', () => {
    for (const code of known)
      assert.equal(
        outcomeOf([code]),
        code >= 1000 && ![1754, 2800].includes(code) ? 'refused' : 'unknown',
        String(code),
      );
    assert.equal(outcomeOf([]), 'unknown');
    assert.equal(outcomeOf([1551, 7777]), 'unknown');
  });

  it('falls back on the HTTP status', () => {
    assert.deepEqual(
      [
        reasonOf(undefined, 429),
        reasonOf(2800, 429),
        reasonOf(undefined, 503),
        reasonOf(7777, 200),
        reasonOf(1000, 429),
      ],
      ['throttled', 'throttled', 'unavailable', 'service', 'authentication'],
    );
  });
});
