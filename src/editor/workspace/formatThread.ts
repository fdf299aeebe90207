// Reads and writes large locale files outside the extension host's main thread. Started by `threadedFormat.ts`.
import { parentPort } from 'node:worker_threads';
import {
  FormatError,
  type FileLocales,
  type Reason,
  type TextEdit,
  type Unit,
  type WriteContext,
} from '../../formats/format.ts';
import { formatById } from '../../formats/formats.ts';

/** A call of a format; its answer has the same `id`. */
export type ThreadRequest = { readonly id: number; readonly formatId: string; readonly text: string } & (
  | { readonly call: 'locales' }
  | { readonly call: 'read'; readonly locale: string | undefined }
  | { readonly call: 'write'; readonly translations: ReadonlyMap<string, string>; readonly context: WriteContext }
);

export type ThreadAnswer = { readonly id: number } & (
  | { readonly result: FileLocales | readonly Unit[] | readonly TextEdit[] | undefined }
  | { readonly refused: { readonly line: number; readonly column: number; readonly reason: Reason } }
  | { readonly failed: string }
);

parentPort?.on('message', (request: ThreadRequest) => {
  void answerTo(request).then((answer) => {
    parentPort?.postMessage(answer);
  });
});

/** Runs a call. Never rejects: `refused` is a FormatError, `failed` the stack of any other error. */
async function answerTo(request: ThreadRequest): Promise<ThreadAnswer> {
  const { id, text } = request;
  try {
    const format = await formatById(request.formatId);
    if (format === undefined) throw new Error(`There is no format “${request.formatId}”.`);
    switch (request.call) {
      case 'locales':
        return { id, result: format.locales?.(text) };
      case 'read':
        return { id, result: format.read(text, request.locale) };
      case 'write':
        return { id, result: format.write(text, request.translations, request.context) };
    }
  } catch (error) {
    if (error instanceof FormatError)
      return { id, refused: { line: error.line, column: error.column, reason: error.reason } };
    return { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
