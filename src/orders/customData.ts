import * as v from 'valibot';
import { hashText } from './hash.ts';

/**
 * What each job carries, so that it can be found again at the service whatever happens to this machine.
 * It comes back from outside and is untrusted: a file and a key in it count only where the project really has
 * such a unit, and nothing is ever written to a path that it names.
 */
export interface CustomData {
  readonly project: string;
  readonly intent: string;
  /** Number of the job in the intent. */
  readonly number: number;
  readonly sourceHash: string;
  readonly locale: string;
  /** File and key of the job's first unit; hashed when too long, then absent here. */
  readonly file?: string;
  readonly key?: string;
}

/** The contract's limit, in bytes of UTF-8. */
const maxBytes = 1024;

const wireSchema = v.object({
  ht: v.literal(1),
  p: v.string(),
  i: v.string(),
  n: v.number(),
  h: v.string(),
  l: v.string(),
  f: v.optional(v.string()),
  k: v.optional(v.string()),
  fk: v.optional(v.string()),
});

/** Compact JSON of at most 1 kB. */
export function formatCustomData(data: CustomData): string {
  const base = { ht: 1, p: data.project, i: data.intent, n: data.number, h: data.sourceHash, l: data.locale };
  const whole = JSON.stringify({ ...base, f: data.file, k: data.key });
  if (Buffer.byteLength(whole, 'utf8') <= maxBytes) return whole;
  return JSON.stringify({ ...base, fk: hashText(`${data.file ?? ''}\n${data.key ?? ''}`) });
}

/** Undefined for whatever is not ours. */
export function parseCustomData(text: string | undefined): CustomData | undefined {
  if (text === undefined || !text.startsWith('{')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(wireSchema, value);
  if (!parsed.success) return undefined;
  const { p, i, n, h, l, f, k } = parsed.output;
  return { project: p, intent: i, number: n, sourceHash: h, locale: l, ...(f === undefined ? {} : { file: f }), ...(k === undefined ? {} : { key: k }) };
}
