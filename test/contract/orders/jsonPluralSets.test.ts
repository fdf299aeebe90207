import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { approveJob } from './reviewOne.ts';
import { createOrderSetup } from './orderSetup.ts';
import { place, planFile, quoteFile } from './orderWindow.ts';

const manifest = (library: string): string => `{ "dependencies": { "${library}": "^4.0.0" } }\n`;
const source = '{\n  "days": {\n    "one": "1 day",\n    "other": "%{count} days"\n  }\n}\n';

describe('contract: plural sets in JSON', function () {
  this.timeout(30_000);

  it('orders the target’s forms that the library reads', async () => {
    await using setup = await createOrderSetup('manual', {
      'package.json': manifest('@shopify/react-i18n'),
      'locales/en.json': source,
      'locales/pl.json': '{\n  "days": {\n    "one": "dzień"\n  }\n}\n',
    });
    const window = await setup.openWindow();
    const plan = await planFile(window, 'locales/en.json', ['pl']);
    assert.deepEqual(plan.jobs.flatMap(({ units }) => units.map(({ key }) => key)).toSorted(), [
      'days#few',
      'days#many',
      'days#other',
    ]);
  });

  it('recovers and delivers jobs of an earlier version, which knows no sets, and does not order their strings again', async () => {
    await using setup = await createOrderSetup('manual', {
      'package.json': manifest('other-library'),
      'locales/en.json': source,
      'locales/de.json': '{}\n',
    });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['de']));
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(window.jobs.all.flatMap(({ units }) => units.map(({ key }) => key)).toSorted(), [
      'days.one',
      'days.other',
    ]);
    await setup.write('package.json', manifest('i18n-js'));
    await rm(setup.journalFile);
    const again = await setup.openWindow();
    await again.jobs.fetchAndDeliver({ recover: true });
    assert.deepEqual(again.jobs.all.map(({ title }) => title).toSorted(), ['days.one', 'days.other']);
    const { jobs, skipped } = await planFile(again, 'locales/en.json', ['de']);
    assert.deepEqual([jobs.length, skipped.map(({ reason }) => reason)], [0, ['in-flight', 'in-flight']]);
    for (const { id, title } of again.jobs.all) {
      await setup.move(id, 'start');
      await setup.move(id, 'finish', { body_tgt: title === 'days.one' ? '1 Tag' : '[[[%{count}]]] Tage' });
    }
    await again.jobs.fetchAndDeliver();
    for (const { id } of again.jobs.all) await approveJob(again, id, {});
    assert.deepEqual(JSON.parse(await setup.read('locales/de.json')), {
      days: { one: '1 Tag', other: '%{count} Tage' },
    });
    assert.deepEqual((await planFile(again, 'locales/en.json', ['de'])).jobs, []);
  });
});
