import assert from 'node:assert/strict';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ResponseProblem } from '../../src/orders/model/trackedJob.ts';
import { amountFaults, faults, startFaultyProxy, type Fault } from './isolation/faultyProxy.ts';
import { openWindow, place, quoteFile, type OrderWindow } from './orders/orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orders/orderSetup.ts';

const texts = { victim: 'Good morning', hello: 'Hello, {{name}}!', bye: 'Goodbye', save: 'Save all' };
const others = ['bye', 'hello', 'save'];
const translations: Readonly<Record<string, string>> = {
  victim: 'おはよう',
  hello: 'こんにちは、[[[{{name}}]]]さん！',
  bye: 'さようなら',
  save: 'すべて保存',
};
const written: Readonly<Record<string, string>> = { ...translations, hello: 'こんにちは、{{name}}さん！' };

/** One job in its own order, three in another, all approved and undelivered; and an unconfirmed order. */
interface IsolationSetup {
  readonly setup: OrderSetup;
  readonly affectedJob: { readonly jobId: string; readonly orderId: string };
}

async function createIsolationSetup(): Promise<IsolationSetup> {
  const setup = await createOrderSetup('manual', {
    'locales/en.json': texts,
    'lost/en.json': { lost: 'Never answered' },
  });
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, 'locales/en.json', ['ja'], { selected: new Set(['victim']) }));
  await place(window, await quoteFile(window, 'locales/en.json', ['ja'], { selected: new Set(others) }));
  const lost = await quoteFile(window, 'lost/en.json', ['ja']);
  await setup.fault('drop-before');
  await place(window, lost);
  await window.jobs.fetchAndDeliver();
  for (const { id, title, hasServiceId } of window.jobs.all) {
    if (!hasServiceId) continue;
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: translations[title] });
    await setup.fixture.client.jobs.comment(id, `About ${title}`);
    await setup.fixture.client.jobs.approve(id, { rating: 4, forTranslator: 'Thanks' });
  }
  const { id, orderId } = window.jobs.all.find(({ title }) => title === 'victim')!;
  return { setup, affectedJob: { jobId: id, orderId: orderId! } };
}

/** Opens a window on a copy of the journal. Its calls of the endpoint get bad answers. */
async function openFaultyWindow(
  { setup, affectedJob }: IsolationSetup,
  name: string,
  fault: Fault,
  isFaulty: (call: string) => boolean,
) {
  const { service } = setup.windowOptions;
  const isAffected = (record: Readonly<Record<string, unknown>>): boolean =>
    record['job_id'] === affectedJob.jobId ||
    record['job_id'] === Number(affectedJob.jobId) ||
    String(record['order_id']) === affectedJob.orderId ||
    'rev_id' in record ||
    'author' in record ||
    'for_translator' in record ||
    ('ctime' in record && !('job_id' in record));
  let badAnswers = 0;
  const proxy = await startFaultyProxy(service.baseUrl, (call, answer) => {
    if (!isFaulty(call)) return undefined;
    badAnswers += 1;
    return fault(answer, isAffected);
  });
  const journalFile = path.join(path.dirname(setup.journalFile), '..', name.replace(/\W+/gu, '-'), 'journal.jsonl');
  await mkdir(path.dirname(journalFile), { recursive: true });
  await copyFile(setup.journalFile, journalFile);
  await rm(path.join(setup.windowOptions.root, 'locales/ja.json'), { force: true });
  const window = await openWindow({
    ...setup.windowOptions,
    journalFile,
    quickRetries: true,
    service: { ...service, baseUrl: proxy.baseUrl },
  });
  return {
    window,
    badAnswers: () => badAnswers,
    delivered: async () =>
      JSON.parse(await setup.read('locales/ja.json').catch(() => '{}')) as Readonly<Record<string, string>>,
    [Symbol.asyncDispose]: async () => {
      await window.close();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

function jobOf({ jobs }: OrderWindow, title: string) {
  return jobs.all.find((job) => job.title === title);
}

function assertOthersUnaffected(window: OrderWindow, delivered: Readonly<Record<string, string>>): void {
  assert.equal(window.jobs.state.error, undefined);
  for (const title of others) {
    const job = jobOf(window, title);
    assert.deepEqual(
      [job?.status, job?.translatedText, job?.delivery.kind, job?.responseProblem],
      ['approved', written[title], 'delivered', undefined],
      title,
    );
    assert.equal(delivered[title], written[title]);
  }
}

/** The expected result for the affected job. */
type Outcome = ResponseProblem | 'delivered' | 'delivered, unreadable price';

describe('contract: one bad answer', function () {
  this.timeout(60_000);
  let isolationSetup: IsolationSetup;
  before(async () => {
    isolationSetup = await createIsolationSetup();
  });
  after(() => isolationSetup.setup[Symbol.asyncDispose]());

  /** Endpoints called by a refresh, and the outcome for the affected job if their answers are bad. */
  const endpoints: Readonly<
    Record<
      string,
      {
        readonly isFaulty: (call: string, affectedJob: IsolationSetup['affectedJob']) => boolean;
        readonly outcomeOf: (fault: string) => Outcome | readonly Outcome[];
      }
    >
  > = {
    order: {
      isFaulty: (call, { orderId }) => call.endsWith(`/translate/order/${orderId}`),
      outcomeOf: () => 'delivered',
    },
    'several jobs': {
      isFaulty: (call, { jobId }) => new RegExp(`/translate/jobs/(?:.*,)?${jobId}(?:,|$)`, 'u').test(call),
      outcomeOf: (fault) => (amountFaults.has(fault) ? 'delivered, unreadable price' : 'delivered'),
    },
    'several jobs and the job alone': {
      isFaulty: (call, { jobId }) => new RegExp(`/translate/jobs?/(?:.*,)?${jobId}(?:,|$)`, 'u').test(call),
      outcomeOf: (fault) => (amountFaults.has(fault) ? 'delivered, unreadable price' : ['unreadable', 'unanswered']),
    },
    'every answer about jobs by id, but those of the others alone': {
      isFaulty: (call, { jobId }) => call.includes('/translate/jobs/') || call.endsWith(`/translate/job/${jobId}`),
      outcomeOf: (fault) => (amountFaults.has(fault) ? 'delivered, unreadable price' : ['unreadable', 'unanswered']),
    },
    'list of jobs': { isFaulty: (call) => call === 'GET /v2/translate/jobs', outcomeOf: () => 'delivered' },
  };

  for (const [endpoint, { isFaulty, outcomeOf }] of Object.entries(endpoints)) {
    describe(endpoint, () => {
      for (const [name, fault] of Object.entries(faults)) {
        it(`${name}: affects only its own job, and the others are tracked, shown and delivered`, async () => {
          await using faultyWindow = await openFaultyWindow(isolationSetup, `${endpoint} ${name}`, fault, (call) =>
            isFaulty(call, isolationSetup.affectedJob),
          );
          const { window } = faultyWindow;
          await window.jobs.fetchAndDeliver();
          assertOthersUnaffected(window, await faultyWindow.delivered());
          assert.ok(faultyWindow.badAnswers() > 0);
          const job = jobOf(window, 'victim');
          assert.equal(job?.sourceText, texts.victim);
          const isDelivered = (await faultyWindow.delivered())['victim'] === written['victim'];
          const is: Outcome =
            job.responseProblem === 'amount' && isDelivered
              ? 'delivered, unreadable price'
              : (job.responseProblem ?? 'delivered');
          assert.ok([outcomeOf(name)].flat().includes(is), is);
          if (is === 'delivered') assert.ok(isDelivered);
          if (is === 'unreadable' || is === 'unanswered')
            assert.deepEqual(
              window.jobs.state.failures.filter(({ item }) => item === 'job').map(({ id }) => id),
              [isolationSetup.affectedJob.jobId],
            );
          if (is === 'delivered, unreadable price')
            assert.ok(job.credits > 0, 'The price of the order must be shown, and not as 0.');
        });
      }
    });
  }

  describe('details of a job', () => {
    const parts = { revisions: '/revisions', revision: '/revision/', comments: '/comments', feedback: '/feedback' };
    for (const [part, ending] of Object.entries(parts)) {
      for (const [name, fault] of Object.entries(faults)) {
        it(`${part}, ${name}: the other parts and the other jobs are shown`, async () => {
          await using faultyWindow = await openFaultyWindow(
            isolationSetup,
            `${part} ${name}`,
            fault,
            (call) => call.includes(`/job/${isolationSetup.affectedJob.jobId}/`) && call.includes(ending),
          );
          const { window } = faultyWindow;
          await window.jobs.fetchAndDeliver();
          assertOthersUnaffected(window, await faultyWindow.delivered());
          const detail = await window.jobs.detail(isolationSetup.affectedJob.jobId);
          assert.ok(faultyWindow.badAnswers() > 0);
          const comments = (jobId: string): number => window.jobs.threads.of(jobId)?.length ?? 0;
          const shown = {
            revisions: detail.revisions.length > 0,
            comments: comments(isolationSetup.affectedJob.jobId) > 0,
            feedback: detail.feedback?.rating === 4,
          };
          const own = part === 'revision' ? 'revisions' : (part as keyof typeof shown);
          for (const [other, isShown] of Object.entries(shown)) if (other !== own) assert.ok(isShown, other);
          if (!shown[own]) assert.ok(detail.incomplete.includes(own), 'The missing part must be reported.');
          const { id } = jobOf(window, 'bye')!;
          const { revisions, feedback, incomplete } = await window.jobs.detail(id);
          assert.deepEqual([revisions.length > 0, comments(id) > 0, feedback?.rating, incomplete], [true, true, 4, []]);
        });
      }
    }
  });
});
