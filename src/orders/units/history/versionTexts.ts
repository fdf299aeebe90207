import { TimeSlice } from '../../../base/timeSlice.ts';
import { decodeFile } from '../../../formats/encoding.ts';
import { FormatError } from '../../../formats/format.ts';
import type { FileHistory } from './fileHistory.ts';

/** How many contents are requested at once. */
const batchSize = 16;

/**
 * Returns the texts of versions of a file, in their order; undefined for those that can't be decoded. Requests the next
 * batch while the current one is read, and yields to the event loop. Rejects with the signal's or the history's error.
 */
export async function* versionTexts<T extends { readonly blob: string; readonly path: string }>(
  history: FileHistory,
  versions: readonly T[],
  usualEncoding: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<{ readonly version: T; readonly text: string | undefined }> {
  const slice = new TimeSlice();
  const requestBatch = (start: number): Promise<readonly (Uint8Array | undefined)[]> => {
    const blobs = versions.slice(start, start + batchSize).map(({ blob }) => blob);
    const contents = history.contents(blobs, signal);
    // The caller may stop before it needs this batch: then an error must not be reported as unhandled.
    contents.catch(() => undefined);
    return contents;
  };
  let nextBatch = requestBatch(0);
  for (let start = 0; start < versions.length; start += batchSize) {
    const contents = await nextBatch;
    nextBatch = requestBatch(start + batchSize);
    for (const [index, version] of versions.slice(start, start + batchSize).entries()) {
      if (slice.isOver) await slice.rest();
      signal.throwIfAborted();
      yield { version, text: decode(contents[index], version.path, usualEncoding) };
    }
  }
}

function decode(bytes: Uint8Array | undefined, path: string, usualEncoding: string | undefined): string | undefined {
  try {
    if (bytes === undefined) return undefined;
    return decodeFile(bytes, path, usualEncoding).text;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
