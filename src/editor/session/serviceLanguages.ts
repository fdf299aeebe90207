import type { Language } from '../../service/interface/records.ts';
import type { ServiceClient } from '../../service/interface/serviceClient.ts';

const requests = new WeakMap<ServiceClient, Promise<readonly Language[]>>();

/** Requests the service's languages once per session. Rejects with ServiceError; the next call then tries again. */
export function serviceLanguages(client: ServiceClient): Promise<readonly Language[]> {
  const earlierRequest = requests.get(client);
  if (earlierRequest !== undefined) return earlierRequest;
  const request = client.service.languages();
  requests.set(client, request);
  request.catch(() => requests.delete(client));
  return request;
}
