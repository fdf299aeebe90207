import assert from 'node:assert/strict';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { approveJob } from './reviewOne.ts';
import { approveJobs } from '../../../src/orders/jobs/review/approveJobs.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import { chooseReady } from '../../../src/orders/model/trackedJob.ts';

/** Translations that nobody sees as they are, each for a string of the same key. */
const unseen = {
  override: 'Sie zahlen \u202E00,5\u202C Euro',
  space: 'Pay\u200BPal',
  joiner: 'Pay\u200DPal',
  word: 'Pay\u2060Pal',
  mark: 'Pay\uFEFFPal',
  hyphen: 'Pay\u00ADPal',
  zero: 'Sie\u0000zahlen',
  escape: 'Sie \u001B[8mzahlen',
  bell: 'Sie\u0007 zahlen',
  backspace: '500\b\b\b5 Euro',
  control: 'Sie\u009B8m zahlen',
  tags: 'Sie zahlen\u{E0068}\u{E0069}',
  variation: 'Sie zahlen\uFE0F',
  private: 'Sie zahlen \uE000',
  cyrillic: 'Sie z\u0430hlen',
  nonCharacter: 'Sie zahlen \uFFFF',
  replacement: 'Sie m\uFFFDssen zahlen',
  line: 'Sie\u2028zahlen',
  hangul: 'Sie zahlen\u3164',
  braille: 'Sie\u2800zahlen',
  script: '[Welt](javascript:alert(1))',
  host: '<a href="https://evil.example">Welt</a>',
};
const sources = Object.fromEntries(Object.keys(unseen).map((key) => [key, `You pay with ${key}`]));

async function returned(
  setup: OrderSetup,
  file: string,
  translations: Readonly<Record<string, string>>,
  autoApprove = false,
): Promise<OrderWindow> {
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, file, ['de'], { autoApprove }));
  await window.jobs.fetchAndDeliver();
  for (const { id, title } of window.jobs.all) {
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: translations[title] });
  }
  await window.jobs.fetchAndDeliver();
  return window;
}

describe('contract: translations with text that nobody sees', function () {
  this.timeout(30_000);

  it('are not delivered after an automatic approval, and are delivered if the user insists', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': sources, 'locales/de.json': {} });
    const window = await returned(setup, 'locales/en.json', unseen, true);
    assert.deepEqual(
      window.jobs.all.map(({ title, delivery }) => [title, delivery.kind === 'held' ? delivery.reason : delivery.kind]),
      window.jobs.all.map(({ title }) => [title, 'problems']),
    );
    assert.equal(window.jobs.all.length, Object.keys(unseen).length);
    assert.deepEqual(JSON.parse(await setup.read('locales/de.json')), {});
    const { id } = window.jobs.all.find(({ title }) => title === 'space')!;
    await window.jobs.deliver(id);
    assert.deepEqual(JSON.parse(await setup.read('locales/de.json')), { space: unseen.space });
  });

  it('are not approved together with others, nor alone without the user’s decision', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': sources, 'locales/de.json': {} });
    const window = await returned(setup, 'locales/en.json', unseen);
    const shown = window.jobs.all;
    assert.deepEqual(chooseReady(shown, 'approve').ready, []);
    const isRefused = (error: unknown): boolean => error instanceof OrderError && error.reason === 'problems';
    const outcomes = await approveJobs(
      window,
      shown.map(({ id }) => ({ jobId: id })),
    );
    assert.equal(outcomes.length, shown.length);
    assert.ok(outcomes.every(({ error }) => isRefused(error)));
    await assert.rejects(approveJob(window, shown[0]!.id, { shown: shown[0]!.translationHash! }), isRefused);
    assert.deepEqual(JSON.parse(await setup.read('locales/de.json')), {});
  });

  it('are not delivered to a table if a spreadsheet would calculate them', async () => {
    const table = 'key,en,de\ntotal,Total,\nrest,-5 left,\n';
    await using setup = await createOrderSetup('manual', { 'locales/texts.csv': table });
    const window = await returned(
      setup,
      'locales/texts.csv',
      { total: '=HYPERLINK("https://evil.example")', rest: '-5 übrig' },
      true,
    );
    assert.deepEqual(
      window.jobs.all
        .map(({ title, problems }) => [title, problems.map(({ kind }) => kind).filter((kind) => kind === 'formula')])
        .sort(),
      [
        ['rest', []],
        ['total', ['formula']],
      ],
    );
    assert.equal(await setup.read('locales/texts.csv'), 'key,en,de\ntotal,Total,\nrest,-5 left,-5 übrig\n');
  });
});
