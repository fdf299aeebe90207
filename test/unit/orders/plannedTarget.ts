import { openSourceFile, openTargetFile } from '../../../src/orders/units/files/localeFile.ts';
import { planOrder } from '../../../src/orders/units/plan/planOrder.ts';
import { memoryProject } from './memoryProject.ts';
import type { PlannedTarget } from './translatedPlurals.ts';

/** A project in memory, and what is ordered from it. */
export interface OrderedFile {
  readonly files: Readonly<Record<string, unknown>>;
  /** The source file. */
  readonly path: string;
  /** The target's locale. The source is English. */
  readonly locale: string;
  readonly dependencies?: readonly string[];
}

/** Plans an order of everything that a target lacks. */
export async function plannedTarget({ files, path, locale, dependencies = [] }: OrderedFile): Promise<PlannedTarget> {
  const source = await openSourceFile(memoryProject(files, dependencies), path, { patterns: [], sourceLocale: 'en' });
  const target = await openTargetFile(source, locale);
  const plan = await planOrder({
    source,
    targets: [target],
    history: { inFlight: new Set(), delivered: new Map() },
    languages: ['en', locale.toLowerCase()],
  });
  return { source, target, plan };
}
