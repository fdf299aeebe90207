// The process that is killed (`order` or `deliver`), and the process after it (`finish`). The argument is a TrialTask.
import { openWindow, type WindowOptions } from '../contract/orders/orderWindow.ts';
import type { Scenario } from './scenario.ts';
import { deliver, finish, order } from './window.ts';

export interface TrialTask {
  readonly kind: 'order' | 'deliver' | 'finish';
  readonly options: WindowOptions;
  readonly scenario: Scenario;
}

const { kind, options, scenario } = JSON.parse(process.argv[2] ?? '') as TrialTask;
const window = await openWindow(options);
if (kind === 'order') await order(window, scenario);
else if (kind === 'deliver') await deliver(window, scenario);
else process.stdout.write(`${JSON.stringify(await finish(window, scenario))}\n`);
await window.close();
