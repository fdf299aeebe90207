import type { Language } from '../../service/interface/records.ts';
import type { ServiceClient } from '../../service/interface/serviceClient.ts';

const asked = new WeakMap<ServiceClient, Promise<readonly Language[]>>();

/** The service's languages, asked for once a session. Rejects with ServiceError, and is asked again after that. */
export function serviceLanguages(client: ServiceClient): Promise<readonly Language[]> {
  const known = asked.get(client);
  if (known !== undefined) return known;
  const asking = client.service.languages();
  asked.set(client, asking);
  asking.catch(() => asked.delete(client));
  return asking;
}
