import { Hono } from 'hono';
import { addAccountRoutes } from './accountRoutes.ts';
import { authenticate, type Keys } from '../http/auth.ts';
import { addControlRoutes, type Controls } from './controlRoutes.ts';
import { refusedAnswer } from '../http/envelope.ts';
import { errorEntry, refused, RefusedError } from '../http/errors.ts';
import { addDownloadRoutes, addFileQuoteRoutes } from './fileRoutes.ts';
import type { FileStore } from '../documents/fileStore.ts';
import { addGlossaryRoutes } from './glossaryRoutes.ts';
import { addJobListRoutes } from './jobListRoutes.ts';
import { addJobRoutes } from './jobRoutes.ts';
import { addOrderRoutes } from './orderRoutes.ts';
import type { CallEnvironment, SandboxApp } from './routing.ts';
import { addServiceRoutes, openPaths } from './serviceRoutes.ts';
import type { WireNumbers } from './wireNumbers.ts';
import type { World } from '../world/world.ts';

export type Log = (line: string) => void;

/** The service's own interface. Every call but the open ones is signed, so an unknown path without keys is 1100, as a live probe saw. */
export function createServiceApp(world: World, keys: Keys, files: FileStore, wire: WireNumbers, log: Log): SandboxApp {
  const app = createApp(log);
  app.use(async (c, next) => {
    const { call } = c.env;
    if (!openPaths.includes(call.path.replace(/\/$/u, ''))) authenticate(call, keys);
    await next();
  });
  addOrderRoutes(app, world, wire);
  addJobListRoutes(app, world, wire);
  addJobRoutes(app, world, wire);
  addFileQuoteRoutes(app, { world, files, wire });
  addServiceRoutes(app, world, wire);
  addGlossaryRoutes(app);
  addAccountRoutes(app, world, wire);
  return app;
}

/** The sandbox's own interface under `/sandbox/`; the server checks who calls. */
export function createControlApp(world: World, controls: Controls, log: Log): SandboxApp {
  const app = createApp(log);
  addControlRoutes(app, world, controls);
  return app;
}

/** Files under `/files/`, for whoever knows their address. */
export function createDownloadApp(world: World, files: FileStore, log: Log): SandboxApp {
  const app = createApp(log);
  addDownloadRoutes(app, world, files);
  return app;
}

function createApp(log: Log): SandboxApp {
  // Not strict: paths are the same with and without a slash at the end (public material).
  const app: SandboxApp = new Hono<CallEnvironment>({ strict: false });
  app.notFound(() => refusedAnswer(refused(404)));
  app.onError((error) => {
    if (error instanceof RefusedError) return refusedAnswer(error);
    log(`internal error: ${error.stack ?? error.message}`);
    return refusedAnswer(new RefusedError(errorEntry(500), 500));
  });
  return app;
}
