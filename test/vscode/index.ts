import { runSuite } from './runSuite.ts';

/** Called by VS Code in the extension host of a window that runs the extension of the checkout. */
export function run(): Promise<void> {
  return runSuite('suite');
}
