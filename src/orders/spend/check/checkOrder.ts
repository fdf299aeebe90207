import { setImmediate } from 'node:timers/promises';
import { FormatError } from '../../../formats/format.ts';
import { decodeFile } from '../../../formats/encoding.ts';
import { readableId } from '../../../formats/kit/unitId.ts';
import { placeAt } from '../../../formats/kit/textPlace.ts';
import { canonicalLocale } from '../../../base/locale.ts';
import { seemsToBeIn } from '../../../locales/seemsToBeIn.ts';
import { bracketFault, type BracketFault } from '../../../service/interface/excludedText.ts';
import { maxRequestBytes } from '../../../service/interface/limits.ts';
import { documentTypeOf } from '../../model/documentType.ts';
import { findConcatenation, type Concatenation, type ConcatenationSign } from './concatenatedText.ts';
import type { Plan, PlannedDocument, PlannedJob } from '../../units/plan/plan.ts';
import { isSecret, privatePartsOfLarge, type PrivateKind, type PrivatePart } from './privateText.ts';
import type { PlaceholderSyntax } from '../../../placeholders/read/placeholder.ts';
import type { OrderOptions } from '../place/quote.ts';

/**
 * The part of an order with the finding: what is translated (`text`, `document`), or what translators are shown about a
 * job (`title`, `note`) or about the whole order (`comment`).
 */
export type FindingLocation = 'text' | 'document' | 'title' | 'note' | 'comment';

/**
 * The effect of a finding: the unit is skipped (`refused`), it is skipped unless the user confirms it (`confirm`), or
 * the user is only warned (`warn`).
 */
export type Severity = 'refused' | 'confirm' | 'warn';

interface FindingBase {
  readonly severity: Severity;
  /** Absent for a finding in the comment to all translators. */
  readonly job?: PlannedJob;
  readonly location: FindingLocation;
  /**
   * The exact part; '' for the whole. May be a secret if the finding is private: shortened when it is shown, and never
   * logged.
   */
  readonly text: string;
  /** UTF-16 offset in the part of the order. */
  readonly start: number;
}

export type Finding = FindingBase &
  (
    | {
        readonly kind: 'brackets';
        readonly severity: 'refused';
        readonly problem: BracketFault['problem'];
        /** In a document; line and column from 1. */
        readonly line?: number;
        readonly column?: number;
      }
    /** No letter outside placeholders and tags. */
    | { readonly kind: 'nothing-to-translate'; readonly severity: 'refused' }
    | { readonly kind: 'too-large'; readonly severity: 'refused' }
    | { readonly kind: 'private'; readonly severity: 'confirm'; readonly as: PrivateKind }
    | { readonly kind: 'target-language'; readonly severity: 'warn' }
    | { readonly kind: 'concatenated'; readonly severity: 'warn'; readonly sign: ConcatenationSign }
    /** A file whose text cannot be extracted, so it was not checked. */
    | { readonly kind: 'unread-document'; readonly severity: 'warn' }
  );

/** The texts that all translators are shown. */
type Words = Pick<OrderOptions, 'comment' | 'tone' | 'purpose'>;

/**
 * A byte takes at most three in a form, and the size of a request is limited. A longer text must be ordered as a
 * document.
 */
const maxTextBytes = Math.floor(maxRequestBytes / 3);

/** Yields to the event loop every N jobs. */
const jobsAtOnce = 200;

/**
 * Checks everything that would be sent to the service and its translators, before it is sent. `applyFindings` acts on
 * the result. Rejects with the reason of the signal if it is aborted.
 */
export async function checkOrder(plan: Plan, words: Words, signal?: AbortSignal): Promise<readonly Finding[]> {
  const look = inspector(plan);
  const findings: Finding[] = [];
  for (const text of [words.comment, words.tone, words.purpose])
    if (text !== undefined)
      findings.push(...(await look.forPrivate(text)).map((part) => asFinding(part, { location: 'comment' })));
  for (const [index, job] of plan.jobs.entries()) {
    findings.push(...(await checkJob(job, look)));
    if (index % jobsAtOnce === jobsAtOnce - 1 || job.document !== undefined) await setImmediate();
    signal?.throwIfAborted();
  }
  return findings;
}

/** The checks of single texts. Each text is checked once: an order into ten languages has every text ten times. */
interface Inspector {
  readonly forPrivate: (text: string) => Promise<readonly PrivatePart[]>;
  readonly forConcatenation: (text: string) => Concatenation | undefined;
  readonly sourceLocale: string;
  readonly readText: (document: PlannedDocument) => string | undefined;
}

function inspector({ sourceLocale }: Plan): Inspector {
  const canonical = canonicalLocale(sourceLocale);
  const language = canonical === undefined ? '' : new Intl.Locale(canonical).language;
  return {
    sourceLocale,
    forPrivate: once(async (text: string) => privatePartsOfLarge(text)),
    forConcatenation: once((text: string) => findConcatenation(text, language)),
    readText: once(textOf),
  };
}

function once<K, T>(find: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as T;
    const found = find(key);
    known.set(key, found);
    return found;
  };
}

async function checkJob(job: PlannedJob, look: Inspector): Promise<readonly Finding[]> {
  const about: Finding[] = [];
  for (const part of await look.forPrivate(job.title))
    if (isSecret(part.kind) || !job.units.some(({ key }) => key !== undefined))
      about.push(asFinding(part, { job, location: 'title' }));
  for (const part of await look.forPrivate(job.note ?? ''))
    if (isSecret(part.kind) || !isNameInCode(part, job)) about.push(asFinding(part, { job, location: 'note' }));
  return job.document === undefined
    ? [...(await checkText(job, look)), ...about]
    : [...(await checkDocument(job, job.document, look)), ...about];
}

async function checkText(job: PlannedJob, look: Inspector): Promise<readonly Finding[]> {
  const { protectedText, targetLocale } = job;
  const at = { job, location: 'text' } as const;
  const { text, source, placeholders } = protectedText;
  const fault = bracketFault(text);
  if (fault !== undefined) return [{ ...at, kind: 'brackets', severity: 'refused', ...fault }];
  if (text.length > maxTextBytes / 3 && Buffer.byteLength(text) > maxTextBytes)
    return [{ ...at, kind: 'too-large', severity: 'refused', text: '', start: 0 }];
  const plain = withoutPlaceholders(source, placeholders);
  if (!/\p{L}/u.test(plain)) return [{ ...at, kind: 'nothing-to-translate', severity: 'refused', text: '', start: 0 }];

  const names = placeholders.filter(({ syntax }) => !isShownAsText(syntax));
  const findings: Finding[] = (await look.forPrivate(source))
    .filter((part) => isSecret(part.kind) || !names.some(({ start, end }) => start < part.end && part.start < end))
    .map((part) => asFinding(part, at));
  if (seemsToBeIn(targetLocale, plain, look.sourceLocale))
    findings.push({ ...at, kind: 'target-language', severity: 'warn', text: '', start: 0 });
  const concatenation = look.forConcatenation(source);
  if (concatenation !== undefined) findings.push({ ...at, kind: 'concatenated', severity: 'warn', ...concatenation });
  return findings;
}

/** Whether a part of a note repeats a key or a placeholder: `headers.local` is a name in the program, and no host. */
function isNameInCode({ text }: PrivatePart, { units, protectedText: { placeholders } }: PlannedJob): boolean {
  return (
    units.some(({ key }) => key !== undefined && readableId(key).includes(text)) ||
    placeholders.some((placeholder) => !isShownAsText(placeholder.syntax) && placeholder.text.includes(text))
  );
}

/**
 * Whether translators read a placeholder as text of the user's: addresses, code and the project's own terms. All others
 * are names in the program, such as `{headers.local}`, in which only secrets are looked for.
 */
function isShownAsText(syntax: PlaceholderSyntax): boolean {
  if (typeof syntax === 'object') return true;
  return ['url', 'tag', 'entity', 'code-span', 'restructuredtext'].includes(syntax);
}

function withoutPlaceholders(source: string, placeholders: PlannedJob['protectedText']['placeholders']): string {
  if (placeholders.length === 0) return source;
  let plain = '';
  let from = 0;
  for (const { start, end } of placeholders) {
    plain += `${source.slice(from, Math.max(from, start))} `;
    from = Math.max(from, end);
  }
  return plain + source.slice(from);
}

async function checkDocument(job: PlannedJob, document: PlannedDocument, look: Inspector): Promise<readonly Finding[]> {
  const at = { job, location: 'document' } as const;
  const text = look.readText(document);
  if (text === undefined) return [{ ...at, kind: 'unread-document', severity: 'warn', text: '', start: 0 }];
  const fault = bracketFault(text);
  if (fault !== undefined)
    return [{ ...at, kind: 'brackets', severity: 'refused', ...fault, ...placeAt(text, fault.start) }];
  if (!/\p{L}/u.test(text)) return [{ ...at, kind: 'nothing-to-translate', severity: 'refused', text: '', start: 0 }];
  return (await look.forPrivate(text)).map((part) => asFinding(part, at));
}

/** Returns the text of a document, if it is a text file in a known encoding. */
function textOf({ name, content }: PlannedDocument): string | undefined {
  if (!documentTypeOf(name).isText) return undefined;
  try {
    return decodeFile(content, name).text;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function asFinding({ kind, text, start }: PrivatePart, at: Pick<FindingBase, 'job' | 'location'>): Finding {
  return { ...at, kind: 'private', severity: 'confirm', as: kind, text, start };
}
