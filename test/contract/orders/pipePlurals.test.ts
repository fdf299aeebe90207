import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { rm } from 'node:fs/promises';
import { compile, createCoreContext, registerMessageCompiler, translate as show } from '@intlify/core-base';
import { previewDelivery } from '../../../src/orders/deliver/previewDelivery.ts';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { approveJob } from './reviewOne.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';

const php = (texts: Readonly<Record<string, string>>): string =>
  `<?php\n\nreturn [\n${Object.entries(texts)
    .map(([key, text]) => `    '${key}' => '${text}',\n`)
    .join('')}];\n`;
const json = (texts: Readonly<Record<string, string>>): string => `${JSON.stringify(texts, undefined, 2)}\n`;
const vueManifest = json({}).replace('{}', '{ "dependencies": { "vue-i18n": "^9.0.0" } }');

const laravel = {
  'lang/en/shop.php': php({
    apples: ':count apple|:count apples',
    left: '{0} None left|[1,*] Some left',
    title: 'A | B',
  }),
  'lang/ru/shop.php': php({}),
  'lang/ja/shop.php': php({}),
};
const vue = {
  'package.json': vueManifest,
  'locales/en.json': json({ car: '{n} car | {n} cars', apples: 'no apples | one apple | {count} apples' }),
};

async function order(setup: OrderSetup, file: string, locales: readonly string[]): Promise<OrderWindow> {
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, file, locales));
  await window.jobs.fetchAndDeliver();
  return window;
}

/** Translates the jobs with these titles. */
async function translate(
  setup: OrderSetup,
  window: OrderWindow,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const { id, title, status } of window.jobs.all) {
    const text = texts[title];
    if (status !== 'available' || text === undefined) continue;
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: text });
  }
  await window.jobs.fetchAndDeliver();
}

async function approveAll(window: OrderWindow): Promise<void> {
  for (const { id, status } of window.jobs.all) if (status === 'reviewable') await approveJob(window, id, {});
}

function titles({ jobs }: OrderWindow): readonly string[] {
  return jobs.all.map(({ title }) => title).toSorted();
}

function named({ jobs }: OrderWindow, title: string): TrackedJob {
  const job = jobs.all.find((one) => one.title === title);
  assert.ok(job, `There is no job ${title}.`);
  return job;
}

const russian = {
  'apples (1/3)': '[[[:count]]] яблоко',
  'apples (2/3)': '[[[:count]]] яблока',
  'apples (3/3)': '[[[:count]]] яблок',
  'left ({0})': 'Ничего нет',
  'left ([1,*])': 'Кое-что есть',
  title: 'А | Б',
};

describe('contract: plurals with bars, a job for each form', function () {
  this.timeout(30_000);

  it('orders a Laravel plural in the Russian forms and writes one value', async () => {
    await using setup = await createOrderSetup('manual', laravel);
    const window = await order(setup, 'lang/en/shop.php', ['ru']);
    assert.deepEqual(titles(window), Object.keys(russian).toSorted());
    assert.deepEqual(
      (await planFile(window, 'lang/en/shop.php', ['ru'])).skipped.map(({ reason }) => reason),
      ['in-flight', 'in-flight', 'in-flight'],
    );
    const { 'apples (2/3)': few, ...others } = russian;
    await translate(setup, window, others);
    await approveAll(window);
    assert.deepEqual(named(window, 'apples (1/3)').delivery, { kind: 'held', reason: 'waits-for-branches' });
    await translate(setup, window, { 'apples (2/3)': few });
    await approveAll(window);
    assert.equal(
      await setup.read('lang/ru/shop.php'),
      php({
        apples: ':count яблоко|:count яблока|:count яблок',
        left: '{0} Ничего нет|[1,*] Кое-что есть',
        title: 'А | Б',
      }),
    );
    assert.deepEqual((await planFile(window, 'lang/en/shop.php', ['ru'])).jobs, []);
  });

  it('orders one form of a Laravel plural for Japanese', async () => {
    await using setup = await createOrderSetup('manual', laravel);
    const window = await order(setup, 'lang/en/shop.php', ['ja']);
    assert.deepEqual(titles(window), ['apples (1/1)', 'left ([1,*])', 'left ({0})', 'title']);
    assert.equal(named(window, 'apples (1/1)').sourceText, ':count apples');
    await translate(setup, window, { 'apples (1/1)': 'りんご[[[:count]]]個' });
    await approveAll(window);
    assert.equal(await setup.read('lang/ja/shop.php'), php({ apples: 'りんご:count個' }));
  });

  it('does not approve a form with a bar, and holds the plural', async () => {
    await using setup = await createOrderSetup('manual', laravel);
    const window = await order(setup, 'lang/en/shop.php', ['ja']);
    await translate(setup, window, { 'apples (1/1)': '[[[:count]]]個|[[[:count]]]個' });
    const job = named(window, 'apples (1/1)');
    assert.ok(job.problems.some(({ kind, severity }) => kind === 'stray-syntax' && severity === 'error'));
    await window.context.client.jobs.approve(job.id);
    await window.jobs.fetchAndDeliver();
    await window.jobs.deliver(job.id);
    assert.equal(named(window, 'apples (1/1)').delivery.kind, 'held');
  });

  it('orders a vue-i18n plural by its default rule, or in as many forms as the target’s file has', async () => {
    await using setup = await createOrderSetup('manual', {
      ...vue,
      'locales/uk.json': json({ apples: 'ні | {count} яблуко | {count} яблука | {count} яблук' }),
    });
    const window = await order(setup, 'locales/en.json', ['ru', 'ja']);
    assert.deepEqual(
      titles(window),
      [
        'apples (1/3)',
        'apples (1/3)',
        'apples (2/3)',
        'apples (2/3)',
        'apples (3/3)',
        'apples (3/3)',
        'car (1/1)',
      ].concat(['car (1/2)', 'car (2/2)']),
    );
    await translate(setup, window, {
      'car (1/1)': '車[[[{n}]]]台',
      'car (1/2)': '[[[{n}]]] авто',
      'car (2/2)': '[[[{n}]]] авто',
    });
    await approveAll(window);
    assert.deepEqual(JSON.parse(await setup.read('locales/ja.json')), { car: '車{n}台' });
    assert.deepEqual(JSON.parse(await setup.read('locales/ru.json')), { car: '{n} авто | {n} авто' });
  });

  it('orders a vue-i18n plural in the forms that the rule in the project’s code selects', async () => {
    const rule =
      'function slavic(choice, choicesLength) {\n  if (choice === 0) return 0;\n' +
      '  const isTeen = choice > 10 && choice < 20;\n  if (!isTeen && choice % 10 === 1) return 1;\n' +
      '  if (!isTeen && choice % 10 >= 2 && choice % 10 <= 4) return 2;\n  return choicesLength < 4 ? 2 : 3;\n}\n';
    await using setup = await createOrderSetup('manual', {
      'package.json': vueManifest,
      'src/plugins/i18n.js': `${rule}export default createI18n({ legacy: false, locale: 'en', pluralRules: { ru: slavic } });\n`,
      'src/locales/en.json': json({ car: '{n} car | {n} cars' }),
    });
    const window = await order(setup, 'src/locales/en.json', ['ru', 'de']);
    assert.deepEqual(titles(window), ['car (1/2)', 'car (1/4)', 'car (2/2)', 'car (2/4)', 'car (3/4)', 'car (4/4)']);
    await translate(setup, window, {
      'car (1/2)': '[[[{n}]]] Auto',
      'car (2/2)': '[[[{n}]]] Autos',
      'car (1/4)': 'нет машин ([[[{n}]]])',
      'car (2/4)': '[[[{n}]]] машина',
      'car (3/4)': '[[[{n}]]] машины',
      'car (4/4)': '[[[{n}]]] машин',
    });
    await approveAll(window);
    assert.deepEqual(JSON.parse(await setup.read('src/locales/de.json')), { car: '{n} Auto | {n} Autos' });
    const messages = JSON.parse(await setup.read('src/locales/ru.json')) as Record<string, string>;
    const slavic = runInNewContext(`(${rule})`) as (choice: number, choicesLength: number) => number;
    registerMessageCompiler(compile);
    const context = createCoreContext({ locale: 'ru', messages: { ru: messages }, pluralRules: { ru: slavic } });
    assert.deepEqual(
      [0, 1, 2, 5, 11, 21, 22].map((count) => show(context, 'car', count)),
      ['нет машин (0)', '1 машина', '2 машины', '5 машин', '11 машин', '21 машина', '22 машины'],
    );
  });

  it('keeps the number of forms of the order, finds it again without a journal, and previews the delivery', async () => {
    const files = {
      'package.json': vueManifest,
      'locales/en.json': json({ car: '{n} car | {n} cars', bus: '{n} bus | {n} buses' }),
      'locales/ru.json': json({ bus: '{n} авто | {n} автобус | {n} автобуса | {n} автобусов' }),
    };
    await using setup = await createOrderSetup('manual', files);
    const first = await order(setup, 'locales/en.json', ['ru']);
    const forms = {
      'car (1/4)': 'нет',
      'car (2/4)': '[[[{n}]]] a',
      'car (3/4)': '[[[{n}]]] b',
      'car (4/4)': '[[[{n}]]] c',
    };
    assert.deepEqual(titles(first), Object.keys(forms));
    await setup.write('locales/ru.json', json({}));
    await rm(setup.journalFile);
    const window = await setup.openWindow();
    await window.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(titles(window), Object.keys(forms));
    await translate(setup, window, { ...forms, 'car (1/4)': '[[[{n}]]] нет' });
    const preview = await previewDelivery(window.context, named(window, 'car (2/4)'));
    assert.deepEqual(JSON.parse(preview.after), { car: '{n} cars | {n} a | {n} cars | {n} cars' });
    await approveAll(window);
    assert.deepEqual(JSON.parse(await setup.read('locales/ru.json')), { car: '{n} нет | {n} a | {n} b | {n} c' });
  });

  it('delivers a plural that an earlier version ordered as one text, and does not order it again', async () => {
    await using setup = await createOrderSetup('manual', laravel);
    const window = await setup.openWindow();
    const layouts = () => ({ patterns: [], sourceLocale: 'en', icuMessages: 'whole' }) as const;
    const earlier = { ...window, context: { ...window.context, layouts } };
    await place(earlier, await quoteFile(earlier, 'lang/en/shop.php', ['ru']));
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(titles(window), ['apples', 'left', 'title']);
    assert.deepEqual((await planFile(window, 'lang/en/shop.php', ['ru'])).jobs, []);
    await translate(setup, window, { apples: '[[[:count]]] яблоко|:count яблока|[[[:count]]] яблок' });
    assert.deepEqual(named(window, 'apples').problems, []);
    await approveAll(window);
    assert.equal(await setup.read('lang/ru/shop.php'), php({ apples: ':count яблоко|:count яблока|:count яблок' }));
  });

  it('tells the translator which numbers a form is for, and to write the number that the source lacks', async () => {
    await using setup = await createOrderSetup('manual', {
      'lang/en/shop.php': php({ apples: 'One apple|:count apples' }),
      'lang/ru/shop.php': php({}),
    });
    const window = await setup.openWindow();
    const { jobs } = await planFile(window, 'lang/en/shop.php', ['ru']);
    const note = jobs.find(({ title }) => title === 'apples (1/3)')?.note ?? '';
    assert.match(note, /This is plural form 1 of 3 in Russian, used with numbers such as 1, 21, 31, 41\./u);
    assert.match(note, /so write the number as \[\[\[:count\]\]\]\./u);
  });
});
