import type { LogEntry } from '../../editor/shown/logChannel.ts';
import { logSentences } from './logSentences.ts';

/** Replaces every part of a line that is not known to be harmless. */
const removed = '…';

/** The most lines that explain an error: positions of its stack, causes and reasons. */
const maxDetails = 12;

/** The most characters of a line that are looked at. */
const maxCharacters = 2000;

/** Names of errors, which say what failed and contain nothing else. */
const errorNames: ReadonlySet<string> = new Set(
  (
    'AbortError AggregateError BudgetSettingError CancellationError Error FileSystemError FormatError ' +
    'KeysNotKeptError LayoutPatternError LockBusyError LockLostError NotConnectedError OrderError PatternError ' +
    'PlaceholderSettingError PolicyError OverBudgetError PolicySettingError RangeError ReferenceError RefusedError ' +
    'RefusedJobsError RestrictedModeError SandboxGoneError SandboxNotStartedError SandboxRefusedError ServiceError ' +
    'StepLimitError SyntaxError TimeoutError ToolInputError TypeError UndecodableError UndeliverableError ' +
    'UnprotectableError UnprovableSandboxError UnreadableDocumentError UnreadableFileError UnreadableGlossaryError'
  ).split(' '),
);

/** Codes of the operating system, of Node and of certificates. */
const errorCodes: ReadonlySet<string> = new Set(
  (
    'EACCES EADDRINUSE EAI_AGAIN EBUSY ECONNABORTED ECONNREFUSED ECONNRESET EEXIST EHOSTUNREACH EISDIR EMFILE ENOENT ' +
    'ENOSPC ENOTDIR ENOTEMPTY ENOTFOUND EPERM EPIPE EROFS ETIMEDOUT EXDEV CERT_HAS_EXPIRED ' +
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE ' +
    'ERR_TLS_CERT_ALTNAME_INVALID UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_SOCKET'
  ).split(' '),
);

/** The segments of paths of the service that are the same for everybody; the empty one is before the first slash. */
const pathSegments: ReadonlySet<string> = new Set(
  (
    ' v2 translate account service job jobs order glossary balance stats me preferred_translators languages ' +
    'language_pairs quote file unit_count comments comment feedback revisions revision callback'
  ).split(' '),
);

/** How a request ended without a status, and the reasons of its errors. */
const serviceReasons: ReadonlySet<string> = new Set(
  (
    'authentication invalid forbidden proxy-authentication proxy-negotiation proxy-address duplicate-submit ' +
    'not-found wrong-state credits throttled unavailable network timeout aborted unreadable insecure no-credentials service'
  ).split(' '),
);

/**
 * Returns the log for a report. Whatever is not on a list is removed: each sentence must be one of the extension's own,
 * and of the parts that vary only names of errors and well-known codes are kept. `shipped` are the names of the
 * extension's own files, of which positions are kept.
 */
export function redactLog(entries: readonly LogEntry[], shipped: ReadonlySet<string>): readonly string[] {
  return entries.flatMap((entry) => redactEntry(entry, shipped));
}

function redactEntry({ at, level, text }: LogEntry, shipped: ReadonlySet<string>): readonly string[] {
  const [sentence = '', ...others] = text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)
    .map((line) => line.slice(0, maxCharacters));
  const details = others.flatMap((line) => positionIn(line, shipped) ?? causeIn(line) ?? reasonIn(line) ?? []);
  return [
    `${new Date(at).toISOString()} [${level}] ${redactSentence(sentence)}`,
    ...details.slice(0, maxDetails).map((line) => `  ${line}`),
  ];
}

function redactSentence(line: string): string {
  return redactRequest(line) ?? redactListed(line) ?? redactValue(line);
}

/** `GET /v2/order/4711 → 200 in 31 ms` becomes `GET /v2/order/… → 200 in 31 ms`. */
function redactRequest(line: string): string | undefined {
  const [, method, path = '', end = '', ms = ''] =
    /^(GET|POST|PUT|DELETE) (\S*) → (.*) in (\d{1,7}) ms$/u.exec(line) ?? [];
  if (method === undefined) return undefined;
  const segments = path.split('/').map((segment) => ifListed(segment, pathSegments));
  const outcome = /^\d{3}$/u.test(end) ? end : ifListed(end, serviceReasons);
  return `${method} ${segments.join('/')} → ${outcome} in ${ms} ms`;
}

function ifListed(text: string, list: ReadonlySet<string>): string {
  return list.has(text) ? text : removed;
}

/** Returns the sentence of the extension that a line is, with its varying parts redacted. The longest one wins. */
function redactListed(line: string): string | undefined {
  for (const parts of sentencesByLength) {
    const values = varyingParts(parts, line);
    if (values === undefined) continue;
    const [beginning = '', ...others] = parts;
    return beginning + others.map((part, index) => redactValue(values[index] ?? '') + part).join('');
  }
  return undefined;
}

const sentencesByLength = logSentences
  .map((sentence) => sentence.split('{}'))
  .toSorted((a, b) => b.join('').length - a.join('').length);

/**
 * Returns what a line has in place of each `{}` of a sentence, whose other parts are given: `['Job ', ' failed.']` and
 * `Job 4711 failed. → ['4711']`. Undefined if it is another sentence. Linear, unlike a regular expression.
 */
function varyingParts([first = '', ...parts]: readonly string[], line: string): readonly string[] | undefined {
  const last = parts.at(-1);
  if (last === undefined) return line === first ? [] : undefined;
  if (!line.startsWith(first) || !line.endsWith(last)) return undefined;
  const values: string[] = [];
  const startOfLast = line.length - last.length;
  let startOfValue = first.length;
  for (const part of parts.slice(0, -1)) {
    const startOfPart = line.indexOf(part, startOfValue);
    if (startOfPart < 0 || startOfPart + part.length > startOfLast) return undefined;
    values.push(line.slice(startOfValue, startOfPart));
    startOfValue = startOfPart + part.length;
  }
  if (startOfValue > startOfLast) return undefined;
  return [...values, line.slice(startOfValue, startOfLast)];
}

/** Returns the name of the error and the codes in a text; nothing else of it: `TypeError: no x → TypeError …`. */
function redactValue(text: string): string {
  const [name = ''] = /^\w+/u.exec(text) ?? [];
  const codes = (text.match(/\b[A-Z_]{4,40}\b/gu) ?? []).filter((code) => errorCodes.has(code));
  if (errorNames.has(name)) codes.unshift(name);
  const harmless = [...new Set(codes)].join(' ');
  if (harmless === '') return removed;
  return harmless === text ? text : `${harmless} ${removed}`;
}

/** A line of a stack: the position, if it is in a file of the extension. */
function positionIn(line: string, shipped: ReadonlySet<string>): string | undefined {
  const [, file = '', position = ''] = /^\s*at .*?([\w.-]+\.js):(\d{1,7}:\d{1,7})\)?$/u.exec(line) ?? [];
  if (!shipped.has(file)) return undefined;
  return `at ${file}:${position}`;
}

function causeIn(line: string): string | undefined {
  const [, cause] = /^\s*because: (.*)$/u.exec(line) ?? [];
  if (cause === undefined) return undefined;
  return `because: ${redactValue(cause)}`;
}

function reasonIn(line: string): string | undefined {
  const [, reason = ''] = /^\s*reason: ([a-z-]+)$/u.exec(line) ?? [];
  if (!serviceReasons.has(reason)) return undefined;
  return `reason: ${reason}`;
}
