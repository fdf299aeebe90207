import assert from 'node:assert/strict';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { approveJob } from './reviewOne.ts';
import { hasErrors, type TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { ServiceError } from '../../../src/service/interface/serviceError.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, typesOf, type OrderSetup } from './orderSetup.ts';
import { ChangedSinceShownError } from '../../../src/orders/model/errors/changedSinceShownError.ts';

const good = '[[[{name}]]]さん、こんにちは';

describe('contract: approving what was shown', function () {
  this.timeout(20_000);
  let setup: OrderSetup;
  let window: OrderWindow;

  beforeEach(async () => {
    setup = await createOrderSetup('manual', { 'locales/en.json': { hello: 'Hello {name}' }, 'locales/ja.json': {} });
    window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.fetchAndDeliver();
  });
  afterEach(() => setup[Symbol.asyncDispose]());

  /** Hands in a translation, and returns the job as the window shows it afterwards. */
  async function translated(text: string): Promise<TrackedJob> {
    const { id } = window.jobs.all[0]!;
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: text });
    await window.jobs.fetchJobsAndDeliver([id]);
    return window.jobs.all[0]!;
  }

  /** Changes the translation at the service, without a refresh in this window. */
  async function replaceAtService({ id }: TrackedJob, text: string): Promise<void> {
    await setup.fixture.call('PUT', `/translate/job/${id}`, { action: 'revise', comment: 'Again.' });
    await setup.move(id, 'finish', { body_tgt: text });
  }

  async function assertNotApproved({ id }: TrackedJob): Promise<void> {
    const [job] = await window.context.client.jobs.get([id]);
    assert.equal(job?.status, 'reviewable');
    assert.ok(!typesOf(await setup.journal()).includes('approved'));
    assert.ok(!window.requests.some((request) => request.startsWith('PUT ')));
    assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), {});
  }

  const isChanged =
    (previousText: string | undefined) =>
    (error: unknown): boolean => {
      assert.ok(error instanceof ChangedSinceShownError, String(error));
      assert.deepEqual([error.reason, error.previousText], ['changed-since-shown', previousText]);
      return true;
    };

  it('approves the translation that was shown', async () => {
    const shown = await translated(good);
    assert.match(shown.translationHash ?? '', /^[0-9a-f]{64}$/u);
    await approveJob(window, shown.id, { shown: shown.translationHash! });
    assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), { hello: '{name}さん、こんにちは' });
  });

  it('fetches the job first, and refuses if its translation has changed', async () => {
    const shown = await translated(good);
    await replaceAtService(shown, '[[[{name}]]]、やあ');
    await assert.rejects(
      approveJob(window, shown.id, { shown: shown.translationHash! }),
      isChanged('{name}さん、こんにちは'),
    );
    await assertNotApproved(shown);
    assert.equal(window.jobs.get(shown.id)?.translatedText, '{name}、やあ', 'The views must show the new translation.');
  });

  it('refuses if this window has the new translation, but the page still showed the earlier one', async () => {
    const shown = await translated(good);
    await replaceAtService(shown, '[[[{name}]]]、やあ');
    await window.jobs.fetchJobsAndDeliver([shown.id]);
    await assert.rejects(approveJob(window, shown.id, { shown: shown.translationHash! }), isChanged(undefined));
    await assertNotApproved(shown);
  });

  it('uses the translation of this window if the caller does not say which one was shown', async () => {
    const shown = await translated(good);
    await replaceAtService(shown, '[[[{name}]]]、やあ');
    await assert.rejects(approveJob(window, shown.id, {}), isChanged('{name}さん、こんにちは'));
    await approveJob(window, shown.id, {});
    assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), { hello: '{name}、やあ' });
  });

  it('overrides only the errors that were shown', async () => {
    const shown = await translated('こんにちは');
    assert.ok(hasErrors(shown));
    await replaceAtService(shown, '悪い訳');
    await assert.rejects(
      approveJob(window, shown.id, { shown: shown.translationHash!, override: true }),
      isChanged('こんにちは'),
    );
    await assertNotApproved(shown);
    await approveJob(window, shown.id, {
      shown: window.jobs.get(shown.id)!.translationHash!,
      override: true,
    });
    assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), { hello: '悪い訳' });
  });

  it('overrides no errors of a translation that was never shown', async () => {
    const [before] = window.jobs.all;
    assert.ok(before !== undefined && before.translationHash === undefined);
    await setup.move(before.id, 'start');
    await setup.move(before.id, 'finish', { body_tgt: 'こんにちは' });
    await assert.rejects(approveJob(window, before.id, { override: true }), isChanged(undefined));
    await assertNotApproved(before);
  });

  it('refuses a job that went back to the translator, and a job that is not translated yet', async () => {
    const isWrongState = (error: unknown): boolean => error instanceof OrderError && error.reason === 'wrong-state';
    await assert.rejects(approveJob(window, window.jobs.all[0]!.id, {}), isWrongState);
    const shown = await translated(good);
    await setup.fixture.call('PUT', `/translate/job/${shown.id}`, { action: 'revise', comment: 'Again.' });
    await assert.rejects(approveJob(window, shown.id, { shown: shown.translationHash! }), isWrongState);
    assert.equal(window.jobs.get(shown.id)?.status, 'revising');
  });

  it('does not approve when the service cannot be reached', async () => {
    const shown = await translated(good);
    const { client } = window.context;
    const outage = new ServiceError('network', 'The service cannot be reached.', { outcome: 'not-sent' });
    const context = {
      ...window.context,
      client: { ...client, jobs: { ...client.jobs, get: () => Promise.reject(outage) } },
    };
    await assert.rejects(
      approveJob({ context, jobs: window.jobs }, shown.id, { shown: shown.translationHash! }),
      outage,
    );
    assert.ok(!window.requests.some((request) => request.startsWith('PUT ')));
  });
});
