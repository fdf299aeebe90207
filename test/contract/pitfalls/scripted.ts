import type { ServiceClient, ServiceClientOptions } from '../../../src/service/interface/serviceClient.ts';
import { credentials, withClient, type LocalService, type Respond } from '../../unit/service/localService.ts';
import { suiteLog, watchErrors } from '../logSink.ts';

/** Runs a client against a server on loopback that answers with `respond`, for answers that the sandbox never gives. */
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
