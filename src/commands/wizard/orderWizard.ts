import * as l10n from '@vscode/l10n';
import { isAbort } from '../../editor/errorRemedy.ts';
import { pickOne, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import type { OutdatedUnit } from '../../orders/units/history/outdatedUnits.ts';
import type { SameUnit } from '../../orders/units/plan/sameAsSource.ts';
import { type Words, words } from '../../words/words.ts';
import type { Services } from '../../editor/session/services.ts';
import { mayLackForms, severalFilesOf } from '../scope/scopePlan.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import { firstAnswers, type PreparedOrder, type WizardAnswers } from './wizardAnswers.ts';
import { confirmRight } from './confirmRight.ts';
import { askApproval, askAttachments, askComment, askReference } from './detailSteps.ts';
import { askFiles, countInFiles } from './filesStep.ts';
import { askLanguages } from './languagesStep.ts';
import { askExtraOptions } from './orderOptions.ts';
import { askOutdated, outdatedChoices, type OutdatedChoice } from './outdatedStep.ts';
import { Preparation } from './preparation.ts';
import { loadExtras, prepareOrder } from './prepareOrder.ts';
import { askPrivateData } from './privateDataStep.ts';
import { askSameAsSource, type SameChoice } from './sameAsSourceStep.ts';
import { showSkipped, showWarnings } from './skippedStep.ts';
import { summaryRows, type Summary, type SummaryLine } from './summaryRows.ts';
import { askTier, languagesOf, tierFor } from './tierStep.ts';
import { privateValues } from '../../orders/spend/check/checkOrder.ts';

/** An order that the user wants the price of. */
export interface AnsweredOrder {
  readonly answers: WizardAnswers;
  readonly prepared: PreparedOrder;
}

/**
 * Asks for the languages, then shows a summary in which everything else can be changed. Meanwhile, the order is
 * prepared; nothing is sent. Returns undefined if the user cancels. Rejects if the order can't be prepared.
 */
export async function askForOrder(services: Services, order: OpenedOrder): Promise<AnsweredOrder | undefined> {
  const wizard = new OrderWizard(services, order);
  try {
    return await wizard.run();
  } finally {
    wizard.dispose();
  }
}

class OrderWizard {
  readonly #services: Services;
  readonly #order: OpenedOrder;
  readonly #title: Words;
  readonly #preparation: Preparation;
  /** Units that the user has declared to be right although they equal their source. */
  readonly #right = new Set<SameUnit>();
  #answers: WizardAnswers;

  constructor(services: Services, order: OpenedOrder) {
    this.#services = services;
    this.#order = order;
    this.#title = titleOf(order);
    this.#preparation = new Preparation((answers, signal, report) =>
      prepareOrder({ services, order }, answers, signal, report),
    );
    this.#answers = firstAnswers(order);
  }

  dispose(): void {
    this.#preparation.dispose();
  }

  async run(): Promise<AnsweredOrder | undefined> {
    const position: StepPosition = { title: this.#title, step: 1, totalSteps: 2 };
    await this.#order.facts.soon();
    for (;;) {
      const languages = await askLanguages(this.#order, this.#answers.targets, position);
      if (languages.kind === 'canceled') return undefined;
      if (languages.kind === 'answer') this.#setLanguages(languages.value);
      const result = await this.#review();
      if (result.kind === 'answer') return result.value;
      if (result.kind === 'canceled') return undefined;
    }
  }

  #setLanguages(targets: readonly string[]): void {
    const tier = tierFor(this.#order, targets, this.#answers.tier);
    const isKept = ({ locale }: { readonly locale: string }): boolean => targets.includes(locale);
    const { sameAsSource, outdated } = this.#answers;
    this.#answers = {
      ...this.#answers,
      targets,
      tier,
      sameAsSource: sameAsSource.filter(isKept),
      outdated: { ...outdated, chosen: outdated.chosen.filter(isKept) },
    };
  }

  /** Shows the summary until the user continues or leaves it. */
  async #review(): Promise<StepResult<AnsweredOrder>> {
    for (;;) {
      this.#preparation.start(this.#answers);
      const chosen = await this.#askLine();
      if (chosen.kind !== 'answer') return chosen;
      if (chosen.value !== 'price') {
        if ((await this.#open(chosen.value)).kind === 'canceled') return { kind: 'canceled' };
        continue;
      }
      const prepared = await this.#prepared();
      if (prepared === undefined) continue;
      const byLocale = [...prepared.outdated].map(
        ([locale, target]) =>
          [locale, { ...target, units: target.units.filter((unit) => this.#isOrdered(unit)) }] as const,
      );
      const outdated = { ...this.#answers.outdated, found: new Map(byLocale) };
      return { kind: 'answer', value: { answers: { ...this.#answers, extra: prepared.extra, outdated }, prepared } };
    }
  }

  async #askLine(): Promise<StepResult<SummaryLine>> {
    const { facts } = this.#order;
    const items = (): ReturnType<typeof summaryRows> => summaryRows(this.#summary());
    return pickOne({
      position: { title: this.#title, step: 2, totalSteps: 2 },
      placeholder: words(l10n.t('Press Enter for the price, or select what to change')),
      items: items(),
      updates: {
        items,
        isComplete: () => this.#preparation.isComplete && facts.isComplete(),
        onChange: (listener) => {
          const subscriptions = [this.#preparation.onChange(listener), facts.onChange(listener)];
          return {
            dispose: () => {
              for (const subscription of subscriptions) subscription.dispose();
            },
          };
        },
      },
    });
  }

  /** Waits for the prepared order; undefined if the user stops waiting. */
  async #prepared(): Promise<PreparedOrder | undefined> {
    try {
      return await withProgress(words(l10n.t('Checking the order…')), (signal) => this.#preparation.result(signal));
    } catch (error) {
      if (isAbort(error)) return undefined;
      throw error;
    }
  }

  #summary(): Summary {
    return {
      order: this.#order,
      answers: this.#answers,
      preparation: this.#preparation,
      same: this.#sameChoices(),
      outdated: this.#outdatedChoices(),
    };
  }

  /** Whether the file of a unit is ordered. */
  #isOrdered(unit: SameUnit | OutdatedUnit): boolean {
    const { files } = this.#answers;
    const file = files === undefined ? undefined : this.#order.gaps.sourceOf(unit);
    return file === undefined || files?.includes(file) === true;
  }

  #sameChoices(): readonly SameChoice[] {
    const { targets } = this.#answers;
    return this.#order.facts
      .choices()
      .filter(({ locale }) => targets.includes(locale))
      .flatMap(({ locale, sameAsSource = [] }) => sameAsSource.map((unit) => ({ locale, unit })))
      .filter(({ unit }) => !this.#right.has(unit) && this.#isOrdered(unit));
  }

  #outdatedChoices(): readonly OutdatedChoice[] {
    const outdated = this.#preparation.parts.outdated ?? new Map();
    return outdatedChoices(outdated, this.#answers.targets).filter(({ unit }) => this.#isOrdered(unit));
  }

  /** Opens what a line of the summary is about. An answer changes the order. */
  async #open(line: Exclude<SummaryLine, 'price'>): Promise<StepResult<unknown>> {
    // The second step of two has a way back; the number of steps would be wrong.
    const position: StepPosition = { title: this.#title, step: 2, totalSteps: 1 };
    const [order, answers] = [this.#order, this.#answers];
    switch (line) {
      case 'languages': {
        const result = await askLanguages(order, answers.targets, position);
        if (result.kind === 'answer') this.#setLanguages(result.value);
        return result;
      }
      case 'files':
        return this.#askFiles(position);
      case 'sameAsSource':
        return this.#askSame(position);
      case 'outdated':
        return this.#askOutdated(position);
      case 'tier':
        return this.#change(await askTier(order, answers, position), (tier) => ({ tier }));
      case 'options':
        return this.#askOptions(position);
      case 'comment':
        return this.#change(await askComment(answers.comment, position), (comment) =>
          comment === '' ? { comment: undefined } : { comment },
        );
      case 'reference':
        return this.#change(await askReference(answers.referenceId, position), ({ number }) => ({
          referenceId: number,
        }));
      case 'attachments':
        return this.#change(await askAttachments(answers.attachments ?? [], position), (attachments) => ({
          attachments: attachments.length === 0 ? undefined : attachments,
        }));
      case 'approval':
        return this.#change(await askApproval(answers.autoApprove, position), (autoApprove) => ({ autoApprove }));
      case 'privateData':
        return this.#askPrivate(position);
      case 'warnings':
        return showWarnings(this.#preparation.parts.findings ?? [], position);
      case 'skipped': {
        const { sendable } = this.#preparation.parts;
        return sendable === undefined ? { kind: 'back' } : showSkipped(sendable, position);
      }
    }
  }

  /** Applies an answer. A member that is undefined is removed. */
  #change<T>(
    result: StepResult<T>,
    changeOf: (value: T) => { readonly [Key in keyof WizardAnswers]?: WizardAnswers[Key] | undefined },
  ): StepResult<T> {
    if (result.kind !== 'answer') return result;
    const changed = Object.entries({ ...this.#answers, ...changeOf(result.value) });
    this.#answers = Object.fromEntries(changed.filter(([, value]) => value !== undefined)) as unknown as WizardAnswers;
    return result;
  }

  async #askFiles(position: StepPosition): Promise<StepResult<unknown>> {
    const files = severalFilesOf(this.#order.scope);
    if (files === undefined) return { kind: 'back' };
    const { targets, files: selected } = this.#answers;
    const choices = await countInFiles(this.#order.gaps, targets);
    const excluded = new Set(files.filter((source) => selected?.includes(source) === false));
    return this.#change(await askFiles({ position, choices, excluded }), (chosen) => ({ files: chosen }));
  }

  async #askSame(position: StepPosition): Promise<StepResult<unknown>> {
    const { sourceLocale, gaps } = this.#order;
    if (this.#sameChoices().length === 0) return { kind: 'back' };
    const result = await askSameAsSource({
      position,
      sourceLocale,
      choices: this.#sameChoices(),
      selected: new Set(this.#answers.sameAsSource.map(({ unit }) => unit)),
      confirmRight: async (right) => {
        const isStored = await confirmRight(this.#services, gaps, right);
        if (isStored) for (const { unit } of right) this.#right.add(unit);
        return isStored;
      },
    });
    return this.#change(result, (sameAsSource) => ({ sameAsSource }));
  }

  async #askOutdated(position: StepPosition): Promise<StepResult<unknown>> {
    const choices = this.#outdatedChoices();
    if (choices.length === 0) return { kind: 'back' };
    const { outdated } = this.#answers;
    const selected = new Set(outdated.chosen.map(({ unit }) => unit));
    const result = await askOutdated({ position, choices, selected });
    return this.#change(result, (chosen) => ({ outdated: { ...outdated, chosen } }));
  }

  async #askOptions(position: StepPosition): Promise<StepResult<unknown>> {
    const { pairs, session, scope } = this.#order;
    const { targets, tier, extra } = this.#answers;
    const extras = await withProgress(words(l10n.t('Loading glossaries and preferred translators…')), (signal) =>
      loadExtras(this.#services, session, signal),
    );
    const chosen = this.#preparation.parts.extra ?? extra;
    const result = await askExtraOptions(chosen, position, {
      extras,
      languages: languagesOf(pairs, targets),
      tier,
      unusedForms: mayLackForms(scope),
    });
    return this.#change(result, (value) => ({ extra: value }));
  }

  async #askPrivate(position: StepPosition): Promise<StepResult<unknown>> {
    const { plan, findings } = this.#preparation.parts;
    if (plan === undefined || findings === undefined) return { kind: 'back' };
    const values = privateValues(findings);
    const maySend = this.#answers.privateData?.maySend ?? new Set<string>();
    return this.#change(await askPrivateData(plan, values, maySend, position), (chosen) => ({
      privateData: {
        known: new Set(values.map(({ text }) => text)),
        maySend: new Set(chosen.map(({ text }) => text)),
      },
    }));
  }
}

/** The title of each step, which shows that the sandbox is in use. */
function titleOf({ purpose, session }: OpenedOrder): Words {
  const title = purpose === 'order' ? words(l10n.t('Order Human Translation')) : words(l10n.t('Get a Quote'));
  return session.connection.kind === 'sandbox' ? words(l10n.t('{0} (Sandbox)'), title) : title;
}
