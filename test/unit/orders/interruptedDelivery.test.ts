import assert from 'node:assert/strict';
import { link, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import type { OrderContext } from '../../../src/orders/journal/account/orderContext.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { settleDeliveries } from '../../../src/orders/deliver/settleDeliveries.ts';
import { deliverGuide, deliverTexts, makeDeliveryCase, translatedGuide, type DeliveryCase } from './deliveryCase.ts';

const japanese = '{\n  "hello": "",\n  "other": "他"\n}\n';
const delivered = '{\n  "hello": "こんにちは",\n  "bye": "さようなら",\n  "other": "他"\n}\n';

const settle = (context: OrderContext) => context.journal.exclusively(() => settleDeliveries(context));
const isReason =
  (reason: string) =>
  (error: unknown): boolean =>
    error instanceof OrderError && error.reason === reason;

async function undoLast(context: OrderContext): Promise<void> {
  await undoDelivery(context, lastDelivery(context) ?? '');
}

const hardLink = async ({ root }: DeliveryCase): Promise<void> =>
  link(path.join(root, 'locales/ja.json'), path.join(root, 'linked.json'));

describe('a delivery that a crash interrupts', () => {
  it('is completed by the next Undo Delivery, which then has nothing else to do', async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
    const first = await one.open();
    await deliverTexts(first, ['7', '8']);
    const id = lastDelivery(first) ?? '';
    const killedWindow = await one.open((project) => ({
      ...project,
      edit: async (...args) => {
        await project.edit(...args);
        throw new Error('The power failed.');
      },
    }));
    await assert.rejects(undoLast(killedWindow));
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
    const killedWindow = await one.open((project) => ({
      ...project,
      edit: async (_path, _before, _edits, write) => {
        await write.keep(Buffer.from(japanese), Buffer.from(delivered));
        await writeFile(
          path.join(one.root, 'locales/ja.json'),
          Buffer.concat([Buffer.from(delivered).subarray(0, 20), Buffer.from(japanese).subarray(20)]),
        );
        throw new Error('The power failed.');
      },
    }));
    assert.deepEqual([...(await deliverTexts(killedWindow, ['7', '8'])).held.values()], ['unreadable', 'unreadable']);
    return one;
  }

  it('is completed at the next start', async () => {
    const one = await crashHalfway();
    const context = await one.open();
    assert.deepEqual(
      (await settle(context)).written.map(({ file, units }) => [file, units]),
      [['locales/ja.json', 2]],
    );
    assert.equal(await one.read('locales/ja.json'), delivered);
    assert.equal(await one.read('linked.json'), delivered);
    assert.deepEqual(
      (await one.files()).filter((file) => file.includes('backups')),
      [],
    );
    await undoLast(context);
    assert.equal(await one.read('linked.json'), japanese);
    await one.remove();
  });

  it("is not touched if it was changed since, is reported, and written only at the user's request", async () => {
    const one = await crashHalfway();
    const changed = `${(await one.read('locales/ja.json')) ?? ''} // by hand`;
    await one.write('locales/ja.json', changed);
    const context = await one.open();
    assert.deepEqual(
      [...(await settle(context)).held],
      [
        ['7', 'interrupted'],
        ['8', 'interrupted'],
      ],
    );
    for (let round = 0; round < 2; round += 1) {
      assert.deepEqual([...(await deliverTexts(context, ['7', '8'])).held.values()], ['interrupted', 'interrupted']);
      assert.equal(await one.read('locales/ja.json'), changed);
    }
    await one.write('locales/ja.json', japanese.replace('他', 'ほか'));
    assert.equal(
      (await deliverTexts(context, ['7'])).held.get('7'),
      'interrupted',
      'nobody can tell what of it is wanted',
    );
    assert.equal((await deliverTexts(context, ['7'], true)).written.length, 1);
    assert.equal(await one.read('locales/ja.json'), japanese.replace('他', 'ほか').replace('""', '"こんにちは"'));
    assert.deepEqual(
      (await one.files()).filter((file) => file.includes('backups')),
      [],
    );
    await one.remove();
  });

  it('is reported if it ends within a character, and an earlier version did not record what it was before', async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
    const context = await one.open();
    await context.journal.append({
      type: 'delivering',
      id: 'abcdef',
      at: 3,
      project: 'a1b2c3d4',
      targetFile: 'locales/ja.json',
      simulated: false,
      units: [{ jobId: '7', file: 'locales/en.json', key: 'hello', locale: 'ja', sourceHash: 'w', valueHash: 'x' }],
      undo: { afterHash: 'y', created: false, edits: [] },
    });
    await writeFile(path.join(one.root, 'locales/ja.json'), Buffer.from(delivered).subarray(0, 15));
    assert.deepEqual([...(await settle(context)).held], [['7', 'interrupted']]);
    await one.remove();
  });
});

describe('a half-written document', () => {
  it("is reported if it was changed since, and replaced only at the user's request", async () => {
    const one = await makeDeliveryCase({ 'guide.ja.md': 'mine\n' });
    const killedWindow = await one.open((project) => ({
      ...project,
      replace: async (_path, _before, _after, write) => {
        await write.keep(Buffer.from('mine\n'), Buffer.from(translatedGuide));
        await one.write('guide.ja.md', '# half, and more by hand\n');
        throw new Error('The power failed.');
      },
    }));
    await deliverGuide(killedWindow, 'replace');
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
    await deliverTexts(
      await one.open((project) => ({
        ...project,
        edit: async (...args) => {
          if (isWritten) await project.edit(...args);
          throw new Error('The power failed.');
        },
      })),
      ['7', '8'],
    );
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

  it('is settled only by a window that has its folder open', async () => {
    const one = await crash(true);
    const elsewhere = { ...(await one.open()), findProject: () => undefined };
    assert.deepEqual((await settle(elsewhere)).written, []);
    const context = await one.open();
    assert.equal(context.ledger.pendingWrites.size, 1);
    assert.equal((await settle(context)).written.length, 1);
    await one.remove();
  });

  it('gets a new delivery when it has none of the values', async () => {
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
