import { isRecord } from './isRecord.ts';

/** Returns a member of a value of any type: `memberOf(manifest, 'contributes', 'views')`. Undefined if it has none. */
export function memberOf(value: unknown, ...path: readonly string[]): unknown {
  let member = value;
  for (const name of path) {
    if (!isRecord(member)) return undefined;
    member = member[name];
  }
  return member;
}

/** Returns a value if it is a string. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns a value if it is a number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Returns a value if it is a boolean. */
export function booleanOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Returns the items of an array; none if a value is no array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
