import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { approveJob } from './reviewOne.ts';
import { allowReordering } from '../../../src/orders/jobs/review/review.ts';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { openOlderJournal, type OlderJournal } from './olderJournal.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';

// Journals of earlier versions must always remain readable, recoverable and deliverable.
// `test/fixtures/journals/makeJournals.ts` describes how each state was made.

const placing = 'POST /v2/translate/jobs';

/** Settings that find none of the placeholders that the older version found, and another one instead. */
const otherRules = { add: [], remove: ['mustache', 'brace', 'icu'], patterns: ['!'], doNotTranslate: [] };

function named({ jobs }: OrderWindow, title: string, locale?: string): TrackedJob {
  const job = jobs.all.find((one) => one.title === title && (locale === undefined || one.targetLocale === locale));
  assert.ok(job, `There is no job ${title}.`);
  return job;
}

function deliveryOf(job: TrackedJob): string {
  return job.delivery.kind === 'held' ? job.delivery.reason : job.delivery.kind;
}

/** Statuses and, where there is one, deliveries by title. */
function shown({ jobs }: OrderWindow): Readonly<Record<string, string>> {
  return Object.fromEntries(
    jobs.all.map((job) => [job.title, deliveryOf(job) === 'none' ? job.status : `${job.status}, ${deliveryOf(job)}`]),
  );
}

/** The strings that a plan of the file would order now, and those it skips, with the reasons. */
async function planned(
  window: OrderWindow,
  file: string,
  locale: string,
): Promise<{ readonly orders: readonly string[]; readonly skips: readonly string[] }> {
  const { jobs, skipped } = await planFile(window, file, [locale]);
  return { orders: jobs.map(({ title }) => title), skips: skipped.map(({ key, reason }) => `${key}: ${reason}`) };
}

async function approve({ context, jobs }: OrderWindow, job: TrackedJob): Promise<void> {
  await approveJob({ context, jobs }, job.id, {});
}

async function finishAndApprove(
  older: OlderJournal,
  window: OrderWindow,
  job: TrackedJob,
  text?: string,
): Promise<void> {
  await older.move(job.id, 'start');
  await older.move(job.id, 'finish', text === undefined ? {} : { body_tgt: text });
  await window.jobs.fetchAndDeliver();
  await approve(window, named(window, job.title, job.targetLocale));
}

/** Undoes the last delivery to a file that is not undone yet. */
async function undo({ context }: OrderWindow, targetFile: string): Promise<void> {
  const last = [...context.ledger.deliveries.values()].findLast(
    ({ entry, undone }) => entry.targetFile === targetFile && !undone,
  );
  assert.ok(last, `Nothing was delivered to ${targetFile}.`);
  await undoDelivery(context, last.entry.id);
}

/** Fails when the service has two jobs that are not canceled for one text in one language. */
async function assertNothingTwice({ context }: OrderWindow): Promise<void> {
  const ids = (await context.client.jobs.list({ timestampAfter: 1000 })).map(({ id }) => id);
  const texts = (await context.client.jobs.get(ids))
    .filter(({ file, status }) => file === undefined && status !== 'canceled')
    .map((job) => `${job.sourceText} → ${job.targetLanguage}`);
  // The two forms of a plural with one source text are two jobs by design.
  const forms = texts.filter((text) => !text.includes('[[[{{count}}]]] days') && !text.includes('[[[#]]]'));
  assert.deepEqual(
    forms.filter((text, index) => forms.indexOf(text) !== index),
    [],
  );
}

describe('contract: a journal of an older version, orders', function () {
  this.timeout(30_000);

  const file = (name: string): string => `locales/en/${name}.json`;
  const both = (name: string): readonly string[] => [`${name}A`, `${name}B`];
  const inFlight = (name: string) => ({ orders: [], skips: both(name).map((title) => `${title}: in-flight`) });

  it('knows which strings are or may be on order before it fetches anything', async () => {
    await using older = await openOlderJournal('orders');
    const window = await older.openWindow();
    for (const name of ['placed', 'unclearArrived', 'unclearLost', 'answerless', 'neverSent'])
      assert.deepEqual(await planned(window, file(name), 'ja'), inFlight(name), name);
    assert.deepEqual(await planned(window, file('placed'), 'fr'), inFlight('placed'));
    for (const name of ['refused', 'acknowledgedLost', 'acknowledgedArrived'])
      assert.deepEqual(await planned(window, file(name), 'ja'), { orders: both(name), skips: [] }, name);
    assert.ok(window.jobs.hasOpenJobs);
  });

  it('finds every order that arrived, and sends none', async () => {
    await using older = await openOlderJournal('orders');
    const before = await older.totals();
    const window = await older.openWindow();
    window.clockOffset += 5 * 60_000;
    await window.jobs.fetchAndDeliver({ recover: true });
    const found = ['placed', 'unclearArrived', 'acknowledgedArrived', 'answerless']
      .flatMap(both)
      .map((title) => [title, 'available']);
    const lost = ['unclearLost', 'neverSent'].flatMap(both).map((title) => [title, 'unclear']);
    assert.deepEqual(shown(window), Object.fromEntries([...found, ...lost]));
    assert.ok(window.jobs.all.filter(({ hasServiceId }) => hasServiceId).every(({ orderId }) => orderId !== undefined));
    for (const name of ['placed', 'unclearArrived', 'acknowledgedArrived', 'answerless', 'unclearLost', 'neverSent'])
      assert.deepEqual(await planned(window, file(name), 'ja'), inFlight(name), name);
    assert.deepEqual(await older.totals(), before);
    assert.deepEqual(
      window.requests.filter((line) => line === placing),
      [],
    );
  });

  it('orders the rest once, delivers all of it, and undoes it', async () => {
    await using older = await openOlderJournal('orders');
    const window = await older.openWindow();
    window.clockOffset += 5 * 60_000;
    await window.jobs.fetchAndDeliver({ recover: true });
    for (const name of ['unclearLost', 'neverSent']) await allowReordering(window, named(window, `${name}A`).id);
    const missing = ['refused', 'acknowledgedLost', 'unclearLost', 'neverSent'];
    for (const name of missing)
      assert.equal((await place(window, await quoteFile(window, file(name), ['ja']))).placedJobs, 2, name);
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(new Set(Object.values(shown(window))), new Set(['available']));
    // Eight files of two strings into Japanese, one of them into French too, each string once.
    assert.deepEqual(await older.totals(), { orders: 8, jobs: 18, spent: '3.66' });
    await assertNothingTwice(window);

    const mine = await older.readBytes('locales/ja/placed.json');
    for (const job of window.jobs.all) {
      await older.move(job.id, 'start');
      await older.move(job.id, 'finish', { body_tgt: job.title.endsWith('A') ? '「[[[{{name}}]]]」' : '「訳」' });
    }
    await window.jobs.fetchAndDeliver();
    for (const job of window.jobs.all) await approve(window, job);
    assert.deepEqual(new Set(Object.values(shown(window))), new Set(['approved, delivered']));
    assert.equal(
      await older.read('locales/ja/placed.json'),
      '{\r\n\t"placedA" : "「{{name}}」",\r\n\t"placedB" : "「訳」",\r\n\t"mine" : "手"\r\n}\r\n',
    );
    for (const name of ['unclearArrived', 'acknowledgedArrived', 'answerless', ...missing]) {
      assert.deepEqual(JSON.parse(await older.read(`locales/ja/${name}.json`)), {
        [`${name}A`]: '「{{name}}」',
        [`${name}B`]: '「訳」',
      });
      assert.deepEqual(await planned(window, file(name), 'ja'), { orders: [], skips: [] });
    }
    await undo(window, 'locales/ja/placed.json');
    await undo(window, 'locales/ja/placed.json');
    assert.deepEqual(await older.readBytes('locales/ja/placed.json'), mine);
    assert.deepEqual(
      (await older.files()).filter((name) => /\.(?:tmp|lock)/u.test(name)),
      [],
    );
  });
});

describe('contract: a journal of an older version, states of jobs', function () {
  this.timeout(30_000);

  it('shows each job as it is, delivers what was approved elsewhere, and touches nothing else', async () => {
    await using older = await openOlderJournal('states');
    const before = await older.totals();
    const window = await older.openWindow();
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(shown(window), {
      available: 'available',
      pending: 'pending',
      reviewable: 'reviewable',
      damaged: 'reviewable',
      revising: 'revising',
      revisedTwice: 'reviewable',
      rejected: 'rejected',
      undelivered: 'approved, delivered',
      held: 'approved, problems',
      overridden: 'approved, delivered',
      hold: 'hold',
      removed: 'approved, unit-gone',
      reworded: 'approved, source-changed',
      edited: 'approved, target-changed',
      auto: 'approved, delivered',
      queuedA: 'queued',
      queuedB: 'queued',
    });
    assert.equal(named(window, 'revisedTwice').revisionsRequested, 2);
    assert.equal(window.jobs.all.filter(({ title }) => title.startsWith('queued')).length, 4);
    assert.deepEqual(JSON.parse(await older.read('locales/ja/states.json')), {
      mine: '手',
      available: '',
      undelivered: '【模擬】トヒエ ウノドエルイベエリエド オノエ',
      overridden: 'overridden：やあ',
      archived: '【模擬】トヒエ アリクヒイベエド オノエ',
      archivedElsewhere: '【模擬】トヒエ アリクヒイベエドエルスエワヒエリエ オノエ',
      edited: '手で',
    });
    assert.deepEqual(await planned(window, 'locales/en/states.json', 'ja'), {
      orders: ['canceled', 'canceledElsewhere', 'reworded'],
      skips: [
        'available',
        'pending',
        'reviewable',
        'damaged',
        'revising',
        'revisedTwice',
        'rejected',
        'held',
        'hold',
      ].map((key) => `${key}: in-flight`),
    });
    assert.deepEqual(await older.totals(), before);
    assert.deepEqual(
      window.requests.filter((line) => line === placing),
      [],
    );
  });

  it('continues with each of them to its delivery', async () => {
    await using older = await openOlderJournal('states');
    const window = await older.openWindow();
    await window.jobs.fetchAndDeliver();
    await older.advanceClock(60);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(
      window.jobs.all
        .filter(({ title }) => title.startsWith('queued'))
        .map(({ status, hasServiceId }) => [status, hasServiceId]),
      Array(4).fill(['available', true]),
    );

    await assert.rejects(
      approve(window, named(window, 'damaged')),
      (error) => error instanceof OrderError && error.reason === 'problems',
    );
    await older.move(named(window, 'hold').id, 'release');
    await older.move(named(window, 'revising').id, 'finish', { body_tgt: '改訂' });
    await older.move(named(window, 'pending').id, 'finish', { body_tgt: '進行' });
    for (const title of ['available', 'hold'])
      await finishAndApprove(older, window, named(window, title), title === 'hold' ? '保留' : '開始');
    for (const title of ['reviewable', 'revising', 'revisedTwice', 'pending'])
      await approve(window, named(window, title));
    for (const title of ['held', 'edited']) await window.jobs.deliver(named(window, title).id);
    const values = JSON.parse(await older.read('locales/ja/states.json')) as Readonly<Record<string, string>>;
    assert.deepEqual(
      [values['available'], values['hold'], values['revising'], values['pending'], values['held'], values['mine']],
      ['開始', '保留', '改訂', '進行', 'held：やあ', '手'],
    );
    assert.match(values['edited'] ?? '', /^【模擬】/u);
    for (const title of ['available', 'pending', 'reviewable', 'revising', 'revisedTwice', 'hold', 'held', 'edited'])
      assert.equal(shown(window)[title], 'approved, delivered', title);
    await assertNothingTwice(window);
  });
});

describe('contract: a journal of an older version, deliveries', function () {
  this.timeout(30_000);

  it('continues deliveries that a crash interrupted, and repeats none', async () => {
    await using older = await openOlderJournal('deliveries');
    const before = await older.totals();
    const [crashed, written, app] = await Promise.all(
      ['locales/ja/crashed.json', 'written.ja.md', 'locales/ja/app.json'].map((name) => older.readBytes(name)),
    );
    const window = await older.openWindow();
    assert.deepEqual(await planned(window, 'locales/en/app.json', 'ja'), { orders: [], skips: [] });
    assert.deepEqual(await planned(window, 'locales/en/known.json', 'ja'), { orders: [], skips: ['known: in-flight'] });
    assert.deepEqual(await planned(window, 'locales/en/icu.json', 'pl'), { orders: [], skips: ['inbox: in-flight'] });
    assert.deepEqual(await planned(window, 'locales/en/crashed.json', 'ja'), { orders: [], skips: [] });
    await window.jobs.fetchAndDeliver({ recover: true });

    const { 'unwritten.md': unwritten, ...states } = shown(window);
    assert.match(unwritten ?? '', /^approved, (?:target-exists|delivered)$/u);
    const delivered = [
      'greeting',
      'save',
      'only',
      'day#one',
      'day#few',
      'day#many',
      'day#other',
      'crashed',
      'title',
      'menu.open',
      'Welcome back',
      'guide.md',
      'notes.md',
      'written.md',
      ...cart,
    ];
    const waiting = inbox.filter((title) => title !== 'inbox (few)');
    assert.deepEqual(states, {
      ...Object.fromEntries(delivered.map((title) => [title, 'approved, delivered'])),
      ...Object.fromEntries(waiting.map((title) => [title, 'approved, waits-for-branches'])),
      'inbox (few)': 'available',
      'later.md': 'available',
      'taken.md': 'approved, target-exists',
      undone: 'approved, undone',
      'undone.md': 'approved, undone',
      // Into Japanese; into French nobody has it.
      'Hello out there, {name}': 'available',
    });
    assert.equal(named(window, 'Hello out there, {name}', 'ja').status, 'approved');
    assert.deepEqual(JSON.parse(await older.read('locales/ja/known.json')), {
      known: (JSON.parse((await older.read('locales/ja/app.json')).slice(1)) as { readonly save: string }).save,
    });
    assert.deepEqual(
      await Promise.all(
        ['locales/ja/crashed.json', 'written.ja.md', 'locales/ja/app.json'].map((name) => older.readBytes(name)),
      ),
      [crashed, written, app],
    );
    assert.deepEqual(
      [await older.read('taken.ja.md'), await older.read('undone.ja.md'), await older.read('locales/ja/undone.json')],
      ['not yours\n', 'mine, too\r\n', '{ "mine": "手" }\n'],
    );
    assert.deepEqual(await older.totals(), before);
    assert.deepEqual(
      window.requests.filter((line) => line === placing),
      [],
    );
  });

  it('delivers the rest', async () => {
    await using older = await openOlderJournal('deliveries');
    const window = await older.openWindow();
    await window.jobs.fetchAndDeliver();
    await finishAndApprove(older, window, named(window, 'inbox (few)'), '[[[#]]] listy');
    const { inbox: message } = JSON.parse(await older.read('locales/pl/icu.json')) as Readonly<Record<string, string>>;
    assert.match(message ?? '', /^\{count, plural, one \{.+\} few \{# listy\} many \{.+\} other \{.+\}\}$/u);
    await finishAndApprove(older, window, named(window, 'later.md'));
    for (const title of ['taken.md', 'unwritten.md'])
      await window.jobs.deliver(named(window, title).id, { replace: true });
    assert.notEqual(await older.read('taken.ja.md'), 'not yours\n');
    assert.notEqual(await older.read('unwritten.ja.md'), 'mine, as well\n');
    for (const title of ['undone', 'undone.md']) await window.jobs.deliver(named(window, title).id, { replace: true });
    for (const title of ['inbox (few)', 'later.md', 'taken.md', 'unwritten.md', 'undone', 'undone.md'])
      assert.equal(shown(window)[title], 'approved, delivered', title);
    await undo(window, 'unwritten.ja.md');
    assert.equal(await older.read('unwritten.ja.md'), 'mine, as well\n');
    await undo(window, 'undone.ja.md');
    assert.equal(await older.read('undone.ja.md'), 'mine, too\r\n');
    assert.deepEqual(
      (await older.files()).filter((name) => /\.(?:tmp|lock)/u.test(name)),
      [],
    );
  });

  it('undoes what the older version delivered, byte for byte', async () => {
    await using older = await openOlderJournal('deliveries');
    const window = await older.openWindow();
    const originals = {
      'locales/ja/app.json': '\uFEFF{\r\n\t"greeting" : "",\r\n\t"mine": "手"\r\n}',
      'locales/pl/icu.json': '{\n  "mine": "Pa"\n}\n',
      'config/locales/ja.yml': 'ja:\n  mine: 手\n',
      'po/ja.po':
        'msgid ""\nmsgstr ""\n"Language: ja\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n' +
        '"Plural-Forms: nplurals=1; plural=0;\\n"\n\nmsgid "Welcome back"\nmsgstr ""\n',
      'notes.ja.md': '\uFEFFmine\r\n',
    };
    for (const [name, original] of Object.entries(originals)) {
      const deliveries = [...window.context.ledger.deliveries.values()].filter(
        ({ entry }) => entry.targetFile === name,
      );
      for (let count = deliveries.length; count > 0; count -= 1) await undo(window, name);
      assert.deepEqual(await older.readBytes(name), Buffer.from(original), name);
    }
    for (const name of ['locales/fr/created.json', 'docs/ja/guide.md']) {
      await undo(window, name);
      await assert.rejects(older.read(name), name);
    }
    await window.jobs.fetchAndDeliver();
    for (const title of ['greeting', 'title', 'Welcome back', 'notes.md', 'only', 'guide.md', ...cart])
      assert.equal(shown(window)[title], 'approved, undone', title);
  });
});

const cart = ['cart (=0)', 'cart (one)', 'cart (few)', 'cart (many)', 'cart (other)'];
const inbox = ['inbox (one)', 'inbox (few)', 'inbox (many)', 'inbox (other)'];

describe('contract: a journal of an older version, rebuilt from the service', function () {
  this.timeout(30_000);

  it('keeps its jobs, delivers them, and undoes what was delivered', async () => {
    await using older = await openOlderJournal('recovered');
    const before = await older.totals();
    const window = await older.openWindow();
    assert.deepEqual(await planned(window, 'locales/en/shop.json', 'ja'), {
      orders: [],
      skips: ['bye: in-flight', 'again: in-flight', 'later: in-flight'],
    });
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(shown(window), {
      hello: 'approved, delivered',
      bye: 'reviewable',
      later: 'available',
      'cart (other)': 'reviewable',
      'guide.md': 'approved, delivered',
    });
    await approve(window, named(window, 'bye'));
    await approve(window, named(window, 'cart (other)'));
    await finishAndApprove(older, window, named(window, 'later'), 'また後で');
    const { bye, again, later } = JSON.parse(await older.read('locales/ja/shop.json')) as Readonly<
      Record<string, string>
    >;
    assert.ok(bye !== undefined && bye === again);
    assert.equal(later, 'また後で');
    assert.match(
      (JSON.parse(await older.read('locales/ja/icu.json')) as Readonly<Record<string, string>>)['cart'] ?? '',
      /^\{count, plural, other \{.+\}\}$/u,
    );
    await undo(window, 'docs/ja/guide.md');
    await assert.rejects(older.read('docs/ja/guide.md'));
    for (let count = 0; count < 3; count += 1) await undo(window, 'locales/ja/shop.json');
    await assert.rejects(older.read('locales/ja/shop.json'));
    assert.deepEqual(await older.totals(), before);
    assert.deepEqual(
      window.requests.filter((line) => line === placing),
      [],
    );
  });

  for (const [title, rules, removesJournal] of [
    ['other placeholder rules', otherRules, false],
    ['other placeholder rules, after the journal is lost', otherRules, true],
    ['the current placeholder rules, after the journal is lost', undefined, true],
  ] as const) {
    it(`delivers strings with ${title}`, async () => {
      await using older = await openOlderJournal('recovered');
      if (removesJournal) await rm(path.dirname(older.windowOptions.journalFile), { recursive: true });
      const before = await older.totals();
      const window = await older.openWindow(rules === undefined ? {} : { placeholders: rules });
      await window.jobs.fetchAndDeliver({ recover: true });
      for (const key of ['bye', 'cart (other)']) await approve(window, named(window, key));
      await finishAndApprove(older, window, named(window, 'later'), 'また後で');
      assert.deepEqual(shown(window), {
        hello: 'approved, delivered',
        bye: 'approved, delivered',
        later: 'approved, delivered',
        'cart (other)': 'approved, delivered',
        // Without a journal, it isn't known that the document was delivered, and it is never overwritten.
        'guide.md': removesJournal ? 'approved, target-exists' : 'approved, delivered',
      });
      const shop = JSON.parse(await older.read('locales/ja/shop.json')) as Readonly<Record<string, string>>;
      assert.deepEqual([shop['later'], shop['hello']], ['また後で', '【模擬】ヒエルルオ, {{name}}!']);
      assert.match(await older.read('locales/ja/icu.json'), /"\{count, plural, other \{.*#.*\}\}"/u);
      assert.deepEqual(await older.totals(), before);
      assert.ok(!window.requests.includes(placing));
    });
  }
});
