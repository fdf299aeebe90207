import { decodeComments, decodeNothing, decodeOptionalOrder, decodeOrder } from '../decode/decodeJobs.ts';
import { decodePlacedOrder } from '../decode/decodePlacedOrder.ts';
import { commentPayload, orderPayload } from '../calls/payload.ts';
import type { Call } from '../calls/createPipeline.ts';
import type { Order } from '../interface/records.ts';
import { path, type DecodeContext } from '../http/request.ts';
import type { ServiceClient } from '../interface/serviceClient.ts';

export function createOrderMethods(call: Call): ServiceClient['orders'] {
  const readRequest = { method: 'GET', auth: 'required', effect: 'read', group: 'order' } as const;
  const changeRequest = { auth: 'required', effect: 'change', group: 'order' } as const;
  return {
    async place(order, options) {
      const request = {
        ...changeRequest,
        method: 'POST',
        path: '/translate/jobs',
        group: 'jobs',
        createsJobs: true,
        data: orderPayload(order),
        jobKeys: order.jobs.map(({ key }) => key),
        decode: (response: unknown, context: DecodeContext) => decodePlacedOrder(response, order.jobs, context),
      } as const;
      return call(request, options);
    },
    async get(id, options) {
      const decode = (response: unknown, context: DecodeContext): Order => decodeOrder(response, id, context);
      return call({ ...readRequest, path: path`/translate/order/${id}`, decode }, options);
    },
    async cancel(id, options) {
      const decode = (response: unknown, context: DecodeContext): Order | undefined =>
        decodeOptionalOrder(response, id, context);
      return call({ ...changeRequest, method: 'DELETE', path: path`/translate/order/${id}`, decode }, options);
    },
    async comments(id, options) {
      return call({ ...readRequest, path: path`/translate/order/${id}/comments`, decode: decodeComments }, options);
    },
    async comment(id, body, options) {
      const data = commentPayload(body, options?.attachments);
      await call(
        { ...changeRequest, method: 'POST', path: path`/translate/order/${id}/comment`, data, decode: decodeNothing },
        options,
      );
    },
  };
}
