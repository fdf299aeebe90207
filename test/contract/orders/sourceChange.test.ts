import assert from 'node:assert/strict';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SourceState } from '../../../src/orders/model/sourceState.ts';
import { actionsFor, waitsForDelivery, waitsForUser, type TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { approveJob, cancelJob } from './reviewOne.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, typesOf, type OrderSetup } from './orderSetup.ts';

const file = 'locales/en.json';
const target = 'locales/ja.json';
const texts = { save: 'Save changes', close: 'Close' };

async function ordered(
  files: Readonly<Record<string, unknown>> = { [file]: texts, [target]: {} },
): Promise<{ readonly setup: OrderSetup; readonly window: OrderWindow } & AsyncDisposable> {
  const setup = await createOrderSetup('manual', files);
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, file, ['ja']));
  await window.jobs.fetchAndDeliver();
  return { setup, window, [Symbol.asyncDispose]: () => setup[Symbol.asyncDispose]() };
}

function jobOf({ jobs }: OrderWindow, title: string): TrackedJob {
  const job = jobs.all.find((candidate) => candidate.title === title);
  assert.ok(job, `no job ${title}`);
  return job;
}

/** Compares all jobs with the files as they are now. */
async function statesOf({ jobs }: OrderWindow): Promise<Readonly<Record<string, readonly SourceState[]>>> {
  jobs.forgetSources();
  await jobs.compareSources();
  return Object.fromEntries(
    jobs.all.flatMap(({ title, sourceChanges }) =>
      sourceChanges === undefined ? [] : [[title, sourceChanges.map(({ state }) => state)]],
    ),
  );
}

/** What a job's units have become, in short. */
async function kindsOf(window: OrderWindow): Promise<Readonly<Record<string, string>>> {
  const states = await statesOf(window);
  return Object.fromEntries(
    Object.entries(states).map(([title, all]) => [
      title,
      all
        .map((state) => {
          if (state.kind === 'moved') return `${state.to.file} ${state.to.key ?? ''}`;
          if (state.kind === 'ambiguous')
            return state.places.map((place) => `${place.file} ${place.key ?? ''}`).join(' or ');
          return state.kind;
        })
        .join(', '),
    ]),
  );
}

async function finish(setup: OrderSetup, window: OrderWindow, translations: Readonly<Record<string, string>>) {
  for (const [title, text] of Object.entries(translations)) {
    const { id } = jobOf(window, title);
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: text });
  }
  await window.jobs.fetchAndDeliver();
}

async function finishAndApprove(
  setup: OrderSetup,
  window: OrderWindow,
  translations: Readonly<Record<string, string>> = { save: '変更を保存' },
): Promise<void> {
  await finish(setup, window, translations);
  for (const title of Object.keys(translations)) await approveJob(window, jobOf(window, title).id, {});
}

function deliveryOf(window: OrderWindow, title = 'save'): string {
  const { delivery } = jobOf(window, title);
  return delivery.kind === 'held' ? delivery.reason : delivery.kind;
}

const json = (content: unknown): string => `${JSON.stringify(content, undefined, 2)}\n`;

/** How many strings would be ordered now, and how many are on order. */
async function planNow(window: OrderWindow, path = file): Promise<readonly [readonly string[], readonly string[]]> {
  const { jobs, skipped } = await planFile(window, path, ['ja']);
  return [jobs.map(({ title }) => title), skipped.filter(({ reason }) => reason === 'in-flight').map(({ key }) => key)];
}

describe('contract: sources that change after the order', function () {
  this.timeout(30_000);

  it('are noticed in every status, and not reported while they are as ordered', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    assert.deepEqual(await kindsOf(window), {});
    await setup.write(file, json({ ...texts, save: 'Save all changes' }));
    const changed = { save: [{ kind: 'changed', text: 'Save all changes' }] };
    const { id } = jobOf(window, 'save');
    for (const [move, status] of [
      [undefined, 'available'],
      ['start', 'pending'],
      ['finish', 'reviewable'],
    ] as const) {
      if (move !== undefined) await setup.move(id, move);
      await window.jobs.fetchAndDeliver();
      assert.deepEqual([jobOf(window, 'save').status, await statesOf(window)], [status, changed]);
    }
    await approveJob(window, id, {});
    assert.deepEqual([deliveryOf(window), await statesOf(window)], ['source-changed', changed]);
    assert.equal(await setup.read(target), '{}\n', 'nothing is delivered before the user agrees');
    await setup.write(file, json(texts));
    assert.deepEqual(await statesOf(window), {});
    await window.jobs.fetchAndDeliver();
    assert.equal(deliveryOf(window), 'delivered', 'the change was reverted');
  });

  it('make a delivered translation outdated, which its page shows and the next plan orders', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    await finishAndApprove(setup, window);
    await setup.write(file, json({ ...texts, save: 'Save everything' }));
    assert.deepEqual(await statesOf(window), {}, 'only the page compares a delivered job');
    const { id } = jobOf(window, 'save');
    await window.jobs.compareSources([id]);
    assert.deepEqual(
      jobOf(window, 'save').sourceChanges?.map(({ state }) => state),
      [{ kind: 'changed', text: 'Save everything' }],
    );
    const plan = await planFile(window, file, ['ja']);
    assert.deepEqual(
      plan.jobs.map(({ title, reason }) => [title, reason]),
      [['save', 'changed']],
    );
  });

  it('are read once for all jobs, and not again until they are said to have changed', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key${index}`, `Text ${index}`]));
    await using both = await ordered({ [file]: many, [target]: {} });
    const { window } = both;
    const project = window.context.findProject('a1b2c3d4')!;
    let reads = 0;
    const read = project.read.bind(project);
    Object.assign(project, {
      read: (name: string) => {
        reads += 1;
        return read(name);
      },
    });
    await window.jobs.compareSources();
    assert.equal(reads, 1);
    await window.jobs.compareSources();
    window.jobs.forgetSources('a1b2c3d4', 'locales/other.json');
    await window.jobs.compareSources();
    assert.equal(reads, 1);
    window.jobs.forgetSources('a1b2c3d4', file);
    await window.jobs.compareSources();
    assert.equal(reads, 2);
  });

  it('are followed to a renamed key, which is not ordered a second time', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    await setup.write(file, json({ form: { save: texts.save }, close: texts.close }));
    assert.deepEqual(await kindsOf(window), { save: `${file} form.save` });
    assert.deepEqual(await planNow(window), [[], ['form.save', 'close']]);
    await finishAndApprove(setup, window);
    assert.equal(deliveryOf(window), 'delivered');
    assert.deepEqual(JSON.parse(await setup.read(target)), { form: { save: '変更を保存' } });
    assert.deepEqual(await planNow(window), [[], ['close']]);
    assert.deepEqual((await setup.totals()).jobs, 2);
    // A new window knows from the journal where it was delivered.
    const second = await setup.openWindow();
    await second.jobs.fetchAndDeliver();
    assert.deepEqual(
      jobOf(second, 'save').units.map(({ key }) => key),
      ['form.save'],
    );
    assert.equal(deliveryOf(second), 'delivered');
  });

  it('are followed to a moved file', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    const { root } = setup.windowOptions;
    await setup.write('app/i18n/ja.json', '{}\n');
    await rename(path.join(root, file), path.join(root, 'app/i18n/en.json'));
    await rm(path.join(root, 'locales'), { recursive: true });
    assert.deepEqual(await kindsOf(window), { save: 'app/i18n/en.json save', close: 'app/i18n/en.json close' });
    assert.deepEqual(await planNow(window, 'app/i18n/en.json'), [[], ['save', 'close']]);
    await finishAndApprove(setup, window);
    assert.equal(deliveryOf(window), 'delivered');
    assert.deepEqual(JSON.parse(await setup.read('app/i18n/ja.json')), { save: '変更を保存' });
    await assert.rejects(setup.read(target));
  });

  it('are left to the user if several places have the text', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    await setup.write(file, json({ top: texts.save, bottom: texts.save, close: texts.close }));
    assert.deepEqual(await kindsOf(window), { save: `${file} top or ${file} bottom` });
    assert.deepEqual(await planNow(window), [[], ['top', 'bottom', 'close']]);
    await finishAndApprove(setup, window);
    assert.equal(deliveryOf(window), 'several-places');
    assert.equal(await setup.read(target), '{}\n');
    const { id } = jobOf(window, 'save');
    const places = await window.jobs.placesOf(id);
    assert.deepEqual(
      places.map(({ key }) => key),
      ['top', 'bottom'],
    );
    await window.jobs.deliverTo(id, places[1]!);
    assert.equal(deliveryOf(window), 'delivered');
    assert.deepEqual(JSON.parse(await setup.read(target)), { bottom: '変更を保存' });
    assert.deepEqual(await planNow(window), [['top'], ['close']]);
    await assert.rejects(window.jobs.deliverTo(id, places[0]!), { reason: 'wrong-state' });
  });

  it('are not followed to a place with a translation or an order of its own', async () => {
    await using both = await ordered({
      [file]: { ...texts, done: 'Save changes', busy: 'Save changes' },
      [target]: { done: '保存済み', busy: '' },
    });
    const { setup, window } = both;
    // `save` and `busy` share a job; both keys are renamed, and both get the translation.
    await setup.write(file, json({ done: 'Save changes', one: 'Save changes', two: 'Save changes', close: 'Close' }));
    assert.deepEqual(await kindsOf(window), { save: `${file} one, ${file} two` });
    await finishAndApprove(setup, window);
    assert.deepEqual(JSON.parse(await setup.read(target)), {
      done: '保存済み',
      busy: '',
      one: '変更を保存',
      two: '変更を保存',
    });
  });

  it('are not followed to a place that another order is for, or was just followed to', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    await setup.write(file, json({ ...texts, other: texts.save }));
    await place(window, await quoteFile(window, file, ['ja']));
    await window.jobs.fetchAndDeliver();
    await setup.write(file, json({ store: texts.save, close: texts.close, other: texts.save }));
    assert.deepEqual(await kindsOf(window), { save: `${file} store` }, '`other` has an order of its own');
    await setup.write(file, json({ store: texts.save, close: texts.close }));
    await finish(setup, window, { save: '変更を保存', other: '別の訳' });
    for (const title of ['save', 'other']) await setup.fixture.client.jobs.approve(jobOf(window, title).id);
    await window.jobs.fetchAndDeliver();
    assert.deepEqual([deliveryOf(window, 'save'), deliveryOf(window, 'other')].sort(), ['delivered', 'unit-gone']);
  });

  it('keep their job, and are ordered once, if a branch without the file is checked out for a while', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    const { root } = setup.windowOptions;
    await rename(path.join(root, 'locales'), path.join(root, '../elsewhere'));
    assert.deepEqual(await statesOf(window), {
      save: [{ kind: 'unknown', why: 'missing' }],
      close: [{ kind: 'unknown', why: 'missing' }],
    });
    await finishAndApprove(setup, window);
    assert.equal(deliveryOf(window), 'source-missing');
    await window.jobs.fetchAndDeliver();
    await rename(path.join(root, '../elsewhere'), path.join(root, 'locales'));
    assert.deepEqual(await planNow(window), [[], ['save', 'close']]);
    const requests = window.requests.length;
    window.jobs.forgetSources();
    await window.jobs.followSources();
    assert.equal(deliveryOf(window), 'delivered');
    assert.equal(window.requests.length, requests, 'the service is not asked');
    assert.deepEqual(JSON.parse(await setup.read(target)), { save: '変更を保存' });
    assert.deepEqual(await statesOf(window), {});
    assert.equal((await setup.totals()).jobs, 2);
    assert.deepEqual(
      typesOf(await setup.journal()).filter((type) => type === 'adopted'),
      [],
    );
  });

  it('are held as removed if neither their key nor their text is left', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    await setup.write(file, json({ close: texts.close }));
    assert.deepEqual(await statesOf(window), { save: [{ kind: 'removed' }] });
    await finishAndApprove(setup, window);
    assert.equal(deliveryOf(window), 'unit-gone');
    await setup.write(file, json({ later: texts.save, close: texts.close }));
    await window.jobs.fetchAndDeliver();
    assert.equal(deliveryOf(window), 'delivered', 'it is found as soon as the text is back');
  });

  it('are followed with all forms of a plural', async () => {
    const forms = (name: string) => ({ [`${name}_one`]: '{{count}} day', [`${name}_other`]: '{{count}} days' });
    await using both = await ordered({ [file]: forms('days'), [target]: {} });
    const { setup, window } = both;
    await setup.write(file, json({ trial: 'Trial', ...forms('remaining') }));
    const moved = `${file} remaining#other`;
    const titles = window.jobs.all.map(({ title }) => title);
    assert.deepEqual(await kindsOf(window), Object.fromEntries(titles.map((title) => [title, moved])));
    assert.deepEqual((await planNow(window))[0], ['trial']);
    await finishAndApprove(setup, window, Object.fromEntries(titles.map((title) => [title, 'あと{{count}}日'])));
    assert.deepEqual(JSON.parse(await setup.read(target)), { remaining_other: 'あと{{count}}日' });
  });

  it('are followed with all branches of a message, also if the user decides', async () => {
    const message = '{count, plural, one {One file of {name}} other {Many files of {name}}}';
    for (const keys of [['renamed'], ['first', 'second']]) {
      await using setup = await createOrderSetup('manual', {
        'package.json': { dependencies: { 'react-intl': '6' } },
        [file]: { files: message },
        'locales/de.json': {},
      });
      const window = await setup.openWindow();
      await place(window, await quoteFile(window, file, ['de']));
      await window.jobs.fetchAndDeliver();
      assert.equal(window.jobs.all.length, 2);
      await setup.write(file, json(Object.fromEntries(keys.map((key) => [key, message]))));
      assert.deepEqual((await planFile(window, file, ['de'])).jobs, []);
      for (const { id, sourceText } of window.jobs.all) {
        await setup.move(id, 'start');
        await setup.move(id, 'finish', {
          body_tgt: sourceText.startsWith('One') ? 'Eine [[[{name}]]]' : 'Viele [[[{name}]]]',
        });
      }
      await window.jobs.fetchAndDeliver();
      for (const { id } of window.jobs.all) await approveJob(window, id, { override: true });
      const [job] = window.jobs.all;
      if (keys.length > 1) {
        assert.deepEqual(
          window.jobs.all.map(({ delivery }) => delivery.kind === 'held' && delivery.reason),
          ['several-places', 'several-places'],
        );
        const places = await window.jobs.placesOf(job!.id);
        await window.jobs.deliverTo(
          job!.id,
          places.find(({ key }) => key === 'second')!,
        );
      }
      assert.deepEqual(JSON.parse(await setup.read('locales/de.json')), {
        [keys.at(-1)!]: '{count, plural, one {Eine {name}} other {Viele {name}}}',
      });
      assert.deepEqual(
        window.jobs.all.map(({ delivery }) => delivery.kind),
        ['delivered', 'delivered'],
      );
    }
  });

  it('are not said to be the same if another branch of the message has changed', async () => {
    await using setup = await createOrderSetup('manual', {
      'package.json': { dependencies: { 'react-intl': '6' } },
      [file]: { files: '{count, plural, one {One file} other {Many files}}' },
      'locales/de.json': {},
    });
    const window = await setup.openWindow();
    await place(window, await quoteFile(window, file, ['de']));
    await window.jobs.fetchAndDeliver();
    await setup.write(file, json({ files: '{count, plural, one {One file} other {Several files}}' }));
    const states = Object.values(await statesOf(window)).flat();
    assert.deepEqual(states.map((state) => state.kind === 'changed' && state.text).sort(), [
      'One file',
      'Several files',
    ]);
  });

  it('can be ordered again once the job was canceled, and not after a translator has started', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    await setup.write(file, json({ save: 'Save all changes', close: 'Shut' }));
    const [save, close] = [jobOf(window, 'save').id, jobOf(window, 'close').id];
    await cancelJob(window, save);
    assert.deepEqual(await planNow(window), [['save'], ['close']]);
    assert.deepEqual(await kindsOf(window), { close: 'changed' }, 'a canceled job is no longer compared');
    await setup.move(close, 'start');
    await assert.rejects(cancelJob(window, close), { reason: 'wrong-state' });
    assert.equal(jobOf(window, 'close').status, 'pending');
  });

  it('are followed by one window, and known to the others', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    const second = await setup.openWindow();
    await second.jobs.fetchAndDeliver();
    await setup.write(file, json({ store: texts.save, close: texts.close }));
    await finish(setup, window, { save: '変更を保存' });
    await second.jobs.fetchAndDeliver();
    await Promise.allSettled([window, second].map((one) => approveJob(one, jobOf(one, 'save').id, {})));
    for (const one of [window, second]) {
      await one.jobs.fetchAndDeliver();
      assert.equal(deliveryOf(one), 'delivered');
    }
    const types = typesOf(await setup.journal());
    assert.deepEqual(
      ['adopted', 'delivered'].map((type) => types.filter((found) => found === type).length),
      [1, 1],
    );
  });

  it('do not hide a later order of the same text', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    await setup.write(file, json({ store: texts.save, close: texts.close }));
    await finishAndApprove(setup, window);
    await setup.write(file, json({ store: texts.save, again: texts.save, close: texts.close }));
    // The text was approved before, so the service returns the same job.
    await place(window, await quoteFile(window, file, ['ja'], { selected: new Set(['again']) }));
    await window.jobs.fetchAndDeliver();
    assert.deepEqual(JSON.parse(await setup.read(target)), { store: '変更を保存', again: '変更を保存' });
    assert.equal(window.jobs.all.length, 2);
  });

  it('can be kept without delivering if their key is gone, and then wait for nobody', async () => {
    await using both = await ordered();
    const { setup, window } = both;
    await finish(setup, window, { save: '変更を保存' });
    await setup.write(file, json({ close: texts.close }));
    const { id } = jobOf(window, 'save');
    await approveJob(window, id, {});
    assert.equal(deliveryOf(window), 'unit-gone');
    assert.ok(waitsForUser(jobOf(window, 'save')));
    const before = await setup.read(target);
    await window.jobs.keepUndelivered(id);
    await assert.rejects(window.jobs.keepUndelivered(id), { reason: 'wrong-state' });

    const reopened = await setup.openWindow();
    await reopened.jobs.fetchAndDeliver();
    for (const { jobs } of [window, reopened]) {
      const job = jobs.get(id)!;
      assert.deepEqual([job.delivery, waitsForUser(job), waitsForDelivery(job)], [{ kind: 'none' }, false, false]);
      assert.deepEqual([actionsFor(job).has('insert'), actionsFor(job).has('deliver')], [true, false]);
      assert.equal(job.translatedText, '変更を保存');
    }
    assert.equal(await setup.read(target), before);
  });
});
