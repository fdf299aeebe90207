import type { CallOptions } from '../../../service/interface/serviceClient.ts';

export type RefreshOptions = CallOptions & {
  /** Also search for jobs of the open projects that this journal does not know. */
  readonly recover?: boolean;
  /** Look at all of them before anything else; otherwise at the newest, and at the others in the background. */
  readonly searchAll?: boolean;
  /** Also find out when reviews began, with a request for each job; true by default. */
  readonly reviewTimes?: boolean;
  /** The refresh of another window suffices if it is at most this old, in milliseconds. */
  readonly maxAgeMs?: number;
};
