import type { RefusedDocument } from '../files/refusedDocument.ts';
import type { JournalPosition, PlanHistory } from '../journal/planHistory.ts';
import type { Unit } from '../../formats/format.ts';
import { toLanguageCode } from '../../locales/languageCode.ts';
import { UnprotectableError, type ProtectedText } from '../../placeholders/read/placeholder.ts';
import { protect } from '../../placeholders/protect.ts';
import { hashText } from '../model/hash.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { titleOfUnit } from '../files/splitIcuMessage.ts';
import { OrderError } from '../model/orderError.ts';
import { isInFlight } from '../journal/ledger.ts';
import { targetUnitOf } from '../files/targetUnit.ts';
import type { UnitRef } from '../model/unitRef.ts';
import { translatorNote } from './translatorNote.ts';
import { wantedTexts, type WantedText } from './wantedTexts.ts';
import { wantedUnits, wholePlurals, type WantedUnit } from './wantedUnits.ts';
import { writeUnits } from '../files/writeUnits.ts';
import { unitIdentity } from '../model/unitName.ts';

export type PlanReason = 'missing' | 'changed' | 'selected' | 'simulated';

/** One text to be translated into one locale, for however many units share it; or one document. */
export interface PlannedJob {
  readonly title: string;
  /** Empty for a document. */
  readonly protectedText: ProtectedText;
  /** The file that is translated in place of a text. */
  readonly document?: PlannedDocument;
  readonly targetLocale: string;
  readonly targetLanguage: string;
  readonly units: readonly UnitRef[];
  readonly reason: PlanReason;
  /** One of several plural forms with one source text: an earlier translation of that text may be another form, so it is ordered anew. */
  readonly isForm?: true;
  /** The user wants a new translation, and pays for it, although the text was approved before. */
  readonly retranslate?: true;
  /** Orders of the same text that the user knows of and orders again nevertheless, by job id or `intentId:number`. */
  readonly orderAgain?: readonly string[];
  /** For the translator of this job. */
  readonly note?: string;
  /** What the note tells of code: places where the text is used, or also the lines there. */
  readonly toldCode?: 'places' | 'lines';
  readonly maxChars?: number;
}

/** Names a job within its plan, also after other jobs were removed from the plan: no unit belongs to two jobs. */
export function plannedJobId({
  title,
  targetLocale,
  units: [unit],
}: Pick<PlannedJob, 'title' | 'targetLocale' | 'units'>): string {
  return unit === undefined ? JSON.stringify([title, targetLocale]) : unitIdentity(unit);
}

export interface PlannedDocument {
  /** The file's own name, without folders. */
  readonly name: string;
  readonly content: Uint8Array;
  readonly mimeType: string;
  /** There is a file already where the translation belongs, and not one that an earlier delivery left: the person is asked before it is replaced. */
  readonly targetExists: boolean;
}

export type SkipReason =
  | 'in-flight'
  | 'on-order' // ordered from another folder, clone or machine
  | 'unprotectable'
  | 'not-translatable'
  | 'empty'
  | 'unwritable'
  | 'delivered'
  | 'target-taken'
  | 'nothing-to-translate' // nothing but placeholders, digits and marks
  | 'too-large'
  | 'withheld'; // holds something private that was not confirmed

export interface SkippedUnit {
  /** Of a document: its path. */
  readonly key: string;
  readonly locale: string;
  readonly reason: SkipReason;
}

export interface Plan {
  readonly project: string;
  readonly sourceLocale: string;
  readonly sourceLanguage: string;
  readonly jobs: readonly PlannedJob[];
  readonly skipped: readonly SkippedUnit[];
  /** Documents that cannot be ordered. */
  readonly refused?: readonly RefusedDocument[];
  /** What of the journal the plan takes into account. */
  readonly until?: JournalPosition;
}

export interface PlanRequest {
  readonly source: SourceFile;
  readonly targets: readonly TargetFile[];
  /** Ids of the units to order whatever their state; without it, what is missing or changed. */
  readonly selected?: ReadonlySet<string>;
  readonly history: PlanHistory;
  /** Language codes the service offers. */
  readonly languages: readonly string[];
  readonly signal?: AbortSignal;
  /** For a count to choose by: what the target has no place for is not looked for, which costs a writing of the whole file. */
  readonly isEstimate?: true;
}

/** Decides which units need translating, and why. Rejects with OrderError 'locale-unsupported' for a locale the service does not have. */
export async function planOrder(request: PlanRequest): Promise<Plan> {
  const { source, targets, languages, history } = request;
  const sourceLanguage = languageOf(source.locale, languages);
  const skipped: SkippedUnit[] = [];
  const jobs: PlannedJob[] = [];
  for (const target of targets)
    jobs.push(...(await planTarget(request, target, languageOf(target.locale, languages), skipped)));
  return {
    project: source.project.id,
    sourceLocale: source.locale,
    sourceLanguage,
    jobs,
    skipped,
    ...untilOf(history),
  };
}

/** A passage selected in a file that is not a locale file; its translation is inserted or copied by hand. */
export function planPassage(
  passage: {
    readonly project: string;
    readonly file: string;
    readonly text: string;
    readonly protectedText: ProtectedText;
  },
  locales: { readonly source: string; readonly targets: readonly string[] },
  languages: readonly string[],
  history: PlanHistory,
): Plan {
  const sourceHash = hashText(passage.text);
  const skipped: SkippedUnit[] = [];
  const jobs: PlannedJob[] = [];
  for (const locale of locales.targets) {
    const unit: UnitRef = { project: passage.project, file: passage.file, locale, sourceHash };
    if (isInFlight(history.inFlight, unit))
      skipped.push({ key: titleOfText(passage.text), locale, reason: 'in-flight' });
    else
      jobs.push({
        title: titleOfText(passage.text),
        protectedText: passage.protectedText,
        targetLocale: locale,
        targetLanguage: languageOf(locale, languages),
        units: [unit],
        reason: 'selected',
      });
  }
  return {
    project: passage.project,
    sourceLocale: locales.source,
    sourceLanguage: languageOf(locales.source, languages),
    jobs,
    skipped,
    ...untilOf(history),
  };
}

export function untilOf({ until }: PlanHistory): Pick<Plan, 'until'> {
  return until === undefined ? {} : { until };
}

/** A job to be, while the units that share its text are gathered. */
interface Draft {
  readonly title: string;
  readonly from: Unit;
  readonly isForm: boolean;
  readonly reason: PlanReason;
  readonly protectedText: ProtectedText;
  readonly units: UnitRef[];
  readonly notes: string[];
}

/** Notes of more units would help nobody, and a comment has its limit. */
const maxNotes = 20;

async function planTarget(
  request: PlanRequest,
  target: TargetFile,
  targetLanguage: string,
  skipped: SkippedUnit[],
): Promise<PlannedJob[]> {
  const { source, history } = request;
  const selected = request.selected === undefined ? undefined : wholePlurals(source.units, request.selected);
  if (!isUnderstood(source, target)) {
    for (const { id } of source.units)
      if (selected?.has(id) !== false) skipped.push({ key: id, locale: target.locale, reason: 'unwritable' });
    return [];
  }
  const drafts = new Map<string, Draft>();
  for (const wanted of wantedUnits(source, target)) {
    if (selected !== undefined && !selected.has(wanted.from.id)) continue;
    const present = targetUnitOf(target.units, wanted.id);
    const unit = unitRef(source, target, wanted, present);
    const reason = selected === undefined ? whyOrder(unit, present, history) : 'selected';
    if (reason === undefined) continue;
    const skip = whySkip(wanted.from, unit, history) ?? addDrafts(drafts, { wanted, unit, reason }, request, target);
    if (skip !== undefined) skipped.push({ key: wanted.id, locale: target.locale, reason: skip });
  }
  const unwritable =
    request.isEstimate === true ? new Set<string>() : await unwritableKeys(request, target, [...drafts.values()]);
  for (const key of unwritable) skipped.push({ key, locale: target.locale, reason: 'unwritable' });
  return [...drafts.values()].flatMap((draft) => {
    const units = draft.units.filter(({ key }) => key === undefined || !unwritable.has(key));
    return units.length === 0 ? [] : [toJob({ ...draft, units }, target.locale, targetLanguage)];
  });
}

/** Adds the texts of a unit to the jobs to be, all of them or none; gives the reason when none. */
function addDrafts(
  drafts: Map<string, Draft>,
  { wanted, unit, reason }: { readonly wanted: WantedUnit; readonly unit: UnitRef; readonly reason: PlanReason },
  { source, history: { inFlight } }: PlanRequest,
  target: TargetFile,
): SkipReason | undefined {
  const { from } = wanted;
  const isFree = (ref: UnitRef): boolean => ref === unit || !isInFlight(inFlight, ref);
  const texts = wantedTexts(wanted, source, target.locale).flatMap((text) => {
    const [first, ...copies] = text.places.map(({ key, branch }): UnitRef => {
      const ref = key === unit.key ? unit : unitRef(source, target, { id: key, from }, targetUnitOf(target.units, key));
      return branch === undefined ? ref : { ...ref, branch };
    });
    // Some branches of a message may be translated already, and wait for the others.
    if (first === undefined || !isFree(first)) return [];
    // Equal texts are sent once and fanned out; the forms of one plural are equal only in the source.
    const { branch } = text;
    const sameAs = JSON.stringify([
      text.text,
      from.markup ?? false,
      wanted.plural ?? null,
      from.maxChars ?? null,
      branch?.conditions ?? null,
      branch?.kind ?? null,
    ]);
    const known = drafts.get(sameAs);
    return [
      {
        text,
        sameAs,
        known,
        units: [first, ...copies.filter(isFree)],
        protectedText: known?.protectedText ?? tryProtect(from, text, source),
      },
    ];
  });
  if (texts.length === 0) return 'in-flight';
  if (texts.some(({ protectedText }) => protectedText === undefined)) return 'unprotectable';

  for (const { text, sameAs, known, units, protectedText } of texts) {
    if (protectedText === undefined) continue;
    const draft = known ?? {
      title: titleOfUnit(wanted.id, text.branch),
      from,
      isForm: text.isForm === true,
      reason,
      protectedText,
      units: [],
      notes: [],
    };
    drafts.set(sameAs, draft);
    draft.units.push(...units);
    if (draft.notes.length < maxNotes) draft.notes.push(translatorNote(wanted, text, target.locale));
  }
  return undefined;
}

/** Whether a document of the target's has the same places as the source's: else a text could be written over another one's translation. */
function isUnderstood({ format, units }: SourceFile, target: TargetFile): boolean {
  if (!format.idsArePlaces || target.units.size === 0) return true;
  return units.length === target.units.size && units.every(({ id }) => target.units.has(id));
}

/** Units that the target has no place for, such as a key below one that holds a text: what cannot be delivered is not ordered. */
async function unwritableKeys(
  { source, signal }: PlanRequest,
  target: TargetFile,
  drafts: readonly Draft[],
): Promise<ReadonlySet<string>> {
  const texts = new Map(
    drafts.flatMap(({ units, from }) =>
      units.flatMap(({ key }) => (key === undefined ? [] : [[key, { jobId: key, key, text: from.text }] as const])),
    ),
  );
  const { refused } = await writeUnits({
    source,
    before: target.text ?? '',
    targetLocale: target.locale,
    units: [...texts.values()],
    signal,
  });
  return new Set(refused.map(({ key }) => key));
}

function unitRef(
  source: SourceFile,
  target: TargetFile,
  { id, from }: Pick<WantedUnit, 'id' | 'from'>,
  present: Unit | undefined,
): UnitRef {
  return {
    project: source.project.id,
    file: source.path,
    key: id,
    locale: target.locale,
    targetFile: target.path,
    sourceHash: hashText(from.text),
    ...(present === undefined || present.text === '' ? {} : { targetHash: hashText(present.text) }),
  };
}

function toJob(
  { title, from: { maxChars }, isForm, reason, protectedText, units, notes }: Draft,
  targetLocale: string,
  targetLanguage: string,
): PlannedJob {
  const more = units.length > notes.length ? [`… and in ${units.length - notes.length} more places.`] : [];
  return {
    title,
    protectedText,
    targetLocale,
    targetLanguage,
    units,
    reason,
    note: shorten([...notes, ...more].join('\n\n')),
    ...(maxChars === undefined ? {} : { maxChars }),
    ...(isForm ? { isForm: true } : {}),
  };
}

function whyOrder(unit: UnitRef, present: Unit | undefined, history: PlanHistory): PlanReason | undefined {
  if (present === undefined || present.text === '' || present.needsWork === true) return 'missing';
  const delivered = history.delivered.get(unitIdentity(unit));
  // A value that somebody has touched since its delivery is theirs: it is neither simulated nor stale by our doing.
  if (delivered?.valueHash !== hashText(present.text)) return undefined;
  if (delivered.simulated) return 'simulated';
  return delivered.sourceHash === unit.sourceHash ? undefined : 'changed';
}

function whySkip(from: Unit, unit: UnitRef, history: PlanHistory): SkipReason | undefined {
  if (from.translatable === false) return 'not-translatable';
  if (from.text.trim() === '') return 'empty';
  if (isInFlight(history.inFlight, unit)) return 'in-flight';
  return undefined;
}

function tryProtect(unit: Unit, { text, branch }: WantedText, source: SourceFile): ProtectedText | undefined {
  try {
    return protect(text, source.syntaxesOf(unit), branch?.kind);
  } catch (error) {
    if (error instanceof UnprotectableError) return undefined;
    throw error;
  }
}

/** The contract's limit of a comment is 25,000 characters. */
function shorten(note: string): string {
  return note.length <= 20_000 ? note : `${note.slice(0, 20_000).toWellFormed()}…`;
}

/** The service's code for a locale. Throws OrderError 'locale-unsupported' when it has none. */
export function languageOf(locale: string, languages: readonly string[]): string {
  const code = toLanguageCode(locale, languages);
  if (code === undefined) throw new OrderError('locale-unsupported', locale);
  return code;
}

/** In UTF-16 units. */
const maxTitle = 40;

/** The first words of a text, as a title. */
function titleOfText(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= maxTitle) return line;
  const start = line.slice(0, maxTitle);
  // At the end of a word where the script has blanks between words.
  const end = start.lastIndexOf(' ');
  return `${end > maxTitle / 2 ? start.slice(0, end) : start}…`;
}
