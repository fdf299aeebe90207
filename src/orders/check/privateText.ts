import { setImmediate } from 'node:timers/promises';
import { accountNumbers } from '../account/accountNumbers.ts';

/** What a part of a text looks like that a stranger should not be given unasked. */
export type PrivateKind =
  | 'private-key' // the whole block
  | 'key' // a key or token of a known service, by its published prefix
  | 'signed-token' // JSON Web Token
  | 'secret-value' // what stands behind `token=`, `password:` and the like and looks made by a machine
  | 'address-password' // the password in https://name:password@host
  | 'e-mail'
  | 'internal-host' // a name or address of a private network, localhost with a port
  | 'bank-account' // IBAN whose check digits are right
  | 'card-number'; // payment card whose check digit is right

/** A part of a text, UTF-16 offsets. `text` may be a secret: it is shown shortened, and never logged. */
export interface PrivatePart {
  readonly kind: PrivateKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A pattern of the `d` and `g` kind; the part is its group `part`, or all that it matches. */
interface Rule {
  readonly kind: PrivateKind;
  readonly pattern: RegExp;
  /** What must stand in a text, in lower case, for the pattern to have anything to find. */
  readonly hint: string;
  readonly accepts?: (part: string, match: RegExpExecArray) => boolean;
}

/** Neither a letter, a digit nor what joins them may stand before a key. */
const begin = String.raw`(?<![\p{L}\p{N}_])`;
const key = (hint: string, body: string, accepts?: Rule['accepts']): Rule => ({
  kind: 'key',
  hint,
  pattern: new RegExp(begin + body, 'dgu'),
  ...(accepts === undefined ? {} : { accepts }),
});

/** Forms that the services publish, so that leaked keys can be found. Bounded, so that no text takes long. */
const keys: readonly Rule[] = [
  key('akia', String.raw`AKIA[0-9A-Z]{16}(?![0-9A-Za-z])`),
  key('asia', String.raw`ASIA[0-9A-Z]{16}(?![0-9A-Za-z])`),
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix) => key(prefix, String.raw`${prefix}[A-Za-z0-9]{30,255}`)),
  key('github_pat_', String.raw`github_pat_\w{22,255}`),
  ...['glpat-', 'gldt-', 'glrt-'].map((prefix) => key(prefix, String.raw`${prefix}[\w-]{20,255}`)),
  ...['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_', 'whsec_'].map((prefix) =>
    key(prefix, String.raw`${prefix}[A-Za-z0-9]{16,255}`),
  ),
  key('xox', String.raw`xox[abeoprs]-[A-Za-z0-9-]{10,255}`, hasDigit),
  key('hooks.slack.com/services/', String.raw`hooks\.slack\.com/services/T\w{5,20}/B\w{5,20}/\w{20,40}`),
  key('aiza', String.raw`AIza[\w-]{35}`),
  key('gocspx-', String.raw`GOCSPX-[\w-]{20,40}`),
  key('ya29.', String.raw`ya29\.[\w-]{20,255}`),
  key('npm_', String.raw`npm_[A-Za-z0-9]{36}`),
  key('pypi-', String.raw`pypi-[\w-]{50,255}`),
  key('sg.', String.raw`SG\.[\w-]{16,40}\.[\w-]{16,64}`),
  key('sk-', String.raw`sk-[\w-]{20,255}`, looksMade),
  key('sk', String.raw`SK[0-9a-f]{32}(?![0-9A-Za-z])`),
  key('dop_v1_', String.raw`dop_v1_[0-9a-f]{64}`),
  ...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map((prefix) => key(prefix, String.raw`${prefix}[0-9a-fA-F]{32}`)),
  key('-us', String.raw`[0-9a-f]{32}-us\d{1,2}(?!\d)`),
  key('age-secret-key-1', String.raw`AGE-SECRET-KEY-1[0-9A-Z]{58}`),
  key(':aa', String.raw`\d{8,10}:AA[\w-]{33}(?![\w-])`),
];

/** Names that secrets are kept under. A plain `key` names many other things: it counts with `=` alone. */
const secretName = String.raw`(?<![\p{L}\p{N}])(?:(?:api|access|secret|private|client|auth|account|encryption|signing)[_ -]?(?:key|token|secret)|secret|token|passw(?:or)?d|passphrase|pwd|bearer)`;

const rules: readonly Rule[] = [
  ...keys,
  {
    kind: 'signed-token',
    hint: 'eyj',
    pattern: new RegExp(String.raw`${begin}eyJ[\w-]{8,4000}\.eyJ[\w-]{8,4000}\.[\w-]{0,1000}`, 'dgu'),
  },
  {
    kind: 'address-password',
    hint: '://',
    pattern: /:\/\/[^\s/?#:@"'<>]{0,100}:(?<part>[^\s/?#@"'<>]{1,100})@[^\s/?#:@"'<>]/dgu,
    accepts: isNoStandIn,
  },
  {
    kind: 'secret-value',
    hint: '=',
    pattern: new RegExp(
      String.raw`(?:${secretName}|(?<![\p{L}\p{N}])key)["']?[ \t]{0,3}=[ \t]{0,3}["']?(?<part>[^\s"'<>,;&(){}]{8,500})`,
      'dgiu',
    ),
    accepts: looksSecret,
  },
  {
    kind: 'secret-value',
    hint: ':',
    pattern: new RegExp(
      String.raw`${secretName}["']?[ \t]{0,3}:[ \t]{0,3}["']?(?:(?:bearer|basic) )?(?<part>[^\s"'<>,;&(){}]{12,500})`,
      'dgiu',
    ),
    accepts: looksSecret,
  },
  {
    kind: 'secret-value',
    hint: 'bearer ',
    pattern: /(?<![\p{L}\p{N}])bearer (?<part>[\w.~+/=-]{16,500})/dgiu,
    accepts: looksMade,
  },
  {
    kind: 'e-mail',
    hint: '@',
    pattern:
      /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_+][\p{L}\p{N}._%+-]{0,63}@(?<host>(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}[\p{L}-]{2,24})(?![\p{L}\p{N}_]|[.-][\p{L}\p{N}])/dgu,
    accepts: isPersonsAddress,
  },
  {
    kind: 'internal-host',
    hint: '.',
    pattern:
      /(?<![\p{L}\p{N}_.-])(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,8}(?:local|internal|intranet|corp|lan|home\.arpa)(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}]|\()/dgu,
  },
  {
    kind: 'internal-host',
    hint: '.',
    pattern:
      /(?<![\p{L}\p{N}_.-])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?::\d{1,5})?(?![\p{L}\p{N}_-]|\.\d)/dgu,
    accepts: hasOctets,
  },
  {
    kind: 'internal-host',
    hint: ':',
    pattern: /(?<![\p{L}\p{N}_.-])(?:localhost|127\.0\.0\.1|\[::1\]):\d{2,5}(?!\d)/dgu,
  },
];

/**
 * The parts of a text that are secret or somebody's own, in the text's order, none within another. Judged by published forms,
 * check digits and entropy: UUIDs, commit hashes, colours, long words and embedded pictures are none. Takes time in proportion to the text.
 */
export function privateParts(text: string): readonly PrivatePart[] {
  if (text.length < shortestPart) return [];
  const lower = text.toLowerCase();
  const parts = [
    ...privateKeys(text),
    ...rules.flatMap((rule) => (lower.includes(rule.hint) ? matches(text, rule) : [])),
    ...accountNumbers(text),
  ];
  if (parts.length < 2) return parts;
  return withoutOverlaps(parts);
}

/** The shortest thing that any rule finds: `a@b.io`. */
const shortestPart = 6;

function matches(text: string, { kind, pattern, accepts }: Rule): readonly PrivatePart[] {
  const found: PrivatePart[] = [];
  for (const match of text.matchAll(pattern)) {
    const [start, end] = match.indices?.groups?.['part'] ?? match.indices?.[0] ?? [0, 0];
    const part = text.slice(start, end);
    if (accepts?.(part, match) !== false) found.push({ kind, text: part, start, end });
  }
  return found;
}

const keyBegin = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/gu;

/** Blocks of PEM and PGP, to their end; one that is cut off, to the end of the text. */
function privateKeys(text: string): readonly PrivatePart[] {
  const parts: PrivatePart[] = [];
  let from = 0;
  for (const { 0: head, index } of text.matchAll(keyBegin)) {
    if (index < from) continue;
    const foot = text.indexOf('-----END ', index + head.length);
    const close = foot < 0 ? -1 : text.indexOf('-----', foot + '-----END '.length);
    const end = close < 0 ? text.length : close + '-----'.length;
    parts.push({ kind: 'private-key', text: text.slice(index, end), start: index, end });
    from = end;
  }
  return parts;
}

/** The first and the longest of those that share a place. In `name:password@host` the password is no e-mail address. */
function withoutOverlaps(parts: readonly PrivatePart[]): readonly PrivatePart[] {
  const isAddress = ({ kind }: PrivatePart): number => (kind === 'e-mail' ? 1 : 0);
  const sorted = [...parts].sort((a, b) => a.start - b.start || isAddress(a) - isAddress(b) || b.end - a.end);
  const kept: PrivatePart[] = [];
  for (const part of sorted) if (part.start >= (kept.at(-1)?.end ?? 0)) kept.push(part);
  return kept;
}

function hasDigit(part: string): boolean {
  return /\d/u.test(part);
}

const uuid = /^[{(]?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[)}]?$/iu;

/** Behind a name that says what it is: a human password has a digit, the rest looks made by a machine. A path or an address is neither. */
function looksSecret(part: string, { 0: whole }: RegExpExecArray): boolean {
  if (!isNoStandIn(part) || /^(?:https?:)?\/\//iu.test(part)) return false;
  if (/^key/iu.test(whole) && (uuid.test(part) || /^[0-9a-f]+$/iu.test(part))) return false;
  if (uuid.test(part) || looksMade(part)) return true;
  return /^(?:pass|pwd)/iu.test(whole) && /\p{L}/u.test(part) && /\d/u.test(part);
}

/** So many bits a character have random texts of this length in letters and digits, and words and names have not. */
const leastEntropy = 3;

/** Letters and digits mixed without order, as in a key that was made at random. */
function looksMade(part: string): boolean {
  return (
    part.length >= 12 &&
    /\d/u.test(part) &&
    /[a-z]/iu.test(part) &&
    entropy(part) >= leastEntropy &&
    changesOfKind(part) >= 4
  );
}

/** Shannon entropy in bits a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** How often letters and digits follow each other: a name with a number at its end changes once. */
function changesOfKind(text: string): number {
  return text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/gu)?.length ?? 0;
}

/** What stands in documentation in the place of a secret, or is filled in when the text is shown. */
function isNoStandIn(part: string): boolean {
  if (/^[{<$%*[(#:]|\$\{|\{\{|\[\[|%[sd@{(]|\.{3}|…|\*{3}|x{4}|X{4}/u.test(part)) return false;
  return !/^(?:your|my|the|some|example|sample|dummy|placeholder|changeme|password|passwd|passwort|pass|pwd|secret|token|redacted)(?![a-z0-9]{4})/iu.test(
    part,
  );
}

/** Domains that nobody can have (RFC 2606, RFC 6761), and endings that are files: `logo@2x.png`. */
const nobodysHost =
  /(?:^|\.)(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|png|jpe?g|gif|svg|webp|avif|ico|css|js|mjs|ts|json|md|html?|xml|po)$/iu;

function isPersonsAddress(part: string, { groups, input, index }: RegExpExecArray): boolean {
  // A stand-in for a password before the host of an address.
  if (/:\/\/[^\s/]*$/u.test(input.slice(Math.max(0, index - 100), index))) return false;
  // Everybody's name at a host that is reached with keys: `git@github.com:owner/name`.
  return !nobodysHost.test(groups?.['host'] ?? '') && !part.startsWith('git@');
}

function hasOctets(part: string): boolean {
  return part
    .replace(/:\d+$/u, '')
    .split('.')
    .every((octet) => Number(octet) <= 255);
}

/** A long text is looked through in pieces of about this many UTF-16 units, so that others have their turn. */
const pieceLength = 500_000;
/** What begins before the end of a piece is found whole if it is not longer. */
const pieceOverlap = 16_000;

/** The same for a text of any length. A private key that goes over the end of a piece is found by its beginning. */
export async function privatePartsOfLarge(text: string): Promise<readonly PrivatePart[]> {
  if (text.length <= pieceLength + pieceOverlap) return privateParts(text);
  const parts: PrivatePart[] = [];
  for (let from = 0; from < text.length;) {
    const next = wordStart(text, from + pieceLength);
    const piece = text.slice(from, next + pieceOverlap);
    for (const part of privateParts(piece))
      if (from + part.start < next) parts.push({ ...part, start: from + part.start, end: from + part.end });
    from = next;
    await setImmediate();
  }
  return parts;
}

/** The place behind the next blank; a piece must not begin within a word. */
function wordStart(text: string, from: number): number {
  const blank = /\s/u.exec(text.slice(from, from + pieceOverlap));
  return Math.min(text.length, blank === null ? from : from + blank.index + 1);
}
