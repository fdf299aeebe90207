import * as v from 'valibot';
import { isRecord } from '../../base/isRecord.ts';
import { present } from '../../base/present.ts';
import { memberOf, stringOf } from '../../base/unknownValue.ts';
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
  let location = where;
  for (const { key } of issue.path ?? []) location += typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
  if (issue.input === undefined) return `${location} is absent`;
  return `${location} is ${kindOf(issue.input)}, expected ${issue.expected ?? 'something else'}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === '') return 'an empty string';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return 'a string';
  if (Array.isArray(value)) return 'an array';
  return `of type ${typeof value}`;
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
    const rowId = idName === undefined ? undefined : readId(memberOf(row, idName));
    report({ problem: problemIn(result.issues[0], `${where}[${index}]`), ...present({ id: rowId }) });
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

/** `12`, `-1.5`, `.5`, `2e3` */
const decimalNumber = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

function readNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && decimalNumber.test(value)) return readNumber(Number(value));
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return undefined;
}

function readAmount(value: unknown): number | undefined {
  const number = readNumber(value);
  if (number === undefined || number < 0) return undefined;
  return number;
}

function readId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  const text = stringOf(value)?.trim();
  return text === '' ? undefined : text;
}

/** A finite number or a decimal string: recordings show both for one field. */
export const number = schemaOf('a number', readNumber);

/**
 * A number that is not negative, such as a price. Only plain decimals are accepted: the separators in "1,234.50" are
 * ambiguous, and a price must not be wrong by a factor of a thousand.
 */
export const amount = schemaOf('a number that is not negative', readAmount);

/** An amount, 0 if absent; other values that are not amounts are refused. */
export const amountOrNone = nullableSchemaOf('a number that is not negative', (value) => readAmount(value ?? 0));

/** An amount in a record that is useful without it: 0 if absent, undefined if not clearly readable. */
export const optionalAmount = lenient((value) => readAmount(value ?? 0));

/** An id: a string that is not empty, or an integer. */
export const id = schemaOf('an id', readId);

/** An id that may be missing; 0 means missing. */
export const optionalId = lenient((value) => {
  const idOrZero = readId(value);
  return idOrZero === '0' ? undefined : idOrZero;
});

/** A flag as 0/1, "0"/"1" or a boolean; anything else is off. */
export const flag = lenient((value) => value === true || value === 1 || value === '1');

/** A text; '' when missing. */
export const text = nullableSchemaOf('a string', (value) => stringOf(value ?? ''));

/** A text, undefined if absent or null. */
export const optionalText = lenient(stringOf);

/** A name, code or address; undefined if empty. */
export const optionalName = lenient((value) => (value === '' ? undefined : stringOf(value)));

/** A number that is not essential: undefined if unreadable. */
export const optionalNumber = lenient(readNumber);

/** Seconds since the epoch, as milliseconds. */
export const time = lenient((value) => {
  const seconds = readNumber(value) ?? 0;
  return seconds > 0 ? seconds * 1000 : undefined;
});

/** Seconds until something is expected; the service sends -1 if it is not expected. */
export const duration = lenient(readAmount);

/** An array, or a dictionary read as one; empty if missing. */
export function list<T>(item: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, T[]> {
  return v.pipe(
    v.nullish(v.unknown(), []),
    v.transform((value) => (isRecord(value) ? Object.values(value) : value)),
    v.array(item),
  );
}
