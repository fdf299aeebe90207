import { present } from '../../base/present.ts';
import type { Comment, Order, UnreadableRow } from '../interface/records.ts';
import type { ServiceClient } from '../interface/serviceClient.ts';
import { RequestSeries } from './requestSeries.ts';

/** An order as the service has it, with its comments, which are about all of its jobs. */
export interface OrderDetail {
  /** Absent if it could not be read. */
  readonly order?: Order;
  /** Oldest first; absent if they could not be read. */
  readonly comments?: readonly Comment[];
  /** Whether some part, or some comment, can't be read. */
  readonly isIncomplete: boolean;
}

/** Fetches an order and its comments. Rejects with ServiceError if the service can't be reached. */
export async function readOrderDetail({ orders }: ServiceClient, orderId: string): Promise<OrderDetail> {
  const unreadable: UnreadableRow[] = [];
  const onUnreadable = (row: UnreadableRow): void => void unreadable.push(row);
  const series = new RequestSeries();
  const [order, comments] = await Promise.all([
    series.send((options) => orders.get(orderId, options)),
    series.send((options) => orders.comments(orderId, { ...options, onUnreadable })),
  ]);
  series.throwIfUnanswered();
  return {
    isIncomplete: unreadable.length > 0 || 'error' in order || 'error' in comments,
    ...present({
      order: 'value' in order ? order.value : undefined,
      comments: 'value' in comments ? comments.value : undefined,
    }),
  };
}
