import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import { runInSteps } from '../base/fileSteps.ts';
import { deliverTexts, deliveryCaseIn } from './deliveryCase.ts';

/**
 * Delivers or undoes in a process of its own, which kills itself before a step. If it is not killed, it
 * prints the number of steps.
 */
const { folder, action, killAt } = JSON.parse(process.argv[2] ?? '') as {
  folder: string;
  action: 'deliver' | 'undo';
  killAt: number;
};
const context = await deliveryCaseIn(folder).open();
let steps = 0;
await runInSteps(
  async (): Promise<unknown> =>
    action === 'deliver' ? deliverTexts(context, ['7', '8']) : undoDelivery(context, lastDelivery(context) ?? ''),
  {
    onlyChanging: true,
    before: async (step, _name, _args, half) => {
      steps = step + 1;
      if (step !== Math.floor(killAt)) return;
      if (!Number.isInteger(killAt)) await half();
      process.kill(process.pid, 'SIGKILL');
      await new Promise<void>(() => undefined);
    },
  },
);
process.stdout.write(String(steps));
