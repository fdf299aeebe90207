import assert from 'node:assert/strict';
import { link, stat } from 'node:fs/promises';
import path from 'node:path';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import type { OrderContext } from '../../../src/orders/journal/account/orderContext.ts';
import { OrderError } from '../../../src/orders/model/orderError.ts';
import { settleDeliveries } from '../../../src/orders/deliver/settleDeliveries.ts';
import { dieAtStep } from '../base/fileSteps.ts';
import { deliverGuide, deliverTexts, makeDeliveryCase, translatedGuide, type DeliveryCase } from './deliveryCase.ts';

const japanese = '{\n  "hello": "",\n  "other": "他"\n}\n';
const delivered = '{\n  "hello": "こんにちは",\n  "bye": "さようなら",\n  "other": "他"\n}\n';
const sources = ['project/guide.md', 'project/locales/en.json'];

const settle = (context: OrderContext) => context.journal.exclusively(() => settleDeliveries(context));
const isReason =
  (reason: string) =>
  (error: unknown): boolean =>
    error instanceof OrderError && error.reason === reason;

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
  /** Files other than the sources and the target. */
  readonly others?: readonly string[];
  readonly deliver: (context: OrderContext) => Promise<unknown>;
}

const strings = {
  deliver: (context: OrderContext) => deliverTexts(context, ['7', '8']),
  target: 'locales/ja.json',
} as const;
const document = {
  deliver: (context: OrderContext) => deliverGuide(context, 'replace'),
  target: 'guide.ja.md',
  after: translatedGuide,
} as const;
const hardLink = async ({ root }: DeliveryCase): Promise<void> =>
  link(path.join(root, 'locales/ja.json'), path.join(root, 'linked.json'));

const scenarios: readonly Scenario[] = [
  {
    name: 'strings into a file',
    files: { 'locales/ja.json': japanese },
    before: japanese,
    after: delivered,
    ...strings,
  },
  {
    name: 'strings into a file with two hard links',
    files: { 'locales/ja.json': japanese },
    before: japanese,
    after: delivered,
    prepare: hardLink,
    others: ['project/linked.json'],
    ...strings,
  },
  {
    name: 'strings into a new file',
    files: {},
    before: undefined,
    after: '{\n  "hello": "こんにちは",\n  "bye": "さようなら"\n}\n',
    ...strings,
  },
  { name: 'a new document', files: {}, before: undefined, ...document },
  { name: 'a document in the place of a file', files: { 'guide.ja.md': 'mine\n' }, before: 'mine\n', ...document },
];

describe('a delivery that a crash interrupts', function () {
  this.timeout(120_000);

  for (const { name, files, target, before, after, prepare, others = [], deliver } of scenarios) {
    const expectedFiles = (present: string | undefined): readonly string[] =>
      [...sources, ...others, ...(present === undefined ? [] : [`project/${target}`])].toSorted();
    const start = async (): Promise<DeliveryCase> => {
      const one = await makeDeliveryCase(files);
      await prepare?.(one);
      return one;
    };
    /** A start after the crash: no temporary files remain, and the file matches the journal. */
    const restart = async (one: DeliveryCase, at: string): Promise<OrderContext> => {
      await one.unlock();
      const context = await one.open();
      await settle(context);
      const isDelivered = [...context.ledger.deliveries.values()].some(({ undone }) => !undone);
      assert.equal(await one.read(target), isDelivered ? after : before, at);
      assert.equal(context.ledger.pendingWrites.size, 0, at);
      const backups = (await one.files()).filter((file) => file.includes('.backups/'));
      assert.ok(
        isDelivered && target === 'guide.ja.md' && before !== undefined ? backups.length === 1 : backups.length === 0,
        `${at}: ${backups.join(' ')}`,
      );
      assert.deepEqual(
        (await one.files()).filter((file) => !file.includes('.backups/')),
        expectedFiles(isDelivered ? after : before),
        at,
      );
      return context;
    };

    it(`is completed or repeated once at the next start, and can be undone: ${name}`, async () => {
      let died = true;
      for (let step = 0; died; step += 0.5) {
        const one = await start();
        const killedWindow = await one.open();
        died = await dieAtStep(() => deliver(killedWindow), step);
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

    it(`is undone once, even if a crash interrupts the undo: ${name}`, async () => {
      let died = true;
      for (let step = 0; died; step += 0.5) {
        const one = await start();
        await deliver(await one.open());
        const killedWindow = await one.open();
        died = await dieAtStep(() => undoLast(killedWindow), step);
        const context = await restart(one, `step ${step}`);
        if (lastDelivery(context) !== undefined) await undoLast(context);
        assert.equal(await one.read(target), before, `step ${step}`);
        await assert.rejects(
          undoDelivery(context, [...context.ledger.deliveries.keys()][0] ?? ''),
          isReason('nothing-to-undo'),
        );
        assert.deepEqual(await one.files(), expectedFiles(before), `step ${step}`);
        await one.remove();
        assert.ok(step < 100);
      }
    });
  }
});
