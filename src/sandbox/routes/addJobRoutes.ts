import type {
  WireCommentsAnswer,
  WireFeedbackAnswer,
  WireJobAnswer,
  WireRevisionAnswer,
  WireRevisionsAnswer,
} from '../../service/interface/wire.ts';
import { callData } from '../http/call.ts';
import { okAnswer } from '../http/answers.ts';
import { refused } from '../http/errors.ts';
import { readThreadComment } from './fields.ts';
import { readAction, wrongStateCode } from './jobActions.ts';
import { actOrRefuse, jobOf, type SandboxApp } from './routing.ts';
import type { WireNumbers } from '../wire/wireNumbers.ts';
import { jobRecord, threadRecord, wireTime } from '../wire/wireRecords.ts';
import type { World } from '../world/world.ts';

/** Adds rows 1 to 8 of contract §4: calls about one job. */
export function addJobRoutes(app: SandboxApp, world: World, wire: WireNumbers): void {
  app.all('/v2/translate/job', () => {
    throw refused(2050);
  });

  app.get('/v2/translate/job/:id', (c) => {
    const answer: WireJobAnswer = { job: jobRecord(jobOf(world, c.req.param('id')), world, wire) };
    return okAnswer(answer);
  });

  app.put('/v2/translate/job/:id', (c) => {
    const job = jobOf(world, c.req.param('id'));
    const action = readAction(callData(c.env.call));
    actOrRefuse(world, job, action, wrongStateCode(action));
    return okAnswer();
  });

  app.delete('/v2/translate/job/:id', (c) => {
    actOrRefuse(world, jobOf(world, c.req.param('id')), { kind: 'cancel' }, 2252);
    return okAnswer();
  });

  app.get('/v2/translate/job/:id/revisions', (c) => {
    const job = jobOf(world, c.req.param('id'));
    const revisions = job.revisions.map(({ id, at }) => ({ ctime: wireTime(at), rev_id: wire.id(id) }));
    const answer: WireRevisionsAnswer = { job_id: wire.id(job.id), revisions };
    return okAnswer(answer);
  });

  app.get('/v2/translate/job/:id/revision', () => {
    throw refused(2150);
  });

  app.get('/v2/translate/job/:id/revision/:revision', (c) => {
    const job = jobOf(world, c.req.param('id'));
    const revision = job.revisions.find(({ id }) => String(id) === c.req.param('revision'));
    if (revision === undefined) throw refused(2200);
    const answer: WireRevisionAnswer = {
      revision: { ctime: wireTime(revision.at), body_tgt: job.file === undefined ? revision.text : null },
    };
    return okAnswer(answer);
  });

  app.get('/v2/translate/job/:id/feedback', (c) => {
    const { feedback } = jobOf(world, c.req.param('id'));
    const answer: WireFeedbackAnswer = {
      feedback: { rating: wire.rating(feedback?.rating), for_translator: feedback?.forTranslator ?? null },
    };
    return okAnswer(answer);
  });

  app.post('/v2/translate/job/:id/comment', (c) => {
    const job = jobOf(world, c.req.param('id'));
    actOrRefuse(world, job, { kind: 'comment', author: 'customer', ...readThreadComment(callData(c.env.call)) }, 2650);
    return okAnswer();
  });

  app.get('/v2/translate/job/:id/comments', (c) => {
    const answer: WireCommentsAnswer = { thread: threadRecord(jobOf(world, c.req.param('id')).thread) };
    return okAnswer(answer);
  });
}
