import * as v from 'valibot';
import { present } from '../../../base/present.ts';
import { hashText } from '../hash.ts';

/**
 * Data that is attached to each job at the service, so that the job can be recovered whatever happens to this machine.
 * When read back it is untrusted: its file and key are only used if the project has such a unit, and nothing is ever
 * written to a path that it contains.
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
  /** Hash of the branch's id, if the unit is a branch of an ICU message. */
  readonly branchHash?: string;
  /** Hashes of the addresses of the clone's remotes. Only used to check whether the same string is already on order. */
  readonly remotes?: readonly string[];
  /** Hash of the file's path from the root of its work tree. */
  readonly pathHash?: string;
  /** Hashes of the other units that share the text, see `hashUnit`: only the first is named by file and key. */
  readonly others?: readonly string[];
}

/** Custom data as it is read back. For a long file or key, only a hash was sent. */
export interface ParsedCustomData extends CustomData {
  readonly keyHash?: string;
}

/** The service's limit, in bytes of UTF-8. */
const maxBytes = 1024;

/** Most clones have one or two remotes; more of them would take up the space for the key. */
const maxRemotes = 4;

/** A text that more strings share is usually a single word. */
const maxOthers = 24;

/** Custom data as the service stores it, with short names; see `parseCustomData` for their meaning. */
const wireSchema = v.object({
  /** Marker of this extension, and version. */
  ht: v.literal(1),
  p: v.string(), // project
  i: v.string(), // intent
  n: v.pipe(v.number(), v.safeInteger()), // number
  h: v.string(), // sourceHash
  l: v.string(), // locale
  f: v.optional(v.string()), // file
  k: v.optional(v.string()), // key
  kh: v.optional(v.string()), // keyHash, in place of a long key
  b: v.optional(v.string()), // branchHash
  r: v.optional(v.array(v.string())), // remotes
  d: v.optional(v.string()), // pathHash
  m: v.optional(v.array(v.string())), // others
});

/** Formats custom data as compact JSON of at most 1 kB. Throws RangeError if the ids alone are too long. */
export function formatCustomData(data: CustomData): string {
  const { file, key, remotes = [], others = [] } = data;
  const ids = {
    ht: 1,
    p: data.project,
    i: data.intent,
    n: data.number,
    h: data.sourceHash,
    l: data.locale,
    b: data.branchHash,
    r: remotes.length === 0 ? undefined : remotes.slice(0, maxRemotes),
    d: data.pathHash,
  };
  const m = others.length === 0 ? undefined : others.slice(0, maxOthers);
  // Hashes in place of a long file and key.
  const fh = file === undefined ? undefined : hashText(file);
  const kh = key === undefined ? undefined : hashText(key);
  // From the most informative to the shortest: the first one that is short enough is used.
  const candidates = [
    { ...ids, f: file, k: key, m },
    { ...ids, f: file, kh, m },
    { ...ids, fh, kh, m },
    { ...ids, fh, kh },
  ].map((candidate) => JSON.stringify(candidate));
  const shortEnough = candidates.find((text) => Buffer.byteLength(text, 'utf8') <= maxBytes);
  if (shortEnough === undefined) throw new RangeError('The ids of a job are too long for its custom data.');
  return shortEnough;
}

/** Parses custom data; returns undefined if it was not written by this extension. */
export function parseCustomData(text: string | undefined): ParsedCustomData | undefined {
  // Longer data exceeds the service's limit, so it was not written by this extension.
  if (text === undefined || text.length > maxBytes || !text.startsWith('{')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(wireSchema, value);
  if (!parsed.success) return undefined;
  const { p, i, n, h, l, f, k, kh, b, r, d, m } = parsed.output;
  return {
    project: p,
    intent: i,
    number: n,
    sourceHash: h,
    locale: l,
    ...present({
      file: f,
      key: k,
      keyHash: kh,
      branchHash: b,
      remotes: r?.slice(0, maxRemotes),
      pathHash: d,
      others: m?.slice(0, maxOthers),
    }),
  };
}
