import type { WireCommentsAnswer, WireFeedbackAnswer, WireJobAnswer, WireRevisionAnswer, WireRevisionsAnswer } from '../service/wire.ts';
import { callData } from './call.ts';
import { okAnswer } from './envelope.ts';
import { refused } from './errors.ts';
import type { JobFeedback, JobRejection } from './job.ts';
import type { JobEvent } from './jobMachine.ts';
import { actOrRefuse, jobOf, type SandboxApp } from './routing.ts';
import { given, maxCommentChars, readFlag } from './validate.ts';
import { jobRecord, threadRecord, wireTime } from './wireRecords.ts';
import type { World } from './world.ts';

type Data = Readonly<Record<string, unknown>>;

/** Rows 1 to 8 of contract §4: one job. */
export function addJobRoutes(app: SandboxApp, world: World): void {
  app.get('/v2/translate/job/:id', (c) => {
    const answer: WireJobAnswer = { job: jobRecord(jobOf(world, c.req.param('id')), world) };
    return okAnswer(answer);
  });

  app.put('/v2/translate/job/:id', (c) => {
    const job = jobOf(world, c.req.param('id'));
    const event = readAction(callData(c.env.call));
    actOrRefuse(world, job, event, event.kind === 'archive' ? 2650 : 2250);
    return okAnswer();
  });

  app.delete('/v2/translate/job/:id', (c) => {
    actOrRefuse(world, jobOf(world, c.req.param('id')), { kind: 'cancel' }, 2252);
    return okAnswer();
  });

  app.get('/v2/translate/job/:id/revisions', (c) => {
    const job = jobOf(world, c.req.param('id'));
    const revisions = job.revisions.map(({ id, at }) => ({ ctime: wireTime(at), rev_id: String(id) }));
    const answer: WireRevisionsAnswer = { job_id: String(job.id), revisions };
    return okAnswer(answer);
  });

  app.get('/v2/translate/job/:id/revision/:revision', (c) => {
    const job = jobOf(world, c.req.param('id'));
    const revision = job.revisions.find(({ id }) => String(id) === c.req.param('revision'));
    if (revision === undefined) throw refused(2200);
    const answer: WireRevisionAnswer = { revision: { ctime: wireTime(revision.at), body_tgt: revision.text } };
    return okAnswer(answer);
  });

  app.get('/v2/translate/job/:id/feedback', (c) => {
    const { feedback } = jobOf(world, c.req.param('id'));
    // Recorded: a decimal text, and "0.0" when no rating was given.
    const rating = (feedback?.rating ?? 0).toFixed(1);
    const answer: WireFeedbackAnswer = { feedback: { rating, for_translator: feedback?.forTranslator ?? null } };
    return okAnswer(answer);
  });

  app.post('/v2/translate/job/:id/comment', (c) => {
    const job = jobOf(world, c.req.param('id'));
    const body = readText(callData(c.env.call), 'body', 2000);
    actOrRefuse(world, job, { kind: 'comment', author: 'customer', body }, 2650);
    return okAnswer();
  });

  app.get('/v2/translate/job/:id/comments', (c) => {
    const answer: WireCommentsAnswer = { thread: threadRecord(jobOf(world, c.req.param('id'))) };
    return okAnswer(answer);
  });
}

/** The action of PUT job with its fields, checked as contract §4 lists them. */
function readAction(data: Data): JobEvent {
  const action = given(data, 'action');
  switch (action) {
    case 'approve':
      return { kind: 'approve', feedback: readFeedback(data) };
    case 'revise':
      return { kind: 'revise', comment: readText(data, 'comment', 2300) };
    case 'reject':
      return { kind: 'reject', rejection: readRejection(data) };
    case 'archive':
      return { kind: 'archive' };
    default:
      throw refused(400, '"action" must be revise, approve, reject or archive');
  }
}

function readFeedback(data: Data): JobFeedback {
  const rating = readRating(data);
  const forTranslator = given(data, 'for_translator');
  // The contract's name, and the one that older clients send.
  const forService = given(data, 'for_service') ?? given(data, 'for_mygengo');
  const complain = (): never => {
    throw refused(2503);
  };
  return {
    public: readFlag(data, 'public', 2503, complain),
    ...(rating === undefined ? {} : { rating }),
    ...(typeof forTranslator === 'string' ? { forTranslator } : {}),
    ...(typeof forService === 'string' ? { forService } : {}),
  };
}

function readRating(data: Data): number | undefined {
  const value = given(data, 'rating');
  if (value === undefined) return undefined;
  const rating = typeof value === 'string' ? Number(value) : value;
  if (typeof rating !== 'number' || !Number.isInteger(rating)) throw refused(2501);
  if (rating < 1 || rating > 5) throw refused(2502);
  return rating;
}

function readRejection(data: Data): JobRejection {
  const reason = given(data, 'reason');
  if (reason !== 'quality' && reason !== 'incomplete' && reason !== 'other') throw refused(2350);
  const followUp = given(data, 'follow_up') ?? 'requeue';
  const comment = readText(data, 'comment', 2300);
  if (followUp !== 'requeue' && followUp !== 'cancel') throw refused(2450);
  return { reason, comment, followUp };
}

function readText(data: Data, name: string, missing: 2000 | 2300): string {
  const text = given(data, name);
  if (typeof text !== 'string') throw refused(missing);
  if (text.length > maxCommentChars) throw refused(400, `"${name}" is longer than ${maxCommentChars} characters`);
  return text;
}
