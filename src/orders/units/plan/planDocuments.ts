import { isSameLocale } from '../../../base/locale.ts';
import { documentTypeOf } from '../../model/documentType.ts';
import { hashBytes, hashText } from '../../model/hash.ts';
import { OrderError } from '../../model/orderError.ts';
import type { Project } from '../../model/project.ts';
import type { RefusedDocument } from '../../model/plan/refusedDocument.ts';
import { type PlanHistory, isInFlight } from '../../model/plan/planHistory.ts';
import { documentTarget, type SourceDocument } from '../files/sourceDocument.ts';
import type { DocumentRef, UnitRef } from '../../model/unitRef.ts';
import { unitIdentity } from '../../model/unitName.ts';
import type { Plan, PlannedJob, SkippedUnit, SkipReason } from '../../model/plan/plan.ts';
import { sourceLanguageOf, supportedLocales } from '../../model/plan/plannedLocales.ts';
import { noText, type ProtectedText } from '../../../placeholders/read/placeholder.ts';
import { present } from '../../../base/present.ts';

/** The documents to plan, and the locales to plan them for. */
export interface DocumentRequest {
  readonly documents: readonly SourceDocument[];
  /** Documents that were already refused. */
  readonly refused: readonly RefusedDocument[];
  readonly targets: readonly string[];
  readonly history: PlanHistory;
  /** Language codes the service offers. */
  readonly languages: readonly string[];
}

/**
 * Plans one job for each document and locale. Skips documents that are in flight, and those that were delivered if
 * neither the source nor the translation has changed since then. Rejects with OrderError 'locale-unsupported' as
 * `planOrder` does, and with 'mixed-documents' for documents in several folders or languages.
 */
export async function planDocuments(request: DocumentRequest): Promise<Plan> {
  const { documents, refused, targets, history, languages } = request;
  const [firstDocument] = documents;
  if (firstDocument === undefined) throw new OrderError('nothing-to-order');
  const { project, locale: sourceLocale } = firstDocument;
  const isLikeFirst = (document: SourceDocument): boolean =>
    document.project.id === project.id && isSameLocale(document.locale, sourceLocale);
  if (!documents.every(isLikeFirst)) throw new OrderError('mixed-documents');
  const sourceLanguage = sourceLanguageOf(sourceLocale, languages);
  const jobs: PlannedJob[] = [];
  const skipped: SkippedUnit[] = [];
  // A document of an order must not be delivered to the path of another one or of a source.
  const takenPaths = new Set(documents.map(({ path }) => path));
  const { supported, failedLocales } = supportedLocales(targets, languages);
  for (const { locale, language: targetLanguage } of supported) {
    for (const document of documents) {
      const unit: DocumentRef = {
        project: project.id,
        file: document.path,
        locale,
        targetFile: documentTarget(document, locale),
        sourceHash: document.hash,
      };
      const { presentHash, error } = await readPresentHash(project, unit.targetFile);
      const skipReason = error === undefined ? whySkip(unit, presentHash, takenPaths, history) : 'unreadable';
      if (skipReason !== undefined) {
        skipped.push({ key: document.path, locale, reason: skipReason });
        continue;
      }
      takenPaths.add(unit.targetFile);
      const deliveredHash = history.delivered.get(unitIdentity(unit))?.valueHash;
      // A file that this extension delivered may be replaced without asking.
      const targetExists = presentHash !== undefined && presentHash !== deliveredHash;
      jobs.push({
        title: document.name,
        protectedText: noText,
        document: {
          name: document.name,
          content: document.content,
          mimeType: documentTypeOf(document.path).mimeType,
          targetExists,
        },
        targetLocale: locale,
        targetLanguage,
        units: [unit],
        reason: presentHash === undefined ? 'missing' : 'selected',
      });
    }
  }
  return { sourceLocale, sourceLanguage, jobs, skipped, refused, ...failedLocales, ...untilOf(history) };
}

/** Returns the hash of a target file, if it exists, or the error if it is no file or can't be read. */
async function readPresentHash(
  project: Project,
  targetFile: string,
): Promise<{ readonly presentHash?: string; readonly error?: unknown }> {
  try {
    const bytes = await project.readBytes(targetFile);
    return bytes === undefined ? {} : { presentHash: hashBytes(bytes) };
  } catch (error) {
    return { error };
  }
}

/** Returns why a document is not ordered; undefined if it is. */
function whySkip(
  unit: DocumentRef,
  presentHash: string | undefined,
  takenPaths: ReadonlySet<string>,
  history: PlanHistory,
): SkipReason | undefined {
  if (isInFlight(history.inFlight, unit)) return 'in-flight';
  if (takenPaths.has(unit.targetFile)) return 'target-taken';
  const delivered = history.delivered.get(unitIdentity(unit));
  const isDone =
    delivered !== undefined &&
    !delivered.simulated &&
    delivered.sourceHash === unit.sourceHash &&
    delivered.valueHash === presentHash;
  return isDone ? 'delivered' : undefined;
}

/** Plans a passage selected in a file that is not a locale file. Its translation is inserted or copied by hand. */
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
  const { project, file, text, protectedText } = passage;
  const sourceHash = hashText(text);
  const title = titleOfText(text);
  const skipped: SkippedUnit[] = [];
  const jobs: PlannedJob[] = [];
  const { supported, failedLocales } = supportedLocales(locales.targets, languages);
  for (const { locale, language: targetLanguage } of supported) {
    const unit: UnitRef = { project, file, locale, sourceHash };
    const job = {
      title,
      protectedText,
      targetLocale: locale,
      targetLanguage,
      units: [unit],
      reason: 'selected',
    } as const;
    if (isInFlight(history.inFlight, unit)) skipped.push({ key: title, locale, reason: 'in-flight' });
    else jobs.push(job);
  }
  const sourceLanguage = sourceLanguageOf(locales.source, languages);
  return { sourceLocale: locales.source, sourceLanguage, jobs, skipped, ...failedLocales, ...untilOf(history) };
}

/** Returns the part of a plan that says up to which position of the journal it knows orders and deliveries. */
export function untilOf({ until }: PlanHistory): Pick<Plan, 'until'> {
  return present({ until });
}

/** In UTF-16 units. */
const maxTitleLength = 40;

/** Returns the first words of a text, as a title. */
function titleOfText(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= maxTitleLength) return line;
  const start = line.slice(0, maxTitleLength);
  // The title ends with a word, if the script separates words by spaces.
  const lastSpace = start.lastIndexOf(' ');
  const isNearEnd = lastSpace > maxTitleLength / 2;
  return `${isNearEnd ? start.slice(0, lastSpace) : start}…`;
}
