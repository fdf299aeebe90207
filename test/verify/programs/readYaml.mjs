// Reads YAML files by the rules of YAML 1.2, as most programs do. Prints a line of JSON for each file. Values that are
// not strings are skipped, so a text that is read as true or as a number is missing.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

function* stringsIn(value, path = []) {
  if (typeof value === 'string') yield [path.join('\x1f'), value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* stringsIn(inner, [...path, key]);
}

for (const name of process.argv.slice(2)) {
  try {
    const value = parse(readFileSync(name, 'utf8').replace(/^\uFEFF/u, ''), { uniqueKeys: false });
    console.log(JSON.stringify({ values: Object.fromEntries(stringsIn(value)) }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
