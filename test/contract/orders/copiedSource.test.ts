import assert from 'node:assert/strict';
import { undoDelivery, lastDelivery } from '../../../src/orders/deliver/deliver.ts';
import { approveJob } from './reviewOne.ts';
import { place, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';

/** Orders all strings of a file, and submits a translation for each; nothing is approved yet. */
async function translateAll(setup: OrderSetup, file: string): Promise<OrderWindow> {
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, file, ['fr']));
  await window.jobs.fetchAndDeliver();
  for (const { id, sourceText } of window.jobs.all) {
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: french(sourceText ?? '') });
  }
  await window.jobs.fetchAndDeliver();
  return window;
}

const french = (text: string): string => text.replaceAll('Apples', 'Pommes').replaceAll('Pears', 'Poires');

async function approve(window: OrderWindow, title: string): Promise<void> {
  await approveJob(window, window.jobs.all.find((job) => job.title === title)!.id, { override: true });
}

function deliveries({ jobs }: OrderWindow): Readonly<Record<string, string>> {
  return Object.fromEntries(
    jobs.all.map(({ title, delivery }) => [title, delivery.kind === 'held' ? delivery.reason : delivery.kind]),
  );
}

const php = `<?php\n\nreturn [\n    'a' => 'Apples',\n    'b' => 'Pears',\n    'old' => '',\n];\n`;
const files: readonly (readonly [file: string, target: string, content: string])[] = [
  ['lang/en/shop.php', 'lang/fr/shop.php', php],
  ['src/locales/en.ts', 'src/locales/fr.ts', "export default {\n  a: 'Apples',\n  b: 'Pears',\n};\n"],
  ['src/locales/en.js', 'src/locales/fr.js', "module.exports = {\n  a: 'Apples',\n  b: 'Pears',\n};\n"],
  [
    'film.en.srt',
    'film.fr.srt',
    '1\n00:00:01,000 --> 00:00:02,000\nApples\n\n2\n00:00:03,000 --> 00:00:04,000\nPears\n',
  ],
  ['film.en.vtt', 'film.fr.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nApples\n\n00:03.000 --> 00:04.000\nPears\n'],
  ['docs/en/fruit.md', 'docs/fr/fruit.md', '# Apples\n\nPears\n'],
  ['docs/en/fruit.mdx', 'docs/fr/fruit.mdx', '# Apples\n\nPears\n'],
  ['docs/en/fruit.html', 'docs/fr/fruit.html', '<html lang="en"><body><p>Apples</p><p>Pears</p></body></html>\n'],
];

describe('contract: delivering to a file that a delivery created as a copy of its source', function () {
  this.timeout(20_000);

  for (const [file, target, content] of files) {
    it(`delivers one translation after another to ${target}`, async () => {
      // Documents have translations only where another language has some.
      const german = target.replace(/fr(?=[./])/, 'de');
      await using setup = await createOrderSetup('manual', { [file]: content, [german]: content });
      const window = await translateAll(setup, file);
      assert.equal(window.jobs.all.length, 2);
      for (const { title } of [...window.jobs.all]) await approve(window, title);
      assert.deepEqual(Object.values(deliveries(window)), ['delivered', 'delivered']);
      assert.equal(await setup.read(target), french(content).replace('lang="en"', 'lang="fr"'));
    });
  }

  it('delivers a plural in several forms to the copy', async () => {
    const plural = "<?php\n\nreturn [\n    'a' => 'Apples',\n    'b' => 'Pear|Pears',\n];\n";
    await using setup = await createOrderSetup('manual', { 'lang/en/shop.php': plural });
    const window = await translateAll(setup, 'lang/en/shop.php');
    assert.equal(window.jobs.all.length, 3);
    await approve(window, 'a');
    for (const { title } of window.jobs.all.filter(({ title: each }) => each !== 'a')) await approve(window, title);
    assert.deepEqual(Object.values(deliveries(window)), ['delivered', 'delivered', 'delivered']);
  });

  it('holds a translation if its text in the copy was changed by hand', async () => {
    await using setup = await createOrderSetup('manual', { 'lang/en/shop.php': php });
    const window = await translateAll(setup, 'lang/en/shop.php');
    await approve(window, 'a');
    const byHand = (await setup.read('lang/fr/shop.php')).replace('Pears', 'Des poires');
    await setup.write('lang/fr/shop.php', byHand);
    await approve(window, 'b');
    assert.deepEqual(deliveries(window), { a: 'delivered', b: 'target-changed' });
    assert.equal(await setup.read('lang/fr/shop.php'), byHand);
  });

  it('holds a translation if someone else created the file with the text of the source', async () => {
    await using setup = await createOrderSetup('manual', { 'lang/en/shop.php': php });
    const window = await translateAll(setup, 'lang/en/shop.php');
    await approve(window, 'a');
    const created = await setup.read('lang/fr/shop.php');
    await undoDelivery(window.context, lastDelivery(window.context)!);
    await setup.write('lang/fr/shop.php', created);
    await approve(window, 'b');
    assert.equal(deliveries(window)['b'], 'target-changed');
  });
});
