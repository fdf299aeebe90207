import assert from 'node:assert/strict';
import { approveJob } from './reviewOne.ts';
import { place, planFile, quoteFile } from './orderWindow.ts';
import { createOrderSetup } from './orderSetup.ts';

const subtitle = 'fastlane/metadata/en-US/subtitle.txt';
const description = 'fastlane/metadata/android/en-US/full_description.txt';

describe('contract: texts of app stores', function () {
  this.timeout(30_000);

  it('are ordered as one string each, with the limit of the store for the translator', async () => {
    await using setup = await createOrderSetup('manual', {
      [description]: 'Prices of your market.\n\n<b>Fresh</b>\n• Apples\n',
      'fastlane/metadata/android/en-US/video.txt': 'https://video.example/1\n',
    });
    const window = await setup.openWindow();
    const { jobs } = await planFile(window, description, ['de']);
    assert.deepEqual(
      jobs.map(({ protectedText, maxChars, units }) => [protectedText.text, maxChars, units[0]?.targetFile]),
      [
        [
          'Prices of your market.\n\n<b>Fresh</b>\n• Apples',
          4000,
          'fastlane/metadata/android/de-DE/full_description.txt',
        ],
      ],
    );
    assert.match(
      jobs[0]?.note ?? '',
      /^Key: full_description\nThe description of the app in its store\.\nAt most 4000 /u,
    );
    await assert.rejects(planFile(window, 'fastlane/metadata/android/en-US/video.txt', ['de']));
  });

  it('are held if they are longer than the store accepts, and delivered to the folder that the store reads', async () => {
    await using setup = await createOrderSetup('manual', { [subtitle]: 'The prices of your market\n' });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, subtitle, ['th', 'ja']));
    await window.jobs.fetchAndDeliver();
    // 24 characters as a reader counts them, 35 as the store does; and 17 characters that are as wide as 34.
    const texts: Readonly<Record<string, string>> = {
      th: 'ราคาที่ตลาดทุกแผงที่คุณไปซื้อวันนี้',
      ja: '市場の全ての価格が一目でわかります',
    };
    for (const { id, targetLocale } of window.jobs.all) {
      await setup.move(id, 'start');
      await setup.move(id, 'finish', { body_tgt: texts[targetLocale] });
    }
    await window.jobs.fetchAndDeliver();
    const problemsIn = (locale: string): readonly unknown[] | undefined =>
      window.jobs.all
        .find(({ targetLocale }) => targetLocale === locale)
        ?.problems.map(({ kind, severity, text }) => [kind, severity, text]);
    assert.deepEqual(problemsIn('th'), [['too-long', 'error', texts['th']?.slice(30)]]);
    assert.deepEqual(problemsIn('ja'), []);
    const japanese = window.jobs.all.find(({ targetLocale }) => targetLocale === 'ja');
    await approveJob(window, japanese?.id ?? '', {});
    assert.equal(await setup.read('fastlane/metadata/ja/subtitle.txt'), `${texts['ja']}\n`);
  });
});
