import { Hono } from 'hono';
import { addAccountRoutes } from './addAccountRoutes.ts';
import type { Accounts, SandboxAccount } from '../accounts/accounts.ts';
import { authenticate } from '../http/auth.ts';
import { addControlRoutes, type Controls } from './addControlRoutes.ts';
import { refusedAnswer } from '../http/answers.ts';
import { errorEntry, refused, RefusedError } from '../http/errors.ts';
import { addDownloadRoutes, addFileQuoteRoutes, refusedDownload } from './fileRoutes.ts';
import { addGlossaryRoutes } from './addGlossaryRoutes.ts';
import { addJobListRoutes } from './addJobListRoutes.ts';
import { addJobRoutes } from './addJobRoutes.ts';
import { addOrderRoutes } from './addOrderRoutes.ts';
import type { CallEnvironment, SandboxApp } from './routing.ts';
import { addServiceRoutes, openPaths } from './addServiceRoutes.ts';
import type { WireNumbers } from '../wire/wireNumbers.ts';

export type Log = (line: string) => void;

/**
 * Creates the service's own interface: finds the calling account and passes the call to that account's routes. All
 * calls except the open ones are signed, so an unknown path without keys is 1100, as observed in the live service. The
 * first account serves open calls.
 */
export function createServiceApp(accounts: Accounts, wire: WireNumbers, log: Log): SandboxApp {
  const signing = accounts.all.flatMap(({ keys, ...account }) =>
    keys === undefined ? [] : [{ ...keys, routes: createAccountApp(account, wire, log) }],
  );
  const [firstAccount] = signing;
  const app = createApp(log);
  app.all('*', (c) => {
    const { call } = c.env;
    const isOpen = openPaths.includes(call.path.replace(/\/$/u, ''));
    const account = isOpen && firstAccount !== undefined ? firstAccount : authenticate(call, signing);
    return account.routes.fetch(c.req.raw, c.env);
  });
  return app;
}

function createAccountApp(
  { world, files }: Pick<SandboxAccount, 'world' | 'files'>,
  wire: WireNumbers,
  log: Log,
): SandboxApp {
  const app = createApp(log);
  addOrderRoutes(app, world, wire);
  addJobListRoutes(app, world, wire);
  addJobRoutes(app, world, wire);
  addFileQuoteRoutes(app, { world, files, wire });
  addServiceRoutes(app, world, wire);
  addGlossaryRoutes(app, world);
  addAccountRoutes(app, world, wire);
  return app;
}

/** Creates the sandbox's own interface under `/sandbox/`; the server checks the caller. */
export function createControlApp(accounts: Accounts, controls: Controls, log: Log): SandboxApp {
  const app = createApp(log);
  addControlRoutes(app, accounts, controls);
  return app;
}

/** Creates the downloads under `/files/`. The address is enough to download a file; it is looked up in all accounts. */
export function createDownloadApp(accounts: Accounts, log: Log): SandboxApp {
  const routes = new Map(
    accounts.all.map((account) => {
      const app = createApp(log);
      addDownloadRoutes(app, account.world, account.files);
      return [account, app] as const;
    }),
  );
  const app = createApp(log);
  app.notFound(() => refusedAnswer(refusedDownload()));
  app.all('/files/:identifier/*', (c) => {
    const owner = accounts.all.find(({ files }) => files.find(c.req.param('identifier')) !== undefined);
    const ownerRoutes = owner && routes.get(owner);
    if (ownerRoutes === undefined) throw refusedDownload();
    return ownerRoutes.fetch(c.req.raw, c.env);
  });
  return app;
}

function createApp(log: Log): SandboxApp {
  // Not strict: paths are the same with and without a trailing slash (public material).
  const app: SandboxApp = new Hono<CallEnvironment>({ strict: false });
  app.notFound(() => refusedAnswer(refused(404)));
  app.onError((error) => {
    if (error instanceof RefusedError) return refusedAnswer(error);
    log(`internal error: ${error.stack ?? error.message}`);
    return refusedAnswer(new RefusedError(errorEntry(500), 500));
  });
  return app;
}
