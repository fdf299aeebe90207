import { inspect } from 'node:util';

/** A line that somebody logged, or an error that somebody was handed. */
interface Entry {
  readonly source: string;
  readonly text: string;
}

/** Collects what must hold no secret, and says where it does. */
export interface LogSink {
  readonly size: number;
  /** Sources that something came from. */
  readonly sources: ReadonlySet<string>;
  note(source: string, text: string): void;
  /** An error with everything that hangs on it: stack, causes, hidden properties. */
  noteError(source: string, error: unknown): void;
  noteSecrets(...secrets: readonly (string | undefined)[]): void;
  /** A sentence for each entry that holds a secret. */
  leaks(): readonly string[];
}

/** Shorter ones are parts of ordinary words: nothing can be concluded from finding them. */
const shortestSecret = 8;

/** The hexadecimal HMAC-SHA1 of any `ts`; nothing else that is logged here looks like it. */
const signatureShape = /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/iu;
/** The parameters of a signed call with a value: what stands there in its stead is `…`. */
const signedQuery = /api_(?:key|sig)(?:=|%3d|"\s*:\s*")(?![…"\s]|%E2%80%A6|$)/iu;

/** Finds secrets by how they begin, so that the time to search a text does not grow with their number: every sandbox of the suite has its own. */
class SecretIndex {
  readonly #known = new Set<string>();
  readonly #byBeginning = new Map<string, { readonly secret: string; readonly name: string }[]>();

  add(secret: string): void {
    if (secret.length < shortestSecret || this.#known.has(secret)) return;
    this.#known.add(secret);
    this.#note(secret, 'a key');
    this.#note(Buffer.from(secret).toString('base64').replace(/=+$/u, ''), 'a key in base64');
  }

  /** Returns the secret that a text contains, if any. */
  nameIn(text: string): string | undefined {
    for (let at = 0; at + shortestSecret <= text.length; at += 1) {
      const found = this.#byBeginning
        .get(text.slice(at, at + shortestSecret))
        ?.find(({ secret }) => text.startsWith(secret, at));
      if (found) return found.name;
    }
    return undefined;
  }

  #note(secret: string, name: string): void {
    const beginning = secret.slice(0, shortestSecret);
    this.#byBeginning.set(beginning, [...(this.#byBeginning.get(beginning) ?? []), { secret, name }]);
  }
}

export function createLogSink(): LogSink {
  const entries: Entry[] = [];
  const secrets = new SecretIndex();
  const sources = new Set<string>();
  const sink: LogSink = {
    sources,
    get size() {
      return entries.length;
    },
    note(source, text) {
      sources.add(source);
      entries.push({ source, text });
    },
    noteError(source, error) {
      sink.note(source, showAll(error));
    },
    noteSecrets(...found) {
      for (const secret of found) if (secret !== undefined) secrets.add(secret);
    },
    leaks() {
      return entries.flatMap(({ source, text }) => {
        const what = leakIn(text, secrets);
        return what === undefined ? [] : [`${source}: ${what} in: ${text.slice(0, 300)}`];
      });
    },
  };
  return sink;
}

/** The sink of this run: the fixtures of the contract suite write into it, and its last check reads it. */
export const suiteLog = createLogSink();

/** An error as the most talkative of debuggers would print it. */
export function showAll(error: unknown): string {
  const shown = inspect(error, {
    depth: Infinity,
    showHidden: true,
    maxStringLength: Infinity,
    maxArrayLength: Infinity,
  });
  return error instanceof Error ? `${shown}\n${error.stack ?? ''}\n${JSON.stringify(Object.entries(error))}` : shown;
}

/** The same object, but that the sink sees every error that one of its methods, at any depth, rejects with. */
export function watchErrors<T extends object>(subject: T, source: string, sink: LogSink = suiteLog): T {
  return new Proxy(subject, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value === 'function') return watched(value.bind(target) as Method, `${source}.${String(name)}`, sink);
      return typeof value === 'object' && value !== null
        ? watchErrors(value, `${source}.${String(name)}`, sink)
        : value;
    },
  });
}

type Method = (...args: readonly unknown[]) => unknown;

function watched(method: Method, source: string, sink: LogSink): Method {
  return (...args) => {
    const result = method(...args);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      sink.noteError(source, error);
      throw error;
    });
  };
}

function leakIn(text: string, secrets: SecretIndex): string | undefined {
  // Escapes differ from encoder to encoder, so what is compared is what they stand for.
  const readings = [text, unescaped(text), unescaped(text.replaceAll('+', ' '))];
  for (const reading of readings) {
    const name = secrets.nameIn(reading);
    if (name !== undefined) return name;
  }
  if (readings.some((reading) => signatureShape.test(reading))) return 'a signature';
  return readings.some((reading) => signedQuery.test(reading)) ? 'a signed query' : undefined;
}

/** The escapes of addresses, JSON and pages undone; what is no escape stays. */
function unescaped(text: string): string {
  const plain = text.replace(/(?:%[0-9a-f]{2})+/giu, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return plain
    .replace(/\\(["\\/])/gu, '$1')
    .replace(/&(?:lt|gt|quot|amp);/gu, (entity) => characters[entity] ?? entity);
}
