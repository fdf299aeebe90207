// npm run tour [-- --grep TEXT] [--language de]: runs the end-to-end tests with screenshots, most of them in a light, a dark and two
// high-contrast themes, in a narrow window and at 200%: test/out/screenshots/ for the window, test/out/page/ for the
// pages alone. Each screen is checked for accessibility, contrast and text that is cut off. Findings fail the tour.
// With a language (de, fr, ja, or qps-ploc, in which all letters have accents): one picture of each main screen in it, in
// test/out/screenshots/LANGUAGE.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installCodeServer } from '../host/codeServerInstall.ts';
import { runInterfaceSuite, withServer } from '../host/interfaceSuite.ts';
import { packExtension } from '../host/packExtension.ts';
import { outFolder } from '../host/paths.ts';
import { makeRunFolder } from '../host/runFolder.ts';
import { tourLanguageVariable, tourVariable } from './camera.ts';
import { clearFindings, recordedFindings } from './findings.ts';

const {
  values: { grep, language },
} = parseArgs({ options: { grep: { type: 'string' }, language: { type: 'string' } } });
const install = await installCodeServer((line) => {
  console.log(line);
});
console.log('Building the extension…');
const vsix = await packExtension(() => undefined);
// A partial tour replaces only its own screenshots; a complete tour removes earlier ones.
const replaced = language === undefined ? ['screenshots', 'page'] : [path.join('screenshots', language)];
if (grep === undefined)
  for (const name of replaced) await rm(path.join(outFolder, name), { recursive: true, force: true });
await clearFindings();

const runFolder = await makeRunFolder('run');
await withServer({ install, dataFolder: path.join(runFolder, 'shared') }, vsix, async (server) => {
  const { passed, failed, output } = await runInterfaceSuite(server, runFolder, {
    name: 'tour',
    globs:
      language === undefined
        ? ['test/e2e/**/*.test.ts', 'test/tour/**/*.test.ts']
        : ['test/e2e/interfaceLanguages.thorough.test.ts'],
    grep,
    env: { [tourVariable]: 'on', ...(language === undefined ? {} : { [tourLanguageVariable]: language }) },
  });
  console.log(output.trimEnd());
  console.log(`\nThe screenshots are in ${path.join(outFolder, 'screenshots')} and ${path.join(outFolder, 'page')}.`);
  const findings = await recordedFindings();
  for (const finding of findings) console.log(finding);
  console.log(`\n${passed} passed, ${failed} failed, ${findings.length} findings on the screens`);
  process.exitCode = failed === 0 && passed > 0 && findings.length === 0 ? 0 : 1;
});
