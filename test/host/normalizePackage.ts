// node normalizePackage.ts FILE EPOCH, with TZ=UTC: normalizes a package in place. A separate process because of TZ.
import { readFile, writeFile } from 'node:fs/promises';
import { normalizeArchive } from './normalizeArchive.ts';

const [file, epoch] = process.argv.slice(2);
if (file === undefined || epoch === undefined || new Date(0).getTimezoneOffset() !== 0) {
  throw new Error('Usage: TZ=UTC node normalizePackage.ts FILE EPOCH');
}
await writeFile(file, normalizeArchive(await readFile(file), Number(epoch)));
