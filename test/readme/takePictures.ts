// npm run pictures: takes the screenshots of README.md with a real VS Code, into media/readme/. Look at each of them.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { runInterfaceSuite, withServer } from '../host/interfaceSuite.ts';
import { packExtension } from '../host/packExtension.ts';
import { projectRoot } from '../host/paths.ts';
import { makeRunFolder } from '../host/runFolder.ts';

const folder = path.join(projectRoot, 'media/readme');
const install = await installCodeServer((line) => {
  console.log(line);
});
console.log('Building the extension…');
const vsix = await packExtension(() => undefined);
const runFolder = await makeRunFolder('run');
await withServer({ install, dataFolder: path.join(runFolder, 'shared') }, vsix, async (server) => {
  const suite = { name: 'pictures', globs: ['test/readme/pictures.test.ts'] };
  const { passed, failed, output } = await runInterfaceSuite(server, runFolder, suite);
  console.log(output.trimEnd());
  for (const name of await readdir(folder))
    console.log(`${name}: ${Math.ceil((await stat(path.join(folder, name))).size / 1000)} kB`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
});
