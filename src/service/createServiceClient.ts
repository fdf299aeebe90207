import { systemClock } from '../base/clock.ts';
import { createAccountMethods, createGlossaryMethods } from './methods/createAccountMethods.ts';
import { parseBaseAddress } from './interface/baseAddress.ts';
import { createFileMethods } from './methods/createFileMethods.ts';
import { createJobMethods } from './methods/createJobMethods.ts';
import { createLifetime } from './calls/lifetime.ts';
import { createOrderMethods } from './methods/createOrderMethods.ts';
import { createPipeline } from './calls/createPipeline.ts';
import { logSafely } from './calls/requestLog.ts';
import type { ServiceClient, ServiceClientOptions } from './interface/serviceClient.ts';
import { createServiceMethods } from './methods/createServiceMethods.ts';
import { sharedThrottle, type SharedThrottle } from './calls/sharedThrottle.ts';
import type { LimitedGroup } from './interface/resourceGroup.ts';
import { createTransport } from './http/transport.ts';

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
 * | `jobs.approveMany` `.reviseMany` `.rejectMany` `.archiveMany` | PUT /translate/jobs | change | required |
 * | `jobs.cancel` | DELETE /translate/job/{id} | change | required |
 * | `jobs.revisions` | GET /translate/job/{id}/revisions | read | required |
 * | `jobs.revision` | GET /translate/job/{id}/revision/{rev_id} | read | required |
 * | `jobs.feedback` | GET /translate/job/{id}/feedback | read | required |
 * | `jobs.comments` | GET /translate/job/{id}/comments | read | required |
 * | `jobs.comment` | POST /translate/job/{id}/comment | change | required |
 * | `orders.place` | POST /translate/jobs | change | required |
 * | `orders.get` | GET /translate/order/{id} | read | required |
 * | `orders.cancel` | DELETE /translate/order/{id} | change | required |
 * | `orders.comments` | GET /translate/order/{id}/comments | read | required |
 * | `orders.comment` | POST /translate/order/{id}/comment | change | required |
 * | `service.languages` | GET /translate/service/languages | read | optional |
 * | `service.languagePairs` | GET /translate/service/language_pairs | read | optional |
 * | `service.quote` | POST /translate/service/quote | read | required |
 * | `service.quoteFiles` | POST /translate/service/quote/file, or .../quote (`wireNames`) | read | required |
 * | `service.unitCount` | POST or GET /service/unit_count, next to `/v2` | read | none |
 * | `account.stats` | GET /account/stats | read | required |
 * | `account.me` | GET /account/me | read | required |
 * | `account.balance` | GET /account/balance | read | required |
 * | `account.preferredTranslators` | GET /account/preferred_translators | read | required |
 * | `glossaries.list` | GET /translate/glossary | read | required |
 * | `glossaries.get` | GET /translate/glossary/{id} | read | required |
 * | `files.download` | GET of an address in a job's record, on any host | read | none |
 *
 * Reads are retried at most three times after transient errors; changes are sent once.
 * Throws ServiceError 'invalid' or 'insecure' for a base address that cannot be used.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const {
    clock = systemClock,
    log = () => undefined,
    limits = 'production',
    wireNames = {},
    throttleFolder: folder,
  } = options;
  const { timeoutMs = defaultTimeoutMs, proxy, noProxy = [], proxyStrictTls = true } = options;
  const address = parseBaseAddress(options.baseUrl, {
    allowPlainHttp: options.allowPlainHttp === true || options.credentials === undefined,
  });
  const transport = createTransport({
    address,
    timeoutMs,
    proxy,
    noProxy,
    proxyStrictTls,
    findProxy: options.findProxy,
  });
  const lifetime = createLifetime(clock);
  const safeLog = (line: string): void => {
    logSafely(log, line);
  };
  const throttleFor = (group: LimitedGroup): SharedThrottle =>
    sharedThrottle({
      origin: address.origin,
      limits,
      group,
      clock,
      log: safeLog,
      ...(folder !== undefined && { folder }),
    });
  const shared = { address, userAgent: options.userAgent, throttleFor, clock, log: safeLog, transport, lifetime };
  const call = createPipeline({ ...shared, credentials: options.credentials });
  return {
    baseUrl: address.href,
    jobs: createJobMethods(call, wireNames),
    orders: createOrderMethods(call),
    service: createServiceMethods(call, wireNames),
    account: createAccountMethods(call),
    glossaries: createGlossaryMethods(call),
    files: createFileMethods(shared),
    close: async () => {
      await lifetime.close();
      await transport.close();
    },
  };
}
