import { isRecord } from '../../base/isRecord.ts';
import { onlyItem } from '../../base/onlyItem.ts';
import { present } from '../../base/present.ts';
import { numberOf, stringOf } from '../../base/unknownValue.ts';
import { outcomeOf, reasonOf, statusReason } from '../interface/catalog.ts';
import { parseWireJson } from '../interface/wireJson.ts';
import type { RawAnswer } from '../http/transport.ts';
import { ServiceError, type ServiceErrorDetails } from '../interface/serviceError.ts';

/** Details of the request that are needed to read its answer. */
export interface EnvelopeContext {
  /** The caller's keys in the order sent, for errors that name jobs by position. */
  readonly jobKeys?: readonly string[];
  /** Removes secrets that the service may have echoed from a text. */
  readonly redact?: (text: string) => string;
  /** The answer may have no envelope: an array or a dictionary. */
  readonly bare?: boolean;
}

type Redact = NonNullable<EnvelopeContext['redact']>;
type FailureContext = Required<Pick<EnvelopeContext, 'jobKeys' | 'redact'>>;
type JobErrors = NonNullable<ServiceErrorDetails['jobErrors']>;
interface ErrorEntry {
  readonly code?: number;
  readonly message: string;
}

/**
 * Returns the `response` of an answer. The HTTP status is used only if the body is inconclusive: the service reports
 * errors with status 200, and has sent successful answers with other statuses. Throws ServiceError.
 */
export function unwrapEnvelope(
  answer: RawAnswer,
  { jobKeys = [], redact = (text) => text, bare = false }: EnvelopeContext = {},
): unknown {
  const value = readJson(answer, redact);
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) throw unreadable(answer, 'The answer is neither an object nor an array.', isComplete);
  const opstat = value['opstat'];
  const isErrorInsideOk = opstat === 'ok' && isRecord(value['err']) && isEmptyResponse(value['response']);
  if (opstat === 'ok' && !isErrorInsideOk) return value['response'];
  if (opstat === 'error' || opstat === 'failure' || isErrorInsideOk)
    throw failure(answer, value['err'], { jobKeys, redact });
  if (bare && opstat === undefined) return value;
  throw unreadable(answer, 'The answer has no opstat.', isComplete);
}

function isEmptyResponse(response: unknown): boolean {
  return (
    response === undefined || response === null || (typeof response === 'object' && Object.keys(response).length === 0)
  );
}

function readJson(answer: RawAnswer, redact: Redact): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(answer.body);
  } catch {
    throw unreadable(answer, 'The answer is not UTF-8.');
  }
  const value = parse(text) ?? parse(lastObject(text));
  if (value !== undefined) return value;
  if (text.trim() === '') throw unreadable(answer, 'The answer is empty.');
  throw unreadable(answer, `The answer is not JSON: ${excerpt(redact(text))}`);
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parseWireJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the last of several concatenated JSON objects: the service has sent errors followed by the real answer.
 * Undefined unless the whole text consists of complete objects.
 */
function lastObject(text: string): string | undefined {
  let lastComplete: string | undefined;
  let start = 0;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '{') {
      if (depth === 0) start = index;
      depth += 1;
    } else if (depth === 0) {
      if (character.trim() !== '') return undefined;
    } else if (character === '"') {
      inString = true;
    } else if (character === '}') {
      depth -= 1;
      if (depth > 0) continue;
      lastComplete = text.slice(start, index + 1);
      if (parse(lastComplete) === undefined) return undefined;
    }
  }
  return depth === 0 ? lastComplete : undefined;
}

/** Makes the error for an `err` of any known shape: one error, errors of single jobs, a text, or nothing. */
function failure(answer: RawAnswer, err: unknown, context: FailureContext): ServiceError {
  const single = readEntry(err, context.redact);
  if (single) return failureOfEntries(answer, [single]);
  const jobErrors = readJobErrors(err, context);
  return failureOfEntries(answer, [...(jobErrors?.values() ?? [])].flat(), jobErrors);
}

function failureOfEntries(answer: RawAnswer, entries: readonly ErrorEntry[], jobErrors?: JobErrors): ServiceError {
  const codes = entries.map(({ code }) => code);
  const reasons = new Set(codes.map((code) => reasonOf(code, answer.status)));
  // Jobs that were refused for different reasons make an invalid order, as code 400 means.
  const codeOfSeveral = jobErrors === undefined ? undefined : 400;
  const reason = onlyItem([...reasons]) ?? reasonOf(codeOfSeveral, answer.status);
  const [first] = entries;
  return serviceFailure(reason, answer, {
    outcome: outcomeOf(codes),
    serviceMessage: first?.message ?? '',
    ...present({ code: first?.code, jobErrors }),
  });
}

/** Reads one error from an object or a text; undefined for anything else. */
function readEntry(value: unknown, redact: Redact): ErrorEntry | undefined {
  if (typeof value === 'string') return { message: redact(value) };
  if (!isRecord(value)) return undefined;
  const code = readCode(value['code']);
  const message = stringOf(value['msg']);
  if (code === undefined && message === undefined) return undefined;
  return { message: redact(message ?? ''), ...present({ code }) };
}

function readCode(code: unknown): number | undefined {
  if (typeof code === 'string' && /^\d+$/.test(code.trim())) return Number(code);
  return numberOf(code);
}

function readJobErrors(err: unknown, context: FailureContext): JobErrors | undefined {
  if (typeof err !== 'object' || err === null) return undefined;
  const byKey = new Map<string, readonly ErrorEntry[]>();
  for (const [name, value] of Object.entries(err)) {
    const entries = readEntries(value, context.redact);
    if (entries.length > 0) byKey.set(keyOf(name, context), entries);
  }
  if (byKey.size === 0) return undefined;
  return byKey;
}

function readEntries(value: unknown, redact: Redact): readonly ErrorEntry[] {
  return [value].flat().flatMap((entry: unknown) => readEntry(entry, redact) ?? []);
}

/** Returns the key of a job by its name in an error: a dictionary may be returned as an array, or keyed by position. */
function keyOf(name: string, { jobKeys, redact }: FailureContext): string {
  if (jobKeys.includes(name)) return name;
  if (/^\d+$/.test(name)) return jobKeys[Number(name)] ?? name;
  return redact(name);
}

/** Makes the error for jobs that were refused in an answer with opstat ok. */
export function jobsRefused(jobErrors: JobErrors): ServiceError {
  const entries = [...jobErrors.values()].flat();
  const [first] = entries;
  return new ServiceError(reasonOf(first?.code ?? 400, 200), 'The service refused some of the jobs.', {
    outcome: outcomeOf(entries.map(({ code }) => code)),
    serviceMessage: first?.message ?? '',
    ...present({ code: first?.code }),
    jobErrors,
  });
}

/** Reads the errors of a single job in an answer with opstat ok. */
export function readJobError(value: unknown, redact: Redact): readonly ErrorEntry[] | undefined {
  const entries = readEntries(value, redact);
  if (entries.length > 0) return entries;
  if (isRecord(value) && Object.keys(value).length > 0) return [{ message: '' }];
  return undefined;
}

/**
 * Complete JSON is from the service itself. An HTML page or a partial answer is from a gateway or the network; a retry
 * may succeed.
 */
const isComplete = { isComplete: true };

function unreadable(answer: RawAnswer, serviceMessage: string, { isComplete: isFinal = false } = {}): ServiceError {
  const isGatewayError = [502, 503, 504].includes(answer.status);
  const reason = statusReason(answer.status) ?? (isGatewayError ? 'unavailable' : 'unreadable');
  return serviceFailure(reason, answer, {
    outcome: 'unknown',
    serviceMessage,
    ...(isFinal && answer.status < 500 && { isFinal }),
  });
}

function serviceFailure(reason: ServiceError['reason'], answer: RawAnswer, details: ServiceErrorDetails): ServiceError {
  const code = details.code === undefined ? `HTTP status ${answer.status}` : `code ${details.code}`;
  let message = `The service gave an error (${code}).`;
  if (reason === 'unreadable') message = `The service gave an answer that cannot be read (${code}).`;
  const { status: httpStatus, retryAfterMs } = answer;
  return new ServiceError(reason, message, { ...details, httpStatus, ...present({ retryAfterMs }) });
}

/** Shortens an answer for the log. Removes queries and keys: the error pages of gateways often show the address. */
function excerpt(text: string): string {
  const line = text
    .slice(0, 10_000)
    .replace(/\?\S*|api_(?:key|sig)\S*/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
