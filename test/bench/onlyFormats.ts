// node test/bench/onlyFormats.ts [ID…]: prints the rows of `npm run bench` about all formats or the given ones.
import { benchFormats } from './formats.ts';

const wanted = process.argv.slice(2);
const rows = await benchFormats(
  (line) => {
    console.error(line);
  },
  wanted.length === 0 ? undefined : wanted,
);
const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, value } of rows) console.log(`${name.padEnd(width)}  ${value}`);
