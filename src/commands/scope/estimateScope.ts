import { toLanguageCode } from '../../locales/languageCode.ts';
import { targetPath } from '../../locales/layout.ts';
import type { TargetFile } from '../../orders/units/files/localeFile.ts';
import { estimateTarget, type LocaleEstimate, type Prices } from '../../orders/spend/place/estimate.ts';
import type { TranslationGaps } from '../../orders/units/gaps/translationGaps.ts';
import type { PricedDraft } from '../../orders/units/gaps/planDrafts.ts';
import { draftTarget } from '../../orders/units/plan/planOrder.ts';
import type { OrderScope, UnitScope } from './orderScope.ts';

/** The inputs of an estimate in addition to the scope and the locale. */
export interface EstimateInputs {
  readonly gaps: TranslationGaps;
  readonly tier: string;
  readonly prices: Prices;
}

/**
 * Estimates the price of a scope in a locale, before anything is sent: of the missing and changed strings, or of the
 * selected ones. The estimate of documents has only their number, because the service counts their words. Returns
 * undefined for a passage, if no target has been read, and for a locale that the service doesn't translate into.
 */
export function estimateScope(scope: OrderScope, locale: string, inputs: EstimateInputs): LocaleEstimate | undefined {
  const isOffered = toLanguageCode(locale, inputs.gaps.inputs.languages) !== undefined;
  if (scope.kind === 'passage' || !isOffered) return undefined;
  if (scope.kind === 'documents') {
    const count = scope.documents.length;
    return { locale, jobCount: count, unitCount: 0, freeCount: 0, documentCount: count };
  }
  const draft = draftOf(scope, locale, inputs.gaps);
  return draft === undefined ? undefined : { ...estimateTarget(draft, inputs.tier, inputs.prices), locale };
}

/** Returns what is to be ordered from all files into a locale. */
function draftOf(scope: UnitScope, locale: string, { drafts, inputs }: TranslationGaps): PricedDraft | undefined {
  if (scope.selected === undefined) return drafts.pricedDraft(locale);
  const [source] = scope.sources;
  const { history, languages } = inputs;
  // The target is not read, because selected strings are ordered whatever it contains.
  const path = targetPath(source.layout, locale);
  const unreadTarget: TargetFile = { path, locale, text: undefined, units: new Map() };
  return draftTarget({ source, history, languages, selected: scope.selected }, unreadTarget);
}
