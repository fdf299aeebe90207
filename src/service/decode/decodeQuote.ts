import * as v from 'valibot';
import { meaningOf } from '../interface/catalog.ts';
import { jobsRefused, readJobError } from './envelope.ts';
import type { NewFile, NewTextJob, QuotedFile, QuotedJob } from '../interface/records.ts';
import type { DecodeContext } from '../http/request.ts';
import { present } from '../../base/present.ts';
import { memberOf } from '../../base/unknownValue.ts';
import { ServiceError, type JobErrorEntry } from '../interface/serviceError.ts';
import { amount, decodeAs, duration, id, optionalId, optionalName, optionalText, UndecodableError } from './schemas.ts';

const quotedJob = v.object({
  credits: amount,
  unit_count: amount,
  eta: duration,
  currency: optionalName,
  lc_src_detected: optionalName,
  custom_data: optionalName,
});

/**
 * Decodes the quotes of `jobs`, in their order; the answer has them by key or by position. Throws a ServiceError with
 * an entry for each job that was refused or whose price cannot be read; such a price is never assumed to be 0.
 */
export function decodeQuote(
  response: unknown,
  jobs: readonly Pick<NewTextJob, 'key'>[],
  { redact }: Pick<DecodeContext, 'redact'> = withoutRedaction,
): readonly QuotedJob[] {
  const refused = new Map<string, readonly JobErrorEntry[]>();
  const unpriced = new Map<string, readonly JobErrorEntry[]>();
  const quotes: QuotedJob[] = [];
  for (const { key, value, where } of entriesOf(response, jobs)) {
    const errors = errorsOf(value, redact);
    const wire = errors ? undefined : readOrProblem(quotedJob, value, where);
    if (errors) refused.set(key, errors);
    else if (typeof wire === 'string') unpriced.set(key, [{ meaning: 'price-unreadable', message: wire }]);
    else if (wire) quotes.push(quoted(key, wire));
  }
  if (refused.size > 0) throw jobsRefused(new Map([...refused, ...unpriced]));
  if (unpriced.size > 0) {
    const [[first] = []] = unpriced.values();
    throw new ServiceError('unreadable', 'The prices of some jobs cannot be read.', {
      outcome: 'unknown',
      meaning: 'price-unreadable',
      isFinal: true,
      jobErrors: unpriced,
      ...(first && { serviceMessage: first.message }),
    });
  }
  return quotes;
}

/** Returns the decoded record, or the problem as a text. */
function readOrProblem<T extends object>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  where: string,
): T | string {
  try {
    return decodeAs(schema, value, where);
  } catch (error) {
    if (error instanceof UndecodableError) return error.message;
    throw error;
  }
}

const quotedFile = v.object({
  ...quotedJob.entries,
  identifier: id,
  order_id: optionalId,
  title: optionalName,
  body: optionalText,
});

/** Makes the entry of a file that the service does not accept; `message` is the service's text or ''. */
export function failedFile(
  { key, filename }: Pick<NewFile, 'key' | 'filename'>,
  { code, message }: { readonly code?: number; readonly message: string },
): QuotedFile {
  return { kind: 'failed', key, filename, message, ...present({ code, meaning: meaningOf(code) }) };
}

/**
 * Decodes the quotes of `files`, in their order. A file that was refused, is absent from the answer, or whose price
 * cannot be read is an entry of kind 'failed'.
 */
export function decodeQuotedFiles(
  response: unknown,
  files: readonly Pick<NewFile, 'key' | 'filename'>[],
  { redact }: Pick<DecodeContext, 'redact'> = withoutRedaction,
): readonly QuotedFile[] {
  return entriesOf(response, files).map(({ key, value, where, item: { filename } }): QuotedFile => {
    if (value === undefined || value === null) return failedFile({ key, filename }, { message: '' });
    const errors = errorsOf(value, redact);
    if (errors) return failedFile({ key, filename }, errors[0] ?? { message: '' });
    const wire = readOrProblem(quotedFile, value, where);
    if (typeof wire === 'string') return { kind: 'failed', key, filename, message: '', meaning: 'price-unreadable' };
    return {
      kind: 'quoted',
      ...quoted(key, wire),
      ...present({ identifier: wire.identifier, orderId: wire.order_id, title: wire.title, text: wire.body }),
    };
  });
}

const withoutRedaction: Pick<DecodeContext, 'redact'> = { redact: (text) => text };

function quoted(key: string, wire: v.InferOutput<typeof quotedJob>): QuotedJob {
  return present({
    key,
    credits: wire.credits,
    unitCount: wire.unit_count,
    etaSeconds: wire.eta,
    currency: wire.currency,
    detectedLanguage: wire.lc_src_detected,
    customData: wire.custom_data,
  });
}

/** Returns the entry for each item: by key, or by position if the answer has none of the keys. */
function entriesOf<T extends { readonly key: string }>(
  response: unknown,
  items: readonly T[],
): readonly { readonly item: T; readonly key: string; readonly value: unknown; readonly where: string }[] {
  const answer = decodeAs(
    v.object({ jobs: v.custom<object>((value) => typeof value === 'object' && value !== null) }),
    response,
    'response',
  ).jobs;
  const entries: ReadonlyMap<string, unknown> = new Map(Object.entries(answer));
  const byPosition = Array.isArray(answer) || !items.some(({ key }) => entries.has(key));
  return items.map((item, index) => {
    const value = entries.get(byPosition ? String(index) : item.key);
    return { item, key: item.key, value, where: `response.jobs${byPosition ? `[${index}]` : `.${item.key}`}` };
  });
}

function errorsOf(value: unknown, redact: (text: string) => string): ReturnType<typeof readJobError> {
  const err = memberOf(value, 'err');
  return err === undefined ? undefined : readJobError(err, redact);
}
