import { present } from '../../base/present.ts';
import type { Finding } from '../../orders/spend/check/checkOrder.ts';
import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import type { Estimate } from '../../orders/spend/place/estimate.ts';
import type { OrderOptions } from '../../orders/model/order/quote.ts';
import type { OutdatedByLocale } from '../../orders/units/gaps/translationGaps.ts';
import type { ExtraOptions } from './orderOptions.ts';
import type { OutdatedChoice } from './askOutdated.ts';
import type { SameChoice } from './askSameAsSource.ts';
import type { LastChoices } from '../../orders/model/order/lastChoices.ts';
import type { Plan } from '../../orders/model/plan/plan.ts';

/** What the first answers of a wizard depend on. An `OpenedOrder` has all of it. */
export interface FirstChoices {
  /** Locales that are selected at first. If there are none, those of the last order are. */
  readonly targets: readonly string[];
  /** The choices of the last order. */
  readonly remembered: LastChoices | undefined;
  readonly defaultTier: string;
}

export interface WizardAnswers extends Pick<
  OrderOptions,
  'tier' | 'autoApprove' | 'comment' | 'referenceId' | 'attachments'
> {
  readonly targets: readonly string[];
  /** The files to order; absent: all of them. */
  readonly files?: readonly SourceFile[];
  readonly extra: ExtraOptions;
  /** Units to order although their values equal their sources. */
  readonly sameAsSource: readonly SameChoice[];
  /** The outdated units of the selected locales (empty until the order is prepared), and those to order again. */
  readonly outdated: { readonly byLocale: OutdatedByLocale; readonly chosen: readonly OutdatedChoice[] };
  /** Possible private data that the user has decided about. */
  readonly privateData?: PrivateDecision;
}

/** The private texts that the user has decided about, and those of them that may be sent. Never logged or stored. */
export interface PrivateDecision {
  readonly decidedTexts: ReadonlySet<string>;
  readonly allowedTexts: ReadonlySet<string>;
}

/** An order as it would be sent with the present answers. */
export interface PreparedOrder {
  /** The outdated units of the selected locales. */
  readonly outdated: OutdatedByLocale;
  /** The chosen options without those that the account doesn't have for these languages. */
  readonly extra: ExtraOptions;
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  /** The plan without the strings that can't be sent whatever the user decides. */
  readonly sendable: Plan;
  /** The expected price of `sendable`. */
  readonly estimate: Estimate;
}

/** Receives parts of a prepared order as soon as they are known. */
export type ReportParts = (parts: Partial<PreparedOrder>) => void;

/** Returns the answers that the wizard begins with. Translations are never approved automatically at first. */
export function firstAnswers({ targets, remembered, defaultTier }: FirstChoices): WizardAnswers {
  const { comment, referenceId, edit, asGroup, usePreferred, unusedForms, tone, purpose, glossary } = remembered ?? {};
  return {
    targets: targets.length > 0 ? targets : (remembered?.targets ?? []),
    tier: remembered?.tier ?? defaultTier,
    autoApprove: false,
    extra: present({ edit, asGroup, usePreferred, unusedForms, tone, purpose, glossary }),
    sameAsSource: [],
    outdated: { byLocale: new Map(), chosen: [] },
    ...present({ comment, referenceId }),
  };
}

/** Returns the choices with which the next order of the workspace begins. */
export function choicesToRemember({ targets, tier, extra, comment, referenceId }: WizardAnswers): LastChoices {
  const { glossary, ...options } = extra;
  return {
    targets: [...targets],
    tier,
    ...options,
    ...present({ comment, referenceId, glossary: glossary && { id: glossary.id, title: glossary.title } }),
  };
}

/** Returns the options of an order with these answers. */
export function orderOptionsOf(answers: Omit<WizardAnswers, 'targets' | 'sameAsSource' | 'outdated'>): OrderOptions {
  const { tier, autoApprove, extra, comment, referenceId, attachments } = answers;
  const { edit, asGroup, usePreferred, tone, purpose, glossary } = extra;
  const optional = { edit, asGroup, usePreferred, tone, purpose, comment, referenceId, attachments };
  return { tier, autoApprove, ...present({ ...optional, glossaryId: glossary?.id }) };
}
