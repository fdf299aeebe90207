import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { withFileLock } from '../../../src/base/fileLock.ts';
import type { OrderContext } from '../../../src/orders/journal/account/orderContext.ts';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import type { DeliveryReport } from '../../../src/orders/deliver/deliveryReport.ts';
import { runInSteps } from '../base/fileSteps.ts';
import { deliverGuide, deliverTexts, makeDeliveryCase, translatedGuide, type DeliveryCase } from './deliveryCase.ts';

const japanese = '{\n  "hello": "",\n  "other": "他"\n}\n';
const delivered = '{\n  "hello": "こんにちは",\n  "bye": "さようなら",\n  "other": "他"\n}\n';
const created = '{\n  "hello": "こんにちは",\n  "bye": "さようなら"\n}\n';

/** What file systems without hard links report, and a code that no system has yet. */
const missing = [
  'EISDIR',
  'EPROTO',
  'EINVAL',
  'UNKNOWN',
  'EXDEV',
  'EPERM',
  'EACCES',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'ENOTCONN',
  'EBADRPC',
];

/** Runs `work` on a file system on which these steps fail with a code. */
async function failing<T>(code: string, steps: readonly string[], work: () => Promise<T>): Promise<T> {
  return runInSteps(work, {
    before: (_, name) =>
      steps.includes(name) ? Promise.reject(Object.assign(new Error(`${code}: ${name}`), { code })) : Promise.resolve(),
  });
}

async function undoLast(context: OrderContext): Promise<void> {
  await undoDelivery(context, lastDelivery(context) ?? '');
}

const outcome = ({ written, held }: DeliveryReport) => [written.length, [...held.values()]];

async function noLeftovers(one: DeliveryCase): Promise<void> {
  const names = await readdir(one.folder, { recursive: true });
  assert.deepEqual(
    names.filter((name) => /\.tmp$|backups.|\.lock$/u.test(name)),
    [],
  );
}

describe('a file system without hard links', () => {
  for (const code of missing) {
    it(`takes deliveries and their undo if it reports ${code}`, async () => {
      const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
      await failing(code, ['link'], async () => {
        const context = await one.open();
        assert.deepEqual(outcome(await deliverTexts(context, ['7', '8'])), [1, []]);
        assert.equal(await one.read('locales/ja.json'), delivered);
        await undoLast(context);
        assert.equal(await one.read('locales/ja.json'), japanese);
        assert.deepEqual(outcome(await deliverGuide(context)), [1, []]);
        assert.equal(await one.read('guide.ja.md'), translatedGuide);
        await undoLast(context);
        assert.equal(await one.read('guide.ja.md'), undefined);
      });
      await noLeftovers(one);
      await one.remove();
    });

    it(`gets new files if it reports ${code}`, async () => {
      const one = await makeDeliveryCase({});
      await failing(code, ['link'], async () => {
        const context = await one.open();
        assert.deepEqual(outcome(await deliverTexts(context, ['7', '8'])), [1, []]);
        assert.equal(await one.read('locales/ja.json'), created);
        await undoLast(context);
        assert.equal(await one.read('locales/ja.json'), undefined);
      });
      await noLeftovers(one);
      await one.remove();
    });

    it(`takes deliveries if it has no modes either, and reports ${code}`, async () => {
      const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
      await failing(code, ['link', 'chmod', 'rename'], async () => {
        const context = await one.open();
        assert.deepEqual(outcome(await deliverTexts(context, ['7', '8'])), [1, []]);
      });
      assert.equal(await one.read('locales/ja.json'), delivered);
      await noLeftovers(one);
      await one.remove();
    });
  }

  it('has locks and a journal', async () => {
    const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
    await failing('EISDIR', ['link'], async () => {
      const context = await one.open();
      let [running, most] = [0, 0];
      await Promise.all(
        [1, 2, 3].map(() =>
          withFileLock(path.join(one.folder, 'some.lock'), async () => {
            most = Math.max(most, (running += 1));
            await readFile(one.journalFile);
            running -= 1;
          }),
        ),
      );
      assert.equal(most, 1);
      await deliverTexts(context, ['7']);
      const later = await one.open();
      assert.equal(later.ledger.deliveries.size, 1);
    });
    await noLeftovers(one);
    await one.remove();
  });
});

describe('a link that fails for another reason', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EIO'])
    it(`keeps the file as it is if the disk reports ${code}, and gets the translation later`, async () => {
      const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
      const context = await one.open();
      const report = await failing(code, ['link'], () => deliverTexts(context, ['7', '8']));
      assert.deepEqual(outcome(report), [0, ['unreadable', 'unreadable']]);
      assert.equal(await one.read('locales/ja.json'), japanese);
      assert.deepEqual(outcome(await deliverTexts(context, ['7', '8'])), [1, []]);
      assert.equal(await one.read('locales/ja.json'), delivered);
      await noLeftovers(one);
      await one.remove();
    });

  it('never replaces a file that another program has just created', async () => {
    const one = await makeDeliveryCase({});
    const context = await one.open();
    const report = await runInSteps(() => deliverTexts(context, ['7', '8']), {
      before: (_, name, args) => {
        if (name === 'link') writeFileSync(String(args[1]), '{}');
        return Promise.resolve();
      },
    });
    assert.deepEqual(outcome(report), [0, ['target-changed', 'target-changed']]);
    assert.equal(await one.read('locales/ja.json'), '{}');
    await one.remove();
  });
});
