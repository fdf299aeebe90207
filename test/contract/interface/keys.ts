import { present } from '../../../src/base/present.ts';
import type { Endpoint } from './endpoints.ts';
import { refusedWith, type Reply } from './replies.ts';
import type { Data, Service } from './service.ts';

type Parameters = Readonly<Record<string, string>>;

/** Calls the endpoint with exactly these parameters: in the query of GET and DELETE, as a form of POST and PUT. */
export function callWith(
  service: Service,
  { method, path }: Endpoint,
  parameters: Parameters,
  data?: Data,
): Promise<Reply> {
  const all = new URLSearchParams({
    ...parameters,
    ...present({ data: data === undefined ? undefined : JSON.stringify(data) }),
  });
  if (method === 'POST' || method === 'PUT') return service.send(method, path, { body: all });
  return service.send(method, all.size === 0 ? path : `${path}?${all.toString()}`);
}

/** Checks that the endpoint requires each of the three parameters with valid values. */
export async function refusesWithoutKeys(service: Service, endpoint: Endpoint): Promise<void> {
  const { api_key, api_sig, ts } = service.keys();
  refusedWith(1100, await callWith(service, endpoint, {}));
  refusedWith(1100, await callWith(service, endpoint, { api_key, ts }));
  refusedWith(1150, await callWith(service, endpoint, { api_sig, ts }));
  refusedWith(1200, await callWith(service, endpoint, { api_key, api_sig }));
  refusedWith(1201, await callWith(service, endpoint, { api_key, api_sig, ts: 'now' }));
  refusedWith(1000, await callWith(service, endpoint, { api_key, api_sig, ts: String(Number(ts) + 1) }));
  refusedWith(1000, await callWith(service, endpoint, { api_key: `${api_key}x`, api_sig, ts }));
  refusedWith(
    1000,
    await callWith(service, endpoint, {
      api_key,
      api_sig: api_sig.replace(/.$/u, (last) => (last === '0' ? '1' : '0')),
      ts,
    }),
  );
}
