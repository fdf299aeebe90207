import { systemClock } from '../base/clock.ts';
import { parseBaseAddress } from './baseAddress.ts';
import { chunk, inParallel } from './batches.ts';
import {
  decodeComments,
  decodeFeedback,
  decodeJob,
  decodeJobs,
  decodeJobStubs,
  decodeNothing,
  decodeOrder,
  decodeQuote,
  decodeRevision,
  decodeRevisions,
} from './decodeJobs.ts';
import { decodePlacedOrder } from './decodePlacedOrder.ts';
import {
  decodeBalance,
  decodeLanguagePairs,
  decodeLanguages,
  decodeMe,
  decodePreferredTranslators,
  decodeStats,
  decodeUnitCounts,
} from './decodeService.ts';
import { checkedComment, checkedCount, checkedOptionalComment, checkedRating, flag, jobPayloads, orderPayload } from './payload.ts';
import { createPipeline, type Call } from './pipeline.ts';
import { path } from './request.ts';
import { present } from './schemas.ts';
import type { ServiceClient, ServiceClientOptions } from './serviceClient.ts';
import { createTransport } from './transport.ts';
import type { WireCommentRequest, WireJobAction, WireQuoteRequest, WireUnitCountItem } from './wire.ts';

const batchSize = 50;
const batchesAtOnce = 4;
const defaultTimeoutMs = 120_000;

/**
 * The client of the Human Translation Ordering Service Interface (v2).
 *
 * | method | endpoint, below the base address | | keys |
 * |---|---|---|---|
 * | `jobs.get` | GET /translate/jobs/{ids} | read | required |
 * | `jobs.getOne` | GET /translate/job/{id} | read | required |
 * | `jobs.list` | GET /translate/jobs | read | required |
 * | `jobs.approve` `.revise` `.reject` `.archive` | PUT /translate/job/{id} | change | required |
 * | `jobs.cancel` | DELETE /translate/job/{id} | change | required |
 * | `jobs.revisions` | GET /translate/job/{id}/revisions | read | required |
 * | `jobs.revision` | GET /translate/job/{id}/revision/{rev_id} | read | required |
 * | `jobs.feedback` | GET /translate/job/{id}/feedback | read | required |
 * | `jobs.comments` | GET /translate/job/{id}/comments | read | required |
 * | `jobs.comment` | POST /translate/job/{id}/comment | change | required |
 * | `orders.place` | POST /translate/jobs | change | required |
 * | `orders.get` | GET /translate/order/{id} | read | required |
 * | `service.languages` | GET /translate/service/languages | read | optional |
 * | `service.languagePairs` | GET /translate/service/language_pairs | read | optional |
 * | `service.quote` | POST /translate/service/quote | read | required |
 * | `service.unitCount` | POST /service/unit_count, beside `/v2` | read | none |
 * | `account.stats` `.me` `.balance` | GET /account/stats, /me, /balance | read | required |
 * | `account.preferredTranslators` | GET /account/preferred_translators | read | required |
 *
 * What reads is repeated on trouble that may pass, at most three times; what changes anything is sent once.
 * Throws ServiceError 'invalid' or 'insecure' for a base address that cannot be used.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const address = parseBaseAddress(options.baseUrl);
  const { clock = systemClock, log = () => undefined, timeoutMs = defaultTimeoutMs, proxy, proxyStrictTls = true } = options;
  const { credentials, userAgent, limits } = options;
  const transport = createTransport({ address, timeoutMs, proxy, proxyStrictTls });
  const closed = new AbortController();
  const call = createPipeline({ address, credentials, userAgent, limits, clock, log, transport }, closed.signal);
  return {
    baseUrl: address.href,
    jobs: createJobs(call),
    orders: createOrders(call),
    service: createService(call),
    account: createAccount(call),
    close: async () => {
      closed.abort();
      await transport.close();
    },
  };
}

function createJobs(call: Call): ServiceClient['jobs'] {
  const read = { method: 'GET', auth: 'required', effect: 'read', group: 'other' } as const;
  const change = { auth: 'required', effect: 'change', group: 'other', decode: decodeNothing } as const;
  const act = async (id: string, data: WireJobAction, options: Parameters<Call>[1]): Promise<void> => {
    await call({ ...change, method: 'PUT', path: path`/translate/job/${id}`, data }, options);
  };
  return {
    async get(ids, options) {
      // Without ids the same address means something else: the list of the latest jobs.
      const batches = chunk([...new Set(ids)], batchSize);
      const answers = await inParallel(batches, batchesAtOnce, options?.signal, (batch, signal) =>
        call({ ...read, group: 'jobs', path: path`/translate/jobs/${batch}`, decode: decodeJobs }, { signal }),
      );
      return answers.flat();
    },
    async getOne(id, options) {
      return call({ ...read, path: path`/translate/job/${id}`, decode: decodeJob }, options);
    },
    async list({ status, timestampAfter, count }, options) {
      const query = { status, timestamp_after: timestampAfter === undefined ? undefined : Math.floor(timestampAfter / 1000), count: checkedCount(count) };
      return call({ ...read, group: 'jobs', path: '/translate/jobs', query, decode: decodeJobStubs }, options);
    },
    async approve(id, feedback = {}, options) {
      const data = present({
        action: 'approve' as const,
        rating: checkedRating(feedback.rating),
        for_translator: checkedOptionalComment(feedback.forTranslator),
        for_service: checkedOptionalComment(feedback.forService),
        public: flag(feedback.public),
      });
      await act(id, data, options);
    },
    async revise(id, comment, options) {
      await act(id, { action: 'revise', comment: checkedComment(comment) }, options);
    },
    async reject(id, { reason, comment, followUp }, options) {
      await act(id, present({ action: 'reject' as const, reason, comment: checkedComment(comment), follow_up: followUp }), options);
    },
    async archive(id, options) {
      await act(id, { action: 'archive' }, options);
    },
    async cancel(id, options) {
      await call({ ...change, method: 'DELETE', path: path`/translate/job/${id}` }, options);
    },
    async revisions(id, options) {
      return call({ ...read, path: path`/translate/job/${id}/revisions`, decode: decodeRevisions }, options);
    },
    async revision(id, revisionId, options) {
      return call({ ...read, path: path`/translate/job/${id}/revision/${revisionId}`, decode: decodeRevision }, options);
    },
    async feedback(id, options) {
      return call({ ...read, path: path`/translate/job/${id}/feedback`, decode: decodeFeedback }, options);
    },
    async comments(id, options) {
      return call({ ...read, path: path`/translate/job/${id}/comments`, decode: decodeComments }, options);
    },
    async comment(id, body, options) {
      const data: WireCommentRequest = { body: checkedComment(body) };
      await call({ ...change, method: 'POST', path: path`/translate/job/${id}/comment`, data }, options);
    },
  };
}

function createOrders(call: Call): ServiceClient['orders'] {
  return {
    async place(order, options) {
      const request = {
        method: 'POST',
        path: '/translate/jobs',
        data: orderPayload(order),
        auth: 'required',
        effect: 'change',
        group: 'jobs',
        jobKeys: order.jobs.map(({ key }) => key),
        decode: (response: unknown) => decodePlacedOrder(response, order.jobs),
      } as const;
      return call(request, options);
    },
    async get(id, options) {
      return call({ method: 'GET', path: path`/translate/order/${id}`, auth: 'required', effect: 'read', group: 'order', decode: decodeOrder }, options);
    },
  };
}

function createService(call: Call): ServiceClient['service'] {
  const read = { method: 'GET', auth: 'optional', effect: 'read', group: 'service' } as const;
  return {
    async languages(options) {
      return call({ ...read, path: '/translate/service/languages', decode: decodeLanguages }, options);
    },
    async languagePairs(filter, options) {
      return call({ ...read, path: '/translate/service/language_pairs', query: { lc_src: filter?.source }, decode: decodeLanguagePairs }, options);
    },
    async quote(jobs, options) {
      jobPayloads(jobs); // So that nothing is asked when any job is not as it must be, or two have one key.
      const answers = await inParallel(chunk(jobs, batchSize), batchesAtOnce, options?.signal, async (batch, signal) => {
        const data: WireQuoteRequest = { jobs: jobPayloads(batch) };
        const request = {
          ...read,
          method: 'POST',
          path: '/translate/service/quote',
          auth: 'required',
          data,
          jobKeys: batch.map(({ key }) => key),
          decode: (response: unknown) => decodeQuote(response, batch),
        } as const;
        return call(request, { signal });
      });
      return answers.flat();
    },
    async unitCount(texts, options) {
      const json: readonly WireUnitCountItem[] = texts.map(({ text, language }) => ({ text, lc: language }));
      const request = {
        method: 'POST',
        base: 'root',
        path: '/service/unit_count',
        json,
        auth: 'none',
        effect: 'read',
        group: 'other',
        decode: (response: unknown) => decodeUnitCounts(response, texts.length),
      } as const;
      return call(request, options);
    },
  };
}

function createAccount(call: Call): ServiceClient['account'] {
  const read = { method: 'GET', auth: 'required', effect: 'read', group: 'account' } as const;
  return {
    async stats(options) {
      return call({ ...read, path: '/account/stats', decode: decodeStats }, options);
    },
    async me(options) {
      return call({ ...read, path: '/account/me', decode: decodeMe }, options);
    },
    async balance(options) {
      return call({ ...read, path: '/account/balance', decode: decodeBalance }, options);
    },
    async preferredTranslators(options) {
      return call({ ...read, path: '/account/preferred_translators', decode: decodePreferredTranslators }, options);
    },
  };
}
