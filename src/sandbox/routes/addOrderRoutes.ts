import type { WireCommentsAnswer, WireOrderAnswer, WirePlacedOrder } from '../../service/interface/wire.ts';
import { callData, type WireCall } from '../http/call.ts';
import { okAnswer } from '../http/answers.ts';
import { errorEntry, refused, refusedJobs } from '../http/errors.ts';
import { readThreadComment } from './fields.ts';
import type { SandboxOrder } from '../records/placedOrder.ts';
import { currency, formatCents } from '../world/prices.ts';
import { actOrRefuse, type SandboxApp } from './routing.ts';
import { readJobs, readOrderOptions } from './validate.ts';
import { wireNumbers, type WireNumbers } from '../wire/wireNumbers.ts';
import { jobRecord, orderRecord, orderThread, threadRecord } from '../wire/wireRecords.ts';
import type { World } from '../world/world.ts';

/** Adds placing orders, and calls about one order: its jobs, canceling them, its comments. */
export function addOrderRoutes(app: SandboxApp, world: World, wire: WireNumbers): void {
  app.post('/v2/translate/jobs', (c) => okAnswer(placeOrder(c.env.call, world, wire)));

  app.get('/v2/translate/order/:id', (c) => {
    const order = orderOf(world, c.req.param('id'));
    const answer: WireOrderAnswer = { order: orderRecord(order, world.jobsOf(order), wire) };
    return okAnswer(answer);
  });

  app.delete('/v2/translate/order/:id', (c) => {
    const order = orderOf(world, c.req.param('id'));
    cancelAvailable(order, world);
    const answer: WireOrderAnswer = { order: orderRecord(order, world.jobsOf(order), wire) };
    return okAnswer(answer);
  });

  app.post('/v2/translate/order/:id/comment', (c) => {
    const order = orderOf(world, c.req.param('id'));
    world.commentOnOrder(order, { author: 'customer', ...readThreadComment(callData(c.env.call)) });
    return okAnswer();
  });

  app.get('/v2/translate/order/:id/comments', (c) => {
    const answer: WireCommentsAnswer = { thread: threadRecord(orderThread(orderOf(world, c.req.param('id')))) };
    return okAnswer(answer);
  });

  app.all('/v2/translate/order', () => {
    throw refused(2750, 'the order id is missing');
  });
}

function orderOf(world: World, id: string): SandboxOrder {
  const order = world.order(id);
  if (order === undefined) throw refused(2750);
  return order;
}

/** Cancels the jobs of an order that nobody has taken; refused while any is queued (public material). */
function cancelAvailable(order: SandboxOrder, world: World): void {
  const jobs = world.jobsOf(order);
  if (jobs.some((job) => job.status === 'queued')) throw refused(2751);
  for (const job of jobs) if (job.status === 'available') actOrRefuse(world, job, { kind: 'cancel' }, 2252);
}

function placeOrder(call: WireCall, world: World, wire: WireNumbers): WirePlacedOrder {
  const data = callData(call);
  const jobs = readJobs(data, { kind: 'order', files: world.files, setup: world.setup });
  const placement = world.place({ jobs, options: readOrderOptions(data, jobs), payload: JSON.stringify(data) });
  if (placement.kind === 'repeated') throw refused(1754);
  if (placement.kind === 'quote-used') {
    throw refusedJobs(
      new Map(placement.keys.map((key) => [key, [errorEntry(1303, 'a quote can be ordered once, and this one was')]])),
    );
  }
  if (placement.kind === 'too-expensive') {
    throw refused(
      2700,
      `the order costs ${formatCents(placement.cents)}, the balance is ${formatCents(world.account.balanceCents)}`,
    );
  }
  const { order, known: duplicates } = placement;
  const answer = {
    order_id: order.id,
    job_count: jobs.size,
    credits_used: wireNumbers.recorded.credits(order.cents),
    currency,
  };
  if (duplicates.size === 0) return answer;
  const records = [...duplicates].map(
    ([key, knownJobs]) => [key, knownJobs.map((job) => jobRecord(job, world, wire))] as const,
  );
  return { ...answer, jobs: Object.fromEntries(records) };
}
