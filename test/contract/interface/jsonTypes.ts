import assert from 'node:assert/strict';
import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';

/**
 * Fails unless a value of an answer has the JSON type for this mode. `at` names the value, as in `response.job.job_id`.
 */
export type TypeCheck = (value: unknown, wire: WireMode, at: string) => void;

export const integer = type('an integer', (value) => Number.isSafeInteger(value));
export const number = type('a number', (value) => Number.isFinite(value));
export const boolean = type('a boolean', (value) => typeof value === 'boolean');
export const text = type('a string', (value) => typeof value === 'string');
export const zeroOrOne = type('0 or 1', (value) => value === 0 || value === 1);
/** The same values as strings. */
export const integerText = textOf('an integer', /^-?\d+$/u);
export const zeroOrOneText = textOf('0 or 1', /^[01]$/u);
/** `decimalText(2)` is "0.07". */
export const decimalText = (digits: number): TypeCheck =>
  textOf(`a number with ${digits} decimals`, new RegExp(`^-?\\d+\\.\\d{${digits}}$`, 'u'));

/** One type in contract mode, another in recorded mode. */
export function byMode(contract: TypeCheck, recorded: TypeCheck): TypeCheck {
  return (value, wire, at) => {
    (wire === 'contract' ? contract : recorded)(value, wire, at);
  };
}

export function orNull(check: TypeCheck): TypeCheck {
  return (value, wire, at) => {
    if (value !== null) check(value, wire, at);
  };
}

export function listOf(check: TypeCheck): TypeCheck {
  return (value, wire, at) => {
    assert.ok(Array.isArray(value), `${at} is not an array: ${JSON.stringify(value)}`);
    for (const [index, item] of value.entries()) check(item, wire, `${at}[${index}]`);
  };
}

/** Values by the caller's keys, or an array of them. */
export function keyed(check: TypeCheck): TypeCheck {
  return (value, wire, at) => {
    assert.ok(typeof value === 'object' && value !== null, `${at} is not an object: ${JSON.stringify(value)}`);
    for (const [key, item] of Object.entries(value)) check(item, wire, `${at}.${key}`);
  };
}

/** An object with only these fields. The cases check which fields are required. */
export function record(fields: Readonly<Record<string, TypeCheck>>): TypeCheck {
  return (value, wire, at) => {
    assert.ok(
      typeof value === 'object' && value !== null && !Array.isArray(value),
      `${at} is not an object: ${JSON.stringify(value)}`,
    );
    for (const [name, member] of Object.entries(value)) {
      const check = fields[name];
      assert.ok(check, `${at}.${name} has no type in answerTypes.ts`);
      check(member, wire, `${at}.${name}`);
    }
  };
}

function type(name: string, fits: (value: unknown) => boolean): TypeCheck {
  return (value, wire, at) => {
    assert.ok(fits(value), `${at} is not ${name}, in ${wire} mode: ${JSON.stringify(value)}`);
  };
}

function textOf(name: string, pattern: RegExp): TypeCheck {
  return type(`a string of ${name}`, (value) => typeof value === 'string' && pattern.test(value));
}
