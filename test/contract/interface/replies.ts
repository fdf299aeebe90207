import assert from 'node:assert/strict';
import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An answer, read without the client's code. */
export interface Reply {
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly text: string;
  /** The text parsed as JSON; undefined if it is not JSON. */
  readonly body: unknown;
}

/** Reads an answer. Throws if the bytes are not UTF-8. */
export async function readReply(response: Response): Promise<Reply> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer());
  return {
    httpStatus: response.status,
    contentType: response.headers.get('content-type'),
    text,
    body: parseJson(text),
  };
}

/** Returns `response` of a successful call. */
export function ok(reply: Reply): unknown {
  const envelope = fields(reply.body, reply.text);
  assert.equal(envelope['opstat'], 'ok', excerpt(reply));
  assert.equal(reply.httpStatus, 200, excerpt(reply));
  return envelope['response'];
}

/** Returns `response` of a successful call, which must be an object. */
export function okFields(reply: Reply): Fields {
  return fields(ok(reply), excerpt(reply));
}

/** Checks for the empty object that answers updates, deletions and posted comments. */
export function okEmpty(reply: Reply): void {
  assert.deepEqual(ok(reply), {}, excerpt(reply));
}

/** Returns all codes in the answer: of the call, of single jobs, and of entries inside a successful answer. */
export function codesOf(reply: Reply): readonly number[] {
  const envelope = isFields(reply.body) ? reply.body : {};
  const response = isFields(envelope['response']) ? envelope['response'] : {};
  const list: readonly unknown[] = Array.isArray(response['jobs']) ? response['jobs'] : [];
  const entries = isFields(response['jobs']) ? Object.values(response['jobs']) : list;
  return [envelope['err'], ...entries.map((entry: unknown) => (isFields(entry) ? entry['err'] : undefined))].flatMap(
    codesIn,
  );
}

/** Checks that the whole call was refused, with this code for it or for one of its jobs. */
export function refusedWith(code: number, reply: Reply): void {
  refused(reply);
  assert.ok(codesOf(reply).includes(code), `expected ${code}: ${excerpt(reply)}`);
}

/** Checks that the call was refused; returns the codes. */
export function refused(reply: Reply): readonly number[] {
  assert.equal(fields(reply.body, reply.text)['opstat'], 'error', excerpt(reply));
  const codes = codesOf(reply);
  assert.ok(codes.length > 0, `no code: ${excerpt(reply)}`);
  return codes;
}

/** A field that is an integer in both modes. */
export function integer(value: unknown): number {
  assert.ok(typeof value === 'number' && Number.isSafeInteger(value), `not an integer: ${JSON.stringify(value)}`);
  return value;
}

/** An id, count or flag that was recorded as a string: an integer in contract mode only. */
export function wireInteger(wire: WireMode, value: unknown): number {
  const number = wireDecimal(wire, value);
  assert.ok(Number.isSafeInteger(number), `not an integer: ${JSON.stringify(value)}`);
  return number;
}

/** Credits, a price or a rating that was recorded as a string: a number in contract mode only. */
export function wireDecimal(wire: WireMode, value: unknown): number {
  if (wire === 'recorded') assert.match(string(value), /^-?\d+(?:\.\d+)?$/u);
  else assert.ok(Number.isFinite(value), `not a number: ${JSON.stringify(value)}`);
  return Number(value);
}

/** Credits in hundredths, so that prices can be compared. */
export function wireCents(wire: WireMode, value: unknown): number {
  return Math.round(wireDecimal(wire, value) * 100);
}

export function string(value: unknown): string {
  assert.ok(typeof value === 'string', `not a string: ${JSON.stringify(value)}`);
  return value;
}

export function fields(value: unknown, where = JSON.stringify(value)): Fields {
  assert.ok(isFields(value), `not an object: ${where}`);
  return value;
}

export function list(value: unknown): readonly unknown[] {
  assert.ok(Array.isArray(value), `not an array: ${JSON.stringify(value)}`);
  return value;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function codesIn(err: unknown): readonly number[] {
  if (!isFields(err)) return [];
  if ('code' in err) return [Number(err['code'])];
  return Object.values(err).flatMap((entries) => (Array.isArray(entries) ? entries.flatMap(codesIn) : []));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function excerpt(reply: Reply): string {
  return `HTTP ${reply.httpStatus} ${reply.text.slice(0, 500)}`;
}
