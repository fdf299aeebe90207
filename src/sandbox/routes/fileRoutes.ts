import { present, trueOrAbsent } from '../../base/present.ts';
import { isRecord } from '../../base/isRecord.ts';
import { memberOf, stringOf } from '../../base/unknownValue.ts';
import type { WireFileQuoteAnswer, WireQuotedFile } from '../../service/interface/wire.ts';
import { callData, type WireCall } from '../http/call.ts';
import { UnreadableDocumentError, type DocumentMeasure } from '../documents/rewriteTexts.ts';
import { documentType, measureDocument, translateDocument } from '../documents/documentText.ts';
import { downloadAnswer } from '../http/downloadAnswer.ts';
import { okAnswer, refusedAnswer } from '../http/answers.ts';
import { errorEntry, refused, RefusedError, type ErrorEntry } from '../http/errors.ts';
import { fieldOf, type Complain, type Payload } from './fields.ts';
import type { FileStore } from '../documents/fileStore.ts';
import { answerAsAsked, jobEntries } from './jobEntries.ts';
import { readJobOptions } from './jobOptions.ts';
import { maxFileBytes, maxFiles, type UploadedFile } from '../http/readMultipart.ts';
import { estimateSeconds } from '../world/pace.ts';
import { currency, priceInCents } from '../world/prices.ts';
import type { QuotedFile } from '../records/quotedFiles.ts';
import type { SandboxApp } from './routing.ts';
import { quoteText } from './addServiceRoutes.ts';
import { readJobs, readPair } from './validate.ts';
import type { JobRequest } from '../world/orderRequest.ts';
import type { WireNumbers } from '../wire/wireNumbers.ts';
import { hasTranslation } from '../wire/wireRecords.ts';
import type { World } from '../world/world.ts';

const filePath = '/v2/translate/service/quote/file';
/** Public clients have posted files to the address of text quotes since 2015. */
const olderPath = '/v2/translate/service/quote';

/** Dependencies of file quotes. */
interface QuoteContext {
  readonly world: World;
  readonly files: FileStore;
  readonly wire: WireNumbers;
}

/**
 * Adds row 12 of contract §4. The older address also accepts texts: a call without files is passed on to the text
 * route, which must be added after this one. Texts next to files are quoted as in that route.
 */
export function addFileQuoteRoutes(app: SandboxApp, context: QuoteContext): void {
  app.post(filePath, async (c) => okAnswer(await quoteFiles(c.env.call, context, () => false)));
  app.post(olderPath, async (c, next) => {
    if ((c.env.call.files ?? []).length === 0) return next();
    return okAnswer(await quoteFiles(c.env.call, context, isText));
  });
}

/**
 * Returns whether a job in a call with files is a text job: it has the type of one, or has a text and names no file.
 */
function isText(job: unknown): boolean {
  if (!isRecord(job)) return false;
  const type = fieldOf(job, 'type');
  return (
    type === 'text' ||
    (type === undefined && fieldOf(job, 'body_src') !== undefined && fieldOf(job, 'file_key') === undefined)
  );
}

/**
 * Adds downloads of quoted files and of their translations. They need no keys, because the identifier in the address is
 * secret.
 */
export function addDownloadRoutes(app: SandboxApp, world: World, files: FileStore): void {
  app.notFound(() => refusedAnswer(refusedDownload()));

  app.get('/files/:identifier/source/:name', async (c) => {
    const file = files.find(c.req.param('identifier'));
    const content = file && (await files.read(file));
    if (file === undefined || content === undefined) throw refusedDownload();
    return downloadAnswer(file, content);
  });

  app.get('/files/:identifier/target/:job/:name', async (c) => {
    const file = files.find(c.req.param('identifier'));
    const job = world.job(c.req.param('job'));
    if (file === undefined || job?.file?.identifier !== file.identifier) throw refusedDownload();
    const content = await files.read(file);
    if (content === undefined || !hasTranslation(job)) throw refusedDownload();
    const { filename, lcTgt } = file;
    const round = Math.max(1, job.submissions);
    return downloadAnswer(file, translateDocument({ filename, content, lcTgt, round }));
  });
}

/**
 * Quotes files, and any texts with them. Errors of the files as a whole, and of texts, refuse the call, as in a quote
 * of texts alone; the error of a single file is reported in its entry, and the others are quoted.
 */
async function quoteFiles(
  call: WireCall,
  context: QuoteContext,
  isTextJob: (job: unknown) => boolean,
): Promise<WireFileQuoteAnswer> {
  const data = callData(call);
  const entries = jobEntries(data);
  const uploads = call.files ?? [];
  const texts = readTextJobs(
    entries.filter(([, job]) => isTextJob(job)),
    context.world,
  );
  const fileJobs = entries.filter(([key]) => !texts.has(key)).map(([, job]) => job);
  if (fileJobs.length > maxFiles || uploads.length > maxFiles) throw refused(1305, `at most ${maxFiles}`);
  requireMatchingParts(fileJobs, call);
  const byName = new Map(uploads.map((upload) => [upload.name, upload]));
  const quoted: (readonly [key: string, entry: WireQuotedFile])[] = [];
  for (const [key, job] of entries) {
    const text = texts.get(key);
    if (text !== undefined) {
      quoted.push([key, quoteText(text, context.world)]);
      continue;
    }
    quoted.push([key, await quoteFile(key, isRecord(job) ? job : {}, byName, context)]);
    // Reading a file may take a while, so other calls run in between.
    await new Promise(setImmediate);
  }
  return { jobs: answerAsAsked(data, quoted) };
}

function readTextJobs(
  entries: readonly (readonly [key: string, job: unknown])[],
  { setup }: World,
): ReadonlyMap<string, JobRequest> {
  if (entries.length === 0) return new Map();
  return readJobs({ jobs: Object.fromEntries(entries) }, { kind: 'quote', setup });
}

/**
 * Checks that every key names one part and every file is named by a job; a file that no job names was probably
 * forgotten.
 */
function requireMatchingParts(jobs: readonly unknown[], { files = [], fields }: WireCall): void {
  const parts = new Set(files.map(({ name }) => name));
  if (parts.size < files.length) throw refused(1801, 'two files have the same key');
  const keys = jobs.map(fileKey);
  const named = new Set(keys);
  for (const key of named)
    if (key !== undefined && !parts.has(key) && !fields.has(key)) throw refused(1801, `no file has the key "${key}"`);
  if (named.has(undefined)) return;
  for (const name of parts) if (!named.has(name)) throw refused(1801, `no job has the file "${name}"`);
}

function fileKey(job: unknown): string | undefined {
  const key = stringOf(memberOf(job, 'file_key'));
  return key === '' ? undefined : key;
}

async function quoteFile(
  key: string,
  job: Payload,
  uploads: ReadonlyMap<string, UploadedFile>,
  { world, files, wire }: QuoteContext,
): Promise<WireQuotedFile> {
  const name = fileKey(job);
  const upload = name === undefined ? undefined : uploads.get(name);
  const failure = ({ code, msg }: ErrorEntry): WireQuotedFile => ({
    err: { filename: upload?.filename ?? '', code, key, msg },
  });
  const errors: ErrorEntry[] = [];
  const complain: Complain = (code, detail) => errors.push(errorEntry(code, detail));
  const type = fieldOf(job, 'type') ?? 'file';
  if (type !== 'file') complain(1301, 'it must be "file"');
  if (name === undefined) complain(1803);
  else if (!/^[a-z0-9_-]+$/u.test(name)) complain(1803, 'it is made of a-z, 0-9, - and _');
  else if (upload === undefined || upload.filename === '') complain(1501);
  const pair = readPair(job, complain);
  const { customData, edit = false } = readJobOptions(job, pair, world.setup, complain);
  const [error] = errors;
  if (error !== undefined) return failure(error);
  if (upload === undefined || pair === undefined) return failure(errorEntry(1802));
  const measured = await measure(upload, pair.lcSrc, complain);
  const { filename, size, content } = upload;
  if (content === undefined || measured === undefined) return failure(errors[0] ?? errorEntry(1802));
  const { lcSrc, lcTgt, tier } = pair;
  const { unitCount, language } = measured;
  const quote: Omit<QuotedFile, 'identifier'> = {
    filename,
    mimeType: documentType(filename) ?? upload.mimeType,
    lcSrc,
    lcTgt,
    tier,
    unitCount,
    cents: priceInCents(pair, unitCount, edit),
    at: world.now,
    ...present({ edit: trueOrAbsent(edit) }),
  };
  const stored = await files.add(content, size, quote);
  if (stored === undefined)
    return failure(errorEntry(1802, 'there is no room for more files; files that were ordered stay'));
  return {
    credits: wire.credits(stored.cents),
    eta: estimateSeconds(unitCount, world.pace, edit),
    identifier: stored.identifier,
    unit_count: unitCount,
    lc_src: lcSrc,
    lc_src_detected: language,
    currency,
    type: 'file',
    title: filename,
    ...present({ custom_data: customData }),
  };
}

/** Complains if the file is too large, of an unknown kind, or broken. */
async function measure(
  { filename, size, content }: UploadedFile,
  lcSrc: string,
  complain: Complain,
): Promise<DocumentMeasure | undefined> {
  if (size > maxFileBytes) complain(1306, `more than ${maxFileBytes} bytes`);
  else if (documentType(filename) === undefined) complain(1802, 'files of this kind are not taken');
  else if (content === undefined) complain(1802);
  else {
    try {
      return measureDocument(filename, await content.read(), lcSrc);
    } catch (error) {
      complain(1802, error instanceof UnreadableDocumentError ? error.message : 'it could not be read');
    }
  }
  return undefined;
}

export function refusedDownload(): RefusedError {
  return new RefusedError(errorEntry(404), 404);
}
