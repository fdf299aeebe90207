import assert from 'node:assert/strict';
import { link, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver.ts';
import type { OrderContext } from '../../../src/orders/orderContext.ts';
import { OrderError } from '../../../src/orders/orderError.ts';
import { settleDeliveries } from '../../../src/orders/settleDeliveries.ts';
import { dieAtStep } from '../base/fileSteps.ts';
import { deliverGuide, deliverTexts, makeDeliveryCase, translatedGuide, type DeliveryCase } from './deliveryCase.ts';

const japanese = '{\n  "hello": "",\n  "other": "他"\n}\n';
const delivered = '{\n  "hello": "こんにちは",\n  "bye": "さようなら",\n  "other": "他"\n}\n';
const sources = ['project/guide.md', 'project/locales/en.json'];

const settle = (context: OrderContext) => context.journal.exclusively(() => settleDeliveries(context));
const isReason = (reason: string) => (error: unknown): boolean => error instanceof OrderError && error.reason === reason;

async function undoLast(context: OrderContext): Promise<void> {
  await undoDelivery(context, lastDelivery(context) ?? '');
}

interface Scenario {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly target: string;
  readonly before: string | undefined;
  readonly after: string;
  readonly prepare?: (one: DeliveryCase) => Promise<void>;
  /** Files besides the sources and the target. */
  readonly others?: readonly string[];
  readonly deliver: (context: OrderContext) => Promise<unknown>;
}

const strings = { deliver: (context: OrderContext) => deliverTexts(context, ['7', '8']), target: 'locales/ja.json' } as const;
const document = { deliver: (context: OrderContext) => deliverGuide(context, 'replace'), target: 'guide.ja.md', after: translatedGuide } as const;
const hardLink = async ({ root }: DeliveryCase): Promise<void> => link(path.join(root, 'locales/ja.json'), path.join(root, 'linked.json'));

const scenarios: readonly Scenario[] = [
  { name: 'strings into a file', files: { 'locales/ja.json': japanese }, before: japanese, after: delivered, ...strings },
  { name: 'strings into a file with two hard links', files: { 'locales/ja.json': japanese }, before: japanese, after: delivered, prepare: hardLink, others: ['project/linked.json'], ...strings },
  { name: 'strings into a new file', files: {}, before: undefined, after: '{\n  "hello": "こんにちは",\n  "bye": "さようなら"\n}\n', ...strings },
  { name: 'a new document', files: {}, before: undefined, ...document },
  { name: 'a document in the place of a file', files: { 'guide.ja.md': 'mine\n' }, before: 'mine\n', ...document },
];

describe('a delivery that a crash interrupts', function () {
  this.timeout(120_000);

  for (const { name, files, target, before, after, prepare, others = [], deliver } of scenarios) {
    const expectedFiles = (present: string | undefined): readonly string[] => [...sources, ...others, ...(present === undefined ? [] : [`project/${target}`])].toSorted();
    const start = async (): Promise<DeliveryCase> => {
      const one = await makeDeliveryCase(files);
      await prepare?.(one);
      return one;
    };
    /** A start after the crash: nothing is left of it, and the file holds what the journal says. */
    const restart = async (one: DeliveryCase, at: string): Promise<OrderContext> => {
      await one.unlock();
      const context = await one.open();
      await settle(context);
      const isDelivered = [...context.ledger.deliveries.values()].some(({ undone }) => !undone);
      assert.equal(await one.read(target), isDelivered ? after : before, at);
      assert.equal(context.ledger.begun.size, 0, at);
      const backups = (await one.files()).filter((file) => file.includes('.backups/'));
      assert.ok(isDelivered && target === 'guide.ja.md' && before !== undefined ? backups.length === 1 : backups.length === 0, `${at}: ${backups.join(' ')}`);
      assert.deepEqual((await one.files()).filter((file) => !file.includes('.backups/')), expectedFiles(isDelivered ? after : before), at);
      return context;
    };

    it(`is completed or begun anew at the next start, once, and can be undone: ${name}`, async () => {
      let died = true;
      for (let step = 0; died; step += 0.5) {
        const one = await start();
        const dying = await one.open();
        died = await dieAtStep(() => deliver(dying), step);
        const context = await restart(one, `step ${step}`);
        await deliver(context);
        assert.equal(await one.read(target), after, `step ${step}`);
        const deliveries = [...context.ledger.deliveries.values()];
        assert.equal(deliveries.length, 1, `step ${step}`);
        await undoLast(context);
        assert.equal(await one.read(target), before, `step ${step}`);
        assert.deepEqual(await one.files(), expectedFiles(before), `step ${step}`);
        if (others.length > 0) assert.equal((await stat(path.join(one.root, target))).nlink, 2, `step ${step}`);
        await one.remove();
        assert.ok(step < 100);
      }
    });

    it(`is undone once, though a crash interrupts that: ${name}`, async () => {
      let died = true;
      for (let step = 0; died; step += 0.5) {
        const one = await start();
        await deliver(await one.open());
        const dying = await one.open();
        died = await dieAtStep(() => undoLast(dying), step);
        const context = await restart(one, `step ${step}`);
        if (lastDelivery(context) !== undefined) await undoLast(context);
        assert.equal(await one.read(target), before, `step ${step}`);
        await assert.rejects(undoDelivery(context, [...context.ledger.deliveries.keys()][0] ?? ''), isReason('nothing-to-undo'));
        assert.deepEqual(await one.files(), expectedFiles(before), `step ${step}`);
        await one.remove();
        assert.ok(step < 100);
      }
    });
  }

  it('is completed by the next Undo Delivery, which then has nothing more to do', async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
    const first = await one.open();
    await deliverTexts(first, ['7', '8']);
    const id = lastDelivery(first) ?? '';
    const dying = await one.open((project) => ({ ...project, edit: async (...args) => { await project.edit(...args); throw new Error('The power failed.'); } }));
    await assert.rejects(undoLast(dying));
    assert.equal(await one.read('locales/ja.json'), japanese);
    const context = await one.open();
    assert.deepEqual(await undoDelivery(context, id), { file: 'locales/ja.json', units: 2 });
    await assert.rejects(undoDelivery(context, id), isReason('nothing-to-undo'));
    await one.remove();
  });
});

describe('a half-written file', () => {
  /** A file with two hard links, of which a crash left the first half of the new content and the rest of the old. */
  async function crashHalfway(): Promise<DeliveryCase> {
    const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
    await hardLink(one);
    const dying = await one.open((project) => ({
      ...project,
      edit: async (_path, _before, _edits, write) => {
        await write.keep(Buffer.from(japanese), Buffer.from(delivered));
        await writeFile(path.join(one.root, 'locales/ja.json'), Buffer.concat([Buffer.from(delivered).subarray(0, 20), Buffer.from(japanese).subarray(20)]));
        throw new Error('The power failed.');
      },
    }));
    assert.deepEqual([...(await deliverTexts(dying, ['7', '8'])).held.values()], ['unreadable', 'unreadable']);
    return one;
  }

  it('is completed at the next start', async () => {
    const one = await crashHalfway();
    const context = await one.open();
    assert.deepEqual((await settle(context)).written.map(({ file, units }) => [file, units]), [['locales/ja.json', 2]]);
    assert.equal(await one.read('locales/ja.json'), delivered);
    assert.equal(await one.read('linked.json'), delivered);
    assert.deepEqual((await one.files()).filter((file) => file.includes('backups')), []);
    await undoLast(context);
    assert.equal(await one.read('linked.json'), japanese);
    await one.remove();
  });

  it('is left alone when it was changed since, reported, and written only on purpose', async () => {
    const one = await crashHalfway();
    const changed = `${(await one.read('locales/ja.json')) ?? ''} // by hand`;
    await one.write('locales/ja.json', changed);
    const context = await one.open();
    assert.deepEqual([...(await settle(context)).held], [['7', 'interrupted'], ['8', 'interrupted']]);
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual([...(await deliverTexts(context, ['7', '8'])).held.values()], ['interrupted', 'interrupted']);
      assert.equal(await one.read('locales/ja.json'), changed);
    }
    await one.write('locales/ja.json', japanese.replace('他', 'ほか'));
    assert.equal((await deliverTexts(context, ['7'])).held.get('7'), 'interrupted', 'nobody can tell what of it is wanted');
    assert.equal((await deliverTexts(context, ['7'], true)).written.length, 1);
    assert.equal(await one.read('locales/ja.json'), japanese.replace('他', 'ほか').replace('""', '"こんにちは"'));
    assert.deepEqual((await one.files()).filter((file) => file.includes('backups')), []);
    await one.remove();
  });
});

describe('a half-written document', () => {
  it('is reported when it was changed since, and replaced only on purpose', async () => {
    const one = await makeDeliveryCase({ 'guide.ja.md': 'mine\n' });
    const dying = await one.open((project) => ({
      ...project,
      replace: async (_path, _before, _after, write) => {
        await write.keep(Buffer.from('mine\n'), Buffer.from(translatedGuide));
        await one.write('guide.ja.md', '# half, and more by hand\n');
        throw new Error('The power failed.');
      },
    }));
    await deliverGuide(dying, 'replace');
    const context = await one.open();
    assert.deepEqual([...(await deliverGuide(context)).held], [['9', 'interrupted']]);
    assert.equal(await one.read('guide.ja.md'), '# half, and more by hand\n');
    assert.deepEqual([...(await deliverGuide(context, 'write')).held], [['9', 'target-exists']]);
    await deliverGuide(context, 'replace');
    assert.equal(await one.read('guide.ja.md'), translatedGuide);
    await undoLast(context);
    assert.equal(await one.read('guide.ja.md'), '# half, and more by hand\n');
    await one.remove();
  });
});

describe('a file that was changed after a delivery to it was interrupted', () => {
  async function crash(isWritten: boolean): Promise<DeliveryCase> {
    const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
    await deliverTexts(await one.open((project) => ({ ...project, edit: async (...args) => { if (isWritten) await project.edit(...args); throw new Error('The power failed.'); } })), ['7', '8']);
    return one;
  }

  it('counts as delivered when it has all values, and is not undone over the change', async () => {
    const one = await crash(true);
    await one.write('locales/ja.json', delivered.replace('他', 'ほか'));
    const context = await one.open();
    assert.equal((await settle(context)).written.length, 1);
    await assert.rejects(undoLast(context), isReason('changed-since'));
    assert.equal(await one.read('locales/ja.json'), delivered.replace('他', 'ほか'));
    await one.remove();
  });

  it('is left to the window that has its folder open', async () => {
    const one = await crash(true);
    const elsewhere = { ...(await one.open()), findProject: () => undefined };
    assert.deepEqual((await settle(elsewhere)).written, []);
    const context = await one.open();
    assert.equal(context.ledger.begun.size, 1);
    assert.equal((await settle(context)).written.length, 1);
    await one.remove();
  });

  it('is delivered to anew when it has none of the values', async () => {
    const one = await crash(false);
    await one.write('locales/ja.json', japanese.replace('他', 'ほか'));
    const context = await one.open();
    assert.equal((await deliverTexts(context, ['7', '8'])).written.length, 1);
    assert.equal(await one.read('locales/ja.json'), delivered.replace('他', 'ほか'));
    await one.remove();
  });

  it('holds the translations when it has some of the values, or cannot be read', async () => {
    for (const content of [delivered.replace('さようなら', 'じゃあ'), '{ broken']) {
      const one = await crash(true);
      await one.write('locales/ja.json', content);
      const context = await one.open();
      assert.deepEqual([...(await deliverTexts(context, ['7', '8'])).held.values()], ['interrupted', 'interrupted']);
      assert.equal(await one.read('locales/ja.json'), content);
      await one.remove();
    }
  });
});
