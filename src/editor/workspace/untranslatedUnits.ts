import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import type { PlanDrafts } from '../../orders/units/plan/planDrafts.ts';
import { findUntranslated, type SameBySource } from '../../orders/units/plan/untranslated.ts';
import { uriOf } from '../projectUri.ts';
import { readSettings } from '../settings.ts';

/** Finds the units of open folders that seem to be untranslated, see `findUntranslated`. */
export async function untranslatedUnits(sources: readonly SourceFile[], drafts: PlanDrafts): Promise<SameBySource> {
  return findUntranslated(sources, drafts, ({ project, path }) => readSettings(uriOf(project.id, path)).rightAsItIs);
}
