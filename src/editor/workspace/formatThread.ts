// Reads and writes large locale files outside the extension host's main thread. Started by `threadedFormat.ts`.
import { parentPort } from 'node:worker_threads';
import { setLocaleNames } from '../../base/locale.ts';
import {
  FormatError,
  type FileLocales,
  type ObsoleteUnit,
  type Reason,
  type TextEdit,
  type WriteContext,
} from '../../formats/format.ts';
import { formatById } from '../../formats/formats.ts';
import { entriesIn, type FileEntries } from '../../orders/model/unitFormat.ts';

/** Settings of the user that reading a file depends on. A thread gets them before the first call that needs them. */
export interface ThreadSettings {
  readonly localeNames: ReadonlyMap<string, string>;
}

/** A call of a format; its answer has the same `id`. `path` is that of the file, from which some formats follow. */
export type ThreadRequest = {
  readonly id: number;
  readonly formatId: string;
  readonly path: string;
  readonly text: string;
} & (
  | { readonly call: 'locales' }
  | { readonly call: 'read'; readonly locale: string | undefined; readonly sourceText?: string | undefined }
  | { readonly call: 'obsolete'; readonly locale: string }
  | { readonly call: 'write'; readonly translations: ReadonlyMap<string, string>; readonly context: WriteContext }
);

export type ThreadAnswer = { readonly id: number } & (
  | { readonly result: FileLocales | FileEntries | readonly ObsoleteUnit[] | readonly TextEdit[] | undefined }
  | { readonly refused: { readonly line: number; readonly column: number; readonly reason: Reason } }
  | { readonly failed: string }
);

parentPort?.on('message', (message: ThreadRequest | ThreadSettings) => {
  if ('localeNames' in message) {
    setLocaleNames(message.localeNames);
    return;
  }
  void answerTo(message).then((answer) => {
    parentPort?.postMessage(answer);
  });
});

/** Runs a call. Never rejects: `refused` is a FormatError, `failed` the stack of any other error. */
async function answerTo(request: ThreadRequest): Promise<ThreadAnswer> {
  const { id, text } = request;
  try {
    const format = await formatById(request.formatId, request.path);
    if (format === undefined) throw new Error(`There is no format “${request.formatId}”.`);
    switch (request.call) {
      case 'locales':
        return { id, result: format.locales?.(text) };
      case 'read':
        return { id, result: entriesIn(format, text, request) };
      case 'obsolete':
        return { id, result: format.obsolete?.(text, request.locale) ?? [] };
      case 'write':
        return { id, result: format.write(text, request.translations, request.context) };
    }
  } catch (error) {
    if (error instanceof FormatError)
      return { id, refused: { line: error.line, column: error.column, reason: error.reason } };
    return { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
