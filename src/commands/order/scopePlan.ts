import * as l10n from '@vscode/l10n';
import { findCodeUsages } from '../../editor/workspace/codeUsage.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { readSettings } from '../../editor/settings.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { isLocalePath, keyScope } from '../../orders/context/codePaths.ts';
import { keySearch, usageKey, type CodeUsages } from '../../orders/context/keyUsage.ts';
import { openTargetFile, type SourceFile } from '../../orders/files/localeFile.ts';
import { planDocuments } from '../../orders/plan/planDocuments.ts';
import { planOrder, planPassage, type Plan } from '../../orders/plan/plan.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { withContext } from '../../orders/context/translatorContext.ts';
import type { OrderScope } from './orderScope.ts';
import { words } from '../../words/words.ts';

/** What a plan is made with beside the files. */
export interface PlanGround {
  /** Codes of the service's languages. */
  readonly codes: readonly string[];
  readonly history: PlanHistory;
}

/** The locales that the person has pointed at already. */
export function targetsOf(scope: OrderScope): readonly string[] {
  if (scope.kind === 'documents') return scope.into;
  return scope.kind === 'units' && scope.into !== undefined ? [scope.into] : [];
}

export function sourceLocaleOf(scope: OrderScope): string {
  return scope.kind === 'units' ? scope.source.locale : scope.sourceLocale;
}

/** What an order of the scope into these locales would hold, with all that its translators are told of each text. Rejects when the person cancels. */
export async function makePlan(scope: OrderScope, targets: readonly string[], ground: PlanGround): Promise<Plan> {
  const reading = words(l10n.t('Reading the files…'));
  if (scope.kind !== 'units') {
    const plan = await withProgress(reading, async () => planOther(scope, targets, ground));
    return withContext(plan, { targets: [], usages: new Map() });
  }
  const { source, selected } = scope;
  const { plan, files } = await withProgress(reading, async (signal) => {
    const opened = await Promise.all(targets.map((locale) => openTargetFile(source, locale, signal)));
    const { codes, history } = ground;
    return {
      files: opened,
      plan: await planOrder({
        source,
        targets: opened,
        history,
        languages: codes,
        signal,
        ...(selected === undefined ? {} : { selected }),
      }),
    };
  });
  if (plan.jobs.length === 0) return plan;
  const usages = await withProgress(words(l10n.t('Looking for where the texts are used…')), (signal) =>
    usagesOf(source, plan, signal),
  );
  return withContext(plan, { source, targets: files, usages });
}

async function planOther(
  scope: Exclude<OrderScope, { readonly kind: 'units' }>,
  targets: readonly string[],
  { codes, history }: PlanGround,
): Promise<Plan> {
  if (scope.kind === 'passage') return planPassage(scope, { source: scope.sourceLocale, targets }, codes, history);
  return planDocuments({ documents: scope.documents, refused: scope.refused, targets, history, languages: codes });
}

/** Where the project's code uses the texts of a plan, as far as the settings let translators be told. */
async function usagesOf(source: SourceFile, { jobs }: Plan, signal: AbortSignal): Promise<CodeUsages> {
  const [root, uri] = [uriOf(source.project.id, ''), uriOf(source.project.id, source.path)];
  const mode = readSettings(uri).codeUsage;
  // The units of a document have places for keys, which no code knows.
  if (root === undefined || mode === 'off' || source.format.idsArePlaces) return new Map();
  const keys = [
    ...new Set(jobs.flatMap(({ units }) => units.flatMap(({ key }) => (key === undefined ? [] : [usageKey(key)])))),
  ];
  const isLocaleFile = (path: string): boolean => isLocalePath(source, path);
  return findCodeUsages(
    root,
    { mode, keyCount: keys.length, search: keySearch(keys, keyScope(source.path)), isLocaleFile },
    signal,
  );
}
