import assert from 'node:assert/strict';
import { ServiceError, type ServiceErrorReason } from '../../src/service/interface/serviceError.ts';
import type { NewTextJob } from '../../src/service/interface/records.ts';
import { describeInWireModes, startFixture, type SandboxFixture } from './sandboxFixture.ts';

function newJob(key: string, text: string, more: Partial<NewTextJob> = {}): NewTextJob {
  return { key, text, sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard', ...more };
}

/** Orders the jobs, waits until they have left the queue, and returns their ids. */
async function orderJobs({ client }: SandboxFixture, ...jobs: readonly NewTextJob[]): Promise<readonly string[]> {
  const { orderId } = await client.orders.place({ jobs });
  const order = await client.orders.get(orderId!);
  assert.equal(order.queuedCount, 0);
  return Object.values(order.jobIds).flat();
}

async function rejectsWith(
  reason: ServiceErrorReason,
  code: number | undefined,
  call: Promise<unknown>,
): Promise<ServiceError> {
  let caught: unknown;
  await assert.rejects(call, (error) => {
    caught = error;
    return true;
  });
  assert.ok(caught instanceof ServiceError);
  assert.deepEqual([caught.reason, caught.code], [reason, code]);
  return caught;
}

describeInWireModes('contract: the life of an order', (wire) => {
  it('is quoted, ordered, translated, discussed, revised, approved and archived', async () => {
    await using fixture = await startFixture('manual', { wire });
    const { client, control } = fixture;
    const text = 'Hello [[[{name}]]], <b>welcome</b> “to” A&B + 100 %\n日本 😀';
    const job = newJob('job_1', text, {
      customData: '{"h":"+&=%"}',
      comment: 'A greeting.',
      title: 'greeting.hello',
      maxChars: 80,
    });
    const [quoted] = await client.service.quote([job]);
    const before = await client.account.balance();

    const placed = await client.orders.place({ jobs: [job] });
    assert.equal(placed.creditsUsed, quoted!.credits);
    assert.equal(placed.jobCount, 1);
    assert.equal(placed.knownJobs.size, 0);
    const after = await client.account.balance();
    assert.equal(after.credits.toFixed(2), (before.credits - placed.creditsUsed).toFixed(2));

    const order = await client.orders.get(placed.orderId!);
    const [id] = order.jobIds['available']!;
    assert.ok(id !== undefined);
    const available = await client.jobs.getOne(id);
    assert.equal(available.sourceText, text);
    assert.equal(available.customData, '{"h":"+&=%"}');
    assert.equal(available.title, 'greeting.hello');
    assert.equal(available.translatedText, undefined);
    assert.equal(available.unitCount, quoted!.unitCount);
    assert.equal(available.orderId, placed.orderId);

    await control('POST', `/jobs/${id}/start`);
    assert.equal((await client.jobs.getOne(id)).status, 'pending');
    await rejectsWith('wrong-state', 2252, client.jobs.cancel(id));
    await control('POST', `/jobs/${id}/finish`);
    const [reviewable] = await client.jobs.get([id]);
    assert.equal(reviewable!.status, 'reviewable');
    assert.ok(reviewable!.translatedText!.includes('[[[{name}]]]') && reviewable!.translatedText!.includes('<b>'));

    await client.jobs.comment(id, 'Is this formal?');
    await control('POST', `/jobs/${id}/comment`, { body: 'It is.' });
    await client.jobs.revise(id, 'Less formal, please.');
    assert.equal((await client.jobs.getOne(id)).status, 'revising');
    await control('POST', `/jobs/${id}/finish`, { body_tgt: 'やあ [[[{name}]]]' });
    assert.deepEqual(
      (await client.jobs.comments(id)).map(({ author, body }) => `${author}: ${body}`),
      ['customer: A greeting.', 'customer: Is this formal?', 'translator: It is.', 'customer: Less formal, please.'],
    );
    const revisions = await client.jobs.revisions(id);
    assert.equal(revisions.length, 2);
    assert.equal((await client.jobs.revision(id, revisions[0]!.id)).translatedText, reviewable!.translatedText);
    assert.equal((await client.jobs.revision(id, revisions[1]!.id)).translatedText, 'やあ [[[{name}]]]');

    await rejectsWith('wrong-state', 2650, client.jobs.archive(id));
    assert.equal((await client.jobs.feedback(id)).rating, undefined);
    await client.jobs.approve(id, { rating: 4, forTranslator: 'Thank you!', forService: 'Fine.', public: false });
    assert.deepEqual(await client.jobs.feedback(id), { rating: 4, forTranslator: 'Thank you!' });
    await rejectsWith('wrong-state', 2250, client.jobs.approve(id));
    assert.deepEqual((await client.orders.get(placed.orderId!)).jobIds['approved'], [id]);
    await client.jobs.archive(id);
    assert.equal((await client.jobs.getOne(id)).status, 'archived');
  });

  it('returns the approved job when the text is ordered again, unless it is forced', async () => {
    await using fixture = await startFixture('instant', { wire });
    const [id] = await orderJobs(fixture, newJob('job_1', 'Hello', { autoApprove: true, customData: 'first' }));
    const again = await fixture.client.orders.place({ jobs: [newJob('job_a', 'Hello', { customData: 'second' })] });
    assert.deepEqual((await fixture.client.orders.get(again.orderId!)).totalJobs, 0);
    assert.equal(again.creditsUsed, 0);
    assert.equal((await fixture.client.service.quote([newJob('job_a', 'Hello')]))[0]!.credits, 0);
    assert.deepEqual(
      again.knownJobs.get('job_a')?.map((job) => [job.id, job.customData, job.status]),
      [[id, 'first', 'approved']],
    );
    const mixed = await fixture.client.orders.place({ jobs: [newJob('job_a', 'Hello'), newJob('job_b', 'Goodbye')] });
    assert.equal(mixed.creditsUsed, 0.07);
    assert.deepEqual([...mixed.knownJobs.keys()], ['job_a']);
    const forced = await fixture.client.orders.place({ jobs: [newJob('job_a', 'Hello', { force: true })] });
    assert.equal(forced.creditsUsed, 0.07);
  });

  it('is refused as a whole, with all reasons, if one job is invalid', async () => {
    await using fixture = await startFixture('instant', { wire });
    const jobs = [
      newJob('job_1', 'Hello'),
      newJob('job_2', 'Hello', { targetLanguage: 'xx' }),
      newJob('job_3', 'Hello', { tier: 'ultra' }),
    ];
    const error = await rejectsWith('invalid', 1551, fixture.client.orders.place({ jobs }));
    assert.equal(error.outcome, 'refused');
    assert.deepEqual(
      [...error.jobErrors!].map(([key, errors]) => [key, errors.map(({ code }) => code)]),
      [
        ['job_2', [1551]],
        ['job_3', [1304]],
      ],
    );
    assert.deepEqual(await fixture.client.jobs.list({ count: 10 }), []);
  });

  it('is refused if it arrives twice, and if the balance is too low', async () => {
    await using fixture = await startFixture('manual', { wire, openingCents: 20 });
    const place = () => fixture.client.orders.place({ jobs: [newJob('job_1', 'one two')] });
    await place();
    assert.equal((await rejectsWith('duplicate-submit', 1754, place())).outcome, 'unknown');
    assert.equal(
      (await rejectsWith('credits', 2700, fixture.client.orders.place({ jobs: [newJob('job_1', 'three')] }))).outcome,
      'refused',
    );
    assert.equal((await fixture.client.jobs.list({ count: 10 })).length, 1);
  });

  it('refunds jobs that are canceled or rejected permanently, and continues with jobs that are requeued', async () => {
    await using fixture = await startFixture('manual', { wire });
    const { client, control } = fixture;
    const [first, second, third] = await orderJobs(
      fixture,
      newJob('job_1', 'one'),
      newJob('job_2', 'two'),
      newJob('job_3', 'three'),
    );
    await client.jobs.cancel(first!);
    for (const id of [second!, third!]) {
      await control('POST', `/jobs/${id}/start`);
      await control('POST', `/jobs/${id}/finish`);
    }
    await client.jobs.reject(second!, { reason: 'quality', comment: 'No.', followUp: 'cancel' });
    await client.jobs.reject(third!, { reason: 'incomplete', comment: 'Half of it.' });
    const statuses = new Map((await client.jobs.get([first!, second!, third!])).map((job) => [job.id, job.status]));
    assert.deepEqual(
      [first, second, third].map((id) => statuses.get(id!)),
      ['canceled', 'canceled', 'available'],
    );
    assert.equal((await client.account.stats()).creditsSpent, 0.07);
  });

  it('is approved automatically after 120 hours; a revision returns to the pool after a day', async () => {
    await using fixture = await startFixture('manual', { wire });
    const { client, control } = fixture;
    const ids = await orderJobs(fixture, newJob('job_1', 'one'), newJob('job_2', 'two'));
    for (const id of ids) {
      await control('POST', `/jobs/${id}/start`);
      await control('POST', `/jobs/${id}/finish`);
    }
    await client.jobs.revise(ids[1]!, 'Again.');
    await control('POST', '/clock', { advance_s: 25 * 3600 });
    assert.equal((await client.jobs.getOne(ids[1]!)).status, 'available');
    assert.equal((await client.jobs.getOne(ids[0]!)).status, 'reviewable');
    await control('POST', '/clock', { advance_s: 95 * 3600 });
    assert.equal((await client.jobs.getOne(ids[0]!)).status, 'approved');
  });

  it('allows three revisions per job', async () => {
    await using fixture = await startFixture('instant', { wire });
    const [id] = await orderJobs(fixture, newJob('job_1', 'Hello there'));
    for (let round = 1; round <= 3; round += 1) await fixture.client.jobs.revise(id!, `Round ${round}`);
    await rejectsWith('wrong-state', 2650, fixture.client.jobs.revise(id!, 'Once more'));
    const revisions = await fixture.client.jobs.revisions(id!);
    const texts = await Promise.all(revisions.map((revision) => fixture.client.jobs.revision(id!, revision.id)));
    assert.equal(new Set(texts.map(({ translatedText }) => translatedText)).size, 4);
  });

  it('is found in the list of jobs', async () => {
    await using fixture = await startFixture('manual', { wire });
    const since = Date.now() - 1000;
    const ids = await orderJobs(
      fixture,
      ...Array.from({ length: 12 }, (_, index) => newJob(`job_${index + 1}`, `text ${index}`)),
    );
    assert.deepEqual(
      (await fixture.client.jobs.list({ timestampAfter: since })).map(({ id }) => id),
      ids,
    );
    assert.equal((await fixture.client.jobs.list({})).length, 10);
    assert.deepEqual(
      (await fixture.client.jobs.list({ count: 2 })).map(({ id }) => id),
      ids.slice(-2).reverse(),
    );
    assert.deepEqual(
      (await fixture.client.jobs.list({ timestampAfter: since, count: 2 })).map(({ id }) => id),
      ids.slice(0, 2),
    );
    assert.deepEqual(await fixture.client.jobs.list({ status: 'approved' }), []);
    assert.deepEqual(await fixture.client.jobs.list({ timestampAfter: since + 3_600_000 }), []);
  });

  it('can have ten thousand jobs', async () => {
    await using fixture = await startFixture('instant', { wire });
    // Sent without the client, which splits orders into calls of fifty.
    const jobs = Array.from({ length: 10_000 }, (_, index) => ({
      body_src: `Text ${index}`,
      lc_src: 'en',
      lc_tgt: 'ja',
      tier: 'standard',
    }));
    const { order_id: id } = (await fixture.call('POST', '/translate/jobs', { jobs })).response as {
      readonly order_id: number;
    };
    const order = await fixture.client.orders.get(String(id));
    assert.equal(order.jobIds['reviewable']?.length, 10_000);
  }).timeout(30_000);
});

describeInWireModes('contract: account, languages and unknown ids', (wire) => {
  it('returns the account', async () => {
    await using fixture = await startFixture('manual', { wire });
    const { account } = fixture.client;
    assert.deepEqual(await account.balance(), { credits: 10_000, currency: 'USD' });
    assert.equal((await account.stats()).creditsSpent, 0);
    assert.equal((await account.me()).languageCode, 'en');
    assert.ok((await account.preferredTranslators()).every(({ translators }) => translators.length >= 2));
  });

  it('returns languages, pairs and unit counts', async () => {
    await using fixture = await startFixture('manual', { wire });
    const { service } = fixture.client;
    assert.deepEqual(
      (await service.languages()).find(({ code }) => code === 'ja'),
      { code: 'ja', name: 'Japanese', localizedName: '日本語', unitType: 'character' },
    );
    const pairs = await service.languagePairs({ source: 'ja' });
    assert.ok(pairs.length > 0 && pairs.every(({ source }) => source === 'ja'));
    assert.equal(pairs.find(({ target, tier }) => target === 'en' && tier === 'pro')?.unitPrice, 0.07);
    const counts = await service.unitCount([
      { text: '[[[x]]] Hello world', language: 'en' },
      { text: '日本語', language: 'ja' },
    ]);
    assert.deepEqual(
      counts.map(({ unitType, unitCount }) => [unitType, unitCount]),
      [
        ['word', 2],
        ['character', 3],
      ],
    );
  });

  it('refuses unknown jobs, orders and revisions', async () => {
    await using fixture = await startFixture('instant', { wire });
    const [id] = await orderJobs(fixture, newJob('job_1', 'Hello'));
    await rejectsWith('not-found', 2100, fixture.client.jobs.getOne('999'));
    await rejectsWith('not-found', 2750, fixture.client.orders.get('999'));
    await rejectsWith('not-found', 2200, fixture.client.jobs.revision(id!, '999'));
  });
});
