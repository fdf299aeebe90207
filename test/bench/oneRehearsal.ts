// Measures the rehearsal of deliveries for `rehearsal.ts` and prints the result as JSON: node --expose-gc test/bench/oneRehearsal.ts
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  openSourceFile,
  openTargetFile,
  type SourceFile,
  type TargetFile,
} from '../../src/orders/units/files/localeFile.ts';
import { rehearseDelivery } from '../../src/orders/units/files/rehearseDelivery.ts';
import type { UnitRef } from '../../src/orders/model/unitRef.ts';
import { sourceHashOf } from '../../src/orders/model/sourceUnit.ts';
import { fileProject } from '../contract/orders/fileProject.ts';
import { measure } from './measure.ts';

export interface RehearsalTimes {
  readonly strings: number;
  /** Milliseconds of the processor: to read the source and all files with their translations, and to rehearse. */
  readonly times: Readonly<Record<'read' | 'missingFiles' | 'halfFiles', number>>;
}

const stringCount = 15_000;
const locales = 'de fr es it nl pt pl cs ru uk ja ko zh sv da fi tr ar he ro'.split(' ');

console.log(JSON.stringify(await measureRehearsal()));

async function measureRehearsal(): Promise<RehearsalTimes> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-rehearsal-'));
  try {
    await mkdir(path.join(folder, 'locales'));
    for (const locale of ['en', ...locales]) await write(folder, locale, locale, () => true);
    // The same translations, of which every second one is missing.
    for (const locale of locales) await write(folder, `half-${locale}`, locale, (index) => index % 2 === 0);
    const project = fileProject(folder);
    const open = (): Promise<SourceFile> =>
      openSourceFile(project, 'locales/en.json', { patterns: [], sourceLocale: 'en' });
    const source = await open();
    const complete = await Promise.all(locales.map((locale) => openTargetFile(source, locale)));
    const half = await Promise.all(complete.map((target) => halfOf(source, target)));
    const rehearse = async (targets: readonly TargetFile[]): Promise<void> => {
      for (const target of targets) {
        const found = await rehearseDelivery(source, target, missingIn(source, target));
        if (found.size > 0) throw new Error(`${found.size} strings are refused.`);
      }
    };
    const times = await measure({
      read: async () => {
        const opened = await open();
        for (const locale of locales) await openTargetFile(opened, locale);
      },
      missingFiles: () => rehearse(complete.map((target) => ({ ...target, text: undefined, units: new Map() }))),
      halfFiles: () => rehearse(half),
    });
    return { strings: stringCount * locales.length, times };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function halfOf(source: SourceFile, target: TargetFile): Promise<TargetFile> {
  const text = await source.project.read(`locales/half-${target.locale}.json`);
  const units = await source.format.read(text ?? '', target.locale);
  return { ...target, text, units: new Map(units.map((unit) => [unit.id, unit])) };
}

function missingIn(source: SourceFile, target: TargetFile): readonly UnitRef[] {
  return source.units
    .filter(({ id }) => !target.units.has(id))
    .map((unit) => ({
      project: source.project.id,
      file: source.path,
      key: unit.id,
      locale: target.locale,
      targetFile: target.path,
      sourceHash: sourceHashOf(unit),
    }));
}

async function write(folder: string, name: string, locale: string, has: (index: number) => boolean): Promise<void> {
  const tree: Record<string, Record<string, string>> = {};
  for (let index = 0; index < stringCount; index += 1) {
    const section = (tree[`section${Math.floor(index / 100)}`] ??= {});
    const text = `Save your changes before you leave page ${index}, {{name}}`;
    if (has(index)) section[`message${index}`] = locale === 'en' ? text : `${locale}: ${text}`;
  }
  await writeFile(path.join(folder, 'locales', `${name}.json`), `${JSON.stringify(tree, undefined, 2)}\n`);
}
