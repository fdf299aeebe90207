import type * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import type { Credentials } from '../../service/interface/serviceClient.ts';

/**
 * Keys in VS Code's secret storage, one pair for each address. Whether the address may be used without encryption is
 * stored with them.
 */
export class CredentialStore {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async get(baseUrl: string): Promise<Credentials | undefined> {
    const stored = await this.#secrets.get(secretName(baseUrl));
    return stored === undefined ? undefined : parseCredentials(stored);
  }

  async store(baseUrl: string, { apiKey, privateKey, plainHttpAllowed }: Credentials): Promise<void> {
    await this.#secrets.store(secretName(baseUrl), JSON.stringify({ apiKey, privateKey, plainHttpAllowed }));
  }

  async delete(baseUrl: string): Promise<void> {
    await this.#secrets.delete(secretName(baseUrl));
  }

  /** Emits when keys were stored or deleted, in this window or another. */
  get onDidChange(): vscode.Event<vscode.SecretStorageChangeEvent> {
    return this.#secrets.onDidChange;
  }
}

function secretName(baseUrl: string): string {
  return `humanTranslation.credentials ${baseUrl}`;
}

function parseCredentials(stored: string): Credentials | undefined {
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null || !('apiKey' in value) || !('privateKey' in value))
      return undefined;
    const { apiKey, privateKey } = value;
    if (typeof apiKey !== 'string' || typeof privateKey !== 'string') return undefined;
    const plainHttpAllowed = 'plainHttpAllowed' in value && value.plainHttpAllowed === true ? true : undefined;
    return present({ apiKey, privateKey, plainHttpAllowed });
  } catch {
    return undefined;
  }
}
