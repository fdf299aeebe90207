/** `T` with optional members in place of those that may be undefined. */
type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns undefined instead of false, so that `present` omits the member: `{ isForm: trueOrAbsent(isForm) }`. */
export function trueOrAbsent(condition: boolean | undefined): true | undefined {
  return condition === true ? true : undefined;
}

/** Returns undefined instead of 0, so that `present` omits the member. */
export function countOrAbsent(count: number): number | undefined {
  return count > 0 ? count : undefined;
}

/** Returns a copy of a record without its undefined members: `{ a: 1, b: undefined }` → `{ a: 1 }`. */
export function present<T extends object>(record: T): Present<T> {
  const result = {} as T;
  // `Object.entries` would make an array for each property.
  for (const key of Object.keys(record) as (keyof T)[]) if (record[key] !== undefined) result[key] = record[key];
  return result;
}
