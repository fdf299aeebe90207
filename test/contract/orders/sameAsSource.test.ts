import assert from 'node:assert/strict';
import { planHistory } from '../../../src/orders/journal/unitsInFlight.ts';
import { openSourceFile, openTargetFile } from '../../../src/orders/units/files/localeFile.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import { draftTarget, planOrder } from '../../../src/orders/units/plan/planOrder.ts';
import { findSameAsSource } from '../../../src/orders/units/plan/sameAsSource.ts';
import { approveJob } from './reviewOne.ts';
import { place, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';

const source = {
  save: 'Save changes',
  error: '{{name}} could not be saved.',
  days_one: '{{count}} day until it is deleted',
  days_other: '{{count}} days until it is deleted',
  lost: 'Page not found',
  close: 'Close',
};

/** Plans an order in which the user chose these of the strings that equal their source. */
async function planWith({ context, jobs, project }: OrderWindow, keys: readonly string[]): Promise<Plan> {
  const file = await openSourceFile(project, 'locales/en.json', context.layouts(project.id, 'locales/en.json'));
  const target = await openTargetFile(file, 'de');
  const languages = (await context.client.service.languages()).map(({ code }) => code);
  await context.journal.sync();
  const history = await planHistory(context.ledger, await context.journal.siblings(), (id) => jobs.statusOf(id));
  const request = { source: file, history, languages };
  const draft = draftTarget(request, target);
  const same = await findSameAsSource(file, [draft], () => false);
  return planOrder({
    ...request,
    targets: [target],
    drafts: new Map([['de', draft]]),
    sameAsSource: {
      found: new Map([...same].map(([locale, { untranslated }]) => [locale, untranslated])),
      chosen: new Map([['de', new Set(keys)]]),
    },
  });
}

/** Orders the chosen strings, and translates them. */
async function order(
  setup: OrderSetup,
  window: OrderWindow,
  translations: Readonly<Record<string, string>>,
): Promise<void> {
  const plan = await planWith(window, Object.keys(translations));
  const quote = await quotePlan(window.context.client, plan, { tier: 'standard', autoApprove: false });
  assert.equal((await place(window, quote)).stopped, undefined);
  await window.jobs.fetchAndDeliver();
  for (const { id, title } of window.jobs.all) {
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: translations[title] });
  }
  await window.jobs.fetchAndDeliver();
}

async function approveAll(window: OrderWindow): Promise<void> {
  for (const { id } of window.jobs.all) await approveJob(window, id, { override: true });
}

const before = { ...source, close: 'Schließen' };

describe('contract: strings that equal their source', function () {
  this.timeout(20_000);

  it('are ordered only if they are chosen, and replaced on delivery', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/de.json': before });
    const window = await setup.openWindow();
    const none = await planWith(window, []);
    assert.deepEqual(none.jobs, []);
    assert.deepEqual(
      none.sameAsSource?.map(({ key }) => key),
      ['save', 'error', 'days#one', 'lost'],
    );

    const translations = {
      save: 'Änderungen speichern',
      error: '[[[{{name}}]]] konnte nicht gespeichert werden.',
      'days#one': '[[[{{count}}]]] Tag bis zur Löschung',
      'days#other': '[[[{{count}}]]] Tage bis zur Löschung',
    };
    await order(setup, window, translations);
    const again = await planWith(window, Object.keys(translations));
    assert.deepEqual([again.jobs, again.sameAsSource?.map(({ key }) => key)], [[], ['lost']]);
    await approveAll(window);
    assert.deepEqual(
      window.jobs.all.map(({ delivery }) => delivery.kind),
      ['delivered', 'delivered', 'delivered', 'delivered'],
    );
    assert.deepEqual(JSON.parse(await setup.read('locales/de.json')), {
      save: 'Änderungen speichern',
      error: '{{name}} konnte nicht gespeichert werden.',
      days_one: '{{count}} Tag bis zur Löschung',
      days_other: '{{count}} Tage bis zur Löschung',
      lost: 'Page not found',
      close: 'Schließen',
    });
  });

  it('are not offered again if the translator kept them', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/de.json': before });
    const window = await setup.openWindow();
    await order(setup, window, { lost: source.lost });
    await approveAll(window);
    const { jobs, sameAsSource } = await planWith(window, ['lost']);
    assert.deepEqual([jobs, sameAsSource?.some(({ key }) => key === 'lost')], [[], false]);
  });

  it('are held if they were changed since the order', async () => {
    await using setup = await createOrderSetup('manual', { 'locales/en.json': source, 'locales/de.json': before });
    const window = await setup.openWindow();
    await order(setup, window, { save: 'Änderungen speichern' });
    await setup.write('locales/de.json', JSON.stringify({ ...before, save: 'Sichern' }));
    await approveAll(window);
    assert.deepEqual(
      window.jobs.all.map(({ delivery }) => delivery.kind === 'held' && delivery.reason),
      ['target-changed'],
    );
    assert.equal((JSON.parse(await setup.read('locales/de.json')) as Record<string, string>)['save'], 'Sichern');
  });
});
