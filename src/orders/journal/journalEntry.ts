import * as v from 'valibot';
import { present } from '../../base/present.ts';
import type { ApostropheRule } from '../../placeholders/read/apostropheRule.ts';
import type { PlaceholderSyntax, ProtectedText } from '../../placeholders/read/placeholder.ts';

/**
 * Schemas of the journal's entries, one entry per line. Entries are validated because the file may have been written by
 * an older or a faulty version. Times are milliseconds since the epoch. Stored types and members never change their
 * spelling; `src/README.md` has a table of those that differ from the words used in the code.
 */

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

/** Names of placeholder families are not validated here, because another version may know others. */
const syntax = v.custom<PlaceholderSyntax>(
  (value) =>
    typeof value === 'string' ||
    (typeof value === 'object' && value !== null && ('pattern' in value || 'term' in value)),
);

/** Another version may know other rules, so their names are not validated either. */
const apostropheRule = v.custom<ApostropheRule>((value) => typeof value === 'string');

const placeholder = v.object({ start: v.number(), end: v.number(), text: v.string(), syntax });

/** The text that was sent, and the data that is needed to remove its brackets. */
const protectedText = v.object({
  text: v.string(),
  source: v.string(),
  placeholders: v.array(placeholder),
  syntaxes: v.exactOptional(v.array(syntax)),
  within: v.exactOptional(v.picklist(['plural', 'added-plural', 'select'])),
  /** This and the next are absent in journals of earlier versions. */
  exactIsCategory: v.exactOptional(v.literal(true)),
  numbers: v.exactOptional(
    v.array(
      v.object({
        text: v.string(),
        syntax,
        argument: v.exactOptional(v.string()),
        examples: v.array(v.number()),
        isUncertain: v.exactOptional(v.literal(true)),
      }),
    ),
  ),
  apostrophes: v.exactOptional(apostropheRule),
});

/** A file that is ordered as a whole; the text is empty then. The size is in bytes. */
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
 * The folder that strings were ordered from. Translations are delivered to `uri`; the other members are only used to
 * find out whether the same strings are on order from another folder, clone or machine.
 */
export const folderIdentitySchema = v.object({
  uri: v.string(),
  /** Hashes of the normalized addresses of the clone's remotes. Empty without a repository or remote. */
  remotes: v.pipe(v.array(v.string()), v.readonly()),
  /** Hash of the path of the repository itself on this machine, which all of its work trees share. */
  repository: v.exactOptional(v.string()),
  /**
   * The folder's path from the root of its work tree, '' for the root; without a repository, the URI of the real folder
   * with symbolic links resolved.
   */
  root: v.string(),
});

const folderHashes = v.pipe(v.array(v.string()), v.readonly());
const differentFolders = v.object({ here: folderHashes, there: folderHashes });

/** The options of an order; absent ones were not used. Attachments are named only. */
const orderOptions = v.object({
  edit: v.exactOptional(v.boolean()),
  purpose: v.exactOptional(v.string()),
  tone: v.exactOptional(v.string()),
  glossaryId: v.exactOptional(v.string()),
  usePreferred: v.exactOptional(v.boolean()),
  asGroup: v.exactOptional(v.boolean()),
  referenceId: v.exactOptional(v.number()),
  attachments: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
});

/** A change of a text, with UTF-16 offsets. */
const edit = v.object({ start: v.number(), end: v.number(), text: v.string() });

/**
 * Data for undoing a delivery if the file has not changed since then. Hashes are of a document's bytes or of any other
 * file's text; '' means that there is no file.
 */
const undo = v.object({
  /** Of the file after the delivery, and before it; the latter is absent in journals of earlier versions. */
  afterHash: v.string(),
  beforeHash: v.exactOptional(v.string()),
  /** Whether the delivery created the file. */
  created: v.boolean(),
  edits: v.array(edit),
  /** The id of the backup of the file that a document replaced. */
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
  /** Identifies the journal and its account. A later header replaces an earlier one. */
  v.object({
    type: v.literal('header'),
    at: v.number(),
    /** Random id of the journal. */
    journal: v.string(),
    origin: v.string(),
    /** Hash that identifies the account; absent until the service has returned the account's record. */
    account: v.exactOptional(v.string()),
    currency: v.exactOptional(v.string()),
  }),
  /** An order. Written, and on the disk, before the request is sent. */
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
    /** This and the next are absent in journals of earlier versions. */
    options: v.exactOptional(orderOptions),
    folder: v.exactOptional(folderIdentitySchema),
    jobs: v.array(intentJobSchema),
  }),
  /** The service accepted the order. */
  v.object({
    type: v.literal('placed'),
    intent: v.string(),
    at: v.number(),
    orderId: v.exactOptional(v.string()),
    creditsUsed: v.number(),
    /**
     * Jobs that already existed at the service: number in the intent, job id. `unseen`: its translation was approved
     * before, and nobody has seen it on this machine.
     */
    known: v.array(v.object({ number: v.number(), jobId: v.string(), unseen: v.exactOptional(v.literal(true)) })),
  }),
  /** The request was never sent: the lock was lost between the intent and the request. */
  v.object({ type: v.literal('unsent'), intent: v.string(), at: v.number(), reason: v.string() }),
  /** The service refused the order. */
  v.object({ type: v.literal('refused'), intent: v.string(), at: v.number(), reason: v.string(), message: v.string() }),
  /** The order is unconfirmed: it is not known whether it arrived. */
  v.object({ type: v.literal('unclear'), intent: v.string(), at: v.number(), reason: v.string() }),
  /** The user was notified that an order cannot be found, and allowed its units to be ordered again. */
  v.object({ type: v.literal('acknowledged'), intent: v.string(), at: v.number() }),
  /** The service has assigned an id to a job. */
  v.object({
    type: v.literal('job'),
    intent: v.string(),
    number: v.number(),
    jobId: v.string(),
    orderId: v.exactOptional(v.string()),
    at: v.number(),
  }),
  /** A job of this extension at the service that this journal has no intent for. */
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
    /** The price, and the creation time at the service; absent in journals of earlier versions. */
    credits: v.exactOptional(v.number()),
    currency: v.exactOptional(v.string()),
    createdAt: v.exactOptional(v.number()),
    /** The intent in its custom data, which another journal may have; absent in journals of earlier versions. */
    intent: v.exactOptional(v.string()),
  }),
  /** The service's jobs that were created until `until` were listed, to find jobs that are not in this journal. */
  v.object({
    type: v.literal('asked'),
    at: v.number(),
    until: v.number(),
    /**
     * True if the list began with the service's first job, so that a journal with missing entries is complete again.
     */
    whole: v.exactOptional(v.boolean()),
    /** True if all listed jobs were looked at. Earlier versions looked only at the newest 2,000 of 400 days. */
    complete: v.exactOptional(v.literal(true)),
  }),
  /**
   * Bytes of this journal that cannot be read. They were copied, and the user was notified. A torn line was not written
   * to its end, so nothing depended on it, and the user was not notified.
   */
  v.object({
    type: v.literal('damaged'),
    at: v.number(),
    offset: v.number(),
    length: v.number(),
    torn: v.exactOptional(v.boolean()),
  }),
  /**
   * A job of this extension at the service that was ordered from another folder or machine, with members from its
   * custom data. A later entry for the same job replaces it.
   */
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
    /** This and the next two are absent in journals of earlier versions. The price may also be unreadable. */
    credits: v.exactOptional(v.number()),
    currency: v.exactOptional(v.string()),
    others: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
  }),
  /**
   * The translation of an ordered text is also used for these units. If `replaces` is present, they take the place of
   * the units of that project: its folder no longer exists, or its keys were renamed or its files moved. `job` is a job
   * id, or `intentId:number` until it has one.
   */
  v.object({
    type: v.literal('adopted'),
    at: v.number(),
    job: v.string(),
    units: v.array(unitRef),
    folder: folderIdentitySchema,
    replaces: v.exactOptional(v.string()),
  }),
  /** The user ordered the text of these jobs, with ids as in `adopted`, again. They no longer prevent that. */
  v.object({
    type: v.literal('released'),
    at: v.number(),
    jobs: v.array(v.string()),
    /** Pairs of folders, named as by `folderHashes`, that the user said are different projects with equal strings. */
    different: v.exactOptional(v.array(differentFolders)),
  }),
  /**
   * A job can be reviewed. `at` is when this was noticed. A second entry with the same `at` may follow, in which
   * `since` is when the job's newest revision was made: then the review period began.
   */
  v.object({ type: v.literal('reviewable'), jobId: v.string(), at: v.number(), since: v.exactOptional(v.number()) }),
  v.object({ type: v.literal('revision-requested'), jobId: v.string(), at: v.number() }),
  /** `override`: to be approved, or delivered, although the checks found errors. */
  v.object({ type: v.literal('approved'), jobId: v.string(), at: v.number(), override: v.boolean() }),
  /** The job has reached its final status, so it is no longer polled. */
  v.object({ type: v.literal('closed'), jobId: v.string(), at: v.number(), status: v.string() }),
  /**
   * A file is about to be written, so that a write that a crash interrupts can be recognized. `id` becomes the id of
   * the delivery. A document has a `jobId`, strings have `units`. If `undoes` is present, this write undoes the
   * delivery with that id, and `undo` has the hashes of this write. The write ends with `delivered`, with `undone` for
   * the id in `undoes`, or, if nothing was written, with `undone` for this `id`.
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

/** Converts a protected text to its stored form. */
export function toJournal(protectedText: ProtectedText): IntentJob['protectedText'] {
  const { text, source, placeholders, syntaxes, within, exactIsCategory, numbers, apostrophes } = protectedText;
  return {
    text,
    source,
    placeholders: [...placeholders],
    ...present({
      syntaxes: syntaxes && [...syntaxes],
      within,
      exactIsCategory,
      numbers: numbers?.map((number) => ({ ...number, examples: [...number.examples] })),
      apostrophes,
    }),
  };
}
