import type { Service } from './service.ts';

/** What a row of the contract promises, tried on a sandbox of its own at pace `manual`. Throws when it is not kept. */
export type ContractCase = (service: Service) => Promise<void>;
/** Cases by the row's id. */
export type ContractCases = Readonly<Record<string, ContractCase>>;
