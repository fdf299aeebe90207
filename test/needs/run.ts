// npm run needs -- FOLDER…: prints what the product finds to translate in a checkout with its history, by locale:
// missing strings, values that equal their source, and outdated translations. Reads only; see the options below.
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { TextRange } from '../../src/orders/units/history/differingLines.ts';
import { targetUnitOf } from '../../src/formats/targetUnit.ts';
import { sourceUnitOf } from '../../src/orders/model/sourceUnit.ts';
import { randomFrom } from '../laws/mutations.ts';
import { lastChange } from './lastChange.ts';
import {
  measureNeeds,
  type CheckedHistory,
  type Finding,
  type LocaleNeeds,
  type ProjectNeeds,
} from './projectNeeds.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Locale of files that name none, and of the files to translate from. */
    source: { type: 'string', default: 'en' },
    /** How many outdated strings, and how many that equal their source, are printed. */
    sample: { type: 'string', default: '0' },
    /** Selects other samples. */
    seed: { type: 'string', default: '1' },
    /** Multiplies the time in which the product reads a history. */
    time: { type: 'string', default: '1' },
  },
});
const [size, seed, timeFactor] = [values.sample, values.seed, values.time].map(Number);
if (positionals.length === 0 || size === undefined || seed === undefined || !((timeFactor ?? 0) > 0)) {
  console.error('Usage: npm run needs -- FOLDER… [--source LOCALE] [--sample N] [--seed N] [--time FACTOR]');
  process.exit(2);
}

const signal = new AbortController().signal;
for (const folder of positionals) {
  const root = path.resolve(folder);
  const started = performance.now();
  const needs = await measureNeeds(root, { sourceLocale: values.source, ...(timeFactor && { timeFactor }) }, signal);
  console.log(`\n# ${path.basename(root)} (${seconds(performance.now() - started)})`);
  printSources(needs);
  printLocales(needs.locales);
  if (size > 0) await printSamples(root, needs);
}

function printSources({ sources, unreadable, hasHistory }: ProjectNeeds): void {
  if (sources.length === 0) console.log(`No file of the locale ${values.source} was found. Try another --source.`);
  if (!hasHistory) console.log('There is no history.');
  for (const line of unreadable) console.log(`cannot be read: ${line}`);
  for (const { path: file, format, targets, history } of sources)
    console.log(`${file} (${format}): ${targets} targets, ${historyOf(history)}`);
}

function historyOf(history: CheckedHistory | undefined): string {
  if (history === undefined) return 'no history';
  const { versions, isWhole, ms } = history;
  return `${versions} versions${isWhole ? '' : ' (there are more)'}, ${seconds(ms)}`;
}

function printLocales(locales: readonly LocaleNeeds[]): void {
  if (locales.length === 0) return;
  printRow(['locale', 'files', 'strings', 'missing', 'same as source', 'rightly same', 'outdated', 'history']);
  for (const needs of locales) printRow([needs.locale, ...countsOf([needs]), needs.checked ?? '-']);
  const checked = new Set(locales.flatMap((needs) => needs.checked ?? []));
  printRow(['all', ...countsOf(locales), checked.size > 1 ? 'partial' : ([...checked][0] ?? '-')]);
}

function countsOf(locales: readonly LocaleNeeds[]): readonly string[] {
  const counts = ['files', 'strings', 'missing', 'untranslated', 'right', 'outdated'] as const;
  return counts.map((name) => String(locales.reduce((sum, needs) => sum + needs[name], 0)));
}

function printRow([first = '', ...others]: readonly string[]): void {
  const widths = [6, 8, 8, 15, 13, 9, 13];
  console.log(first.padEnd(12) + others.map((cell, index) => cell.padStart(widths[index] ?? 0)).join(' '));
}

async function printSamples(root: string, { untranslated, outdated }: ProjectNeeds): Promise<void> {
  const random = randomFrom(seed ?? 1);
  console.log('\n## Same as source');
  for (const [index, { target, unit }] of sampleOf(untranslated, random).entries()) {
    const texts = unit.forms.map(({ key, text }) => `${key}: ${JSON.stringify(text)}`);
    console.log(`${index + 1}. ${target.path} (${target.locale}) ${texts.join(' ')}`);
  }
  console.log('\n## Outdated');
  for (const [index, finding] of sampleOf(outdated, random).entries()) {
    const { target, unit } = finding;
    const [newSource, translation] = await changesOf(root, finding);
    console.log(`${index + 1}. ${target.path} (${target.locale}) ${unit.key}`);
    console.log(`  old         ${JSON.stringify(unit.oldSource)}`);
    console.log(`  new         ${JSON.stringify(unit.source)} (${newSource ?? 'unknown commit'})`);
    console.log(`  translation ${JSON.stringify(unit.translation)} (${translation ?? 'unknown commit'})`);
  }
}

/** Returns the commits that last changed the lines of the source and of its translation. */
async function changesOf(
  root: string,
  { source, target, unit: { key } }: ProjectNeeds['outdated'][number],
): Promise<readonly [string | undefined, string | undefined]> {
  const byId = new Map(source.units.map((unit) => [unit.id, unit]));
  const find = (path: string, text: string | undefined, range: TextRange | undefined) =>
    text === undefined || range === undefined ? undefined : lastChange(root, { path, text }, range, signal);
  return [
    await find(source.path, source.text, sourceUnitOf(byId, key)),
    await find(target.path, target.text, targetUnitOf(target.units, key)),
  ];
}

/** Returns as many findings as are to be printed, in a random order. */
function sampleOf<T>(findings: readonly Finding<T>[], random: () => number): readonly Finding<T>[] {
  const waiting = [...findings];
  const count = Math.min(size ?? 0, waiting.length);
  return Array.from({ length: count }, () => waiting.splice(Math.floor(random() * waiting.length), 1)).flat();
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
