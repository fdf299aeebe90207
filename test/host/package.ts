// npm run package: builds for production and packs human-translation-VERSION.vsix into the project's root. Prints its
// path, size and SHA-256, which depends only on the commit.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { packExtension, sha256Of } from './packExtension.ts';

try {
  const vsix = await packExtension((chunk) => {
    process.stdout.write(chunk);
  });
  console.log(`${vsix}\n${(await stat(vsix)).size} bytes`);
  console.log(`SHA-256 ${await sha256Of(vsix)}  ${path.basename(vsix)}`);
} catch (error) {
  // vsce's output has been printed.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
