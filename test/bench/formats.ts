import { parseTree } from 'jsonc-parser';
import { applyEdits, formatFor } from '../../src/formats/formats.ts';
import type { BenchRow } from './benchRow.ts';

const UNITS = 20_000;
const EDITS = 10_000;
const ROUNDS = 9;

/**
 * Reading and writing a JSON file of 20,000 units, as ratios to the bare parsers and to each other. Contenders take turns
 * within one run, so that a busy machine slows them alike, and the median counts.
 */
export async function benchFormats(): Promise<readonly BenchRow[]> {
  const format = await formatFor('locales/en.json', '{}');
  if (format === undefined) throw new Error('There is no format for JSON.');
  const sourceText = sampleFile('');
  const targetText = sampleFile('de ');
  const context = { sourceText, sourceLocale: 'en', targetLocale: 'de' };
  const units = format.read(sourceText);
  const translations = (count: number): ReadonlyMap<string, string> => {
    const step = units.length / count;
    return new Map(Array.from({ length: count }, (_, index) => [units[Math.floor(index * step)]?.id ?? '', `neu ${index}`]));
  };
  const [one, many] = [translations(1), translations(EDITS)];
  const half = sparseFile();

  const times = measure({
    native: () => JSON.parse(sourceText) as unknown,
    tree: () => parseTree(sourceText),
    read: () => format.read(sourceText),
    writeOne: () => applyEdits(targetText, format.write(targetText, one, context)),
    writeMany: () => applyEdits(targetText, format.write(targetText, many, context)),
    insertMany: () => applyEdits(half.text, format.write(half.text, half.missing, context)),
    create: () => applyEdits('', format.write('', many, context)),
  });
  const row = (name: string, time: number, against: number): BenchRow => ({ name, value: `${(time / against).toFixed(2)} ×` });
  return [
    { name: 'JSON: size of the file', value: `${UNITS.toLocaleString('en')} units, ${(sourceText.length / 1024 / 1024).toFixed(1)} MiB` },
    row('JSON: read, against JSON.parse', times.read, times.native),
    row('JSON: read, against jsonc-parser’s tree', times.read, times.tree),
    row('JSON: write 10,000, against read', times.writeMany, times.read),
    row('JSON: write 10,000, against write 1', times.writeMany, times.writeOne),
    row('JSON: insert 10,000, against read', times.insertMany, times.read),
    row('JSON: create with 10,000, against read', times.create, times.read),
  ];

  /** A target that lacks every other unit, and what it lacks. */
  function sparseFile(): { readonly text: string; readonly missing: ReadonlyMap<string, string> } {
    const missing = translations(EDITS);
    const present = new Map(units.filter((unit) => !missing.has(unit.id)).map((unit) => [unit.id, unit.text]));
    return { text: applyEdits('', format?.write('', present, context) ?? []), missing };
  }
}

/** Sections of a hundred units each, with texts as interfaces have them. */
function sampleFile(mark: string): string {
  const words = ['Save', 'your', 'changes', 'to', '{name}', 'before', 'you', 'leave', '“this”', 'page\n', 'now.'];
  const unit = (index: number): string => mark + words.slice(index % 5, 5 + (index % 7)).join(' ');
  const section = (number: number): object =>
    Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`message${index}`, unit(number * 100 + index)]));
  const sections = Array.from({ length: UNITS / 100 }, (_, number) => [`section${number}`, section(number)] as const);
  return `${JSON.stringify(Object.fromEntries(sections), null, 2)}\n`;
}

/** The median of each contender's times, in milliseconds. */
function measure<Name extends string>(contenders: Readonly<Record<Name, () => unknown>>): Record<Name, number> {
  const entries = Object.entries(contenders) as [Name, () => unknown][];
  const samples = new Map(entries.map(([name]) => [name, [] as number[]]));
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const [name, run] of entries) {
      const begin = performance.now();
      run();
      // The first rounds warm up.
      if (round >= 0) samples.get(name)?.push(performance.now() - begin);
    }
  }
  const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  return Object.fromEntries(entries.map(([name]) => [name, median(samples.get(name) ?? [])])) as Record<Name, number>;
}
