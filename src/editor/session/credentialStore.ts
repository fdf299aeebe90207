import type * as vscode from 'vscode';
import { errorKind } from '../../base/errorMessage.ts';
import { isRecord } from '../../base/isRecord.ts';
import { present, trueOrAbsent } from '../../base/present.ts';
import { KeysNotKeptError } from '../../orders/model/connectionErrors.ts';
import type { Environment } from '../../service/interface/environmentKeys.ts';
import type { Credentials } from '../../service/interface/serviceClient.ts';

/** The addresses for which keys were known on this machine, with their accounts. Never synced. */
const rememberedKey = 'humanTranslation.accountsOfAddresses';

/**
 * Keys in VS Code's secret storage, one pair for each address. With them is stored whether the address may be used
 * without encryption. If an address has no keys there, those of the environment are used, but only for the address that
 * the environment names.
 */
export class CredentialStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #state: vscode.Memento;
  readonly #env: Environment;
  readonly #log: (line: string) => void;

  constructor(
    { secrets, globalState }: Pick<vscode.ExtensionContext, 'secrets' | 'globalState'>,
    env: Environment,
    log: (line: string) => void,
  ) {
    this.#secrets = secrets;
    this.#state = globalState;
    this.#env = env;
    this.#log = log;
  }

  /** Returns the keys for an address; undefined if there are none, or if the storage can't be read. */
  async get(baseUrl: string): Promise<Credentials | undefined> {
    const stored = await this.#read(baseUrl);
    const credentials = stored === undefined ? undefined : parseCredentials(stored);
    if (credentials !== undefined) return credentials;
    const { environmentKeys, isEnvironmentAddress } = await import('../../service/interface/environmentKeys.ts');
    if (isEnvironmentAddress(this.#env, baseUrl)) return environmentKeys(this.#env);
    return undefined;
  }

  /** Stores keys. Rejects with KeysNotKeptError if they can't be read afterwards. */
  async store(baseUrl: string, { apiKey, privateKey, plainHttpAllowed }: Credentials): Promise<void> {
    const content = JSON.stringify({ apiKey, privateKey, plainHttpAllowed });
    try {
      await this.#secrets.store(secretName(baseUrl), content);
    } catch (error) {
      // The message may contain anything, so only the kind of the error is kept.
      this.#log(`The secret storage refused the keys: ${errorKind(error)}`);
      throw new KeysNotKeptError();
    }
    if ((await this.#read(baseUrl)) !== content) throw new KeysNotKeptError();
  }

  /** Deletes the keys of an address on purpose. */
  async delete(baseUrl: string): Promise<void> {
    await this.#secrets.delete(secretName(baseUrl));
    const { [baseUrl]: _, ...others } = this.#accountsByAddress;
    await this.#state.update(rememberedKey, others);
  }

  /** Notes that the keys of an account are known for an address, so that their loss differs from their absence. */
  remember(baseUrl: string, account: string): void {
    if (this.#accountsByAddress[baseUrl] === account) return;
    const accounts = { ...this.#accountsByAddress, [baseUrl]: account };
    this.#state.update(rememberedKey, accounts).then(undefined, (error: unknown) => {
      this.#log(`The account of an address could not be remembered: ${String(error)}`);
    });
  }

  /** Returns the account of an address: of its keys or, if they are gone, the one that was last known. */
  async account(baseUrl: string): Promise<string | undefined> {
    const credentials = await this.get(baseUrl);
    if (credentials === undefined) return this.rememberedAccount(baseUrl);
    // Loaded when it is needed: it imports the journal.
    const { accountId } = await import('./accountJournal.ts');
    return accountId({ baseUrl, credentials });
  }

  /** Returns the account whose keys were last known for an address. */
  rememberedAccount(baseUrl: string): string | undefined {
    return this.#accountsByAddress[baseUrl];
  }

  /** The addresses for which keys were known. */
  get addresses(): readonly string[] {
    return Object.keys(this.#accountsByAddress);
  }

  /** Emits when keys were stored or deleted, in this window or another. */
  get onDidChange(): vscode.Event<vscode.SecretStorageChangeEvent> {
    return this.#secrets.onDidChange;
  }

  /** The ids of accounts, 16 hexadecimal digits, by addresses. */
  get #accountsByAddress(): Readonly<Record<string, string>> {
    const value = this.#state.get<unknown>(rememberedKey);
    if (!isRecord(value)) return {};
    const isAddressWithAccount = (entry: [string, unknown]): entry is [string, string] =>
      typeof entry[1] === 'string' && /^[0-9a-f]{16}$/u.test(entry[1]);
    return Object.fromEntries(Object.entries(value).filter(isAddressWithAccount));
  }

  async #read(baseUrl: string): Promise<string | undefined> {
    try {
      return await this.#secrets.get(secretName(baseUrl));
    } catch (error) {
      this.#log(`The secret storage could not be read: ${errorKind(error)}`);
      return undefined;
    }
  }
}

function secretName(baseUrl: string): string {
  return `humanTranslation.credentials ${baseUrl}`;
}

function parseCredentials(stored: string): Credentials | undefined {
  try {
    const value: unknown = JSON.parse(stored);
    if (!isRecord(value)) return undefined;
    const { apiKey, privateKey } = value;
    if (typeof apiKey !== 'string' || typeof privateKey !== 'string') return undefined;
    return present({ apiKey, privateKey, plainHttpAllowed: trueOrAbsent(value['plainHttpAllowed'] === true) });
  } catch {
    return undefined;
  }
}
