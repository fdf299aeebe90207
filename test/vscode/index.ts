import { runSuite } from './runSuite.ts';

/** VS Code calls this in the extension host of a window that has the built extension loaded from the checkout. */
export function run(): Promise<void> {
  return runSuite('suite');
}
