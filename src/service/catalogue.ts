import type { RequestOutcome, ServiceErrorReason } from './serviceError.ts';

/**
 * The service's error codes (wire-level catalogue of 2014, and what a digest of 2026 adds), by what they mean
 * for a caller. Codes below 1000 are HTTP statuses that some answers carry as codes.
 */
const codesByReason: Partial<Record<ServiceErrorReason, readonly number[]>> = {
  authentication: [1000, 1100, 1150, 1200, 1201],
  invalid: [
    ...[400, 1250, 1251, 1300, 1301, 1302, 1303, 1304, 1305, 1306, 1350, 1351, 1352, 1400, 1450, 1500, 1501, 1551],
    ...[1601, 1651, 1701, 1751, 1758, 1800, 1801, 1802, 1803, 1804, 1851, 1852, 1901, 1950, 1951, 1952],
    ...[2000, 2010, 2050, 2150, 2300, 2350, 2400, 2401, 2450, 2500, 2501, 2502, 2503, 2550, 2752, 2753],
  ],
  'duplicate-submit': [1754],
  'not-found': [404, 2100, 2200, 2600, 2750],
  'wrong-state': [2250, 2251, 2252, 2650, 2751],
  credits: [2700],
  unavailable: [500, 2800],
};

const reasonByCode: ReadonlyMap<number, ServiceErrorReason> = new Map(
  Object.entries(codesByReason).flatMap(([reason, codes]) => codes.map((code) => [code, reason as ServiceErrorReason] as const)),
);

/** What a failure means, from the service's code and, where that says nothing, from the HTTP status. */
export function reasonOf(code: number | undefined, httpStatus: number): ServiceErrorReason {
  const catalogued = code === undefined ? undefined : reasonByCode.get(code);
  if (catalogued !== undefined && catalogued !== 'unavailable') return catalogued;
  if (httpStatus === 429) return 'throttled';
  return catalogued ?? (httpStatus >= 500 ? 'unavailable' : 'service');
}

/**
 * Whether the service is known to have done nothing. Only a code of its own catalogue says so: 2800 (out of
 * order), unknown codes and HTTP statuses may come from half-way.
 */
export function outcomeOf(codes: readonly (number | undefined)[]): RequestOutcome {
  const refused = codes.length > 0 && codes.every((code) => code !== undefined && code >= 1000 && code !== 2800 && reasonByCode.has(code));
  return refused ? 'refused' : 'unknown';
}
