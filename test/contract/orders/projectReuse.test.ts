import assert from 'node:assert/strict';
import { link } from 'node:fs/promises';
import path from 'node:path';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import { deliverReused, type ReuseReport } from '../../../src/orders/deliver/deliverReused.ts';
import { settleDeliveries } from '../../../src/orders/deliver/settleDeliveries.ts';
import { openSourceFile } from '../../../src/orders/units/files/localeFile.ts';
import { planHistory } from '../../../src/orders/journal/unitsInFlight.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { quotePlan } from '../../../src/orders/spend/place/quotePlan.ts';
import type { ReusableString } from '../../../src/orders/units/plan/projectReuse.ts';
import { searchReuse } from '../../../src/orders/units/plan/searchReuse.ts';
import { approveJob } from './reviewOne.ts';
import { createOrderSetup } from './orderSetup.ts';
import { place, planFile, type OrderWindow } from './orderWindow.ts';
import type { Plan } from '../../../src/orders/model/plan/plan.ts';
import { withoutStrings } from '../../../src/orders/model/plan/planDecisions.ts';

const english = 'locales/en.json';
const german = 'locales/de.json';
/** With Windows line ends, a tab, a comment between values, and no final line end. */
const target =
  '\uFEFF{\r\n\t"pay":  "Jetzt\\u0020bezahlen",\r\n\t"state": "Offen",\r\n\r\n\t"close": "Schlie\\u00dfen"\r\n}';
const files = {
  [english]: {
    buy: 'Pay now',
    pay: 'Pay now',
    open: 'Open',
    state: 'Open',
    button: 'Open file',
    close: 'Close',
    shut: 'Close',
  },
  [german]: target,
};

interface Found {
  readonly plan: Plan;
  readonly strings: readonly ReusableString[];
}

async function search(window: OrderWindow, sourceFile = english): Promise<Found> {
  const { context, jobs, project } = window;
  const plan = await planFile(window, sourceFile, ['de']);
  const settings = context.layouts(project.id, sourceFile);
  const { strings } = await searchReuse(
    {
      plan,
      sources: [await openSourceFile(project, sourceFile, settings)],
      history: await planHistory(context.ledger, [], (id) => jobs.statusOf(id)),
      listFiles: () => Promise.resolve([{ project, path: sourceFile, settings, isSelected: false }]),
    },
    { signal: new AbortController().signal },
  );
  return { plan, strings };
}

/** Reuses the only or the first translation of each string. */
async function reuse({ context }: OrderWindow, { strings }: Found): Promise<ReuseReport> {
  return deliverReused(
    context,
    strings.flatMap(({ units, translations: [{ text }] }) => units.map((unit) => ({ unit, text }))),
  );
}

const keysOf = ({ jobs }: Plan): readonly string[] => jobs.flatMap(({ units }) => units.map(({ key = '' }) => key));

describe('contract: reusing translations of the project', function () {
  this.timeout(20_000);

  it('writes them without changing any other byte, orders only the rest, and sends nothing for them', async () => {
    await using setup = await createOrderSetup('manual', files);
    const window = await setup.openWindow();
    const found = await search(window);
    assert.deepEqual(keysOf(found.plan), ['buy', 'open', 'button', 'shut']);
    const requests = window.requests.length;
    const { done, held, written: wrote } = await reuse(window, found);
    assert.equal(window.requests.length, requests);
    assert.deepEqual(
      [done.map(({ key }) => key), held, wrote.map(({ units }) => units)],
      [['buy', 'open', 'shut'], [], [3]],
    );
    const after = await setup.read(german);
    assert.deepEqual(JSON.parse(after.slice(1)), {
      buy: 'Jetzt bezahlen',
      pay: 'Jetzt bezahlen',
      open: 'Offen',
      state: 'Offen',
      close: 'Schließen',
      shut: 'Schließen',
    });
    // The lines that were there are there as they were, in their order, except for a comma.
    const lines = after.split('\r\n').map((line) => line.replace(/,$/u, ''));
    const kept = target.split('\r\n').map((line) => line.replace(/,$/u, ''));
    assert.deepEqual(
      lines.filter((line) => !/"(?:buy|open|shut)"/u.test(line)),
      kept,
    );
    assert.equal(after.split('\n').length - 1, after.split('\r\n').length - 1);

    const rest = withoutStrings(found.plan, done);
    assert.deepEqual(keysOf(rest), ['button']);
    const quote = await quotePlan(window.context.client, rest, { tier: 'standard', autoApprove: false });
    assert.equal((await place(window, quote)).stopped, undefined);
    assert.equal((await setup.totals()).jobs, 1);
    await window.jobs.fetchAndDeliver();
    const [job] = window.jobs.all;
    assert.ok(job !== undefined);
    await setup.move(job.id, 'start');
    await setup.move(job.id, 'finish', { body_tgt: 'Datei öffnen' });
    await window.jobs.fetchAndDeliver();
    await approveJob(window, job.id, { override: true });
    assert.match(await setup.read(german), /"button": "Datei \\u00f6ffnen"/u);
  });

  it('brings translations in comments back, and orders those that are still in the source language', async () => {
    const english = 'language/en/com_forum.ini';
    const german = 'language/de/com_forum.ini';
    await using setup = await createOrderSetup('manual', {
      [english]: 'COM_OPEN = "Open"\nCOM_CITY = "City"\nCOM_POLL = "Poll"\n',
      [german]: 'COM_OPEN = "Öffnen"\n; COM_CITY = "Stadt"\n; COM_POLL = "Poll"\n',
    });
    const window = await setup.openWindow();
    const found = await search(window, english);
    const { done } = await reuse(window, found);
    assert.deepEqual(
      done.map(({ key }) => key),
      ['COM_CITY'],
    );
    assert.equal(await setup.read(german), 'COM_OPEN = "Öffnen"\nCOM_CITY = "Stadt"\n; COM_POLL = "Poll"\n');
    const rest = withoutStrings(found.plan, done);
    assert.deepEqual(
      rest.jobs.map(({ protectedText }) => protectedText.text),
      ['Poll'],
    );
  });

  it('brings obsolete messages of gettext back, and orders the others next to none of them', async () => {
    const template = 'locale/messages.pot';
    const catalog = 'locale/de/LC_MESSAGES/messages.po';
    const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n';
    const before = `${header}
#~ msgid "Search the archive"
#~ msgstr "Archiv durchsuchen"

#, fuzzy
#~ msgid "Open the archive"
#~ msgstr "Archiv schließen"

#~ msgid "Gone"
#~ msgstr "Weg"
`;
    await using setup = await createOrderSetup('manual', {
      [template]:
        'msgid ""\nmsgstr ""\n\nmsgid "Search the archive"\nmsgstr ""\n\nmsgid "Open the archive"\nmsgstr ""\n',
      [catalog]: before,
    });
    const window = await setup.openWindow();
    const found = await search(window, template);
    const { done, written } = await reuse(window, found);
    assert.deepEqual(
      done.map(({ key }) => key),
      ['Search the archive'],
    );
    const searchInUse = '\nmsgid "Search the archive"\nmsgstr "Archiv durchsuchen"\n';
    const fuzzy = '\n#, fuzzy\n#~ msgid "Open the archive"\n#~ msgstr "Archiv schließen"\n';
    const gone = '\n#~ msgid "Gone"\n#~ msgstr "Weg"\n';
    assert.equal(await setup.read(catalog), header + searchInUse + fuzzy + gone);

    const rest = withoutStrings(found.plan, done);
    const quote = await quotePlan(window.context.client, rest, { tier: 'standard', autoApprove: false });
    await place(window, quote);
    await window.jobs.fetchAndDeliver();
    const [job] = window.jobs.all;
    assert.ok(job !== undefined);
    await setup.move(job.id, 'start');
    await setup.move(job.id, 'finish', { body_tgt: 'Archiv öffnen' });
    await window.jobs.fetchAndDeliver();
    await approveJob(window, job.id, {});
    const openInUse = '\nmsgid "Open the archive"\nmsgstr "Archiv öffnen"\n';
    assert.equal(await setup.read(catalog), header + searchInUse + openInUse + gone);

    const delivery = lastDelivery(window.context);
    assert.ok(delivery !== undefined);
    await undoDelivery(window.context, delivery);
    assert.equal(await setup.read(catalog), header + searchInUse + fuzzy + gone);
    assert.equal(written.length, 1);
  });

  it('is undone exactly, once, and only if the file has not changed', async () => {
    await using setup = await createOrderSetup('manual', files);
    const window = await setup.openWindow();
    const {
      written: [delivery],
    } = await reuse(window, await search(window));
    assert.ok(delivery !== undefined);
    assert.equal(lastDelivery(window.context), delivery.deliveryId);
    const after = await setup.readBytes(german);
    await setup.write(german, `${after.toString()} `);
    await assert.rejects(undoDelivery(window.context, delivery.deliveryId), isReason('changed-since'));
    await setup.write(german, after);
    // Another window reads the journal from disk.
    const other = await setup.openWindow();
    assert.deepEqual(await undoDelivery(other.context, delivery.deliveryId), { file: german, units: 3 });
    assert.equal(await setup.read(german), target);
    await assert.rejects(undoDelivery(other.context, delivery.deliveryId), isReason('nothing-to-undo'));
    assert.equal(lastDelivery(other.context), undefined);
    assert.deepEqual(keysOf((await search(other)).plan), ['buy', 'open', 'button', 'shut']);
  });

  it('creates the file of a locale, and deletes it again', async () => {
    await using setup = await createOrderSetup('manual', {
      'locales/en/a.json': { save: 'Save' },
      'locales/en/b.json': { keep: 'Save' },
      'locales/de/b.json': { keep: 'Speichern' },
    });
    const window = await setup.openWindow();
    const { project, context } = window;
    const settings = context.layouts(project.id, '');
    const plan = await planFile(window, 'locales/en/a.json', ['de']);
    const { strings } = await searchReuse(
      {
        plan,
        sources: [await openSourceFile(project, 'locales/en/a.json', settings)],
        history: { inFlight: new Set(), delivered: new Map() },
        listFiles: () => Promise.resolve([{ project, path: 'locales/de/b.json', settings, isSelected: false }]),
      },
      { signal: new AbortController().signal },
    );
    const report = await reuse(window, { plan, strings });
    assert.deepEqual(JSON.parse(await setup.read('locales/de/a.json')), { save: 'Speichern' });
    await undoDelivery(context, report.written[0]?.deliveryId ?? '');
    await assert.rejects(setup.read('locales/de/a.json'), { code: 'ENOENT' });
  });

  it('counts them as translated by a person, also in the sandbox, until their source changes', async () => {
    await using setup = await createOrderSetup('manual', files);
    const window = await setup.openWindow({ simulated: true });
    await reuse(window, await search(window));
    assert.deepEqual(keysOf((await search(window)).plan), ['button']);
    await setup.write(english, JSON.stringify({ ...files[english], buy: 'Buy now' }));
    const { plan } = await search(window);
    assert.deepEqual(
      plan.jobs.map(({ title, reason }) => [title, reason]),
      [
        ['buy', 'changed'],
        ['button', 'missing'],
      ],
    );
  });

  it('overwrites nothing that was written since the plan was made', async () => {
    await using setup = await createOrderSetup('manual', files);
    const window = await setup.openWindow();
    const found = await search(window);
    await setup.write(german, target.replace('\t"pay"', '\t"buy": "Kaufen",\r\n\t"pay"'));
    await setup.write(english, JSON.stringify({ ...files[english], shut: 'Shut' }));
    const { done, held } = await reuse(window, found);
    assert.deepEqual(
      [done.map(({ key }) => key), held.map(({ unit, reason }) => [unit.key, reason])],
      [
        ['open'],
        [
          ['buy', 'target-changed'],
          ['shut', 'source-changed'],
        ],
      ],
    );
    assert.match(await setup.read(german), /"buy": "Kaufen"/u);
    assert.deepEqual(keysOf(withoutStrings(found.plan, done)), ['buy', 'button', 'shut']);
  });

  it('holds no later delivery after a crash while the file was written', async () => {
    await using setup = await createOrderSetup('manual', files);
    const window = await setup.openWindow();
    const found = await search(window);
    const { root } = setup.windowOptions;
    await link(path.join(root, german), path.join(root, 'linked.json'));
    const context = {
      ...window.context,
      findProject: (id: string) => {
        const project = window.context.findProject(id);
        return project === undefined
          ? undefined
          : {
              ...project,
              edit: async (...[, before, , write]: Parameters<typeof project.edit>) => {
                await write.keep(Buffer.from(before ?? ''), Buffer.from('{}'));
                await setup.write(german, '{ "state": "Geöffnet" }');
                throw new Error('The power failed.');
              },
            };
      },
    };
    const { held } = await reuse({ ...window, context }, found);
    assert.equal(held.length, 3);
    const later = await setup.openWindow();
    const settled = await later.context.journal.exclusively(() => settleDeliveries(later.context));
    assert.deepEqual([settled.written, settled.held.size, later.context.ledger.pendingWrites.size], [[], 0, 0]);
    assert.equal(await setup.read(german), '{ "state": "Geöffnet" }');
  });
});

const isReason =
  (reason: string) =>
  (error: unknown): boolean =>
    error instanceof OrderError && error.reason === reason;
