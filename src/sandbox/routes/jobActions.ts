import { present } from '../../base/present.ts';
import { refused } from '../http/errors.ts';
import { fieldOf, isLeftEmpty, readComment, readCommentText, readFlag, refuse, type Payload } from './fields.ts';
import type { JobFeedback, JobRejection } from '../records/job.ts';
import type { JobEvent } from '../world/jobMachine.ts';

/** A customer's action on a job (contract §4). */
export type JobAction = Extract<JobEvent, { readonly kind: 'approve' | 'revise' | 'reject' | 'archive' }>;

/** Reads `action` and its fields. Refuses with the code of the first one that is missing or invalid. */
export function readAction(data: Payload): JobAction {
  const action = fieldOf(data, 'action');
  switch (action) {
    case 'approve':
      return { kind: 'approve', feedback: readFeedback(data) };
    case 'revise':
      return { kind: 'revise', comment: readCommentText(data, 'comment', 2300) };
    case 'reject':
      return { kind: 'reject', rejection: readRejection(data) };
    case 'archive':
      return { kind: 'archive' };
    default:
      throw refused(400, '"action" must be revise, approve, reject or archive');
  }
}

/**
 * Returns the service's code for an action that the job's status does not allow: 2250 for approve and revise, 2650 for
 * reject and archive, as a public client's tests expect of the live service.
 */
export function wrongStateCode({ kind }: JobAction): 2250 | 2650 {
  return kind === 'approve' || kind === 'revise' ? 2250 : 2650;
}

function readFeedback(data: Payload): JobFeedback {
  const rating = readRating(data);
  const forTranslator = readComment(data, 'for_translator', refuse);
  // The contract's name, or the one that older clients send.
  const forService = readComment(data, 'for_service', refuse) ?? readComment(data, 'for_mygengo', refuse);
  return {
    public: readFlag(data, 'public', 2503, refuse),
    ...present({ rating, forTranslator, forService }),
  };
}

/** Optional (contract §4), but must not be empty. */
function readRating(data: Payload): number | undefined {
  if (isLeftEmpty(data, 'rating')) throw refused(2500);
  const value = fieldOf(data, 'rating');
  if (value === undefined) return undefined;
  const rating = typeof value === 'string' ? Number(value) : value;
  if (typeof rating !== 'number' || !Number.isInteger(rating)) throw refused(2501);
  if (rating < 1 || rating > 5) throw refused(2502);
  return rating;
}

function readRejection(data: Payload): JobRejection {
  const reason = fieldOf(data, 'reason');
  if (reason !== 'quality' && reason !== 'incomplete' && reason !== 'other') throw refused(2350);
  const followUp = fieldOf(data, 'follow_up') ?? 'requeue';
  const comment = readCommentText(data, 'comment', 2300);
  if (followUp !== 'requeue' && followUp !== 'cancel') throw refused(2450);
  return { reason, comment, followUp };
}
