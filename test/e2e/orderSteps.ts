import type { ExternalSandbox } from './externalSandbox.ts';
import type { Workbench } from './workbench.ts';

/** Answers to the order wizard. */
export interface WizardChoice {
  readonly languages: readonly string[];
  /** Options to select, by their positions; as remembered from the last order if absent. */
  readonly options?: readonly number[];
  /** Whether translations are approved automatically, without a review. */
  readonly autoApprove?: boolean;
}

/** Answers the open order wizard. The price follows. */
export async function answerWizard(
  workbench: Workbench,
  { languages, options, autoApprove = false }: WizardChoice,
): Promise<void> {
  await toSummary(workbench, languages);
  if (options !== undefined) {
    await openLine(workbench, 'options');
    await workbench.pickRows(options);
    await workbench.atStep('2/2');
  }
  if (autoApprove) await approveAutomatically(workbench);
  await getPrice(workbench);
}

/** Selects languages in the open order wizard. The summary follows. */
export async function toSummary(workbench: Workbench, languages: readonly string[]): Promise<void> {
  await workbench.atStep('1/2');
  await workbench.pickMany(languages);
  await workbench.atStep('2/2');
}

/** The lines of the summary, by the codicons before them. */
const summaryLines = {
  price: 'arrow-right',
  languages: 'globe',
  strings: 'symbol-string',
  files: 'files',
  sameAsSource: 'copy',
  outdated: 'history',
  tier: 'star',
  options: 'settings',
  comment: 'comment',
  reference: 'tag',
  attachments: 'attach',
  approval: 'check-all',
  privateData: 'lock',
  warnings: 'warning',
  skipped: 'debug-step-over',
} as const;

/** Opens what a line of the summary is about. */
export async function openLine(workbench: Workbench, line: Exclude<keyof typeof summaryLines, 'price'>): Promise<void> {
  await workbench.pickIcon(summaryLines[line]);
  await workbench.atQuestion();
}

/** The rows of the question which strings to order, if none were selected in an editor. */
export const stringChoices = { all: 0, branch: 1, keys: 2 } as const;

/** Limits an order to keys like these, in the summary. */
export async function limitToKeys(workbench: Workbench, keys: string): Promise<void> {
  await openLine(workbench, 'strings');
  await workbench.pickRow(stringChoices.keys);
  // A text that is typed earlier would be one for the list.
  await workbench.quickMessage().filter({ hasText: '*.title' }).waitFor();
  await workbench.type(keys);
}

/** Chooses in the summary that translations are approved without a review. */
export async function approveAutomatically(workbench: Workbench): Promise<void> {
  await openLine(workbench, 'approval');
  await workbench.pickRow(1);
  await workbench.atStep('2/2');
}

/** Leaves the summary. The price follows, or a question about the order. */
export async function getPrice(workbench: Workbench): Promise<void> {
  await workbench.pickIcon(summaryLines.price);
}

/** What the notification of a placed order contains, and that of its progress lacks. */
export const withPrice = /\d[.,]\d\d/u;

/** Orders the missing strings of the open locale file from the embedded sandbox. */
export async function orderOpenFile(workbench: Workbench, choice: WizardChoice): Promise<void> {
  await workbench.runCommand('humanTranslation.orderFile');
  await answerWizard(workbench, choice);
  await workbench.modal();
  await workbench.answerModal();
  await workbench.notification('info', withPrice);
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
