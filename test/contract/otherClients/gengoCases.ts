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
 * The results that `gengo` 0.1.17 expects. It creates one signature for all its calls, sends the id in the query and
 * in the path, and rewrites all keys with underscores, including those of the caller's jobs.
 */
export const gengoCases: MethodCases = {
  'account.stats': [
    {
      title: 'returns the credits spent',
      run: async (harness) => {
        await harness.order('Hello');
        await checkStats(harness, await harness.good('account.stats'));
      },
    },
  ],
  'account.balance': [
    {
      title: 'returns the remaining credits',
      run: async (harness) => {
        await harness.order('Hello');
        await checkBalance(harness, await harness.good('account.balance'));
      },
    },
  ],
  'account.preferredTranslators': [
    {
      title: 'returns translators by language pair',
      run: async (harness) => {
        checkPreferredTranslators(await harness.good('account.preferredTranslators'));
      },
    },
  ],

  'job.get': [
    {
      title: 'returns a job by its id',
      run: async (harness) => {
        const {
          orderId,
          jobIds: [id],
        } = await harness.order('Hello [[[%s]]]');
        const job = part(await harness.good('job.get', id), 'job');
        assert.deepEqual(
          [Number(job['job_id']), Number(job['order_id']), job['body_src'], job['status']],
          [id, orderId, 'Hello [[[%s]]]', 'available'],
        );
        assert.deepEqual(
          [job['lc_src'], job['lc_tgt'], job['tier'], 'body_tgt' in job],
          ['en', 'ja', 'standard', false],
        );
        assert.deepEqual(harness.last().parameters, { id: String(id) });
      },
    },
    {
      title: 'returns a translated job by an object with its id',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        const job = part(await harness.good('job.get', { id }), 'job');
        assert.deepEqual([job['status'], job['body_tgt']], ['reviewable', 'やあ']);
      },
    },
    {
      title: 'is refused with 2100 for an unknown job',
      run: async (harness) => {
        assert.equal(part(await harness.refused(2100, 'job.get', 1), 'error')['code'], 2100);
      },
    },
  ],
  'job.update': [
    {
      title: 'approves with a rating and comments, under their older names',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        await harness.good('job.update', {
          id,
          action: 'approve',
          rating: 4,
          forTranslator: 'Thank you',
          forMygengo: 'Fine',
          public: 1,
        });
        assert.equal((await harness.job(id))['status'], 'approved');
        assert.deepEqual(await harness.fixture.client.jobs.feedback(String(id)), {
          rating: 4,
          forTranslator: 'Thank you',
        });
      },
    },
    {
      title: 'requests a revision, rejects, and archives',
      run: async (harness) => {
        const [revised, rejected, archived] = [
          await harness.translated('one', 'いち'),
          await harness.translated('two', 'に'),
          await harness.translated('three', 'さん', 'approve'),
        ];
        await harness.good('job.update', { id: revised, action: 'revise', comment: 'Politely, please.' });
        await harness.good('job.update', {
          id: rejected,
          action: 'reject',
          reason: 'quality',
          comment: 'No.',
          followUp: 'cancel',
        });
        await harness.good('job.update', { id: archived, action: 'archive' });
        const states = await Promise.all(
          [revised, rejected, archived].map(async (id) => (await harness.job(id))['status']),
        );
        assert.deepEqual(states, ['revising', 'canceled', 'archived']);
      },
    },
    {
      title: 'is refused with 2250 if the job is not reviewable, and with 2650 if it cannot be archived',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        await harness.refused(2250, 'job.update', { id, action: 'approve' });
        await harness.refused(2650, 'job.update', { id, action: 'archive' });
      },
    },
    {
      title: 'is refused with 2300, 2350 and 2502, because the client does not check comment, reason and rating',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        await harness.refused(2300, 'job.update', { id, action: 'revise' });
        await harness.refused(2350, 'job.update', { id, action: 'reject', comment: 'No.' });
        await harness.refused(2502, 'job.update', { id, action: 'approve', rating: 6 });
        assert.equal((await harness.job(id))['status'], 'reviewable');
      },
    },
  ],
  'job.delete': [
    {
      title: 'cancels a job that nobody has started, which is refunded',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        assert.deepEqual(await harness.good('job.delete', id), {});
        assert.equal((await harness.job(id!))['status'], 'canceled');
        assert.equal((await harness.fixture.client.account.balance()).credits, 10_000);
      },
    },
    {
      title: 'is refused with 2252 once a translator has started',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        await harness.move(id!, 'start');
        await harness.refused(2252, 'job.delete', { id });
      },
    },
  ],
  'job.feedback': [
    {
      title: 'returns the feedback that was given at approval',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        await harness.fixture.client.jobs.approve(String(id), { rating: 3, forTranslator: 'So so' });
        assert.deepEqual(part(await harness.good('job.feedback', id), 'feedback'), {
          rating: harness.wire === 'contract' ? 3 : '3.0',
          for_translator: 'So so',
        });
      },
    },
    {
      title: 'is refused with 2100 for an unknown job',
      run: async (harness) => {
        await harness.refused(2100, 'job.feedback', 1);
      },
    },
  ],
  'job.revisions.list': [
    {
      title: 'returns a revision for each submitted translation',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        await harness.fixture.client.jobs.revise(String(id), 'Politely, please.');
        await harness.move(id, 'finish', { body_tgt: 'こんにちは' });
        const answer = await harness.good('job.revisions.list', id);
        assert.equal(Number((answer as { job_id: unknown }).job_id), id);
        assert.equal(list(answer, 'revisions').length, 2);
        assert.ok(list(answer, 'revisions').every(({ rev_id, ctime }) => Number(rev_id) > 0 && Number(ctime) > 1e9));
      },
    },
  ],
  'job.revisions.get': [
    {
      title: 'returns a revision by its id, under either name',
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ');
        const [{ id: revId } = { id: '' }] = await harness.fixture.client.jobs.revisions(String(id));
        for (const data of [
          { id, revId },
          { id, rev_id: revId },
        ]) {
          assert.equal(part(await harness.good('job.revisions.get', data), 'revision')['body_tgt'], 'やあ');
        }
      },
    },
    {
      title: 'is refused with 2200 for a revision of another job',
      run: async (harness) => {
        await harness.refused(2200, 'job.revisions.get', { id: await harness.translated('Hello', 'やあ'), revId: 1 });
      },
    },
  ],
  'job.comments.get': [
    {
      title: 'returns the thread, oldest comment first',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        await harness.fixture.client.jobs.comment(String(id), 'Formal?');
        await harness.move(id!, 'comment', { body: 'Yes.' });
        const thread = list(await harness.good('job.comments.get', id), 'thread');
        assert.deepEqual(
          thread.map(({ author, body }) => [author, body]),
          [
            ['customer', 'Formal?'],
            ['translator', 'Yes.'],
          ],
        );
      },
    },
  ],
  'job.comments.create': [
    {
      title: 'adds a comment to the thread',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        assert.deepEqual(await harness.good('job.comments.create', { id, body: 'A & B + 100 % “日本” \\ "' }), {});
        assert.deepEqual(
          (await harness.fixture.client.jobs.comments(String(id))).map(({ body }) => body),
          ['A & B + 100 % “日本” \\ "'],
        );
      },
    },
    {
      title: 'is refused with 2000 without a text',
      run: async (harness) => {
        const {
          jobIds: [id],
        } = await harness.order('Hello');
        await harness.refused(2000, 'job.comments.create', id);
      },
    },
  ],

  'jobs.create': [
    {
      title: 'places an order, and returns its id and price',
      run: async (harness) => {
        const placed = (await harness.good('jobs.create', {
          jobs: { job_1: textJob('Hello & “goodbye” + 100 %'), job_2: textJob('Thank you') },
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
      title: 'accepts camelCase fields, because the client rewrites them with underscores',
      run: async (harness) => {
        const job = {
          type: 'text',
          bodySrc: 'Hello',
          lcSrc: 'en',
          lcTgt: 'ja',
          tier: 'pro',
          autoApprove: 1,
          customData: 'mine',
        };
        const { order_id: orderId } = (await harness.good('jobs.create', { jobs: { job_1: job } })) as {
          order_id: unknown;
        };
        const [found] = await harness.fixture.client.jobs.get(
          Object.values((await harness.fixture.client.orders.get(String(orderId))).jobIds).flat(),
        );
        assert.deepEqual([found!.tier, found!.autoApprove, found!.customData], ['pro', true, 'mine']);
      },
    },
    {
      title: "returns a job that was approved earlier, free of charge, under the client's rewritten key",
      run: async (harness) => {
        const id = await harness.translated('Hello', 'やあ', 'approve');
        const placed = await harness.good('jobs.create', { jobs: { jobOne: textJob('Hello') } });
        assert.equal(Number((placed as { credits_used: unknown }).credits_used), 0);
        const [known] = list(part(placed, 'jobs'), 'job_one');
        assert.deepEqual([Number(known!['job_id']), known!['body_tgt']], [id, 'やあ']);
      },
    },
    {
      title: "is refused with 1551 for an unsupported pair, under the job's key",
      run: async (harness) => {
        const { passed } = await harness.refused(1551, 'jobs.create', {
          jobs: { good: textJob('Hello'), bad: { ...textJob('Hello'), lc_tgt: 'xx' } },
        });
        assert.deepEqual(Object.keys(passed.answer.err as object), ['bad']);
      },
    },
    {
      title: 'is refused with 1800 without jobs, and with 1754 for an identical order within five minutes',
      run: async (harness) => {
        await harness.refused(1800, 'jobs.create', {});
        await harness.good('jobs.create', { jobs: { job_1: textJob('Hello') } });
        await harness.refused(1754, 'jobs.create', { jobs: { job_1: textJob('Hello') } });
      },
    },
    {
      title: 'is refused with 1758 for custom data that is an object, which the client sends unchanged',
      run: async (harness) => {
        await harness.refused(1758, 'jobs.create', {
          jobs: { job_1: { ...textJob('Hello'), custom_data: { mine: 1 } } },
        });
      },
    },
  ],
  'jobs.list': [
    {
      title: 'returns the newest jobs, filtered by status and time, and limited in number',
      run: async (harness) => {
        const { jobIds } = await harness.order('one', 'two', 'three');
        await harness.move(jobIds[0]!, 'start');
        const ids = (answer: unknown) =>
          list(answer)
            .map(({ job_id }) => Number(job_id))
            .toSorted();
        assert.deepEqual(ids(await harness.good('jobs.list', {})), jobIds.toSorted());
        assert.deepEqual(ids(await harness.good('jobs.list', { status: 'pending' })), [jobIds[0]]);
        assert.equal(list(await harness.good('jobs.list', { count: 2 })).length, 2);
        assert.deepEqual(await harness.good('jobs.list', { timestampAfter: Math.floor(Date.now() / 1000) + 1000 }), []);
        assert.ok(list(await harness.good('jobs.list', {})).every(({ ctime }) => typeof ctime === 'number'));
      },
    },
    {
      title: 'is refused with 400 for a count that is not a number',
      run: async (harness) => {
        await harness.refused(400, 'jobs.list', { count: 'many' });
      },
    },
  ],
  'jobs.get': [
    {
      title: 'returns several jobs by a list of ids',
      run: async (harness) => {
        const { jobIds } = await harness.order('one', 'two');
        const jobs = list(await harness.good('jobs.get', jobIds), 'jobs');
        for (const [index, text] of ['one', 'two'].entries())
          assert.equal(entryWith(jobs, 'job_id', jobIds[index])['body_src'], text);
        assert.equal(harness.last().path, `/v2/translate/jobs/${jobIds.join(',')}`);
      },
    },
    {
      title: 'returns the newest jobs for any other argument, because the client omits the id from the path',
      run: async (harness) => {
        const { jobIds } = await harness.order('one', 'two');
        assert.equal(list(await harness.good('jobs.get', { count: 1 })).length, 1);
        assert.deepEqual(
          list(await harness.good('jobs.get', jobIds[0]))
            .map(({ job_id }) => Number(job_id))
            .toSorted(),
          jobIds.toSorted(),
        );
        assert.equal(harness.last().path, '/v2/translate/jobs/');
      },
    },
    {
      title: 'is refused with 2100 for unknown ids',
      run: async (harness) => {
        await harness.refused(2100, 'jobs.get', [1, 2]);
      },
    },
  ],

  'order.get': [
    {
      title: 'returns the order with its jobs by status',
      run: async (harness) => {
        const { orderId, jobIds } = await harness.order('one', 'two');
        await harness.move(jobIds[0]!, 'start');
        const order = part(await harness.good('order.get', orderId), 'order');
        assert.deepEqual(
          [Number(order['order_id']), Number(order['total_jobs']), Number(order['jobs_queued'])],
          [orderId, 2, 0],
        );
        assert.deepEqual([order['jobs_pending'], order['jobs_available']], [[String(jobIds[0])], [String(jobIds[1])]]);
      },
    },
    {
      title: 'is refused with 2750 for an unknown order',
      run: async (harness) => {
        await harness.refused(2750, 'order.get', 1);
      },
    },
  ],
  'order.delete': [
    {
      title: 'cancels jobs that nobody has started, and no others',
      run: async (harness) => {
        const {
          orderId,
          jobIds: [started, open],
        } = await harness.order('one', 'two');
        await harness.move(started!, 'start');
        await harness.good('order.delete', orderId);
        assert.deepEqual(
          [(await harness.job(started!))['status'], (await harness.job(open!))['status']],
          ['pending', 'canceled'],
        );
      },
    },
    {
      title: 'is refused with 2751 while the order is in the queue',
      pace: 'real',
      run: async (harness) => {
        const { orderId } = await harness.fixture.client.orders.place({
          jobs: [{ key: 'job_1', text: 'Hello', sourceLanguage: 'en', targetLanguage: 'ja', tier: 'standard' }],
        });
        await harness.refused(2751, 'order.delete', orderId);
      },
    },
    {
      title: 'is refused with 2750 for an unknown order',
      run: async (harness) => {
        await harness.refused(2750, 'order.delete', { id: 1 });
      },
    },
  ],

  'glossary.list': [
    {
      title: "returns the account's glossaries",
      run: async (harness) => {
        const glossaries = list(await harness.good('glossary.list', {}));
        assert.ok(
          glossaries.length > 0 && glossaries.every(({ id, title }) => Number(id) > 0 && typeof title === 'string'),
          JSON.stringify(glossaries),
        );
      },
    },
  ],
  'glossary.get': [
    {
      title: 'returns a glossary',
      run: async (harness) => {
        const [first] = list(await harness.good('glossary.list', {}));
        assert.deepEqual(await harness.good('glossary.get', first!['id']), first);
      },
    },
    {
      title: 'is refused with 404 for an unknown glossary',
      run: async (harness) => {
        await harness.refused(404, 'glossary.get', 1);
      },
    },
  ],

  'service.languagePairs': [
    {
      title: 'returns the pairs of one source language or of all',
      run: async (harness) => {
        checkPairs(
          harness,
          await harness.good('service.languagePairs', {}),
          await harness.good('service.languagePairs', { lcSrc: 'ja' }),
        );
      },
    },
  ],
  'service.languages': [
    {
      title: 'returns the languages with their unit types',
      run: async (harness) => {
        checkLanguages(await harness.good('service.languages', {}));
      },
    },
  ],
  'service.quote': [
    {
      title: 'returns a price for each job, under its key',
      run: async (harness) => {
        const jobs = part(
          await harness.good('service.quote', {
            jobs: { job_1: { ...textJob('one two three'), custom_data: 'mine' }, job_2: textJob('four') },
          }),
          'jobs',
        );
        assert.deepEqual(Object.keys(jobs), ['job_1', 'job_2']);
        const { credits, custom_data, ...first } = part(jobs, 'job_1');
        assert.deepEqual(
          [Number(first['unit_count']), first['currency'], first['type'], custom_data],
          [3, 'USD', 'text', 'mine'],
        );
        assert.ok(Number(credits) > 0 && Number(first['eta']) > 0);
      },
    },
    {
      title: 'is refused with 1350, 1400 and 1500 for a job without text, source language and tier',
      run: async (harness) => {
        for (const code of [1350, 1400, 1500])
          await harness.refused(code, 'service.quote', { jobs: { job_1: { type: 'text', lc_tgt: 'ja' } } });
      },
    },
    {
      title: 'is refused with 1800 for jobs that are not in a field `jobs`',
      run: async (harness) => {
        await harness.refused(1800, 'service.quote', { job_1: textJob('Hello') });
      },
    },
  ],
  'service.quoteFiles': [
    {
      title: 'quotes texts, because the client posts to the same address',
      run: async (harness) => {
        assert.equal(
          Number(
            part(
              part(await harness.good('service.quoteFiles', { jobs: { job_1: textJob('one two') } }), 'jobs'),
              'job_1',
            )['unit_count'],
          ),
          2,
        );
      },
    },
    {
      title: 'is refused with 1801 for a file, because the client names a part that it does not send',
      run: async (harness) => {
        const job = { type: 'file', file_key: 'file_01', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' };
        await harness.refused(1801, 'service.quoteFiles', {
          jobs: { job_1: job },
          files: { file_01: '/tmp/example.txt' },
        });
      },
    },
    {
      title: 'is refused with 1803 for a file without a file_key',
      run: async (harness) => {
        await harness.refused(1803, 'service.quoteFiles', {
          jobs: { job_1: { type: 'file', lc_src: 'en', lc_tgt: 'ja', tier: 'standard' } },
        });
      },
    },
  ],
};
