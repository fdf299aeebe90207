import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toLanguageCode } from '../../src/locales/languageCode.ts';
import { runCliProcess } from '../contract/cli/cliProcess.ts';

/** A source file and its missing strings in a locale, as the command line counts them. */
interface TargetCount {
  readonly source: string;
  readonly locale: string;
  readonly missing: number;
}

/** A copy of a project, in which new strings were added to a locale file. */
export interface WalkedProject {
  readonly folder: string;
  /** The locale file with the new strings, relative to the folder. */
  readonly file: string;
  /** Two languages of the service, into which the file is ordered. */
  readonly locales: readonly [string, string];
  /** Another language of the service, into which the whole project is ordered. */
  readonly wholeLocale: string;
  /** Locales that the service lacks. */
  readonly unsupported: readonly string[];
  /** Returns how many strings of a locale are missing now, in the file or in the whole project. */
  readonly missing: (locale: string, file?: string) => Promise<number>;
  /** Adds strings to the end of the locale file, one on each line. Returns the number of the first line, from 1. */
  readonly addStrings: (strings: Readonly<Record<string, string>>) => Promise<number>;
}

/** The service lists 200 jobs at once; some of them are those of the other languages. */
const maxMissing = 150;

/** Most projects have more locales than the service, and the walk needs three of both. */
const neededLocales = 3;

/**
 * Copies a project and chooses the locale file and the languages to walk with. Throws if it has no JSON file with
 * translations into at least three languages of the service: the new strings can only be added to JSON.
 */
export async function walkedProject(from: string, to: string): Promise<WalkedProject> {
  await cp(from, to, {
    recursive: true,
    filter: (source) => !['.git', 'node_modules'].includes(path.basename(source)),
  });
  const targets = await countTargets(to);
  const isSupported = (locale: string): boolean => toLanguageCode(locale) !== undefined;
  const bySource = Map.groupBy(
    targets.filter(({ source, locale }) => source.endsWith('.json') && isSupported(locale)),
    ({ source }) => source,
  );
  // Of the files with translations, the one that lacks the fewest strings is the most like a file at work.
  const [chosen] = [...bySource]
    .filter(([, ofSource]) => ofSource.length >= neededLocales)
    .map(([source, ofSource]) => ({ source, ofSource, missing: sumOf(ofSource) / ofSource.length }))
    .toSorted((a, b) => a.missing - b.missing);
  if (chosen === undefined)
    throw new Error(`${from} has no JSON locale file with translations into three languages of the service.`);
  const locales = [...new Set(chosen.ofSource.map(({ locale }) => locale))];
  const inFile = (locale: string): number => sumOf(chosen.ofSource.filter((target) => target.locale === locale));
  const [first, second] = locales.toSorted((a, b) => inFile(a) - inFile(b) || preference(a) - preference(b));
  const ofProject = (locale: string): number => sumOf(targets.filter((target) => target.locale === locale));
  // The one that lacks the most strings, as far as the service lists all of them at once.
  const isListed = (locale: string): boolean => ofProject(locale) <= maxMissing;
  const [wholeLocale] = locales
    .filter((locale) => locale !== first && locale !== second)
    .toSorted((a, b) => Number(isListed(b)) - Number(isListed(a)) || ofProject(b) - ofProject(a));
  if (first === undefined || second === undefined || wholeLocale === undefined)
    throw new Error(`${from} has translations into fewer than three languages of the service.`);
  return {
    folder: to,
    file: chosen.source,
    locales: [first, second],
    wholeLocale,
    unsupported: [...new Set(targets.map(({ locale }) => locale).filter((locale) => !isSupported(locale)))],
    missing: async (locale, file) =>
      sumOf((await countTargets(to)).filter((one) => one.locale === locale && (file ?? one.source) === one.source)),
    addStrings: (strings) => addToJson(path.join(to, chosen.source), strings),
  };
}

/** Languages whose names are short to type come first. */
function preference(locale: string): number {
  return ['de', 'fr'].includes(locale) ? 0 : 1;
}

function sumOf(targets: readonly TargetCount[]): number {
  return targets.reduce((sum, { missing }) => sum + missing, 0);
}

async function countTargets(folder: string): Promise<readonly TargetCount[]> {
  const { code, stdout, stderr } = await runCliProcess(['status', '--offline', '--json'], { cwd: folder });
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly files: readonly TargetCount[] }).files;
}

/** Adds members before the last brace, in the file's own indentation. */
async function addToJson(file: string, strings: Readonly<Record<string, string>>): Promise<number> {
  const text = await readFile(file, 'utf8');
  const end = text.lastIndexOf('}');
  const before = text.slice(0, end).trimEnd();
  const [, indent = '  '] = /\n([ \t]+)"/u.exec(text) ?? [];
  const members = Object.entries(strings).map(
    ([key, value]) => `${indent}${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const comma = before.endsWith('{') ? '' : ',';
  await writeFile(file, `${before}${comma}\n${members.join(',\n')}\n${text.slice(end)}`);
  return `${before}${comma}`.split('\n').length + 1;
}
