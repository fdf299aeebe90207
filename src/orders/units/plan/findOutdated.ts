import { earlierReader, type SourceFile, type TargetFile } from '../files/localeFile.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import type { FileHistory } from '../history/fileHistory.ts';
import { findOutdatedUnits, type OutdatedUnit, type TranslatedUnit } from '../history/outdatedUnits.ts';
import { findSourceChanges, type SourceChanges } from '../history/sourceChanges.ts';
import { type PlanHistory, isInFlight } from '../../model/plan/planHistory.ts';
import { hashText } from '../../model/hash.ts';
import { unitIdentity } from '../../model/unitName.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import { wantedUnits } from './wantedUnits.ts';

/** The outdated units of a target, in the order of the source. */
export interface OutdatedInTarget {
  readonly units: readonly OutdatedUnit[];
  /** `partial`: a limit was reached, so there may be others. `not-checked`: nothing was checked. */
  readonly checked: 'complete' | 'partial' | 'not-checked';
}

/** The targets of a source file to be checked. */
export interface OutdatedCheck {
  readonly source: SourceFile;
  readonly targets: readonly TargetFile[];
  /** The orders and deliveries. */
  readonly planned: PlanHistory;
  /** The committed versions of the project's files; undefined if there are none, or they may not be read. */
  readonly history: FileHistory | undefined;
  readonly limits?: OutdatedLimits;
}

/** How long a check of one source file takes at most, and how many versions of that file it reads. */
export interface OutdatedLimits {
  readonly ms: number;
  readonly versions: number;
}

export const defaultLimits: OutdatedLimits = { ms: 5000, versions: 500 };

/** In milliseconds, for all files of an order together. */
export const maxOrderMs = 20_000;

/** The share of the time in which the source is read, so that some remains for the targets. */
const sourceShare = 0.6;

/**
 * Finds the translations whose source changed after they did, by target locale. They are not part of a plan unless the
 * user chooses them, see `PlanRequest.outdated`. Not among them: units that a plan contains anyway (missing, or changed
 * after a delivery of this extension), those on order, and those whose present translation this extension delivered for
 * the present source. Does not check what can't be read. Rejects with the signal's reason.
 */
export async function findOutdated(
  { source, targets, planned, history, limits = defaultLimits }: OutdatedCheck,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OutdatedInTarget>> {
  const byLocale = new Map<string, OutdatedInTarget>(
    targets.map(({ locale }) => [locale, { units: [], checked: 'not-checked' }]),
  );
  // If ids are positions, a unit of an earlier version is not the same as the present one with its id.
  if (history === undefined || source.format.idsArePositions) return byLocale;
  const startMs = performance.now();
  /** Returns a signal for the moment at which this share of the time is used up. */
  const timeoutAfter = (share: number): AbortSignal => {
    const usedMs = performance.now() - startMs;
    return AbortSignal.timeout(Math.max(0, Math.round(limits.ms * share - usedMs)));
  };
  try {
    const signals = { stop: timeoutAfter(sourceShare), signal };
    const changes = await sourceChanges(source, history, limits.versions, signals);
    // The time was over before any version was known.
    if (changes.commits.length === 0 && !changes.isComplete) return byLocale;
    const stop = timeoutAfter(1);
    for (const target of targets) {
      if (stop.aborted) break;
      const { units, isComplete } = await findOutdatedUnits(
        history,
        {
          path: target.path,
          text: target.text ?? '',
          commits: changes.commits,
          units: translatedUnits(source, target, planned, changes),
          read: (text, readSignal) => source.format.read(text, target.locale, readSignal, source.text),
          usualEncoding: source.project.usualEncoding?.(target.path),
        },
        stop,
        signal,
      );
      byLocale.set(target.locale, { units, checked: isComplete && changes.isComplete ? 'complete' : 'partial' });
    }
  } catch {
    // The check is an extra, so a damaged repository must not prevent an order.
    signal.throwIfAborted();
  }
  return byLocale;
}

async function sourceChanges(
  source: SourceFile,
  history: FileHistory,
  maxVersions: number,
  { stop, signal }: { readonly stop: AbortSignal; readonly signal: AbortSignal },
): Promise<SourceChanges> {
  const { path, text, units, project, locale } = source;
  const read = await earlierReader(source);
  return findSourceChanges(
    history,
    {
      path,
      locale,
      text,
      units,
      read,
      usualEncoding: project.usualEncoding?.(path),
      maxVersions,
    },
    stop,
    signal,
  );
}

/** Returns the translated units of a target whose source had other texts. */
function translatedUnits(
  source: SourceFile,
  target: TargetFile,
  planned: PlanHistory,
  { earlier }: SourceChanges,
): readonly TranslatedUnit[] {
  return wantedUnits(source, target).flatMap(({ id, sourceUnit, unusedNextTo }) => {
    const earlierTexts = earlier.get(sourceUnit.id);
    const translation = targetUnitOf(target.units, id);
    if (earlierTexts === undefined || translation === undefined || unusedNextTo !== undefined) return [];
    const { text, needsWork, translatable } = translation;
    if (text.trim() === '' || needsWork === true || translatable === false || text === sourceUnit.text) return [];
    const unit: UnitRef = {
      project: source.project.id,
      file: source.path,
      key: id,
      locale: target.locale,
      targetFile: target.path,
      sourceHash: hashText(sourceUnit.text),
    };
    const isDelivered = planned.delivered.get(unitIdentity(unit))?.valueHash === hashText(text);
    if (isDelivered || isInFlight(planned.inFlight, unit)) return [];
    return [{ key: id, source: sourceUnit, translation, earlier: earlierTexts }];
  });
}
