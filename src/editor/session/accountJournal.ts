import { basename, join } from 'node:path';
import type * as vscode from 'vscode';
import { journalPath } from '../../orders/journal/journal.ts';
import type { EntryOf } from '../../orders/journal/journalEntry.ts';
import { JournalReader, journalExtension } from '../../orders/journal/journalReader.ts';
import type { Credentials } from '../../service/interface/serviceClient.ts';

/** The origin of the embedded sandbox in its journal. It stays the same account even if its keys and port change. */
export const sandboxOrigin = 'sandbox';

/** The account of the embedded sandbox, as in `accountId`. */
export const sandboxAccount = idOf(sandboxOrigin, sandboxOrigin);

/** The folder of the journals, in which activation looks for markers. */
export function journalFolder(extension: vscode.ExtensionContext): string {
  return join(extension.globalStorageUri.fsPath, 'journals');
}

/** Returns the path of the journal of an account. */
export function journalFile(extension: vscode.ExtensionContext, account: string): string {
  return join(journalFolder(extension), `${account}${journalExtension}`);
}

/** Returns the id of a service and an account: the name of its journal, without its extension. It reveals no key. */
export function accountId({
  baseUrl,
  credentials,
}: {
  readonly baseUrl: string;
  readonly credentials: Pick<Credentials, 'apiKey'>;
}): string {
  return idOf(new URL(baseUrl).origin, credentials.apiKey);
}

/** Returns the header of a journal; undefined if it can't be read or has none: early versions wrote none. */
async function readHeader(path: string): Promise<EntryOf<'header'> | undefined> {
  let header: EntryOf<'header'> | undefined;
  const ignore = (): void => undefined;
  const reader = new JournalReader(path, {
    entry: (entry) => {
      if (entry.type === 'header') header = entry;
    },
    // The session reports these.
    damaged: ignore,
    newer: ignore,
    undelivered: ignore,
    replaced: () => {
      header = undefined;
    },
  });
  await reader.readOn().catch(ignore);
  return header;
}

function idOf(origin: string, account: string): string {
  return basename(journalPath('', origin, account), journalExtension);
}

/** The members of `CredentialStore` that are used here. */
interface StoredKeys {
  readonly addresses: readonly string[];
  readonly get: (baseUrl: string) => Promise<Credentials | undefined>;
  readonly rememberedAccount: (baseUrl: string) => string | undefined;
}

/** The address of a service and the keys of an account of it, which are undefined if they are not stored. */
interface AccountConnection {
  readonly baseUrl: string;
  readonly credentials: Credentials | undefined;
}

/** Returns the address of an account's journal and, if they are there, its keys; undefined for a damaged journal. */
export async function connectionOf(
  extension: vscode.ExtensionContext,
  store: StoredKeys,
  account: string,
): Promise<AccountConnection | undefined> {
  const header = await readHeader(journalFile(extension, account));
  if (header === undefined || !URL.canParse(header.origin)) return undefined;
  const { origin } = header;
  const rememberedAddresses = store.addresses.filter(
    (address) => URL.canParse(address) && new URL(address).origin === origin,
  );
  // Earlier versions stored keys without remembering their address.
  const addresses = [...rememberedAddresses, `${origin}/v2`];
  for (const baseUrl of addresses) {
    const credentials = await store.get(baseUrl);
    if (credentials !== undefined && accountId({ baseUrl, credentials }) === account) return { baseUrl, credentials };
  }
  const addressOfAccount = addresses.find((address) => store.rememberedAccount(address) === account);
  return { baseUrl: addressOfAccount ?? addresses[0] ?? `${origin}/v2`, credentials: undefined };
}
