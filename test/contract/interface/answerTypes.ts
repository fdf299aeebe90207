import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';
import {
  boolean,
  byMode,
  decimalText,
  integer,
  integerText,
  keyed,
  listOf,
  number,
  orNull,
  record,
  text,
  zeroOrOne,
  zeroOrOneText,
  type TypeCheck,
} from './jsonTypes.ts';
import { isFields } from './replies.ts';

// Numbers that have a type in the contract's tables but were recorded as strings.
const id = byMode(integer, integerText);
const count = byMode(integer, integerText);
const credits = byMode(number, decimalText(2));
const price = byMode(number, decimalText(4));
const flag = byMode(zeroOrOne, zeroOrOneText);
const rating = byMode(integer, decimalText(1));
// Values without a type in the contract: as recorded, in both modes.
const recordedId = integerText;
const recordedCount = integerText;
const recordedCredits = decimalText(2);

/** §2 Job. The last three fields are from public material. */
export const job = record({
  job_id: id,
  order_id: id,
  credits,
  currency: text,
  tier: text,
  lc_src: text,
  lc_tgt: text,
  unit_count: count,
  slug: text,
  auto_approve: flag,
  eta: integer,
  callback_url: text,
  body_src: text,
  body_tgt: text,
  ctime: integer,
  status: text,
  file_download_ready: boolean,
  file_url_src: text,
  file_url_tgt: text,
  position: integer,
  glossary_id: integer,
  custom_data: text,
});

/** The callback for a comment. */
export const commentCallback = record({ job_id: id, body: text, ctime: integer, author: text, custom_data: text });

const jobStub = record({ job_id: id, ctime: integer });

const ids = listOf(recordedId);
const order = record({
  order_id: id,
  total_credits: recordedCredits,
  total_units: recordedCount,
  total_jobs: recordedCount,
  currency: text,
  as_group: zeroOrOne,
  jobs_queued: integer,
  jobs_available: ids,
  jobs_pending: ids,
  jobs_reviewable: ids,
  jobs_approved: ids,
  jobs_revising: ids,
  jobs_cancelled: ids,
  jobs_held: ids,
});

const placedOrder = record({
  order_id: integer,
  job_count: integer,
  credits_used: recordedCredits,
  currency: text,
  jobs: keyed(listOf(job)),
});

const errorEntry = record({ code: integer, msg: text });
const errorsOfJobs = keyed(listOf(errorEntry));

const quotedText = {
  credits: number,
  eta: integer,
  unit_count: integer,
  lc_src_detected: text,
  currency: text,
  type: text,
  custom_data: text,
};
const quotedFile = record({
  ...quotedText,
  credits,
  order_id: id,
  identifier: text,
  lc_src: text,
  title: text,
  err: record({ filename: text, code: integer, key: text, msg: text }),
});

const thread = record({ thread: listOf(record({ author: text, body: text, ctime: integer })) });

const glossary = record({
  id: integer,
  customer_user_id: integer,
  source_language_id: integer,
  source_language_code: text,
  unit_count: integer,
  ctime: text,
  // Number and code of each language.
  target_languages: listOf(listOf(() => undefined)),
  is_public: boolean,
  description: orNull(text),
  title: text,
  status: integer,
});

const translator = record({ id: integer, last_login: integer });
const quote = record({ jobs: keyed(record(quotedText)) });
const fileQuote = record({ jobs: keyed(quotedFile) });
const oneJob = record({ job });
const oneOrder = record({ order });
const nothing = record({});

/** `response` of each endpoint, by method and path without a trailing slash. The first match applies. */
const answers: readonly (readonly [endpoint: RegExp, response: TypeCheck])[] = [
  [/^GET \/v2\/translate\/job\/\d+$/u, oneJob],
  [/^(?:PUT|POST|DELETE) \/v2\/translate\/job\/\d+$/u, nothing],
  [
    /^GET \/v2\/translate\/job\/\d+\/revisions$/u,
    record({ job_id: id, revisions: listOf(record({ rev_id: id, ctime: integer })) }),
  ],
  // Recorded: the text of a file's revision is null.
  [
    /^GET \/v2\/translate\/job\/\d+\/revision\/\d+$/u,
    record({ revision: record({ body_tgt: orNull(text), ctime: integer }) }),
  ],
  // Recorded: null if none was given.
  [
    /^GET \/v2\/translate\/job\/\d+\/feedback$/u,
    record({ feedback: record({ for_translator: orNull(text), rating }) }),
  ],
  [/^POST \/v2\/translate\/(?:job|order)\/\d+\/comment$/u, nothing],
  [/^GET \/v2\/translate\/(?:job|order)\/\d+\/comments$/u, thread],
  [/^POST \/v2\/translate\/jobs$/u, placedOrder],
  [/^GET \/v2\/translate\/jobs$/u, listOf(jobStub)],
  [/^PUT \/v2\/translate\/jobs$/u, nothing],
  [/^GET \/v2\/translate\/jobs\/group\/\d+$/u, record({ jobs: listOf(jobStub), ctime: integer })],
  [/^GET \/v2\/translate\/jobs\/[\d,]+$/u, record({ jobs: listOf(job) })],
  [/^(?:GET|DELETE) \/v2\/translate\/order\/\d+$/u, oneOrder],
  [
    /^GET \/v2\/translate\/service\/language_pairs$/u,
    listOf(record({ lc_src: text, lc_tgt: text, tier: text, currency: text, unit_price: price })),
  ],
  [
    /^GET \/v2\/translate\/service\/languages$/u,
    listOf(record({ lc: text, language: text, localized_name: text, unit_type: text })),
  ],
  [/^POST \/v2\/translate\/service\/quote\/file$/u, fileQuote],
  [/^POST \/v2\/translate\/service\/quote$/u, quote],
  [/^GET \/v2\/translate\/glossary$/u, listOf(glossary)],
  [/^GET \/v2\/translate\/glossary\/\d+$/u, glossary],
  [
    /^GET \/v2\/account\/stats$/u,
    record({
      credits_spent: credits,
      processing: recordedCredits,
      user_since: integer,
      currency: text,
      billing_type: text,
      customer_type: text,
    }),
  ],
  [/^GET \/v2\/account\/me$/u, record({ email: text, full_name: text, display_name: text, language_code: text })],
  [/^GET \/v2\/account\/balance$/u, record({ credits, currency: text })],
  [
    /^GET \/v2\/account\/preferred_translators$/u,
    listOf(record({ lc_src: text, lc_tgt: text, tier: text, translators: listOf(translator) })),
  ],
  [/^POST \/sandbox\/jobs\/\d+\/\w+$/u, oneJob],
];

const unitCounts = listOf(record({ text, lc: text, unit_type: text, unit_count: integer }));

/** Fails unless every value in an answer has the type for this mode. */
export function checkAnswerTypes(wire: WireMode, method: string, path: string, body: unknown): void {
  const endpoint = `${method} ${path.replace(/[?#].*$/u, '').replace(/\/$/u, '')}`;
  if (Array.isArray(body)) unitCounts(body, wire, endpoint);
  if (!isFields(body)) return;
  const { err, response } = body;
  if (err !== undefined)
    (isFields(err) && ('code' in err || 'msg' in err) ? errorEntry : errorsOfJobs)(err, wire, 'err');
  // The contract does not cover other answers of the sandbox's own interface.
  const other = endpoint.includes(' /sandbox/') ? (): void => undefined : nothing;
  // Files may be posted to the address of texts; the entries show which kind of quote it is.
  const isOlderFileQuote =
    endpoint === 'POST /v2/translate/service/quote' && /"(?:identifier|err)":/u.test(JSON.stringify(response ?? {}));
  const check = isOlderFileQuote ? fileQuote : (answers.find(([pattern]) => pattern.test(endpoint))?.[1] ?? other);
  if (response !== undefined) check(response, wire, 'response');
}
