import type { OrderedJob, SandboxJob } from '../records/job.ts';
import type { SandboxOrder } from '../records/placedOrder.ts';

/** Valid requested work with its full price. */
export interface RequestedWork extends Omit<OrderedJob, 'id' | 'orderId' | 'position'> {
  readonly position?: number;
}

export interface JobRequest {
  readonly work: RequestedWork;
  /** Whether to order the job again although an identical job was approved before. */
  readonly force: boolean;
}

/** Options of an order as a whole. */
export type OrderOptions = Pick<
  SandboxOrder,
  'asGroup' | 'comment' | 'purpose' | 'tone' | 'referenceId' | 'attachments'
>;

export interface OrderRequest {
  /** The jobs by the caller's keys. */
  readonly jobs: ReadonlyMap<string, JobRequest>;
  readonly options: OrderOptions;
  /** The payload as it was sent, used to recognize duplicates. */
  readonly payload: string;
}

export type Placement =
  | {
      readonly kind: 'placed';
      readonly order: SandboxOrder;
      readonly known: ReadonlyMap<string, readonly SandboxJob[]>;
    }
  | { readonly kind: 'repeated' }
  /** The files of these jobs were ordered before, or twice in this order. */
  | { readonly kind: 'quote-used'; readonly keys: readonly string[] }
  | { readonly kind: 'too-expensive'; readonly cents: number };
