import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { link } from 'node:fs/promises';
import path from 'node:path';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import { settleDeliveries } from '../../../src/orders/deliver/settleDeliveries.ts';
import { bundledProgram } from '../../host/bundledProgram.ts';
import { deliverTexts, makeDeliveryCase, type DeliveryCase } from './deliveryCase.ts';

const japanese = '{\n  "hello": "",\n  "other": "他"\n}\n';
const delivered = '{\n  "hello": "こんにちは",\n  "bye": "さようなら",\n  "other": "他"\n}\n';
const files = ['project/guide.md', 'project/linked.json', 'project/locales/en.json', 'project/locales/ja.json'];

/** Runs an action in another process. Returns the number of steps; undefined if the process was killed. */
function run({ folder }: DeliveryCase, action: 'deliver' | 'undo', killAt = Infinity): number | undefined {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [
      bundledProgram(path.join(import.meta.dirname, 'deliverInChild.ts')),
      JSON.stringify({ folder, action, killAt: killAt === Infinity ? -1 : killAt }),
    ],
    { encoding: 'utf8' },
  );
  assert.ok(status === 0 || signal === 'SIGKILL', stderr);
  return signal === 'SIGKILL' ? undefined : Number(stdout);
}

describe('a delivery whose process is killed', function () {
  this.timeout(120_000);

  async function start(): Promise<DeliveryCase> {
    const one = await makeDeliveryCase({ 'locales/ja.json': japanese });
    await link(path.join(one.root, 'locales/ja.json'), path.join(one.root, 'linked.json'));
    return one;
  }

  for (const action of ['deliver', 'undo'] as const) {
    it(`leaves a whole file, one delivery and nothing else after a restart: ${action}`, async () => {
      const whole = await start();
      if (action === 'undo') await deliverTexts(await whole.open(), ['7', '8']);
      const steps = run(whole, action) ?? 0;
      assert.ok(steps > 15, `only ${steps} steps`);
      await whole.remove();
      for (let killAt = 0; killAt < steps; killAt += steps / 6) {
        const one = await start();
        if (action === 'undo') await deliverTexts(await one.open(), ['7', '8']);
        assert.equal(run(one, action, Math.floor(killAt) + 0.5), undefined);
        const context = await one.open();
        await context.journal.exclusively(() => settleDeliveries(context));
        const isDelivered = lastDelivery(context) !== undefined;
        assert.equal(await one.read('linked.json'), isDelivered ? delivered : japanese, `killed at ${killAt}`);
        assert.deepEqual([await one.files(), context.ledger.pendingWrites.size], [files, 0], `killed at ${killAt}`);
        if (action === 'deliver') await deliverTexts(context, ['7', '8']);
        if (lastDelivery(context) !== undefined) await undoDelivery(context, lastDelivery(context) ?? '');
        assert.equal(context.ledger.deliveries.size, 1);
        assert.equal(await one.read('linked.json'), japanese);
        await one.remove();
      }
    });
  }
});
