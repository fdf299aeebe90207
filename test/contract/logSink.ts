import { inspect } from 'node:util';

/** A logged line or a received error. */
interface Entry {
  readonly source: string;
  readonly text: string;
}

/** Collects text that must not contain secrets, and reports the entries that do. */
export interface LogSink {
  readonly size: number;
  /** Sources of the entries so far. */
  readonly sources: ReadonlySet<string>;
  note(source: string, text: string): void;
  /** Adds an error with its stack, causes and hidden properties. */
  noteError(source: string, error: unknown): void;
  noteSecrets(...secrets: readonly (string | undefined)[]): void;
  /** Returns a sentence for each entry that contains a secret. */
  leaks(): readonly string[];
}

/** In characters. Shorter secrets are ignored, because they also occur in ordinary words. */
const shortestSecret = 8;

/** Matches any hexadecimal HMAC-SHA1; nothing else that is logged here looks like it. */
const signatureShape = /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/iu;
/** Matches parameters of a signed call that have a value; redaction replaces it with `…`. */
const signedQuery = /api_(?:key|sig)(?:=|%3d|"\s*:\s*")(?![…"\s]|%E2%80%A6|$)/iu;

/**
 * Finds secrets by their first characters, so that the time to search a text does not grow with the number of secrets:
 * every sandbox of the suite has its own.
 */
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
    for (let offset = 0; offset + shortestSecret <= text.length; offset += 1) {
      const found = this.#byBeginning
        .get(text.slice(offset, offset + shortestSecret))
        ?.find(({ secret }) => text.startsWith(secret, offset));
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

/** The sink of this run. The fixtures of the contract suite write to it, and the suite's last check reads it. */
export const suiteLog = createLogSink();

/** Returns an error in full detail, including hidden properties. */
export function showAll(error: unknown): string {
  const shown = inspect(error, {
    depth: Infinity,
    showHidden: true,
    maxStringLength: Infinity,
    maxArrayLength: Infinity,
  });
  return error instanceof Error ? `${shown}\n${error.stack ?? ''}\n${JSON.stringify(Object.entries(error))}` : shown;
}

/** Wraps an object so that the sink receives every error with which one of its methods, at any depth, rejects. */
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
  // Encoders escape differently, so the unescaped text is searched, too.
  const readings = [text, unescaped(text), unescaped(text.replaceAll('+', ' '))];
  for (const reading of readings) {
    const name = secrets.nameIn(reading);
    if (name !== undefined) return name;
  }
  if (readings.some((reading) => signatureShape.test(reading))) return 'a signature';
  return readings.some((reading) => signedQuery.test(reading)) ? 'a signed query' : undefined;
}

/** Returns the text without the escapes of addresses, JSON and HTML. */
function unescaped(text: string): string {
  const plain = text.replace(/(?:%[0-9a-f]{2})+/giu, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return plain
    .replace(/\\(["\\/])/gu, '$1')
    .replace(/&(?:lt|gt|quot|amp);/gu, (entity) => characters[entity] ?? entity);
}
