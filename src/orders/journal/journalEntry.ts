import * as v from 'valibot';
import type { PlaceholderSyntax, ProtectedText } from '../../placeholders/read/placeholder.ts';

/** One line of the journal. Times are milliseconds since the epoch. Schemas, since the file may come from an older or a broken version. */

const unitRef = v.object({
  project: v.string(),
  file: v.string(),
  key: v.exactOptional(v.string()),
  branch: v.exactOptional(v.string()),
  locale: v.string(),
  targetFile: v.exactOptional(v.string()),
  sourceHash: v.string(),
  targetHash: v.exactOptional(v.string()),
});

/** What a family of placeholders is called is not this file's matter: another version may know others. */
const syntax = v.custom<PlaceholderSyntax>(
  (value) =>
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null && ('pattern' in value || 'term' in value)),
);

const placeholder = v.object({ start: v.number(), end: v.number(), text: v.string(), syntax });

/** What was sent, and what takes the brackets out again. */
const protectedText = v.object({
  text: v.string(),
  source: v.string(),
  placeholders: v.array(placeholder),
  syntaxes: v.exactOptional(v.array(syntax)),
  within: v.exactOptional(v.picklist(['plural', 'added-plural', 'select'])),
});

/** A whole file in place of a text, which is empty then. The size is in bytes. */
const document = v.object({ name: v.string(), size: v.number() });

/** One job of an order. */
export const intentJobSchema = v.object({
  number: v.number(),
  title: v.string(),
  sourceHash: v.string(),
  protectedText,
  document: v.exactOptional(document),
  targetLocale: v.string(),
  targetLanguage: v.string(),
  maxChars: v.exactOptional(v.number()),
  units: v.array(unitRef),
  credits: v.number(),
  unitCount: v.number(),
});

/**
 * The folder that strings were ordered from. `uri` is where their translations are delivered to; the rest answers only
 * whether the same strings are on order from another folder, clone or machine.
 */
export const folderIdentitySchema = v.object({
  uri: v.string(),
  /** Hashes of the normalized addresses of the clone's remotes. Empty without a repository, or where it has no remote. */
  remotes: v.pipe(v.array(v.string()), v.readonly()),
  /** Hash of the place of the repository itself on this machine, which all of its worktrees share. */
  repository: v.exactOptional(v.string()),
  /** The folder's path from the root of its work tree, '' for the root; without a repository the URI of the real folder, symbolic links resolved. */
  root: v.string(),
});

const edit = v.object({ start: v.number(), end: v.number(), text: v.string() });

/**
 * Turns a file back, if it still is what the delivery left. `backup` names the bytes that a document took the place of.
 * Hashes are of a document's bytes, of any other file's text, and '' where there is no file; `beforeHash` is absent in
 * journals of earlier versions.
 */
const undo = v.object({
  afterHash: v.string(),
  beforeHash: v.exactOptional(v.string()),
  created: v.boolean(),
  edits: v.array(edit),
  backup: v.exactOptional(v.string()),
});

const deliveredUnit = v.object({
  jobId: v.string(),
  file: v.string(),
  key: v.exactOptional(v.string()),
  branch: v.exactOptional(v.string()),
  locale: v.string(),
  sourceHash: v.string(),
  valueHash: v.string(),
});

export const journalEntrySchema = v.variant('type', [
  /** Names the journal and the account that it is for. A later header replaces an earlier one. */
  v.object({
    type: v.literal('header'),
    at: v.number(),
    /** Drawn at random for each journal. */
    journal: v.string(),
    origin: v.string(),
    /** Hash of the account's own record; absent until the service has been asked. */
    account: v.exactOptional(v.string()),
    currency: v.exactOptional(v.string()),
  }),
  /** Written, and on the disk, before the request leaves. */
  v.object({
    type: v.literal('intent'),
    id: v.string(),
    at: v.number(),
    project: v.string(),
    sourceLocale: v.string(),
    sourceLanguage: v.string(),
    tier: v.string(),
    autoApprove: v.boolean(),
    simulated: v.boolean(),
    comment: v.exactOptional(v.string()),
    credits: v.number(),
    currency: v.exactOptional(v.string()),
    /** Absent in journals of earlier versions. */
    folder: v.exactOptional(folderIdentitySchema),
    jobs: v.array(intentJobSchema),
  }),
  v.object({
    type: v.literal('placed'),
    intent: v.string(),
    at: v.number(),
    orderId: v.exactOptional(v.string()),
    creditsUsed: v.number(),
    /** Jobs the service knew already: number in the intent, job id. */
    known: v.array(v.object({ number: v.number(), jobId: v.string() })),
  }),
  /** The request was never sent: the lock was lost between the intent and the request. */
  v.object({ type: v.literal('unsent'), intent: v.string(), at: v.number(), reason: v.string() }),
  v.object({ type: v.literal('refused'), intent: v.string(), at: v.number(), reason: v.string(), message: v.string() }),
  /** It is not known whether the order arrived. */
  v.object({ type: v.literal('unclear'), intent: v.string(), at: v.number(), reason: v.string() }),
  /** The person was told that an order cannot be found, and wants to be able to order its units again. */
  v.object({ type: v.literal('acknowledged'), intent: v.string(), at: v.number() }),
  /** The service has given a job its id. */
  v.object({
    type: v.literal('job'),
    intent: v.string(),
    number: v.number(),
    jobId: v.string(),
    orderId: v.exactOptional(v.string()),
    at: v.number(),
  }),
  /** A job of ours at the service that this journal had no intent for. */
  v.object({
    type: v.literal('recovered'),
    jobId: v.string(),
    orderId: v.exactOptional(v.string()),
    at: v.number(),
    project: v.string(),
    sourceLocale: v.string(),
    targetLocale: v.string(),
    simulated: v.boolean(),
    title: v.string(),
    protectedText,
    document: v.exactOptional(document),
    units: v.array(unitRef),
    folder: v.exactOptional(folderIdentitySchema),
    /** What the service charges for it, and when it was created there; absent in journals of earlier versions. */
    credits: v.exactOptional(v.number()),
    currency: v.exactOptional(v.string()),
    createdAt: v.exactOptional(v.number()),
  }),
  /** The service was asked for jobs that this journal does not know; all that were created until `until` have been seen. */
  v.object({
    type: v.literal('asked'),
    at: v.number(),
    until: v.number(),
    /** All jobs were looked at that the service lists, from the first one on, so that a journal that had lost something knows them again. */
    whole: v.exactOptional(v.boolean()),
  }),
  /** Bytes of this journal that cannot be read: they were copied, and the user was notified. A torn line was never written to its end, so nothing was done on account of it. */
  v.object({
    type: v.literal('damaged'),
    at: v.number(),
    offset: v.number(),
    length: v.number(),
    torn: v.exactOptional(v.boolean()),
  }),
  /** A job of this extension at the service that was ordered elsewhere, as its custom data names it; a later entry of the same job replaces it. */
  v.object({
    type: v.literal('elsewhere'),
    jobId: v.string(),
    orderId: v.exactOptional(v.string()),
    at: v.number(),
    createdAt: v.exactOptional(v.number()),
    status: v.string(),
    project: v.string(),
    intent: v.string(),
    sourceHash: v.string(),
    locale: v.string(),
    remotes: v.pipe(v.array(v.string()), v.readonly()),
    /** Hash of the file's path from the root of its work tree. */
    pathHash: v.exactOptional(v.string()),
    file: v.exactOptional(v.string()),
    key: v.exactOptional(v.string()),
    keyHash: v.exactOptional(v.string()),
    branchHash: v.exactOptional(v.string()),
  }),
  /**
   * The translation of an ordered text is used for these units too, or instead of those of the project `replaces`, whose
   * folder is gone. `job` is a job id, or `intentId:number` while it has none.
   */
  v.object({
    type: v.literal('adopted'),
    at: v.number(),
    job: v.string(),
    units: v.array(unitRef),
    folder: folderIdentitySchema,
    replaces: v.exactOptional(v.string()),
  }),
  /** The user ordered the text of these jobs again although they are on order: they no longer keep it from being ordered. Named as in `adopted`. */
  v.object({ type: v.literal('released'), at: v.number(), jobs: v.array(v.string()) }),
  v.object({ type: v.literal('reviewable'), jobId: v.string(), at: v.number() }),
  v.object({ type: v.literal('revision-requested'), jobId: v.string(), at: v.number() }),
  /** `override`: approved, or to be delivered, although the checks found errors. */
  v.object({ type: v.literal('approved'), jobId: v.string(), at: v.number(), override: v.boolean() }),
  /** Nothing will happen to the job any more, so it is not asked about again. */
  v.object({ type: v.literal('closed'), jobId: v.string(), at: v.number(), status: v.string() }),
  /**
   * A file is about to be written; `id` becomes the delivery's. What a crash left written is known by it. A document has
   * a `jobId`, strings have `units`. With `undoes`, the id of a delivery, the file is about to be put back instead, and
   * `undo` has the hashes of this write. Ended by `delivered`; by `undone` of `undoes`; or by `undone` of this very id,
   * when nothing was written.
   */
  v.object({
    type: v.literal('delivering'),
    id: v.string(),
    at: v.number(),
    jobId: v.exactOptional(v.string()),
    project: v.string(),
    targetFile: v.string(),
    simulated: v.exactOptional(v.boolean()),
    units: v.exactOptional(v.array(deliveredUnit)),
    undoes: v.exactOptional(v.string()),
    undo,
  }),
  v.object({
    type: v.literal('delivered'),
    id: v.string(),
    at: v.number(),
    project: v.string(),
    targetFile: v.string(),
    simulated: v.boolean(),
    units: v.array(deliveredUnit),
    undo,
  }),
  v.object({ type: v.literal('undone'), delivery: v.string(), at: v.number() }),
]);

export type JournalEntry = v.InferOutput<typeof journalEntrySchema>;
export type EntryOf<Type extends JournalEntry['type']> = Extract<JournalEntry, { readonly type: Type }>;
export type IntentJob = EntryOf<'intent'>['jobs'][number];

/** What stands for the text of a document. */
export const noText: ProtectedText = { text: '', source: '', placeholders: [] };

/** A protected text as the journal keeps it. */
export function toJournal({ text, source, placeholders, syntaxes, within }: ProtectedText): IntentJob['protectedText'] {
  return {
    text,
    source,
    placeholders: [...placeholders],
    ...(syntaxes === undefined ? {} : { syntaxes: [...syntaxes] }),
    ...(within === undefined ? {} : { within }),
  };
}
