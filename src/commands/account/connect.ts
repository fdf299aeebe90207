import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { present, trueOrAbsent } from '../../base/present.ts';
import { RestrictedModeError } from '../../orders/model/connectionErrors.ts';
import { formatCredits } from '../../words/formatting.ts';
import type { Services } from '../../editor/session/services.ts';
import { readSettings, writeBaseUrl } from '../../editor/settings.ts';
import { askWarning, showInformation } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/withProgress.ts';
import { inputText } from '../../editor/shown/quickInput.ts';
import { jobsAtService, waitingLines } from '../../words/jobLabels.ts';
import { listed, own, sentences, type Words, words } from '../../words/words.ts';
import { parseBaseAddress } from '../../service/interface/baseAddress.ts';
import { ServiceError } from '../../service/interface/serviceError.ts';
import type { Balance } from '../../service/interface/records.ts';
import type { Credentials } from '../../service/interface/serviceClient.ts';
import { runSteps, withAnswer, type Step } from '../runSteps.ts';

/** The answers of the dialog that connects to a service. */
interface ConnectAnswers {
  readonly baseUrl: string;
  /** The user accepted, after a warning, that everything is sent unencrypted to another machine. */
  readonly plainHttpAllowed: boolean;
  readonly apiKey: string;
  readonly privateKey: string;
}

/** Asks for address and keys, verifies them by reading the balance, and stores them only if that succeeds. */
export async function connectToService(services: Services): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new RestrictedModeError('The workspace is not trusted.');
  const answers = await askForKeys();
  if (answers === undefined) return;
  const balance = await withProgress(words(l10n.t('Verifying keys…')), (signal) =>
    verifyKeys(services, answers, signal),
  );
  await services.credentials.store(answers.baseUrl, credentialsOf(answers));
  await writeBaseUrl(answers.baseUrl);
  void showInformation(
    words(
      l10n.t('Connected to {0}. Balance: {1}.'),
      new URL(answers.baseUrl).host,
      formatCredits(balance.credits, balance.currency),
    ),
  );
}

function credentialsOf({ apiKey, privateKey, plainHttpAllowed }: ConnectAnswers): Credentials {
  return present({ apiKey, privateKey, plainHttpAllowed: trueOrAbsent(plainHttpAllowed) });
}

async function askForKeys(): Promise<ConnectAnswers | undefined> {
  const validateNotEmpty = (text: string): Words | undefined =>
    text.trim() === '' ? words(l10n.t('This field is required.')) : undefined;
  return runSteps<ConnectAnswers>(
    words(l10n.t('Connect to a Service')),
    [
      askAddress,
      async (answers, position) => {
        const result = await inputText({
          position,
          prompt: words(l10n.t('API key (public key)')),
          value: answers.apiKey,
          validate: validateNotEmpty,
        });
        return withAnswer(result, (apiKey) => ({ ...answers, apiKey: apiKey.trim() }));
      },
      async (answers, position) => {
        const result = await inputText({
          position,
          prompt: words(l10n.t('Private key. It’s kept in VS Code’s secret storage and never sent.')),
          password: true,
          validate: validateNotEmpty,
        });
        return withAnswer(result, (privateKey) => ({ ...answers, privateKey: privateKey.trim() }));
      },
    ],
    { baseUrl: readSettings().baseUrl, plainHttpAllowed: false, apiKey: '', privateKey: '' },
  );
}

/** Asks for the address. One that sends everything unencrypted to another machine has to be confirmed. */
const askAddress: Step<ConnectAnswers> = async (answers, position) => {
  let typedAddress = answers.baseUrl;
  // A user who doesn't confirm an unencrypted address can change it.
  for (;;) {
    const result = await inputText({
      position,
      prompt: words(l10n.t('Base address of the service, ending in /v2')),
      placeholder: own('https://api.example.com/v2'),
      value: typedAddress,
      validate: validateBaseUrl,
    });
    if (result.kind !== 'answer') return result;
    const address = parseBaseAddress(result.value, { allowPlainHttp: true });
    const isUnencrypted = address.origin.startsWith('http:') && !address.isLoopback;
    if (!isUnencrypted || (await confirmPlainHttp(new URL(address.origin).host)))
      return { kind: 'answer', value: { ...answers, baseUrl: address.href, plainHttpAllowed: isUnencrypted } };
    typedAddress = result.value;
  }
};

async function confirmPlainHttp(host: string): Promise<boolean> {
  const useHttpAnyway = words(l10n.t('Use HTTP Anyway'));
  const chosen = await askWarning(
    {
      message: words(l10n.t('Send your strings and API key to {0} unencrypted?'), host),
      detail: sentences(
        words(l10n.t('The address starts with http:// instead of https://.')),
        words(
          l10n.t('Anyone on the network between this machine and {0} can read and change strings and translations.'),
          host,
        ),
        words(l10n.t('They can also use the credentials in a request to order at your expense.')),
        words(l10n.t('Ask the service for an https address first.')),
      ),
    },
    useHttpAnyway,
  );
  return chosen === useHttpAnyway;
}

function validateBaseUrl(text: string): Words | undefined {
  try {
    parseBaseAddress(text, { allowPlainHttp: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return words(
      l10n.t(
        'Enter a base address such as https://api.example.com/v2. It must end in /v2, without a user name or a query.',
      ),
    );
  }
}

/** Reads the balance with the keys. Rejects with ServiceError if the service doesn't accept them. */
async function verifyKeys(services: Services, answers: ConnectAnswers, signal: AbortSignal): Promise<Balance> {
  const { createClient } = await import('../../editor/session/session.ts');
  const client = createClient(
    services.extension,
    { kind: 'service', baseUrl: answers.baseUrl, credentials: credentialsOf(answers) },
    (line) => {
      services.messages.log(line);
    },
  );
  try {
    return await client.account.balance({ signal });
  } finally {
    await client.close();
  }
}

/** Switches to the embedded sandbox. The keys of the service remain stored for its address. */
export async function useSandbox(services: Services): Promise<void> {
  await writeBaseUrl('');
  await services.sessions.open();
  void showInformation(words(l10n.t('Using the embedded sandbox: no account, no money, simulated translators.')));
}

/** Asks whether to use another service, where jobs are open, from now on. `account` is the id of the account there. */
export async function offerSwitch(services: Services, account: unknown): Promise<void> {
  const service = services.otherServices.all.find((other) => other.account === account);
  if (service === undefined) return;
  const { host, openJobs, waiting } = service;
  const switchTo = words(l10n.t('Switch to {0}'), host);
  const chosen = await askWarning(
    {
      message: words(l10n.t('Use {0} from now on?'), host),
      detail: sentences(
        words(l10n.t('{0}.'), listed([jobsAtService(openJobs, host), ...waitingLines(waiting)])),
        words(l10n.t('The Jobs view then shows the jobs there, and what you order is ordered there.')),
      ),
    },
    switchTo,
  );
  if (chosen === switchTo) await writeBaseUrl(service.baseUrl);
}

/** Deletes the keys of the current address and switches to the sandbox. */
export async function disconnect(services: Services): Promise<void> {
  const { baseUrl } = readSettings();
  if (baseUrl === '') {
    void showInformation(words(l10n.t('No service is connected. The embedded sandbox is in use.')));
    return;
  }
  await services.credentials.delete(baseUrl);
  await writeBaseUrl('');
  void showInformation(
    words(
      l10n.t('Disconnected from {0} and deleted its keys. The embedded sandbox is now in use.'),
      new URL(baseUrl).host,
    ),
  );
}
