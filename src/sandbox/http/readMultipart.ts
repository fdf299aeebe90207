import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { once } from 'node:events';
import { errorEntry, RefusedError } from './errors.ts';
import { decodeUtf8 } from './formBody.ts';
import type { IncomingFile } from '../storage/fileContents.ts';

/** Files per call (contract §8). */
export const maxFiles = 50;
/** A file may have so many bytes: its text is held in memory while it is counted. */
export const maxFileBytes = 25 * 1024 * 1024;
/** Parts of whatever kind. */
const maxParts = 500;
const maxPartHeaderBytes = 16 * 1024;
const maxPartHeaders = 50;
const maxFilenameChars = 255;

/** A part of a multipart body that has a filename, or bytes that are no text. */
export interface UploadedFile {
  /** The name of its part. */
  readonly name: string;
  /** Without folders; '' when the part has none. */
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  /** Absent when the file is too large, or one too many. */
  readonly content?: IncomingFile;
}

export interface MultipartBody {
  readonly fields: ReadonlyMap<string, string>;
  /** In the order in which they came; names may repeat. */
  readonly files: readonly UploadedFile[];
}

/**
 * Reads a multipart body as it comes: files go where `receive` puts them and are never in memory as a whole.
 * Refuses with 400 what is cut off, has no boundary or too many parts; files received so far are then discarded.
 */
export async function readMultipart(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  receive: () => Promise<IncomingFile>,
): Promise<MultipartBody> {
  const fields = new Map<string, string>();
  const files: UploadedFile[] = [];
  const work: Promise<void>[] = [];
  const received: IncomingFile[] = [];
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined); // Awaited below, unless something else fails first.
  const parser = createParser(contentType);
  parser.on('error', () => {
    failed.reject(unreadable('it is cut off, or its boundary is wrong'));
  });
  parser.on('partsLimit', () => {
    failed.reject(unreadable(`it has more than ${maxParts} parts`));
  });
  parser.on('file', (name: string | undefined, stream, filename: string | undefined, _encoding, mimeType) => {
    const isText = filename === undefined && /^(?:text\/|application\/json$)/u.test(mimeType);
    const part = isText
      ? readText(stream).then((text) => void fields.set(name ?? '', text))
      : takeFile(name ?? '', stream, filename ?? '', mimeType);
    part.catch(failed.reject);
    work.push(part);
  });

  const takeFile = async (
    name: string,
    stream: BusboyFileStream,
    filename: string,
    mimeType: string,
  ): Promise<void> => {
    const place = files.length;
    const file = { name, filename: tidyFilename(filename), mimeType };
    files.push({ ...file, size: 0 }); // So that files stay in their order, whichever is read first.
    const content = place < maxFiles ? await receive() : undefined;
    if (content) received.push(content);
    const size = await store(stream, content);
    files[place] = { ...file, size, ...(content === undefined || size > maxFileBytes ? {} : { content }) };
  };

  try {
    const fed = feed(parser, body, failed.promise);
    fed.catch(() => undefined); // Told by what failed first.
    await Promise.race([fed, failed.promise]);
    await Promise.race([Promise.all(work), failed.promise]);
    return { fields, files };
  } catch (error) {
    parser.on('error', () => undefined);
    parser.destroy();
    for (const file of received) await file.discard();
    throw error;
  }
}

function createParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Fields too are read by hand: the parser would write replacement characters for what is not UTF-8.
      isPartAFile: () => true,
      limits: { parts: maxParts, headerPairs: maxPartHeaders, headerSize: maxPartHeaderBytes },
    });
  } catch {
    throw unreadable('its boundary is missing');
  }
}

/** Resolves when the parser has come to the end of the last part. Lets go of the body when something else has failed. */
async function feed(
  parser: ReturnType<typeof createParser>,
  body: AsyncIterable<Uint8Array>,
  failed: Promise<never>,
): Promise<void> {
  for await (const chunk of body) {
    if (parser.destroyed) return;
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failed]);
  }
  const finished = once(parser, 'finish');
  parser.end();
  await finished;
}

async function readText(stream: BusboyFileStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return decodeUtf8(Buffer.concat(chunks));
}

/** Gives the size of the file, all of which is read, though what is over the limit is not stored. */
async function store(stream: BusboyFileStream, content: IncomingFile | undefined): Promise<number> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxFileBytes) await content?.write(chunk);
  }
  if (size > maxFileBytes) await content?.discard();
  return size;
}

/** Shown to people and sent back in headers. */
function tidyFilename(filename: string): string {
  const tidy = filename
    .replace(/[\p{Cc}/\\]/gu, '')
    .slice(0, maxFilenameChars)
    .toWellFormed();
  return /^\.*$/u.test(tidy) ? '' : tidy;
}

function unreadable(why: string): RefusedError {
  return new RefusedError(errorEntry(400, `the multipart body could not be read: ${why}`), 400);
}
