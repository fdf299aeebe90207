// npm run walk [-- FOLDER]: does five tasks in a real VS Code as a user does, in a copy of a project with 45 languages, of
// which the service lacks six, or in a copy of a folder. Prints how many keys and clicks each task took, and what reached
// the service; fails if that is not what the task was about.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { runInterfaceSuite, withServer } from '../host/interfaceSuite.ts';
import { packExtension } from '../host/packExtension.ts';
import { makeRunFolder } from '../host/runFolder.ts';
import { walkFolderVariable } from './walkFolder.ts';

const {
  positionals: [folder],
} = parseArgs({ allowPositionals: true });
const install = await installCodeServer((line) => {
  console.log(line);
});
console.log('Building the extension…');
const vsix = await packExtension(() => undefined);
const runFolder = await makeRunFolder('run');
await withServer({ install, dataFolder: path.join(runFolder, 'shared') }, vsix, async (server) => {
  const { passed, failed, output } = await runInterfaceSuite(server, runFolder, {
    name: 'walk',
    globs: ['test/walk/**/*.test.ts'],
    ...(folder === undefined ? {} : { env: { [walkFolderVariable]: path.resolve(folder) } }),
  });
  console.log(output.trimEnd());
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
});
