// npm run package: builds for production, packs human-translation-VERSION.vsix into the project's root, and puts the
// command line next to it, human-translation-cli.mjs. Prints their paths, sizes and SHA-256, which depend only on the
// commit.
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { packExtension, sha256Of } from './packExtension.ts';
import { projectRoot } from './paths.ts';

try {
  const vsix = await packExtension((chunk) => {
    process.stdout.write(chunk);
  });
  const cli = path.join(projectRoot, 'human-translation-cli.mjs');
  await copyFile(path.join(projectRoot, 'dist', path.basename(cli)), cli);
  for (const file of [cli, vsix]) {
    console.log(`${file}\n${(await stat(file)).size} bytes`);
    console.log(`SHA-256 ${await sha256Of(file)}  ${path.basename(file)}`);
  }
} catch (error) {
  // vsce's output has been printed.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
