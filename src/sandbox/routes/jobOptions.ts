import {
  fieldOf,
  itemsOf,
  readAttachments,
  readCallbackUrl,
  readComment,
  readCustomData,
  readFlag,
  readManner,
  readWholeNumber,
  type Complain,
  type Payload,
} from './fields.ts';
import type { AccountSetup } from '../world/accountSetup.ts';
import { findGlossary } from '../world/accountGlossaries.ts';
import type { RequestedWork } from '../world/orderRequest.ts';
import { findPreferred, minPreferred } from '../world/preferredTranslators.ts';

/** Options of any job, for a text or for a file. */
export type JobOptions = Omit<
  RequestedWork,
  'slug' | 'bodySrc' | 'lcSrc' | 'lcTgt' | 'tier' | 'unitCount' | 'cents' | 'file'
>;

/** Languages and tier of the job; undefined if they are not valid. */
type JobPair = Pick<RequestedWork, 'lcSrc' | 'lcTgt' | 'tier'> | undefined;

/** Reads the optional fields of a job of the account with this setup. Complains about each invalid one. */
export function readJobOptions(payload: Payload, pair: JobPair, setup: AccountSetup, complain: Complain): JobOptions {
  const optional = {
    comment: readComment(payload, 'comment', complain),
    callbackUrl: readCallbackUrl(payload, complain),
    customData: readCustomData(payload, complain),
    attachments: readAttachments(payload, complain),
    position: readWholeNumber(payload, 'position', 1, complain),
    maxChars: readWholeNumber(payload, 'max_chars', 1, complain),
    glossaryId: readGlossary(payload, setup, complain),
    edit: readServices(payload, complain) || undefined,
    grouped: readFlag(payload, 'as_group', 1851, complain) || undefined,
    usePreferred: readUsePreferred(payload, pair, setup, complain) || undefined,
  };
  return {
    autoApprove: readFlag(payload, 'auto_approve', 1651, complain),
    ...readManner(payload, complain),
    ...withoutUndefined(optional),
  };
}

/** Returns whether a second pass is ordered. The first pass is always included. */
function readServices(payload: Payload, complain: Complain): boolean {
  const services = fieldOf(payload, 'services');
  if (services === undefined) return false;
  const names = itemsOf(services) ?? [];
  const isValid = names.includes('translation') && names.every((name) => name === 'translation' || name === 'edit');
  if (!isValid) complain(400, '"services" must hold "translation" and may hold "edit"');
  return isValid && names.includes('edit');
}

/** Public material requires at least two translators for the pair, and has no separate code for fewer. */
function readUsePreferred(
  payload: Payload,
  pair: JobPair,
  { preferredTranslators }: AccountSetup,
  complain: Complain,
): boolean {
  const usePreferred = readFlag(payload, 'use_preferred', 1701, complain);
  if (usePreferred && pair !== undefined && findPreferred(preferredTranslators, pair).length < minPreferred) {
    complain(1701, `there are fewer than ${minPreferred} preferred translators for these languages and tier`);
  }
  return usePreferred;
}

/** Reads a glossary id. Complains with 404 about an unknown glossary or another account's, as reading it would. */
function readGlossary(payload: Payload, { glossaries }: AccountSetup, complain: Complain): number | undefined {
  const id = readWholeNumber(payload, 'glossary_id', 1, complain);
  if (id !== undefined && findGlossary(glossaries, String(id)) === undefined)
    complain(404, `there is no glossary ${id}`);
  return id;
}

function withoutUndefined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
