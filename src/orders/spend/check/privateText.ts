import { setImmediate } from 'node:timers/promises';
import { present } from '../../../base/present.ts';
import { accountNumbers } from './accountNumbers.ts';

/** The kind of possible private data that a part of a text seems to be. */
export type PrivateKind =
  | 'private-key' // the whole block
  | 'key' // a key or token of a known service, by its published prefix
  | 'signed-token' // JSON Web Token
  | 'secret-value' // a value after `token=`, `password:` and the like that looks generated
  | 'address-password' // the password in https://name:password@host
  | 'e-mail'
  | 'internal-host' // a name or address of a private network, localhost with a port
  | 'bank-account' // IBAN whose check digits are right
  | 'card-number'; // payment card whose check digit is right

const secretKinds = new Set<PrivateKind>(['private-key', 'key', 'signed-token', 'secret-value', 'address-password']);

/** Whether a part gives access to something. Other parts name people, hosts or accounts, or are just names in code. */
export function isSecret(kind: PrivateKind): boolean {
  return secretKinds.has(kind);
}

/** A part of a text, with UTF-16 offsets. `text` may be a secret: shortened when it is shown, and never logged. */
export interface PrivatePart {
  readonly kind: PrivateKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Rule {
  readonly kind: PrivateKind;
  /** Has the flags `d` and `g`. The private part is the group `part`, or the whole match. */
  readonly pattern: RegExp;
  /** A lower-case part of every match; a text without it is not searched. */
  readonly hint: string;
  /** Examines a part that the pattern matches; absent if every match is accepted. */
  readonly accepts?: (part: string, match: RegExpExecArray) => boolean;
}

/** A key does not begin within a word. */
const notWithinWord = String.raw`(?<![\p{L}\p{N}_])`;
const key = (hint: string, pattern: string, accepts?: Rule['accepts']): Rule => ({
  kind: 'key',
  hint,
  pattern: new RegExp(notWithinWord + pattern, 'dgu'),
  ...present({ accepts }),
});

/**
 * The formats of keys that services publish so that leaked keys can be found: `AKIA…` of AWS, `ghp_…` of GitHub and so
 * on. Before each is its hint, a lower-case part of every match. Repetitions are bounded, so that no text takes long.
 */
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
  key('sk-', String.raw`sk-[\w-]{20,255}`, looksGenerated),
  key('sk', String.raw`SK[0-9a-f]{32}(?![0-9A-Za-z])`), // Twilio
  key('dop_v1_', String.raw`dop_v1_[0-9a-f]{64}`),
  ...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map((prefix) => key(prefix, String.raw`${prefix}[0-9a-fA-F]{32}`)),
  key('-us', String.raw`[0-9a-f]{32}-us\d{1,2}(?!\d)`), // Mailchimp
  key('age-secret-key-1', String.raw`AGE-SECRET-KEY-1[0-9A-Z]{58}`),
  key(':aa', String.raw`\d{8,10}:AA[\w-]{33}(?![\w-])`), // Telegram
];

/** `api_key`, `client-secret`, `token`, `password`. A plain `key` has other meanings, so it only counts with `=`. */
const secretName =
  String.raw`(?<![\p{L}\p{N}])` +
  '(?:(?:api|access|secret|private|client|auth|account|encryption|signing)[_ -]?(?:key|token|secret)' +
  '|secret|token|passw(?:or)?d|passphrase|pwd|bearer)';

const rules: readonly Rule[] = [
  ...keys,
  {
    // `eyJ` is the beginning of a JSON object in Base64.
    kind: 'signed-token',
    hint: 'eyj',
    pattern: new RegExp(String.raw`${notWithinWord}eyJ[\w-]{8,4000}\.eyJ[\w-]{8,4000}\.[\w-]{0,1000}`, 'dgu'),
  },
  {
    // The `s3cret` of `https://anna:s3cret@example.org`.
    kind: 'address-password',
    hint: '://',
    pattern: /:\/\/[^\s/?#:@"'<>]{0,100}:(?<part>[^\s/?#@"'<>]{1,100})@[^\s/?#:@"'<>]/dgu,
    accepts: isNotExample,
  },
  {
    // `token="a1B2c3D4"`, `key=a1B2c3D4`
    kind: 'secret-value',
    hint: '=',
    pattern: new RegExp(
      String.raw`(?:${secretName}|(?<![\p{L}\p{N}])key)["']?[ \t]{0,3}=[ \t]{0,3}["']?(?<part>[^\s"'<>,;&(){}]{8,500})`,
      'dgiu',
    ),
    accepts: looksSecret,
  },
  {
    // `api_key: "a1B2c3D4e5F6"`, `token: Bearer a1B2c3D4e5F6`
    kind: 'secret-value',
    hint: ':',
    pattern: new RegExp(
      String.raw`${secretName}["']?[ \t]{0,3}:[ \t]{0,3}["']?(?:(?:bearer|basic) )?(?<part>[^\s"'<>,;&(){}]{12,500})`,
      'dgiu',
    ),
    accepts: looksSecret,
  },
  {
    // `Authorization: Bearer a1B2c3D4e5F6g7H8`
    kind: 'secret-value',
    hint: 'bearer ',
    pattern: /(?<![\p{L}\p{N}])bearer (?<part>[\w.~+/=-]{16,500})/dgiu,
    accepts: looksGenerated,
  },
  {
    // `anna.b+news@mail.example.org`; not a part of a longer word.
    kind: 'e-mail',
    hint: '@',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_+][\p{L}\p{N}._%+-]{0,63}@` +
        String.raw`(?<host>(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}[\p{L}-]{2,24})` +
        String.raw`(?![\p{L}\p{N}_]|[.-][\p{L}\p{N}])`,
      'dgu',
    ),
    accepts: isPersonalAddress,
  },
  {
    // `build.corp`, `nas.home.arpa`; not the call `settings.local(`.
    kind: 'internal-host',
    hint: '.',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}_.-])(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,8}` +
        String.raw`(?:local|internal|intranet|corp|lan|home\.arpa)(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}]|\()`,
      'dgu',
    ),
  },
  {
    // `10.0.0.1`, `192.168.1.20:8080`
    kind: 'internal-host',
    hint: '.',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}_.-])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}` +
        String.raw`(?::\d{1,5})?(?![\p{L}\p{N}_-]|\.\d)`,
      'dgu',
    ),
    accepts: hasValidOctets,
  },
  {
    // `localhost:3000`, `[::1]:8080`
    kind: 'internal-host',
    hint: ':',
    pattern: /(?<![\p{L}\p{N}_.-])(?:localhost|127\.0\.0\.1|\[::1\]):\d{2,5}(?!\d)/dgu,
  },
];

/**
 * Returns the parts of a text that seem to be secret or personal, in order and without overlaps. They are recognized by
 * published formats, check digits and entropy, which exclude UUIDs, commit hashes, colors, long words and embedded
 * images. Takes time in proportion to the text.
 */
export function privateParts(text: string): readonly PrivatePart[] {
  if (text.length < shortestPart) return [];
  const lower = text.toLowerCase();
  const parts = [
    ...privateKeys(text),
    ...rules.flatMap((rule) => (lower.includes(rule.hint) ? matchesOf(rule, text) : [])),
    ...accountNumbers(text),
  ];
  if (parts.length < 2) return parts;
  return withoutOverlaps(parts);
}

/** The shortest possible match of any rule: `a@b.io`. */
const shortestPart = 6;

function matchesOf({ kind, pattern, accepts }: Rule, text: string): readonly PrivatePart[] {
  const parts: PrivatePart[] = [];
  for (const match of text.matchAll(pattern)) {
    // Every match has indices, because of the flag `d`.
    const [start, end] = match.indices?.groups?.['part'] ?? match.indices?.[0] ?? [0, 0];
    const part = text.slice(start, end);
    if (accepts?.(part, match) !== false) parts.push({ kind, text: part, start, end });
  }
  return parts;
}

/** `-----BEGIN RSA PRIVATE KEY-----`, `-----BEGIN PGP PRIVATE KEY BLOCK-----`. */
const privateKeyHead = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/gu;
const footBegin = '-----END ';
const dashes = '-----';

/** Finds PEM and PGP blocks. A block without an end extends to the end of the text. */
function privateKeys(text: string): readonly PrivatePart[] {
  const parts: PrivatePart[] = [];
  let endOfPrevious = 0;
  for (const { 0: head, index: start } of text.matchAll(privateKeyHead)) {
    if (start < endOfPrevious) continue;
    const footStart = text.indexOf(footBegin, start + head.length);
    const footDashes = footStart < 0 ? -1 : text.indexOf(dashes, footStart + footBegin.length);
    const end = footDashes < 0 ? text.length : footDashes + dashes.length;
    parts.push({ kind: 'private-key', text: text.slice(start, end), start, end });
    endOfPrevious = end;
  }
  return parts;
}

/** Keeps the first and longest of overlapping parts; an e-mail address yields to a password: `name:password@host`. */
function withoutOverlaps(parts: readonly PrivatePart[]): readonly PrivatePart[] {
  // Of parts with the same start, the one with the lower rank comes first.
  const rank = ({ kind }: PrivatePart): number => (kind === 'e-mail' ? 1 : 0);
  const sorted = [...parts].sort((a, b) => a.start - b.start || rank(a) - rank(b) || b.end - a.end);
  const kept: PrivatePart[] = [];
  for (const part of sorted) if (part.start >= (kept.at(-1)?.end ?? 0)) kept.push(part);
  return kept;
}

function hasDigit(part: string): boolean {
  return /\d/u.test(part);
}

const uuid = /^[{(]?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[)}]?$/iu;

/** Whether the value after the name of a secret is a password with a digit, or generated, but not a path or URL. */
function looksSecret(part: string, { 0: nameAndValue }: RegExpExecArray): boolean {
  if (!isNotExample(part) || /^(?:https?:)?\/\//iu.test(part)) return false;
  // `key=` is often followed by the id or the hash of something: `key=5f3a9c…`.
  const isIdOrHash = uuid.test(part) || /^[0-9a-f]+$/iu.test(part);
  if (/^key/iu.test(nameAndValue) && isIdOrHash) return false;
  // After any other name, a UUID is a secret, too: `token=…`.
  if (uuid.test(part) || looksGenerated(part)) return true;
  // `password=summer2024`
  const isAfterPassword = /^(?:pass|pwd)/iu.test(nameAndValue);
  return isAfterPassword && /\p{L}/u.test(part) && hasDigit(part);
}

/** Minimum entropy per character, in bits, of a random token of this length; words and names have less. */
const leastEntropy = 3;

/** Generated values are at least this long. */
const leastGeneratedLength = 12;
/** Names such as `iPhone15` or `utf8mb4` change less often between letters and digits. */
const leastChangesOfKind = 4;

/** Whether letters and digits are mixed as in a random key. */
function looksGenerated(part: string): boolean {
  return (
    part.length >= leastGeneratedLength &&
    hasDigit(part) &&
    /[a-z]/iu.test(part) &&
    entropy(part) >= leastEntropy &&
    changesOfKind(part) >= leastChangesOfKind
  );
}

/** Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return shares.reduce((sum, share) => sum - share * Math.log2(share), 0);
}

/** Counts the changes between letters and digits, and from lower to upper case: `table2` has one, `a1B2` three. */
function changesOfKind(text: string): number {
  return text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])|[a-z](?=[A-Z])/gu)?.length ?? 0;
}

/** `your-token`, `example_key`, `password`; not `passwordless1`, which only begins with one of these words. */
const exampleWord = new RegExp(
  String.raw`^(?:your|my|the|some|example|sample|dummy|placeholder|changeme|password|passwd|passwort|pass` +
    String.raw`|pwd|secret|token|redacted)(?![a-z0-9]{4})`,
  'iu',
);

/** `<token>`, `${TOKEN}`, `{{token}}`, `%s`, `...`, `xxxx`. */
const placeholderForValue = /^[{<$%*[(#:]|\$\{|\{\{|\[\[|%[sd@{(]|\.{3}|…|\*{3}|x{4}|X{4}/u;

/** Whether a value is not just an example or a placeholder for a secret. */
function isNotExample(part: string): boolean {
  return !placeholderForValue.test(part) && !exampleWord.test(part);
}

/** Domains that are reserved (RFC 2606, RFC 6761), and file extensions: `logo@2x.png`. */
const reservedHost = new RegExp(
  String.raw`(?:^|\.)(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|png|jpe?g|gif|svg|webp` +
    String.raw`|avif|ico|css|js|mjs|ts|json|md|html?|xml|po)$`,
  'iu',
);

function isPersonalAddress(part: string, { groups, input, index }: RegExpExecArray): boolean {
  // In `https://name:changeme@host.com`, the part `changeme@host.com` is no e-mail address.
  const isInUrl = /:\/\/[^\s/]*$/u.test(input.slice(Math.max(0, index - 100), index));
  if (isInUrl) return false;
  // The shared user name of a host that is reached with keys: `git@github.com:owner/name`.
  const isSharedUser = part.startsWith('git@');
  return !isSharedUser && !reservedHost.test(groups?.['host'] ?? '');
}

/** Whether the numbers of an IP address, with or without a port, are at most 255: `10.0.0.1:8080`, not `10.0.0.300`. */
function hasValidOctets(part: string): boolean {
  const withoutPort = part.replace(/:\d+$/u, '');
  return withoutPort.split('.').every((octet) => Number(octet) <= 255);
}

/** Longer texts are searched in pieces of about this many UTF-16 units, between which the event loop gets control. */
const pieceLength = 500_000;
/** A match that begins before the end of a piece is found whole if it is not longer than this. */
const pieceOverlap = 16_000;

/** Finds the private parts of a long text. A private key that crosses the end of a piece is found by its beginning. */
export async function privatePartsOfLarge(text: string): Promise<readonly PrivatePart[]> {
  if (text.length <= pieceLength + pieceOverlap) return privateParts(text);
  const parts: PrivatePart[] = [];
  let pieceStart = 0;
  while (pieceStart < text.length) {
    const nextStart = wordStart(text, pieceStart + pieceLength);
    const piece = text.slice(pieceStart, nextStart + pieceOverlap);
    for (const part of privateParts(piece)) {
      const start = pieceStart + part.start;
      // A part in the overlap is found again in the next piece.
      if (start < nextStart) parts.push({ ...part, start, end: pieceStart + part.end });
    }
    pieceStart = nextStart;
    await setImmediate();
  }
  return parts;
}

/** Returns the offset after the next whitespace, because a piece must not begin within a word. */
function wordStart(text: string, offset: number): number {
  const space = /\s/u.exec(text.slice(offset, offset + pieceOverlap));
  return Math.min(text.length, space === null ? offset : offset + space.index + 1);
}
