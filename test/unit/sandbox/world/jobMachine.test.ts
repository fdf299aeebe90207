import assert from 'node:assert/strict';
import { jobStatuses, queueJob, type JobStatus, type SandboxJob } from '../../../../src/sandbox/records/job.ts';
import { applyEvent, refusal, type JobEvent, type JobEventKind } from '../../../../src/sandbox/world/jobMachine.ts';

const queued = queueJob(
  {
    id: 7,
    orderId: 1,
    slug: 's',
    bodySrc: 'Hello',
    lcSrc: 'en',
    lcTgt: 'ja',
    tier: 'standard',
    unitCount: 1,
    cents: 7,
    autoApprove: false,
    position: 1,
  },
  0,
);

const events: Readonly<Record<JobEventKind, JobEvent>> = {
  drain: { kind: 'drain' },
  start: { kind: 'start' },
  submit: { kind: 'submit', text: 'text' },
  'window-ends': { kind: 'window-ends' },
  return: { kind: 'return' },
  settle: { kind: 'settle' },
  approve: { kind: 'approve' },
  revise: { kind: 'revise', comment: 'why' },
  reject: { kind: 'reject', rejection: { reason: 'quality', comment: 'bad', followUp: 'requeue' } },
  archive: { kind: 'archive' },
  cancel: { kind: 'cancel' },
  hold: { kind: 'hold' },
  release: { kind: 'release' },
  withdraw: { kind: 'withdraw' },
  comment: { kind: 'comment', author: 'customer', body: 'hi' },
};

/** The status after each event in each status; all other events are refused. */
const transitions: Readonly<Record<JobStatus, Partial<Record<JobEventKind, JobStatus>>>> = {
  queued: { drain: 'available' },
  available: { start: 'pending', cancel: 'canceled', hold: 'hold', withdraw: 'canceled', comment: 'available' },
  pending: { submit: 'reviewable', hold: 'hold', withdraw: 'canceled', comment: 'pending' },
  reviewable: {
    approve: 'approved',
    revise: 'revising',
    reject: 'rejected',
    'window-ends': 'approved',
    hold: 'hold',
    withdraw: 'canceled',
    comment: 'reviewable',
  },
  approved: { archive: 'archived', comment: 'approved' },
  revising: { submit: 'reviewable', return: 'available', hold: 'hold', withdraw: 'canceled', comment: 'revising' },
  rejected: { settle: 'available', hold: 'hold', withdraw: 'canceled', comment: 'rejected' },
  canceled: { comment: 'canceled' },
  hold: { release: 'pending', withdraw: 'canceled', comment: 'hold' },
  archived: { comment: 'archived' },
};

function jobIn(status: JobStatus): SandboxJob {
  return { ...queued, status, ...(status === 'hold' ? { held: { status: 'pending', elapsed: 0 } } : {}) };
}

function run(job: SandboxJob, ...steps: readonly JobEvent[]): SandboxJob {
  return steps.reduce((current, event, index) => applyEvent(current, event, index + 1), job);
}

const toReview = [events.drain, events.start, events.submit];

describe('sandbox/jobMachine', () => {
  for (const status of jobStatuses) {
    for (const [kind, event] of Object.entries(events) as [JobEventKind, JobEvent][]) {
      const expected = transitions[status][kind];
      it(`${status} + ${kind} ${expected === undefined ? 'is refused' : `→ ${expected}`}`, () => {
        const job = jobIn(status);
        if (expected === undefined) {
          assert.equal(refusal(job, kind), 'wrong-status');
          assert.throws(() => applyEvent(job, event, 5));
        } else {
          assert.equal(refusal(job, kind), undefined);
          assert.equal(applyEvent(job, event, 5).status, expected);
        }
      });
    }
  }

  it('never changes its argument', () => {
    const frozenJob = Object.freeze({ ...queued, revisions: Object.freeze([]), thread: Object.freeze([]) });
    assert.equal(run(frozenJob, ...toReview).status, 'reviewable');
    assert.equal(frozenJob.status, 'queued');
  });

  it('approves an auto_approve job when it is submitted', () => {
    assert.equal(run({ ...queued, autoApprove: true }, ...toReview).status, 'approved');
  });

  it('records a revision only when the text changes', () => {
    const first = run(queued, ...toReview);
    assert.deepEqual(
      first.revisions.map(({ text }) => text),
      ['text'],
    );
    const same = run(first, events.revise, events.submit);
    assert.equal(same.revisions.length, 1);
    const changed = run(first, events.revise, { kind: 'submit', text: 'better' });
    assert.deepEqual(
      changed.revisions.map(({ text }) => text),
      ['text', 'better'],
    );
    assert.equal(new Set(changed.revisions.map(({ id }) => id)).size, 2);
    assert.equal(changed.bodyTgt, 'better');
  });

  it('records every submission of a file', () => {
    const file = { ...queued, bodySrc: '', file: { identifier: 'a', filename: 'a.md' } };
    const empty: JobEvent = { kind: 'submit', text: '' };
    const revised = run(file, events.drain, events.start, empty, events.revise, empty);
    assert.deepEqual([revised.revisions.length, revised.submissions, revised.bodyTgt], [2, 2, '']);
  });

  it('assigns a job returned to the pool to another translator, and a revision to the same one', () => {
    const first = run(queued, ...toReview);
    const revised = run(first, events.revise, events.submit);
    assert.equal(revised.translator, first.translator);
    const translators = [first];
    for (const back of [
      [events.revise, events.return],
      [events.reject, events.settle],
    ]) {
      translators.push(run(first, ...back, events.start));
    }
    assert.ok(translators.every(({ translator }) => typeof translator === 'number'));
    assert.equal(translators[1]!.translator, translators[2]!.translator);
    assert.notEqual(translators[1]!.translator, first.translator);
  });

  it('assigns jobs for preferred translators to preferred ones', () => {
    const preferred = { ...queued, usePreferred: true };
    const first = run(preferred, events.drain, events.start);
    const second = run(preferred, ...toReview, events.reject, events.settle, events.start);
    assert.deepEqual([first.translator, second.translator].toSorted(), [24123, 8596]);
  });

  it('assigns grouped jobs of one order to one translator', () => {
    const start = (id: number, orderId: number, grouped: boolean): number | undefined =>
      run({ ...queued, id, orderId, grouped }, events.drain, events.start).translator;
    assert.equal(start(7, 3, true), start(8, 3, true));
    assert.notEqual(start(7, 3, true), start(7, 4, true));
    assert.notEqual(start(7, 3, false), start(8, 3, false));
  });

  it('accepts three revision requests and refuses the fourth', () => {
    let job = run(queued, ...toReview);
    for (let round = 1; round <= 3; round += 1)
      job = run(job, events.revise, { kind: 'submit', text: `round ${round}` });
    assert.equal(refusal(job, 'revise'), 'no-revisions-left');
    assert.equal(refusal(job, 'approve'), undefined);
  });

  it('cancels a rejected job if the customer chose that', () => {
    const rejected = run(queued, ...toReview, {
      kind: 'reject',
      rejection: { reason: 'other', comment: 'no', followUp: 'cancel' },
    });
    assert.equal(applyEvent(rejected, events.settle, 9).status, 'canceled');
  });

  it('stops the review period while on hold', () => {
    const reviewable = { ...jobIn('reviewable'), since: 1000 };
    const held = applyEvent(reviewable, events.hold, 1300);
    const released = applyEvent(held, events.release, 9000);
    assert.equal(released.status, 'reviewable');
    assert.equal(released.since, 8700);
    assert.equal(released.held, undefined);
  });

  it('stores since when the customer has been waiting for an answer, until there is one', () => {
    const asked = applyEvent(applyEvent(jobIn('pending'), events.comment, 10), events.comment, 20);
    assert.equal(asked.unansweredSince, 10);
    const answered = applyEvent(asked, { kind: 'comment', author: 'translator', body: 'yes' }, 30);
    assert.equal(answered.unansweredSince, undefined);
    assert.deepEqual(
      answered.thread.map(({ author }) => author),
      ['customer', 'customer', 'translator'],
    );
  });

  it("opens the thread with the order's comment", () => {
    assert.deepEqual(queueJob({ ...queued, comment: 'Formal, please.' }, 4).thread, [
      { author: 'customer', body: 'Formal, please.', at: 4 },
    ]);
  });
});
