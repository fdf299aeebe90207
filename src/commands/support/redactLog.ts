import type { LogEntry } from '../../editor/shown/logChannel.ts';
import { logSentences } from './logSentences.ts';

/** Replaces every part of a line that is not known to be harmless. */
const removed = '…';

/** The maximum number of lines that explain an error: positions of its stack, causes and reasons. */
const maxDetails = 12;

/** The maximum number of characters of a line that are looked at. */
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

/** The reasons of a request's errors, which the log names instead of a status if there was no response. */
const serviceReasons: ReadonlySet<string> = new Set(
  (
    'authentication invalid forbidden proxy-authentication proxy-negotiation proxy-address duplicate-submit ' +
    'not-found wrong-state credits throttled unavailable network timeout aborted unreadable insecure no-credentials service'
  ).split(' '),
);

/**
 * Returns the log for a report. Whatever is not on a list is removed: each sentence must be one of the extension's own,
 * and of its varying parts only names of errors and well-known codes are kept. Positions in stacks are kept if they are
 * in the extension's own files, whose names are `shippedFiles`.
 */
export function redactLog(entries: readonly LogEntry[], shippedFiles: ReadonlySet<string>): readonly string[] {
  return entries.flatMap((entry) => redactEntry(entry, shippedFiles));
}

function redactEntry({ at, level, text }: LogEntry, shippedFiles: ReadonlySet<string>): readonly string[] {
  // At any line separator of Unicode.
  const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u).map((line) => line.slice(0, maxCharacters));
  const [sentence = '', ...detailLines] = lines;
  const details = detailLines.flatMap(
    (line) => positionIn(line, shippedFiles) ?? causeIn(line) ?? reasonIn(line) ?? [],
  );
  return [
    `${new Date(at).toISOString()} [${level}] ${redactSentence(sentence)}`,
    ...details.slice(0, maxDetails).map((line) => `  ${line}`),
  ];
}

function redactSentence(line: string): string {
  return redactRequest(line) ?? redactSentenceInList(line) ?? redactValue(line);
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

/**
 * Finds the sentence of the extension that a line consists of, and returns it with its varying parts redacted:
 * `Job 4711 could not be loaded: TypeError: no x → Job … could not be loaded: TypeError …`. If several sentences fit,
 * the longest one is used.
 */
function redactSentenceInList(line: string): string | undefined {
  for (const parts of sentencesByLength) {
    const values = varyingParts(parts, line);
    if (values === undefined) continue;
    const [beginning = '', ...laterParts] = parts;
    return beginning + laterParts.map((part, index) => redactValue(values[index] ?? '') + part).join('');
  }
  return undefined;
}

/** The fixed parts of each sentence, the longest sentence first: `Job {} failed. → ['Job ', ' failed.']`. */
const sentencesByLength = logSentences
  .map((sentence) => sentence.split('{}'))
  .toSorted((a, b) => b.join('').length - a.join('').length);

/**
 * Returns the parts of a line that vary in a sentence. The sentence is given by its fixed parts: `['Job ', ' failed.']`
 * and `Job 4711 failed. → ['4711']`. Undefined if the line is another sentence. Linear, unlike a regular expression.
 */
function varyingParts([first = '', ...parts]: readonly string[], line: string): readonly string[] | undefined {
  const lastPart = parts.at(-1);
  if (lastPart === undefined) return line === first ? [] : undefined;
  if (!line.startsWith(first) || !line.endsWith(lastPart)) return undefined;
  const values: string[] = [];
  const startOfLast = line.length - lastPart.length;
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
  const [firstWord = ''] = /^\w+/u.exec(text) ?? [];
  const capitalWords = text.match(/\b[A-Z_]{4,40}\b/gu) ?? [];
  const namesAndCodes = capitalWords.filter((word) => errorCodes.has(word));
  if (errorNames.has(firstWord)) namesAndCodes.unshift(firstWord);
  const harmless = [...new Set(namesAndCodes)].join(' ');
  if (harmless === '') return removed;
  return harmless === text ? text : `${harmless} ${removed}`;
}

/** `    at run (/home/me/.vscode/…/extension.js:12:34) → at extension.js:12:34`, if it is a file of the extension. */
function positionIn(line: string, shippedFiles: ReadonlySet<string>): string | undefined {
  const [, file = '', position = ''] = /^\s*at .*?([\w.-]+\.js):(\d{1,7}:\d{1,7})\)?$/u.exec(line) ?? [];
  if (!shippedFiles.has(file)) return undefined;
  return `at ${file}:${position}`;
}

/** `  because: Error: connect ECONNREFUSED 10.0.0.1 → because: Error ECONNREFUSED …` */
function causeIn(line: string): string | undefined {
  const [, cause] = /^\s*because: (.*)$/u.exec(line) ?? [];
  if (cause === undefined) return undefined;
  return `because: ${redactValue(cause)}`;
}

/** `  reason: network → reason: network` */
function reasonIn(line: string): string | undefined {
  const [, reason = ''] = /^\s*reason: ([a-z-]+)$/u.exec(line) ?? [];
  if (!serviceReasons.has(reason)) return undefined;
  return `reason: ${reason}`;
}
