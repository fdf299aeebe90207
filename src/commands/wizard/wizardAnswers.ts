import type { Event } from '../../base/event.ts';
import { present } from '../../base/present.ts';
import type { Finding } from '../../orders/spend/check/checkOrder.ts';
import type { SourceFile } from '../../orders/units/files/localeFile.ts';
import type { OutdatedUnit } from '../../orders/units/history/outdatedUnits.ts';
import type { Policy } from '../../orders/journal/account/policy.ts';
import type { Estimate, LocaleEstimate } from '../../orders/spend/place/estimate.ts';
import type { LastChoices } from '../../orders/spend/place/lastChoices.ts';
import type { OrderOptions } from '../../orders/spend/place/quote.ts';
import type { OutdatedByLocale } from '../../orders/units/gaps/translationGaps.ts';
import type { Plan } from '../../orders/units/plan/plan.ts';
import type { SameUnit } from '../../orders/units/plan/sameAsSource.ts';
import type { Language, LanguagePair } from '../../service/interface/records.ts';
import type { Words } from '../../words/words.ts';
import type { FileChoice } from './filesStep.ts';
import type { ExtraOptions, Extras } from './orderOptions.ts';
import type { OutdatedChoice } from './outdatedStep.ts';
import type { ConfirmRight, SameChoice } from './sameAsSourceStep.ts';

/** A locale that can be chosen, with the number of its missing and changed units if known. */
export interface TargetChoice {
  readonly locale: string;
  readonly missing?: number;
  /** Units that have only a translation from the sandbox. */
  readonly simulated?: number;
  /** Units that equal their source and seem to be untranslated. */
  readonly sameAsSource?: readonly SameUnit[];
  /** The expected price in the default tier, without a request. */
  readonly estimate?: LocaleEstimate;
}

/** The project's own locales, about which more becomes known while the wizard is open. */
export interface TargetFacts {
  readonly choices: () => readonly TargetChoice[];
  readonly isComplete: () => boolean;
  readonly onChange: Event<undefined>;
  /** Resolves once the facts are complete, or after a time that is too short to notice. */
  readonly soon: () => Promise<void>;
}

/** The files of an order of several. */
export interface WizardFiles {
  /** All files of the order. */
  readonly sources: readonly SourceFile[];
  /** Counts the units to order into the selected locales. */
  readonly count: (locales: readonly string[]) => Promise<readonly FileChoice[]>;
  readonly fileOf: (unit: SameUnit | OutdatedUnit) => SourceFile | undefined;
}

export interface WizardInput {
  readonly title: Words;
  readonly sourceLocale: string;
  readonly facts: TargetFacts;
  readonly languages: readonly Language[];
  /** The service's language pairs with the source language. */
  readonly pairs: readonly LanguagePair[];
  readonly defaultTier: string;
  /** Policies whose forbidden languages and tiers are not offered. */
  readonly policies: readonly Policy[];
  /** Selected at first: the locales of the target files on which the command was run. */
  readonly targets: readonly string[];
  /** The choices of the last order. */
  readonly remembered: LastChoices | undefined;
  /** Whether targets may lack plural forms that are not ordered unless the user asks for them. */
  readonly unusedForms: boolean;
  /** Whether documents are ordered, to which files can be attached. */
  readonly documents: boolean;
  /** Whether existing translations are searched for strings that equal their source, and for outdated ones. */
  readonly hasTranslations: boolean;
  /** The sandbox is in use, which the title of each step shows. */
  readonly sandbox: boolean;
  readonly confirmRight: ConfirmRight;
  /** Present for an order of several files. */
  readonly files?: WizardFiles;
  /** Prepares the order in the background. */
  readonly prepare: Prepare;
  /** Loads the account's glossaries and preferred translators. */
  readonly loadExtras: (signal: AbortSignal) => Promise<Extras>;
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
  /** The outdated units of the selected locales, and those to order again. */
  readonly outdated: { readonly found: OutdatedByLocale; readonly chosen: readonly OutdatedChoice[] };
  /** Possible private data that the user has decided about. */
  readonly privateData?: PrivateDecision;
}

/** Texts that may be private, and those of them that may be sent. Never logged or stored. */
export interface PrivateDecision {
  readonly known: ReadonlySet<string>;
  readonly maySend: ReadonlySet<string>;
}

/** An order as it would be sent with the answers so far. */
export interface PreparedOrder {
  /** The outdated units of the selected locales. */
  readonly outdated: OutdatedByLocale;
  /** The options that the account has for these languages. */
  readonly extra: ExtraOptions;
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  /** The plan without the strings that can't be sent whatever the user decides. */
  readonly sendable: Plan;
  /** The expected price of `sendable`. */
  readonly estimate: Estimate;
}

/**
 * Prepares an order without sending anything. `report` receives parts as soon as they are known. Rejects if the signal
 * aborts, or if the order can't be planned.
 */
export type Prepare = (
  answers: WizardAnswers,
  signal: AbortSignal,
  report: (parts: Partial<PreparedOrder>) => void,
) => Promise<PreparedOrder>;

/** Returns the answers that the wizard begins with. Translations are never approved automatically at first. */
export function firstAnswers({ targets, remembered, defaultTier }: WizardInput): WizardAnswers {
  const { comment, referenceId, edit, asGroup, usePreferred, unusedForms, tone, purpose, glossary } = remembered ?? {};
  return {
    targets: targets.length > 0 ? targets : (remembered?.targets ?? []),
    tier: remembered?.tier ?? defaultTier,
    autoApprove: false,
    extra: present({ edit, asGroup, usePreferred, unusedForms, tone, purpose, glossary }),
    sameAsSource: [],
    outdated: { found: new Map(), chosen: [] },
    ...present({ comment, referenceId }),
  };
}

/** Returns what the next order of the workspace begins with. */
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
export function orderOptionsOf({
  tier,
  autoApprove,
  comment,
  referenceId,
  attachments,
  extra: { glossary, edit, asGroup, usePreferred, tone, purpose },
}: Omit<WizardAnswers, 'targets' | 'sameAsSource' | 'outdated'>): OrderOptions {
  return {
    tier,
    autoApprove,
    ...present({
      edit,
      asGroup,
      usePreferred,
      tone,
      purpose,
      comment,
      referenceId,
      attachments,
      glossaryId: glossary?.id,
    }),
  };
}
