import type { RefusedDocument } from '../files/refusedDocument.ts';
import type { JournalPosition, PlanHistory } from '../journal/planHistory.ts';
import { toLanguageCode } from '../../locales/languageCode.ts';
import type { ProtectedText } from '../../placeholders/read/placeholder.ts';
import { hashText } from '../model/hash.ts';
import { OrderError } from '../model/orderError.ts';
import { isInFlight } from '../journal/ledger.ts';
import type { UnitRef } from '../model/unitRef.ts';
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
