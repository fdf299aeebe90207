import * as l10n from '@vscode/l10n';
import { present } from '../../base/present.ts';
import { findCodeUsages } from '../../editor/workspace/codeUsage.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { readSettings } from '../../editor/settings.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { isLocalePath, keyScope } from '../../orders/context/codePaths.ts';
import { keySearch, usageKey, type CodeUsages } from '../../orders/context/keyUsage.ts';
import { openTargetFile, type SourceFile } from '../../orders/files/localeFile.ts';
import { planDocuments } from '../../orders/plan/planDocuments.ts';
import { planPassage, type Plan } from '../../orders/plan/plan.ts';
import { draftTarget, planOrder, type SameAsSourceChoice, type TargetDraft } from '../../orders/plan/planOrder.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { withContext } from '../../orders/context/translatorContext.ts';
import { words } from '../../words/words.ts';
import type { OrderScope } from './orderScope.ts';

/** The inputs of a plan in addition to the files. */
export interface PlanInputs {
  /** Codes of the service's languages. */
  readonly codes: readonly string[];
  readonly history: PlanHistory;
  /** Drafts of targets that have been read already, by locale. */
  readonly drafts?: ReadonlyMap<string, TargetDraft>;
  /** Order plural forms that the targets' own plural sets don't have, too. */
  readonly unusedForms?: boolean;
  /** Absent if the targets were not searched for strings that equal their source. */
  readonly sameAsSource?: SameAsSourceChoice;
  /** The keys of outdated units to order again, by locale. */
  readonly outdated?: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Returns the locales of the target files on which the command was run. */
export function targetsOf(scope: OrderScope): readonly string[] {
  if (scope.kind === 'documents') return scope.into;
  return scope.kind === 'units' && scope.into !== undefined ? [scope.into] : [];
}

/** Whether the plural sets of a target may lack forms that are not ordered unless the user asks for them. */
export function mayLackForms(scope: OrderScope): boolean {
  if (scope.kind !== 'units' || scope.source.plurals.evidence === undefined) return false;
  return scope.source.units.some(({ plural }) => plural !== undefined);
}

export function sourceLocaleOf(scope: OrderScope): string {
  return scope.kind === 'units' ? scope.source.locale : scope.sourceLocale;
}

/**
 * Drafts the order of every existing target of a locale file, by locale. A target that cannot be read is omitted: it is
 * reported if it is selected.
 */
export async function draftTargets(
  scope: OrderScope,
  history: PlanHistory,
  codes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TargetDraft>> {
  const drafts = new Map<string, TargetDraft>();
  if (scope.kind !== 'units' || scope.selected !== undefined) return drafts;
  const { source } = scope;
  const request = { source, history, languages: codes };
  await Promise.all(
    source.targetLocales.map(async (locale) => {
      try {
        drafts.set(locale, draftTarget(request, await openTargetFile(source, locale, signal)));
      } catch {
        signal.throwIfAborted();
      }
    }),
  );
  return drafts;
}

/**
 * Plans an order of the scope into these locales, with the context that its translators see. Rejects if the user
 * cancels.
 */
export async function makePlan(scope: OrderScope, targets: readonly string[], inputs: PlanInputs): Promise<Plan> {
  const reading = words(l10n.t('Reading files…'));
  if (scope.kind !== 'units') {
    const plan = await withProgress(reading, () => planPassageOrDocuments(scope, targets, inputs));
    return withContext(plan, { targets: [], usages: new Map() });
  }
  const { source, selected } = scope;
  const { plan, files } = await withProgress(reading, async (signal) => {
    const { codes, history, drafts, unusedForms, sameAsSource, outdated } = inputs;
    const opened = await Promise.all(
      targets.map(async (locale) => drafts?.get(locale)?.target ?? openTargetFile(source, locale, signal)),
    );
    return {
      files: opened,
      plan: await planOrder({
        source,
        targets: opened,
        history,
        languages: codes,
        signal,
        // The drafts were made without these forms.
        ...present({
          selected,
          unusedForms,
          sameAsSource,
          outdated,
          drafts: unusedForms === true ? undefined : drafts,
        }),
      }),
    };
  });
  if (plan.jobs.length === 0) return plan;
  const usages = await withProgress(words(l10n.t('Finding where strings are used…')), (signal) =>
    usagesOf(source, plan, signal),
  );
  return withContext(plan, { source, targets: files, usages });
}

/** Plans a passage or documents. */
async function planPassageOrDocuments(
  scope: Exclude<OrderScope, { readonly kind: 'units' }>,
  targets: readonly string[],
  { codes, history }: PlanInputs,
): Promise<Plan> {
  if (scope.kind === 'passage') return planPassage(scope, { source: scope.sourceLocale, targets }, codes, history);
  return planDocuments({ documents: scope.documents, refused: scope.refused, targets, history, languages: codes });
}

/** Finds where the project's code uses the keys of a plan, if the settings allow showing this to translators. */
async function usagesOf(source: SourceFile, { jobs }: Plan, signal: AbortSignal): Promise<CodeUsages> {
  const [root, uri] = [uriOf(source.project.id, ''), uriOf(source.project.id, source.path)];
  const mode = readSettings(uri).codeUsage;
  // In formats of documents the ids are positions in the file, which code cannot refer to.
  if (root === undefined || mode === 'off' || source.format.idsArePositions) return new Map();
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
