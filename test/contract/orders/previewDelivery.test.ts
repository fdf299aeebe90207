import assert from 'node:assert/strict';
import { previewDelivery } from '../../../src/orders/deliver/previewDelivery.ts';
import { place, quoteFile } from './orderWindow.ts';
import { createOrderSetup } from './orderSetup.ts';

describe('contract: preview of a delivery', () => {
  it('returns the file before and after the delivery, and writes nothing', async () => {
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

  it('has no content before a delivery that would create the file', async () => {
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
