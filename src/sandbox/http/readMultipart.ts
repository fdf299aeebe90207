import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { once } from 'node:events';
import { present } from '../../base/present.ts';
import { errorEntry, RefusedError } from './errors.ts';
import { decodeUtf8 } from './formBody.ts';
import type { IncomingFile } from '../storage/fileContents.ts';

/** Files per call (contract §8). */
export const maxFiles = 50;
/** Size limit of a file in bytes: its text is in memory while it is counted. */
export const maxFileBytes = 25 * 1024 * 1024;
/** Limit for parts of any kind. */
const maxParts = 500;
const maxPartHeaderBytes = 16 * 1024;
const maxPartHeaders = 50;
const maxFilenameChars = 255;

/** A multipart part that has a file name or is binary. */
export interface UploadedFile {
  /** The part's name. */
  readonly name: string;
  /** Without folders; '' if the part has none. */
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  /** Absent if the file is too large or exceeds the number of files. */
  readonly content?: IncomingFile;
}

export interface MultipartBody {
  readonly fields: ReadonlyMap<string, string>;
  /** In order of arrival; names may repeat. */
  readonly files: readonly UploadedFile[];
}

/** The arguments with which the parser reports a part. Its names may be missing, although its own types promise them. */
type FilePart = [
  name: string | undefined,
  stream: BusboyFileStream,
  filename: string | undefined,
  encoding: string,
  mimeType: string,
];

/**
 * Reads a multipart body as it arrives: files are written to what `receive` returns and are never in memory as a whole.
 * Refuses with 400 a body that is truncated, or has no boundary or too many parts; files received so far are discarded
 * then.
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
  parser.on('file', (...filePart: FilePart) => {
    const [name = '', stream, filename, , mimeType] = filePart;
    const isText = filename === undefined && /^(?:text\/|application\/json$)/u.test(mimeType);
    const file = { name, filename: tidyFilename(filename ?? ''), mimeType };
    const part = isText ? takeText(name, stream) : takeFile(file, stream);
    part.catch(failed.reject);
    work.push(part);
  });

  const takeText = async (name: string, stream: BusboyFileStream): Promise<void> => {
    fields.set(name, await readText(stream));
  };
  const takeFile = async (file: Omit<UploadedFile, 'size'>, stream: BusboyFileStream): Promise<void> => {
    const index = files.length;
    files.push({ ...file, size: 0 }); // Reserves its index, so that files stay in order.
    const content = index < maxFiles ? await receive() : undefined;
    if (content) received.push(content);
    const size = await store(stream, content);
    files[index] = present({ ...file, size, content: size > maxFileBytes ? undefined : content });
  };

  try {
    const fed = feed(parser, body, failed.promise);
    fed.catch(() => undefined); // The first failure is reported.
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
      // Fields are read as files, too: the parser would decode invalid UTF-8 to replacement characters.
      isPartAFile: () => true,
      limits: { parts: maxParts, headerPairs: maxPartHeaders, headerSize: maxPartHeaderBytes },
    });
  } catch {
    throw unreadable('its boundary is missing');
  }
}

/** Resolves when the parser has reached the end of the last part. Stops reading the body after any failure. */
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

/** Reads the whole file and returns its size; bytes over the limit are not stored. */
async function store(stream: BusboyFileStream, content: IncomingFile | undefined): Promise<number> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxFileBytes) await content?.write(chunk);
  }
  if (size > maxFileBytes) await content?.discard();
  return size;
}

/** File names are shown to people and sent back in headers, so control characters and folders are removed. */
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
