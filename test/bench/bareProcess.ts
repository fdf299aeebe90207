// Starts, and parses each file of a folder once: node test/bench/bareProcess.ts FOLDER
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatFor } from '../../src/formats/formats.ts';

const folder = process.argv[2] ?? '';
let unitCount = 0;
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (!entry.isFile() || file.includes(`${path.sep}.git${path.sep}`)) continue;
  const text = await readFile(file, 'utf8');
  const format = await formatFor(path.relative(folder, file), text, () => Promise.resolve([]));
  unitCount += format?.read(text, 'de').length ?? 0;
}
console.log(unitCount);
