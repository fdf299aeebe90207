import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { RestrictedModeError } from '../../orders/model/connectionErrors.ts';
import { formatCredits } from '../../words/formatting.ts';
import type { Services } from '../../editor/session/services.ts';
import { readSettings, writeBaseUrl } from '../../editor/settings.ts';
import { askWarning, showInformation } from '../../editor/shown/toasts.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { inputText } from '../../editor/shown/quickInput.ts';
import { own, type Words, words } from '../../words/words.ts';
import { parseBaseAddress } from '../../service/interface/baseAddress.ts';
import { ServiceError } from '../../service/interface/serviceError.ts';
import type { Balance } from '../../service/interface/records.ts';
import type { Credentials } from '../../service/interface/serviceClient.ts';
import { runSteps, type Step } from '../multiStep.ts';

interface ConnectAnswers {
  readonly baseUrl: string;
  /** The person was told what plain http to another machine means, and wants it. */
  readonly plainHttpAllowed: boolean;
  readonly apiKey: string;
  readonly privateKey: string;
}

/** Asks for address and keys, tries them with a look at the balance, and stores them only when that works. */
export async function connectToService(services: Services): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new RestrictedModeError('The workspace is not trusted.');
  const answers = await askForKeys();
  if (answers === undefined) return;
  const balance = await withProgress(words(l10n.t('Trying the keys…')), (signal) => tryKeys(services, answers, signal));
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
  return { apiKey, privateKey, ...(plainHttpAllowed ? { plainHttpAllowed } : {}) };
}

async function askForKeys(): Promise<ConnectAnswers | undefined> {
  const required = (text: string): Words | undefined =>
    text.trim() === '' ? words(l10n.t('Must not be empty.')) : undefined;
  return runSteps<ConnectAnswers>(
    words(l10n.t('Connect to a Service')),
    [
      askAddress,
      async (answers, place) => {
        const result = await inputText({
          place,
          prompt: words(l10n.t('API key (public key)')),
          value: answers.apiKey,
          validate: required,
        });
        return result.kind === 'answer'
          ? { kind: 'answer', value: { ...answers, apiKey: result.value.trim() } }
          : result;
      },
      async (answers, place) => {
        const result = await inputText({
          place,
          prompt: words(l10n.t('Private key. It is kept in VS Code’s secret storage and never sent.')),
          password: true,
          validate: required,
        });
        return result.kind === 'answer'
          ? { kind: 'answer', value: { ...answers, privateKey: result.value.trim() } }
          : result;
      },
    ],
    { baseUrl: readSettings().baseUrl, plainHttpAllowed: false, apiKey: '', privateKey: '' },
  );
}

/** The address; one that would send everything unencrypted to another machine only after that was said and accepted. */
const askAddress: Step<ConnectAnswers> = async (answers, place) => {
  let value = answers.baseUrl;
  for (;;) {
    const result = await inputText({
      place,
      prompt: words(l10n.t('Base address of the service, ending in /v2')),
      placeholder: own('https://api.example.com/v2'),
      value,
      validate: validateBaseUrl,
    });
    if (result.kind !== 'answer') return result;
    const address = parseBaseAddress(result.value, { allowPlainHttp: true });
    const isOpen = address.origin.startsWith('http:') && !address.isLoopback;
    if (!isOpen || (await allowPlainHttp(new URL(address.origin).host)))
      return { kind: 'answer', value: { ...answers, baseUrl: address.href, plainHttpAllowed: isOpen } };
    value = result.value;
  }
};

async function allowPlainHttp(host: string): Promise<boolean> {
  const anyway = words(l10n.t('Use Plain http Anyway'));
  const chosen = await askWarning(
    {
      message: words(l10n.t('Send your texts and keys to {0} unencrypted?'), host),
      detail: words(
        l10n.t(
          'The address begins with http:// and not with https://. Everyone on the way between this computer and {0} can then read and change the texts and the translations, and can use what is sent in place of your keys to order at your cost. Ask the service for an https address first.',
        ),
        host,
      ),
    },
    anyway,
  );
  return chosen === anyway;
}

function validateBaseUrl(text: string): Words | undefined {
  try {
    parseBaseAddress(text, { allowPlainHttp: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return words(
      l10n.t(
        'This is not the base address of a service. It looks like https://api.example.com/v2: it ends in /v2 and holds no user name and no query.',
      ),
    );
  }
}

async function tryKeys(services: Services, answers: ConnectAnswers, signal: AbortSignal): Promise<Balance> {
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

/** Goes back to the embedded sandbox. The keys of the service stay stored for its address. */
export async function useSandbox(services: Services): Promise<void> {
  await writeBaseUrl('');
  await services.sessions.open();
  void showInformation(words(l10n.t('The embedded sandbox is in use: no account, no money, simulated translators.')));
}

/** Forgets the keys of the address in use, and goes back to the sandbox. */
export async function disconnect(services: Services): Promise<void> {
  const { baseUrl } = readSettings();
  if (baseUrl === '') {
    void showInformation(words(l10n.t('No service is connected: the embedded sandbox is in use.')));
    return;
  }
  await services.credentials.delete(baseUrl);
  await writeBaseUrl('');
  void showInformation(
    words(
      l10n.t('Disconnected from {0}; its keys were deleted. The embedded sandbox is in use.'),
      new URL(baseUrl).host,
    ),
  );
}
