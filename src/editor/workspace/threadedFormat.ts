import { Worker } from 'node:worker_threads';
import { abortReason } from '../../base/clock.ts';
import { currentLocaleNames } from '../../base/locale.ts';
import {
  FormatError,
  type FileLocales,
  type LocaleFormat,
  type ObsoleteUnit,
  type TextEdit,
} from '../../formats/format.ts';
import { inThisThread, type FileEntries, type UnitFormat } from '../../orders/model/unitFormat.ts';
import type { ThreadAnswer, ThreadRequest, ThreadSettings } from './formatThread.ts';

/**
 * By the format's id: the longest text, in UTF-16 units, that the main thread writes in about 50 ms on a common
 * machine: a quarter of the length that it reads in that time, as measured by `npm run bench`. Markdown is the slowest.
 */
const maxLengths: Readonly<Partial<Record<string, number>>> = {
  yaml: 25_000,
  'yaml-1.1': 25_000,
  toml: 40_000,
  fluent: 55_000,
  php: 60_000,
  javascript: 100_000,
  typescript: 100_000,
  markdown: 2_500,
  mdx: 2_500,
  html: 150_000,
};
const defaultMaxLength = 200_000;

/** How long an idle thread is kept, since it keeps its parsers in memory. */
const idleMs = 60_000;

/** A request without its id; distributive, so that each kind of request keeps its own members. */
type Call = ThreadRequest extends infer Request ? (Request extends ThreadRequest ? Omit<Request, 'id'> : never) : never;

/** A call in the thread that is not answered yet. */
interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that runs calls of formats. */
export interface FormatThread {
  run(call: Call, signal?: AbortSignal): Promise<unknown>;
  dispose(): void;
}

/** Returns the format of the file at `path`, which reads and writes small texts here and large ones in `thread`. */
export function threadedFormat(format: LocaleFormat, path: string, thread: () => FormatThread): UnitFormat {
  const inMainThread = inThisThread(format);
  const isSmall = (length: number): boolean => length <= (maxLengths[format.id] ?? defaultMaxLength);
  const file = { formatId: format.id, path };
  const entriesOf: UnitFormat['entries'] = async (text, { locale, signal, sourceText: targetSource }) => {
    // Sending a text to the thread takes time, so the source is sent only if it is needed.
    const sourceText = format.readsWithSource === true ? targetSource : undefined;
    if (isSmall(text.length)) return inMainThread.entries(text, { locale, signal, sourceText });
    return (await thread().run({ call: 'read', ...file, text, locale, sourceText }, signal)) as FileEntries;
  };
  return {
    ...inMainThread,
    locales: async (text) => {
      if (format.locales === undefined || isSmall(text.length)) return inMainThread.locales(text);
      return (await thread().run({ call: 'locales', ...file, text })) as FileLocales | undefined;
    },
    read: async (text, locale, signal, sourceText) => (await entriesOf(text, { locale, signal, sourceText })).units,
    entries: entriesOf,
    obsolete: async (text, locale, signal) => {
      if (format.obsolete === undefined || isSmall(text.length)) return inMainThread.obsolete(text, locale, signal);
      return (await thread().run({ call: 'obsolete', ...file, text, locale }, signal)) as readonly ObsoleteUnit[];
    },
    write: async (text, translations, context, signal) => {
      const isSmallWrite = isSmall(text.length + context.sourceText.length);
      if (isSmallWrite) return inMainThread.write(text, translations, context, signal);
      const call = { call: 'write', ...file, text, translations, context } as const;
      return (await thread().run(call, signal)) as readonly TextEdit[];
    },
  };
}

/**
 * Creates a thread that starts with the first call and ends when it has been idle for a while. `entry` is the path of
 * its script. An aborted call ends the thread if no other call is waiting.
 */
export function createFormatThread(entry: string): FormatThread {
  let worker: Worker | undefined;
  let sentLocaleNames: ReadonlyMap<string, string> | undefined;
  let lastId = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  /** By the ids of their requests. */
  const pendingCalls = new Map<number, PendingCall>();

  const stop = (reason: unknown): void => {
    clearTimeout(idleTimer);
    void worker?.terminate();
    worker = undefined;
    for (const { reject } of pendingCalls.values()) reject(reason);
    pendingCalls.clear();
  };
  const settle = (answer: ThreadAnswer): void => {
    const call = pendingCalls.get(answer.id);
    pendingCalls.delete(answer.id);
    if ('refused' in answer) call?.reject(new FormatError(answer.refused));
    else if ('failed' in answer) call?.reject(new Error(answer.failed));
    else call?.resolve(answer.result);
    if (pendingCalls.size > 0) return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(stop, idleMs, undefined);
    idleTimer.unref();
  };
  const start = (): Worker => {
    // The parsers of other people's packages need no variables, and get no keys.
    const newWorker = new Worker(entry, { env: {} });
    sentLocaleNames = undefined;
    newWorker.unref();
    newWorker.on('message', settle);
    newWorker.on('error', (error) => {
      if (worker === newWorker) stop(error);
    });
    newWorker.on('exit', (code) => {
      if (worker === newWorker) stop(new Error(`The thread that reads locale files ended (${code}).`));
    });
    return newWorker;
  };
  const sendSettings = (toWorker: Worker): void => {
    const localeNames = currentLocaleNames();
    if (localeNames === sentLocaleNames) return;
    sentLocaleNames = localeNames;
    toWorker.postMessage({ localeNames } satisfies ThreadSettings);
  };
  return {
    run: (call, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        clearTimeout(idleTimer);
        worker ??= start();
        lastId += 1;
        const id = lastId;
        const giveUp = (): void => {
          if (signal) reject(abortReason(signal));
          pendingCalls.delete(id);
          // A synchronous parser can't be interrupted, so the thread is ended, but only if no other call needs it.
          if (pendingCalls.size === 0) stop(undefined);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        const ignoreSignal = (): void => {
          signal?.removeEventListener('abort', giveUp);
        };
        pendingCalls.set(id, {
          resolve: (result) => {
            ignoreSignal();
            resolve(result);
          },
          reject: (error) => {
            ignoreSignal();
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        });
        sendSettings(worker);
        worker.postMessage({ ...call, id } satisfies ThreadRequest);
      }),
    dispose: () => {
      stop(new Error('VS Code is closing.'));
    },
  };
}
