import assert from 'node:assert/strict';
import { approveJob } from './reviewOne.ts';
import { createOrderSetup } from './orderSetup.ts';
import { place, planFile, quoteFile } from './orderWindow.ts';

type Message = Readonly<Record<string, string>>;

const fileOf = (messages: readonly Message[]): string => `${JSON.stringify({ messages }, null, 2)}\n`;

describe('contract: lists whose elements have identifiers', function () {
  this.timeout(30_000);

  it('delivers what was ordered for a position to the element with its text, and does not order it again', async () => {
    // Without identifiers, elements have their positions as keys, as in all files of earlier versions.
    await using setup = await createOrderSetup('manual', {
      'locales/en.json': fileOf([{ text: 'Save' }, { text: 'Good bye' }, { text: 'Hello' }]),
      'locales/de.json': fileOf([{ text: 'Speichern' }]),
    });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, 'locales/en.json', ['de']));
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(window.jobs.all.map(({ title }) => title).toSorted(), ['messages.1.text', 'messages.2.text']);
    await setup.write(
      'locales/en.json',
      fileOf([
        { id: 'hello', text: 'Hello' },
        { id: 'save', text: 'Save' },
        { id: 'bye', text: 'Good bye' },
      ]),
    );
    await setup.write('locales/de.json', fileOf([{ id: 'save', text: 'Speichern' }]));
    const again = await setup.openWindow();
    await again.jobs.fetchAndDeliver();
    assert.deepEqual((await planFile(again, 'locales/en.json', ['de'])).jobs, []);
    for (const { id, title } of again.jobs.all) {
      await setup.move(id, 'start');
      await setup.move(id, 'finish', { body_tgt: title === 'messages.1.text' ? 'Auf Wiedersehen' : 'Hallo' });
    }
    await again.jobs.fetchAndDeliver();
    for (const { id } of again.jobs.all) await approveJob(again, id, {});
    assert.deepEqual(JSON.parse(await setup.read('locales/de.json')), {
      messages: [
        { id: 'hello', text: 'Hallo' },
        { id: 'save', text: 'Speichern' },
        { id: 'bye', text: 'Auf Wiedersehen' },
      ],
    });
    assert.deepEqual((await planFile(again, 'locales/en.json', ['de'])).jobs, []);
  });
});
