import type { ContractCase, ContractCases } from './contractCase.ts';
import { accountCases } from './cases/account.ts';
import { actionCases } from './cases/actions.ts';
import { authenticationCases } from './cases/authentication.ts';
import { envelopeCases } from './cases/envelope.ts';
import { errorCases } from './cases/errors.ts';
import { eventCases } from './cases/events.ts';
import { jobEndpointCases } from './cases/jobEndpoints.ts';
import { jobFieldCases } from './cases/jobFields.ts';
import { limitCases } from './cases/limits.ts';
import { payloadCases } from './cases/payloadFields.ts';
import { recordCases } from './cases/records.ts';
import { referencedCases } from './cases/referenced.ts';
import { serviceEndpointCases } from './cases/serviceEndpoints.ts';
import { stateCases } from './cases/states.ts';
import { throttlingCases } from './cases/throttling.ts';

const bySection: readonly ContractCases[] = [
  envelopeCases,
  jobFieldCases,
  payloadCases,
  recordCases,
  stateCases,
  jobEndpointCases,
  actionCases,
  serviceEndpointCases,
  accountCases,
  referencedCases,
  authenticationCases,
  eventCases,
  errorCases,
  limitCases,
  throttlingCases,
];

/** All cases, in the order of the contract's sections. An id that is in two files appears twice. */
export const allCases: readonly (readonly [id: string, run: ContractCase])[] = bySection.flatMap((cases) =>
  Object.entries(cases),
);
