import path from 'node:path';

/** The root of the checkout, with package.json. */
export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Downloads and run-time state of the VS Code under test; git-ignored, safe to delete at any time. */
export const cacheFolder = path.join(projectRoot, '.vscode-test');

/** Output of test runs: results, bundled suites, screenshots; git-ignored. */
export const outFolder = path.join(projectRoot, 'test', 'out');

/** The sample workspace. Tests and `npm start` work on copies of it. */
export const shopFixture = path.join(projectRoot, 'test', 'fixtures', 'shop');

/** The copy of the sample workspace that the debugger opens; `.vscode/launch.json` names it too. */
export const debugWorkspace = path.join(cacheFolder, 'debug', 'shop');

/** Sample projects of other ecosystems, with the changes that a delivery makes. */
export const ecosystemFixtures = path.join(projectRoot, 'test', 'fixtures', 'ecosystems');

/** The extension's id in VS Code: publisher and name. */
export const extensionId = 'human-translation.human-translation';
