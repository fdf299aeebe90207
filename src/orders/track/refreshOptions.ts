import type { CallOptions } from '../../service/interface/serviceClient.ts';

export type BackgroundOptions = CallOptions & {
  /** See `DeliveryReport`. */
  readonly inBackground?: boolean;
};

export type RefreshOptions = BackgroundOptions & {
  /** Also search for jobs of the open projects that this journal does not know. */
  readonly recover?: boolean;
  /** Only fetch jobs: deliver nothing, and change no file of a project. */
  readonly fetchOnly?: boolean;
  /** Also find out when reviews began, with a request for each job; true by default. */
  readonly reviewTimes?: boolean;
  /** The refresh of another window suffices if it is at most this old, in milliseconds. */
  readonly maxAgeMs?: number;
};
