import {
  decodeBalance,
  decodeGlossaries,
  decodeGlossary,
  decodeMe,
  decodePreferredTranslators,
  decodeStats,
} from '../decode/decodeService.ts';
import type { Call } from '../calls/createPipeline.ts';
import { path } from '../http/request.ts';
import type { ServiceClient } from '../interface/serviceClient.ts';

export function createAccountMethods(call: Call): ServiceClient['account'] {
  const readRequest = { method: 'GET', auth: 'required', effect: 'read', group: 'account' } as const;
  return {
    async stats(options) {
      return call({ ...readRequest, path: '/account/stats', decode: decodeStats }, options);
    },
    async me(options) {
      return call({ ...readRequest, path: '/account/me', decode: decodeMe }, options);
    },
    async balance(options) {
      return call({ ...readRequest, path: '/account/balance', decode: decodeBalance }, options);
    },
    async preferredTranslators(options) {
      return call(
        { ...readRequest, path: '/account/preferred_translators', decode: decodePreferredTranslators },
        options,
      );
    },
  };
}

export function createGlossaryMethods(call: Call): ServiceClient['glossaries'] {
  const readRequest = { method: 'GET', auth: 'required', effect: 'read', group: 'other' } as const;
  return {
    async list(options) {
      return call({ ...readRequest, path: '/translate/glossary', decode: decodeGlossaries }, options);
    },
    async get(id, options) {
      return call({ ...readRequest, path: path`/translate/glossary/${id}`, decode: decodeGlossary }, options);
    },
  };
}
