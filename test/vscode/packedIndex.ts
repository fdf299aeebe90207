import { runSuite } from './runSuite.ts';

/** Called by VS Code in the extension host of a window whose extension was installed from the packed .vsix. */
export function run(): Promise<void> {
  return runSuite('packed');
}
