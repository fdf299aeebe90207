import { isSameLocale } from '../../../base/locale.ts';
import { documentTypeOf } from '../../model/documentType.ts';
import { hashBytes } from '../../model/hash.ts';
import { noText } from '../../journal/journalEntry.ts';
import { isInFlight } from '../../journal/isInFlight.ts';
import { OrderError } from '../../model/orderError.ts';
import type { Project } from '../../model/project.ts';
import {
  languageOf,
  supportedLocales,
  untilOf,
  type Plan,
  type PlannedJob,
  type SkippedUnit,
  type SkipReason,
} from './plan.ts';
import type { RefusedDocument } from '../files/refusedDocument.ts';
import type { PlanHistory } from '../../journal/planHistory.ts';
import { documentTarget, type SourceDocument } from '../files/sourceDocument.ts';
import type { DocumentRef } from '../../model/unitRef.ts';
import { unitIdentity } from '../../model/unitName.ts';

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
 * neither the source nor the translation has changed since then. Rejects with OrderError 'locale-unsupported' if the
 * service doesn't translate from the source locale, or into none of the targets, and with 'mixed-documents' if the documents are in several folders or languages, because an order has one of each.
 */
export async function planDocuments({
  documents,
  refused,
  targets,
  history,
  languages,
}: DocumentRequest): Promise<Plan> {
  const [first] = documents;
  if (first === undefined) throw new OrderError('nothing-to-order');
  const { project, locale: sourceLocale } = first;
  if (documents.some((document) => document.project.id !== project.id || !isSameLocale(document.locale, sourceLocale)))
    throw new OrderError('mixed-documents');
  const sourceLanguage = languageOf(sourceLocale, languages);
  const jobs: PlannedJob[] = [];
  const skipped: SkippedUnit[] = [];
  // A document of an order must not be delivered to the path of another one or of a source.
  const taken = new Set(documents.map(({ path }) => path));
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
      const { presentHash, error } = await readPresent(project, unit.targetFile);
      const skip = error === undefined ? whySkip(unit, presentHash, taken, history) : 'unreadable';
      if (skip !== undefined) {
        skipped.push({ key: document.path, locale, reason: skip });
        continue;
      }
      taken.add(unit.targetFile);
      const targetExists =
        presentHash !== undefined && history.delivered.get(unitIdentity(unit))?.valueHash !== presentHash;
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
async function readPresent(
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

function whySkip(
  unit: DocumentRef,
  presentHash: string | undefined,
  taken: ReadonlySet<string>,
  history: PlanHistory,
): SkipReason | undefined {
  if (isInFlight(history.inFlight, unit)) return 'in-flight';
  if (taken.has(unit.targetFile)) return 'target-taken';
  const delivered = history.delivered.get(unitIdentity(unit));
  const isDone =
    delivered !== undefined &&
    !delivered.simulated &&
    delivered.sourceHash === unit.sourceHash &&
    delivered.valueHash === presentHash;
  return isDone ? 'delivered' : undefined;
}
