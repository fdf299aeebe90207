import { present } from '../../base/present.ts';
import type { AccountMe, AccountStats, Balance, PreferredTranslators } from '../interface/records.ts';
import type { CallOptions, ServiceClient } from '../interface/serviceClient.ts';

/** The parts of what the service says about an account. Each is fetched with its own request. */
export type AccountPart = 'balance' | 'me' | 'stats' | 'preferredTranslators';

/** The service's answers about an account. A part that could not be fetched is in `failures`. */
export interface AccountFacts {
  readonly balance?: Balance;
  readonly me?: AccountMe;
  readonly stats?: AccountStats;
  readonly preferredTranslators?: readonly PreferredTranslators[];
  readonly failures: ReadonlyMap<AccountPart, unknown>;
}

/** Fetches all parts at the same time. Never rejects. */
export async function readAccountFacts(
  { account }: Pick<ServiceClient, 'account'>,
  options: CallOptions = {},
): Promise<AccountFacts> {
  const failures = new Map<AccountPart, unknown>();
  const read = async <T>(part: AccountPart, answer: Promise<T>): Promise<T | undefined> => {
    try {
      return await answer;
    } catch (error) {
      failures.set(part, error);
      return undefined;
    }
  };
  const [balance, me, stats, preferredTranslators] = await Promise.all([
    read('balance', account.balance(options)),
    read('me', account.me(options)),
    read('stats', account.stats(options)),
    read('preferredTranslators', account.preferredTranslators(options)),
  ]);
  return present({ balance, me, stats, preferredTranslators, failures });
}
