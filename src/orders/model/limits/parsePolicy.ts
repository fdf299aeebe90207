import * as v from 'valibot';
import { canonicalLocale, localeTag } from '../../../base/locale.ts';
import { isRecord } from '../../../base/isRecord.ts';
import type { Policy, PolicyOrigin } from './policy.ts';

/** The fault of a value in a policy; `words/` has a sentence for each. */
export type PolicyFault =
  | 'amount' // not a finite number of 0 or more
  | 'list'
  | 'name' // not a text, or an empty one
  | 'locale' // the name of a value, or the value itself, is not a known locale
  | 'object'
  | 'unknown'; // policies have no property of this name, which may be a mistyped limit

/** A policy is invalid. It must never be treated as if it set no limit. */
export class PolicySettingError extends Error {
  override readonly name = 'PolicySettingError';
  readonly fault: PolicyFault;
  /** The path of the value, `perLocale.ja.perOrder`; '' for the whole policy. */
  readonly property: string;
  /** The value as JSON. */
  readonly value: string;
  readonly origin: PolicyOrigin;

  constructor(fault: PolicyFault, property: string, value: unknown, origin: PolicyOrigin) {
    // JSON has no representation of NaN and Infinity.
    const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
    super(`The policy in the settings of the ${origin.kind} is invalid (${fault}): ${property} is ${text}.`);
    this.fault = fault;
    this.property = property;
    this.value = text;
    this.origin = origin;
  }
}

/** Parses the policy of one level of settings; undefined without one. Throws PolicySettingError. */
export function parsePolicy(value: unknown, origin: PolicyOrigin): Policy | undefined {
  if (value === undefined) return undefined;
  const result = v.safeParse(policySchema, value, { abortEarly: true, abortPipeEarly: true });
  if (result.success) return { origin, ...result.output };
  const [issue] = result.issues;
  const property = v.getDotPath(issue) ?? '';
  const lastPathItem = issue.path?.at(-1);
  // Without a path, the whole policy is at fault.
  const valueAtFault = lastPathItem === undefined ? value : lastPathItem.value;
  throw new PolicySettingError(faultOf(issue), property, valueAtFault, origin);
}

/** Returns the fault that an issue is about: the schema has the faults as its messages. */
function faultOf({ message }: { readonly message: string }): PolicyFault {
  return faults.find((fault) => fault === message) ?? 'object';
}

const faults: readonly PolicyFault[] = ['amount', 'list', 'name', 'locale', 'object', 'unknown'];

const amount = v.pipe(v.number(fault('amount')), v.finite(fault('amount')), v.minValue(0, fault('amount')));
const name = v.pipe(v.string(fault('name')), v.trim(), v.nonEmpty(fault('name')));
const locale = v.pipe(v.string(fault('locale')), v.check(isKnownLocale, fault('locale')));

/** A list is an object, too, but not a record of properties. */
const record = v.custom<Readonly<Record<string, unknown>>>(isRecord, fault('object'));

const localeBudgetsSchema = v.pipe(
  record,
  v.strictObject({ perOrder: v.exactOptional(amount), perMonth: v.exactOptional(amount) }, objectFault),
);

const policySchema = v.pipe(
  record,
  v.strictObject(
    {
      perOrder: v.exactOptional(amount),
      perDay: v.exactOptional(amount),
      perMonth: v.exactOptional(amount),
      perLocale: v.exactOptional(v.pipe(record, v.record(locale, localeBudgetsSchema))),
      tiers: v.exactOptional(v.array(name, fault('list'))),
      targetLocales: v.exactOptional(v.array(locale, fault('list'))),
      typeAmountAbove: v.exactOptional(amount),
    },
    objectFault,
  ),
);

/** `never` is what a strict object expects in place of an unknown property. */
function objectFault({ expected }: v.StrictObjectIssue): PolicyFault {
  return expected === 'never' ? 'unknown' : 'object';
}

/** Returns a message for the schema. The function only makes sure that it is one of the faults. */
function fault(message: PolicyFault): PolicyFault {
  return message;
}

/** A mistyped locale would limit nothing, so it is an error. */
function isKnownLocale(text: string): boolean {
  return canonicalLocale(localeTag(text)) !== undefined;
}
