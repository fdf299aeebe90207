import { createRequire } from 'node:module';

/** The packages are CommonJS, and one has no types, so their types are declared here. */
const load = createRequire(import.meta.url);

export const clientNames = ['gengo', 'gengo-api'] as const;
export type ClientName = (typeof clientNames)[number];

export interface ClientOptions {
  readonly apiKey: string;
  readonly privateKey: string;
  /** Both clients have two addresses: https://api.gengo.com and http://api.sandbox.gengo.com. */
  readonly useSandboxHost: boolean;
}

/** A method of a client as a function that returns a promise, whatever its style. */
export type ClientMethod = (...args: readonly unknown[]) => Promise<unknown>;

type Gengo = (publicKey: string, privateKey: string, sandbox: boolean) => object;
interface GengoApi {
  readonly initGengoAPI: (config: {
    readonly publicKey: string;
    readonly privateKey: string;
    readonly useSandbox: boolean;
  }) => object;
}

/** Returns all methods of a client by their path in the client object, such as `job.comments.get`. */
export function methodsOf(
  name: ClientName,
  { apiKey, privateKey, useSandboxHost }: ClientOptions,
): ReadonlyMap<string, ClientMethod> {
  if (name === 'gengo') {
    const client = (load('gengo') as Gengo)(apiKey, privateKey, useSandboxHost);
    return new Map(functionsIn(client).map(([path, method]) => [path, fromCallback(method)]));
  }
  const client = (load('gengo-api') as GengoApi).initGengoAPI({
    publicKey: apiKey,
    privateKey,
    useSandbox: useSandboxHost,
  });
  return new Map(functionsIn(client).map(([path, method]) => [path, (...args) => Promise.resolve(method(...args))]));
}

/** Returns the version of the installed package. */
export function versionOf(name: ClientName): string {
  return (load(`${name}/package.json`) as { readonly version: string }).version;
}

/** Returns the exports of a package other than its client. */
export function exportsOf(name: ClientName): readonly string[] {
  return Object.keys(load(name) as object);
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

function functionsIn(value: object, prefix = ''): readonly (readonly [path: string, method: AnyFunction])[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'function') return [[prefix + name, member.bind(value) as AnyFunction] as const];
    return typeof member === 'object' && member !== null ? functionsIn(member, `${prefix}${name}.`) : [];
  });
}

/** `gengo` takes a Node callback as the last argument; its errors need not be of type Error. */
function fromCallback(method: AnyFunction): ClientMethod {
  return async (...args) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    method(...args, (error: unknown, result: unknown) => {
      if (error === null || error === undefined) resolve(result);
      else reject(error instanceof Error ? error : new RefusedByClient(error));
    });
    return promise;
  };
}

/** Wraps the error of a client. */
export class RefusedByClient extends Error {
  readonly given: unknown;

  constructor(given: unknown) {
    super('The client gave an error.');
    this.given = given;
  }
}
