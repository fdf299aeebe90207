import { pack } from '../calls/batches.ts';
import { decodeQuotedFiles, failedFile } from '../decode/decodeQuote.ts';
import { isMimeType, maxFileBytes, maxFilesPerCall, refusal } from '../interface/limits.ts';
import { partSize, type FilePart } from '../http/multipart.ts';
import { filePayloads } from '../calls/payload.ts';
import type { Call } from '../calls/createPipeline.ts';
import type { NewFile, QuotedFile } from '../interface/records.ts';
import type { DecodeContext } from '../http/request.ts';
import type { CallOptions, WireNames } from '../interface/serviceClient.ts';
import { ServiceError } from '../interface/serviceError.ts';
import type { WireQuoteRequest } from '../interface/wire.ts';

/**
 * Quotes files, in as many calls as the contract's limits require, one after another: each call may need 100 MB of
 * memory. A file that the service does not accept, or that is too large for any call, is an entry of kind 'failed'.
 */
export async function quoteFiles(
  call: Call,
  wireNames: WireNames,
  files: readonly NewFile[],
  options: CallOptions | undefined,
): Promise<readonly QuotedFile[]> {
  filePayloads(files, files.map(fileKey)); // Nothing is sent if one of them is invalid.
  const byKey = new Map<string, QuotedFile>();
  const fitting = files.filter((file) => {
    if (sizeOf(file) <= maxFileBytes) return true;
    byKey.set(file.key, {
      kind: 'failed',
      key: file.key,
      filename: file.filename,
      message: '',
      meaning: 'file-too-large',
    });
    return false;
  });
  for (const batch of pack(fitting, sizeOf, { size: maxFileBytes, count: maxFilesPerCall })) {
    for (const quoted of await quoteBatch(call, wireNames, batch, options)) byKey.set(quoted.key, quoted);
  }
  return files.flatMap(({ key }) => byKey.get(key) ?? []);
}

/**
 * Quotes one batch. Some errors of single files make the whole call fail; the other files are then quoted again, which
 * is safe because a quote changes nothing. Each attempt has fewer files than the one before.
 */
async function quoteBatch(
  call: Call,
  wireNames: WireNames,
  files: readonly NewFile[],
  options: CallOptions | undefined,
): Promise<readonly QuotedFile[]> {
  try {
    return await quoteOnce(call, wireNames, files, options);
  } catch (error) {
    const refused = error instanceof ServiceError ? error.jobErrors : undefined;
    const accepted = files.filter(({ key }) => refused?.has(key) !== true);
    if (refused === undefined || accepted.length === files.length) throw error;
    const failures = files.flatMap((file) => {
      const [first] = refused.get(file.key) ?? [];
      return first === undefined ? [] : [failedFile(file, first)];
    });
    return [...failures, ...(accepted.length > 0 ? await quoteBatch(call, wireNames, accepted, options) : [])];
  }
}

async function quoteOnce(
  call: Call,
  { fileQuote = 'quote/file' }: WireNames,
  files: readonly NewFile[],
  options: CallOptions | undefined,
): Promise<readonly QuotedFile[]> {
  const data: WireQuoteRequest = { jobs: filePayloads(files, files.map(fileKey)) };
  const request = {
    method: 'POST',
    path: `/translate/service/${fileQuote}`,
    auth: 'required',
    effect: 'read',
    group: 'service',
    data,
    files: files.map(filePart),
    jobKeys: files.map(({ key }) => key),
    decode: (response: unknown, context: DecodeContext) => decodeQuotedFiles(response, files, context),
  } as const;
  return call(request, options);
}

/** Returns the name of the part of a file, in characters that the service allows. */
function fileKey(_file: NewFile, index: number): string {
  return `file_${index + 1}`;
}

function filePart(file: NewFile, index: number): FilePart {
  const { filename, mimeType = 'application/octet-stream', content } = file;
  if (filename === '' || /[/\\]/.test(filename))
    throw refusal('A file must be named by its name alone, without folders.', 'filename-missing');
  if (!isMimeType(mimeType))
    throw refusal('The media type of a file must be such as text/plain.', 'content-type-invalid');
  return { name: fileKey(file, index), filename, mimeType, content };
}

/** Returns an upper bound for the bytes of the part and of the job's fields, whose names are longer on the wire. */
function sizeOf(file: NewFile): number {
  return partSize(filePart(file, 0)) + 2 * Buffer.byteLength(JSON.stringify({ ...file, content: undefined }));
}
