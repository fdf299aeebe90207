import * as l10n from '@vscode/l10n';
import { isAbort } from '../../editor/errorRemedy.ts';
import { pickOne, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import { askWarning } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { BranchError } from '../../orders/model/errors/branchError.ts';
import type { OutdatedUnit } from '../../orders/units/history/outdatedUnits.ts';
import type { SameUnit } from '../../orders/units/plan/sameAsSource.ts';
import { errorSentence } from '../../words/errorSentence.ts';
import { type Words, words } from '../../words/words.ts';
import type { Services } from '../../editor/session/services.ts';
import { mayLackForms, severalFilesOf } from '../scope/scopePlan.ts';
import { openOrder, type OpenedOrder } from '../scope/openedOrder.ts';
import type { OrderScope } from '../scope/orderScope.ts';
import { firstAnswers, type PreparedOrder, type WizardAnswers } from './wizardAnswers.ts';
import { confirmRight } from './confirmRight.ts';
import { askApproval, askAttachments, askComment, askReference } from './detailSteps.ts';
import { askFiles, countInFiles } from './askFiles.ts';
import { askLanguages } from './askLanguages.ts';
import { askExtraOptions } from './orderOptions.ts';
import { askOutdated, outdatedChoices, type OutdatedChoice } from './askOutdated.ts';
import { Preparation } from './preparation.ts';
import { loadExtras, prepareOrder } from './prepareOrder.ts';
import { askStrings } from './askStrings.ts';
import { askPrivateData } from './askPrivateData.ts';
import { askSameAsSource, type SameChoice } from './askSameAsSource.ts';
import { showSkipped, showWarnings } from './skippedStep.ts';
import { summaryRows, type RowId, type Summary, type SummaryRow } from './summaryRows.ts';
import { askTier, languagesOf, tierFor } from './askTier.ts';
import { privateValues } from '../../orders/spend/check/checkOrder.ts';

/** An order that the user wants the price of. */
export interface AnsweredOrder {
  /** The order with the strings that the user has chosen. */
  readonly order: OpenedOrder;
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
  #order: OpenedOrder;
  readonly #title: Words;
  readonly #firstScope: OrderScope;
  readonly #preparation: Preparation;
  /** Units that the user has declared to be right although they equal their source. */
  readonly #rightAsTheyAre = new Set<SameUnit>();
  #answers: WizardAnswers;

  constructor(services: Services, order: OpenedOrder) {
    this.#services = services;
    this.#order = order;
    this.#firstScope = order.scope;
    this.#title = titleOf(order);
    this.#preparation = new Preparation((answers, signal, report) =>
      prepareOrder({ services, order: this.#order }, answers, signal, report),
    );
    this.#answers = firstAnswers(order);
  }

  dispose(): void {
    this.#preparation.dispose();
    this.#order.facts.dispose();
  }

  async run(): Promise<AnsweredOrder | undefined> {
    const position: StepPosition = { title: this.#title, step: 1, totalSteps: 2 };
    await this.#order.facts.settledSoon();
    // Going back from the summary leads to the languages again.
    for (;;) {
      const languages = await askLanguages(this.#order, this.#answers.targets, position);
      if (languages.kind === 'canceled') return undefined;
      if (languages.kind === 'answer') this.#setLanguages(languages.value);
      const result = await this.#review();
      if (result.kind === 'answer') return result.value;
      if (result.kind === 'canceled') return undefined;
    }
  }

  /** Changes the languages, and with them the answers that are not possible for the new ones. */
  #setLanguages(targets: readonly string[]): void {
    const tier = tierFor(this.#order, targets, this.#answers.tier);
    const isKept = ({ locale }: SameChoice | OutdatedChoice): boolean => targets.includes(locale);
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
      const chosen = await this.#askRow();
      if (chosen.kind !== 'answer') return chosen;
      if (chosen.value === 'price') {
        const prepared = await this.#waitUntilPrepared();
        if (prepared !== undefined) return { kind: 'answer', value: this.#answeredOrder(prepared) };
      } else {
        const result = await this.#openRow(chosen.value);
        if (result.kind === 'canceled') return result;
      }
    }
  }

  /** Adds to the answers what the preparation has found: the available options, and the outdated units. */
  #answeredOrder(prepared: PreparedOrder): AnsweredOrder {
    const outdatedOfFiles = new Map(prepared.outdated);
    for (const [locale, outdatedUnits] of prepared.outdated) {
      const units = outdatedUnits.units.filter((unit) => this.#isOrdered(unit));
      outdatedOfFiles.set(locale, { ...outdatedUnits, units });
    }
    const outdated = { ...this.#answers.outdated, byLocale: outdatedOfFiles };
    return { order: this.#order, answers: { ...this.#answers, extra: prepared.extra, outdated }, prepared };
  }

  /** Asks for a row of the summary, which is updated while the order is prepared. */
  async #askRow(): Promise<StepResult<RowId>> {
    const { facts } = this.#order;
    const items = (): readonly SummaryRow[] => summaryRows(this.#summary());
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
  async #waitUntilPrepared(): Promise<PreparedOrder | undefined> {
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
      sameChoices: this.#sameChoices(),
      outdatedChoices: this.#outdatedChoices(),
    };
  }

  /** Whether the file of a unit is ordered. Without an answer about files, all of them are. */
  #isOrdered(unit: SameUnit | OutdatedUnit): boolean {
    const { files } = this.#answers;
    if (files === undefined) return true;
    const file = this.#order.gaps.sourceOf(unit);
    return file === undefined || files.includes(file);
  }

  /** Returns the units that equal their source, of the files and languages to order. */
  #sameChoices(): readonly SameChoice[] {
    const { targets } = this.#answers;
    return this.#order.facts
      .choices()
      .filter(({ locale }) => targets.includes(locale))
      .flatMap(({ locale, sameAsSource = [] }) => sameAsSource.map((unit) => ({ locale, unit })))
      .filter(({ unit }) => !this.#rightAsTheyAre.has(unit) && this.#isOrdered(unit));
  }

  #outdatedChoices(): readonly OutdatedChoice[] {
    const outdated = this.#preparation.parts.outdated ?? new Map();
    return outdatedChoices(outdated, this.#answers.targets).filter(({ unit }) => this.#isOrdered(unit));
  }

  /** Asks what a row of the summary is about. An answer changes the order; any result but 'canceled' leads back. */
  async #openRow(rowId: Exclude<RowId, 'price'>): Promise<StepResult<unknown>> {
    // From step 2 on, a list has a Back button. The number of steps is shown only if it is more than 1.
    const position: StepPosition = { title: this.#title, step: 2, totalSteps: 1 };
    const [order, answers] = [this.#order, this.#answers];
    switch (rowId) {
      case 'languages': {
        const result = await askLanguages(order, answers.targets, position);
        if (result.kind === 'answer') this.#setLanguages(result.value);
        return result;
      }
      case 'strings':
        return this.#askStrings(position);
      case 'files':
        return this.#askFiles(position);
      case 'sameAsSource':
        return this.#askSameAsSource(position);
      case 'outdated':
        return this.#askOutdated(position);
      case 'tier':
        return this.#applyAnswer(await askTier(order, answers, position), (tier) => ({ tier }));
      case 'options':
        return this.#askOptions(position);
      case 'comment':
        return this.#applyAnswer(await askComment(answers.comment, position), (comment) =>
          comment === '' ? { comment: undefined } : { comment },
        );
      case 'reference':
        return this.#applyAnswer(await askReference(answers.referenceId, position), ({ number }) => ({
          referenceId: number,
        }));
      case 'attachments':
        return this.#applyAnswer(await askAttachments(answers.attachments ?? [], position), (attachments) => ({
          attachments: attachments.length === 0 ? undefined : attachments,
        }));
      case 'approval':
        return this.#applyAnswer(await askApproval(answers.autoApprove, position), (autoApprove) => ({ autoApprove }));
      case 'privateData':
        return this.#askPrivateData(position);
      case 'warnings':
        return showWarnings(this.#preparation.parts.findings ?? [], position);
      case 'skipped': {
        const { sendable } = this.#preparation.parts;
        return sendable === undefined ? { kind: 'back' } : showSkipped(sendable, position);
      }
    }
  }

  /** Changes answers: `{ comment: undefined }` removes the comment. Returns the result as it is. */
  #applyAnswer<T>(
    result: StepResult<T>,
    changesFor: (value: T) => { readonly [Key in keyof WizardAnswers]?: WizardAnswers[Key] | undefined },
  ): StepResult<T> {
    if (result.kind !== 'answer') return result;
    const members = Object.entries({ ...this.#answers, ...changesFor(result.value) });
    this.#answers = Object.fromEntries(members.filter(([, value]) => value !== undefined)) as unknown as WizardAnswers;
    return result;
  }

  /** Asks which strings to order, and opens the order with them. */
  async #askStrings(position: StepPosition): Promise<StepResult<unknown>> {
    const { scope, purpose, facts } = this.#order;
    const firstScope = this.#firstScope;
    if (scope.kind !== 'units' || firstScope.kind !== 'units') return { kind: 'back' };
    const result = await this.#orExplain(() => askStrings(scope, firstScope, position));
    if (result.kind !== 'answer' || result.value === scope) return result;
    const order = await openOrder(this.#services, purpose, result.value);
    if (order === undefined) return { kind: 'back' };
    facts.dispose();
    this.#preparation.dispose();
    this.#order = order;
    // Answers about files and single strings are those of the other strings.
    const { files: _, ...answers } = this.#answers;
    this.#answers = { ...answers, sameAsSource: [], outdated: { byLocale: new Map(), chosen: [] } };
    await order.facts.settledSoon();
    return result;
  }

  /** Asks a question. If the strings of the branch are not known, says why, and goes back. */
  async #orExplain<T>(ask: () => Promise<StepResult<T>>): Promise<StepResult<T>> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof BranchError) && !isAbort(error)) throw error;
      if (error instanceof BranchError) await askWarning({ message: errorSentence(error) });
      return { kind: 'back' };
    }
  }

  async #askFiles(position: StepPosition): Promise<StepResult<unknown>> {
    const files = severalFilesOf(this.#order.scope);
    if (files === undefined) return { kind: 'back' };
    const { targets, files: selectedFiles = files } = this.#answers;
    const choices = await countInFiles(this.#order.gaps, targets);
    const excluded = new Set(files.filter((file) => !selectedFiles.includes(file)));
    return this.#applyAnswer(await askFiles({ position, choices, excluded }), (chosenFiles) => ({
      files: chosenFiles,
    }));
  }

  async #askSameAsSource(position: StepPosition): Promise<StepResult<unknown>> {
    const { sourceLocale, gaps } = this.#order;
    const choices = this.#sameChoices();
    if (choices.length === 0) return { kind: 'back' };
    const result = await askSameAsSource({
      position,
      sourceLocale,
      choices,
      selected: new Set(this.#answers.sameAsSource.map(({ unit }) => unit)),
      confirmRight: async (rightChoices) => {
        const isStored = await confirmRight(this.#services, gaps, rightChoices);
        if (isStored) for (const { unit } of rightChoices) this.#rightAsTheyAre.add(unit);
        return isStored;
      },
    });
    return this.#applyAnswer(result, (sameAsSource) => ({ sameAsSource }));
  }

  async #askOutdated(position: StepPosition): Promise<StepResult<unknown>> {
    const choices = this.#outdatedChoices();
    if (choices.length === 0) return { kind: 'back' };
    const { outdated } = this.#answers;
    const selected = new Set(outdated.chosen.map(({ unit }) => unit));
    const result = await askOutdated({ position, choices, selected });
    return this.#applyAnswer(result, (chosen) => ({ outdated: { ...outdated, chosen } }));
  }

  async #askOptions(position: StepPosition): Promise<StepResult<unknown>> {
    const { pairs, session, scope } = this.#order;
    const { targets, tier, extra } = this.#answers;
    const extras = await withProgress(words(l10n.t('Loading glossaries and preferred translators…')), (signal) =>
      loadExtras(this.#services, session, signal),
    );
    const chosenOptions = this.#preparation.parts.extra ?? extra;
    const result = await askExtraOptions(chosenOptions, position, {
      extras,
      languages: languagesOf(pairs, targets),
      tier,
      hasUnusedForms: mayLackForms(scope),
    });
    return this.#applyAnswer(result, (options) => ({ extra: options }));
  }

  async #askPrivateData(position: StepPosition): Promise<StepResult<unknown>> {
    const { plan, findings } = this.#preparation.parts;
    if (plan === undefined || findings === undefined) return { kind: 'back' };
    const values = privateValues(findings);
    const allowedTexts = this.#answers.privateData?.allowedTexts ?? new Set<string>();
    return this.#applyAnswer(await askPrivateData(plan, values, allowedTexts, position), (chosen) => ({
      privateData: {
        decidedTexts: new Set(values.map(({ text }) => text)),
        allowedTexts: new Set(chosen.map(({ text }) => text)),
      },
    }));
  }
}

/** The title of each step, which shows that the sandbox is in use. */
function titleOf({ purpose, session }: OpenedOrder): Words {
  const title = purpose === 'order' ? words(l10n.t('Order Human Translation')) : words(l10n.t('Get a Quote'));
  return session.connection.kind === 'sandbox' ? words(l10n.t('{0} (Sandbox)'), title) : title;
}
