import {
  checkedAttachment,
  checkedCallbackUrl,
  checkedComment,
  checkedCustomData,
  checkedGlossaryId,
  checkedKey,
  checkedOptionalComment,
  checkedPurpose,
  checkedRating,
  checkedReferenceId,
  checkedServices,
  checkedText,
  checkedTone,
  checkedWhole,
  maxJobsPerCall,
  maxJobsPerGroup,
  refusal,
} from '../interface/limits.ts';
import type { Attachment, JobOptions, NewFile, NewJob, NewOrder } from '../interface/records.ts';
import { present } from '../../base/present.ts';
import type { Approval, Rejection, WireNames } from '../interface/serviceClient.ts';
import type {
  WireApproval,
  WireAttachment,
  WireCommentRequest,
  WireJobPayload,
  WireOrderRequest,
  WireRejection,
} from '../interface/wire.ts';

/** Converts an order to its wire format. Throws ServiceError 'invalid' for values that the contract does not allow. */
export function orderPayload(order: NewOrder): WireOrderRequest {
  if (order.jobs.length === 0) throw refusal('An order must have at least one job.', 'jobs-missing');
  const mostJobs = order.asGroup === true ? maxJobsPerGroup : maxJobsPerCall;
  if (order.jobs.length > mostJobs)
    throw refusal(`An order may have ${mostJobs} jobs a call at most.`, 'too-many-jobs');
  if (order.asGroup === true) requireGroup(order.jobs);
  return present({
    jobs: jobPayloads(order.jobs),
    comment: checkedOptionalComment(order.comment),
    as_group: flag(order.asGroup),
    purpose: checkedPurpose(order.purpose),
    tone: checkedTone(order.tone),
    reference_id: checkedReferenceId(order.referenceId),
    attachments: attachmentPayloads(order.attachments),
  });
}

/** Throws for jobs that cannot be a group. The languages and tier of a file are known only to the service. */
function requireGroup(jobs: readonly NewJob[]): void {
  if (jobs.length === 1) throw refusal('A group must have at least two jobs.', 'group-of-one');
  const pairs = new Set(
    jobs.flatMap((job) =>
      'identifier' in job ? [] : [JSON.stringify([job.sourceLanguage, job.targetLanguage, job.tier])],
    ),
  );
  if (pairs.size > 1) throw refusal('The jobs of a group must have one language pair and one tier.', 'group-mixed');
}

/** Converts jobs to be quoted or ordered, by key. Throws ServiceError 'invalid'. */
export function jobPayloads(jobs: readonly NewJob[]): Readonly<Record<string, WireJobPayload>> {
  return byKey(jobs, jobPayload);
}

/** Converts files to be quoted, by key; `fileKeys` are the names of their parts. Throws ServiceError 'invalid'. */
export function filePayloads(
  files: readonly NewFile[],
  fileKeys: readonly string[],
): Readonly<Record<string, WireJobPayload>> {
  return byKey(files, (file, index) =>
    present({
      type: 'file' as const,
      file_key: fileKeys[index],
      lc_src: file.sourceLanguage,
      lc_tgt: file.targetLanguage,
      tier: file.tier,
      ...optionFields(file),
    }),
  );
}

function byKey<J extends JobOptions>(
  jobs: readonly J[],
  payloadOf: (job: J, index: number) => WireJobPayload,
): Readonly<Record<string, WireJobPayload>> {
  const payloads = new Map(jobs.map((job, index) => [checkedKey(job.key), payloadOf(job, index)]));
  if (payloads.size < jobs.length) throw refusal('Two jobs have the same key.', 'key-invalid');
  return Object.fromEntries(payloads);
}

/** A quoted file has no languages or tier here: the service knows them from the quote. */
function jobPayload(job: NewJob): WireJobPayload {
  if ('identifier' in job) return present({ type: 'file' as const, identifier: job.identifier, ...optionFields(job) });
  const { text, sourceLanguage, targetLanguage, tier } = job;
  return present({
    type: 'text' as const,
    body_src: checkedText(text),
    lc_src: sourceLanguage,
    lc_tgt: targetLanguage,
    tier,
    ...optionFields(job),
  });
}

/** The optional fields of any job. Unset fields are omitted: the service does not accept null for them. */
function optionFields(job: JobOptions): WireJobPayload {
  return present({
    slug: job.title,
    comment: checkedOptionalComment(job.comment),
    attachments: attachmentPayloads(job.attachments),
    callback_url: checkedCallbackUrl(job.callbackUrl),
    custom_data: checkedCustomData(job.customData),
    auto_approve: flag(job.autoApprove),
    force: flag(job.force),
    use_preferred: flag(job.usePreferred),
    position: checkedWhole(job.position, 'The position of a job'),
    glossary_id: checkedGlossaryId(job.glossaryId),
    max_chars: checkedWhole(job.maxChars, 'The character limit of a translation'),
    purpose: checkedPurpose(job.purpose),
    tone: checkedTone(job.tone),
    services: checkedServices(job.services),
    as_group: flag(job.asGroup),
  });
}

/**
 * Converts an approval; `staffComment` is the field name of the comment for the staff. Throws ServiceError 'invalid'.
 */
export function approvalPayload(approval: Approval, { staffComment = 'for_service' }: WireNames): WireApproval {
  const forService = checkedOptionalComment(approval.forService);
  return present({
    rating: checkedRating(approval.rating),
    for_translator: checkedOptionalComment(approval.forTranslator),
    [staffComment]: forService,
    public: flag(approval.public),
  });
}

/** Converts a rejection. Throws ServiceError 'invalid'. */
export function rejectionPayload({ reason, comment, followUp }: Rejection): WireRejection {
  return present({ reason, comment: checkedComment(comment), follow_up: followUp });
}

/** Converts a comment. Throws ServiceError 'invalid'. */
export function commentPayload(body: string, attachments: readonly Attachment[] | undefined): WireCommentRequest {
  return present({ body: checkedComment(body), attachments: attachmentPayloads(attachments) });
}

function attachmentPayloads(attachments: readonly Attachment[] | undefined): readonly WireAttachment[] | undefined {
  return attachments?.map((attachment) => {
    const { url, filename, mimeType } = checkedAttachment(attachment);
    return { url, filename, mime_type: mimeType };
  });
}

function flag(value: boolean | undefined): 0 | 1 | undefined {
  if (value === undefined) return undefined;
  return value ? 1 : 0;
}
