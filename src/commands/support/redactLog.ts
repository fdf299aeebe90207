import type { LogEntry } from '../../editor/shown/logChannel.ts';
import { logSentences } from './logSentences.ts';

/** Replaces every part of a line that is not known to be harmless. */
const removed = '…';

/** The most lines of a stack. */
const maxPositions = 12;

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

/** The segments of paths of the service that are the same for everybody. */
const pathSegments: ReadonlySet<string> = new Set(
  (
    'v2 translate account service job jobs order glossary balance stats me preferred_translators languages ' +
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
  return entries.flatMap(({ at, level, text }) => {
    const [first = '', ...others] = text
      .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)
      .map((line) => line.slice(0, maxCharacters));
    const time = new Date(at).toISOString();
    const positions = others.flatMap((line) => positionIn(line, shipped) ?? causeIn(line) ?? reasonIn(line) ?? []);
    return [
      `${time} [${level}] ${redactSentence(first)}`,
      ...positions.slice(0, maxPositions).map((line) => `  ${line}`),
    ];
  });
}

function redactSentence(line: string): string {
  return redactRequest(line) ?? redactKnown(line) ?? redactValue(line);
}

/** `GET /v2/account/balance → 200 in 31 ms`: ids in the path and everything unknown are removed. */
function redactRequest(line: string): string | undefined {
  const [, method, path = '', end = '', ms = ''] =
    /^(GET|POST|PUT|DELETE) (\S*) → (.*) in (\d{1,7}) ms$/u.exec(line) ?? [];
  if (method === undefined) return undefined;
  const segments = path.split('/').map((segment) => (segment === '' || pathSegments.has(segment) ? segment : removed));
  const shownEnd = /^\d{3}$/u.test(end) || serviceReasons.has(end) ? end : removed;
  return `${method} ${segments.join('/')} → ${shownEnd} in ${ms} ms`;
}

/** Returns the sentence of the extension that a line is, with its varying parts redacted. The longest one wins. */
function redactKnown(line: string): string | undefined {
  for (const parts of sentencesByLength) {
    const values = fill(parts, line);
    if (values !== undefined)
      return parts.map((part, index) => (index === 0 ? part : redactValue(values[index - 1] ?? '') + part)).join('');
  }
  return undefined;
}

const sentencesByLength = logSentences
  .map((sentence) => sentence.split('{}'))
  .toSorted((a, b) => b.join('').length - a.join('').length);

/** Returns the varying parts of a line; undefined if it is another sentence. Linear, unlike a regular expression. */
function fill([first = '', ...parts]: readonly string[], line: string): readonly string[] | undefined {
  const last = parts.at(-1);
  if (last === undefined) return line === first ? [] : undefined;
  if (!line.startsWith(first) || !line.endsWith(last)) return undefined;
  const values: string[] = [];
  const end = line.length - last.length;
  let from = first.length;
  for (const part of parts.slice(0, -1)) {
    const at = line.indexOf(part, from);
    if (at < 0 || at + part.length > end) return undefined;
    values.push(line.slice(from, at));
    from = at + part.length;
  }
  return from > end ? undefined : [...values, line.slice(from, end)];
}

/** Returns the name of the error and the codes in a text; nothing else of it. */
function redactValue(text: string): string {
  const name = /^\w+/u.exec(text)?.[0] ?? '';
  const codes = new Set((text.match(/\b[A-Z_]{4,40}\b/gu) ?? []).filter((code) => errorCodes.has(code)));
  const kept = [...(errorNames.has(name) ? [name] : []), ...codes].join(' ');
  return kept === '' || kept === text ? kept || removed : `${kept} ${removed}`;
}

/** A line of a stack: the position, if it is in a file of the extension. */
function positionIn(line: string, shipped: ReadonlySet<string>): string | undefined {
  const [, file = '', position = ''] = /^\s*at .*?([\w.-]+\.js):(\d{1,7}:\d{1,7})\)?$/u.exec(line) ?? [];
  return shipped.has(file) ? `at ${file}:${position}` : undefined;
}

function causeIn(line: string): string | undefined {
  const [, cause] = /^\s*because: (.*)$/u.exec(line) ?? [];
  return cause === undefined ? undefined : `because: ${redactValue(cause)}`;
}

function reasonIn(line: string): string | undefined {
  const [, reason = ''] = /^\s*reason: ([a-z-]+)$/u.exec(line) ?? [];
  return serviceReasons.has(reason) ? `reason: ${reason}` : undefined;
}
