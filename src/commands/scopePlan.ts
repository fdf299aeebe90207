import { openTargetFile } from '../orders/localeFile.ts';
import { planDocuments } from '../orders/planDocuments.ts';
import { planOrder, planPassage, type Plan, type PlanHistory } from '../orders/plan.ts';
import type { OrderScope } from './orderScope.ts';

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

/** What an order of the scope into these locales would hold. */
export async function makePlan(scope: OrderScope, targets: readonly string[], { codes, history }: PlanGround, signal: AbortSignal): Promise<Plan> {
  if (scope.kind === 'passage') return planPassage(scope, { source: scope.sourceLocale, targets }, codes, history);
  if (scope.kind === 'documents') return planDocuments({ documents: scope.documents, refused: scope.refused, targets, history, languages: codes });
  const { source, selected } = scope;
  const files = await Promise.all(targets.map((locale) => openTargetFile(source, locale, signal)));
  return planOrder({ source, targets: files, history, languages: codes, signal, ...(selected === undefined ? {} : { selected }) });
}
