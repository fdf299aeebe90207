import * as v from 'valibot';
import type { UnreadableRow } from '../interface/records.ts';

/** A problem with an answer and its location. The message never contains a text that was sent or received. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
}

/**
 * Decodes a value by a schema. `where` is the value's path in the answer.
 * Throws UndecodableError, as in "response.jobs[3].credits is an empty string, expected a number".
 */
export function decodeAs<T>(schema: v.GenericSchema<unknown, T>, value: unknown, where: string): T {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new UndecodableError(problemIn(result.issues[0], where));
}

function problemIn(issue: v.BaseIssue<unknown>, where: string): string {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  const expected = issue.input === undefined ? '' : `, expected ${issue.expected ?? 'something else'}`;
  return `${where}${path} is ${kindOf(issue.input)}${expected}`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value === '' ? 'an empty string' : 'a string';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

/**
 * Decodes the entries of a list one by one. An entry that cannot be read is reported, with its id from the field
 * `idName` if it has one, and skipped. A dictionary is read as an array, and a missing list is empty. Throws
 * UndecodableError for anything else.
 */
export function decodeRows<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  where: string,
  { idName, report }: RowContext,
): T[] {
  const rows = decodeAs(list(v.unknown()), value, where);
  return rows.flatMap((row, index) => {
    const result = v.safeParse(schema, row);
    if (result.success) return [result.output];
    const ownId =
      typeof row === 'object' && row !== null && idName !== undefined
        ? readId((row as Readonly<Record<string, unknown>>)[idName])
        : undefined;
    report({ problem: problemIn(result.issues[0], `${where}[${index}]`), ...(ownId !== undefined && { id: ownId }) });
    return [];
  });
}

export interface RowContext {
  /** The name of the field with an entry's id. */
  readonly idName?: string;
  readonly report: (row: UnreadableRow) => void;
}

/** Makes a schema from a function that returns undefined for values that it cannot read. */
function schemaOf<T>(expected: string, read: (value: unknown) => T | undefined): v.GenericSchema<unknown, T> {
  return schemaFrom(v.unknown(), expected, read);
}

/** The same, but `read` receives null for an absent property. */
function nullableSchemaOf<T>(expected: string, read: (value: unknown) => T | undefined): v.GenericSchema<unknown, T> {
  return schemaFrom(v.nullish(v.unknown(), null), expected, read);
}

function schemaFrom<T>(
  base: v.GenericSchema,
  expected: string,
  read: (value: unknown) => T | undefined,
): v.GenericSchema<unknown, T> {
  return v.pipe(
    base,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const result = read(dataset.value);
      if (result !== undefined) return result;
      addIssue({ expected });
      return NEVER;
    }),
  );
}

/** Makes a schema that accepts every value: `read` receives null for an absent property. */
function lenient<T>(read: (value: unknown) => T): v.GenericSchema<unknown, T> {
  return v.pipe(v.nullish(v.unknown(), null), v.transform(read));
}

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)) return undefined;
  return readNumber(Number(value));
}

function readAmount(value: unknown): number | undefined {
  const read = readNumber(value);
  return read !== undefined && read >= 0 ? read : undefined;
}

function readId(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A finite number or a decimal string: recordings show both for one field. */
export const number = schemaOf('a number', readNumber);

/**
 * A number that is not negative, such as a price. Only plain decimals are accepted: the separators in "1,234.50" are
 * ambiguous, and a price must not be wrong by a factor of a thousand.
 */
export const amount = schemaOf('a number that is not negative', readAmount);

/** An amount, 0 if absent; other values that are not amounts are refused. */
export const amountOrNone = nullableSchemaOf('a number that is not negative', (value) =>
  value === null ? 0 : readAmount(value),
);

/** An amount in a record that is useful without it: 0 if absent, undefined if not clearly readable. */
export const optionalAmount = lenient((value) => (value === null ? 0 : readAmount(value)));

/** An id: a string that is not empty, or an integer. */
export const id = schemaOf('an id', readId);

/** An id that may be missing; 0 means missing. */
export const optionalId = lenient((value) => {
  const read = readId(value);
  return read === '0' ? undefined : read;
});

/** A flag as 0/1, "0"/"1" or a boolean; anything else is off. */
export const flag = lenient((value) => value === true || value === 1 || value === '1');

/** A text; '' when missing. */
export const text = nullableSchemaOf('a string', (value) => {
  if (value === null) return '';
  return typeof value === 'string' ? value : undefined;
});

/** A text, undefined if absent or null. */
export const optionalText = lenient((value) => (typeof value === 'string' ? value : undefined));

/** A name, code or address; undefined if empty. */
export const optionalName = lenient((value) => (typeof value === 'string' && value !== '' ? value : undefined));

/** A number that is not essential: undefined if unreadable. */
export const optionalNumber = lenient(readNumber);

/** Seconds since the epoch, as milliseconds. */
export const time = lenient((value) => {
  const seconds = readNumber(value);
  return seconds !== undefined && seconds > 0 ? seconds * 1000 : undefined;
});

/** Seconds until something is expected; the service sends -1 if it is not expected. */
export const duration = lenient(readAmount);

/** An array, or a dictionary read as one; empty if missing. */
export function list<T>(item: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, T[]> {
  return v.pipe(
    v.nullish(v.unknown(), []),
    v.transform((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : value,
    ),
    v.array(item),
  );
}
