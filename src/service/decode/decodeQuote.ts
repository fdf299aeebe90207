import * as v from 'valibot';
import { meaningOf } from '../catalogue.ts';
import { jobsRefused, readJobError } from './envelope.ts';
import type { NewFile, NewTextJob, QuotedFile, QuotedJob } from '../records.ts';
import type { DecodeContext } from '../request.ts';
import { present } from '../present.ts';
import { amount, decodeAs, duration, id, optionalId, optionalName, optionalText } from './schemas.ts';

const quotedJob = v.object({ credits: amount, unit_count: amount, eta: duration, currency: optionalName, lc_src_detected: optionalName, custom_data: optionalName });

/**
 * The quotes of `jobs`, in their order; the answer has them by key or by position.
 * Throws ServiceError when single jobs were refused inside an answer that is otherwise fine.
 */
export function decodeQuote(response: unknown, jobs: readonly Pick<NewTextJob, 'key'>[], { redact }: DecodeContext = asItIs): readonly QuotedJob[] {
  const entries = entriesOf(response, jobs);
  const refused = entries.flatMap(({ key, value }) => {
    const errors = errorsOf(value, redact);
    return errors ? [[key, errors] as const] : [];
  });
  if (refused.length > 0) throw jobsRefused(new Map(refused));
  return entries.map(({ key, value, where }) => quoted(key, decodeAs(quotedJob, value, where)));
}

const quotedFile = v.object({ ...quotedJob.entries, identifier: id, order_id: optionalId, title: optionalName, body: optionalText });

/** A file that the service does not take, in its own words; '' where it says none. */
export function failedFile({ key, filename }: Pick<NewFile, 'key' | 'filename'>, { code, message }: { readonly code?: number; readonly message: string }): QuotedFile {
  return { kind: 'failed', key, filename, message, ...present({ code, meaning: meaningOf(code) }) };
}

/** The quotes of `files`, in their order. A file that was refused, or of which nothing is said, is an entry that failed. */
export function decodeQuotedFiles(response: unknown, files: readonly Pick<NewFile, 'key' | 'filename'>[], { redact }: DecodeContext = asItIs): readonly QuotedFile[] {
  return entriesOf(response, files).map(({ key, value, where, item: { filename } }): QuotedFile => {
    if (value === undefined || value === null) return failedFile({ key, filename }, { message: '' });
    const errors = errorsOf(value, redact);
    if (errors) return failedFile({ key, filename }, errors[0] ?? { message: '' });
    const wire = decodeAs(quotedFile, value, where);
    return { kind: 'quoted', ...quoted(key, wire), ...present({ identifier: wire.identifier, orderId: wire.order_id, title: wire.title, text: wire.body }) };
  });
}

const asItIs: DecodeContext = { redact: (text) => text };

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

/** What the answer says of each item: by key, or by position where it has none of the keys. */
function entriesOf<T extends { readonly key: string }>(response: unknown, items: readonly T[]): readonly { readonly item: T; readonly key: string; readonly value: unknown; readonly where: string }[] {
  const answer = decodeAs(v.object({ jobs: v.custom<object>((value) => typeof value === 'object' && value !== null) }), response, 'response').jobs;
  const entries: ReadonlyMap<string, unknown> = new Map(Object.entries(answer));
  const byPosition = Array.isArray(answer) || !items.some(({ key }) => entries.has(key));
  return items.map((item, index) => {
    const value = entries.get(byPosition ? String(index) : item.key);
    return { item, key: item.key, value, where: `response.jobs${byPosition ? `[${index}]` : `.${item.key}`}` };
  });
}

function errorsOf(value: unknown, redact: (text: string) => string): ReturnType<typeof readJobError> {
  return typeof value === 'object' && value !== null && 'err' in value ? readJobError(value.err, redact) : undefined;
}
