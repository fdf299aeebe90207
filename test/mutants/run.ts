// npm run mutants [-- --seed N --count M --tests N FOLDER|FILE…]
//
// Shows which changes of the code no test notices. Draws random changes in files of src/, or of these folders: negates a
// condition, uses another operator or number, drops an await, a spread or a statement, returns early, swaps arguments.
// Keeps those that type-check, and runs for each one the tests that import the file, the nearest first, in a copy of the
// checkout, until one fails. Lists the changes that none of the nearest N tests (--tests, 40 by default) notices. Some
// changes make no difference, so not every survivor is a missing test. The same seed draws the same changes.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mapLimited } from '../../src/base/mapLimited.ts';
import { filesBelow } from '../laws/filesBelow.ts';
import { projectRoot } from '../host/paths.ts';
import { seededRandom } from '../soak/randomFaults.ts';
import { applyChange, codeChanges, type CodeChange } from './codeChanges.ts';
import { nearestTests } from './nearestTests.ts';
import { ProjectCopy, type TestResult } from './projectCopy.ts';
import { TypeCheck } from './typeCheck.ts';

/** Number of copies in which tests run at the same time; the smallest machine has two cores. */
const copyCount = 2;
/** The nearest tests are run on their own, because most changes fail there; the others in groups of this size. */
const [nearestCount, groupSize] = [3, 6];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '50' },
    tests: { type: 'string', default: '40' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
const [count, testCount] = [Number(values.count), Number(values.tests)];
if (!Number.isSafeInteger(seed) || !(count >= 1) || !(testCount >= 1)) {
  console.error('Usage: npm run mutants -- [--seed N] [--count M] [--tests N] [FOLDER or FILE of src/…]');
  process.exit(2);
}

interface Mutant {
  readonly file: string;
  readonly change: CodeChange;
  /** The changed file. */
  readonly text: string;
}

type Outcome = Exclude<TestResult, { kind: 'passed' }> | { readonly kind: 'survived'; readonly tests: number };

const texts = new Map([...(await textsBelow('src')), ...(await textsBelow('test'))]);
const folders = positionals.length === 0 ? ['src'] : positionals.map(pathInProject);
const mutants = drawMutants(
  [...texts.keys()].filter((file) => folders.some((folder) => file === folder || file.startsWith(`${folder}/`))),
);
console.log(`${mutants.length} changes, seed ${seed}`);
const allCopies = await Promise.all(Array.from({ length: copyCount }, () => ProjectCopy.make()));
const copies = [...allCopies];
const removeCopies = async (): Promise<void> => {
  for (const copy of allCopies) await copy.remove();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void removeCopies().finally(() => process.exit(130)));
/** Tests that fail without a change, for example because they need a build. */
const failing = new Set<string>();
const survivors: string[] = [];
try {
  await mapLimited(mutants, copyCount, async (mutant) => {
    const copy = copies.pop();
    if (copy === undefined) throw new Error('There are fewer copies than tests at the same time.');
    const outcome = await tryMutant(copy, mutant);
    copies.push(copy);
    console.log(`${outcome.kind === 'survived' ? 'SURVIVED' : 'noticed '} ${describeMutant(mutant)}`);
    console.log(`         ${describeOutcome(outcome)}`);
    if (outcome.kind === 'survived') survivors.push(describeMutant(mutant));
  });
} finally {
  await removeCopies();
}
if (failing.size > 0) console.log(`\nFail without a change, and were not counted: ${[...failing].join(', ')}`);
if (survivors.length > 0) console.log(`\nNoticed by no test:\n${survivors.sort().join('\n')}`);
const noticed = mutants.length - survivors.length;
console.log(
  `\n${noticed} of ${mutants.length} changes were noticed (${Math.round((noticed / mutants.length) * 100)}%).`,
);

async function textsBelow(folder: string): Promise<readonly (readonly [string, string])[]> {
  const files = (await filesBelow(path.join(projectRoot, folder))).filter((file) => /(?<!\.d)\.ts$/u.test(file));
  return Promise.all(files.map(async (file) => [pathInProject(file), await readFile(file, 'utf8')] as const));
}

function pathInProject(file: string): string {
  return path.relative(projectRoot, path.resolve(file)).replaceAll(path.sep, '/');
}

/** Draws changes that type-check, each place with the same probability, and no two of one place. */
function drawMutants(files: readonly string[]): readonly Mutant[] {
  const random = seededRandom(seed);
  const checks = ['src/webview/tsconfig.json', 'tsconfig.json'].map(
    (config) => new TypeCheck(path.join(projectRoot, config)),
  );
  const places = Map.groupBy(
    files.toSorted().flatMap((file) => codeChanges(texts.get(file) ?? '').map((change) => ({ file, change }))),
    ({ file, change }) => `${file}:${change.start}:${change.kind}`,
  );
  const waiting = [...places.values()];
  const drawn: Mutant[] = [];
  while (waiting.length > 0 && drawn.length < count) {
    const [place = []] = waiting.splice(Math.floor(random() * waiting.length), 1);
    const valid = place
      .map(({ file, change }): Mutant => ({ file, change, text: applyChange(texts.get(file) ?? '', change) }))
      .filter(({ file, text }) => {
        const absolute = path.join(projectRoot, file);
        return checks.find((check) => check.has(absolute))?.accepts(absolute, text) === true;
      });
    const mutant = valid[Math.floor(random() * valid.length)];
    if (mutant !== undefined) drawn.push(mutant);
  }
  return drawn;
}

async function tryMutant(copy: ProjectCopy, { file, text }: Mutant): Promise<Outcome> {
  const tests = nearestTests(file, texts).slice(0, testCount);
  const groups = groupsOf(tests);
  try {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      const files = group.filter((test) => !failing.has(test));
      if (files.length === 0) continue;
      await copy.write(file, text);
      const result = await copy.test(files);
      if (result.kind === 'passed') continue;
      // Is it the change that the tests notice?
      await copy.write(file, texts.get(file) ?? '');
      const failed = result.kind === 'failed' && result.file !== undefined ? [result.file] : files;
      if ((await copy.test(failed)).kind === 'passed')
        return result.kind === 'hung' ? result : { ...result, file: failed.join(', ') };
      if (failed.length === 1) for (const test of failed) failing.add(test);
      groups.unshift(...(failed.length === 1 ? [files] : files.map((test) => [test])));
    }
  } finally {
    await copy.write(file, texts.get(file) ?? '');
  }
  return { kind: 'survived', tests: tests.filter((test) => !failing.has(test)).length };
}

/** Divides tests into groups that are run in one process. */
function groupsOf(tests: readonly string[]): (readonly string[])[] {
  const groups: (readonly string[])[] = tests.slice(0, nearestCount).map((test) => [test]);
  for (let start = nearestCount; start < tests.length; start += groupSize)
    groups.push(tests.slice(start, start + groupSize));
  return groups;
}

function describeMutant({ file, change }: Mutant): string {
  const text = texts.get(file) ?? '';
  const line = text.slice(0, change.start).split('\n').length;
  const short = (code: string): string => JSON.stringify(code.replaceAll(/\s+/gu, ' ').slice(0, 60));
  return `${file}:${line} ${change.kind}: ${short(text.slice(change.start, change.end))} → ${short(change.text)}`;
}

function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'survived') return `by none of ${outcome.tests} test files`;
  return outcome.kind === 'hung' ? 'the tests hang' : `${outcome.file}: ${outcome.title}`;
}
