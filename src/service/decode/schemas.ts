import * as v from 'valibot';
import type { UnreadableRow } from '../interface/records.ts';

/** What is wrong with an answer, and where in it. The message never holds a value that was sent or received. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
}

/**
 * Reads a value by a schema. `where` is the value's place in the answer.
 * Throws Undecodable, as in "response.jobs[3].credits is an empty string, expected a number".
 */
export function decodeAs<T>(schema: v.GenericSchema<unknown, T>, value: unknown, where: string): T {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new Undecodable(problemIn(result.issues[0], where));
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
 * Reads the entries of a list each by itself: one that cannot be read is reported, with its id under `idName` if it has one,
 * and the others count. A dictionary stands for an array, and a missing list is empty. Throws Undecodable for anything else.
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
  /** The field that holds an entry's id. */
  readonly idName?: string;
  readonly report: (row: UnreadableRow) => void;
}

/** A schema for what `read` makes something of; `read` gives undefined for anything else. */
function reading<T>(expected: string, read: (value: unknown) => T | undefined): v.GenericSchema<unknown, T> {
  return readingFrom(v.unknown(), expected, read);
}

/** The same, but a property that is absent counts as null, and `read` says what that means. */
function readingNull<T>(expected: string, read: (value: unknown) => T | undefined): v.GenericSchema<unknown, T> {
  return readingFrom(v.nullish(v.unknown(), null), expected, read);
}

function readingFrom<T>(
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

/** A schema for what may be missing and is never refused: `read` is asked for null and for an absent property too. */
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

/** A finite number, or a decimal string: recordings show both for one field. */
export const number = reading('a number', readNumber);

/**
 * A number that is not negative, such as a price. Only a plain decimal is read: in "1,234.50" or "1.234" the separators mean
 * different things to different people, and a price must not be wrong by a factor of a thousand.
 */
export const amount = reading('a number that is not negative', readAmount);

/** An amount where a record may lack it, which means none; what is there must make sense. */
export const amountOrNone = readingNull('a number that is not negative', (value) =>
  value === null ? 0 : readAmount(value),
);

/** An amount of a record that also says other things: absent means none, and what cannot be read with certainty is undefined. */
export const optionalAmount = lenient((value) => (value === null ? 0 : readAmount(value)));

/** An id: a string that is not empty, or an integer. */
export const id = reading('an id', readId);

/** An id that may be missing; 0 is none. */
export const optionalId = lenient((value) => {
  const read = readId(value);
  return read === '0' ? undefined : read;
});

/** A flag as 0/1, "0"/"1" or a boolean; anything else is off. */
export const flag = lenient((value) => value === true || value === 1 || value === '1');

/** A text; '' when missing. */
export const text = readingNull('a string', (value) =>
  value === null ? '' : typeof value === 'string' ? value : undefined,
);

/** A text whose absence means something; null is absence. */
export const optionalText = lenient((value) => (typeof value === 'string' ? value : undefined));

/** A name, code or address; left out when empty. */
export const optionalName = lenient((value) => (typeof value === 'string' && value !== '' ? value : undefined));

/** A number that is told in passing: what makes no sense is left out. */
export const optionalNumber = lenient(readNumber);

/** Seconds since the epoch, as milliseconds. */
export const time = lenient((value) => {
  const seconds = readNumber(value);
  return seconds !== undefined && seconds > 0 ? seconds * 1000 : undefined;
});

/** Seconds until something is expected; the service says -1 for "not". */
export const duration = lenient(readAmount);

/** An array, or a dictionary that stands for one; missing is empty. */
export function list<T>(item: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, T[]> {
  return v.pipe(
    v.nullish(v.unknown(), []),
    v.transform((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : value,
    ),
    v.array(item),
  );
}
