import type { Service } from './service.ts';

/** Checks a row of the contract on its own sandbox at pace `manual`. Throws if the row does not hold. */
export type ContractCase = (service: Service) => Promise<void>;
/** Cases by the row's id. */
export type ContractCases = Readonly<Record<string, ContractCase>>;
