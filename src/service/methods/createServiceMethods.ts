import { mapLimited } from '../../base/mapLimited.ts';
import { chunk, pack } from '../calls/batches.ts';
import { decodeQuote } from '../decode/decodeQuote.ts';
import { decodeLanguagePairs, decodeLanguages, decodeUnitCounts } from '../decode/decodeService.ts';
import { checkedText, maxJobsPerCall } from '../interface/limits.ts';
import { jobPayloads } from '../calls/payload.ts';
import type { Call } from '../calls/createPipeline.ts';
import { quoteFiles } from './quoteFiles.ts';
import type { DecodeContext } from '../http/request.ts';
import type { ServiceClient, WireNames } from '../interface/serviceClient.ts';
import type { WireQuoteRequest, WireUnitCountItem } from '../interface/wire.ts';

const batchesAtOnce = 4;
/** Bytes of encoded texts in one address: some servers and proxies refuse addresses of 8 kB or more. */
const maxQueryBytes = 6000;

export function createServiceMethods(call: Call, wireNames: WireNames): ServiceClient['service'] {
  const readRequest = { method: 'GET', auth: 'optional', effect: 'read', group: 'service' } as const;
  return {
    async languages(options) {
      return call({ ...readRequest, path: '/translate/service/languages', decode: decodeLanguages }, options);
    },
    async languagePairs(filter, options) {
      return call(
        {
          ...readRequest,
          path: '/translate/service/language_pairs',
          query: { lc_src: filter?.source },
          decode: decodeLanguagePairs,
        },
        options,
      );
    },
    async quote(jobs, options) {
      jobPayloads(jobs); // Nothing is sent if a job is invalid or two jobs have the same key.
      const answers = await mapLimited(
        chunk(jobs, maxJobsPerCall),
        batchesAtOnce,
        async (batch, signal) => {
          const data: WireQuoteRequest = { jobs: jobPayloads(batch) };
          const request = {
            ...readRequest,
            method: 'POST',
            path: '/translate/service/quote',
            auth: 'required',
            data,
            jobKeys: batch.map(({ key }) => key),
            decode: (response: unknown, context: DecodeContext) => decodeQuote(response, batch, context),
          } as const;
          return call(request, { signal });
        },
        options?.signal,
      );
      return answers.flat();
    },
    async quoteFiles(files, options) {
      return quoteFiles(call, wireNames, files, options);
    },
    async unitCount(texts, { method = 'POST', signal } = {}) {
      const items: readonly WireUnitCountItem[] = texts.map(({ text, language }) => ({
        text: checkedText(text),
        lc: language,
      }));
      const batches =
        method === 'GET'
          ? pack(items, querySize, { size: maxQueryBytes, count: items.length })
          : chunk(items, Math.max(items.length, 1));
      const answers = await mapLimited(
        batches,
        batchesAtOnce,
        (batch, batchSignal) => {
          const fields =
            method === 'GET' ? { method, query: { data: JSON.stringify(batch) } } : { method, json: batch };
          const decode = (response: unknown): ReturnType<typeof decodeUnitCounts> =>
            decodeUnitCounts(response, batch.length);
          return call(
            {
              ...fields,
              base: 'root',
              path: '/service/unit_count',
              bare: true,
              auth: 'none',
              effect: 'read',
              group: 'other',
              decode,
            },
            { signal: batchSignal },
          );
        },
        signal,
      );
      return answers.flat();
    },
  };
}

/** Returns the bytes of an item in a query, with its separator: an encoded comma, `%2C`. */
function querySize(item: WireUnitCountItem): number {
  const separatorBytes = 3;
  return new URLSearchParams({ '': JSON.stringify(item) }).toString().length + separatorBytes;
}
