import type { ServiceClient, ServiceClientOptions } from '../../../src/service/interface/serviceClient.ts';
import { credentials, withClient, type LocalService, type Respond } from '../../unit/service/localService.ts';
import { suiteLog, watchErrors } from '../logSink.ts';

/** A client at a server on loopback that answers what it is told to, for what the sandbox never answers. */
export async function withScript(
  respond: Respond,
  use: (client: ServiceClient, service: LocalService) => Promise<void>,
  options: Partial<ServiceClientOptions> = {},
): Promise<void> {
  suiteLog.noteSecrets(credentials.apiKey, credentials.privateKey);
  const log = (line: string): void => {
    suiteLog.note('client', line);
  };
  await withClient(respond, (client, service) => use(watchErrors(client, 'client'), service), { log, ...options });
}
