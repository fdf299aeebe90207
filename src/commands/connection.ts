import * as vscode from 'vscode';
import { RestrictedModeError } from '../editor/connection.ts';
import { formatCredits } from '../editor/jobLabels.ts';
import { withProgress } from '../editor/progress.ts';
import type { Services } from '../editor/services.ts';
import { readSettings, writeBaseUrl } from '../editor/settings.ts';
import { parseBaseAddress } from '../service/baseAddress.ts';
import { ServiceError } from '../service/serviceError.ts';
import type { Balance } from '../service/records.ts';
import { inputText, runSteps } from './multiStep.ts';

const t = vscode.l10n.t;

interface ConnectAnswers {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
}

/** Asks for address and keys, tries them with a look at the balance, and stores them only when that works. */
export async function connectToService(services: Services): Promise<void> {
  if (!vscode.workspace.isTrusted) throw new RestrictedModeError('The workspace is not trusted.');
  const answers = await askForKeys();
  if (answers === undefined) return;
  const balance = await withProgress(t('Trying the keys…'), (signal) => tryKeys(services, answers, signal));
  await services.credentials.store(answers.baseUrl, { apiKey: answers.apiKey, privateKey: answers.privateKey });
  await writeBaseUrl(answers.baseUrl);
  void vscode.window.showInformationMessage(t('Connected to {0}. Balance: {1}.', new URL(answers.baseUrl).host, formatCredits(balance.credits, balance.currency)));
}

async function askForKeys(): Promise<ConnectAnswers | undefined> {
  const required = (text: string): string | undefined => (text.trim() === '' ? t('Must not be empty.') : undefined);
  return runSteps<ConnectAnswers>(
    t('Connect to a Service'),
    [
      async (answers, place) => {
        const result = await inputText({ place, prompt: t('Base address of the service, ending in /v2'), placeholder: 'https://api.example.com/v2', value: answers.baseUrl, validate: validateBaseUrl });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, baseUrl: parseBaseAddress(result.value).href } } : result;
      },
      async (answers, place) => {
        const result = await inputText({ place, prompt: t('API key (public key)'), value: answers.apiKey, validate: required });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, apiKey: result.value.trim() } } : result;
      },
      async (answers, place) => {
        const result = await inputText({ place, prompt: t('Private key. It is kept in VS Code’s secret storage and never sent.'), password: true, validate: required });
        return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, privateKey: result.value.trim() } } : result;
      },
    ],
    { baseUrl: readSettings().baseUrl, apiKey: '', privateKey: '' },
  );
}

function validateBaseUrl(text: string): string | undefined {
  try {
    parseBaseAddress(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.reason === 'insecure'
      ? t('The address must begin with https://. Plain http is for this machine only.')
      : t('This is not the base address of a service. It looks like https://api.example.com/v2: it ends in /v2 and holds no user name and no query.');
  }
}

async function tryKeys(services: Services, { baseUrl, apiKey, privateKey }: ConnectAnswers, signal: AbortSignal): Promise<Balance> {
  const { createClient } = await import('../editor/session.ts');
  const client = createClient(services.extension, { kind: 'service', baseUrl, credentials: { apiKey, privateKey } }, (line) => {
    services.messages.log(line);
  });
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
  void vscode.window.showInformationMessage(t('The embedded sandbox is in use: no account, no money, simulated translators.'));
}

/** Forgets the keys of the address in use, and goes back to the sandbox. */
export async function disconnect(services: Services): Promise<void> {
  const { baseUrl } = readSettings();
  if (baseUrl === '') {
    void vscode.window.showInformationMessage(t('No service is connected: the embedded sandbox is in use.'));
    return;
  }
  await services.credentials.delete(baseUrl);
  await writeBaseUrl('');
  void vscode.window.showInformationMessage(t('Disconnected from {0}; its keys were deleted. The embedded sandbox is in use.', new URL(baseUrl).host));
}
