import type { ExternalSandbox } from './externalSandbox.ts';
import type { Workbench } from './workbench.ts';

/** Answers to the order wizard. */
export interface WizardChoice {
  readonly languages: readonly string[];
  /** Set for a quote, whose wizard ends with the options. */
  readonly quoteOnly?: true;
  /** Options to select, by their positions; none if absent. */
  readonly options?: readonly number[];
  /** Whether translations are approved automatically, without a review. */
  readonly autoApprove?: boolean;
}

/** Answers the open order wizard. The price follows. */
export async function answerWizard(
  workbench: Workbench,
  { languages, quoteOnly, options = [], autoApprove = false }: WizardChoice,
): Promise<void> {
  await answerUpToOptions(workbench, languages, quoteOnly === true ? 3 : 5);
  await workbench.pickRows(options);
  if (quoteOnly === true) return;
  await workbench.atStep('4/5');
  await workbench.type('');
  await workbench.atStep('5/5');
  await workbench.pickRow(autoApprove ? 1 : 0);
}

/** Answers the open order wizard of 3 or 5 steps up to its third, which asks for options. */
export async function answerUpToOptions(
  workbench: Workbench,
  languages: readonly string[],
  steps: 3 | 5,
): Promise<void> {
  await workbench.atStep(`1/${steps}`);
  await workbench.pickMany(languages);
  await workbench.atStep(`2/${steps}`);
  await workbench.pickRow(0);
  await workbench.atStep(`3/${steps}`);
}

/** Orders the missing strings of the open locale file from the embedded sandbox. */
export async function orderOpenFile(workbench: Workbench, choice: WizardChoice): Promise<void> {
  await workbench.runCommand('humanTranslation.orderFile');
  await answerWizard(workbench, choice);
  await workbench.modal();
  await workbench.answerModal();
  await workbench.notification('info');
  await workbench.clearNotifications();
}

/** Connects to a service and waits until it has accepted the keys. */
export async function connect(
  workbench: Workbench,
  service: Pick<ExternalSandbox, 'baseUrl' | 'apiKey' | 'privateKey'>,
): Promise<void> {
  await enterConnection(workbench, service);
  await workbench.notification('info', new URL(service.baseUrl).host);
  await workbench.clearNotifications();
}

/** Enters address and keys of a service. A notification shows the result. */
export async function enterConnection(
  workbench: Workbench,
  { baseUrl, apiKey, privateKey }: Pick<ExternalSandbox, 'baseUrl' | 'apiKey' | 'privateKey'>,
): Promise<void> {
  await workbench.runCommand('humanTranslation.connect');
  await workbench.atStep('1/3');
  await workbench.type(baseUrl);
  await workbench.atStep('2/3');
  await workbench.type(apiKey);
  await workbench.atStep('3/3');
  await workbench.type(privateKey);
}
