import assert from 'node:assert/strict';
import { entryWith, list, part, type MethodCases } from './clientHarness.ts';
import {
  checkBalance,
  checkLanguages,
  checkPairs,
  checkPreferredTranslators,
  checkStats,
  textJob,
} from './sharedChecks.ts';

/**
 * The results that `gengo-api` 1.0.1 expects. It posts comments to addresses that do not exist, and its requests for
 * jobs by id do not contain the ids.
 */
export const gengoApiCases: MethodCases = {
  'account.getStats': [
    {
      title: 'returns the credits spent',
      run: async (harness) => {
        await harness.order('Hello');
        await checkStats(harness, await harness.good('account.getStats'));
      },
    },
  ],
  'account.getMe': [
    {
      title: "returns the account's profile",
      run: async (harness) => {
        const me = (await harness.good('account.getMe')) as Record<string, unknown>;
        for (const name of ['email', 'full_name', 'display_name', 'language_code'])
          assert.equal(typeof me[name], 'string', name);
      },
    },
  ],
  'account.getBalance': [
    {
      title: 'returns the remaining credits',
      run: async (harness) => {
        await harness.order('Hello');
        await checkBalance(harness, await harness.good('account.getBalance'));
      },
    },
  ],
  'account.getPreferredTranslators': [
    {
      title: 'returns translators by language pair',
      run: async (harness) => {
        checkPreferredTranslators(await harness.good('account.getPreferredTranslators'));
      },
    },
  ],

  'job.getJob': [
    {
      title: 'returns a job',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        const job = part(await harness.good('job.getJob', id), 'job');
        assert.deepEqual(
          [Number(job['job_id']), job['body_src'], job['body_tgt'], job['status'], job['eta']],
          [id, 'Hello', 'やあ', 'reviewable', -1],
        );
        assert.equal(job['file_download_ready'], false);
      },
    },
    {
      title: 'is refused with 2100 for an unknown job',
      run: async (harness) => {
        const { error } = await harness.refused(2100, 'job.getJob', 1);
        assert.equal((error as { underlyingCode: unknown }).underlyingCode, 2100);
      },
    },
  ],
  'job.updateJob': [
    {
      title: 'approves with a rating and comments, under their older names',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        await harness.good('job.updateJob', {
          id,
          action: 'approve',
          rating: 5,
          for_translator: 'Thank you',
          for_mygengo: 'Fine',
          public: 0,
        });
        assert.equal((await harness.job(id))['status'], 'approved');
        assert.deepEqual(await harness.fixture.client.jobs.feedback(String(id)), {
          rating: 5,
          forTranslator: 'Thank you',
        });
      },
    },
    {
      title: 'requests a revision, and rejects',
      run: async (harness) => {
        const [revised, rejected, canceled] = [
          await harness.translated('one', 'いち'),
          await harness.translated('two', 'に'),
          await harness.translated('three', 'さん'),
        ];
        await harness.good('job.updateJob', { id: revised, action: 'revise', comment: 'Politely, please.' });
        await harness.good('job.updateJob', {
          id: rejected,
          action: 'reject',
          reason: 'quality',
          comment: 'No.',
          follow_up: 'requeue',
        });
        await harness.good('job.updateJob', {
          id: canceled,
          action: 'reject',
          reason: 'other',
          comment: 'No.',
          follow_up: 'cancel',
        });
        const states = await Promise.all(
          [revised, rejected, canceled].map(async (id) => (await harness.job(id))['status']),
        );
        assert.deepEqual(states, ['revising', 'available', 'canceled']);
      },
    },
    {
      title: 'is refused with 2250 if the job is not reviewable, and with 2300 without a comment',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        await harness.refused(2250, 'job.updateJob', { id, action: 'approve' });
        await harness.refused(2300, 'job.updateJob', { id, action: 'revise' });
      },
    },
  ],
  'job.cancelJob': [
    {
      title: 'cancels a job that nobody has started',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        assert.deepEqual(await harness.good('job.cancelJob', id), {});
        assert.equal((await harness.job(id!))['status'], 'canceled');
      },
    },
    {
      title: 'is refused with 2252 once a translator has started',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        await harness.move(id!, 'start');
        await harness.refused(2252, 'job.cancelJob', id);
      },
    },
  ],
  'job.getJobFeedback': [
    {
      title: 'returns a missing rating as zero, and a missing comment as null',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ', 'approve');
        assert.deepEqual(part(await harness.good('job.getJobFeedback', id), 'feedback'), {
          rating: harness.wire === 'contract' ? 0 : '0.0',
          for_translator: null,
        });
      },
    },
  ],
  'job.getJobRevisions': [
    {
      title: 'returns a revision for each submitted translation',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        const answer = await harness.good('job.getJobRevisions', id);
        assert.deepEqual([Number((answer as { job_id: unknown }).job_id), list(answer, 'revisions').length], [id, 1]);
      },
    },
  ],
  'job.getJobRevision': [
    {
      title: 'returns a revision',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        const [revision] = list(await harness.good('job.getJobRevisions', id), 'revisions');
        assert.equal(
          part(await harness.good('job.getJobRevision', { id, revId: revision!['rev_id'] }), 'revision')['body_tgt'],
          'やあ',
        );
      },
    },
    {
      title: 'is refused with 2200 for a revision of another job',
      run: async (harness) => {
        await harness.refused(2200, 'job.getJobRevision', { id: await harness.translated('Hello', 'やあ'), revId: 1 });
      },
    },
  ],
  'job.getJobComments': [
    {
      title: 'returns the thread, oldest comment first',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        await harness.fixture.client.jobs.comment(String(id), 'Formal?');
        await harness.move(id!, 'comment', { body: 'Yes.' });
        const thread = list(await harness.good('job.getJobComments', id), 'thread');
        assert.deepEqual(
          thread.map(({ author, body }) => [author, body]),
          [
            ['customer', 'Formal?'],
            ['translator', 'Yes.'],
          ],
        );
        assert.ok(thread.every(({ ctime }) => Number.isInteger(ctime)));
      },
    },
  ],
  'job.postJobComment': [
    {
      title: 'is refused with 404, because the client posts to the address of the job, not of its comments',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        const { passed } = await harness.refused(404, 'job.postJobComment', { id, body: 'Formal?' });
        assert.equal(`${passed.method} ${passed.path}`, `POST /v2/translate/job/${String(id)}/`);
        assert.deepEqual(await harness.fixture.client.jobs.comments(String(id)), []);
      },
    },
  ],

  'jobs.submitJobs': [
    {
      title: 'orders a list of jobs',
      run: async (harness) => {
        const placed = (await harness.good('jobs.submitJobs', {
          comment: 'A shop.',
          jobs: [
            textJob('Hello & “goodbye” + 100 %'),
            { ...textJob('Thank you'), services: ['translation'], max_chars: 40, position: 2 },
          ],
        })) as Record<string, unknown>;
        assert.deepEqual([Number(placed['job_count']), placed['currency'], 'jobs' in placed], [2, 'USD', false]);
        const order = await harness.fixture.client.orders.get(String(placed['order_id']));
        assert.equal(Number(placed['credits_used']), order.totalCredits);
        const texts = (await harness.fixture.client.jobs.get(Object.values(order.jobIds).flat())).map(
          ({ sourceText }) => sourceText,
        );
        assert.deepEqual(texts.toSorted(), ['Hello & “goodbye” + 100 %', 'Thank you']);
      },
    },
    {
      title: 'returns a job that was approved earlier, and charges for it only if forced',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ', 'approve');
        const placed = (await harness.good('jobs.submitJobs', { jobs: [textJob('Hello')] })) as Record<string, unknown>;
        assert.equal(Number(placed['credits_used']), 0);
        const [known] = Object.values(part(placed, 'jobs')).flat() as { job_id: unknown; body_tgt: unknown }[];
        assert.deepEqual([Number(known!.job_id), known!.body_tgt], [id, 'やあ']);
        assert.ok(
          Number(
            (
              (await harness.good('jobs.submitJobs', { jobs: [{ ...textJob('Hello'), force: 1 }] })) as Record<
                string,
                unknown
              >
            )['credits_used'],
          ) > 0,
        );
      },
    },
    {
      title: "is refused with 1758, because the client's type for custom_data is an object",
      run: async (harness) => {
        const { passed, error } = await harness.refused(1758, 'jobs.submitJobs', {
          jobs: [{ ...textJob('Hello'), custom_data: { mine: 1 } }],
        });
        assert.deepEqual(Object.keys(passed.answer.err as object), ['0']);
        // The client reads the code of the whole call, which errors of single jobs do not have.
        assert.match(String((error as { message: unknown }).message), /Code: undefined/u);
      },
    },
    {
      title:
        'is refused with 1551, 1651 and 2700 for an unsupported pair, an invalid flag and a price above the balance',
      run: async (harness) => {
        await harness.refused(1551, 'jobs.submitJobs', { jobs: [{ ...textJob('Hello'), lc_src: 'xx' }] });
        await harness.refused(1651, 'jobs.submitJobs', { jobs: [{ ...textJob('Hello'), auto_approve: 2 }] });
        await harness.refused(2700, 'jobs.submitJobs', { jobs: [textJob('word '.repeat(200_000))] });
        assert.deepEqual(await harness.fixture.client.jobs.list({}), []);
      },
    },
  ],
  'jobs.listJobs': [
    {
      title: 'returns the newest jobs, filtered by status and limited in number',
      run: async (harness) => {
        const { jobIds } = await harness.order('one', 'two', 'three');
        await harness.move(jobIds[0]!, 'start');
        assert.equal(list(await harness.good('jobs.listJobs')).length, 3);
        assert.deepEqual(
          list(await harness.good('jobs.listJobs', { status: 'pending' })).map(({ job_id }) => Number(job_id)),
          [jobIds[0]],
        );
        assert.equal(list(await harness.good('jobs.listJobs', { count: 2 })).length, 2);
        assert.deepEqual(
          await harness.good('jobs.listJobs', { timestamp_after: Math.floor(Date.now() / 1000) + 1000 }),
          [],
        );
      },
    },
  ],
  'jobs.getJobsById': [
    {
      title: 'returns the newest jobs, because the client sends the ids as single characters in the query',
      run: async (harness) => {
        const { jobIds } = await harness.order('one', 'two');
        const listed = list(await harness.good('jobs.getJobsById', [jobIds[0]]));
        assert.deepEqual(listed.map(({ job_id }) => Number(job_id)).toSorted(), jobIds.toSorted());
        assert.equal(harness.last().path, '/v2/translate/jobs');
        assert.equal(harness.last().parameters['0'], String(jobIds[0]).slice(0, 1));
        assert.equal(list(await harness.good('jobs.getJobsById', jobIds[0])).length, 2);
        assert.deepEqual(harness.last().parameters, {});
      },
    },
  ],

  'order.getOrderJobs': [
    {
      title: 'returns the order with its jobs by status',
      run: async (harness) => {
        const { orderId, jobIds } = await harness.order('one', 'two');
        await harness.move(jobIds[0]!, 'start');
        const order = part(await harness.good('order.getOrderJobs', orderId), 'order');
        assert.deepEqual(
          [Number(order['order_id']), Number(order['total_jobs']), Number(order['jobs_queued'])],
          [orderId, 2, 0],
        );
        assert.deepEqual([order['jobs_pending'], order['jobs_available']], [[String(jobIds[0])], [String(jobIds[1])]]);
        for (const name of ['jobs_reviewable', 'jobs_approved', 'jobs_revising', 'jobs_cancelled', 'jobs_held'])
          assert.deepEqual(order[name], [], name);
      },
    },
    {
      title: 'is refused with 2750 for an unknown order',
      run: async (harness) => {
        await harness.refused(2750, 'order.getOrderJobs', 1);
      },
    },
  ],
  'order.cancelOrderJobs': [
    {
      title: 'cancels jobs that nobody has started, and returns their ids',
      run: async (harness) => {
        const {
          orderId,
          jobIds: [started, open],
        } = await harness.order('one', 'two');
        await harness.move(started!, 'start');
        const order = part(await harness.good('order.cancelOrderJobs', orderId), 'order');
        assert.deepEqual(order['jobs_cancelled'], [String(open)]);
        assert.deepEqual(
          [(await harness.job(started!))['status'], (await harness.job(open!))['status']],
          ['pending', 'canceled'],
        );
      },
    },
    {
      title: 'is refused with 2750 for an unknown order',
      run: async (harness) => {
        await harness.refused(2750, 'order.cancelOrderJobs', 1);
      },
    },
  ],
  'order.getOrderComments': [
    {
      title: "returns the order's thread",
      run: async (harness) => {
        const { orderId } = await harness.order('Hello');
        assert.deepEqual(list(await harness.good('order.getOrderComments', orderId), 'thread'), []);
        assert.equal(
          (await harness.fixture.call('POST', `/translate/order/${orderId}/comment`, { body: 'It is a shop.' })).opstat,
          'ok',
        );
        const thread = list(await harness.good('order.getOrderComments', orderId), 'thread');
        assert.deepEqual([entryWith(thread, 'body', 'It is a shop.')['author'], thread.length], ['customer', 1]);
      },
    },
    {
      title: 'is refused with 2750 for an unknown order',
      run: async (harness) => {
        await harness.refused(2750, 'order.getOrderComments', 1);
      },
    },
  ],
  'order.postOrderComment': [
    {
      title: 'is refused with 404, because the client posts to the address of the order, not of its comments',
      run: async (harness) => {
        const { orderId } = await harness.order('Hello');
        const { passed } = await harness.refused(404, 'order.postOrderComment', { id: orderId, body: 'Formal?' });
        assert.equal(`${passed.method} ${passed.path}`, `POST /v2/translate/order/${orderId}/`);
      },
    },
  ],

  'glossary.getGlossaries': [
    {
      title: "returns the account's glossaries",
      run: async (harness) => {
        const glossaries = list(await harness.good('glossary.getGlossaries'));
        assert.ok(glossaries.length > 0);
        for (const { id, title, source_language_code, target_languages, is_public, unit_count, ctime } of glossaries) {
          assert.deepEqual(
            [Number(id) > 0, typeof title, typeof source_language_code, typeof is_public],
            [true, 'string', 'string', 'boolean'],
          );
          assert.ok(Array.isArray(target_languages) && Number(unit_count) >= 0);
          assert.match(String(ctime), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/u);
        }
      },
    },
  ],
  'glossary.getGlossary': [
    {
      title: 'returns a glossary',
      run: async (harness) => {
        const [first] = list(await harness.good('glossary.getGlossaries'));
        assert.deepEqual(await harness.good('glossary.getGlossary', first!['id']), first);
      },
    },
    {
      title: 'is refused with 404 for an unknown glossary',
      run: async (harness) => {
        await harness.refused(404, 'glossary.getGlossary', 1);
      },
    },
  ],

  'service.getLanguagePairs': [
    {
      title: 'returns the pairs of one source language or of all',
      run: async (harness) => {
        checkPairs(
          harness,
          await harness.good('service.getLanguagePairs', {}),
          await harness.good('service.getLanguagePairs', { lc_src: 'ja' }),
        );
      },
    },
  ],
  'service.getLanguages': [
    {
      title: 'returns the languages with their unit types',
      run: async (harness) => {
        checkLanguages(await harness.good('service.getLanguages'));
      },
    },
  ],
  'service.getQuote': [
    {
      title: 'returns a list of prices for a list of jobs',
      run: async (harness) => {
        const jobs = list(
          await harness.good('service.getQuote', { jobs: [textJob('one two three'), textJob('four')] }),
          'jobs',
        );
        assert.deepEqual(
          jobs.map(({ unit_count, currency, type }) => [Number(unit_count), currency, type]),
          [
            [3, 'USD', 'text'],
            [1, 'USD', 'text'],
          ],
        );
        assert.ok(jobs.every(({ credits, eta }) => Number(credits) > 0 && Number(eta) > 0));
      },
    },
    {
      title: 'is refused with 1800 without jobs, and with 1301 for an unknown job type',
      run: async (harness) => {
        await harness.refused(1800, 'service.getQuote', { jobs: [] });
        await harness.refused(1301, 'service.getQuote', { jobs: [{ ...textJob('Hello'), type: 'image' }] });
      },
    },
  ],
};
