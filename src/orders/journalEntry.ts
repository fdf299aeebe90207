import * as v from 'valibot';
import type { PlaceholderSyntax, ProtectedText } from '../placeholders/placeholder.ts';

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
const syntax = v.custom<PlaceholderSyntax>((value) => typeof value === 'string' || (typeof value === 'object' && value !== null && ('pattern' in value || 'term' in value)));

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

const intentJob = v.object({
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

const edit = v.object({ start: v.number(), end: v.number(), text: v.string() });

/** Turns a file back, if it still is what the delivery left. `backup` names the bytes that a document took the place of. */
const undo = v.object({ afterHash: v.string(), created: v.boolean(), edits: v.array(edit), backup: v.exactOptional(v.string()) });

export const journalEntrySchema = v.variant('type', [
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
    jobs: v.array(intentJob),
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
  v.object({ type: v.literal('refused'), intent: v.string(), at: v.number(), reason: v.string(), message: v.string() }),
  /** It is not known whether the order arrived. */
  v.object({ type: v.literal('unclear'), intent: v.string(), at: v.number(), reason: v.string() }),
  /** The person was told that an order cannot be found, and wants to be able to order its units again. */
  v.object({ type: v.literal('acknowledged'), intent: v.string(), at: v.number() }),
  /** The service has given a job its id. */
  v.object({ type: v.literal('job'), intent: v.string(), number: v.number(), jobId: v.string(), orderId: v.exactOptional(v.string()), at: v.number() }),
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
  }),
  v.object({ type: v.literal('reviewable'), jobId: v.string(), at: v.number() }),
  v.object({ type: v.literal('revision-requested'), jobId: v.string(), at: v.number() }),
  /** `override`: approved, or to be delivered, although the checks found errors. */
  v.object({ type: v.literal('approved'), jobId: v.string(), at: v.number(), override: v.boolean() }),
  /** Nothing will happen to the job any more, so it is not asked about again. */
  v.object({ type: v.literal('closed'), jobId: v.string(), at: v.number(), status: v.string() }),
  /** A document is about to be written; `id` becomes the delivery's. What a crash left written is known by it. */
  v.object({ type: v.literal('delivering'), id: v.string(), at: v.number(), jobId: v.string(), project: v.string(), targetFile: v.string(), undo }),
  v.object({
    type: v.literal('delivered'),
    id: v.string(),
    at: v.number(),
    project: v.string(),
    targetFile: v.string(),
    simulated: v.boolean(),
    units: v.array(v.object({ jobId: v.string(), file: v.string(), key: v.exactOptional(v.string()), branch: v.exactOptional(v.string()), locale: v.string(), sourceHash: v.string(), valueHash: v.string() })),
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
  return { text, source, placeholders: [...placeholders], ...(syntaxes === undefined ? {} : { syntaxes: [...syntaxes] }), ...(within === undefined ? {} : { within }) };
}
