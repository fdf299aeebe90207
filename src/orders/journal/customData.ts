import * as v from 'valibot';
import { hashText } from '../model/hash.ts';

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
  /** File and key of the job's first unit. */
  readonly file?: string;
  readonly key?: string;
  /** Hash of the branch's id, where the unit is an ICU message that was opened. */
  readonly branchHash?: string;
  /** Hashes of the addresses of the clone's remotes: they answer only whether the same string is on order, for colleagues too. */
  readonly remotes?: readonly string[];
  /** Hash of the file's path from the root of its work tree. */
  readonly pathHash?: string;
}

/** What can be read back: of a long file or key only its hash was sent. */
export interface ParsedCustomData extends CustomData {
  readonly keyHash?: string;
}

/** The contract's limit, in bytes of UTF-8. */
const maxBytes = 1024;

/** A clone has one or two remotes; more would take the room that the key needs. */
const maxRemotes = 4;

const wireSchema = v.object({
  /** Mark and version. */
  ht: v.literal(1),
  p: v.string(),
  i: v.string(),
  n: v.pipe(v.number(), v.safeInteger()),
  h: v.string(),
  l: v.string(),
  f: v.optional(v.string()),
  k: v.optional(v.string()),
  kh: v.optional(v.string()),
  b: v.optional(v.string()),
  r: v.optional(v.array(v.string())),
  d: v.optional(v.string()),
});

/** Compact JSON of at most 1 kB. */
export function formatCustomData({
  project,
  intent,
  number,
  sourceHash,
  locale,
  file,
  key,
  branchHash,
  remotes = [],
  pathHash,
}: CustomData): string {
  const base = {
    ht: 1,
    p: project,
    i: intent,
    n: number,
    h: sourceHash,
    l: locale,
    b: branchHash,
    r: remotes.length === 0 ? undefined : remotes.slice(0, maxRemotes),
    d: pathHash,
  };
  const hashed = {
    fh: file === undefined ? undefined : hashText(file),
    kh: key === undefined ? undefined : hashText(key),
  };
  const candidates = [
    { ...base, f: file, k: key },
    { ...base, f: file, kh: hashed.kh },
    { ...base, ...hashed },
  ].map((data) => JSON.stringify(data));
  const fitting = candidates.find((text) => Buffer.byteLength(text, 'utf8') <= maxBytes);
  if (fitting === undefined) throw new RangeError('The ids of a job are too long for its custom data.');
  return fitting;
}

/** Undefined for whatever is not ours. */
export function parseCustomData(text: string | undefined): ParsedCustomData | undefined {
  // What is longer than the contract allows was not written here, and is not worth reading.
  if (text === undefined || text.length > maxBytes || !text.startsWith('{')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(wireSchema, value);
  if (!parsed.success) return undefined;
  const { p, i, n, h, l, f, k, kh, b, r, d } = parsed.output;
  return {
    project: p,
    intent: i,
    number: n,
    sourceHash: h,
    locale: l,
    ...(f === undefined ? {} : { file: f }),
    ...(k === undefined ? {} : { key: k }),
    ...(kh === undefined ? {} : { keyHash: kh }),
    ...(b === undefined ? {} : { branchHash: b }),
    ...(r === undefined ? {} : { remotes: r.slice(0, maxRemotes) }),
    ...(d === undefined ? {} : { pathHash: d }),
  };
}
