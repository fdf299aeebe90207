// Measures planning for `planning.ts` and prints the result as JSON: node --expose-gc test/bench/onePlanning.ts
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  openSourceFile,
  openTargetFile,
  type SourceFile,
  type TargetFile,
} from '../../src/orders/units/files/localeFile.ts';
import { planHistory } from '../../src/orders/journal/unitsInFlight.ts';
import type { PlanHistory } from '../../src/orders/model/plan/planHistory.ts';
import { hashText } from '../../src/orders/model/hash.ts';
import { Ledger } from '../../src/orders/journal/ledger.ts';
import { unitIdentity } from '../../src/orders/model/unitName.ts';
import { estimateTarget, pricesOf } from '../../src/orders/spend/place/estimate.ts';
import { draftTarget, type TargetDraft } from '../../src/orders/units/plan/planOrder.ts';
import { findSameAsSource } from '../../src/orders/units/plan/sameAsSource.ts';
import { fileProject } from '../contract/orders/fileProject.ts';
import { elapsedTime, measure } from './measure.ts';

export interface PlanningTimes {
  readonly strings: number;
  readonly locales: number;
  /** Missing strings, and values that seem to be untranslated, in all locales. */
  readonly ordered: number;
  readonly equal: number;
  readonly units: number;
  /** Milliseconds, `all` for all steps of planning. */
  readonly times: Readonly<Record<'read' | 'draft' | 'estimate' | 'all', number>>;
  /** The same in a process that has compiled nothing yet. */
  readonly first: Readonly<Record<'read' | 'all', number>>;
  /** Bytes: what the files and the drafts keep, and the most that was in use in between. */
  readonly memory: Readonly<Record<'files' | 'drafts' | 'peak', number>>;
}

const stringCount = 10_000;
const locales = 'de fr es it nl pt pl cs ru uk ja ko zh sv da fi tr ar he ro'.split(' ');
const missingShare = 0.04;
const equalShare = 0.2;
const pluralInterval = 50;
const orderedCount = 500;

/** Each text is different, as `@` is replaced by a number. */
const sentences = [
  'Save your changes before you leave page @',
  'Your session ended. Sign in again to continue with {{name}}, step @.',
  'Invite {{user}} to project @',
  'The file could not be opened: it is larger than @ MB',
  'Read <a href="/terms/@">our terms</a> before you continue',
  'Terms & conditions, version @',
  'Choose a name, a color and a location for your garden; all can be changed later, in the settings of garden @.',
  'Something went wrong (error @). Try again, or write to us.',
  'Dark mode @',
  'First line of the message\nand a second line with another @ words',
] as const;

if (import.meta.main) console.log(JSON.stringify(await measurePlanning()));

async function measurePlanning(): Promise<PlanningTimes> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-planning-'));
  try {
    await writeFiles(folder);
    const project = fileProject(folder);
    const read = async (): Promise<Files> => {
      const source = await openSourceFile(project, 'locales/en.json', { patterns: [], sourceLocale: 'en' });
      return { source, targets: await Promise.all(locales.map((locale) => openTargetFile(source, locale))) };
    };
    const empty = heapUsed();
    const reading = await firstTimeOf(read);
    const files = reading.result;
    const filesBytes = heapUsed() - empty;
    const history = await makeHistory(files);
    const before = heapUsed();
    const planning = await firstTimeOf(() => planAll(files, history));
    const { drafts } = planning.result;
    const draftsBytes = heapUsed() - before;
    const times = await measure(
      {
        read,
        draft: () => draftAll(copyOf(files), history),
        estimate: () => estimateAll(drafts),
        all: () => planAll(copyOf(files), history),
      },
      elapsedTime,
    );
    const { found, units } = planning.result;
    return {
      strings: stringCount,
      locales: locales.length,
      ordered: drafts.reduce((sum, draft) => sum + draft.drafts.length, 0),
      equal: [...found.values()].reduce((sum, { untranslated }) => sum + untranslated.length, 0),
      units,
      times,
      first: { read: reading.time, all: planning.time },
      memory: { files: filesBytes, drafts: draftsBytes, peak: planning.peak - empty },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Files {
  readonly source: SourceFile;
  readonly targets: readonly TargetFile[];
}

/** Returns the files without what earlier plans found out about them, which is kept with them. */
function copyOf({ source, targets }: Files): Files {
  return {
    source: { ...source, units: source.units.map((unit) => ({ ...unit })) },
    targets: targets.map((target) => ({ ...target })),
  };
}

/** In one of five locales everything was delivered by the extension, and in one some strings are on order. */
async function makeHistory({ source }: Files): Promise<PlanHistory> {
  const ledger = new Ledger();
  for (const locale of locales.filter((_, index) => index % 5 === 0)) {
    ledger.apply({
      type: 'delivered',
      id: `d-${locale}`,
      at: 1,
      project: source.project.id,
      targetFile: `locales/${locale}.json`,
      simulated: false,
      units: source.units.map(({ id, text }, index) => ({
        jobId: `${locale}${index}`,
        file: source.path,
        key: id,
        locale,
        sourceHash: hashText(text),
        valueHash: hashText(`${locale}: ${text}`),
      })),
      undo: { afterHash: '', beforeHash: '', created: false, edits: [] },
    });
  }
  const history = await planHistory(ledger, [], () => undefined);
  const ordered = source.units.slice(0, orderedCount).map(({ id, text }) =>
    unitIdentity({
      project: source.project.id,
      file: source.path,
      key: id,
      locale: locales[1] ?? '',
      sourceHash: hashText(text),
    }),
  );
  return { ...history, inFlight: new Set(ordered) };
}

function draftAll({ source, targets }: Files, history: PlanHistory): readonly TargetDraft[] {
  return targets.map((target) => draftTarget({ source, history, languages: ['en', ...locales] }, target));
}

function estimateAll(drafts: readonly TargetDraft[]): number {
  const pairs = locales.map((target) => ({ source: 'en', target, tier: 'standard', unitPrice: 0.05, currency: 'USD' }));
  const prices = pricesOf(['en'], { pairs, languages: [] }, []);
  return drafts.reduce((sum, draft) => sum + estimateTarget(draft, 'standard', prices).unitCount, 0);
}

async function planAll(files: Files, history: PlanHistory) {
  const drafts = draftAll(files, history);
  const found = await findSameAsSource(files.source, drafts, () => false);
  return { drafts, found, units: estimateAll(drafts) };
}

/** Returns the time of the first run of a function, and the heap at its end, with what it no longer needs. */
async function firstTimeOf<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly time: number; readonly peak: number }> {
  const read = elapsedTime();
  const result = await run();
  return { result, time: read(), peak: process.memoryUsage().heapUsed };
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

async function writeFiles(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'locales'));
  const write = async (locale: string, textOf: (text: string, index: number) => string | undefined): Promise<void> => {
    const tree: Record<string, Record<string, string>> = {};
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    for (let index = 0; index < stringCount; index += 1) {
      const text = textOf((sentences[index % sentences.length] ?? '').replaceAll('@', String(index)), index);
      if (text === undefined) continue;
      const section = (tree[`section${Math.floor(index / 100)}`] ??= {});
      const key = `message${index}`;
      for (const form of index % pluralInterval === 0 ? forms.map((name) => `_${name}`) : [''])
        section[`${key}${form}`] = text;
    }
    await writeFile(path.join(folder, 'locales', `${locale}.json`), `${JSON.stringify(tree, undefined, 2)}\n`);
  };
  await write('en', (text) => text);
  for (const [number, locale] of locales.entries()) {
    await write(locale, (text, index) => {
      // Missing and equal strings are spread over the file, at other locations in each locale.
      const location = ((index * 7919 + number * 104_729) % 1000) / 1000;
      if (location < missingShare) return undefined;
      return location < missingShare + equalShare ? text : `${locale}: ${text}`;
    });
  }
}
