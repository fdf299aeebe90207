// Runs one of the public clients as published. Standard input: one line of ClientOptions, then a line for each call.
// Standard output: a line for each call's outcome, in the order of the calls.
import { createInterface } from 'node:readline';
import { clientNames, methodsOf, RefusedByClient, type ClientOptions } from './publicClients.ts';

/** The outcome of a call. An error is the client's, as plain data. */
export type Outcome = { readonly result: unknown } | { readonly error: unknown };

export interface DrivenCall {
  readonly method: string;
  readonly args: readonly unknown[];
}

const name = clientNames.find((known) => known === process.argv[2]);
if (name === undefined) throw new Error(`Name one of ${clientNames.join(', ')}.`);

const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
const first = await lines.next();
const methods = methodsOf(name, JSON.parse(String(first.value)) as ClientOptions);
for await (const line of { [Symbol.asyncIterator]: () => lines }) {
  const { method, args } = JSON.parse(line) as DrivenCall;
  process.stdout.write(`${JSON.stringify(await outcomeOf(method, args))}\n`);
}

async function outcomeOf(method: string, args: readonly unknown[]): Promise<Outcome> {
  try {
    const run = methods.get(method);
    if (run === undefined) throw new Error(`There is no method ${method}.`);
    // Some calls return undefined, which JSON cannot represent.
    return { result: (await run(...args)) ?? null };
  } catch (error) {
    if (error instanceof RefusedByClient) return { error: error.given };
    return {
      error:
        error instanceof Error
          ? { kind: error.constructor.name, message: error.message, ...Object.fromEntries(Object.entries(error)) }
          : error,
    };
  }
}
