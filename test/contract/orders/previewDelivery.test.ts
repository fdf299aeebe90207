import assert from 'node:assert/strict';
import { previewDelivery } from '../../../src/orders/deliver/previewDelivery.ts';
import { place, quoteFile } from './orderWindow.ts';
import { createOrderSetup } from './orderSetup.ts';

describe('contract: what a delivery would change', () => {
  it('is the file as it is and as it would be, and nothing is written', async () => {
    await using setup = await createOrderSetup('instant', {
      'locales/en.json': { hello: 'Hello, {{name}}!', bye: 'Goodbye' },
      'locales/ja.json': { hello: 'こんにちは' },
    });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['ja']));
    await window.jobs.refresh();
    const [job] = window.jobs.all;
    assert.ok(job?.translatedText !== undefined);
    const before = await setup.read('locales/ja.json');
    const preview = await previewDelivery(window.context, job);
    assert.deepEqual([preview.targetFile, preview.before], ['locales/ja.json', before]);
    assert.deepEqual(JSON.parse(preview.after), { hello: 'こんにちは', bye: job.translatedText });
    assert.equal(await setup.read('locales/ja.json'), before);
  });

  it('has no file before where a delivery would create one', async () => {
    await using setup = await createOrderSetup('instant', { 'locales/en.json': { bye: 'Goodbye' } });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['fr']));
    await window.jobs.refresh();
    const [job] = window.jobs.all;
    assert.ok(job?.translatedText !== undefined);
    const { targetFile, before, after } = await previewDelivery(window.context, job);
    assert.deepEqual(
      [targetFile, before, JSON.parse(after)],
      ['locales/fr.json', undefined, { bye: job.translatedText }],
    );
  });
});
